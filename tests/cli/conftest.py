"""Options with word lists, and a separate folder for the files that a command stores."""

import pytest

ANSWERS = "crane slate moist humid gloat pound brick vexed"
GUESSES = "aahed fjord waltz nymph"


@pytest.fixture
def lists(tmp_path):
    for name, words in (("answers", ANSWERS), ("guesses", GUESSES)):
        lines = "\n".join(sorted(words.split())) + "\n"
        (tmp_path / name).write_text(lines, encoding="utf-8")
    return ["--answers", str(tmp_path / "answers"), "--guesses", str(tmp_path / "guesses")]


@pytest.fixture(autouse=True)
def instance(tmp_path, monkeypatch):
    monkeypatch.setenv("WORDLE_WEB_INSTANCE", str(tmp_path / "instance"))
