"""Variants of the game: the language of its words, the number of boards, and their order.

A puzzle has a lexicon (language and length), a pool, a number of boards and their order. Random
tokens contain length and pool; everything else is the variant. Its path is the prefix of URLs and
of names of games in a history. The path of the variant with one board in the site's first language
is empty.
"""

import functools
import re
from dataclasses import dataclass
from typing import Final, Literal, cast

from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.knowledge import TRIES
from wordle_web.parsing import linear_pattern

Kind = Literal["daily", "random", "challenge"]

BOARD_COUNTS: Final = (2, 4, 8, 16, 32)
COUNT_PATTERN: Final = "|".join(map(str, BOARD_COUNTS))
MAX_BOARDS: Final = BOARD_COUNTS[-1]
MAX_TRIES: Final = max_guesses(MAX_BOARDS, in_turn=True)

_VARIANT = (
    r"(?:(?P<language>(?!(?:boards|daily|random|challenge)/)[^\W\d_]{2,40})/)?"
    rf"(?:boards/(?P<boards>{COUNT_PATTERN})/(?P<order>in-turn/)?)?"
)
_PATH = linear_pattern(_VARIANT)
MAX_ID: Final = 120  # characters; the longest id in use has 102
_ID = linear_pattern(rf"{_VARIANT}(?P<kind>daily|random|challenge)/(?P<name>[^/]{{1,120}})")


@dataclass(frozen=True, slots=True, order=True)
class Variant:
    """A language, a number of boards and their order.

    Each variant has its own daily games, random games and challenges.
    """

    # The code of the words' language in URLs, such as `pt`; empty for the site's first language.
    language: str = ""
    boards: int = 1  # 1, or one of `BOARD_COUNTS`
    in_turn: bool = False  # whether boards after the first unsolved one hide their colors

    @property
    def path(self) -> str:
        """The prefix of URLs and puzzle names, such as `boards/4/`; empty for `HOME`."""
        language = f"{self.language}/" if self.language else ""
        boards = f"boards/{self.boards}/" if self.boards > 1 else ""
        return language + boards + "in-turn/" * self.in_turn

    @property
    def tries(self) -> int:
        """The number of guesses allowed.

        >>> Variant().tries, Variant(boards=4).tries, Variant(boards=4, in_turn=True).tries
        (6, 9, 10)
        """
        return TRIES if self.boards == 1 else max_guesses(self.boards, in_turn=self.in_turn)

    @property
    def results(self) -> int:
        """The number of possible results: a loss, or a win with `boards` to `tries` guesses."""
        return self.tries - self.boards + 2


HOME: Final = Variant()


def read_variant(path: str) -> Variant | None:
    """Return the variant with this path; None if the text is not the path of a variant.

    >>> read_variant("pt/boards/4/in-turn/")
    Variant(language='pt', boards=4, in_turn=True)
    >>> read_variant("boards/3/")
    """
    match = _PATH.fullmatch(path)
    return _variant(match) if match else None


def read_id(puzzle: str) -> tuple[Variant, Kind, str] | None:
    """Split a puzzle's name in a history into variant, kind and rest; None if it is malformed.

    >>> read_id("boards/2/daily/12")
    (Variant(language='', boards=2, in_turn=False), 'daily', '12')
    """
    # The limit keeps long names out of the cache: those in a backup may have 500 kB.
    return _read_id(puzzle) if len(puzzle) <= MAX_ID else None


# This is called several times for each game of a history; without the cache, it takes a quarter of
# the time of a history page. 1,024 entries of 1.2 kB take at most 1.2 MB.
@functools.lru_cache(maxsize=1024)
def _read_id(puzzle: str) -> tuple[Variant, Kind, str] | None:
    match = _ID.fullmatch(puzzle)
    return (_variant(match), cast(Kind, match["kind"]), match["name"]) if match else None


def _variant(match: re.Match[str]) -> Variant:
    return Variant(match["language"] or "", int(match["boards"] or 1), bool(match["order"]))
