"""What each guess does to the candidates: cells, expected remaining, entropy, worst case.

A guess parts the candidates into cells, one for each pattern it can be given. Everything here
is computed for many guesses at once. Imports NumPy only.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Patterns = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """The measures of many guesses, each an array of shape (guesses,).

    Attributes:
        cells: How many patterns can come back, int64, from 1.
        worst: Candidates left in the largest cell, int64.
        expected_remaining: Candidates expected to be left, float64, in words. An answer that is
            the guess itself leaves none.
        entropy_bits: Information expected from the pattern, float64, in bits.
        largest_first: The sum over the cells of the largest weight in each, float64: the best
            that a second guess into every cell can hope for.
    """

    cells: NDArray[np.int64]
    worst: NDArray[np.int64]
    expected_remaining: NDArray[np.float64]
    entropy_bits: NDArray[np.float64]
    largest_first: NDArray[np.float64]


def measure(patterns: Patterns, weights: NDArray[np.float64], all_correct: int) -> Measures:
    """Return the measures of guesses against weighted candidates.

    Args:
        patterns: What each candidate would answer to each guess, (candidates, guesses).
        weights: Belief in each candidate, above 0, not normalised, (candidates,).
        all_correct: The pattern of a guess that is the answer.

    Returns:
        Measures of the guesses, in their order.
    """
    guesses = patterns.shape[1]
    places = patterns.astype(np.int64) + np.arange(guesses) * (all_correct + 1)
    size = guesses * (all_correct + 1)
    shape = (guesses, all_correct + 1)
    sizes = np.bincount(places.ravel(), minlength=size).reshape(shape)
    spread = np.repeat(weights / weights.sum(), guesses)
    mass = np.bincount(places.ravel(), weights=spread, minlength=size).reshape(shape)
    left = sizes * mass
    left[:, all_correct] = 0
    logs = np.log2(mass, where=mass > 0, out=np.zeros_like(mass))
    return Measures(
        cells=np.count_nonzero(sizes, axis=1),
        worst=sizes[:, :all_correct].max(axis=1, initial=0),
        expected_remaining=left.sum(axis=1),
        entropy_bits=0.0 - np.einsum("ij,ij->i", mass, logs),
        largest_first=_largest(places, weights, size).reshape(shape).sum(axis=1),
    )


def _largest(
    places: NDArray[np.int64], weights: NDArray[np.float64], size: int
) -> NDArray[np.float64]:
    """Return the largest weight that falls on each place: of equal places the last one wins."""
    order = np.argsort(weights, kind="stable")
    largest = np.zeros(size)
    largest[places[order].ravel()] = np.repeat(weights[order], places.shape[1])
    return largest
