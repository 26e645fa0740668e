"""Measuring openers: the games of a player who always says a possible word.

Of the words still possible the player says the one that leaves the fewest on average, the
first of the alphabet among equals. Small sets of words come up after many openers, so what
they take is kept. Imports the engine only.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.openers import Opener

MAX_CACHED_WORDS: Final = 24  # larger sets hardly ever come again
MAX_CACHED: Final = 400_000
TRIES: Final = 6

Counts = tuple[int, ...]
Positions = NDArray[np.intp]


class PossibleWords:
    """A player who always says a possible word; keeps what small sets of words take.

    Attributes:
        lexicon: The words.
        answers: What can be the answer, in the order of the alphabet.
    """

    def __init__(self, lexicon: Lexicon, answers: Sequence[str]) -> None:
        """Judge every answer by every other, once."""
        self.lexicon = lexicon
        self.answers = tuple(sorted(answers))
        self._codes = letter_codes(self.answers)
        self._mutual = feedback_matrix(self._codes, self._codes).T
        self._size = all_correct(lexicon.length) + 1
        self._kept: dict[bytes, Counts] = {}

    def opener(self, word: str) -> Opener:
        """Return how the games go that `word` opens."""
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

    def _after(self, words: Positions, patterns: NDArray[np.unsignedinteger[Any]]) -> Counts:
        """Return how many words take 1, 2, 3, … guesses, the first of which gave `patterns`."""
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

    def _counts(self, words: Positions) -> Counts:
        """Return how many of the words take 1, 2, 3, … guesses."""
        if len(words) <= 2:
            return (1,) * len(words)
        if len(words) > MAX_CACHED_WORDS:
            return self._played(words)
        key = words.tobytes()
        known = self._kept.get(key)
        if known is None:
            known = self._played(words)
            if len(self._kept) < MAX_CACHED:
                self._kept[key] = known
        return known

    def _played(self, words: Positions) -> Counts:
        """Return what the words take when the best of them is said."""
        patterns = self._mutual[words[:, None], words]
        places = patterns + np.arange(len(words)) * self._size
        sizes = np.bincount(places.ravel(), minlength=len(words) * self._size)
        squares = (sizes * sizes).reshape(len(words), self._size).sum(axis=1)
        return self._after(words, patterns[:, squares.argmin()])
