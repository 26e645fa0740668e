"""Spellings of keys: read, refused, and given back by the shipped words."""

from pathlib import Path

import pytest

from wordle_web.engine.lexicon import lexicon_names, load_lexicon
from wordle_web.engine.words.spellings import key_of, read_spellings
from wordle_web.engine.words.wordfiles import LexiconError

PLAIN = "abcdefghijklmnopqrstuvwxyz"


def test_each_key_has_its_spellings(tmp_path: Path) -> None:
    path = tmp_path / "spellings.txt"
    path.write_text("sabia sábia\nmaçã\n", encoding="utf-8")
    assert read_spellings(path, PLAIN) == {"sabia": ("sabia", "sábia"), "maca": ("maçã",)}


@pytest.mark.parametrize(("line", "number"), [("sábio sábia", 2), (" ", 2), ("sábio\n\nmaçã", 3)])
def test_a_line_of_several_words_or_none_is_refused(tmp_path: Path, line: str, number: int) -> None:
    path = tmp_path / "spellings.txt"
    path.write_text(f"maçã\n{line}\n", encoding="utf-8")
    with pytest.raises(LexiconError) as caught:
        read_spellings(path, PLAIN)
    assert caught.value.line == number


@pytest.mark.parametrize(
    ("name", "key", "spellings"),
    [
        ("portuguese-5", "sabia", ("sabia", "sábia")),
        ("portuguese-5", "sabio", ("sábio",)),
        ("spanish-5", "arbol", ("árbol",)),
        ("spanish-5", "señor", ("señor",)),
        ("french-5", "coeur", ("cœur",)),
        ("german-4", "fuss", ("Fuß",)),
        ("german-5", "straße", ("straße",)),
        ("english-5", "crane", ("crane",)),
    ],
)
def test_words_are_written_as_people_write_them(
    name: str, key: str, spellings: tuple[str, ...]
) -> None:
    assert load_lexicon(name).spellings(key) == spellings


@pytest.mark.parametrize("name", lexicon_names())
def test_every_spelling_is_of_a_word_and_comes_back_to_its_key(name: str) -> None:
    lexicon = load_lexicon(name)
    if lexicon.spellings_file is None:
        return
    found = read_spellings(lexicon.spellings_file, lexicon.alphabet)
    assert all(key in lexicon for key in found)
    assert all(
        key_of(word, lexicon.alphabet) == key for key, words in found.items() for word in words
    )
    assert all(words != (key,) for key, words in found.items())
