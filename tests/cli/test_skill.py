"""`wordle-web skill`: games in a file, rated."""

from pathlib import Path

import pytest
from cli.commands import found, refusal, run

GAMES = "night raise could night\n\nlover raise cover hover lover\n"


def written(folder: Path, text: str) -> str:
    (folder / "games.txt").write_text(text, encoding="utf-8")
    return str(folder / "games.txt")


def test_games_of_a_file_are_rated(tmp_path: Path) -> None:
    rated = found("skill", written(tmp_path, GAMES), "--mode", "normal")
    first, second = rated["games"]
    assert (first["answer"], first["needed"], second["needed"]) == ("night", 3, 4)
    assert first["best"] + first["cost"] + first["luck"] == pytest.approx(3)
    assert rated["cost"] == pytest.approx((first["cost"] + second["cost"]) / 2)
    assert rated["habit"] is None
    assert rated["mode"] == "normal"
    shown = run("skill", written(tmp_path, GAMES), "--mode", "normal").stdout
    assert "guesses a game from the best" in shown


def test_one_game_has_no_interval(tmp_path: Path) -> None:
    rated = found("skill", written(tmp_path, "night night"), "--mode", "normal", "--hard")
    assert rated["margin"] is None
    assert "±" not in run("skill", written(tmp_path, "night night"), "--mode", "normal").stdout


def test_lines_that_are_no_games_are_refused(tmp_path: Path) -> None:
    assert "a game per line" in refusal("skill", written(tmp_path, "night"))
    assert "a game per line" in refusal("skill", written(tmp_path, ""))
    assert "not in the word list" in refusal("skill", written(tmp_path, "zzzzz crane"))
    assert "5-letter" in refusal("skill", written(tmp_path, "nights crane"))
