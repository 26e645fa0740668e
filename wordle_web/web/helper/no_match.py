"""No word fits: why, which single change brings words back, and where else to look.

From a diagnosis to sentences and links that apply the change. The engine never sees rows without
a word, so that its row numbers are translated to places among all rows of the state first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wordle_web.engine.diagnosis.diagnosis import Diagnosis, Fix
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.rows import Row
from wordle_web.engine.wording import ordinal
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


def no_match(state: HelperState, found: Diagnosis, path: str) -> NoMatch:
    """Return what to say and offer when no word fits the rows of `state`."""
    places = [place for place, row in enumerate(state.rows) if row.guess and not row.is_waiting]
    fixes = tuple(_fix_links(state, found, places, path))
    if found.impossible:
        faults = [(places[row], fault) for row, fault in found.impossible]
        nearest = [
            _row_link(state, row, fault.fix, _marks_label(state, row, fault.fix), path)
            for row, fault in faults
        ]
        counted = {link.url: link for link in fixes}
        known = {link.url for link in nearest}
        return NoMatch(
            headline=gettext("Impossible colors"),
            reasons=tuple(
                gettext(
                    "Row %(number)s: %(reason)s.", number=row + 1, reason=fault.message(gettext)
                )
                for row, fault in faults
            ),
            offer=gettext("Fix it"),
            fixes=(
                *(counted.get(link.url, link) for link in nearest),
                *(link for link in fixes if link.url not in known),
            ),
        )
    is_elsewhere = state.mode != DEFAULT_MODE and found.matching > 0
    return NoMatch(
        headline=gettext("No matching word on this site")
        if is_elsewhere
        else gettext("No matching word"),
        reasons=tuple(_reasons(found, places)),
        offer=gettext("Possible fixes"),
        fixes=fixes,
        all_words=_all_words_link(state, found.matching, path) if is_elsewhere else None,
    )


def _reasons(found: Diagnosis, places: list[int]) -> Iterator[str]:
    numbers = [format_decimal(places[row] + 1) for row in found.conflict]
    rows = list_text(numbers)
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


def _fix_links(
    state: HelperState, found: Diagnosis, places: list[int], path: str
) -> Iterator[Link]:
    """Yield every change worth offering, the likeliest first, then leaving out rows."""
    known = [fix for fix in found.fixes if fix.is_known]
    for fix in known[:MAX_FIXES]:
        row = places[fix.row]
        label = _fix_label(state, row, fix)
        yield _row_link(state, row, fix.turn, label, path, words_text(fix.words))
    if found.words_without and (len(found.at_fault) < len(places) or len(places) == 1):
        left_out = [places[row] for row in found.at_fault]
        kept = tuple(row for place, row in enumerate(state.rows) if place not in left_out)
        numbers = [format_decimal(row + 1) for row in left_out]
        label = (
            gettext("Remove rows %(rows)s", rows=list_text(numbers))
            if len(numbers) > 1
            else gettext("Remove row %(number)s", number=numbers[0])
        )
        url = state.with_rows(kept).address(path)
        yield Link(label, url, words_text(found.words_without))


def _row_link(
    state: HelperState, row: int, turn: Turn, label: str, path: str, note: str = ""
) -> Link:
    return Link(label, state.with_row(row, Row.of(turn)).address(path), note)


def _fix_label(state: HelperState, row: int, fix: Fix) -> str:
    if fix.kind != "letter":
        return _marks_label(state, row, fix.turn)
    return gettext(
        "Row %(number)s: %(new)s instead of %(old)s",
        number=row + 1,
        new=fix.turn.guess.upper(),
        old=state.rows[row].guess.upper(),
    )


def _marks_label(state: HelperState, row: int, turn: Turn) -> str:
    """Return a change of marks as an order: `Row 1: change the 2nd letter (R) to yellow`."""
    tiles = enumerate(
        zip(turn.guess, map(int, state.rows[row].marks[0]), turn.marks, strict=True), 1
    )
    changes = [_tile_text(place, letter, new) for place, (letter, old, new) in tiles if new != old]
    return gettext("Row %(number)s: %(change)s", number=row + 1, change=list_text(changes))


def _tile_text(place: int, letter: str, mark: int) -> str:
    return str(CHANGES[mark]) % {"place": ordinal(place, gettext), "letter": letter.upper()}


def _all_words_link(state: HelperState, words: int, path: str) -> Link:
    url = replace(state, mode=DEFAULT_MODE).address(path)
    return Link(gettext("Search all words"), url, words_text(words))
