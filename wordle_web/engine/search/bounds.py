"""Lower bounds of the cost of a guess from its partition alone, for all guesses at once.

The cost of a set of candidates is the sum of weight times guesses needed. A set of weight W whose
heaviest word weighs h costs at least 2W - h: that word is found first, all others second. So a
guess that splits W into cells costs at least 3W - (sum over the cells of the heaviest weight) -
(its own weight). For a candidate, with weights of 1, that is 3n - cells - 1.

Source: Selby, "The best strategies for Wordle" (2022), for even weights.
"""

from typing import Final

import numpy as np

from wordle_web.engine.arrays import Floats, Patterns, log2, summable

MAX_PAIRED: Final = 48  # up to this many candidates, comparing every pair is faster than a table
MAX_PAIRED_WIDE: Final = 128  # the same where there are too many patterns for a small table
MANY_PATTERNS: Final = 1 << 10
BLOCK_GUESSES: Final = 64  # a table of their patterns fits the processor's cache
CROWDED: Final = 5  # with this many patterns a candidate or fewer, adding up a whole table is fast
SPARSE: Final = 8  # with this many patterns a candidate or more, sorting is faster than a table
# Extra guesses per word of a large cell, for each doubling of its size: 0.24 for a factor of e.
GROWTH: Final = 0.24 * 0.6931471805599453
TYPICAL_CELL: Final = 5.0  # cell size, in words, at which that sets in


def sum_of_heaviest(patterns: Patterns, weights: Floats, size: int) -> Floats:
    """Return, for each guess, the sum over its cells of the heaviest weight.

    `patterns` are those of each guess against each candidate, (candidates, guesses); `weights`,
    (candidates,), have the heaviest first; `size` is the number of possible patterns. The result
    is float64, (guesses,). With equal weights it is the number of cells times the weight.
    """
    if len(patterns) <= (MAX_PAIRED if size <= MANY_PATTERNS else MAX_PAIRED_WIDE):
        return _by_pairs(patterns, weights)
    by = _by_table if CROWDED * len(patterns) >= size else _by_first
    sums = np.zeros(patterns.shape[1])
    for start in range(0, patterns.shape[1], BLOCK_GUESSES):
        columns = slice(start, start + BLOCK_GUESSES)
        sums[columns] = by(patterns[:, columns], weights, size)
    return sums


def _by_pairs(patterns: Patterns, weights: Floats) -> Floats:
    equal = np.empty(patterns.shape, dtype=bool)  # one buffer for all comparisons
    # Candidates come heaviest first, so a cell counts its first one and no later one.
    if weights[0] == weights[-1]:
        doubles = np.zeros(patterns.shape[1], dtype=np.uint8)
        for row in range(1, len(patterns)):
            heavier = np.equal(patterns[:row], patterns[row], out=equal[:row])
            doubles += np.logical_or.reduce(heavier, axis=0).view(np.uint8)
        cells: Floats = (len(patterns) - doubles.astype(np.intp)) * weights[0]
        return cells
    sums = np.full(patterns.shape[1], weights.sum())
    for row in range(1, len(patterns)):
        heavier = np.equal(patterns[:row], patterns[row], out=equal[:row])
        sums -= np.logical_or.reduce(heavier, axis=0) * weights[row]
    return sums


def _by_table(patterns: Patterns, weights: Floats, size: int) -> Floats:
    guesses = patterns.shape[1]
    # Written from the lightest to the heaviest: the last value written to a slot stays.
    slots = (patterns[::-1] + np.arange(guesses) * size).ravel()
    if weights[0] == weights[-1]:
        seen = np.zeros(size * guesses, dtype=bool)
        seen[slots] = True
        cells: Floats = np.count_nonzero(seen.reshape(guesses, size), axis=1) * weights[0]
        return cells
    heaviest = np.zeros(size * guesses)
    heaviest[slots] = np.repeat(weights[::-1], guesses)
    sums: Floats = heaviest.reshape(guesses, size).sum(axis=1)
    return sums


def _by_first(patterns: Patterns, weights: Floats, size: int) -> Floats:
    rows, guesses = patterns.shape
    slots = patterns + np.arange(guesses) * size
    numbers = np.arange(rows, dtype=np.min_scalar_type(rows))
    # Only slots that were written are read, so the table need not be cleared.
    first = np.empty(size * guesses, dtype=numbers.dtype)
    first[slots[::-1].ravel()] = np.repeat(numbers[::-1], guesses)
    is_first = first[slots] == numbers[:, np.newaxis]
    if weights[0] == weights[-1]:
        cells: Floats = np.count_nonzero(is_first, axis=0) * weights[0]
        return cells
    sums: Floats = weights @ is_first
    return sums


def above_bound(patterns: Patterns, weights: Floats, size: int) -> Floats:
    """Return, for each guess, an estimate of its cost above the bounds of its cells.

    A cell of m words of equal weight costs about 0.24 m ln(1 + m/5) more than 2m - 1; with other
    weights, m is its weight over the mean weight. Only decides which guesses are tried first.
    Arguments and shape are those of `sum_of_heaviest`.
    """
    guesses = patterns.shape[1]
    slots = patterns + np.arange(guesses) * size
    if SPARSE * len(patterns) <= size:
        ordered = slots.T.ravel()
        order = np.argsort(ordered, kind="stable")
        ordered = ordered[order]
        starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
        cells, masses = ordered[starts], np.add.reduceat(np.tile(weights, guesses)[order], starts)
    else:
        table = np.bincount(slots.ravel(), np.repeat(weights, guesses))
        cells = np.flatnonzero(table)
        masses = table[cells]
    mean = np.square(weights).sum() / weights.sum()
    above = GROWTH * masses * log2(1 + masses / (TYPICAL_CELL * mean))
    return np.bincount(cells // size, above, minlength=guesses).astype(np.float64, copy=False)


def estimated_guesses(patterns: Patterns, weights: Floats, all_correct: int) -> Floats:
    """Return, for each guess, an estimate of the guesses to solve, this one included.

    Patterns, weights and shape are those of `sum_of_heaviest`; `all_correct` is the pattern of a
    guess that is the answer.
    """
    weights = summable(weights, 4 * weights.sum())
    size, total = all_correct + 1, weights.sum()
    own = weights @ (patterns == all_correct)
    bounds = 3 * total - sum_of_heaviest(patterns, weights, size) - own
    estimates: Floats = (bounds + above_bound(patterns, weights, size)) / total
    return estimates
