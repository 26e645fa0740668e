"""No word left: why, which single change brings words back, and where else to look.

From a diagnosis to sentences and links that apply the change. Knows Flask only through the
wording.
"""

from collections.abc import Iterator
from dataclasses import replace

from wordle_web.engine.diagnosis import Diagnosis, Mend
from wordle_web.engine.knowledge import Knowledge
from wordle_web.game.wording import ordinal
from wordle_web.web.helper_contexts import DeadEnd, Link
from wordle_web.web.helper_edits import delete_row, replace_row, starting_digits
from wordle_web.web.helper_page import fact_texts, mend_text
from wordle_web.web.helper_state import HelperState, Row, with_rows
from wordle_web.web.helper_wording import format_decimal, words_left
from wordle_web.web.i18n import gettext

MOST_MENDS = 6


def dead_end(state: HelperState, found: Diagnosis, path: str) -> DeadEnd:
    """Return what to say and offer when no word fits the rows of `state`."""
    return DeadEnd(
        headline=_headline(found),
        reasons=tuple(_reasons(state, found)),
        mends=tuple(_mend_links(state, found, path)),
        wider=tuple(_wider_links(state, found, path)),
    )


def row_numbers(state: HelperState) -> tuple[int, ...]:
    """Return the number, from 0, of each row that counts: the engine never sees the others."""
    return tuple(number for number, row in enumerate(state.rows) if row.guess)


def _headline(found: Diagnosis) -> str:
    """Return the main thing that is wrong."""
    if found.impossible:
        return gettext("These colours are impossible.")
    if found.wider:
        return gettext("No word of this pool fits.")
    return gettext("No word fits.")


def _reasons(state: HelperState, found: Diagnosis) -> Iterator[str]:
    """Yield which rows disagree, or what is known where they do not."""
    if found.impossible:
        yield gettext("Mend the row that is named above the answer, then words come back.")
        return
    if is_untouched(state):
        number = len(state.rows)
        yield gettext(
            "Row %(number)s still has the colours it began with. Tap its tiles until they match.",
            number=number,
        )
    numbers = [format_decimal(row_numbers(state)[row] + 1) for row in found.conflict]
    if found.knowledge.is_contradictory and len(numbers) > 1:
        yield gettext("Rows %(rows)s contradict each other.", rows=_listed(numbers))
    elif len(numbers) > 1:
        yield gettext("Rows %(rows)s leave no word that we know.", rows=_listed(numbers))
    elif numbers:
        yield gettext("Row %(rows)s by itself leaves no word that we know.", rows=numbers[0])
    if not found.knowledge.is_contradictory:
        yield known_text(found.knowledge)


def is_untouched(state: HelperState) -> bool:
    """Whether the last row has nothing but the marks that a new row begins with."""
    if not state.rows or state.rows[-1].is_blank:
        return False
    row = state.rows[-1]
    return row.digits == starting_digits(with_rows(state, state.rows[:-1]), row.guess)


def known_text(knowledge: Knowledge) -> str:
    """Return what is known of a word that nobody's list has, as one sentence."""
    places = "".join(
        knowledge.places.get(place, "_").upper() for place in range(len(knowledge.possible))
    )
    facts = ". ".join([" ".join(places), *fact_texts(knowledge)])
    return gettext("This much is known of the word: %(facts)s.", facts=facts)


def _listed(items: list[str]) -> str:
    """Return `1, 2 and 3`."""
    return gettext(" and ").join([", ".join(items[:-1]), items[-1]])


def _mend_links(state: HelperState, found: Diagnosis, path: str) -> Iterator[Link]:
    """Yield every change worth offering as a link that makes it, the likeliest first."""
    numbers = row_numbers(state)
    for mend in found.mends[:MOST_MENDS]:
        row = numbers[mend.row]
        yield Link(
            _mend_label(state, row, mend),
            replace_row(state, row, _row_of(mend)).address(path),
            words_left(mend.words),
        )
    if len(found.at_fault) == 1 and found.words_without:
        row = numbers[found.at_fault[0]]
        label = gettext("Leave out row %(number)s", number=row + 1)
        yield Link(label, delete_row(state, row).address(path), words_left(found.words_without))


def _row_of(mend: Mend) -> Row:
    """Return the row that a mend makes."""
    guess, _, digits = mend.turn.text().partition(":")
    return Row(guess, digits)


def _mend_label(state: HelperState, row: int, mend: Mend) -> str:
    """Return a change in words: `Row 2: make the 1st letter, S, yellow`."""
    old = state.rows[row].turn
    if mend.kind == "letter":
        return gettext(
            "Row %(number)s: %(new)s in place of %(old)s (%(place)s letter)",
            number=row + 1,
            new=mend.turn.guess.upper(),
            old=old.guess.upper(),
            place=ordinal(mend.place + 1, gettext),
        )
    change = mend_text(old, mend.turn)
    return gettext(
        "Row %(number)s: %(change)s", number=row + 1, change=change[:1].lower() + change[1:]
    )


def _wider_links(state: HelperState, found: Diagnosis, path: str) -> Iterator[Link]:
    """Yield the wider list, where it has words that this one lacks."""
    if state.mode != "real" and found.wider:
        label = gettext("Look among all words")
        yield Link(label, replace(state, mode="real").address(path), words_left(found.wider))
