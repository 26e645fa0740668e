"""No word left: why, which single change brings words back, and where else to look.

From a diagnosis to sentences and links that apply the change. Knows Flask only through the
wording.
"""

from collections.abc import Iterator
from dataclasses import replace

from wordle_web.engine.diagnosis.diagnosis import Diagnosis, Fix
from wordle_web.engine.diagnosis.impossible import ImpossibleMarks
from wordle_web.engine.knowledge import Knowledge, Turn
from wordle_web.game.wording import ordinal
from wordle_web.web.helper.edits import replace_row, starting_digits
from wordle_web.web.helper.page import fact_texts
from wordle_web.web.helper.state import HelperState, Row, with_rows
from wordle_web.web.helper.text import format_decimal, words_left
from wordle_web.web.helper.view_models import Link, NoMatch
from wordle_web.web.ui.i18n import gettext

MAX_FIXES = 8


def no_match(state: HelperState, found: Diagnosis, path: str) -> NoMatch:
    """Return what to say and offer when no word fits the rows of `state`."""
    if found.impossible:
        return _impossible_end(state, found, path)
    is_pool = state.mode != "real" and found.wider > 0
    return NoMatch(
        headline=gettext("No word of this site fits") if is_pool else gettext("No word fits"),
        reasons=tuple(_reasons(state, found)),
        offer=gettext("One change brings words back"),
        fixes=tuple(_fix_links(state, found, path)),
        wider=tuple(_wider_links(state, found, path)),
    )


def row_numbers(state: HelperState) -> tuple[int, ...]:
    """Return the place, from 0, of each row that counts: the engine never sees the others."""
    return tuple(place for place, row in enumerate(state.rows) if row.guess)


def is_untouched(state: HelperState) -> bool:
    """Whether the last row has nothing but the marks that a new row begins with."""
    if not state.rows or state.rows[-1].is_blank:
        return False
    row = state.rows[-1]
    return row.digits == starting_digits(with_rows(state, state.rows[:-1]), row.guess)


def _impossible_end(state: HelperState, found: Diagnosis, path: str) -> NoMatch:
    """Return why the colours of some rows cannot be, with one click to mend each."""
    numbers = row_numbers(state)
    faults = [(numbers[row], fault) for row, fault in found.impossible]
    return NoMatch(
        headline=gettext("Impossible colours"),
        reasons=tuple(impossible_text(row + 1, fault) for row, fault in faults),
        offer=gettext("Mend with one click"),
        fixes=tuple(_impossible_fixes(state, found, faults, path)),
        wider=(),
    )


def _impossible_fixes(
    state: HelperState, found: Diagnosis, faults: list[tuple[int, ImpossibleMarks]], path: str
) -> Iterator[Link]:
    """Yield what gives each row the nearest possible marks, then other changes that help."""
    nearest = [_impossible_fix(state, row, fault, path) for row, fault in faults]
    yield from nearest
    known = {link.url for link in nearest}
    yield from (link for link in _fix_links(state, found, path) if link.url not in known)


def _impossible_fix(state: HelperState, row: int, fault: ImpossibleMarks, path: str) -> Link:
    """Return the link that gives a row the nearest possible marks."""
    change = fix_text(state.rows[row].turn, fault.fix)
    label = gettext("Row %(number)s: %(change)s", number=row + 1, change=change)
    return _link(state, row, fault.fix, label, path)


def impossible_text(number: int, fault: ImpossibleMarks) -> str:
    """Return in a sentence why no answer could give a row its marks."""
    facts = {"number": number, "letter": fault.letter.upper()}
    if fault.kind == "all_but_one":
        return gettext(
            "Row %(number)s: with every other letter green, there is no other position for "
            "%(letter)s.",
            **facts,
        )
    if fault.kind == "no_room":
        return gettext(
            "Row %(number)s: %(letter)s is yellow more often than there are positions left for it.",
            **facts,
        )
    return gettext(
        "Row %(number)s: the first %(letter)s would be the yellow one, and only a later one grey.",
        **facts,
    )


def _reasons(state: HelperState, found: Diagnosis) -> Iterator[str]:
    """Yield which rows disagree, or what is known where they do not."""
    if is_untouched(state):
        yield gettext(
            "Row %(number)s still has the colours it began with. Tap its tiles until they match.",
            number=len(state.rows),
        )
    numbers = row_numbers(state)
    rows = [format_decimal(numbers[row] + 1) for row in found.conflict]
    if found.knowledge.is_contradictory:
        yield _contradiction_text(rows)
        return
    if len(rows) > 1:
        yield gettext("Rows %(rows)s together leave no word that we know.", rows=_listed(rows))
    elif rows:
        yield gettext("Row %(rows)s leaves no word that we know.", rows=rows[0])
    if not found.wider:
        yield known_text(found.knowledge)


def _contradiction_text(rows: list[str]) -> str:
    """Return which rows cannot be true together."""
    if len(rows) < 2:
        return gettext("The rows contradict each other.")
    return gettext("Rows %(rows)s contradict each other.", rows=_listed(rows))


def known_text(knowledge: Knowledge) -> str:
    """Return what is known of a word that is in no list, as one sentence."""
    places = [
        gettext(
            "%(place)s letter %(letter)s", place=ordinal(place + 1, gettext), letter=letter.upper()
        )
        for place, letter in knowledge.positions.items()
    ]
    facts = "; ".join([*([", ".join(places)] if places else []), *fact_texts(knowledge)])
    return gettext("It may be a word that we lack. What is known: %(facts)s.", facts=facts)


def _listed(items: list[str]) -> str:
    """Return `1, 2 and 3`."""
    return gettext(" and ").join([", ".join(items[:-1]), items[-1]])


def _fix_links(state: HelperState, found: Diagnosis, path: str) -> Iterator[Link]:
    """Yield every change worth offering as a link that makes it, the likeliest first."""
    numbers = row_numbers(state)
    known = [fix for fix in found.fixes if fix.is_known]
    for fix in known[:MAX_FIXES]:
        row = numbers[fix.row]
        label = _fix_label(state, row, fix)
        yield _link(state, row, fix.turn, label, path, words_left(fix.words))
    if found.words_without and (len(found.at_fault) < len(numbers) or len(numbers) == 1):
        yield _without_link(state, [numbers[row] for row in found.at_fault], found, path)


def _without_link(state: HelperState, rows: list[int], found: Diagnosis, path: str) -> Link:
    """Return the link that leaves out the rows at fault."""
    numbers = [format_decimal(row + 1) for row in rows]
    label = (
        gettext("Leave out rows %(rows)s", rows=_listed(numbers))
        if len(rows) > 1
        else gettext("Leave out row %(number)s", number=numbers[0])
    )
    kept = [row for place, row in enumerate(state.rows) if place not in rows]
    return Link(label, with_rows(state, kept).address(path), words_left(found.words_without))


def _link(state: HelperState, row: int, turn: Turn, label: str, path: str, note: str = "") -> Link:
    """Return a link to `state` with another turn at `row`."""
    guess, _, digits = turn.text().partition(":")
    return Link(label, replace_row(state, row, Row(guess, digits)).address(path), note)


def _fix_label(state: HelperState, row: int, fix: Fix) -> str:
    """Return a change in words: `Row 2: make the 1st letter, S, yellow`."""
    old = state.rows[row].turn
    if fix.kind == "letter":
        return gettext(
            "Row %(number)s: %(new)s in place of %(old)s",
            number=row + 1,
            new=fix.turn.guess.upper(),
            old=old.guess.upper(),
        )
    change = fix_text(old, fix.turn)
    return gettext("Row %(number)s: %(change)s", number=row + 1, change=change)


def fix_text(old: Turn, new: Turn) -> str:
    """Return a change of marks as an order: `make the 2nd letter, R, yellow`."""
    changes = [
        _change_text(place, letter, mark)
        for place, (letter, was, mark) in enumerate(
            zip(new.guess, old.marks, new.marks, strict=True), 1
        )
        if was != mark
    ]
    return gettext("make %(changes)s", changes=gettext(" and ").join(changes))


def _change_text(place: int, letter: str, mark: int) -> str:
    """Return one tile's change: `the 2nd letter, R, yellow`."""
    facts = {"place": ordinal(place, gettext), "letter": letter.upper()}
    if mark == 0:
        return gettext("the %(place)s letter, %(letter)s, grey", **facts)
    if mark == 1:
        return gettext("the %(place)s letter, %(letter)s, yellow", **facts)
    return gettext("the %(place)s letter, %(letter)s, green", **facts)


def _wider_links(state: HelperState, found: Diagnosis, path: str) -> Iterator[Link]:
    """Yield the wider list, where it has words that this one lacks."""
    if state.mode != "real" and found.wider:
        label = gettext("Look among all words")
        yield Link(label, replace(state, mode="real").address(path), words_left(found.wider))
