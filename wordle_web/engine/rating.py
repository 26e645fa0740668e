"""How good a guess was and how lucky, from 0 to 99.

Skill is measured in guesses. A guess has a cost: itself, and the guesses that its patterns can
be expected to leave. It gains what it costs less than a guess that tells nothing, and skill is
that gain beside the gain of the best guess::

    skill = 99 * (cost of telling nothing - cost of the guess)
               / (cost of telling nothing - cost of the best), from 0 to 99

so 99 is the best guess or its equal, and 0 one that told nothing and lost the whole turn. Luck
compares what a pattern left with what other answers would have left after the same guess, each
answer counted by its weight::

    luck = 99 * (P(more words left) + P(as many words left) / 2)

so 50 is as good as bad, and 99 a stroke that hardly another answer would have given. Imports
`feedback` and NumPy only.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.feedback import Patterns

FULL: Final = 99
GUESSES_PER_BIT: Final = float((7920 / 2315 - 1) / np.log2(2315))

Floats = NDArray[np.float64]


def estimated_guesses(patterns: Patterns, weights: Floats, all_correct: int) -> float:
    """Return how many guesses a guess can be expected to need in all, itself included.

    A cell of n equal words needs at least 2 - 1/n guesses a word, and a large one about 1.2
    for every four bits more; where weights differ, n is two to the power of the cell's entropy.

    Args:
        patterns: What each candidate answers to the guess, (candidates,).
        weights: Of the candidates, above 0, not normalised, float64, (candidates,).
        all_correct: The pattern of a guess that is the answer, which needs no other.

    Returns:
        Guesses, from 1.

    Source: the bound of 2n - 1 guesses for n words, and 7,920 guesses for 2,315 words as
    proven by Selby (2022) and by Bertsimas and Paskov (2024).
    """
    _, cell = np.unique(patterns, return_inverse=True)
    mass = np.bincount(cell, weights)
    bits = np.log2(mass) - np.bincount(cell, weights * np.log2(weights)) / mass
    bits = np.maximum(bits, 0)
    further = np.maximum(2 - 2**-bits, 1 + GUESSES_PER_BIT * bits)
    further[cell[patterns == all_correct]] = 0
    return float(1 + (mass * further).sum() / mass.sum())


def skill_of(lost: float, whole: float) -> int:
    """Return the skill, 0 to 99, of a guess.

    Args:
        lost: Guesses that it costs more than the best one.
        whole: Guesses that one that tells nothing costs more than the best one.

    >>> skill_of(0, 0.9), skill_of(0.3, 0.9), skill_of(0.9, 0.9)
    (99, 66, 0)
    """
    if lost <= 0:
        return FULL
    return round(FULL * max(0.0, 1 - lost / whole)) if whole > 0 else 0


def luck_of(patterns: Patterns, weights: Floats, pattern: int, all_correct: int) -> int | None:
    """Return the luck, 0 to 99, of a guess that was given `pattern`.

    Args:
        patterns: What each candidate answers to the guess, (candidates,).
        weights: Of the candidates, above 0, not normalised, float64, (candidates,).
        pattern: What the answer gave.
        all_correct: The pattern of a guess that is the answer, which leaves no word.

    Returns:
        The luck; None where no candidate would have given that pattern.
    """
    found, cell, sizes = np.unique(patterns, return_inverse=True, return_counts=True)
    place = np.flatnonzero(found == pattern)
    if not place.size:
        return None
    sizes[found == all_correct] = 0
    shares = np.bincount(cell, weights) / weights.sum()
    worse = shares[sizes > sizes[place]].sum()
    equal = shares[sizes == sizes[place]].sum()
    return round(FULL * float(worse + equal / 2))
