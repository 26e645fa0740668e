"""What the buttons and fields of the helper's form ask for, applied to its state.

The form is sent by GET: beside the state it carries what was typed and which button was
pressed. `act` returns the state that follows; the view then leads to that state's own address.
Imports the state and its edits only.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.edits import (
    EditError,
    add_text,
    clear_rows,
    cycle_tile,
    delete_row,
    edit_text,
    move_row,
    set_mark,
    with_length,
)
from wordle_web.web.helper.state import HelperState, Problem, excerpt, read_word

MAX_DRAFT = 200
FIELDS = ("add", "resize")
TEXT_PREFIX = "text."


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state that an action leads to, and what could not be done.

    Attributes:
        state: The next state, as far as it could be reached.
        is_action: Whether anything was asked for besides a state.
        draft: What is left in the field for a new row.
        draft_error: Why that text is no row.
        is_cut: Whether some of its rows were left out for want of room.
        edit_errors: Why other edits could not be made.
        problems: Buttons that the form does not have.
    """

    state: HelperState
    is_action: bool = False
    draft: str = ""
    draft_error: EditError | None = None
    is_cut: bool = False
    edit_errors: tuple[EditError, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether anything that was asked for could not be done."""
        return bool(self.draft_error or self.edit_errors or self.problems)


def act(
    state: HelperState, pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS
) -> Outcome:
    """Return what follows when the form that shows `state` is sent with the fields `pairs`.

    There are words of `lengths`.
    """
    values = tuple(pairs)
    outcome = Outcome(state, is_action=any(_is_action(name) for name, _ in values))
    outcome = _with_texts(outcome, values)
    for name, value in values:
        if name in BUTTONS:
            outcome = _pressed(outcome, name, value.strip())
    return _with_fields(outcome, values, lengths)


def _is_action(name: str) -> bool:
    """Whether a field is more than a part of the state."""
    return name in BUTTONS or name in FIELDS or name.startswith(TEXT_PREFIX)


def _with_texts(outcome: Outcome, values: Iterable[tuple[str, str]]) -> Outcome:
    """Apply the words that were typed over those of rows."""
    for name, value in values:
        number = name.removeprefix(TEXT_PREFIX)
        if name.startswith(TEXT_PREFIX) and number in _numbers(outcome.state):
            index = int(number) - 1
            if value.strip() and read_word(value) != outcome.state.rows[index].guess:
                outcome = _edited(outcome, edit_text, index, value)
    return outcome


def _numbers(state: HelperState) -> set[str]:
    """Return the numbers that rows go by."""
    return {str(number) for number in range(1, len(state.rows) + 1)}


def _edited(
    outcome: Outcome,
    edit: Callable[..., HelperState],
    *arguments: object,
) -> Outcome:
    """Return `outcome` after `edit`, or with the reason why it could not be made."""
    try:
        return replace(outcome, state=edit(outcome.state, *arguments))
    except EditError as error:
        return replace(outcome, edit_errors=(*outcome.edit_errors, error))


def _pressed(outcome: Outcome, name: str, value: str) -> Outcome:
    """Return `outcome` after the button `name`, whose value is numbers from 1."""
    numbers = value.split(".")
    if not all(number.isascii() and number.isdecimal() and len(number) < 4 for number in numbers):
        return _unknown(outcome, f"{name}={value}")
    count, edit = BUTTONS[name]
    if len(numbers) != count:
        return _unknown(outcome, f"{name}={value}")
    return _edited(outcome, edit, *map(int, numbers))


def _unknown(outcome: Outcome, text: str) -> Outcome:
    """Return `outcome` with a button that the form does not have."""
    return replace(outcome, problems=(*outcome.problems, Problem("action", excerpt(text))))


def _with_fields(
    outcome: Outcome, values: Iterable[tuple[str, str]], lengths: Sequence[int]
) -> Outcome:
    """Apply the length and the text for new rows; a button leaves that text where it is."""
    texts = [value for name, value in values if name == "add" and value.strip()]
    for name, value in values:
        if name == "resize" and value.strip() != str(outcome.state.length):
            outcome = _resized(outcome, value.strip())
    if not texts:
        return outcome
    text = "\n".join(texts)
    if any(name in BUTTONS for name, _ in values):
        return replace(outcome, draft=text[:MAX_DRAFT])
    try:
        return replace(outcome, state=add_text(outcome.state, text, lengths))
    except EditError as error:
        if error.reached:
            return replace(outcome, state=error.reached, is_cut=True)
        return replace(outcome, draft=text[:MAX_DRAFT], draft_error=error)


def _resized(outcome: Outcome, value: str) -> Outcome:
    """Return `outcome` for words of another length."""
    if not (value.isascii() and value.isdecimal() and len(value) < 3):
        return _unknown(outcome, f"resize={value}")
    return _edited(outcome, with_length, int(value))


def _tap(state: HelperState, row: int, place: int) -> HelperState:
    """Turn one tile on."""
    return cycle_tile(state, row - 1, place - 1)


def _set(state: HelperState, row: int, place: int, mark: int) -> HelperState:
    """Set one tile to a mark from 0 to 2."""
    return set_mark(state, row - 1, place - 1, mark)


def _delete(state: HelperState, row: int) -> HelperState:
    """Remove a row."""
    return delete_row(state, row - 1)


def _up(state: HelperState, row: int) -> HelperState:
    """Move a row up."""
    return move_row(state, row - 1, -1)


def _down(state: HelperState, row: int) -> HelperState:
    """Move a row down."""
    return move_row(state, row - 1, 1)


def _clear(state: HelperState, _yes: int) -> HelperState:
    """Remove all rows."""
    return clear_rows(state)


# How many numbers the value of each button has, and the edit it stands for.
BUTTONS: Mapping[str, tuple[int, Callable[..., HelperState]]] = {
    "tap": (2, _tap),
    "set": (3, _set),
    "delete": (1, _delete),
    "up": (1, _up),
    "down": (1, _down),
    "clear": (1, _clear),
}
