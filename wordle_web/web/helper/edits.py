"""Every edit of the helper's rows, and the form that requests them.

An edit is a pure function from one state to the next; one that cannot be made raises `EditError`
and leaves the state as it is. Rows, boards and places count from 0. The form is sent by GET: beside
the state it carries what was typed and which button was pressed. `act` returns the next state, to
whose address the view redirects; a script is sent its page at once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from wordle_web.engine.feedback import all_correct, digits_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import HIDDEN, WAITING, Row, max_rows
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.web.helper.state import HelperState, is_marks, padded
from wordle_web.web.ui.queries import Pairs, Problem, excerpt, read_word

MAX_DRAFT = 200
DRAFT = "draft"
TEXT_PREFIX = "text."  # a field for the word of each row
MARKS_PREFIX = "marks."  # `marks.<row>.<board>` from 1: their tiles, which a script changes


class EditError(ValueError):
    """An edit that cannot be made.

    Attributes:
        partial: The state with what could be done; None where nothing could.
    """

    def __init__(self, kind: str, text: str = "", partial: HelperState | None = None) -> None:
        """Keep the facts; the page words them."""
        super().__init__(f"{kind}: {text}")
        self.problem = Problem(kind, text)
        self.partial = partial


def cycle_tile(state: HelperState, row: int, board: int, place: int) -> HelperState:
    """Return `state` with one tile's mark advanced: absent, present, correct, absent.

    Where there is no script; a script sends all marks of the board.
    The first mark set in a row gives its other tiles on that board their starting marks.
    """
    digits = _marks_at(state, row, board) or state.position.starting_marks(row, board)
    if not 0 <= place < state.length:
        raise EditError("no-tile")
    return set_mark(state, row, board, place, (int(digits[place]) + 1) % 3)


def set_mark(state: HelperState, row: int, board: int, place: int, mark: int) -> HelperState:
    """Return `state` with the tile at `place` set to `mark`."""
    digits = _marks_at(state, row, board) or state.position.starting_marks(row, board)
    if not (0 <= place < state.length and 0 <= mark <= 2):
        raise EditError("no-tile")
    return with_marks(state, row, board, f"{digits[:place]}{mark}{digits[place + 1 :]}")


def with_marks(state: HelperState, row: int, board: int, digits: str) -> HelperState:
    """Return `state` with the marks of a row on one board."""
    _marks_at(state, row, board)
    return state.with_row(row, state.rows[row].marked(board, digits))


def set_result(state: HelperState, row: int, board: int, pattern: int) -> HelperState:
    """Return `state` with the marks of a row on one board, by their pattern."""
    if not 0 <= pattern <= all_correct(state.length):
        raise EditError("no-tile")
    return with_marks(state, row, board, digits_of(pattern, state.length))


def gray_board(state: HelperState, row: int, board: int) -> HelperState:
    """Return `state` with the marks that a row starts with: gray but for what is known.

    Of several boards, one that was colored by mistake begins again; one alone keeps its colors.
    """
    if _marks_at(state, row, board) and state.count == 1:
        return state
    return with_marks(state, row, board, state.position.starting_marks(row, board))


def gray_rest(state: HelperState, row: int) -> HelperState:
    """Return `state` with the starting marks on every board that still waits in a row."""
    _row_at(state, row)
    for board in state.position.waiting(row):
        state = gray_board(state, row, board)
    return state


def delete_row(state: HelperState, row: int) -> HelperState:
    """Return `state` without `row`."""
    _row_at(state, row)
    return state.with_rows((*state.rows[:row], *state.rows[row + 1 :]))


def move_row(state: HelperState, row: int, by: int) -> HelperState:
    """Return `state` with `row` moved down by `by` places (up where negative), within the rows."""
    moved = _row_at(state, row)
    others = [*state.rows[:row], *state.rows[row + 1 :]]
    others.insert(min(max(row + by, 0), len(others)), moved)
    return state.with_rows(others)


def clear_rows(state: HelperState) -> HelperState:
    """Return `state` without any row, ready for another word with the same options."""
    return replace(state.with_rows(()), own_guess="")


def with_length(state: HelperState, length: int, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` for words of another length; the rows, which cannot fit, go."""
    if length not in lengths:
        raise EditError("no-length", str(length))
    if length == state.length:
        return state
    state = replace(clear_rows(state), used=())
    return replace(state, position=replace(state.position, length=length))


def with_count(state: HelperState, count: int) -> HelperState:
    """Return `state` for another number of boards, of which the first keep their marks."""
    rows = [replace(row, marks=padded(row.marks, count)) for row in state.rows]
    if count == 1:  # a board alone has no marks that are not shown, and does not wait for a word
        marks = ["" if row.marks[0] == HIDDEN else row.marks[0] for row in rows]
        rows = [row.marked(0, each) for row, each in zip(rows, marks, strict=True)]
        rows = [row for row in rows if row.guess or row.marks[0]][: max_rows(1)]
    in_turn = state.position.in_turn and count > 1
    position = replace(state.position, count=count, rows=(), in_turn=in_turn)
    state = replace(state, position=position.with_rows(rows), selected=None, sort="")
    return replace(state, hard=False, answers_only=False) if count > 1 else state


def add_text(
    state: HelperState, text: str, lengths: Sequence[int] = LENGTHS, lexicon: Lexicon | None = None
) -> HelperState:
    """Return `state` with the rows found in `text` added.

    The first rows of one board say how long the words are, where there are words of that length.
    Of several boards, marks alone are those of the boards that wait in the row that is edited.
    `lexicon` tells accented letters from plain ones, and words from colors.

    Raises:
        EditError: when no row is found, or there would be too many; it carries the state with
            those that there is room for.
    """
    if state.count == 1 and not state.rows:
        state = with_length(state, _length_of(text, state.length, lengths, lexicon))
    entered = _rows_in(state, text, lexicon)
    if state.count > 1 and len(entered) == 1 and not entered[0].guess and state.row is not None:
        return _with_waiting_marks(state, state.row, entered[0])
    partial = None
    for row in entered:
        try:
            state = partial = add_row(state, row)
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
        if not entered.errors and not all(row.is_waiting for row in entered.rows):
            return other
    return length


def _with_waiting_marks(state: HelperState, row: int, entered: Row) -> HelperState:
    marks = [each for each in entered.marks if each]
    waiting = state.position.waiting(row)
    if len(marks) > len(waiting):
        raise EditError("boards-many", str(len(marks)))
    for board, each in zip(waiting, marks, strict=False):
        state = with_marks(state, row, board, each)
    return state


def add_word(state: HelperState, guess: str, digits: str = "") -> HelperState:
    """Return `state` with a word more; without digits of the first board it waits for its colors.

    Raises:
        EditError: when there would be too many rows.
    """
    return add_row(state, Row(guess, padded([digits], state.count)))


def add_row(state: HelperState, row: Row) -> HelperState:
    """Return `state` with one row more, or with a word given to the first row without one.

    Raises:
        EditError: when there would be too many rows.
    """
    own_guess = "" if row.guess == state.own_guess else state.own_guess
    blank = next((index for index, each in enumerate(state.rows) if not each.guess), None)
    if blank is not None and not any(row.marks):
        named = replace(state.rows[blank], guess=row.guess)
        return replace(state.with_row(blank, named), selected=None)
    most = max_rows(state.count)
    if len(state.rows) >= most:
        raise EditError("no-room", str(most))
    return replace(state.with_rows((*state.rows, row)), own_guess=own_guess)


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
    marks = (new or was for new, was in zip(entered[0].marks, old.marks, strict=True))
    return state.with_row(row, Row(entered[0].guess or old.guess, tuple(marks)))


def _row_at(state: HelperState, row: int) -> Row:
    if not 0 <= row < len(state.rows):
        raise EditError("no-row", str(row + 1))
    return state.rows[row]


def _marks_at(state: HelperState, row: int, board: int) -> str:
    """Return the marks of a row on one board.

    Raises:
        EditError: there is no such row or board, or it shows none there.
    """
    marks = _row_at(state, row).marks
    if not 0 <= board < state.count or marks[board] == HIDDEN:
        raise EditError("no-tile")
    return marks[board]


def _rows_in(state: HelperState, text: str, lexicon: Lexicon | None) -> tuple[Row, ...]:
    entered = parse_rows(text, state.length, lexicon, state.count)
    if not entered.rows:
        error = entered.errors[0]
        raise EditError(error.kind, excerpt(error.text))
    odd = next((row.guess for row in entered.rows if row.guess and not read_word(row.guess)), "")
    if odd:
        raise EditError("word", excerpt(odd))
    return entered.rows


class Button(NamedTuple):
    """A button of the form: how many numbers its value has, counted from 1, and its edit.

    The first number is a row. Where there are several boards, the second is a board if the edit
    is one of a board; the helper of one board leaves it out.
    """

    numbers: int
    edit: Callable[..., HelperState]
    is_of_board: bool = True


BUTTONS: Mapping[str, Button] = {
    "tap": Button(3, lambda state, row, board, at: cycle_tile(state, row - 1, board - 1, at - 1)),
    "set": Button(
        4, lambda state, row, board, at, mark: set_mark(state, row - 1, board - 1, at - 1, mark)
    ),
    "gray": Button(2, lambda state, row, board: gray_board(state, row - 1, board - 1)),
    "result": Button(
        3, lambda state, row, board, pattern: set_result(state, row - 1, board - 1, pattern)
    ),
    "solved": Button(
        2,
        lambda state, row, board: set_result(state, row - 1, board - 1, all_correct(state.length)),
    ),
    "rest": Button(1, lambda state, row: gray_rest(state, row - 1), is_of_board=False),
    "delete": Button(1, lambda state, row: delete_row(state, row - 1), is_of_board=False),
    # No button of a page moves rows any more; addresses that did still do.
    "up": Button(1, lambda state, row: move_row(state, row - 1, -1), is_of_board=False),
    "down": Button(1, lambda state, row: move_row(state, row - 1, 1), is_of_board=False),
    "clear": Button(1, lambda state, _: clear_rows(state), is_of_board=False),
}
TRY = "try"  # a word that is being typed: taken where it is one, left in the field where not
ACTIONS = frozenset({*BUTTONS, TRY, "add", "resize"})
PREFIXES = (TEXT_PREFIX, MARKS_PREFIX)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that an action leads to, and what could not be done.

    Attributes:
        state: The next state, as far as it could be reached.
        draft: What is left in the field for a new row.
        draft_problem: Why that text is no row.
        is_truncated: Whether some of its rows were left out because there was no room.
        problems: What was wrong with other fields and buttons.
    """

    state: HelperState
    is_action: bool = False
    draft: str = ""
    draft_problem: Problem | None = None
    is_truncated: bool = False
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether a requested edit could not be made."""
        return bool(self.draft_problem or self.problems)

    def with_problem(self, problem: Problem) -> "Outcome":
        """Return the outcome with one more thing that could not be done."""
        return replace(self, problems=(*self.problems, problem))

    def edited(self, edit: Callable[..., HelperState], *arguments: object) -> "Outcome":
        """Return the outcome of one more edit."""
        try:
            return replace(self, state=edit(self.state, *arguments))
        except EditError as error:
            return self.with_problem(error.problem)


def act(
    state: HelperState,
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    lexicon: Lexicon | None = None,
) -> Outcome:
    """Return the outcome of submitting the form of `state` with the fields `pairs`.

    There are word lists for `lengths`; `lexicon` is the one of the state's length.
    """
    values = tuple(pairs)
    if not any(name in ACTIONS or name.startswith(PREFIXES) for name, _ in values):
        draft = next((value for name, value in values if name == DRAFT), "")
        return Outcome(state, draft=draft[:MAX_DRAFT])
    outcome = Outcome(_with_tapped_marks(state, values), is_action=True)
    # Texts before buttons, which move and delete rows: both go by the numbers of the page sent.
    for name, value in values:
        if name.startswith(TEXT_PREFIX):
            outcome = _with_text(outcome, name.removeprefix(TEXT_PREFIX), value, lexicon)
    for name, value in values:
        if name in BUTTONS:
            outcome = _pressed(outcome, name, value.strip())
        elif name == "resize":
            outcome = _with_length(outcome, value.strip(), lengths)
    tried = next((value for name, value in values if name == TRY), "")
    if tried:
        word = read_word(plain_letters(tried, lexicon.alphabet)) if lexicon else None
        if lexicon is None or word is None or word not in lexicon:
            return replace(outcome, draft=tried[:MAX_DRAFT])
        return outcome.edited(add_word, word)
    return _with_added(outcome, values, lengths, lexicon)


def _with_tapped_marks(state: HelperState, values: Pairs) -> HelperState:
    """Return `state` with the marks that a script has changed on the page."""
    for name, value in values:
        numbers = name.removeprefix(MARKS_PREFIX).split(".")
        if not name.startswith(MARKS_PREFIX) or len(numbers) != 2:
            continue
        row, board = (whole_number(each, 1, MAX_NUMBER) or 0 for each in numbers)
        if not (row <= len(state.rows) and 0 < board <= state.count and row):
            continue
        now = state.rows[row - 1].marks[board - 1]
        is_open = now != HIDDEN and value not in {WAITING, HIDDEN, now}
        if is_open and is_marks(value, state.position):
            state = with_marks(state, row - 1, board - 1, value)
    return state


def _with_text(outcome: Outcome, number: str, text: str, lexicon: Lexicon | None) -> Outcome:
    rows = {str(index + 1): index for index in range(len(outcome.state.rows))}
    index = rows.get(number)
    # The field of a row is always sent; a word that is there already is no edit.
    if index is None or not text.strip() or read_word(text) == outcome.state.rows[index].guess:
        return outcome
    return outcome.edited(edit_text, index, text, lexicon)


def _pressed(outcome: Outcome, name: str, value: str) -> Outcome:
    button = BUTTONS[name]
    texts = value.split(".")
    if button.is_of_board and outcome.state.count == 1:
        texts.insert(1, "1")
    numbers = [whole_number(each, 0, MAX_NUMBER) for each in texts]
    if len(numbers) != button.numbers or None in numbers:
        return outcome.with_problem(Problem("action", excerpt(f"{name}={value}")))
    return outcome.edited(button.edit, *numbers)


def _with_length(outcome: Outcome, value: str, lengths: Sequence[int]) -> Outcome:
    if value == str(outcome.state.length):
        return outcome
    length = whole_number(value, 0, MAX_NUMBER)
    if length is None:
        return outcome.with_problem(Problem("action", excerpt(f"resize={value}")))
    return outcome.edited(with_length, length, lengths)


def _with_added(
    outcome: Outcome, values: Pairs, lengths: Sequence[int], lexicon: Lexicon | None
) -> Outcome:
    """Return the outcome of typing or pasting rows."""
    text = "\n".join(value for name, value in values if name == "add" and value.strip())
    # Whoever taps a tile while typing a word has not finished the word.
    if not text or any(name in BUTTONS for name, _ in values):
        return replace(outcome, draft=text[:MAX_DRAFT])
    try:
        return replace(outcome, state=add_text(outcome.state, text, lengths, lexicon))
    except EditError as error:
        if error.partial:
            return replace(outcome, state=error.partial, is_truncated=True)
        return replace(outcome, draft=text[:MAX_DRAFT], draft_problem=error.problem)
