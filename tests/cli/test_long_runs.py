"""Long runs of the lab: stopping, continuing, and refusing files that belong to other words."""

import itertools
from typing import Any

import pytest
from cli.commands import run
from click.testing import CliRunner, Result

from wordle_web.cli.commands import main
from wordle_web.engine import strategies
from wordle_web.engine.lexicon import load_lexicon


@pytest.fixture
def command(tmp_path, monkeypatch):
    """Return a command with searches so short that they prove few guesses."""
    monkeypatch.setattr(strategies, "MAX_NODES", 3)
    words = tmp_path / "words"
    words.write_text("\n".join(load_lexicon("english-5").pool().words[::12]))
    return ["lab", "--strategy", "optimal", "--answers", str(words)]


def stopped(command: list[str], after: int) -> Result:
    """Run a command, interrupt it after the given number of searches, and return its result."""
    searches, plan = itertools.count(), strategies.plan

    def search(*given: Any, **options: Any) -> object:
        if next(searches) == after:
            raise KeyboardInterrupt
        return plan(*given, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(strategies, "plan", search)
        return CliRunner().invoke(main, command)


@pytest.mark.parametrize(
    "options", [[], ["--hard", "--within", "5", "--opener", "crane"], ["--hard", "ultra"]]
)
def test_stopped_run_continues_and_writes_the_same_tree(command, options, tmp_path):
    whole, tree, part = (tmp_path / name for name in ("whole", "tree", "tree.part"))
    run(*command, *options, "--tree", str(whole))
    stops = 0
    while stopped([*command, *options, "--tree", str(tree)], after=2).exit_code:
        stops += 1
        with part.open("a") as file:
            file.write("crane:01")  # as if the run had been stopped in the middle of a line
    assert stops > 3
    assert tree.read_text() == whole.read_text()
    assert not part.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--hard"],
        ["--hard", "ultra"],
        ["--opener", "crane"],
        ["--within", "5"],
        ["--effort", "2"],
        ["others"],
    ],
)
def test_stopped_run_is_not_continued_with_other_words_or_options(command, options, tmp_path):
    command = [*command, "--tree", str(tmp_path / "tree")]
    assert stopped(command, after=2).exit_code == 1
    if options == ["others"]:
        words = tmp_path / "words"
        words.write_text(words.read_text().replace("\n", "\nzebra\n", 1))
        options = []
    refused = run(*command, *options)
    assert refused.exit_code == 2
    assert "tree.part was begun with other words or options." in refused.stderr
