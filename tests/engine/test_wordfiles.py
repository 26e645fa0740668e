"""The files of a lexicon: content that is refused, spellings, and words stored as an array."""

import hashlib
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine import wordfiles
from wordle_web.engine.feedback import letter_codes
from wordle_web.engine.lexicon import lexicon_names, load_lexicon
from wordle_web.engine.wordfiles import Keys, LexiconError, read_codes, read_prior, read_spellings


@pytest.mark.parametrize("sign", "/:")  # next to the digits in ASCII
def test_prior_file_with_characters_other_than_digits_is_refused(tmp_path, sign):
    path = tmp_path / "prior.txt"
    path.write_text("000009\n990000\n", encoding="ascii")
    assert read_prior(path, 2).tolist() == [0.000009, 0.99]
    path.write_text(f"000009\n99000{sign}\n", encoding="ascii")
    with pytest.raises(LexiconError, match="six digits"):
        read_prior(path, 2)


@pytest.mark.parametrize("text", ["ab\ncd", "ab\ncd\n\n", "abcd\n", "ab\ncde\n", "ab\nc\n"])
def test_words_of_another_length_than_the_lexicon_are_refused(tmp_path, text):
    path = tmp_path / "words.txt"

    def listed(text: str) -> wordfiles.Manifest:
        path.write_bytes(text.encode())
        facts = text.count("\n"), hashlib.sha256(text.encode()).hexdigest()
        return wordfiles.Manifest(tmp_path, {path.name: facts})

    for content in ("ab\ncd\n", "sé\nté\n"):
        assert read_codes(path, 2, listed(content)).shape == (2, 2)
    with pytest.raises(LexiconError, match="words of 2 letters only"):
        read_codes(path, 2, listed(text))


PLAIN = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(("line", "number"), [("sábio sábia", 2), (" ", 2), ("sábio\n\nmaçã", 3)])
def test_line_with_several_words_or_none_is_refused(tmp_path, line, number):
    path = tmp_path / "spellings.txt"
    path.write_text("sabia sábia\nmaçã\n", encoding="utf-8")
    assert read_spellings(path, PLAIN) == {"sabia": ("sabia", "sábia"), "maca": ("maçã",)}
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(f"maçã\n{line}\n", encoding="utf-8")
    with pytest.raises(LexiconError) as caught:
        read_spellings(damaged, PLAIN)
    assert caught.value.line == number


WRITTEN = """
portuguese-5 sabia sabia sábia · portuguese-5 sabio sábio · spanish-5 arbol árbol
portuguese-5 magoa mágoa · spanish-5 choco choco · french-6 arrete arrêté · german-5 beten beten
spanish-5 señor señor · french-5 coeur cœur · german-4 fuss Fuß · german-5 straße straße
english-5 crane crane
"""


@pytest.mark.parametrize("words", re.split(r"[·\n]", WRITTEN.strip()))
def test_words_have_their_usual_spelling(words):
    name, key, *spellings = words.split()
    assert load_lexicon(name).spellings(key) == tuple(spellings)


@pytest.mark.parametrize("name", lexicon_names())
def test_every_spelling_maps_back_to_its_key(name):
    lexicon = load_lexicon(name)
    if lexicon.spellings_file is None:
        return
    spellings = read_spellings(lexicon.spellings_file, lexicon.alphabet)
    for key, words in spellings.items():
        assert key in lexicon
        assert {wordfiles.key_of(word, lexicon.alphabet) for word in words} == {key}
        assert words != (key,)


WORDS = st.lists(st.text("abñäüя", min_size=3, max_size=3), min_size=1, unique=True).map(sorted)


@given(WORDS, st.integers(-4, 4), st.integers(-4, 4))
def test_keys_support_the_operations_of_a_tuple(words: list[str], start: int, stop: int) -> None:
    plain, keys = tuple(words), Keys(letter_codes(words))
    assert tuple(keys) == plain
    assert keys[start:stop] == plain[start:stop]
    assert keys[-1] == plain[-1]
    assert [keys.index(word) for word in plain] == list(range(len(plain)))
    assert all(word in keys for word in plain)


@pytest.mark.parametrize("other", ["abd", "zzz", "ab", "", 5, None])
def test_words_outside_the_list_are_not_in_its_keys(other):
    keys = Keys(letter_codes(["abc", "abe"]))
    assert other not in keys
    if isinstance(other, str):
        assert keys.find(other) is None
