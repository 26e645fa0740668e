"""How good guesses are for one board: the chance to solve it, and the guesses it would still need.

The guesses that a board with n words needs beside others are estimated by
h(n) = log2 n + a (1 - 1/n), which is 0 for a board whose word is known. With unequal words, the
first term becomes the entropy of the words left, and 1/n the sum of the squared probabilities.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Floats, Indices, Patterns

# Up to so many words, comparing every pair is faster than counting. The many patterns of long
# words all need a counter, so there it is faster up to more words.
MAX_PAIRED: Final = 90
MAX_PAIRED_WIDE: Final = 200
FEW: Final = 12  # up to so many, each pair is compared only once
BLOCK_COUNTERS: Final = 1 << 18  # counters that fit the processor's cache


@dataclass(frozen=True, slots=True, eq=False)
class OpenBoard:
    """The words left on one board, or on several boards that have the same.

    Attributes:
        words: Indices in the lexicon, intp, (words,).
        weights: Their probabilities, float64, (words,), summing to 1.
        numbers: The numbers of the boards, from 0.
    """

    words: Indices
    weights: Floats
    numbers: tuple[int, ...]

    @property
    def is_even(self) -> bool:
        """Whether all words are equally likely."""
        return bool(self.weights[0] == self.weights[-1])  # the heaviest stands first

    @property
    def is_known(self) -> bool:
        """Whether there is one word left."""
        return len(self.words) == 1

    def sampled(self, count: int) -> "OpenBoard":
        """Return `count` words that stand for all, equally likely; itself if it has no more."""
        if len(self.words) <= count:
            return self
        shares = (np.arange(count) + 0.5) / count
        places = np.searchsorted(np.cumsum(self.weights), shares)
        words = self.words[np.minimum(places, len(self.words) - 1)]
        return OpenBoard(words, np.full(count, 1 / count), self.numbers)


def separate(boards: Sequence[OpenBoard]) -> tuple[OpenBoard, ...]:
    """Return each board on its own, those with the same words one after another."""
    return tuple(board for board in boards for _ in board.numbers)


def solved(boards: Sequence[OpenBoard], guesses: Indices, words: int) -> Floats:
    """Return how many boards each guess solves on average.

    Args:
        boards: The boards.
        guesses: Indices in the lexicon, intp, (guesses,).
        words: Number of words in the lexicon.

    Returns:
        Numbers of boards from 0, float64, (guesses,).
    """
    chances = np.zeros(words)
    for board in boards:
        chances[board.words] += len(board.numbers) * board.weights
    return chances[guesses]


def needed(patterns: Patterns, board: OpenBoard, spread: float, won: int) -> Floats:
    """Return the mean of h over what is left of a board after each guess, float64, (guesses,).

    Args:
        patterns: The pattern of each guess against each word of the board, (words, guesses).
        board: The board.
        spread: The constant a of h.
        won: The pattern of a guess that is the answer.
    """
    if len(patterns) <= (MAX_PAIRED if patterns.dtype == np.uint8 else MAX_PAIRED_WIDE):
        if board.is_even:
            return _needed_by_pairs(patterns, spread)
        return _needed_by_weighted_pairs(patterns, board.weights, spread)
    step = max(1, BLOCK_COUNTERS // (won + 1))
    starts = range(0, patterns.shape[1], step)
    blocks = [_needed(patterns[:, start : start + step], board, spread, won) for start in starts]
    return np.concatenate(blocks)


def _needed_by_pairs(patterns: Patterns, spread: float) -> Floats:
    count, guesses = patterns.shape
    numbers = np.arange(1, count + 1)
    table = ((np.log2(numbers) + spread * (1 - 1 / numbers)) / count).astype(np.float32)
    found = np.zeros(guesses, dtype=np.float32)
    if count > FEW:
        for row in patterns:  # no more than `MAX_PAIRED_WIDE`, so a byte counts them
            found += table[(patterns == row).view(np.uint8).sum(axis=0, dtype=np.uint8) - 1]
        return found.astype(np.float64)
    others = _others_like(patterns)
    for number in range(1, count):  # h of a single word is 0
        found += table[number] * (others == number).view(np.uint8).sum(axis=0, dtype=np.uint8)
    return found.astype(np.float64)


def _others_like(patterns: Patterns) -> Patterns:
    """Return for each word and guess how many other words have the same pattern."""
    others = np.zeros(patterns.shape, dtype=np.uint8)
    for one in range(len(patterns)):
        for other in range(one):
            equal = (patterns[one] == patterns[other]).view(np.uint8)
            others[one] += equal
            others[other] += equal
    return others


def _needed_by_weighted_pairs(patterns: Patterns, weights: Floats, spread: float) -> Floats:
    found = np.full(patterns.shape[1], spread - float(weights @ np.log2(weights)))
    for row, weight in zip(patterns, weights.tolist(), strict=True):
        mass = weights.astype(np.float32) @ (patterns == row)
        found += weight * (np.log2(mass) - spread * weight / mass)
    return found


def _needed(patterns: Patterns, board: OpenBoard, spread: float, won: int) -> Floats:
    weights = board.weights
    guesses = patterns.shape[1]
    slots = patterns + np.arange(guesses) * (won + 1)
    spread_weights = np.repeat(weights, guesses)
    masses = np.bincount(slots.ravel(), spread_weights, minlength=guesses * (won + 1))[slots]
    constant = spread - float(weights @ np.log2(weights))
    found: Floats = constant + weights @ np.log2(masses) - spread * (weights**2 @ (1 / masses))
    return found
