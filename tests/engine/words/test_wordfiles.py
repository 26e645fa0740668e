"""Files of a lexicon, at the edge of what is refused."""

import hashlib
from pathlib import Path

import pytest

from wordle_web.engine.words.wordfiles import LexiconError, Manifest, read_codes, read_prior


@pytest.mark.parametrize("sign", "/:")  # beside the digits in ASCII
def test_a_prior_of_other_signs_than_digits_is_refused(tmp_path: Path, sign: str) -> None:
    path = tmp_path / "prior.txt"
    path.write_text("000009\n990000\n", encoding="ascii")
    assert read_prior(path, 2).tolist() == [0.000009, 0.99]
    path.write_text(f"000009\n99000{sign}\n", encoding="ascii")
    with pytest.raises(LexiconError, match="six digits"):
        read_prior(path, 2)


@pytest.mark.parametrize("text", ["ab\ncd", "ab\ncd\n\n", "abcd\n", "ab\ncde\n", "ab\nc\n"])
def test_words_of_another_length_than_the_lexicons_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "words.txt"
    for content in ("ab\ncd\n", "sé\nté\n"):
        assert read_codes(path, 2, listed(path, content)).shape == (2, 2)
    with pytest.raises(LexiconError, match="words of 2 letters only"):
        read_codes(path, 2, listed(path, text))


def listed(path: Path, text: str) -> Manifest:
    """Return a manifest that lists a file with this content."""
    data = text.encode()
    path.write_bytes(data)
    facts = data.count(b"\n"), hashlib.sha256(data).hexdigest()
    return Manifest(path.parent, {path.name: facts})
