"""Marks that count a letter of the answer more than once, and the bot that uses them."""

import sys
from pathlib import Path

import loose_marks
import pytest
from loose_marks import Bot, both_patterns, loose_patterns

from wordle_web.engine.feedback import digits_of, letter_codes

WORDS = ["abbey", "babes", "crane", "eerie", "geese", "keeps", "speed", "these"]


def marks(guess: str, answer: str) -> str:
    pairs = zip(guess, answer, strict=True)
    return "".join("2" if a == b else "1" if a in answer else "0" for a, b in pairs)


def test_loose_marks_ignore_how_often_a_letter_occurs() -> None:
    patterns = loose_patterns(letter_codes(WORDS), letter_codes(WORDS))
    digits = [[digits_of(int(pattern), 5) for pattern in row] for row in patterns]
    assert digits == [[marks(guess, answer) for answer in WORDS] for guess in WORDS]
    assert digits[WORDS.index("speed")][WORDS.index("abbey")] == "00120"


def test_loose_marks_differ_from_real_marks_only_for_repeated_letters() -> None:
    loose, real = both_patterns(letter_codes(WORDS), letter_codes(WORDS))
    differ = {guess for guess, row in zip(WORDS, loose != real, strict=True) if row.any()}
    assert differ == {"eerie", "geese", "keeps", "speed", "these"}


def test_bot_with_loose_marks_runs_out_of_words_and_reports_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    distinct = ["abide", "crane", "lumpy", "shout"]
    assert Bot(distinct, distinct).given_up() == 0
    given_up = Bot(WORDS, WORDS).given_up()
    assert 0 < given_up < len(WORDS)
    (tmp_path / "answers").write_text("\n".join(WORDS))
    (tmp_path / "guesses").write_text("aahed\nfjord\n")
    options = ["--answers", str(tmp_path / "answers"), "--guesses", str(tmp_path / "guesses")]
    monkeypatch.setattr(sys, "argv", ["loose_marks", *options])
    loose_marks.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("8 answers, 8 answers: ")
    assert lines[1].startswith("10 allowed guesses, 8 answers: ")
    assert lines[2] == f"Guessing answers only, the bot gives up on {given_up} words."
