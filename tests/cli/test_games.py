"""Games on the command line: several boards, skill ratings, and screenshots."""

import json
from pathlib import Path

import pytest
from cli.commands import printed_json, refusal, run
from draw_boards import Look, picture
from PIL import Image


def test_suggest_command_describes_each_board(lists):
    first = run("suggest", "--boards", "3", *lists).output.splitlines()
    assert first[0] == "Board 1: 8 likely of 8 words left"
    assert any(line.startswith("Best next guess: ") and "(a good opener)" in line for line in first)
    rows = ["crane:22222.-.-", "moist:-.00000.-"]
    lines = run("suggest", "--boards", "3", "--in-turn", *rows, *lists).output.splitlines()
    assert "CRANE" in lines[0]
    assert "not shown yet" in lines[2]
    lines = run("suggest", "--boards", "3", "aahed:00000.00000.00000", *lists).output.splitlines()
    assert any("boards 1, 2 and 3" in line for line in lines)


def test_solve_command_plays_several_answers_as_boards(lists):
    printed = printed_json("solve", "crane", "humid", "gloat", *lists)
    assert printed["solved"] is True
    assert printed["guesses_allowed"] == 8
    assert {"crane", "humid", "gloat"} <= {turn["guess"] for turn in printed["guesses"]}
    marks = [turn["marks"] for turn in printed["guesses"]]
    for board in range(3):
        shown = [mark[board] for mark in marks if mark[board] is not None]
        assert shown.index("22222") == len(shown) - 1


def test_lost_game_and_list_with_fewer_words_than_boards_are_reported(tmp_path):
    answers = [f"{letter}atch" for letter in "bchlmnpw"]
    (tmp_path / "alike").write_text("\n".join(answers) + "\n", encoding="utf-8")
    alike = ["--answers", str(tmp_path / "alike")]
    lines = run("solve", "patch", "watch", *alike).output.splitlines()
    assert "Not solved in 7 guesses." in lines
    few = refusal("lab", "--boards", "9", "--sample", "1", *alike)
    assert "9 boards need as many words; the list has 8." in few


def test_lab_results_of_boards_do_not_depend_on_the_number_of_processes(lists):
    options = ["lab", "--boards", "3", "--sample", "25", "--seed", "5", *lists]
    (one,), (two,) = printed_json(*options), printed_json(*options, "--processes", "2")
    assert one["distribution"] == two["distribution"]
    assert (one["games"], one["failed"], one["seed"]) == (25, 0, 5)
    assert one["mean"] == one["total_guesses"] / 25
    assert one["milliseconds_p95"] >= 0
    for processes in ("1", "2"):
        pairs = ["--boards", "2", "--pairs", "--processes", processes]
        (row,) = printed_json("lab", *pairs, *lists)
        assert (row["games"], row["failed"], row["standard_error"]) == (8 * 7 // 2, 0, 0)


GAMES = "night raise could night\n\nlover raise cover hover lover\n"


def written(folder: Path, text: str) -> str:
    (folder / "games.txt").write_text(text, encoding="utf-8")
    return str(folder / "games.txt")


def test_skill_command_rates_the_games_in_a_file(tmp_path: Path) -> None:
    rated = printed_json("skill", written(tmp_path, GAMES), "--mode", "normal")
    first, second = rated["games"]
    assert (first["answer"], first["needed"], second["needed"]) == ("night", 3, 4)
    assert first["best"] + first["cost"] + first["luck"] == pytest.approx(3)
    assert rated["cost"] == pytest.approx((first["cost"] + second["cost"]) / 2)
    assert rated["habit"] is None
    assert rated["mode"] == "normal"
    shown = run("skill", written(tmp_path, GAMES), "--mode", "normal").stdout
    assert "guesses a game; luck: " in shown


def test_single_game_has_no_confidence_interval(tmp_path: Path) -> None:
    rated = printed_json("skill", written(tmp_path, "night night"), "--mode", "normal", "--hard")
    assert rated["margin"] is None
    assert "±" not in run("skill", written(tmp_path, "night night"), "--mode", "normal").stdout


def test_skill_command_refuses_lines_that_are_not_games(tmp_path: Path) -> None:
    assert "a game per line" in refusal("skill", written(tmp_path, "night"))
    assert "a game per line" in refusal("skill", written(tmp_path, ""))
    assert "not in the word list" in refusal("skill", written(tmp_path, "zzzzz crane"))
    assert "5-letter" in refusal("skill", written(tmp_path, "nights crane"))


ROWS = [("crane", "01002"), ("slimy", "00110")]


@pytest.fixture
def shot(tmp_path):
    """A screenshot with a notice over one tile."""
    path = tmp_path / "shot.png"
    picture(Look(toast=1, palette="dark"), [(ROWS, "mo")]).save(path)
    return str(path)


def test_read_command_prints_rows_and_doubtful_tiles_as_text_and_json(shot):
    (game,) = printed_json("read", shot)["boards"]
    assert set(game) == {"length", "rows", "typed", "doubtful"}
    assert (game["length"], game["typed"]) == (5, "mo")
    assert game["rows"][0] == ["crane", "01002"]
    assert [1, 2] in game["doubtful"]
    lines = run("read", shot, "--lexicon", "english-5").stdout.splitlines()
    assert (lines[0], lines[2]) == ("crane:01002", "typed: mo")
    assert "not sure: row 2, letter 3" in lines


def test_boards_side_by_side_are_printed_one_after_another(tmp_path):
    path = tmp_path / "two.png"
    others = [("crane", "00000"), ("slimy", "20100")]
    picture(Look(boards=2, tile=40), [(ROWS, ""), (others, "")]).save(path)
    one, other = ([f"{word}:{marks}" for word, marks in rows] for rows in (ROWS, others))
    assert run("read", str(path)).stdout.splitlines() == [*one, "", "Board 2", *other]


def test_read_command_reports_a_folder_or_a_picture_without_a_board(tmp_path):
    assert str(tmp_path) in refusal("read", str(tmp_path))
    path = tmp_path / "plain.png"
    Image.new("RGB", (80, 80)).save(path)
    assert run("read", str(path)).stdout == "No board found.\n"
    assert printed_json("read", str(path)) == {"boards": []}


UNREADABLE = [
    (data, "not a PNG, JPEG or WebP") for data in (b"x", b"\x89PNG\r\n\x1a\n" + bytes(30))
]


@pytest.mark.parametrize(("data", "text"), [*UNREADABLE, (bytes(9_000_000), "too large")])
def test_read_command_reports_an_unreadable_picture(tmp_path, data, text):
    path = tmp_path / "file"
    path.write_bytes(data)
    assert text in refusal("read", str(path))
    assert text in json.loads(run("read", str(path), "--json").stdout)["error"]
