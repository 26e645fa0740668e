"""Letters that follow rules of their own: Turkish i and ı, and letters at the end of a word."""

import pytest

from wordle_web.engine.words.letters import capitals, use_capitals_of
from wordle_web.engine.words.spellings import key_of
from wordle_web.wordlists.alphabets import ALPHABETS


@pytest.mark.parametrize(
    ("language", "written", "key"),
    [
        ("turkish", "DİZİ", "dizi"),
        ("turkish", "ISIRIK", "ısırık"),
        ("greek", "λόγος", "λογοσ"),
        ("greek", "ΛΌΓΟΣ", "λογοσ"),
        ("hebrew", "שלום", "שלומ"),
        ("russian", "ёлка", "елка"),
        ("russian", "йод", "йод"),
        ("swedish", "Åkej", "åkej"),
        ("polish", "Łódź", "łódź"),
    ],
)
def test_a_spelling_becomes_the_key_of_its_language(language: str, written: str, key: str) -> None:
    assert key_of(written, ALPHABETS[language]) == key


def test_capitals_are_those_of_the_words_in_use() -> None:
    use_capitals_of(ALPHABETS["turkish"])
    assert capitals("dizi ısı") == "DİZİ ISI"
    use_capitals_of(ALPHABETS["greek"])
    assert capitals("dizi λογοσ") == "DIZI ΛΟΓΟΣ"
