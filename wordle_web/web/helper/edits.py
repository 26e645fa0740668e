"""Every edit of the helper's rows, as a pure function from one state to the next.

An edit that cannot be made raises `EditError`; the state it was asked of is untouched.
"""

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.row_parser import ParsedRow, parse_rows
from wordle_web.web.helper.state import (
    LENGTHS,
    MAX_ROWS,
    HelperState,
    Row,
    excerpt,
    read_word,
    with_rows,
)

EditKind = Literal["no-row", "no-tile", "marks", "word", "nothing", "too-many-rows", "length"]


class EditError(ValueError):
    """An edit that cannot be made.

    Attributes:
        kind: What is wrong.
        text: What it is about.
        reached: The state with what could be done; None where nothing could.
    """

    def __init__(self, kind: EditKind, text: str = "", reached: HelperState | None = None) -> None:
        """Keep the facts; the page words them."""
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.text = text
        self.reached = reached


def cycle_tile(state: HelperState, row: int, place: int) -> HelperState:
    """Return `state` with one tile turned on: absent, present, correct, absent."""
    old = _row_at(state, row)
    if not 0 <= place < state.length:
        raise EditError("no-tile", str(place + 1))
    return set_mark(state, row, place, (old.marks[place] + 1) % 3)


def set_mark(state: HelperState, row: int, place: int, mark: int) -> HelperState:
    """Return `state` with the tile at `place` of `row` set to `mark`."""
    old = _row_at(state, row)
    if not (0 <= place < state.length and 0 <= mark <= 2):
        raise EditError("no-tile", str(place + 1))
    digits = f"{old.digits[:place]}{mark}{old.digits[place + 1 :]}"
    return replace_row(state, row, replace(old, digits=digits))


def replace_row(state: HelperState, row: int, new: Row) -> HelperState:
    """Return `state` with `row` replaced by `new`."""
    _row_at(state, row)
    return with_rows(state, (*state.rows[:row], new, *state.rows[row + 1 :]))


def delete_row(state: HelperState, row: int) -> HelperState:
    """Return `state` without `row`."""
    _row_at(state, row)
    return with_rows(state, (*state.rows[:row], *state.rows[row + 1 :]))


def move_row(state: HelperState, row: int, by: int) -> HelperState:
    """Return `state` with `row` moved down by `by` places (up where negative), within the rows."""
    moved = _row_at(state, row)
    others = delete_row(state, row).rows
    place = min(max(row + by, 0), len(others))
    return with_rows(state, (*others[:place], moved, *others[place:]))


def clear_rows(state: HelperState) -> HelperState:
    """Return `state` without any row, ready for another word on the same terms."""
    return replace(state, rows=(), mine="")


def with_length(state: HelperState, length: int) -> HelperState:
    """Return `state` for words of another length; the rows, which cannot fit, go."""
    if length not in LENGTHS:
        raise EditError("length", str(length))
    if length == state.length:
        return state
    return replace(state, length=length, rows=(), used=(), mine="")


def add_text(state: HelperState, text: str, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` with the rows found in `text` added.

    The first rows of all say how long the words are, where there are words of that length.

    Raises:
        EditError: when no row is found, or there would be too many; it carries the state with
            those that there is room for.
    """
    if not state.rows:
        state = with_length(state, _length_of(text, state.length, lengths))
    reached = None
    try:
        for entered in _rows_in(state, text):
            state = reached = add_row(state, entered.guess, entered.digits)
    except EditError as error:
        raise EditError(error.kind, error.text, reached) from error
    return state


def _length_of(text: str, length: int, lengths: Sequence[int]) -> int:
    """Return `length`, or of `lengths` that of the marked rows in `text`."""
    if parse_rows(text, length).rows:
        return length
    for other in reversed(lengths):
        found = parse_rows(text, other)
        if not found.errors and any(row.marks for row in found.rows):
            return other
    return length


def add_row(state: HelperState, guess: str, digits: str = "") -> HelperState:
    """Return `state` with one row more, or with the word given to the first row without one.

    A row without digits starts with the marks that are known already.

    Raises:
        EditError: when there would be too many rows.
    """
    blank = next((index for index, row in enumerate(state.rows) if row.is_blank), None)
    if blank is not None and not digits:
        return replace_row(state, blank, replace(state.rows[blank], guess=guess))
    if len(state.rows) >= MAX_ROWS:
        raise EditError("too-many-rows", str(MAX_ROWS))
    row = Row(guess, digits or starting_digits(state, guess))
    return replace(state, rows=(*state.rows, row), mine="" if guess == state.mine else state.mine)


def edit_text(state: HelperState, row: int, text: str) -> HelperState:
    """Return `state` with `row` rewritten: a word keeps its marks, marks keep the word.

    Raises:
        EditError: when `text` is not one row, or there is no such row.
    """
    old = _row_at(state, row)
    entered = _rows_in(state, text)
    if len(entered) != 1:
        raise EditError("nothing")
    guess, digits = entered[0].guess or old.guess, entered[0].digits or old.digits
    return replace_row(state, row, Row(guess, digits))


def starting_digits(state: HelperState, guess: str) -> str:
    """Return the marks a new row starts with: what is already known, and absent elsewhere.

    A letter on its known place starts green. A letter that must be in the word, and is not
    green in this row, starts yellow, since grey would contradict the rows above.
    """
    known = _known(state.turns, state.length)
    if known.is_contradictory:
        return "0" * state.length
    places = known.positions
    digits = ["2" if places.get(place) == letter else "0" for place, letter in enumerate(guess)]
    missing = Counter(dict(known.at_least))
    missing.subtract(letter for letter, digit in zip(guess, digits, strict=True) if digit == "2")
    for place, letter in enumerate(guess):
        if digits[place] == "0" and missing[letter] > 0:
            digits[place] = "1"
            missing[letter] -= 1
    return "".join(digits)


@functools.lru_cache(maxsize=64)
def _known(turns: tuple[Turn, ...], length: int) -> Knowledge:
    """Return what turns tell; a page asks this for every word that it offers."""
    return learn(turns, length)


def _row_at(state: HelperState, row: int) -> Row:
    """Return the row at `row`, or refuse."""
    if not 0 <= row < len(state.rows):
        raise EditError("no-row", str(row + 1))
    return state.rows[row]


def _rows_in(state: HelperState, text: str) -> tuple[ParsedRow, ...]:
    """Return the rows that `text` holds, or refuse with the reason why it holds none."""
    entered = parse_rows(text, state.length)
    if not entered.rows:
        error = entered.errors[0]
        raise EditError(error.kind, excerpt(error.text))
    odd = next((row.guess for row in entered.rows if row.guess and not read_word(row.guess)), "")
    if odd:
        raise EditError("word", excerpt(odd))
    return entered.rows
