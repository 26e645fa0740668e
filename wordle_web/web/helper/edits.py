"""Edits of the helper's rows, and the form whose fields and buttons request them.

An edit is a pure function from one state to the next; one that cannot be made raises `EditError`
and leaves the state as it is. Rows, boards and places count from 0.

The form is sent by GET, with the state, the typed text, the pressed button, and the tapped tiles.
`act` returns the next state. The view redirects to its address, or returns its page to a script. To
add a button, write its edit and a line in `BUTTONS`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wordle_web.engine.feedback import all_correct, digits_of, is_marks
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.row_parser import parse_rows
from wordle_web.engine.rows import HIDDEN, WAITING, Row, max_rows
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.parsing import MAX_NUMBER, linear_pattern, whole_number
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.queries import Pairs, Problem, excerpt, read_word

MAX_DRAFT = 200  # characters
DRAFT = "draft"  # the text left in the field for a new row, as an address has it
TRY = "try"  # the text being typed: added if it is a word, left in the field if not
WORDS = "words"  # whether to list the words left; the player's browser keeps this preference
UNTOUCHED = "_"  # in a script's field of marks: a tile that is gray until it is tapped
TEXT_PREFIX = "text."  # the word of each row
MARKS_PREFIX = "marks."
# The marks of a row on a board, both counted from 1, which a script writes as tiles are tapped.
MARKS_FIELD = linear_pattern(r"marks\.([1-9][0-9]?)\.([1-9][0-9]?)", re.ASCII)


class EditError(ValueError):
    """An edit that cannot be made; `partial` is the state after the part that could be, if any."""

    def __init__(self, kind: str, text: str = "", partial: HelperState | None = None) -> None:
        """Store the problem; the page turns it into a sentence."""
        super().__init__(f"{kind}: {text}")
        self.problem = Problem(kind, text)
        self.partial = partial


def set_mark(
    state: HelperState, row: int, board: int, place: int, mark: int | None = None
) -> HelperState:
    """Return `state` with another mark on a tile, by default the next of absent, present, correct.

    The first mark in a row gives its other tiles on that board their starting marks.
    """
    digits = _marks_at(state, row, board)
    if not (0 <= place < state.length and mark in {None, 0, 1, 2}):
        raise EditError("no-tile")
    if not digits:
        digits = state.position.starting_marks(row, board)
    return state.with_row(row, state.rows[row].marked(board, digits).turned(board, place, mark))


def with_marks(state: HelperState, row: int, board: int, digits: str) -> HelperState:
    """Return `state` with the marks of a row on one board."""
    _marks_at(state, row, board)
    return state.with_row(row, state.rows[row].marked(board, digits))


def set_result(state: HelperState, row: int, board: int, pattern: int) -> HelperState:
    """Return `state` with the marks of a row on one board set from a pattern."""
    if not 0 <= pattern <= all_correct(state.length):
        raise EditError("no-tile")
    return with_marks(state, row, board, digits_of(pattern, state.length))


def gray_board(state: HelperState, row: int, board: int) -> HelperState:
    """Return `state` with the starting marks of a row on one board: known greens, otherwise gray.

    With several boards, this also resets colors given by mistake. A single board keeps its colors.
    """
    if _marks_at(state, row, board) and state.count == 1:
        return state
    return with_marks(state, row, board, state.position.starting_marks(row, board))


def gray_rest(state: HelperState, row: int) -> HelperState:
    """Return `state` with the starting marks on all boards that still wait in a row."""
    _row_at(state, row)
    for board in state.position.waiting(row):
        state = gray_board(state, row, board)
    return state


def delete_row(state: HelperState, row: int) -> HelperState:
    """Return `state` without `row`."""
    _row_at(state, row)
    return state.with_rows((*state.rows[:row], *state.rows[row + 1 :]))


def clear_rows(state: HelperState) -> HelperState:
    """Return `state` without rows, for another word with the same options."""
    return replace(state.with_rows(()), own_guess="")


def with_length(state: HelperState, length: int, lengths: Sequence[int] = LENGTHS) -> HelperState:
    """Return `state` for words of another length, without the rows, which cannot fit."""
    if length == state.length:
        return state
    if length not in lengths:
        raise EditError("no-length", str(length))
    state = replace(clear_rows(state), used=())
    return replace(state, position=replace(state.position, length=length))


def with_count(state: HelperState, count: int) -> HelperState:
    """Return `state` for another number of boards; the first boards keep their marks."""
    rows = [row.padded(count) for row in state.rows]
    if count == 1:  # a single board has no hidden marks, and no rows that wait for their word
        rows = [row.marked(0, WAITING) if row.marks[0] == HIDDEN else row for row in rows]
        rows = [row for row in rows if row.guess or not row.is_waiting][: max_rows(1)]
    in_turn = state.position.in_turn and count > 1
    position = replace(state.position, count=count, rows=(), in_turn=in_turn)
    position = position.with_rows(rows)
    state = replace(state, position=position, hint_board=None, selected=None, sort="")
    return replace(state, hard=HardMode.OFF, answers_only=False) if count > 1 else state


def add_text(
    state: HelperState, text: str, lengths: Sequence[int] = LENGTHS, lexicon: Lexicon | None = None
) -> HelperState:
    """Return `state` with the rows found in `text` added.

    The first rows of one board set the length of the words, if there are words of that length. With
    several boards, a single row of marks without a word belongs to the boards that wait in the
    edited row. `lexicon` distinguishes accented letters from plain ones, and words from colors.

    Raises:
        EditError: no row is found, or there would be too many rows; in that case, the error has the
            state with as many as fit.
    """
    if not (state.count > 1 or state.rows or parse_rows(text, state.length, lexicon).rows):
        # The longest first, so that eight squares aren't read as two rows of four.
        for length in reversed(lengths):
            read = parse_rows(text, length, lexicon)
            if not read.errors and not all(row.is_waiting for row in read.rows):
                state = with_length(state, length)
                break
    entered = _rows_in(state, text, lexicon)
    if state.count > 1 and len(entered) == 1 and not entered[0].guess and state.row is not None:
        marks, waiting = list(filter(None, entered[0].marks)), state.position.waiting(state.row)
        if len(marks) > len(waiting):
            raise EditError("boards-many", str(len(marks)))
        row = state.row
        for board, digits in zip(waiting, marks, strict=False):
            state = with_marks(state, row, board, digits)
        return state
    partial = None
    for new in entered:
        try:
            state = partial = add_row(state, new)
        except EditError as error:
            error.partial = partial
            raise
    return state


def add_word(state: HelperState, guess: str, digits: str = "") -> HelperState:
    """Return `state` with another word; `digits` are its marks on the first board, if known.

    Raises:
        EditError: there would be too many rows.
    """
    return add_row(state, Row(guess, (digits,)).padded(state.count))


def add_row(state: HelperState, row: Row) -> HelperState:
    """Return `state` with another row; a word without marks goes to the first row without a word.

    Raises:
        EditError: there would be too many rows.
    """
    blank = next((index for index, other in enumerate(state.rows) if not other.guess), None)
    if blank is not None and not any(row.marks):
        named = Row(row.guess, state.rows[blank].marks)
        return replace(state.with_row(blank, named), selected=None)
    most = max_rows(state.count)
    if len(state.rows) >= most:
        raise EditError("no-room", str(most))
    state = state.with_rows((*state.rows, row))
    return replace(state, own_guess="") if row.guess == state.own_guess else state


def edit_text(
    state: HelperState, row: int, text: str, lexicon: Lexicon | None = None
) -> HelperState:
    """Return `state` with a row rewritten: a new word keeps the marks, new marks keep the word.

    Raises:
        EditError: the text is not one row, or there is no such row.
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


# The buttons of the form: what the numbers in a button's value mean, and its edit. With one board,
# the number of the board is left out. Rows, boards and places count from 1 in the form, from 0 in
# the edit. Buttons without numbers accept any value.
BUTTONS: Mapping[str, tuple[tuple[str, ...], Callable[..., HelperState]]] = {
    "tap": (("row", "board", "place"), set_mark),
    "set": (("row", "board", "place", "mark"), set_mark),
    "gray": (("row", "board"), gray_board),
    "result": (("row", "board", "pattern"), set_result),
    "solved": (
        ("row", "board"),
        lambda state, row, board: set_result(state, row, board, all_correct(state.length)),
    ),
    "rest": (("row",), gray_rest),
    "delete": (("row",), delete_row),
    "clear": ((), clear_rows),
}
ACTIONS = frozenset({*BUTTONS, TRY, WORDS, "add", "resize"})


@dataclass(frozen=True, slots=True)
class FormResult:
    """The next state and the errors of a form."""

    state: HelperState
    is_action: bool = False  # whether the form requested an edit
    draft: str = ""  # the text left in the field for a new row
    draft_problem: Problem | None = None  # why that text is not a row
    is_truncated: bool = False  # whether some rows of the added text exceeded the maximum
    problems: tuple[Problem, ...] = ()  # problems of other fields and buttons
    row_problems: tuple[tuple[int, Problem], ...] = ()  # why rows could not be rewritten
    deleted: int | None = None  # the number of the deleted row, or 0 for all rows; None for none

    @property
    def is_refused(self) -> bool:
        """Whether a requested edit could not be made."""
        return bool(self.draft_problem or self.problems or self.row_problems)

    def refused(self, kind: str, text: str) -> "FormResult":
        """Return the outcome with one more refused edit."""
        return replace(self, problems=(*self.problems, Problem(kind, excerpt(text))))

    def edited(self, edit: Callable[..., HelperState], *arguments: object) -> "FormResult":
        """Return the outcome after one more edit."""
        try:
            return replace(self, state=edit(self.state, *arguments))
        except EditError as error:
            return replace(self, problems=(*self.problems, error.problem))


def act(
    state: HelperState,
    pairs: Iterable[tuple[str, str]],
    lengths: Sequence[int] = LENGTHS,
    lexicon: Lexicon | None = None,
) -> FormResult:
    """Return the outcome of submitting a form, from whose fields `state` was read as well."""
    values = tuple(pairs)
    if not any(
        name in ACTIONS or name.startswith((TEXT_PREFIX, MARKS_PREFIX)) for name, _ in values
    ):
        draft = next((value for name, value in values if name == DRAFT), "")
        return FormResult(state, draft=draft[:MAX_DRAFT])
    outcome = FormResult(_with_marks_fields(state, values), is_action=True)
    # Texts come before buttons, which may move rows: both use the row numbers of the old page.
    for name, value in values:
        if name.startswith(TEXT_PREFIX):
            outcome = _with_text(outcome, name.removeprefix(TEXT_PREFIX), value, lexicon)
    for name, value in values:
        if name in BUTTONS:
            outcome = _pressed(outcome, name, value.strip())
        elif name == "resize" and (length := whole_number(value.strip(), 0, MAX_NUMBER)) is None:
            outcome = outcome.refused("action", f"resize={value.strip()}")
        elif name == "resize":
            outcome = outcome.edited(with_length, length, lengths)
    tried = next((value for name, value in values if name == TRY), "")
    if not tried:
        return _with_added(outcome, values, lengths, lexicon)
    word = read_word(plain_letters(tried, lexicon.alphabet)) if lexicon else None
    if lexicon is None or word is None or word not in lexicon:
        return replace(outcome, draft=tried[:MAX_DRAFT])
    return outcome.edited(add_word, word)


def marks_set(state: HelperState, values: Pairs) -> dict[int, dict[int, int]]:
    """Return the marks that a script has set so far, by board and tile of the edited row.

    Boards on which all tiles have their marks are left out.
    """
    if state.row is None:
        return {}
    return {
        board: {place: int(mark) for place, mark in enumerate(value) if mark != UNTOUCHED}
        for row, board, value in _marks_fields(values)
        if row == state.row and board < state.count and UNTOUCHED in value
        # A button may have replaced the marks.
        if state.rows[row].marks[board] == value.replace(UNTOUCHED, "0")
    }


def next_selected(before: HelperState, after: HelperState) -> HelperState:
    """Return `after` with the first waiting row selected if an edit completed the selected one.

    A row that already had all its colors `before` stays selected, since the player is correcting
    it.
    """
    row = before.row
    if row is None or len(before.rows) != len(after.rows) or row != after.row:
        return after
    is_completed = before.position.waiting(row) and not after.position.waiting(row)
    return replace(after, selected=None) if is_completed else after


def _with_marks_fields(state: HelperState, values: Pairs) -> HelperState:
    """Return `state` with the marks that a script sends: `marks.2.3` is row 2 on board 3."""
    for row, board, value in _marks_fields(values):
        digits = value.replace(UNTOUCHED, "0")
        is_there = row < len(state.rows) and board < state.count and is_marks(digits, state.length)
        if is_there and state.rows[row].marks[board] not in {HIDDEN, digits}:
            state = state.with_row(row, state.rows[row].marked(board, digits))
    return state


def _marks_fields(values: Pairs) -> Iterator[tuple[int, int, str]]:
    for name, value in values:
        if field := MARKS_FIELD.fullmatch(name):
            row, board = field.groups()
            yield int(row) - 1, int(board) - 1, value


def _with_text(outcome: FormResult, number: str, text: str, lexicon: Lexicon | None) -> FormResult:
    rows = {str(index + 1): index for index in range(len(outcome.state.rows))}
    index = rows.get(number)
    # The field of a row is always sent: only another word is an edit.
    if index is None or not text.strip() or read_word(text) == outcome.state.rows[index].guess:
        return outcome
    try:
        return replace(outcome, state=edit_text(outcome.state, index, text, lexicon))
    except EditError as error:
        return replace(outcome, row_problems=(*outcome.row_problems, (index, error.problem)))


def _pressed(outcome: FormResult, name: str, value: str) -> FormResult:
    names, edit = BUTTONS[name]
    texts = value.split(".") if names else []
    if "board" in names and outcome.state.count == 1:
        texts.insert(1, "1")
    numbers = [
        number for text in texts if (number := whole_number(text, 0, MAX_NUMBER)) is not None
    ]
    if not len(numbers) == len(texts) == len(names):
        return outcome.refused("action", f"{name}={value}")
    counted = zip(names, numbers, strict=True)
    edited = outcome.edited(
        edit, *(number - (part in {"row", "board", "place"}) for part, number in counted)
    )
    if name not in {"delete", "clear"} or len(edited.state.rows) == len(outcome.state.rows):
        return edited
    return replace(edited, deleted=numbers[0] if numbers else 0)


def _with_added(
    outcome: FormResult, values: Pairs, lengths: Sequence[int], lexicon: Lexicon | None
) -> FormResult:
    if any(name == "clear" for name, _ in values):
        return outcome
    text = "\n".join(value for name, value in values if name == "add" and value.strip())
    # A tile tapped while a word is being typed doesn't finish the word.
    if not text or any(name in BUTTONS for name, _ in values):
        return replace(outcome, draft=text[:MAX_DRAFT])
    try:
        return replace(outcome, state=add_text(outcome.state, text, lengths, lexicon))
    except EditError as error:
        if error.partial:
            return replace(outcome, state=error.partial, is_truncated=True)
        return replace(outcome, draft=text[:MAX_DRAFT], draft_problem=error.problem)
