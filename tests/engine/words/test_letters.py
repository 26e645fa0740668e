"""Letters as people type them, and texts that nobody types."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.words.letters import MAX_ACCENTS, normalized, plain_letters

# Two accents that change places when they are sorted: of the usual kind, and of letters that become
# accents only when they are taken apart.
PAIRS = ("\u0301\u0316", "\u0f73\u0f71", "\u0301\uff9e")


@given(text=st.text(max_size=MAX_ACCENTS))
def test_a_text_without_piles_of_accents_is_normalized_as_it_is(text: str) -> None:
    assert normalized("NFC", text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("pair", PAIRS)
def test_a_pile_of_accents_is_cut_before_it_is_sorted(pair: str) -> None:
    text = f"a{pair * 5_000}b"
    for found in (normalized("NFKC", text), plain_letters(text, "ab")):
        assert found.endswith("b")
        assert len(found) < 4 * MAX_ACCENTS


def test_wide_signs_are_plain_ones_from_the_first_to_the_last() -> None:
    plain = "".join(map(chr, range(ord("!"), ord("~") + 1)))
    wide = "".join(map(chr, range(0xFF01, 0xFF5F)))
    assert plain_letters(wide, "") == plain
    assert plain_letters("\uff00\uff5f", "") == "\uff00\uff5f"  # their neighbors are others
