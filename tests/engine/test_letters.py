"""Letters as people type them, their capitals, and English texts that count letters."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine import letters
from wordle_web.engine.letters import (
    MAX_ACCENTS,
    capitals,
    counted_letter,
    normalized,
    plain_letters,
    small_letters,
)
from wordle_web.engine.wordfiles import key_of
from wordle_web.wordlists.vocabulary import ALPHABETS

# Pairs of accents that normalization swaps: of the usual kind, and of characters that only become
# accents when decomposed.
PAIRS = ("\u0301\u0316", "\u0f73\u0f71", "\u0301\uff9e")


@given(text=st.text(max_size=MAX_ACCENTS))
def test_text_without_stacked_accents_is_normalized_unchanged(text: str) -> None:
    assert normalized("NFC", text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("pair", PAIRS)
def test_stacked_accents_are_truncated_before_sorting(pair: str) -> None:
    text = f"a{pair * 5_000}b"
    for cut in (normalized("NFKC", text), plain_letters(text, "ab")):
        assert cut.endswith("b")
        assert len(cut) < 4 * MAX_ACCENTS


def test_full_width_characters_are_converted_to_ascii() -> None:
    plain = "".join(map(chr, range(ord("!"), ord("~") + 1)))
    wide = "".join(map(chr, range(0xFF01, 0xFF5F)))
    assert plain_letters(wide, "") == plain
    # Neighboring characters are unchanged.
    assert plain_letters("\uff00\uff5f", "") == "\uff00\uff5f"


SPELLINGS = {
    "turkish": {"DİZİ": "dizi", "ISIRIK": "ısırık"},
    "greek": {"λόγος": "λογοσ", "ΛΌΓΟΣ": "λογοσ"},
    "hebrew": {"שלום": "שלומ"},
    "russian": {"ёлка": "елка", "йод": "йод"},
    "swedish": {"Åkej": "åkej"},
    "polish": {"Łódź": "łódź"},
}


@pytest.mark.parametrize(("language", "keys"), SPELLINGS.items())
def test_key_of_converts_a_spelling_by_the_rules_of_its_language(
    language: str, keys: dict[str, str]
) -> None:
    assert {written: key_of(written, ALPHABETS[language]) for written in keys} == keys


@pytest.mark.parametrize(
    ("language", "small", "capital"),
    [
        ("turkish", "dizi ısı", "DİZİ ISI"),
        ("greek", "dizi λογοσ", "DIZI ΛΟΓΟΣ"),
        ("german", "dizi äöü", "DIZI ÄÖÜ"),
    ],
)
def test_capitals_follow_the_rules_of_the_language(language: str, small: str, capital: str) -> None:
    assert capitals(small, ALPHABETS[language]) == capital
    assert small_letters(capital, ALPHABETS[language]) == small


def test_letter_counts_up_to_five_are_written_as_words() -> None:
    words = "E", "two Es", "three Es", "four Es", "five Es", "6 Es", "10 Es"
    assert tuple(counted_letter("E", count) for count in (1, 2, 3, 4, 5, 6, 10)) == words
    reordered = {"two %(letter)ss": "%(letter)s x2"}  # as a catalog may word it
    assert counted_letter("E", 2, lambda text: reordered.get(text, text)) == "E x2"
    assert [letters.ordinal(n) for n in (11, 12, 13, 111)] == ["11th", "12th", "13th", "111th"]
