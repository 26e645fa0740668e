"""The on-screen keyboard: each letter's best mark so far, in the player's layout."""

import functools
from dataclasses import dataclass, replace
from typing import Literal

from wordle_web.game.board import KEYBOARDS, Mark, key_label, key_marks
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import preferences
from wordle_web.web.ui.i18n import language, translator


@dataclass(frozen=True, slots=True)
class Key:
    """One letter key with the letter's best mark so far."""

    letter: str
    mark: Mark | Literal["unknown"]
    label: str


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The letter keys in the player's layout.

    Attributes:
        rows: From the top.
        is_swapped: Whether Enter and Backspace change places.
        is_screen_only: Whether the physical keyboard is ignored.
    """

    rows: tuple[tuple[Key, ...], ...]
    is_swapped: bool = False
    is_screen_only: bool = False


def keyboard(game: Game) -> Keyboard:
    """Return the keyboard that the player has chosen, with each letter's best mark so far."""
    chosen = preferences()
    shown = _keyboard(game, chosen.layout, language())
    return replace(shown, is_swapped=chosen.swapped, is_screen_only=chosen.screen_only)


# 256 of 5 kB, with a game of absurd mode, which has up to 200 guesses, of 17 kB: 4.4 MB at most.
@functools.lru_cache(maxsize=256)
def _keyboard(game: Game, layout: str, language: str) -> Keyboard:
    marks, gettext = key_marks(game), translator(language)
    rows = tuple(
        tuple(
            Key(letter, marks[letter], key_label(letter, marks[letter], gettext))
            if letter in marks
            else Key(letter, "unknown", letter.upper())
            for letter in letters
        )
        for letters in KEYBOARDS[layout]
    )
    return Keyboard(rows)
