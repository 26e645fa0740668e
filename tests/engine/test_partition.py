"""The measures of guesses, against their definitions."""

from collections import Counter
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.partition import MAX_PAIRED, measure

ALL_CORRECT = 8


@given(st.integers(1, MAX_PAIRED + 20), st.booleans(), st.integers(0, 1000))
def test_measures_are_as_defined(rows: int, is_even: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    patterns = rng.integers(0, ALL_CORRECT + 1, (rows, 4)).astype(np.uint8)
    weights = np.full(rows, 0.3) if is_even else rng.uniform(0.01, 1, rows)
    found = measure(patterns, weights, ALL_CORRECT)
    for guess, column in enumerate(patterns.T.tolist()):
        sizes = Counter(column)
        masses = {pattern: weights[np.array(column) == pattern].sum() for pattern in sizes}
        total = weights.sum()
        left = {p: size for p, size in sizes.items() if p != ALL_CORRECT}
        assert found.cells[guess] == len(sizes)
        assert found.worst[guess] == max(left.values(), default=0)
        expected = sum(masses[p] / total * size for p, size in left.items())
        assert found.expected_remaining[guess] == pytest.approx(expected)
        bits = -sum(mass / total * log2(mass / total) for mass in masses.values())
        assert found.entropy_bits[guess] == pytest.approx(bits, abs=1e-9)


@pytest.mark.parametrize("rows", [2, 3, MAX_PAIRED + 1])
@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_measures_have_shapes_and_none_no_bits(rows: int, dtype: type[np.unsignedinteger]) -> None:
    found = measure(np.zeros((rows, 5), dtype=dtype), np.ones(rows), ALL_CORRECT)
    assert {each.shape for each in (found.cells, found.worst, found.entropy_bits)} == {(5,)}
    assert found.cells.dtype == found.worst.dtype == np.int64
    assert found.expected_remaining.dtype == found.entropy_bits.dtype == np.float64
    assert str(found.entropy_bits[0]) == "0.0"
