"""Lookahead: the expected number of wasted guesses, and the risk of losing.

A game takes one guess per board, plus the *wasted* guesses, which solve no board. After a guess,
some boards have one word left. Guessing that word wastes nothing, and it reveals something about
the other boards, which may then have one word left too, and so on. The boards that still have
several words in the end determine how many guesses are wasted.

All guesses are compared on the same outcomes: all combinations of the words left, or a fixed
sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import DIGITS, Floats, Indices, Patterns, log2
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.partition import BLOCK_COUNTERS
from wordle_web.engine.search.solver import LOSS

# Up to this many words, comparing every pair is faster than counting patterns. Longer words have
# more patterns to count, so for them the limit is higher.
MAX_PAIRED: Final = 90
MAX_PAIRED_WIDE: Final = 200
FEW: Final = 12  # up to this many words, every pair is compared only once
# h (see `needed`) is rounded to multiples of 1 / SCALE, counted by integers. It is at most 15, so
# these fit 31 bits.
SCALE: Final = 1 << 27
SHARES: Final = 1 << 23  # weights are rounded to multiples of its inverse


@dataclass(frozen=True, slots=True, eq=False)
class OpenBoard:
    """The words left on one board, or on several boards with the same words."""

    words: Indices  # indices in the lexicon, intp, (words,)
    weights: Floats  # their probabilities, float64, (words,), summing to 1
    numbers: tuple[int, ...]  # the numbers of the boards, from 0

    @property
    def is_even(self) -> bool:
        """Whether all words are equally likely."""
        return bool(self.weights[0] == self.weights[-1])  # sorted, heaviest first

    @property
    def is_known(self) -> bool:
        """Whether only one word is left."""
        return len(self.words) == 1

    def sampled(self, count: int) -> "OpenBoard":
        """Return the board with `count` sampled words of equal weight, or itself if it is small."""
        if len(self.words) <= count:
            return self
        shares = (np.arange(count) + 0.5) / count
        places = np.searchsorted(np.cumsum(self.weights), shares)
        words = self.words[np.minimum(places, len(self.words) - 1)]
        return OpenBoard(words, np.full(count, 1 / count), self.numbers)


def separate(boards: Sequence[OpenBoard]) -> tuple[OpenBoard, ...]:
    """Return each board once for each of its numbers."""
    return tuple(board for board in boards for _ in board.numbers)


def solved(boards: Sequence[OpenBoard], guesses: Indices, words: int) -> Floats:
    """Return the expected number of boards that each guess solves, float64, (guesses,).

    `guesses` are indices in a lexicon of `words` words, intp, (guesses,).
    """
    chances = np.zeros(words)
    for board in boards:
        chances[board.words] += len(board.numbers) * board.weights
    return chances[guesses].round(DIGITS)


def needed(patterns: Patterns, board: OpenBoard, spread: float, won: int) -> Floats:
    """Return the mean of h over the words left on a board, for each guess, float64, (guesses,).

    h(n) = log2(n) + a (1 - 1/n) grows with the guesses that n words take. For each word as the
    answer, n is the total weight of the words that the guess would leave, divided by the answer's.
    `patterns` holds the pattern of each guess for each word of the board, (words, guesses);
    `spread` is the constant a in h.
    """
    weights = board.weights
    if len(patterns) <= (MAX_PAIRED if patterns.dtype == np.uint8 else MAX_PAIRED_WIDE):
        if board.is_even:
            return _needed_by_pairs(patterns, spread)
        # Rounded to multiples of 2^-23, sums up to 1 are exact even in float32.
        shares = (np.rint(weights * SHARES) / SHARES).astype(np.float32)
        # The total weight of the words with the same pattern.
        like = np.stack([np.matmul(shares, patterns == row) for row in patterns])
        return _needed(like.astype(np.float64), weights, spread)
    step, costs = max(1, BLOCK_COUNTERS // (won + 1)), []
    for start in range(0, patterns.shape[1], step):
        block = patterns[:, start : start + step]
        slots = block + np.arange(block.shape[1]) * (won + 1)
        masses: Floats = np.bincount(slots.ravel(), np.repeat(weights, block.shape[1]))[slots]
        costs.append(_needed(masses, weights, spread))
    return np.concatenate(costs)


def _needed_by_pairs(patterns: Patterns, spread: float) -> Floats:
    count, guesses = patterns.shape
    numbers = np.arange(1, count + 1)
    # Integers, since their sums are exact.
    table = np.rint((log2(numbers) + spread * (1 - 1 / numbers)) / count * SCALE).astype(np.int32)
    totals = np.zeros(guesses, dtype=np.int32)
    if count > FEW:
        for row in patterns:  # at most `MAX_PAIRED_WIDE` rows, so a byte can count them
            totals += table[(patterns == row).view(np.uint8).sum(axis=0, dtype=np.uint8) - 1]
        return totals / SCALE
    others = np.zeros(patterns.shape, dtype=np.uint8)  # other words with the same pattern
    for one in range(count):
        for other in range(one):
            equal = (patterns[one] == patterns[other]).view(np.uint8)
            others[one] += equal
            others[other] += equal
    for number in range(1, count):  # h of a single word is 0
        totals += table[number] * (others == number).view(np.uint8).sum(axis=0, dtype=np.uint8)
    return totals / SCALE


def _needed(masses: Floats, weights: Floats, spread: float) -> Floats:
    column = weights[:, np.newaxis]
    terms = column * log2(masses) - spread * column**2 / masses
    bits: Floats = terms.sum(axis=0) + spread - (weights * log2(weights)).sum()
    return bits


MAX_OUTCOMES: Final = 128  # outcomes on which guesses are compared, at most
MAX_CELLS: Final = 1_000_000  # guesses times outcomes times words compared, at most
MIN_OUTCOMES: Final = 12  # outcomes on which guesses are compared, at least
# With more boards, the values `..._OF_MANY` apply, since a board learns from more other boards.
MANY_BOARDS: Final = 8
MIN_OUTCOMES_OF_MANY: Final = 24
MAX_CELLS_OF_MANY: Final = 3_000_000
MAX_LISTED: Final = 36  # up to this many combinations are all used, for any number of guesses
# Rounds in which known words reveal further known words; more rounds change almost nothing.
ROUNDS: Final = 3
ROUNDS_OF_MANY: Final = 8

# The probability that at least one guess is wasted is modeled as 1 - exp(-c sum x(n)), summed over
# boards with n words. The probability of at least two has its own x and c. The factor c depends on
# the number of boards with several words, since each reveals something about the others. Fitted to
# 1,230 games.
SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 50, 100, 300)
BOARDS: Final = (1, 2, 4, 8, 16, 32)

Sizes = NDArray[np.integer[Any]]


class WasteTable(NamedTuple):
    """x(n) for each n in `SIZES`, and c for each number in `BOARDS`."""

    odds: tuple[float, ...]
    factors: tuple[float, ...]

    def chances(self, sizes: Sizes) -> Floats:
        """Return the probability of wasting at least one guess; in `SECOND`, at least two.

        `sizes` holds the number of words left on each board, (guesses, outcomes, boards); the
        result is float64, (guesses, outcomes).
        """
        odds = np.interp(np.arange(sizes.max() + 1), SIZES, self.odds)
        boards = log2(np.arange(1, sizes.shape[2] + 1))
        factors = np.exp2(np.interp(boards, log2(BOARDS), log2(self.factors)))
        several = np.maximum(1, (sizes > 1).sum(axis=2))
        chances: Floats = -np.expm1(-factors[several - 1] * odds[sizes].sum(axis=2))
        return chances


FIRST: Final = WasteTable(
    (0, 0.67, 1.1, 1.3, 1.7, 1.9, 2.2, 2.6, 4.1, 8.0, 14.0, 15.0, 20.0),
    (1, 0.8, 0.43, 0.115, 0.018, 0.003),
)
SECOND: Final = WasteTable(
    (0, 0.01, 0.025, 0.035, 0.06, 0.08, 0.1, 0.12, 0.17, 0.27, 0.35, 0.45, 0.5),
    (1, 1.67, 1.1, 0.33, 0.045, 0.008),
)
THIRD: Final = 0.13  # probability of a third wasted guess after two


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Combinations of one word for each board, and the facts that these words reveal.

    An *item* is a word of a board; the items of a board are adjacent.
    """

    items: Indices  # indices in the lexicon, intp, (items,)
    starts: Indices  # the first item of each board, intp, (boards,)
    # For each outcome and item, the answer of the item's board, as an item, intp, (outcomes,
    # items).
    own: Indices
    # For each outcome, 1 if guessing the answer of a board rules out an item, otherwise 0: float32,
    # (outcomes, boards, items).
    differs: NDArray[np.float32]
    shares: Floats  # the probability of each outcome, float64, (outcomes,), summing to 1


def are_all_looked_at(boards: Sequence[OpenBoard]) -> bool:
    """Return whether there are few enough combinations of words to use them all."""
    combinations: int = prod(len(board.words) ** len(board.numbers) for board in boards)
    return combinations <= MAX_LISTED


def outcome_count(boards: Sequence[OpenBoard], guesses: int) -> int:
    """Return the number of outcomes on which to compare `guesses` guesses."""
    cells = guesses * sum(len(board.words) * len(board.numbers) for board in boards)
    least = MIN_OUTCOMES
    if sum(len(board.numbers) for board in boards) > MANY_BOARDS:
        least = max(least, min(MIN_OUTCOMES_OF_MANY, MAX_CELLS_OF_MANY // cells))
    return max(least, min(MAX_OUTCOMES, MAX_CELLS // cells))


def outcomes_of(lexicon: Lexicon, boards: Sequence[OpenBoard], guesses: int) -> Outcomes:
    """Return the outcomes on which `guesses` guesses are compared."""
    single, count = separate(boards), outcome_count(boards, guesses)
    sizes = [len(board.words) for board in single]
    if prod(sizes) <= max(count, MAX_LISTED):
        chosen, shares = every_combination(single)
    else:
        # Each chosen word represents an equal share of its board's probability. Their random order
        # is always the same.
        rng, shares = np.random.default_rng(len(single)), np.full(count, 1 / count)
        chosen = np.empty((count, len(single)), dtype=np.intp)
        for column, board in enumerate(single):
            points = (np.arange(count) + rng.random()) / count
            places = np.searchsorted(np.cumsum(board.weights), points)
            chosen[:, column] = rng.permutation(np.minimum(places, len(board.words) - 1))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    answers = chosen + starts
    own = answers[:, np.repeat(np.arange(len(single)), sizes)]
    items = np.concatenate([board.words for board in single])
    distinct, rows = np.unique(answers, return_inverse=True)
    words, places = np.unique(items, return_inverse=True)
    mutual = feedback_matrix(lexicon.codes[items[distinct]], lexicon.codes[words])[:, places]
    rows = rows.reshape(answers.shape)
    differs = mutual[rows] != mutual[rows[:, :, np.newaxis], own[:, np.newaxis, :]]
    return Outcomes(items, starts, own, differs.astype(np.float32), shares)


def every_combination(boards: Sequence[OpenBoard]) -> tuple[Indices, Floats]:
    """Return all combinations of one word for each board, with their probabilities.

    Combinations are positions of words within their boards, intp, (combinations, boards);
    probabilities are float64, (combinations,), and sum to 1.
    """
    sizes = [len(board.words) for board in boards]
    every = np.indices(sizes).reshape(len(sizes), -1).T
    shares = np.ones(len(every))
    for column, board in enumerate(boards):
        shares *= board.weights[every[:, column]]
    return every, shares


def words_left(patterns: Patterns, outcomes: Outcomes) -> Sizes:
    """Return the number of words left on each board once all known words are guessed.

    `patterns` holds the pattern of each guess for each item, (guesses, items); the result is
    (guesses, outcomes, boards), with 1 for a known word.
    """
    fits = patterns[:, np.newaxis, :] == patterns[:, outcomes.own]
    # Sums are by far the fastest with the smallest sufficient type.
    dtype = np.min_scalar_type(max(np.diff([*outcomes.starts, len(outcomes.items)])))
    sizes: Sizes = np.add.reduceat(fits.view(np.uint8), outcomes.starts, axis=2, dtype=dtype)
    # A known word is guessed, which rules out all words that would give it other marks.
    for _ in range(ROUNDS if len(outcomes.starts) <= MANY_BOARDS else ROUNDS_OF_MANY):
        known = (sizes == 1).transpose(1, 0, 2).astype(np.float32)
        fits &= (known @ outcomes.differs == 0).transpose(1, 0, 2)
        before = sizes
        sizes = np.add.reduceat(fits.view(np.uint8), outcomes.starts, axis=2, dtype=dtype)
        if np.array_equal(before, sizes):
            break
    return sizes


def costs(lexicon: Lexicon, boards: Sequence[OpenBoard], guesses: Indices, spare: int) -> Floats:
    """Return the expected wasted guesses after each guess; a loss counts as twenty more.

    A guess costs one, minus the boards it solves on average, plus the guesses wasted after it.
    `guesses` are indices in the lexicon, intp; `spare` is how many guesses can be wasted without
    losing the game, from 0.
    """
    outcomes = outcomes_of(lexicon, boards, len(guesses))
    patterns = feedback_matrix(lexicon.codes[guesses], lexicon.codes[outcomes.items])
    in_the_end = words_left(patterns, outcomes)
    answers = outcomes.own[:, outcomes.starts]
    is_wasted = ~(patterns[:, answers] == all_correct(lexicon.length)).any(axis=2)
    one, two = FIRST.chances(in_the_end), SECOND.chances(in_the_end)
    # Row n is the probability that at least n later guesses are wasted. Wasting more than `spare`
    # loses the game.
    risks = np.stack([np.ones_like(one), one, two, two * THIRD, np.zeros_like(one)])
    limit = min(spare + 1, len(risks) - 1)
    lost = np.where(is_wasted, risks[limit - 1], risks[limit])
    boards_solved = solved(boards, guesses, len(lexicon))
    expected: Floats = 1 - boards_solved + ((one + two + LOSS * lost) * outcomes.shares).sum(axis=1)
    return expected.round(DIGITS)
