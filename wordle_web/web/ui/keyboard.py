"""The on-screen keyboard: each letter's best mark so far, in the player's layout."""

import functools
import math
from collections.abc import Iterable
from typing import Literal, NamedTuple

from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import Mark, key_label, key_marks
from wordle_web.game.keyboards import key_rows
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import language, translator


class Key(NamedTuple):
    """One letter key with the letter's best mark so far.

    Attributes:
        letter: In lower case.
        mark: Its best mark; with several boards "mixed", unless it is absent from all of them.
        label: Spoken.
        cells: With several boards, a small grid of them: for each mark, where it is, as a path.
    """

    letter: str
    mark: Mark | Literal["unknown", "mixed"]
    label: str
    cells: tuple[tuple[Mark, str], ...] = ()


class Keyboard(NamedTuple):
    """The letter keys in the player's layout.

    Attributes:
        rows: From the top.
        is_swapped: Whether Enter and Backspace change places.
        is_screen_only: Whether the physical keyboard is ignored.
        across: Boards in a line of the small grids; 0 without them.
        down: Lines of them.
    """

    rows: tuple[tuple[Key, ...], ...]
    is_swapped: bool = False
    is_screen_only: bool = False
    across: int = 0
    down: int = 0


def keyboard(game: Game, boards: tuple[tuple[int, Game], ...] = ()) -> Keyboard:
    """Return the keyboard that the player has chosen, with each letter's best mark so far.

    Args:
        game: The game, or one of several boards that has the keys to itself.
        boards: The boards of a game of several that share the keys, by their numbers.
    """
    chosen = preferences()
    words = services().lexicon(game.length)
    letters = key_rows(chosen.layout, words.language, words.alphabet)
    if len(game.answers) > 1:
        shown = _shared_keyboard(len(game.answers), boards, letters, language())
    else:
        shown = _keyboard(game, letters, language())
    return shown._replace(is_swapped=chosen.swapped, is_screen_only=chosen.screen_only)


# 256 of 5 kB, with a game of absurd mode, which has up to 200 guesses, of 17 kB: 4.4 MB at most.
@functools.lru_cache(maxsize=256)
def _keyboard(game: Game, letters: tuple[str, ...], language: str) -> Keyboard:
    marks, gettext = key_marks(game), translator(language)
    rows = tuple(
        tuple(
            Key(letter, marks[letter], key_label(letter, marks[letter], gettext))
            if letter in marks
            else Key(letter, "unknown", capitals(letter))
            for letter in row
        )
        for row in letters
    )
    return Keyboard(rows)


# 64 of 60 kB with 32 boards: 4 MB at most.
@functools.lru_cache(maxsize=64)
def _shared_keyboard(
    count: int, boards: tuple[tuple[int, Game], ...], letters: tuple[str, ...], language: str
) -> Keyboard:
    across = 2 ** math.ceil(math.log2(count) / 2)
    marks = {number: key_marks(board) for number, board in boards}
    rows = tuple(
        tuple(_shared_key(each, marks, across, language) for each in row) for row in letters
    )
    return Keyboard(rows, across=across, down=count // across)


def _shared_key(letter: str, marks: dict[int, dict[str, Mark]], across: int, language: str) -> Key:
    gettext = translator(language)
    found: dict[Mark, list[int]] = {}
    for number, board in marks.items():
        if letter in board:
            found.setdefault(board[letter], []).append(number)
    if not found:
        return Key(letter, "unknown", capitals(letter))
    if list(found) == ["absent"]:
        return Key(letter, "absent", key_label(letter, "absent", gettext))
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
