"""Numbers and short texts as they are written by people and in URLs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.parsing import printable, whole_number


@given(st.integers(0, 10**9))
def test_whole_number_returns_only_numbers_within_bounds(number: int) -> None:
    assert whole_number(str(number), 0, 10**9) == number
    bounds = {2: None, 3: 3, 10: 10, 11: None}
    assert {bound: whole_number(str(bound), 3, 10) for bound in bounds} == bounds


@pytest.mark.parametrize(
    "text", ["", " 5", "5 ", "+5", "-5", "5.0", "5e1", "1_0", "\u0665", "\u00b2", "0x5", "9" * 5000]
)
def test_whole_number_returns_none_for_malformed_text(text: str) -> None:
    assert whole_number(text, 0, 10**9) is None


@given(st.text())
def test_printable_returns_visible_text_of_limited_length(text: str) -> None:
    shown = printable(text, 32)
    assert shown.isprintable()
    assert len(shown) <= 32
    assert shown == shown.strip()
