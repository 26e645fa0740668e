"""Every pair of answers played by the policy of two boards, by walking its decision tree.

Pairs that were given the same patterns share their next guess, so they are played together: a
state is the words left on both boards and stands for all their pairs. Boards with one word left
need no decision, and most states end there.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product

import numpy as np

from wordle_web.engine.arrays import Indices
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.matrix import Matrix

ChooseForPair = Callable[[Sequence[Indices], int], int]
Cell = tuple[Indices, bool]  # the words of a pattern, and whether it is the one that solves


@dataclass(slots=True)
class PairWalk:
    """A walk over all unordered pairs of different answers.

    Attributes:
        matrix: The patterns of the lexicon, kept in memory.
        choose: Returns the guess, as an index in the lexicon, for the words left on each unsolved
            board and the guesses left.
        guesses: Guesses of a game.
    """

    matrix: Matrix
    choose: ChooseForPair
    guesses: int
    _counts: Counter[int] = field(default_factory=Counter)
    _alone: dict[tuple[bytes, int], Mapping[int, int]] = field(default_factory=dict)

    def parts(self, answers: Indices, opener: int) -> tuple[tuple[Cell, Cell], ...]:
        """Return all pairs by the patterns that the first guess gets, to be walked one by one.

        Args:
            answers: Indices of the answers in the lexicon, intp.
            opener: The first guess, an index in the lexicon.
        """
        return tuple(combinations_with_replacement(self._cells(answers, opener), 2))

    def walk(self, part: tuple[Cell, Cell]) -> Counter[int]:
        """Return how many pairs of a part take 1, 2, 3, … guesses."""
        self._counts = Counter()
        self._walk([part], 1)
        return self._counts

    def _play(self, left: Indices, right: Indices, used: int) -> None:
        """Play all pairs of a word of each; of the same words, each pair of two once."""
        guess = self.choose((left, right), self.guesses - used)
        self._after(left, right, guess, used + 1)

    def _after(self, left: Indices, right: Indices, guess: int, used: int) -> None:
        ones = self._cells(left, guess)
        is_same = left is right  # else they have no word in common
        others = ones if is_same else self._cells(right, guess)
        self._walk(
            combinations_with_replacement(ones, 2) if is_same else product(ones, others), used
        )

    def _walk(self, pairs: Iterable[tuple[Cell, Cell]], used: int) -> None:
        for (one, is_one_won), (other, is_other_won) in pairs:
            if is_one_won and is_other_won:
                continue  # the answers of a game differ
            if is_one_won or is_other_won:
                self._counts.update(self._finish(other if is_one_won else one, used))
            elif one is other:
                if len(one) > 1:
                    self._play(one, one, used)
            else:
                self._pair(one, other, used)

    def _pair(self, one: Indices, other: Indices, used: int) -> None:
        if len(one) > 1 and len(other) > 1:
            self._play(one, other, used)
            return
        known, unknown = (one, other) if len(one) == 1 else (other, one)
        if len(unknown) == 1:
            self._counts.update({used + 2: 1})
            return
        for cell, is_won in self._cells(unknown, int(known[0])):
            if not is_won:
                self._counts.update(self._finish(cell, used + 1))

    def _finish(self, words: Indices, used: int) -> Mapping[int, int]:
        """Return how many of the words left on the last board take so many guesses."""
        if len(words) == 1:
            return {used + 1: 1}
        key = (words.tobytes(), used)
        if key not in self._alone:
            found: Counter[int] = Counter()
            guess = self.choose((words,), self.guesses - used)
            for cell, is_won in self._cells(words, guess):
                found.update({used + 1: 1} if is_won else self._finish(cell, used + 1))
            self._alone[key] = found
        return self._alone[key]

    def _cells(self, words: Indices, guess: int) -> list[Cell]:
        patterns = self.matrix.patterns(words, np.array([guess]))[:, 0]
        order = np.argsort(patterns, kind="stable")
        ordered = patterns[order]
        cuts = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
        won = all_correct(self.matrix.lexicon.length)
        return [(words[cell], bool(patterns[cell[0]] == won)) for cell in np.split(order, cuts)]
