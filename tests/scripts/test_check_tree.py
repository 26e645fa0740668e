"""The checker of trees, with trees written by the lab and with single faults."""

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import check_tree
import pytest
from click.testing import CliRunner

from wordle_web.cli.commands import main
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

ANSWERS = ["cat", "car", "can", "tan", "tar", "rat", "act"]
Check = Callable[..., str]


@pytest.fixture
def files(tmp_path):
    for name, words in ("answers", ANSWERS), ("guesses", ["crn", "ttt"]):
        (tmp_path / name).write_text("\n".join(words))
    return ["--answers", str(tmp_path / "answers"), "--guesses", str(tmp_path / "guesses")]


@pytest.fixture
def written(tmp_path, files):
    """Return a function that lets the lab write a tree."""

    def write(name: str, *options: str) -> Path:
        tree = tmp_path / name
        command = ["lab", "--strategy", "optimal", "--tree", str(tree), *options, *files]
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 0, result.output
        return tree

    return write


@pytest.fixture
def check(files, monkeypatch, capsys):
    """Return a function that runs the checker and returns its output."""

    def run(tree: Path, *options: str, passes: bool = True) -> str:
        monkeypatch.setattr(sys, "argv", ["check_tree.py", str(tree), *files, *options])
        assert check_tree.main() == (not passes)
        return capsys.readouterr().out

    return run


def test_both_formats_of_a_tree_pass_the_check_with_equal_results(written, check):
    lines, nested = check(written("t.txt")), check(written("t.json"))
    assert lines == nested
    assert lines.startswith("7 answers, ")
    assert check(written("h.txt", "--hard"), "--hard", "--within", "6").startswith("7 answers, ")
    ultra = written("u.txt", "--hard", "ultra")
    assert check(ultra, "--hard", "ultra", "--within", "6").startswith("7 answers, ")


def changed(tree: Path, old: str, new: str) -> Path:
    text = tree.read_text()
    assert old in text
    tree.write_text(text.replace(old, new, 1))
    return tree


def test_check_tree_reports_any_single_fault(written, check):
    tree = written("t.txt", "--opener", "cat")
    assert "cat, guess 1, cat: its colors are 222, not 221." in check(
        changed(tree, "cat 222", "cat 221"), passes=False
    )
    lines = written("t.txt", "--opener", "cat").read_text().splitlines()
    tree.write_text("\n".join(line for line in lines if not line.endswith("act 222")))
    assert "act: 0 games end with it." in check(tree, passes=False)
    tree.write_text("\n".join([*lines, lines[0]]))
    assert f"{lines[0].split()[-2]}: 2 games end with it." in check(tree, passes=False)
    tree.write_text("\n".join(f"ttz 000 {line}" for line in lines))
    assert "guess 1, ttz: not in the word list." in check(tree, passes=False)
    tree.write_text("\n".join([*lines[1:], lines[0].replace("cat 2", "ttt 002 cat 2", 1)]))
    assert "from the same rows." in check(tree, passes=False)
    tree.write_text("rat 022 ttt 002 cat 222")
    assert "cat, guess 2, ttt: does not use A in place 2." in check(tree, "--hard", passes=False)
    tree.write_text("rat 022 ttt 002 cat 222")
    fault = "cat, guess 2, ttt: does not use the colors of rat."
    assert fault in check(tree, "--hard", "ultra", passes=False)
    tree.write_text("\n".join(lines))
    assert "answers take more than 1 guesses." in check(tree, "--within", "1", passes=False)
    for text in (json.dumps({"guess": "cat"}), "cat 222 tan", "tan 02 cat 222"):
        tree.write_text(text)
        assert "is no tree" in check(tree, "--hard", passes=False)


def test_check_tree_and_engine_agree_about_the_rules():
    words = load_lexicon("english-5").words
    dice = random.Random(7)
    for _ in range(3000):
        # Few letters, so that hints are used and letters repeat.
        answer, *guesses = ("".join(dice.choices("abe", k=5)) for _ in range(4))
        rows = [(guess, digits_of(feedback(guess, answer), 5)) for guess in guesses]
        assert rows == [(guess, check_tree.colors(guess, answer)) for guess in guesses]
        turns = [Turn.parse(f"{guess}:{marks}") for guess, marks in rows[:2]]
        for mode, rule in zip(
            (HardMode.ON, HardMode.ULTRA), check_tree.RULES.values(), strict=True
        ):
            hint = rule(guesses[2], tuple(rows[:2]))
            assert (hint is None) == (hard_mode_violation(guesses[2], turns, mode) is None)
    for answer, guess in zip(dice.sample(words, 500), dice.sample(words, 500), strict=True):
        assert check_tree.colors(guess, answer) == digits_of(feedback(guess, answer), 5)


def test_lab_refuses_trees_of_unsuitable_strategies_and_unwritable_files(files, tmp_path):
    for strategies in (
        [],
        ["--strategy", "random"],
        ["--strategy", "minimax", "--strategy", "optimal"],
    ):
        result = CliRunner().invoke(
            main, ["lab", *strategies, *files, "--tree", str(tmp_path / "t")]
        )
        assert (result.exit_code, "--tree needs one --strategy" in result.output) == (2, True)
    result = CliRunner().invoke(
        main, ["lab", "--strategy", "minimax", *files, "--tree", str(tmp_path / "answers" / "t")]
    )
    assert (result.exit_code, "cannot be written" in result.output) == (2, True)
