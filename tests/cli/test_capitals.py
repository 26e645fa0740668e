"""Words in capitals follow the alphabet of the word list: the capital of i is I or İ."""

import re
from pathlib import Path

import pytest
from cli.commands import printed_json
from click.testing import CliRunner

from wordle_web.cli.commands import main
from wordle_web.engine.letters import DOTLESS

WORDS = ("dizin", "iklim", "sinir", "tilki", "zirve")
CAPITALS = re.compile("|".join(word.upper().replace("I", f"[Iİ{DOTLESS}]") for word in WORDS))
SINIF = f"s{DOTLESS}n{DOTLESS}f"
COMMANDS = {
    "suggest": [],
    "suggest iklim:10020": [],
    "suggest --boards 2 iklim:10020.22222": [],
    "solve dizin": [],
    "analyze dizin iklim sinir dizin zirve": [],
    "play": [],
    "assist": ["iklim 10020", "sinir 02120", "dizin 22222"],
    "lab --boards 2 --sample 1": [],
}


@pytest.fixture
def lists(tmp_path: Path) -> dict[str, list[str]]:
    """Options with word lists for each capital of i, which depends on the letters of a guess."""
    (tmp_path / "answers").write_text("\n".join(WORDS) + "\n")
    options = {}
    for letter, guess in {"İ": SINIF, "I": "sonic"}.items():
        (tmp_path / guess).write_text(f"{guess}\n")
        files = ["--answers", str(tmp_path / "answers"), "--guesses", str(tmp_path / guess)]
        options[letter] = files
    return options


@pytest.mark.parametrize("letter", ["İ", "I"])
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_print_language_specific_capitals(lists, letter: str, command: str) -> None:
    typed = "".join(f"{line}\n" for line in COMMANDS[command])
    result = CliRunner().invoke(main, [*command.split(), *lists[letter]], input=typed)
    assert result.exit_code == 0, result.output
    words = set(CAPITALS.findall(result.output))
    assert words
    assert words <= {word.upper().replace("I", letter) for word in WORDS}


@pytest.mark.parametrize("letter", ["İ", "I"])
def test_json_output_has_language_specific_capitals(lists, letter: str) -> None:
    printed = printed_json("analyze", "dizin", "sinir", "zirve", "dizin", *lists[letter])
    violations = [turn["hard_mode_violation"] for turn in printed["turns"]]
    assert violations == [None, f"4th letter must be {letter}", None]
    refused = CliRunner().invoke(main, ["suggest", "iklim:12222", *lists[letter], "--json"])
    assert f"yellow {letter} has no other spot" in refused.stdout


def test_rows_of_boards_accept_language_specific_capitals(lists) -> None:
    printed = printed_json("suggest", "--boards", "2", "SINIF:00100.00000", *lists["İ"])
    assert [board["candidates"] for board in printed["boards"]] == [1, 3]
