"""The quality of each allowed word as an opener: its measurement, and the file that stores it.

Every word is measured with a simple player, which always guesses the possible word that leaves the
fewest words on average. The best openers are measured with the search as well.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Indices
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.wordfiles import write_whole
from wordle_web.lab.results import DATA_FOLDER, ResultsError, digest_of

COLUMNS: Final = "word total worst late groups left best_total best_worst"
NONE: Final = "-"
MAX_CACHED_WORDS: Final = 24  # larger sets of words rarely occur twice
MAX_CACHED: Final = 400_000

LeftCounts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opener:
    """A first guess, and the guesses that games take after it.

    Attributes:
        total: Guesses in all games if every later guess is a possible word.
        worst: The most guesses in a game.
        late: Number of games with more than six guesses.
        groups: Number of possible patterns.
        left: Expected number of words left after it.
        best_total: Guesses in all games of the project's search; None if not measured.
        best_worst: The most guesses in a game of the search.
    """

    word: str
    total: int
    worst: int
    late: int
    groups: int
    left: float
    best_total: int | None = None
    best_worst: int | None = None

    def line(self) -> str:
        """Return the opener as a line of the file."""
        best = NONE if self.best_total is None else self.best_total
        worst = NONE if self.best_worst is None else self.best_worst
        facts = (self.word, self.total, self.worst, self.late, self.groups, f"{self.left:.2f}")
        return " ".join(map(str, (*facts, best, worst)))


class PossibleWords:
    """A player who always guesses a possible word; results for small sets are cached.

    Attributes:
        answers: The words that can be the answer, in alphabetical order.
    """

    def __init__(self, lexicon: Lexicon, answers: Sequence[str]) -> None:
        """Compute the pattern of every pair of answers once."""
        self.lexicon = lexicon
        self.answers = tuple(sorted(answers))
        self._codes = letter_codes(self.answers)
        self._mutual = feedback_matrix(self._codes, self._codes).T
        self._size = all_correct(lexicon.length) + 1
        self._cache: dict[bytes, LeftCounts] = {}

    def opener(self, word: str) -> Opener:
        """Return the measurement of `word` as an opener."""
        patterns = feedback_matrix(letter_codes([word]), self._codes)[0]
        counts = self._after(np.arange(len(self.answers)), patterns)
        sizes = np.bincount(patterns, minlength=self._size)
        left = sizes.astype(np.float64) ** 2
        left[all_correct(self.lexicon.length)] = 0
        return Opener(
            word=word,
            total=sum(number * count for number, count in enumerate(counts, 1)),
            worst=len(counts),
            late=sum(counts[TRIES:]),
            groups=int(np.count_nonzero(sizes)),
            left=float(left.sum() / len(self.answers)),
        )

    def _after(self, words: Indices, patterns: NDArray[np.unsignedinteger[Any]]) -> LeftCounts:
        """Return how many words take 1, 2, 3, … guesses, the first of which gives `patterns`."""
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        taken = [0]
        for cell in np.split(order, cuts):
            if patterns[cell[0]] == self._size - 1:
                taken[0] += 1
                continue
            later = (0, *self._counts(words[cell]))
            taken = [sum(pair) for pair in zip_longest(taken, later, fillvalue=0)]
        return tuple(taken)

    def _counts(self, words: Indices) -> LeftCounts:
        if len(words) <= 2:
            return (1,) * len(words)
        if len(words) > MAX_CACHED_WORDS:
            return self._played(words)
        key = words.tobytes()
        counts = self._cache.get(key)
        if counts is None:
            counts = self._played(words)
            if len(self._cache) < MAX_CACHED:
                self._cache[key] = counts
        return counts

    def _played(self, words: Indices) -> LeftCounts:
        patterns = self._mutual[words[:, None], words]
        places = patterns + np.arange(len(words)) * self._size
        sizes = np.bincount(places.ravel(), minlength=len(words) * self._size)
        squares = (sizes * sizes).reshape(len(words), self._size).sum(axis=1)
        return self._after(words, patterns[:, squares.argmin()])


@dataclass(frozen=True, slots=True, eq=False)
class Openers:
    """All openers of a lexicon, the best first.

    Attributes:
        facts: The header of the file: command, lexicon, digest, answers.
        openers: By total guesses, then by the expected words left.
        places: The rank of each word, from 0.
    """

    facts: Mapping[str, str]
    openers: tuple[Opener, ...]
    places: Mapping[str, int]

    @property
    def answers(self) -> int:
        """The number of games per opener."""
        return int(self.facts["answers"])

    def mean(self, total: int) -> float:
        """Return the average guesses of a game, of so many in all games of an opener."""
        return total / self.answers

    @property
    def searched(self) -> tuple[Opener, ...]:
        """The openers measured with the search, the best first."""
        found = [each for each in self.openers if each.best_total is not None]
        return tuple(sorted(found, key=lambda each: (each.best_total, each.best_worst, each.word)))


def openers_of(facts: Mapping[str, str], openers: Iterable[Opener]) -> Openers:
    """Return openers ranked, the best first."""
    ranked = tuple(sorted(openers, key=lambda each: (each.total, each.left, each.word)))
    places = {each.word: place for place, each in enumerate(ranked)}
    return Openers(MappingProxyType(dict(facts)), ranked, MappingProxyType(places))


# 3.6 MB for the shipped words, which alone were measured: 14 MB at most.
@functools.lru_cache(maxsize=4)
def openers_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Openers | None:
    """Return the openers of `lexicon`, or None if they were never measured.

    Raises:
        ResultsError: the file is damaged.
    """
    path = folder / f"{lexicon.name}-openers.txt"
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
        return openers_of(facts, (read_line(line) for line in lines if not line.startswith("#")))
    except (OSError, ValueError, KeyError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def read_line(line: str) -> Opener:
    """Return the opener in a line of the file.

    >>> read_line("crane 8421 8 10 143 61.45 7990 5").best_worst
    5

    Raises:
        ValueError: the line is malformed.
    """
    word, total, worst, late, groups, left, best, best_worst = line.split(" ")
    return Opener(
        word=word,
        total=int(total),
        worst=int(worst),
        late=int(late),
        groups=int(groups),
        left=float(left),
        best_total=None if best == NONE else int(best),
        best_worst=None if best_worst == NONE else int(best_worst),
    )


def write_openers(path: Path, found: Openers) -> None:
    """Write openers, one per line, replacing the file."""
    head = [f"# {name}: {value}" for name, value in found.facts.items()]
    lines = [*head, f"# columns: {COLUMNS}", *(each.line() for each in found.openers)]
    write_whole(path, "\n".join(lines) + "\n")
