"""What guesses lead to, by looking ahead: the guesses wasted, and the chance to lose.

A game takes as many guesses as boards, and those that solve nothing: they are *wasted*. After a
guess some boards have one word left. Such a word costs its guess in any case, and tells something
of the other boards, which leaves more boards with one word, and so on. What has several words in
the end decides how many guesses are wasted.

The outcomes looked at are all combinations of the words left, or a fixed sample of them, the same
for all guesses that are compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Floats, Indices, Patterns
from wordle_web.engine.boards.objective import OpenBoard, separate, solved
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.search.solver import LOSS

MAX_OUTCOMES: Final = 128
MAX_CELLS: Final = 1_000_000  # guesses times outcomes times words that are looked at
MIN_OUTCOMES: Final = 12
# More boards than this know more of each other, and for longer.
MANY_BOARDS: Final = 8
MIN_OUTCOMES_OF_MANY: Final = 24
MAX_CELLS_OF_MANY: Final = 3_000_000
MAX_LISTED: Final = 36  # combinations up to which none is left out, however many guesses there are
# Of known words that lead to known words; more hardly ever change anything.
ROUNDS: Final = 3
ROUNDS_OF_MANY: Final = 8

# How likely it is that one guess or more will be wasted is taken to be 1 - exp(-c sum x(n)), summed
# over boards with n words; that of two or more the same with other numbers. c depends on the number
# of boards with several words, since each tells something of the others. Fitted to 1,230 games.
SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 15, 25, 50, 100, 300)
BOARDS: Final = (1, 2, 4, 8, 16, 32)

Sizes = NDArray[np.integer[Any]]


class WasteTable(NamedTuple):
    """x(n) for n of `SIZES`, and c for the numbers of `BOARDS`."""

    odds: tuple[float, ...]
    factors: tuple[float, ...]

    def chances(self, sizes: Sizes) -> Floats:
        """Return how likely so many guesses or more are wasted.

        Args:
            sizes: The words left on each board, (guesses, outcomes, boards).

        Returns:
            Probabilities, float64, (guesses, outcomes).
        """
        odds = np.interp(np.arange(sizes.max() + 1), SIZES, self.odds)
        boards = np.log(np.arange(1, sizes.shape[2] + 1))
        factors = np.exp(np.interp(boards, np.log(BOARDS), np.log(self.factors)))
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
THIRD: Final = 0.13  # share of games with two wasted guesses that waste a third


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Combinations of one word for each board, and what these words tell of each other.

    An *item* is a word of a board; items of a board stand together.

    Attributes:
        items: Indices in the lexicon, intp, (items,).
        starts: The first item of each board, intp, (boards,).
        own: For each outcome and item, the item that is the answer of its board, intp,
            (outcomes, items).
        differs: For each outcome, whether the answer of a board, once guessed, rules out an item,
            0 or 1, float32, (outcomes, boards, items).
        shares: The probability of each outcome, float64, (outcomes,), summing to 1.
    """

    items: Indices
    starts: Indices
    own: Indices
    differs: NDArray[np.float32]
    shares: Floats


def are_all_looked_at(boards: Sequence[OpenBoard]) -> bool:
    """Tell whether there are so few combinations of words that none is left out."""
    combinations: int = prod(len(board.words) ** len(board.numbers) for board in boards)
    return combinations <= MAX_LISTED


def outcome_count(boards: Sequence[OpenBoard], guesses: int) -> int:
    """Return how many outcomes so many guesses are compared by, unless there are fewer."""
    cells = guesses * sum(len(board.words) * len(board.numbers) for board in boards)
    least = MIN_OUTCOMES
    if sum(len(board.numbers) for board in boards) > MANY_BOARDS:
        least = max(least, min(MIN_OUTCOMES_OF_MANY, MAX_CELLS_OF_MANY // cells))
    return max(least, min(MAX_OUTCOMES, MAX_CELLS // cells))


def outcomes_of(lexicon: Lexicon, boards: Sequence[OpenBoard], guesses: int) -> Outcomes:
    """Return the outcomes to compare so many guesses by."""
    single = separate(boards)
    sizes = [len(board.words) for board in single]
    chosen, shares = _combinations(single, outcome_count(boards, guesses))
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    answers = chosen + starts
    own = answers[:, np.repeat(np.arange(len(single)), sizes)]
    items = np.concatenate([board.words for board in single])
    used, rows = np.unique(answers, return_inverse=True)
    words, places = np.unique(items, return_inverse=True)
    mutual = feedback_matrix(lexicon.codes[items[used]], lexicon.codes[words])[:, places]
    rows = rows.reshape(answers.shape)
    differs = mutual[rows] != mutual[rows[:, :, np.newaxis], own[:, np.newaxis, :]]
    return Outcomes(items, starts, own, differs.astype(np.float32), shares)


def every_combination(boards: Sequence[OpenBoard]) -> tuple[Indices, Floats]:
    """Return all combinations of one word for each board, with their probabilities.

    Returns:
        The place of a word among those of its board, intp, (combinations, boards), and float64,
        (combinations,), summing to 1.
    """
    sizes = [len(board.words) for board in boards]
    every = np.indices(sizes).reshape(len(sizes), -1).T
    shares = np.ones(len(every))
    for column, board in enumerate(boards):
        shares *= board.weights[every[:, column]]
    return every, shares


def _combinations(boards: Sequence[OpenBoard], count: int) -> tuple[Indices, Floats]:
    """Return combinations, the place of a word for each board, with their probabilities."""
    if prod(len(board.words) for board in boards) <= max(count, MAX_LISTED):
        return every_combination(boards)
    # Each word of a board stands for an equal share of its probability, paired by a fixed lot.
    rng = np.random.default_rng(len(boards))
    chosen = np.empty((count, len(boards)), dtype=np.intp)
    for column, board in enumerate(boards):
        points = (np.arange(count) + rng.random()) / count
        places = np.searchsorted(np.cumsum(board.weights), points)
        chosen[:, column] = rng.permutation(np.minimum(places, len(board.words) - 1))
    return chosen, np.full(count, 1 / count)


def words_left(patterns: Patterns, outcomes: Outcomes) -> Sizes:
    """Return the words left on each board once all known words are guessed; 1 if it is known.

    Args:
        patterns: The pattern of each guess against each item, (guesses, items).
        outcomes: The outcomes.

    Returns:
        Numbers of words, (guesses, outcomes, boards).
    """
    fits = patterns[:, np.newaxis, :] == patterns[:, outcomes.own]
    # The smallest type that fits is by far the fastest to add up.
    dtype = np.min_scalar_type(max(np.diff([*outcomes.starts, len(outcomes.items)])))
    sizes: Sizes = np.add.reduceat(fits.view(np.uint8), outcomes.starts, axis=2, dtype=dtype)
    for _ in range(ROUNDS if len(outcomes.starts) <= MANY_BOARDS else ROUNDS_OF_MANY):
        known = (sizes == 1).transpose(1, 0, 2).astype(np.float32)
        fits &= (known @ outcomes.differs == 0).transpose(1, 0, 2)
        before = sizes
        sizes = np.add.reduceat(fits.view(np.uint8), outcomes.starts, axis=2, dtype=dtype)
        if np.array_equal(before, sizes):
            break
    return sizes


def costs(lexicon: Lexicon, boards: Sequence[OpenBoard], guesses: Indices, spare: int) -> Floats:
    """Return the wasted guesses to expect after each guess, and of it; a loss counts twenty more.

    Args:
        lexicon: The words.
        boards: The boards that are not solved.
        guesses: Indices in the lexicon, intp.
        spare: Guesses that can be wasted without losing the game, from 0.
    """
    outcomes = outcomes_of(lexicon, boards, len(guesses))
    patterns = feedback_matrix(lexicon.codes[guesses], lexicon.codes[outcomes.items])
    in_the_end = words_left(patterns, outcomes)
    answers = outcomes.own[:, outcomes.starts]
    is_wasted = ~(patterns[:, answers] == all_correct(lexicon.length)).any(axis=2)
    one, two = FIRST.chances(in_the_end), SECOND.chances(in_the_end)
    # How likely it is that 0, 1, 2, … guesses more than can be are wasted.
    risks = np.stack([np.ones_like(one), one, two, two * THIRD, np.zeros_like(one)])
    limit = min(spare + 1, len(risks) - 1)
    lost = np.where(is_wasted, risks[limit - 1], risks[limit])
    chance = solved(boards, guesses, len(lexicon))
    found: Floats = 1 - chance + (one + two + LOSS * lost) @ outcomes.shares
    return found
