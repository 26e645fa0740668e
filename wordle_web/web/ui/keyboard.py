"""The on-screen keyboard: each letter's best mark so far, in the player's layout."""

import functools
from collections.abc import Mapping
from typing import Literal, NamedTuple

from wordle_web.engine.letters import capitals
from wordle_web.game.board import (
    KeyMark,
    Mark,
    key_label,
    key_marks,
    key_rows,
    plain_mark,
    with_hints,
)
from wordle_web.game.rules import Game, KnownLetter
from wordle_web.web.http.sessions import preferences
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import language, translator


class Key(NamedTuple):
    """A letter key, with the letter's best mark so far."""

    letter: str  # in lower case
    # "mixed" with several boards, unless the letter is unknown on all or absent on all.
    mark: KeyMark | Literal["unknown", "mixed"]
    label: str  # for screen readers
    # The marks by board, None if the letter is unknown there; empty unless `mark` is "mixed".
    cells: tuple[Mark | None, ...] = ()


class Keyboard(NamedTuple):
    """The letter keys in the player's layout, from the top."""

    rows: tuple[tuple[Key, ...], ...]
    is_swapped: bool = False  # Enter and Backspace change places
    is_screen_only: bool = False  # the physical keyboard is ignored


# Pairs of a board's number, from 1, and the letters that hints revealed.
Hinted = tuple[tuple[int, tuple[KnownLetter, ...]], ...]


def keyboard(
    game: Game, boards: tuple[tuple[int, Game], ...] = (), hinted: Hinted = ()
) -> Keyboard:
    """Return the keyboard that the player has chosen, with each letter's best mark so far.

    If there are several boards, `boards` has the numbers and games whose marks the keys show. Keys
    have no marks if the player prefers plain keys.
    """
    count = len(game.answers)
    played = boards if count > 1 else ((1, game),)
    if preferences().plain_keys:
        count, played = 1, ()
    return _as_chosen(
        _keyboard(count, played, hinted, _letters(game.length), language(), services().alphabet)
    )


def marked_keyboard(length: int, count: int, marks: Mapping[int, Mapping[str, Mark]]) -> Keyboard:
    """Return the keyboard that the player has chosen, with `marks` by board number and letter.

    `count` is the number of boards.
    """
    if preferences().plain_keys:
        count, marks = 1, {}
    return _as_chosen(_marked(count, marks, _letters(length), language(), services().alphabet))


def _letters(length: int) -> tuple[str, ...]:
    words = services().lexicon(length)
    return key_rows(preferences().layout, words.language, words.alphabet)


def _as_chosen(shown: Keyboard) -> Keyboard:
    chosen = preferences()
    return shown._replace(is_swapped=chosen.swapped, is_screen_only=chosen.screen_only)


# Without this cache, a page of a game takes 9 % longer, or 12 % with several boards. An entry takes
# 5 kB, 17 kB with the 200 guesses of absurd mode, or 60 kB with 32 boards: 8 MB at most in total.
@functools.lru_cache(maxsize=128)
def _keyboard(
    count: int,
    boards: tuple[tuple[int, Game], ...],
    hinted: Hinted,
    letters: tuple[str, ...],
    language: str,
    alphabet: str,
) -> Keyboard:
    known = dict(hinted)
    marks = {
        number: with_hints(key_marks(board.turns), known.get(number, ()))
        for number, board in boards
    }
    return _marked(count, marks, letters, language, alphabet)


def _marked(
    count: int,
    marks: Mapping[int, Mapping[str, KeyMark]],
    letters: tuple[str, ...],
    language: str,
    alphabet: str,
) -> Keyboard:
    return Keyboard(
        tuple(
            tuple(_key(letter, marks, count, language, alphabet) for letter in row)
            for row in letters
        )
    )


def _key(
    letter: str,
    marks: Mapping[int, Mapping[str, KeyMark]],
    count: int,
    language: str,
    alphabet: str,
) -> Key:
    gettext, name = translator(language), capitals(letter, alphabet)
    boards: dict[KeyMark, list[int]] = {}
    for number, board in marks.items():
        if letter in board:
            # With several boards, it does not matter whether a guess or a hint revealed a mark.
            mark = board[letter] if count == 1 else plain_mark(board[letter])
            boards.setdefault(mark, []).append(number)
    if not boards:
        return Key(letter, "unknown", name)
    # The whole key is gray if its letter is absent on all boards.
    if len(boards.get("absent", ())) == len(marks) or count == 1:
        (mark,) = boards
        return Key(letter, mark, key_label(name, mark, gettext))
    spoken = [
        gettext("%(mark)s on %(boards)s")
        % {"mark": key_label(name, mark, gettext), "boards": ", ".join(map(str, boards[mark]))}
        for mark in ("correct", "present", "absent")
        if mark in boards and (mark != "absent" or len(boards) == 1)
    ]
    by_number = (marks.get(number, {}).get(letter) for number in range(1, count + 1))
    cells = tuple(mark and plain_mark(mark) for mark in by_number)
    return Key(letter, "mixed", "; ".join(spoken), cells)
