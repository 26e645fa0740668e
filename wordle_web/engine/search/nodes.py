"""The search problem, the nodes of its tree, and the order in which guesses are tried."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices, Patterns
from wordle_web.engine.hard_mode import HardRules
from wordle_web.engine.search.bounds import above_bound

NEVER: Final = float("inf")
SHORTLIST: Final = 128  # guesses that are ranked by estimate at a time


@dataclass(frozen=True, slots=True, eq=False)
class SearchProblem:
    """Candidates, guesses, and the pattern of each guess against each candidate.

    Attributes:
        patterns: Patterns, (candidates, guesses); every candidate is among the guesses.
        weights: Weights of the candidates, above 0, the heaviest first, float64, (candidates,).
        own: The column of each candidate, intp, (candidates,).
        all_correct: The pattern of a guess that is the answer.
        rules: The rules of hard mode; None where every guess is allowed.
    """

    patterns: Patterns
    weights: Floats
    own: Indices
    all_correct: int
    rules: HardRules | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of the tree: rows of the candidates left, guesses left, columns allowed."""

    rows: Indices
    left: int
    columns: Indices | None

    @property
    def is_trivial(self) -> bool:
        """Whether there is nothing to search: guess one word, then the other."""
        return len(self.rows) <= 2 or self.left == 1

    @property
    def key(self) -> tuple[bytes, int, bytes]:
        """The key of the node in the memo."""
        allowed = b"" if self.columns is None else self.columns.tobytes()
        return self.rows.tobytes(), self.left, allowed


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """The guesses of a node with lower bounds; `columns` maps them to those of the problem."""

    patterns: Patterns
    weights: Floats
    is_own: Flags
    bounds: Floats
    size: int
    columns: Indices | None

    def column(self, guess: int) -> int:
        """Return the problem's column for a guess of this node."""
        return guess if self.columns is None else int(self.columns[guess])

    def first(self) -> int:
        """Return the column of the guess with the lowest bound, candidates first."""
        lowest = np.flatnonzero(self.bounds == self.bounds.min())
        mine = lowest[self.is_own[lowest]]
        return self.column(int(mine[0] if len(mine) else lowest[0]))

    def promising(self) -> list[int]:
        """Return the columns of the guesses to try first, in order."""
        return [self.column(guess) for guess in next(self.shortlists())[0]]

    def shortlists(self, limit: float = NEVER) -> Iterator[tuple[list[int], float]]:
        """Yield the guesses by their bounds, a shortlist at a time, in the order to try them.

        Args:
            limit: Guesses whose bound is not below it are skipped.

        Yields:
            The shortlist, and a lower bound for all guesses after it.
        """
        left = np.flatnonzero(self.bounds < limit)
        while len(left):
            # Most searches end within the first shortlist, so ranking all guesses would be wasted.
            bounds = self.bounds[left]
            if len(left) > SHORTLIST:
                parted = np.argpartition(bounds, SHORTLIST)
                chosen, left = left[parted[:SHORTLIST]], left[parted[SHORTLIST:]]
            else:
                chosen, left = left, left[:0]
            lowest = float(self.bounds[left].min()) if len(left) else NEVER
            yield self._ordered(chosen), lowest

    def _ordered(self, guesses: Indices) -> list[int]:
        above = above_bound(self.patterns[:, guesses], self.weights, self.size)
        estimates = self.bounds[guesses] + above
        order = np.lexsort((guesses, ~self.is_own[guesses], estimates.round(9)))
        ordered: list[int] = guesses[order].tolist()
        return ordered
