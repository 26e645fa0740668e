"""Skill and luck."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.rating import cells_of, luck_of, skill_of

WON = 242


def cells(patterns, weights=None):
    weights = np.ones(len(patterns)) if weights is None else np.array(weights, dtype=float)
    return cells_of(np.array(patterns, dtype=np.uint8), weights, WON)


def estimate(patterns, weights=None):
    return cells(patterns, weights).cost


def test_cells_are_counted_and_weighed():
    found = cells([0, WON, 3, 0], [1, 2, 4, 1])
    assert found.patterns.tolist() == [0, 3, WON]
    assert found.left.tolist() == [2, 1, 0]
    assert found.shares.tolist() == [0.25, 0.5, 0.25]
    assert found.further.tolist() == [1.5, 1, 0]
    assert found.patterns.dtype == np.uint8
    assert found.further.dtype == found.shares.dtype == np.float64


@pytest.mark.parametrize(
    ("patterns", "guesses"),
    [
        ([WON], 1),
        ([0], 2),
        ([WON, 0], 1.5),
        ([0, 1], 2),
        ([0, 0], 2.5),
        ([WON, 0, 1], 5 / 3),
        ([WON, 0, 0], 2),
        ([0, 0, 0], 1 + 5 / 3),
    ],
)
def test_few_words_cost_what_perfect_play_costs(patterns, guesses):
    assert estimate(patterns) == pytest.approx(guesses)


def test_all_answers_of_the_benchmark_cost_what_the_proven_optimum_costs():
    assert estimate([0] * 2315) == pytest.approx(1 + 7920 / 2315)


def test_a_likely_answer_is_worth_guessing():
    assert estimate([WON, 0], [9, 1]) == pytest.approx(1.1)
    assert estimate([0, WON], [9, 1]) == pytest.approx(1.9)
    assert estimate([0, 0], [9, 1]) == pytest.approx(2.1, abs=0.01)


@pytest.mark.parametrize(
    ("lost", "whole", "skill"),
    [(0, 0.8, 99), (-0.3, 0.8, 99), (0.4, 0.8, 50), (0.8, 0.8, 0), (1.7, 0.8, 0), (0.1, 0, 0)],
)
def test_skill_is_the_part_of_a_turn_that_was_not_lost(lost, whole, skill):
    assert skill_of(lost, whole) == skill


def luck(patterns, pattern, weights=None):
    return luck_of(cells(patterns, weights), pattern)


@pytest.mark.parametrize(
    ("patterns", "pattern", "expected"),
    [
        ([WON], WON, 50),
        ([5], 5, 50),
        ([WON, 0], WON, 74),
        ([WON, 0], 0, 25),
        ([0, 1, 1, 1], 0, 87),
        ([0, 1, 1, 1], 1, 37),
        ([WON] + [0] * 199, WON, 99),
        ([1] + [0] * 199, 0, 49),
        ([0, 1], 7, None),
    ],
)
def test_luck_is_the_share_of_answers_that_would_have_left_more(patterns, pattern, expected):
    assert luck(patterns, pattern) == expected


def test_luck_counts_answers_by_their_weight():
    assert luck([WON, 0], WON, [1, 99]) == 99
    assert luck([WON, 0], WON, [99, 1]) == 50


@given(
    st.lists(st.tuples(st.integers(0, WON), st.floats(1e-6, 1)), min_size=1, max_size=60),
)
def test_luck_and_estimates_stay_within_their_bounds(words):
    patterns, weights = zip(*words, strict=True)
    assert 1 <= estimate(patterns, weights) <= 1 + 2 + np.log2(len(patterns))
    assert 0 <= luck(patterns, patterns[0], weights) <= 99


@given(st.lists(st.integers(0, 8), min_size=1, max_size=40))
def test_luck_is_even_on_average(patterns):
    assert np.mean([luck(patterns, pattern) for pattern in patterns]) == pytest.approx(49.5, abs=1)
