"""The patterns of a lexicon: the guesses to consider, and their patterns for the candidates.

Guesses are sorted with the most promising first, so the best part of them is a slice. Long-running
commands keep the patterns in memory, which saves time and does not change results.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Indices, Patterns, heaviest_first
from wordle_web.engine.candidates import likely_answers
from wordle_web.engine.feedback import feedback_matrix, pattern_dtype
from wordle_web.engine.lexicon import Lexicon

MAX_CELLS: Final = 48_000_000  # guesses times answers kept in memory
MAX_HURRIED: Final = 2_500_000  # one-byte patterns computed under a deadline
MAX_BLOCK: Final = 64_000_000  # bytes of patterns computed at a time
MIN_GUESSES: Final = 256  # minimum number of guesses considered
# Number of words ranked as guesses, the likeliest answers first. English has fewer words of every
# length. Ranking all 167,632 Portuguese words of eight letters would take a second.
MAX_RANKED: Final = 50_000
RANKING_SAMPLE: Final = 64  # size of the sample of likely answers for ranking guesses


@dataclass(frozen=True, slots=True, eq=False)
class GuessSelection:
    """The guesses considered for a set of candidates."""

    ranked: Indices  # indices of the guesses, the most promising first, intp
    added: Indices  # indices of the candidates missing from `ranked`, intp
    own: Indices  # the column of each candidate in `guesses`, intp
    is_complete: bool  # whether every allowed guess is included

    @property
    def guesses(self) -> Indices:
        """All guesses, in the order of their columns."""
        return np.concatenate([self.ranked, self.added])


@dataclass(frozen=True, slots=True, eq=False)
class StoredPatterns:
    """Patterns that `matrix_in_memory` computes in advance, with the places of words in them."""

    # The pattern of each guess for each likely answer, (likely answers, guesses).
    patterns: Patterns
    row_of: Indices  # the row of each word of the lexicon, -1 if it has none, intp, (words,)
    # The column of each word of the lexicon, -1 if it has none, intp, (words,).
    column_of: Indices

    def read(self, rows: Indices, columns: Indices) -> Patterns:
        """Return the patterns in the given rows and columns; fast for consecutive columns."""
        start = int(columns[0]) if len(columns) else 0
        if np.array_equal(columns, np.arange(start, start + len(columns))):
            return self.patterns[rows, start : start + len(columns)]
        return self.patterns[rows][:, columns]


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """The guesses of a lexicon, and their patterns, which are stored or computed on demand."""

    lexicon: Lexicon
    # Guesses except words to avoid, the most promising first; indices in the lexicon, intp.
    columns: Indices
    stored: StoredPatterns | None = None  # None if all patterns are computed on demand

    def gather(
        self, candidates: Indices, allowed: Flags | None = None, *, hurried: bool = True
    ) -> tuple[Patterns, GuessSelection]:
        """Return the patterns of guesses for candidates, (candidates, guesses), and the guesses.

        `allowed` is a mask of the words that may be guessed, bool, (words,). With many candidates,
        the least promising guesses are left out; `hurried` leaves out more of them.
        """
        max_patterns = None if hurried else MAX_BLOCK // pattern_dtype(self.lexicon.length).itemsize
        selection = self.select(candidates, allowed, hurried=hurried, max_patterns=max_patterns)
        patterns = self.patterns(candidates, selection.ranked)
        if len(selection.added):
            patterns = np.hstack([patterns, self._computed(candidates, selection.added)])
        return patterns, selection

    def select(
        self,
        candidates: Indices,
        allowed: Flags | None = None,
        *,
        hurried: bool = True,
        max_patterns: int | None = None,
    ) -> GuessSelection:
        """Return the guesses that `gather` considers.

        Guesses missing from `columns` are added if all guesses together have at most `max_patterns`
        patterns; the default is the limit of a hurried search.
        """
        itemsize = pattern_dtype(self.lexicon.length).itemsize
        max_hurried = MAX_HURRIED // itemsize**2  # wider patterns also take longer to count
        ranked = self.columns if allowed is None else self.columns[allowed[self.columns]]
        fit = np.ones(len(self.lexicon), dtype=bool) if allowed is None else allowed.copy()
        fit[self.lexicon.avoided] = False
        total = int(np.count_nonzero(fit))
        # The columns may contain only the promising guesses. If few candidates are left, all other
        # guesses are considered as well.
        if total > len(ranked) and total * len(candidates) <= (max_patterns or max_hurried):
            fit[ranked] = False
            ranked = np.concatenate([ranked, np.flatnonzero(fit)])
        elif hurried:
            ranked = ranked[: max(MIN_GUESSES, max_hurried // len(candidates))]
        column_of = _inverse(ranked, len(self.lexicon))
        # Every candidate must be among the guesses, since the answer ends the game.
        added = candidates[column_of[candidates] < 0]
        column_of[added] = len(ranked) + np.arange(len(added))
        is_complete = len(ranked) + len(added) >= total
        return GuessSelection(ranked, added, column_of[candidates], is_complete)

    def blocks(
        self, candidates: Indices, selection: GuessSelection, max_bytes: int = MAX_BLOCK
    ) -> Iterator[Patterns]:
        """Yield the patterns that `gather` returns, in blocks of guesses.

        A block has at most `max_bytes`, unless a single guess takes more.
        """
        itemsize = pattern_dtype(self.lexicon.length).itemsize
        step = max(1, max_bytes // (len(candidates) * itemsize))
        for guesses in (selection.ranked, selection.added):
            for start in range(0, len(guesses), step):
                yield self.patterns(candidates, guesses[start : start + step])

    def patterns(self, candidates: Indices, guesses: Indices) -> Patterns:
        """Return the patterns of guesses for candidates, (candidates, guesses)."""
        stored = self.stored
        if stored is None or (stored.column_of[guesses] < 0).any():
            return self._computed(candidates, guesses)
        rows, columns = stored.row_of[candidates], stored.column_of[guesses]
        patterns = np.empty((len(candidates), len(guesses)), dtype=stored.patterns.dtype)
        is_stored = rows >= 0
        patterns[is_stored] = stored.read(rows[is_stored], columns)
        if not is_stored.all():
            patterns[~is_stored] = self._computed(candidates[~is_stored], guesses)
        return patterns

    def _computed(self, candidates: Indices, guesses: Indices) -> Patterns:
        codes = self.lexicon.codes
        return np.ascontiguousarray(feedback_matrix(codes[guesses], codes[candidates]).T)


# 8 B per word: 325 kB for English of 8 letters, 1.3 MB for Portuguese, 6.3 MB for the 25 built-in
# lexicons, 43 MB at most. Ranking takes 30 to 90 ms of CPU time, so a server ranks the words of its
# first language before it forks, and others on demand.
@functools.lru_cache(maxsize=32)
def matrix_of(lexicon: Lexicon) -> Matrix:
    """Return a matrix that computes patterns on demand, with the most promising guesses first.

    Promising guesses split a sample of answers into many cells; using all answers would take
    seconds. In very long lists, only the likeliest words are ranked this way; the others follow in
    the order of their prior. Words to avoid are left out.
    """
    likely = _likely_answers(lexicon)
    count = min(RANKING_SAMPLE, len(likely))
    sample = likely[np.linspace(0, len(likely) - 1, count, dtype=np.intp)]
    ranked = np.setdiff1d(np.arange(len(lexicon)), lexicon.avoided, assume_unique=True)
    others = np.arange(0)
    if len(ranked) > MAX_RANKED:
        by_prior = heaviest_first(ranked, lexicon.prior)
        ranked, others = np.sort(by_prior[:MAX_RANKED]), by_prior[MAX_RANKED:]
    patterns = np.sort(feedback_matrix(lexicon.codes[ranked], lexicon.codes[sample]), axis=1)
    cells = 1 + np.count_nonzero(patterns[:, 1:] != patterns[:, :-1], axis=1)
    return Matrix(lexicon, np.concatenate([ranked[np.argsort(-cells, kind="stable")], others]))


# Only for commands, not for a server: up to 48 MB per lexicon, 96 MB from six letters on.
@functools.lru_cache(maxsize=2)
def matrix_in_memory(lexicon: Lexicon) -> Matrix:
    """Return a matrix that keeps patterns in memory, for as many guesses as fit."""
    likely = _likely_answers(lexicon)
    columns = matrix_of(lexicon).columns[: max(MIN_GUESSES, MAX_CELLS // len(likely))]
    patterns = feedback_matrix(lexicon.codes[columns], lexicon.codes[likely]).T
    row_of, column_of = (_inverse(indices, len(lexicon)) for indices in (likely, columns))
    stored = StoredPatterns(np.ascontiguousarray(patterns), row_of, column_of)
    return Matrix(lexicon, columns, stored)


def _likely_answers(lexicon: Lexicon) -> Indices:
    likely = likely_answers(lexicon)
    return likely if len(likely) else np.arange(len(lexicon))


def _inverse(indices: Indices, count: int) -> Indices:
    positions = np.full(count, -1, dtype=np.intp)
    positions[indices] = np.arange(len(indices))
    return positions
