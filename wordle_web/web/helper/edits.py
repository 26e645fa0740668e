"""Every edit of the helper's rows.

An edit is a pure function from one state to the next; one that cannot be made raises `EditError`
and leaves the state as it is. Rows, boards and places count from 0.
"""

from collections.abc import Sequence
from dataclasses import replace

from wordle_web.engine.feedback import all_correct, digits_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import HIDDEN, Row, max_rows
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.state import HelperState, padded
from wordle_web.web.ui.queries import Problem, excerpt, read_word


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
