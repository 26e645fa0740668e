"""Every edit of the helper's rows, and the form that asks for them.

An edit is a pure function from one state to the next; one that cannot be made raises `EditError`
and leaves the state as it is. The form is sent by GET: beside the state it carries what was typed
and which button was pressed. `act` returns the state that follows, and the view leads to that
state's own address.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.row_parser import ParsedRow, parse_rows
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.ui.game_urls import (
    MAX_ROWS,
    HelperState,
    InputRow,
    Pairs,
    Problem,
    excerpt,
    read_word,
)

MAX_DRAFT = 200
DRAFT = "draft"
TEXT_PREFIX = "text."


class EditError(ValueError):
    """An edit that cannot be made.

    Attributes:
        problem: What is wrong.
        partial: The state with what could be done; None where nothing could.
    """

    def __init__(self, kind: str, text: str = "", partial: HelperState | None = None) -> None:
        """Keep the facts; the page words them."""
        super().__init__(f"{kind}: {text}")
        self.problem = Problem(kind, text)
        self.partial = partial


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


def replace_row(state: HelperState, row: int, new: InputRow) -> HelperState:
    """Return `state` with `row` replaced by `new`."""
    _row_at(state, row)
    return replace(state, rows=(*state.rows[:row], new, *state.rows[row + 1 :]))


def delete_row(state: HelperState, row: int) -> HelperState:
    """Return `state` without `row`."""
    _row_at(state, row)
    return replace(state, rows=(*state.rows[:row], *state.rows[row + 1 :]))


def move_row(state: HelperState, row: int, by: int) -> HelperState:
    """Return `state` with `row` moved down by `by` places (up where negative), within the rows."""
    moved = _row_at(state, row)
    others = delete_row(state, row).rows
    place = min(max(row + by, 0), len(others))
    return replace(state, rows=(*others[:place], moved, *others[place:]))


def clear_rows(state: HelperState) -> HelperState:
    """Return `state` without any row, ready for another word on the same terms."""
    return replace(state, rows=(), own_guess="")


def with_length(state: HelperState, length: int, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` for words of another length; the rows, which cannot fit, go."""
    if length not in lengths:
        raise EditError("no-length", str(length))
    if length == state.length:
        return state
    return replace(state, length=length, rows=(), used=(), own_guess="")


def add_text(state: HelperState, text: str, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` with the rows found in `text` added.

    The first rows of all say how long the words are, where there are words of that length.

    Raises:
        EditError: when no row is found, or there would be too many; it carries the state with
            those that there is room for.
    """
    if not state.rows:
        state = with_length(state, _length_of(text, state.length, lengths))
    partial = None
    try:
        for entered in _rows_in(state, text):
            state = partial = add_row(state, entered.guess, entered.digits)
    except EditError as error:
        error.partial = partial
        raise
    return state


def _length_of(text: str, length: int, lengths: Sequence[int]) -> int:
    if parse_rows(text, length).rows:
        return length
    # The longest first: eight squares are two rows of four as well.
    for other in reversed(lengths):
        entered = parse_rows(text, other)
        if not entered.errors and any(row.marks for row in entered.rows):
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
        raise EditError("no-room", str(MAX_ROWS))
    row = InputRow(guess, digits or starting_digits(state, guess))
    return replace(
        state,
        rows=(*state.rows, row),
        own_guess="" if guess == state.own_guess else state.own_guess,
    )


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
    return replace_row(state, row, InputRow(guess, digits))


def starting_digits(state: HelperState, guess: str) -> str:
    """Return the marks a new row starts with: what is already known, and absent elsewhere.

    A letter on its known place starts green. A letter that must be in the word, and is not
    green in this row, starts yellow, since gray would contradict the rows above.
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


# A page asks this for every word that it offers.
@functools.lru_cache(maxsize=64)
def _known(turns: tuple[Turn, ...], length: int) -> Knowledge:
    return learn(turns, length)


def _row_at(state: HelperState, row: int) -> InputRow:
    if not 0 <= row < len(state.rows):
        raise EditError("no-row", str(row + 1))
    return state.rows[row]


def _rows_in(state: HelperState, text: str) -> tuple[ParsedRow, ...]:
    entered = parse_rows(text, state.length)
    if not entered.rows:
        error = entered.errors[0]
        raise EditError(error.kind, excerpt(error.text))
    odd = next((row.guess for row in entered.rows if row.guess and not read_word(row.guess)), "")
    if odd:
        raise EditError("word", excerpt(odd))
    return entered.rows


# Of each button: how many numbers, counted from 1, its value has, and the edit that it stands for.
BUTTONS: Mapping[str, tuple[int, Callable[..., HelperState]]] = {
    "tap": (2, lambda state, row, place: cycle_tile(state, row - 1, place - 1)),
    "set": (3, lambda state, row, place, mark: set_mark(state, row - 1, place - 1, mark)),
    "delete": (1, lambda state, row: delete_row(state, row - 1)),
    "up": (1, lambda state, row: move_row(state, row - 1, -1)),
    "down": (1, lambda state, row: move_row(state, row - 1, 1)),
    "clear": (1, lambda state, _: clear_rows(state)),
}
ACTIONS = frozenset({*BUTTONS, "add", "resize"})


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that an action leads to, and what could not be done.

    Attributes:
        state: The next state, as far as it could be reached.
        is_action: Whether anything was asked for besides a state.
        draft: What is left in the field for a new row.
        draft_problem: Why that text is no row.
        is_cut: Whether some of its rows were left out for want of room.
        problems: What was wrong with other fields and buttons.
    """

    state: HelperState
    is_action: bool = False
    draft: str = ""
    draft_problem: Problem | None = None
    is_cut: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether anything that was asked for could not be done."""
        return bool(self.draft_problem or self.problems)


def act(
    state: HelperState, pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS
) -> Outcome:
    """Return what follows when the form that shows `state` is sent with the fields `pairs`.

    There are words of `lengths`.
    """
    values = tuple(pairs)
    if not any(name in ACTIONS or name.startswith(TEXT_PREFIX) for name, _ in values):
        draft = next((value for name, value in values if name == DRAFT), "")
        return Outcome(state, draft=draft[:MAX_DRAFT])
    outcome = Outcome(state, is_action=True)
    # Texts before buttons, which move and delete rows: both go by the numbers of the page sent.
    for name, value in values:
        if name.startswith(TEXT_PREFIX):
            outcome = _with_text(outcome, name.removeprefix(TEXT_PREFIX), value)
    for name, value in values:
        if name in BUTTONS:
            outcome = _with_button(outcome, name, value.strip())
    for name, value in values:
        if name == "resize":
            outcome = _with_length(outcome, value.strip(), lengths)
    return _with_new_rows(outcome, values, lengths)


def _with_text(outcome: Outcome, number: str, text: str) -> Outcome:
    rows = {str(index + 1): index for index in range(len(outcome.state.rows))}
    index = rows.get(number)
    # The field of a row is always sent; a word that is there already is no edit.
    if index is None or not text.strip() or read_word(text) == outcome.state.rows[index].guess:
        return outcome
    return _edited(outcome, edit_text, index, text)


def _edited(outcome: Outcome, edit: Callable[..., HelperState], *arguments: object) -> Outcome:
    try:
        return replace(outcome, state=edit(outcome.state, *arguments))
    except EditError as error:
        return _with_problem(outcome, error.problem)


def _with_problem(outcome: Outcome, problem: Problem) -> Outcome:
    return replace(outcome, problems=(*outcome.problems, problem))


def _with_button(outcome: Outcome, name: str, value: str) -> Outcome:
    count, edit = BUTTONS[name]
    numbers = [whole_number(number, 0, MAX_NUMBER) for number in value.split(".")]
    if len(numbers) == count and None not in numbers:
        return _edited(outcome, edit, *numbers)
    return _with_problem(outcome, Problem("action", excerpt(f"{name}={value}")))


def _with_length(outcome: Outcome, value: str, lengths: Sequence[int]) -> Outcome:
    if value == str(outcome.state.length):
        return outcome
    length = whole_number(value, 0, MAX_NUMBER)
    if length is None:
        return _with_problem(outcome, Problem("action", excerpt(f"resize={value}")))
    return _edited(outcome, with_length, length, lengths)


def _with_new_rows(outcome: Outcome, values: Pairs, lengths: Sequence[int]) -> Outcome:
    text = "\n".join(value for name, value in values if name == "add" and value.strip())
    if not text:
        return outcome
    # Whoever taps a tile while typing a word has not finished the word.
    if any(name in BUTTONS for name, _ in values):
        return replace(outcome, draft=text[:MAX_DRAFT])
    try:
        return replace(outcome, state=add_text(outcome.state, text, lengths))
    except EditError as error:
        if error.partial:
            return replace(outcome, state=error.partial, is_cut=True)
        return replace(outcome, draft=text[:MAX_DRAFT], draft_problem=error.problem)
