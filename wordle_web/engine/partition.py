"""Measures of a guess: number of cells, expected remaining, entropy, worst case.

A guess partitions the candidates into cells, one for each pattern. Everything here is computed
for many guesses at once.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Counts, Floats, Patterns, log2, summable

MAX_PAIRED: Final = 40  # up to this many candidates, comparing every pair is faster than counting
BLOCK_COUNTERS: Final = 1 << 18  # counters that fit the processor's cache


class Measures(NamedTuple):
    """The measures of many guesses, each an array of shape (guesses,)."""

    cells: Counts  # number of possible patterns, int64, from 1
    worst: Counts  # candidates left in the largest cell, int64
    # Expected number of candidates left, float64; none if the guess is the answer.
    expected_remaining: Floats
    entropy_bits: Floats  # expected information of the pattern, float64, in bits


def measure(
    patterns: Patterns, weights: Floats, all_correct: int, counts: Counts | None = None
) -> Measures:
    """Return the measures of guesses against weighted candidates, in the order of the guesses.

    `patterns` are those of each guess against each candidate, (candidates, guesses); `weights`,
    (candidates,), are above 0 and not normalized; `counts` says for how many candidates each
    stands, int64, (candidates,).
    """
    shares = summable(weights / weights.sum(), 2.0)
    if len(patterns) <= MAX_PAIRED and counts is None:
        return _by_pairs(patterns, shares, all_correct)
    step = max(1, BLOCK_COUNTERS // (all_correct + 1))
    starts = range(0, patterns.shape[1], step)
    blocks = (patterns[:, a : a + step] for a in starts)
    return joined([_by_counting(block, shares, all_correct, counts) for block in blocks])


def joined(blocks: Sequence[Measures]) -> Measures:
    """Return the measures of several blocks of guesses as those of one."""
    return Measures(*map(np.concatenate, zip(*blocks, strict=True)))


def _by_pairs(patterns: Patterns, shares: Floats, all_correct: int) -> Measures:
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


def _by_counting(
    patterns: Patterns, shares: Floats, all_correct: int, counts: Counts | None
) -> Measures:
    guesses = patterns.shape[1]
    shape = (guesses, all_correct + 1)
    # A single count for all guesses: each guess has its own range of counters.
    slots = (patterns + np.arange(guesses) * shape[1]).ravel()
    many = None if counts is None else np.repeat(counts, guesses)
    sizes = np.bincount(slots, weights=many, minlength=guesses * shape[1]).reshape(shape)
    sizes = sizes.astype(np.int64, copy=False)
    spread = np.repeat(shares, guesses)
    mass = np.bincount(slots, weights=spread, minlength=guesses * shape[1]).reshape(shape)
    left = sizes * mass
    left[:, all_correct] = 0
    slots = np.flatnonzero(mass)
    masses = mass.ravel()[slots]
    bits = np.bincount(slots // shape[1], masses * log2(masses), minlength=guesses)
    return Measures(
        cells=np.count_nonzero(sizes, axis=1),
        worst=sizes[:, :all_correct].max(axis=1, initial=0),
        expected_remaining=left.sum(axis=1),
        entropy_bits=0.0 - bits.astype(np.float64, copy=False).round(12),
    )
