"""What a board would still need, against the formula read word by word."""

from collections import Counter

import numpy as np
import pytest

from wordle_web.engine.boards.objective import (
    FEW,
    MAX_PAIRED,
    MAX_PAIRED_WIDE,
    OpenBoard,
    needed,
    separate,
    solved,
)

SPREAD = 3.0


def by_definition(pattern: list[int], weights: list[float]) -> float:
    """Return the mean over all words of h of the words with the same pattern."""
    mass, squares, entropy = Counter(), Counter(), Counter()
    for each, weight in zip(pattern, weights, strict=True):
        mass[each] += weight
    for each, weight in zip(pattern, weights, strict=True):
        share = weight / mass[each]
        squares[each] += share**2
        entropy[each] -= share * np.log2(share)
    return sum(mass[each] * (entropy[each] + SPREAD * (1 - squares[each])) for each in mass)


@pytest.mark.parametrize("words", [1, 2, FEW, FEW + 1, MAX_PAIRED, MAX_PAIRED + 1, 300])
@pytest.mark.parametrize("is_even", [True, False])
@pytest.mark.parametrize(("dtype", "won"), [(np.uint8, 242), (np.uint16, 6560)])
def test_however_it_is_counted_it_is_the_mean_of_what_the_parts_need(
    words: int, is_even: bool, dtype: type[np.unsignedinteger], won: int
) -> None:
    dice = np.random.default_rng(words)
    patterns = dice.choice([0, 1, 5, 27, won], (words, 7)).astype(dtype)
    weights = np.ones(words) if is_even else np.sort(dice.random(words))[::-1] + 0.01
    board = OpenBoard(np.arange(words), weights / weights.sum(), (0,))
    expected = [by_definition(each, board.weights.tolist()) for each in patterns.T.tolist()]
    assert MAX_PAIRED < MAX_PAIRED_WIDE < 300
    assert needed(patterns, board, SPREAD, won) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("weights", "count", "words"),
    [
        ([1] * 8, 4, [10, 12, 14, 16]),
        ([1] * 8, 8, [10, 11, 12, 13, 14, 15, 16, 17]),
        ([1] * 8, 9, [10, 11, 12, 13, 14, 15, 16, 17]),
        ([8, 4, 2, 1, 1], 4, [10, 10, 11, 12]),
        ([8, 4, 2, 1, 1], 1, [10]),
        ([4, 4, 1, 1], 2, [10, 11]),
    ],
)
def test_a_sample_has_a_word_for_each_equal_share(
    weights: list[int], count: int, words: list[int]
) -> None:
    board = OpenBoard(np.arange(10, 10 + len(weights)), np.array(weights) / sum(weights), (3, 5))
    found = board.sampled(count)
    assert found.words.tolist() == words
    assert found.weights.tolist() == [1 / len(words)] * len(words)
    assert found.numbers == (3, 5)
    assert (board.is_even, found.is_even) == (len(set(weights)) == 1, True)
    assert found.is_known == (count == 1)


def test_a_guess_solves_each_board_with_the_chance_of_its_word() -> None:
    one = OpenBoard(np.array([4, 2]), np.array([0.75, 0.25]), (0, 3))
    other = OpenBoard(np.array([2, 5]), np.array([0.5, 0.5]), (1,))
    assert solved((one, other), np.array([2, 4, 5, 1]), 6).tolist() == [1.0, 1.5, 0.5, 0.0]
    assert separate((one, other)) == (one, one, other)
