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

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.feedback import Patterns

FULL: Final = 99
SAME: Final = 1e-9  # guesses: a smaller difference is one of rounding
GUESSES_PER_BIT: Final = float((7920 / 2315 - 1) / np.log2(2315))

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """The cells into which a guess parts the candidates, each field of shape (cells,).

    Attributes:
        patterns: The pattern of each, ascending.
        left: Candidates that it leaves, int64; none where the guess is the answer.
        shares: How likely it is, float64, summing to 1.
        further: Guesses expected after it, float64.
    """

    patterns: Patterns
    left: NDArray[np.int64]
    shares: Floats
    further: Floats

    @property
    def cost(self) -> float:
        """Guesses that the guess can be expected to need in all, itself included."""
        return float(1 + self.shares @ self.further)


def cells_of(patterns: Patterns, weights: Floats, all_correct: int) -> Cells:
    """Return the cells of a guess, with an estimate of the guesses that each needs yet.

    At best one word of a cell is guessed at once and every other at the second try, the likely
    ones first; and a large cell needs about 1.2 guesses for every four bits and a half.

    Args:
        patterns: What each candidate answers to the guess, (candidates,).
        weights: Of the candidates, above 0, not normalised, float64, (candidates,).
        all_correct: The pattern of a guess that is the answer, which needs no other.

    Source: the bound of 2n - 1 guesses for n words, and 7,920 guesses for 2,315 words as
    proven by Selby (2022) and by Bertsimas and Paskov (2024).
    """
    found, cell, left = np.unique(patterns, return_inverse=True, return_counts=True)
    mass, likeliest = np.bincount(cell, weights), np.zeros(len(found))
    np.maximum.at(likeliest, cell, weights)
    bits = np.log2(mass) - np.bincount(cell, weights * np.log2(weights)) / mass
    further = np.maximum(2 - likeliest / mass, 1 + GUESSES_PER_BIT * bits)
    is_open = found != all_correct
    return Cells(found, left * is_open, mass / mass.sum(), further * is_open)


def skill_of(lost: float, whole: float) -> int:
    """Return the skill, 0 to 99, of a guess.

    Args:
        lost: Guesses that it costs more than the best one.
        whole: Guesses that one that tells nothing costs more than the best one.

    >>> skill_of(0, 0.9), skill_of(0.3, 0.9), skill_of(0.9, 0.9)
    (99, 66, 0)
    """
    if lost < SAME:
        return FULL
    return round(FULL * max(0.0, 1 - lost / whole)) if whole > 0 else 0


def luck_of(cells: Cells, pattern: int) -> int | None:
    """Return the luck, 0 to 99, of a guess that was given `pattern`.

    None where no candidate would have given it.
    """
    actual = cells.left[cells.patterns == pattern]
    if not actual.size:
        return None
    worse, equal = (
        cells.shares[where].sum() for where in (cells.left > actual, cells.left == actual)
    )
    return round(FULL * float(worse + equal / 2))
