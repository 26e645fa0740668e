"""Measures of the partition that a guess makes, and lower bounds for its cost.

A guess partitions the candidates into cells, one for each pattern. Everything here is computed
for many guesses at once.

The cost of a set of candidates is the sum of weight times guesses needed. A set of weight W whose
heaviest word weighs h costs at least 2W - h: that word takes one guess, all others take at least
two. So a guess that splits W into cells costs at least 3W - (sum over the cells of the heaviest
weight) - (its own weight). With weights of 1, that is 3n - cells - 1 for a candidate.

Source of the bounds: Selby, "The best strategies for Wordle" (2022), for even weights.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Counts, Floats, Patterns, log2, summable

MAX_PAIRED: Final = 48  # up to this many candidates, comparing every pair is faster than counting
MAX_PAIRED_WIDE: Final = 128  # the same limit if there are too many patterns for a small table
MANY_PATTERNS: Final = 1 << 10  # up to this many possible patterns, a table is small
BLOCK_GUESSES: Final = 64  # guesses per block; a table of their patterns fits the CPU cache
CROWDED: Final = 5  # with at most this many patterns per candidate, summing a whole table is fast
# Extra guesses per word of a large cell, for each doubling of its size: 0.24 for a factor of e.
GROWTH: Final = 0.24 * 0.6931471805599453
TYPICAL_CELL: Final = 5.0  # size of a cell, in words, above which extra guesses matter
BLOCK_COUNTERS: Final = 1 << 18  # counters per block, which fit the CPU cache


class Measures(NamedTuple):
    """The measures of many guesses, each an array of shape (guesses,)."""

    cells: Counts  # number of possible patterns, int64, from 1
    worst: Counts  # candidates left in the largest cell, int64
    # Expected number of candidates left, float64; 0 if the guess is the answer.
    expected_remaining: Floats
    entropy_bits: Floats  # expected information of the pattern, float64, in bits


def measure(
    patterns: Patterns, weights: Floats, all_correct: int, counts: Counts | None = None
) -> Measures:
    """Return the measures of guesses against weighted candidates, in the order of the guesses.

    `patterns` holds the pattern of each guess for each candidate, (candidates, guesses). `weights`,
    (candidates,), are above 0 and not normalized. If the candidates are a sample, `counts` says how
    many candidates each one represents, int64, (candidates,).
    """
    shares = summable(weights / weights.sum(), 2.0)
    if len(patterns) <= MAX_PAIRED and counts is None:
        return _measured_by_pairs(patterns, shares, all_correct)
    step = max(1, BLOCK_COUNTERS // (all_correct + 1))
    starts = range(0, patterns.shape[1], step)
    blocks = (patterns[:, a : a + step] for a in starts)
    return joined([_by_counting(block, shares, all_correct, counts) for block in blocks])


def joined(blocks: Sequence[Measures]) -> Measures:
    """Return the measures of several blocks of guesses as one."""
    return Measures(*map(np.concatenate, zip(*blocks, strict=True)))


def _measured_by_pairs(patterns: Patterns, shares: Floats, all_correct: int) -> Measures:
    guesses = patterns.shape[1]
    cells, worst = np.zeros(guesses, dtype=np.int64), np.zeros(guesses, dtype=np.int64)
    remaining, bits = np.zeros(guesses), np.zeros(guesses)
    is_even = bool((shares == shares[0]).all())
    logs_of = log2(np.maximum(1, np.arange(len(shares) + 1)) * shares[0])
    for row, share in enumerate(shares.tolist()):
        equal = patterns == patterns[row]
        size = equal.view(np.uint8).sum(axis=0, dtype=np.uint8)
        logs = logs_of[size] if is_even else log2(shares @ equal)
        cells += ~equal[:row].any(axis=0)
        left = size * (patterns[row] != all_correct)
        np.maximum(worst, left, out=worst)
        remaining += share * left
        bits -= share * logs
    return Measures(cells, worst, remaining, bits.round(12) + 0.0)


def _by_counting(patterns: Patterns, shares: Floats, won: int, counts: Counts | None) -> Measures:
    guesses = patterns.shape[1]
    shape = (guesses, won + 1)
    # One call counts for all guesses, since each guess has its own range of counters.
    slots = (patterns + np.arange(guesses) * shape[1]).ravel()
    many = None if counts is None else np.repeat(counts, guesses)
    sizes = np.bincount(slots, weights=many, minlength=guesses * shape[1]).reshape(shape)
    sizes = sizes.astype(np.int64, copy=False)
    spread = np.repeat(shares, guesses)
    mass = np.bincount(slots, weights=spread, minlength=guesses * shape[1]).reshape(shape)
    left = sizes * mass
    left[:, won] = 0
    slots = np.flatnonzero(mass)
    masses = mass.ravel()[slots]
    bits = np.bincount(slots // shape[1], masses * log2(masses), minlength=guesses)
    return Measures(
        cells=np.count_nonzero(sizes, axis=1),
        worst=sizes[:, :won].max(axis=1, initial=0),
        expected_remaining=left.sum(axis=1),
        entropy_bits=0.0 - bits.astype(np.float64, copy=False).round(12),
    )


def sum_of_heaviest(patterns: Patterns, weights: Floats, size: int) -> Floats:
    """Return, for each guess, the sum over its cells of the heaviest weight, float64, (guesses,).

    `patterns` holds the pattern of each guess for each candidate, (candidates, guesses); `weights`,
    (candidates,), are in descending order; `size` is the number of possible patterns. With equal
    weights, the result is the number of cells times the weight.
    """
    if len(patterns) <= (MAX_PAIRED if size <= MANY_PATTERNS else MAX_PAIRED_WIDE):
        return _heaviest_by_pairs(patterns, weights)
    by = _by_table if CROWDED * len(patterns) >= size else _by_first
    sums = np.zeros(patterns.shape[1])
    for start in range(0, patterns.shape[1], BLOCK_GUESSES):
        columns = slice(start, start + BLOCK_GUESSES)
        sums[columns] = by(patterns[:, columns], weights, size)
    return sums


def lower_bounds(patterns: Patterns, weights: Floats, all_correct: int) -> Floats:
    """Return a lower bound for the cost of each guess with unlimited tries (see the module).

    Patterns, weights and the result's shape are those of `sum_of_heaviest`; `all_correct` is the
    pattern of a guess that is the answer. `Search.scan` computes its own bounds, since it knows
    which guesses are candidates and how many tries are left.
    """
    heaviest = sum_of_heaviest(patterns, weights, all_correct + 1)
    own = weights @ (patterns == all_correct)
    bounds: Floats = 3 * weights.sum() - heaviest - own
    return bounds


def _heaviest_by_pairs(patterns: Patterns, weights: Floats) -> Floats:
    """Compute `sum_of_heaviest` by pairs: the first candidate in a cell is the heaviest."""
    equal = np.empty(patterns.shape, dtype=bool)  # one buffer for all comparisons
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
    """Compute `sum_of_heaviest` with a table, (guesses, size), of the heaviest weights."""
    guesses = patterns.shape[1]
    # Weights are written from the lightest to the heaviest, so the heaviest one remains in a slot.
    slots = (patterns[::-1] + np.arange(guesses) * size).ravel()
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

    A cell of m words of equal weight costs about 0.24 m ln(1 + m/5) more than 2m - 1. With other
    weights, m is the weight of the cell divided by the expected weight of the answer. The estimate
    only decides which guesses are tried first. Arguments and the result's shape are those of
    `sum_of_heaviest`.
    """
    guesses = patterns.shape[1]
    slots = patterns + np.arange(guesses) * size
    ordered = slots.T.ravel()
    order = np.argsort(ordered, kind="stable")
    ordered = ordered[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    cells, masses = ordered[starts], np.add.reduceat(np.tile(weights, guesses)[order], starts)
    mean = np.square(weights).sum() / weights.sum()
    above = GROWTH * masses * log2(1 + masses / (TYPICAL_CELL * mean))
    return np.bincount(cells // size, above, minlength=guesses).astype(np.float64, copy=False)


def estimated_guesses(patterns: Patterns, weights: Floats, all_correct: int) -> Floats:
    """Return, for each guess, the estimated number of guesses needed, this one included.

    Patterns, weights and the result's shape are those of `sum_of_heaviest`; `all_correct` is the
    pattern of a guess that is the answer.
    """
    weights = summable(weights, 4 * weights.sum())
    bounds = lower_bounds(patterns, weights, all_correct)
    estimates: Floats = (bounds + above_bound(patterns, weights, all_correct + 1)) / weights.sum()
    return estimates
