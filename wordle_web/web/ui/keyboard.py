"""The on-screen keyboard: each letter's best mark so far, in the player's layout."""

import functools
import math
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from wordle_web.engine.letters import capitals
from wordle_web.game.board import Mark, key_label, key_marks, key_rows
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import language, translator


class Key(NamedTuple):
    """One letter key with the letter's best mark so far."""

    letter: str  # in lower case
    mark: Mark | Literal["unknown", "mixed"]  # mixed: on some of several boards
    label: str  # spoken
    cells: tuple[tuple[Mark, str], ...] = ()  # a small grid of several boards: a path for each mark


class Keyboard(NamedTuple):
    """The letter keys in the player's layout, from the top."""

    rows: tuple[tuple[Key, ...], ...]
    is_swapped: bool = False  # Enter and Backspace change places
    is_screen_only: bool = False  # the physical keyboard is ignored
    across: int = 0  # boards in a line of the small grids; 0 without them
    down: int = 0  # lines of them


def keyboard(game: Game, boards: tuple[tuple[int, Game], ...] = ()) -> Keyboard:
    """Return the keyboard that the player has chosen, with each letter's best mark so far.

    Of a game of several boards, those that share the keys are given by their numbers.
    """
    count = len(game.answers)
    played = boards if count > 1 else ((1, game),)
    if preferences().plain_keys:
        count, played = 1, ()
    return _as_chosen(_keyboard(count, played, _letters(game.length), language()))


def marked_keyboard(length: int, count: int, marks: Mapping[int, Mapping[str, Mark]]) -> Keyboard:
    """Return the keyboard that the player has chosen, with the marks of boards by their numbers."""
    if preferences().plain_keys:
        count, marks = 1, {}
    return _as_chosen(_marked(count, marks, _letters(length), language()))


def _letters(length: int) -> tuple[str, ...]:
    words = services().lexicon(length)
    return key_rows(preferences().layout, words.language, words.alphabet)


def _as_chosen(shown: Keyboard) -> Keyboard:
    chosen = preferences()
    return shown._replace(is_swapped=chosen.swapped, is_screen_only=chosen.screen_only)


# Without it a game takes 9 % longer, one of several boards 12 %. 128 of 5 kB, of 17 kB for the 200
# guesses of absurd mode, or of 60 kB with 32 boards: 8 MB at most.
@functools.lru_cache(maxsize=128)
def _keyboard(
    count: int, boards: tuple[tuple[int, Game], ...], letters: tuple[str, ...], language: str
) -> Keyboard:
    marks = {number: key_marks(board.turns) for number, board in boards}
    return _marked(count, marks, letters, language)


def _marked(
    count: int,
    marks: Mapping[int, Mapping[str, Mark]],
    letters: tuple[str, ...],
    language: str,
) -> Keyboard:
    across = 2 ** math.ceil(math.log2(count) / 2) if count > 1 else 0
    rows = tuple(tuple(_key(each, marks, across, language) for each in row) for row in letters)
    return Keyboard(rows, across=across, down=-(-count // across) if across else 0)


def _key(letter: str, marks: Mapping[int, Mapping[str, Mark]], across: int, language: str) -> Key:
    gettext = translator(language)
    found: dict[Mark, list[int]] = {}
    for number, board in marks.items():
        if letter in board:
            found.setdefault(board[letter], []).append(number)
    if not found:
        return Key(letter, "unknown", capitals(letter))
    if list(found) == ["absent"] or not across:
        (mark,) = found
        return Key(letter, mark, key_label(letter, mark, gettext))
    spoken = [
        gettext("%(mark)s on %(boards)s")
        % {"mark": key_label(letter, mark, gettext), "boards": ", ".join(map(str, found[mark]))}
        for mark in ("correct", "present")
        if mark in found
    ]
    cells = tuple(
        (mark, cells_path(divmod(number - 1, across) for number in numbers))
        for mark, numbers in found.items()
    )
    return Key(letter, "mixed", "; ".join(spoken), cells)


def cells_path(cells: Iterable[tuple[int, int]]) -> str:
    """Return the path through cells of a grid, by row and column, of a view box from 0 -.5."""
    return "".join(f"M{column} {row}h1" for row, column in cells)
