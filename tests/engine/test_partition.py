"""The measures of guesses, compared with their definitions."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.partition import MAX_PAIRED, measure

ALL_CORRECT = 8


@given(st.integers(1, MAX_PAIRED + 20), st.booleans(), st.integers(0, 1000))
def test_partition_measures_equal_their_definitions(rows: int, is_even: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    patterns = rng.integers(0, ALL_CORRECT + 1, (rows, 4)).astype(np.uint8)
    weights = np.full(rows, 0.3) if is_even else rng.uniform(0.01, 1, rows)
    measured = measure(patterns, weights, ALL_CORRECT)
    for guess, column in enumerate(patterns.T.tolist()):
        sizes = Counter(column)
        masses = {pattern: weights[np.array(column) == pattern].sum() for pattern in sizes}
        total = weights.sum()
        left = {p: size for p, size in sizes.items() if p != ALL_CORRECT}
        assert measured.cells[guess] == len(sizes)
        assert measured.worst[guess] == max(left.values(), default=0)
        expected = sum(masses[p] / total * size for p, size in left.items())
        assert measured.expected_remaining[guess] == pytest.approx(expected)
        bits = -sum(mass / total * log2(mass / total) for mass in masses.values())
        assert measured.entropy_bits[guess] == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("rows", [2, 3, MAX_PAIRED + 1])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_partition_measures_have_one_value_per_guess_and_no_negative_bits(
    rows: int, dtype: type[np.unsignedinteger]
) -> None:
    measured = measure(np.zeros((rows, 5), dtype=dtype), np.ones(rows), ALL_CORRECT)
    assert {
        measure.shape for measure in (measured.cells, measured.worst, measured.entropy_bits)
    } == {(5,)}
    assert measured.cells.dtype == measured.worst.dtype == np.int64
    assert measured.expected_remaining.dtype == measured.entropy_bits.dtype == np.float64
    assert str(measured.entropy_bits[0]) == "0.0"
