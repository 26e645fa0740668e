"""`wordle-web read`: what a screenshot shows, for a person and for a program."""

import json

import pytest
from cli.commands import found, refusal, run
from draw_boards import Look, picture
from PIL import Image

ROWS = [("crane", "01002"), ("slimy", "00110")]


@pytest.fixture
def board(tmp_path):
    """A screenshot with a notice over one tile."""
    path = tmp_path / "board.png"
    picture(Look(toast=1, palette="dark"), [(ROWS, "mo")]).save(path)
    return str(path)


def test_a_program_and_a_person_are_given_rows_and_doubtful_tiles(board):
    (told,) = found("read", board)["boards"]
    assert set(told) == {"length", "rows", "typed", "doubtful"}
    assert (told["length"], told["typed"]) == (5, "mo")
    assert told["rows"][0] == ["crane", "01002"]
    assert [1, 2] in told["doubtful"]
    lines = run("read", board, "--lexicon", "english-5").stdout.splitlines()
    assert (lines[0], lines[2]) == ("crane:01002", "typed: mo")
    assert "not sure: row 2, letter 3" in lines


def test_boards_side_by_side_are_told_one_after_the_other(tmp_path):
    path = tmp_path / "two.png"
    others = [("crane", "00000"), ("slimy", "20100")]
    picture(Look(boards=2, tile=40), [(ROWS, ""), (others, "")]).save(path)
    one, other = ([f"{word}:{marks}" for word, marks in rows] for rows in (ROWS, others))
    assert run("read", str(path)).stdout.splitlines() == [*one, "", "Board 2", *other]


def test_what_is_no_file_or_has_no_board_is_told(tmp_path):
    assert str(tmp_path) in refusal("read", str(tmp_path))
    path = tmp_path / "plain.png"
    Image.new("RGB", (80, 80)).save(path)
    assert run("read", str(path)).stdout == "No board found.\n"
    assert found("read", str(path)) == {"boards": []}


UNREADABLE = [
    (data, "not a PNG, JPEG or WebP") for data in (b"x", b"\x89PNG\r\n\x1a\n" + bytes(30))
]


@pytest.mark.parametrize(("data", "text"), [*UNREADABLE, (bytes(9_000_000), "too large")])
def test_a_file_that_cannot_be_read_is_told(tmp_path, data, text):
    path = tmp_path / "file"
    path.write_bytes(data)
    assert text in refusal("read", str(path))
    assert text in json.loads(run("read", str(path), "--json").stdout)["error"]
