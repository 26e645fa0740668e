"""The keyed permutation: a bijection, pinned to known values so that no release moves a day."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.game.puzzles.puzzles import permuted


@settings(max_examples=30)
@given(size=st.integers(1, 400), key=st.binary(max_size=40))
def test_each_number_below_the_size_comes_exactly_once(size: int, key: bytes) -> None:
    assert sorted(permuted(index, size, key) for index in range(size)) == list(range(size))


def test_known_values_are_pinned_and_the_whole_domain_is_permuted() -> None:
    few, many = (
        [permuted(index, size, b"key") for index in range(size)] for size in (2400, 65_536)
    )
    assert few[:6] == [1722, 1574, 2282, 296, 1793, 668]
    assert many[:4] == [58243, 20074, 31348, 30873]
    assert len(set(many)) == 65_536


@given(one=st.binary(min_size=1, max_size=32), other=st.binary(min_size=1, max_size=32))
def test_different_keys_give_different_orders(one: bytes, other: bytes) -> None:
    if one.rstrip(b"\0") == other.rstrip(b"\0"):
        return
    orders = [[permuted(index, 1000, key) for index in range(20)] for key in (one, other)]
    assert orders[0] != orders[1]


@pytest.mark.parametrize(("index", "size"), [(5, 5), (-1, 5), (0, 0), (0, 65_537)])
def test_what_cannot_be_permuted_is_refused(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="no place"):
        permuted(index, size, b"key")
