"""Every edit of the rows of several boards, and the form that requests them.

As in the helper of one board, an edit is a pure function from one state to the next, and the form
is sent by GET with the state, what was typed and the button that was pressed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from wordle_web.engine.boards.grids import read_grids
from wordle_web.parsing import whole_number
from wordle_web.web.helper.boards_state import (
    HIDDEN,
    MAX_ROWS,
    WAITING,
    BoardsHelperState,
    BoardsRow,
    is_marks,
    normalized,
    padded,
)
from wordle_web.web.helper.edits import Buttons, EditError, Outcome, known_digits
from wordle_web.web.ui.queries import Pairs, excerpt

MARKS_PREFIX = "marks."  # a field for each board of the row that is edited


def starting_marks(state: BoardsHelperState, row: int, board: int) -> str:
    """Return what the rows before one tell of its marks on a board, and absent elsewhere."""
    return known_digits(state.turns_of(board, row), state.rows[row].guess)


def cycle_tile(state: BoardsHelperState, row: int, board: int, place: int) -> BoardsHelperState:
    """Return `state` with the next mark on one tile: absent, present, correct.

    Raises:
        EditError: there is no such tile.
    """
    marks = _marks_at(state, row, board)
    if not 0 <= place < state.length:
        raise EditError("no-tile")
    now = marks or starting_marks(state, row, board) or "0" * state.length  # without a word
    turned = str((int(now[place]) + 1) % 3)
    return _with_marks(state, row, board, now[:place] + turned + now[place + 1 :])


def gray_board(state: BoardsHelperState, row: int, board: int) -> BoardsHelperState:
    """Return `state` with the marks that a board starts with: gray but for what is known.

    Raises:
        EditError: there is no such board.
    """
    _marks_at(state, row, board)
    return _with_marks(state, row, board, starting_marks(state, row, board))


def gray_rest(state: BoardsHelperState, row: int) -> BoardsHelperState:
    """Return `state` with the marks of every board that still waits in a row.

    Raises:
        EditError: there is no such row.
    """
    _row_at(state, row)
    for board in state.waiting(row):
        state = _with_marks(state, row, board, starting_marks(state, row, board))
    return state


def solve_board(state: BoardsHelperState, row: int, board: int) -> BoardsHelperState:
    """Return `state` with a board solved by the word of a row.

    Raises:
        EditError: there is no such board.
    """
    _marks_at(state, row, board)
    return _with_marks(state, row, board, "2" * state.length)


def delete_row(state: BoardsHelperState, row: int) -> BoardsHelperState:
    """Return `state` without a row.

    Raises:
        EditError: there is no such row.
    """
    _row_at(state, row)
    rows = state.rows[:row] + state.rows[row + 1 :]
    return normalized(replace(state, rows=rows, selected=None))


def add_word(state: BoardsHelperState, guess: str) -> BoardsHelperState:
    """Return `state` with a word more, or with the word given to the first row without one.

    Raises:
        EditError: there would be too many rows.
    """
    blank = next((index for index, row in enumerate(state.rows) if not row.guess), None)
    if blank is not None:
        rows = list(state.rows)
        rows[blank] = replace(rows[blank], guess=guess)
        return replace(state, rows=tuple(rows), selected=None)
    return _with_rows(state, [BoardsRow(guess, padded([], state.count))])


def add_text(
    state: BoardsHelperState, text: str, alphabet: str, words: Callable[[str], bool]
) -> BoardsHelperState:
    """Return `state` with the rows in a text.

    A word begins a row; marks alone are those of the boards that wait, in order; grids side by
    side or below each other are those of the boards from the first on.

    Args:
        state: The state.
        text: What was typed or pasted.
        alphabet: Letters that it lacks lose their accents.
        words: Whether a text is a word; letters that are marks as well are marks if not.

    Raises:
        EditError: there is no row in it, or too many.
    """
    found = read_grids(text, state.length, state.count, alphabet, words)
    if found.error:
        raise EditError(found.error, excerpt(found.text))
    open_row = state.row
    if len(found.rows) == 1 and not found.rows[0].guess and open_row is not None:
        return _with_waiting_marks(state, open_row, found.rows[0].marks)
    for row in found.rows:
        if row.guess and not any(row.marks):
            state = add_word(state, row.guess)
        else:
            state = _with_rows(state, [BoardsRow(row.guess, padded(row.marks, state.count))])
    return state


def _with_waiting_marks(
    state: BoardsHelperState, row: int, marks: Sequence[str]
) -> BoardsHelperState:
    waiting = state.waiting(row)
    if len(marks) > len(waiting):
        raise EditError("boards-many", str(len(marks)))
    for board, each in zip(waiting, marks, strict=False):
        state = _with_marks(state, row, board, each)
    return state


def _with_rows(state: BoardsHelperState, rows: Sequence[BoardsRow]) -> BoardsHelperState:
    if len(state.rows) + len(rows) > MAX_ROWS:
        raise EditError("no-room", str(MAX_ROWS))
    return normalized(replace(state, rows=(*state.rows, *rows), selected=None))


def _row_at(state: BoardsHelperState, row: int) -> BoardsRow:
    if not 0 <= row < len(state.rows):
        raise EditError("no-row", str(row + 1))
    return state.rows[row]


def _marks_at(state: BoardsHelperState, row: int, board: int) -> str:
    marks = _row_at(state, row).marks
    if not 0 <= board < state.count or marks[board] == HIDDEN:
        raise EditError("no-tile")
    return marks[board]


def _with_marks(state: BoardsHelperState, row: int, board: int, marks: str) -> BoardsHelperState:
    return normalized(_replaced(state, row, board, marks))


def _replaced(state: BoardsHelperState, row: int, board: int, marks: str) -> BoardsHelperState:
    old = state.rows[row]
    changed = replace(old, marks=(*old.marks[:board], marks, *old.marks[board + 1 :]))
    return replace(state, rows=(*state.rows[:row], changed, *state.rows[row + 1 :]))


BUTTONS: Buttons[BoardsHelperState] = {
    "tap": (3, lambda state, row, board, at: cycle_tile(state, row - 1, board - 1, at - 1)),
    "gray": (2, lambda state, row, board: gray_board(state, row - 1, board - 1)),
    "rest": (1, lambda state, row: gray_rest(state, row - 1)),
    "solved": (2, lambda state, row, board: solve_board(state, row - 1, board - 1)),
    "delete": (1, lambda state, row: delete_row(state, row - 1)),
    "clear": (1, lambda state, _: replace(state, rows=(), selected=None)),
}
ACTIONS = frozenset({*BUTTONS, "add"})


def act(
    state: BoardsHelperState,
    pairs: Iterable[tuple[str, str]],
    alphabet: str,
    words: Callable[[str], bool],
) -> Outcome[BoardsHelperState]:
    """Return the outcome of submitting the form of `state` with the fields `pairs`."""
    values = tuple(pairs)
    if not any(name in ACTIONS or name.startswith(MARKS_PREFIX) for name, _ in values):
        return Outcome(state)
    outcome = Outcome(_with_fields(state, values), is_action=True).pressed(BUTTONS, values)
    return outcome.with_rows(
        BUTTONS, values, lambda state, text: add_text(state, text, alphabet, words)
    )


def _with_fields(state: BoardsHelperState, values: Pairs) -> BoardsHelperState:
    """Return `state` with the marks that a script has changed on the page."""
    row = state.row
    for name, value in values if row is not None else ():
        board = whole_number(name.removeprefix(MARKS_PREFIX), 1, state.count)
        if not name.startswith(MARKS_PREFIX) or board is None or row is None:
            continue
        is_open = state.rows[row].marks[board - 1] != HIDDEN
        if is_open and value not in {WAITING, HIDDEN} and is_marks(value, state.length):
            state = _replaced(state, row, board - 1, value)
    return normalized(state)
