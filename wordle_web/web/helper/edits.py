"""Every edit of the helper's rows, and the form that requests them.

An edit is a pure function from one state to the next; one that cannot be made raises `EditError`
and leaves the state as it is. The form is sent by GET: beside the state it carries what was typed
and which button was pressed. `act` returns the next state, and the view redirects to its
address.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from wordle_web.engine.knowledge import Knowledge, Turn, learn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.row_parser import ParsedRow, parse_rows
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.state import HelperState, State
from wordle_web.web.ui.queries import MAX_ROWS, InputRow, Pairs, Problem, excerpt, read_word

MAX_DRAFT = 200
DRAFT = "draft"
TEXT_PREFIX = "text."

# Of each button: how many numbers, counted from 1, its value has, and its edit.
Buttons = Mapping[str, tuple[int, Callable[..., State]]]


class EditError(ValueError):
    """An edit that cannot be made.

    Attributes:
        partial: The state with what could be done; None where nothing could.
    """

    def __init__(self, kind: str, text: str = "", partial: Any = None) -> None:
        """Keep the facts; the page words them."""
        super().__init__(f"{kind}: {text}")
        self.problem = Problem(kind, text)
        self.partial = partial


def cycle_tile(state: HelperState, row: int, place: int) -> HelperState:
    """Return `state` with one tile's mark advanced: absent, present, correct, absent.

    The first mark set in a row without colors gives its other tiles their starting marks.
    """
    old = color_row(state, row).rows[row]
    if not 0 <= place < state.length:
        raise EditError("no-tile")
    return set_mark(state, row, place, (old.marks[place] + 1) % 3)


def set_mark(state: HelperState, row: int, place: int, mark: int) -> HelperState:
    """Return `state` with the tile at `place` of `row` set to `mark`."""
    old = color_row(state, row).rows[row]
    if not (0 <= place < state.length and 0 <= mark <= 2):
        raise EditError("no-tile")
    digits = f"{old.digits[:place]}{mark}{old.digits[place + 1 :]}"
    return replace_row(state, row, replace(old, digits=digits))


def color_row(state: HelperState, row: int) -> HelperState:
    """Return `state` with the starting colors for `row`, where it has none yet."""
    old = _row_at(state, row)
    if old.digits:
        return state
    return replace_row(state, row, replace(old, digits=starting_digits(state, old.guess)))


def replace_row(state: HelperState, row: int, new: InputRow) -> HelperState:
    """Return `state` with `row` replaced by `new`."""
    _row_at(state, row)
    return _with_rows(state, (*state.rows[:row], new, *state.rows[row + 1 :]))


def delete_row(state: HelperState, row: int) -> HelperState:
    """Return `state` without `row`."""
    _row_at(state, row)
    return _with_rows(state, (*state.rows[:row], *state.rows[row + 1 :]))


def move_row(state: HelperState, row: int, by: int) -> HelperState:
    """Return `state` with `row` moved down by `by` places (up where negative), within the rows."""
    moved = _row_at(state, row)
    others = delete_row(state, row).rows
    place = min(max(row + by, 0), len(others))
    return _with_rows(state, (*others[:place], moved, *others[place:]))


def clear_rows(state: HelperState) -> HelperState:
    """Return `state` without any row, ready for another word with the same options."""
    return replace(_with_rows(state, ()), own_guess="")


def with_length(state: HelperState, length: int, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` for words of another length; the rows, which cannot fit, go."""
    if length not in lengths:
        raise EditError("no-length", str(length))
    if length == state.length:
        return state
    return replace(_with_rows(state, ()), length=length, used=(), own_guess="")


def add_text(
    state: HelperState, text: str, lengths: Sequence[int] = LENGTHS, lexicon: Lexicon | None = None
) -> HelperState:
    """Return `state` with the rows found in `text` added.

    The first rows of all say how long the words are, where there are words of that length.
    `lexicon` tells accented letters from plain ones, and words from colors.

    Raises:
        EditError: when no row is found, or there would be too many; it carries the state with
            those that there is room for.
    """
    if not state.rows:
        state = with_length(state, _length_of(text, state.length, lengths, lexicon))
    partial = None
    try:
        for entered in _rows_in(state, text, lexicon):
            state = partial = add_row(state, entered.guess, entered.digits)
    except EditError as error:
        error.partial = partial
        raise
    return state


def _length_of(text: str, length: int, lengths: Sequence[int], lexicon: Lexicon | None) -> int:
    if parse_rows(text, length, lexicon).rows:
        return length
    # The longest first: eight squares are two rows of four as well.
    for other in reversed(lengths):
        entered = parse_rows(text, other, lexicon)
        if not entered.errors and any(row.marks for row in entered.rows):
            return other
    return length


def add_row(state: HelperState, guess: str, digits: str = "") -> HelperState:
    """Return `state` with one row more, or with the word given to the first row without one.

    A row without digits waits for its colors.

    Raises:
        EditError: when there would be too many rows.
    """
    blank = next((index for index, row in enumerate(state.rows) if row.is_blank), None)
    if blank is not None and not digits:
        return replace_row(state, blank, replace(state.rows[blank], guess=guess))
    if len(state.rows) >= MAX_ROWS:
        raise EditError("no-room", str(MAX_ROWS))
    own_guess = "" if guess == state.own_guess else state.own_guess
    rows = (*state.rows, InputRow(guess, digits))
    return replace(_with_rows(state, rows), own_guess=own_guess)


def edit_text(
    state: HelperState, row: int, text: str, lexicon: Lexicon | None = None
) -> HelperState:
    """Return `state` with `row` rewritten: a word keeps its marks, marks keep the word.

    Raises:
        EditError: when `text` is not one row, or there is no such row.
    """
    old = _row_at(state, row)
    entered = _rows_in(state, text, lexicon)
    if len(entered) != 1:
        raise EditError("nothing")
    guess, digits = entered[0].guess or old.guess, entered[0].digits or old.digits
    return replace_row(state, row, InputRow(guess, digits))


def _with_rows(state: HelperState, rows: tuple[InputRow, ...]) -> HelperState:
    # Whoever was given the word as a hint wants to find the next one alone again.
    return replace(state, rows=rows, hint=min(state.hint, 1))


def starting_digits(state: HelperState, guess: str) -> str:
    """Return the marks a row starts with: what is already known, and absent elsewhere."""
    return known_digits(state.turns, guess)


def known_digits(turns: tuple[Turn, ...], guess: str) -> str:
    """Return what turns tell of the marks of a guess, and absent elsewhere.

    A letter on its known place starts green. A letter that must be in the word, and is not
    green in this row, starts yellow, since gray would contradict the rows above.
    """
    known = _known(turns, len(guess))
    if known.is_contradictory:
        return "0" * len(guess)
    places = known.positions
    digits = ["2" if places.get(place) == letter else "0" for place, letter in enumerate(guess)]
    missing = Counter(dict(known.at_least))
    missing.subtract(letter for letter, digit in zip(guess, digits, strict=True) if digit == "2")
    for place, letter in enumerate(guess):
        if digits[place] == "0" and missing[letter] > 0:
            digits[place] = "1"
            missing[letter] -= 1
    return "".join(digits)


# A page asks this for every word that it offers. 64 of 26 kB: 1.7 MB at most.
@functools.lru_cache(maxsize=64)
def _known(turns: tuple[Turn, ...], length: int) -> Knowledge:
    return learn(turns, length)


def _row_at(state: HelperState, row: int) -> InputRow:
    if not 0 <= row < len(state.rows):
        raise EditError("no-row", str(row + 1))
    return state.rows[row]


def _rows_in(state: HelperState, text: str, lexicon: Lexicon | None) -> tuple[ParsedRow, ...]:
    entered = parse_rows(text, state.length, lexicon)
    if not entered.rows:
        error = entered.errors[0]
        raise EditError(error.kind, excerpt(error.text))
    odd = next((row.guess for row in entered.rows if row.guess and not read_word(row.guess)), "")
    if odd:
        raise EditError("word", excerpt(odd))
    return entered.rows


BUTTONS: Buttons[HelperState] = {
    "tap": (2, lambda state, row, place: cycle_tile(state, row - 1, place - 1)),
    "set": (3, lambda state, row, place, mark: set_mark(state, row - 1, place - 1, mark)),
    "gray": (1, lambda state, row: color_row(state, row - 1)),
    "delete": (1, lambda state, row: delete_row(state, row - 1)),
    "up": (1, lambda state, row: move_row(state, row - 1, -1)),
    "down": (1, lambda state, row: move_row(state, row - 1, 1)),
    "clear": (1, lambda state, _: clear_rows(state)),
}
TRY = "try"  # a word that is being typed: taken where it is one, left in the field where not
ACTIONS = frozenset({*BUTTONS, TRY, "add", "resize"})


@dataclass(frozen=True, slots=True)
class Outcome(Generic[State]):
    """The state that an action leads to, and what could not be done.

    Attributes:
        state: The next state, as far as it could be reached.
        draft: What is left in the field for a new row.
        draft_problem: Why that text is no row.
        is_truncated: Whether some of its rows were left out because there was no room.
        problems: What was wrong with other fields and buttons.
    """

    state: State
    is_action: bool = False
    draft: str = ""
    draft_problem: Problem | None = None
    is_truncated: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether a requested edit could not be made."""
        return bool(self.draft_problem or self.problems)

    def with_problem(self, problem: Problem) -> "Outcome[State]":
        """Return the outcome with one more thing that could not be done."""
        return replace(self, problems=(*self.problems, problem))

    def edited(self, edit: Callable[..., State], *arguments: object) -> "Outcome[State]":
        """Return the outcome of one more edit."""
        try:
            return replace(self, state=edit(self.state, *arguments))
        except EditError as error:
            return self.with_problem(error.problem)

    def pressed(self, buttons: Buttons[State], values: Pairs) -> "Outcome[State]":
        """Return the outcome of the buttons among the fields."""
        outcome = self
        for name, value in values:
            if name not in buttons:
                continue
            count, edit = buttons[name]
            numbers = [whole_number(each, 0, MAX_NUMBER) for each in value.strip().split(".")]
            if len(numbers) == count and None not in numbers:
                outcome = outcome.edited(edit, *numbers)
            else:
                problem = Problem("action", excerpt(f"{name}={value.strip()}"))
                outcome = outcome.with_problem(problem)
        return outcome

    def with_rows(
        self, buttons: Buttons[State], values: Pairs, add: Callable[[State, str], State]
    ) -> "Outcome[State]":
        """Return the outcome of typing or pasting rows, which `add` reads."""
        text = "\n".join(value for name, value in values if name == "add" and value.strip())
        # Whoever taps a tile while typing a word has not finished the word.
        if not text or any(name in buttons for name, _ in values):
            return replace(self, draft=text[:MAX_DRAFT])
        try:
            return replace(self, state=add(self.state, text))
        except EditError as error:
            if error.partial:
                return replace(self, state=error.partial, is_truncated=True)
            return replace(self, draft=text[:MAX_DRAFT], draft_problem=error.problem)


def act(
    state: HelperState,
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    lexicon: Lexicon | None = None,
) -> Outcome[HelperState]:
    """Return the outcome of submitting the form of `state` with the fields `pairs`.

    There are word lists for `lengths`; `lexicon` is the one of the state's length.
    """
    values = tuple(pairs)
    if not any(name in ACTIONS or name.startswith(TEXT_PREFIX) for name, _ in values):
        draft = next((value for name, value in values if name == DRAFT), "")
        return Outcome(state, draft=draft[:MAX_DRAFT])
    outcome = Outcome(state, is_action=True)
    # Texts before buttons, which move and delete rows: both go by the numbers of the page sent.
    for name, value in values:
        if name.startswith(TEXT_PREFIX):
            outcome = _with_text(outcome, name.removeprefix(TEXT_PREFIX), value, lexicon)
    outcome = outcome.pressed(BUTTONS, values)
    for name, value in values:
        if name == "resize":
            outcome = _with_length(outcome, value.strip(), lengths)
    tried = next((value for name, value in values if name == TRY), "")
    if tried:
        word = read_word(plain_letters(tried, lexicon.alphabet)) if lexicon else None
        if lexicon is None or word is None or word not in lexicon:
            return replace(outcome, draft=tried[:MAX_DRAFT])
        return outcome.edited(add_row, word)
    return outcome.with_rows(
        BUTTONS, values, lambda state, text: add_text(state, text, lengths, lexicon)
    )


def _with_text(
    outcome: Outcome[HelperState], number: str, text: str, lexicon: Lexicon | None
) -> Outcome[HelperState]:
    rows = {str(index + 1): index for index in range(len(outcome.state.rows))}
    index = rows.get(number)
    # The field of a row is always sent; a word that is there already is no edit.
    if index is None or not text.strip() or read_word(text) == outcome.state.rows[index].guess:
        return outcome
    return outcome.edited(edit_text, index, text, lexicon)


def _with_length(
    outcome: Outcome[HelperState], value: str, lengths: Sequence[int]
) -> Outcome[HelperState]:
    if value == str(outcome.state.length):
        return outcome
    length = whole_number(value, 0, MAX_NUMBER)
    if length is None:
        return outcome.with_problem(Problem("action", excerpt(f"resize={value}")))
    return outcome.edited(with_length, length, lengths)
