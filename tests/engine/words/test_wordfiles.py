"""Files of a lexicon, at the edge of what is refused."""

from pathlib import Path

import pytest

from wordle_web.engine.words.wordfiles import LexiconError, read_prior


@pytest.mark.parametrize("sign", "/:")  # beside the digits in ASCII
def test_a_prior_of_other_signs_than_digits_is_refused(tmp_path: Path, sign: str) -> None:
    path = tmp_path / "prior.txt"
    path.write_text("000009\n990000\n", encoding="ascii")
    assert read_prior(path, 2).tolist() == [0.000009, 0.99]
    path.write_text(f"000009\n99000{sign}\n", encoding="ascii")
    with pytest.raises(LexiconError, match="six digits"):
        read_prior(path, 2)
