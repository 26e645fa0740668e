"""No word fits a board: why, which single change brings words back, and where else to look.

From a diagnosis to sentences and links that apply the change. The engine never sees rows without
a word or its colors, so that its row numbers are translated to places among all rows first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wordle_web.engine.advice import BoardAdvice
from wordle_web.engine.diagnosis.diagnosis import Diagnosis, Fix
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.rows import HIDDEN, WAITING
from wordle_web.engine.wording import ordinal
from wordle_web.engine.words.letters import capitals
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import format_decimal, list_text, words_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import DEFAULT_MODE

MAX_FIXES = 8

# What becomes of a tile, by its new mark.
CHANGES = (
    _("change the %(place)s letter (%(letter)s) to gray"),
    _("change the %(place)s letter (%(letter)s) to yellow"),
    _("change the %(place)s letter (%(letter)s) to green"),
)


@dataclass(frozen=True, slots=True)
class NoMatch:
    """Why no word is left, and every way on from here; `offer` leads the fixes."""

    headline: str
    reasons: tuple[str, ...]
    offer: str
    fixes: tuple[Link, ...]
    all_words: Link | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    """A board on which no word is left; `places` are those of the engine's rows in the state."""

    state: HelperState
    board: int
    found: Diagnosis
    places: list[int]
    path: str

    def link(self, row: int, turn: Turn, label: str, note: str = "") -> Link:
        """Return the link that changes a row, by its place."""
        old = replace(self.state.rows[row], guess=turn.guess)
        changed = old.marked(self.board, digits_of(turn.pattern, len(turn.guess)))
        return Link(label, self.state.with_row(row, changed).address(self.path), note)

    def marks_label(self, row: int, turn: Turn) -> str:
        """Return a change of marks as an order: `Row 1: change the 2nd letter (R) to yellow`."""
        old_marks = map(int, self.state.rows[row].marks[self.board])
        tiles = enumerate(zip(turn.guess, old_marks, turn.marks, strict=True), 1)
        changes = [
            str(CHANGES[new]) % {"place": ordinal(place, gettext), "letter": capitals(letter)}
            for place, (letter, old, new) in tiles
            if new != old
        ]
        return gettext("Row %(number)s: %(change)s", number=row + 1, change=list_text(changes))


def no_match(state: HelperState, board: BoardAdvice, path: str) -> NoMatch | None:
    """Return what to say and offer when no word fits a board; None if it was not diagnosed."""
    found = board.diagnosis
    if found is None:
        return None
    marks = [(row.guess, row.marks[board.number]) for row in state.rows]
    places = [
        place
        for place, (guess, each) in enumerate(marks)
        if guess and each not in {WAITING, HIDDEN}
    ]
    case = _Case(state, board.number, found, places, path)
    end = _impossible(case) if found.impossible else _no_word(case)
    if state.count == 1:
        return end
    number, headline = board.number + 1, end.headline
    return replace(
        end, headline=gettext("Board %(number)s: %(text)s", number=number, text=headline)
    )


def _impossible(case: _Case) -> NoMatch:
    fixes = tuple(_fix_links(case))
    faults = [(case.places[row], fault) for row, fault in case.found.impossible]
    nearest = [case.link(row, each.fix, case.marks_label(row, each.fix)) for row, each in faults]
    counted = {link.url: link for link in fixes}
    known = {link.url for link in nearest}
    return NoMatch(
        headline=gettext("Impossible colors"),
        reasons=tuple(
            gettext("Row %(number)s: %(reason)s.", number=row + 1, reason=fault.message(gettext))
            for row, fault in faults
        ),
        offer=gettext("Fix it"),
        fixes=(
            *(counted.get(link.url, link) for link in nearest),
            *(link for link in fixes if link.url not in known),
        ),
    )


def _no_word(case: _Case) -> NoMatch:
    state, matching = case.state, case.found.matching
    is_elsewhere = state.mode != DEFAULT_MODE and matching > 0
    url = replace(state, mode=DEFAULT_MODE).address(case.path)
    return NoMatch(
        headline=gettext("No matching word on this site")
        if is_elsewhere
        else gettext("No matching word"),
        reasons=tuple(_reasons(case.found, case.places)),
        offer=gettext("Possible fixes"),
        fixes=tuple(_fix_links(case)),
        all_words=Link(gettext("Search all words"), url, words_text(matching))
        if is_elsewhere
        else None,
    )


def _reasons(found: Diagnosis, places: list[int]) -> Iterator[str]:
    numbers = [format_decimal(places[row] + 1) for row in found.conflict]
    rows = list_text(numbers)
    if len(found.at_fault) == len(places) > 1 and not found.fixes:
        all_rows = list_text([format_decimal(place + 1) for place in places])
        yield gettext("Rows %(rows)s match no word, each by itself.", rows=all_rows)
        return
    if found.knowledge.is_contradictory:
        yield (
            gettext("Rows %(rows)s contradict each other.", rows=rows)
            if len(numbers) > 1
            else gettext("The rows contradict each other.")
        )
        return
    if len(numbers) > 1:
        yield gettext("Rows %(rows)s together match no word we know.", rows=rows)
    elif numbers:
        yield gettext("Row %(rows)s matches no word we know.", rows=rows)
    if not found.matching:
        yield gettext("The answer may be missing from our word list.")


def _fix_links(case: _Case) -> Iterator[Link]:
    """Yield every change worth offering, the likeliest first, then leaving out rows."""
    found, places = case.found, case.places
    for fix in [fix for fix in found.fixes if fix.is_known][:MAX_FIXES]:
        row = places[fix.row]
        yield case.link(row, fix.turn, _fix_label(case, row, fix), words_text(fix.words))
    left_out = [places[row] for row in found.at_fault]
    if found.words_without and (len(left_out) < len(places) or len(places) == 1):
        yield _without(case, left_out)
    elif not found.fixes:  # every row is wrong by itself: each can be colored again
        for row in left_out:
            yield _colored_again(case, [row])


def _fix_label(case: _Case, row: int, fix: Fix) -> str:
    if fix.kind != "letter":
        return case.marks_label(row, fix.turn)
    return gettext(
        "Row %(number)s: %(new)s instead of %(old)s",
        number=row + 1,
        new=capitals(fix.turn.guess),
        old=capitals(case.state.rows[row].guess),
    )


def _without(case: _Case, left_out: list[int]) -> Link:
    """Return the link that removes rows; of several boards, only the colors of this one."""
    state, note = case.state, words_text(case.found.words_without)
    if state.count > 1:
        return replace(_colored_again(case, left_out), note=note)
    facts = _row_facts(left_out)
    label = (
        gettext("Remove rows %(rows)s", **facts)
        if len(left_out) > 1
        else gettext("Delete row %(number)s", **facts)
    )
    rows = [row for place, row in enumerate(state.rows) if place not in left_out]
    return Link(label, state.with_rows(rows).address(case.path), note)


def _colored_again(case: _Case, places: list[int]) -> Link:
    """Return the link that takes the colors of rows away, for them to be given again."""
    facts = _row_facts(places)
    label = (
        gettext("Color rows %(rows)s again", **facts)
        if len(places) > 1
        else gettext("Color row %(number)s again", **facts)
    )
    rows = [
        row.marked(case.board, WAITING) if place in places else row
        for place, row in enumerate(case.state.rows)
    ]
    return Link(label, case.state.with_rows(rows).address(case.path))


def _row_facts(places: list[int]) -> dict[str, str]:
    numbers = [format_decimal(place + 1) for place in places]
    return {"number": numbers[0], "rows": list_text(numbers)}
