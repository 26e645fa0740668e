"""The quality of each allowed word as an opener, and the file that stores it.

Every word was measured with a simple player, which always guesses the possible word that leaves the
fewest words on average; the best openers with the search as well (`scripts/lab_data.py`).
"""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.results import DATA_FOLDER, ResultsError, digest_of, results_path

NONE: Final = "-"


@dataclass(frozen=True, slots=True)
class Opener:
    """A first guess, and the guesses that games take after it."""

    word: str
    total: int  # guesses in all games if every later guess is a possible word
    worst: int
    late: int  # number of games with more than six guesses
    groups: int  # number of possible patterns
    left: float  # expected number of words left after it
    # Guesses in all games of the project's search; None if not measured.
    best_total: int | None = None
    best_worst: int | None = None  # the most guesses in a game of the search

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the opener in a line of the file.

        >>> Opener.parse("crane 8421 8 10 143 61.45 7990 5").best_worst
        5

        Raises:
            ValueError: the line is malformed.
        """
        word, total, worst, late, groups, left, *best = line.split(" ")
        best_total, best_worst = (None if each == NONE else int(each) for each in best)
        counts = (int(total), int(worst), int(late), int(groups))
        return cls(word, *counts, float(left), best_total, best_worst)


@dataclass(frozen=True, slots=True, eq=False)
class Openers:
    """All openers of a lexicon, the best first."""

    facts: Mapping[str, str]  # the header of the file: command, lexicon, digest, answers
    openers: tuple[Opener, ...]  # by total guesses, then by the expected words left
    places: Mapping[str, int]  # the rank of each word, from 0
    searched: tuple[Opener, ...]  # those measured with the search, the best first

    @property
    def answers(self) -> int:
        """The number of games per opener."""
        return int(self.facts["answers"])

    def mean(self, total: int) -> float:
        """Return the average guesses of a game, from the total of an opener's games."""
        return total / self.answers

    @classmethod
    def ranked(cls, facts: Mapping[str, str], openers: Iterable[Opener]) -> Self:
        """Return openers ranked, the best first."""
        ranked = tuple(sorted(openers, key=lambda each: (each.total, each.left, each.word)))
        places = {each.word: place for place, each in enumerate(ranked)}
        searched = [each for each in ranked if each.best_total is not None]
        searched.sort(key=lambda each: (each.best_total, each.best_worst, each.word))
        return cls(MappingProxyType(dict(facts)), ranked, MappingProxyType(places), tuple(searched))


# 3.6 MB for the shipped words, which alone were measured: 14 MB at most.
@functools.lru_cache(maxsize=4)
def openers_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Openers | None:
    """Return the openers of `lexicon`, or None if they were never measured.

    Raises:
        ResultsError: the file is damaged.
    """
    path = results_path(lexicon, folder, "-openers.txt")
    if not path.exists():
        return None
    found = read_openers(path)
    return found if found.facts.get("digest") == digest_of(lexicon) else None


def read_openers(path: Path) -> Openers:
    """Return the openers in a file.

    Raises:
        ResultsError: it is damaged.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        head = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
        facts = {name: value for name, _, value in head}
        int(facts["answers"])
        rows = (Opener.parse(line) for line in lines if not line.startswith("#"))
        return Openers.ranked(facts, rows)
    except (OSError, ValueError, KeyError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error
