"""Pictures in the previews of links."""

import re
import struct
import zlib

import pytest
from flask import Flask
from web_visitor import Visitor, answer_of_token

from wordle_web.web.play.previews import (
    BOARD_ROWS,
    GAP,
    HEIGHT,
    MARGIN,
    PALETTE,
    WIDTH,
    draw_grid,
    read_grid,
)


def pixels(picture: bytes) -> list[bytes]:
    """Return the lines of a picture, a byte a pixel."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", picture[16:24])
    assert size == (WIDTH, HEIGHT)
    start = picture.index(b"IDAT")
    length = struct.unpack(">I", picture[start - 4 : start])[0]
    data = zlib.decompress(picture[start + 4 : start + 4 + length])
    step = WIDTH + 1
    return [data[line * step + 1 : (line + 1) * step] for line in range(HEIGHT)]


def shapes(lines: list[bytes]) -> tuple[str, str]:
    """Return the rows and the columns of a picture: X where a tile is, in squares in the middle."""
    rows = "".join("X" if any(line) else " " for line in lines)
    columns = "".join("X" if any(each) else " " for each in zip(*lines, strict=True))
    for text in (rows, columns):
        left, right = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
        assert abs(left - right) <= 1
        assert min(left, right) >= MARGIN
    assert len({*rows.split(), *columns.split()}) == 1
    return rows, columns


def test_a_picture_has_the_colors_of_the_marks() -> None:
    marks = read_grid("0120-2222")
    assert marks
    lines = pixels(draw_grid(marks))
    assert {each for line in lines for each in line} == {0, 1, 2, 3, 4}
    assert len(PALETTE) == 15
    rows = [sorted(set(line)) for line in lines]
    assert all(colors in rows for colors in ([0, 1, 2, 3], [0, 3], [0, 4]))


@pytest.mark.parametrize("length", range(4, 9))
def test_six_rows_of_square_tiles_stand_in_the_middle(length: int) -> None:
    for text, count in zip(
        shapes(pixels(draw_grid(((2,) * length,) * 6))), (6, length), strict=True
    ):
        assert len(text.split()) == count
        assert set(text.strip().split("X")) == {"", " " * GAP}


@pytest.mark.parametrize("grid", ["5", "8", "01002", "22222222", "01002-22222"])
def test_a_grid_has_a_picture_that_is_kept_for_ever(app: Flask, grid: str) -> None:
    page = app.test_client().get(f"/picture/{grid}.png")
    assert page.status_code == 200
    assert page.mimetype == "image/png"
    assert "immutable" in page.headers["Cache-Control"]
    assert "Set-Cookie" not in page.headers
    assert len(page.data) < 10_000


@pytest.mark.parametrize(
    "grid",
    ["3", "9", "012", "01003", "01002-2222", "-", "x", "-".join(["01002"] * 7), "01002-", ""],
)
def test_what_is_no_grid_has_none(app: Flask, grid: str) -> None:
    assert app.test_client().get(f"/picture/{grid}.png").status_code == 404


def picture_of(page: str) -> str:
    match = re.search(r'property="og:image" content="([^"]*)"', page)
    assert match
    return match[1]


def test_a_shared_link_shows_its_grid_and_nothing_else(app: Flask, visitor: Visitor) -> None:
    path = visitor.begin()
    visitor.guess("aahed", path)
    visitor.guess(answer_of_token(app, path), path)
    link = re.search(r"http://localhost(/random/\S+\?grid=\S+?)<", visitor.page.text)[1]
    grid = link.partition("=")[2]
    assert grid.endswith("-22222")
    friend = Visitor(app)
    page = friend.get(link)
    assert picture_of(page.text) == f"http://localhost/picture/{grid}.png"
    assert friend.client.get(f"/picture/{grid}.png").status_code == 200
    assert "Guess 1: A " not in page.text
    friend.guess("aahed", path)
    assert friend.history.in_progress[0].guesses == ("aahed",)


@pytest.mark.parametrize("grid", ["", "x", "0120", '"><b>', "3"])
def test_a_grid_that_does_not_fit_is_passed_over(visitor: Visitor, grid: str) -> None:
    path = visitor.begin()
    page = visitor.get(path, query_string={"grid": grid})
    assert picture_of(page.text) == "http://localhost/picture/5.png"
    assert "<b>" not in page.text


def test_every_page_has_a_description_and_a_picture_for_previews(visitor: Visitor) -> None:
    for path in ("/", "/helper", "/how-to-play"):
        page = visitor.get(path).text
        assert picture_of(page) == "http://localhost/picture/5.png"
        assert 'name="description" property="og:description" content="A word game' in page
    # A challenge says who sends it.
    page = visitor.get(visitor.challenge("crane", name='A "friend"', hint="a bird")).text
    assert "<title>Challenge from A &#34;friend&#34; · Wordle-web</title>" in page
    assert 'content="Hint: a bird. ' in page


@pytest.mark.parametrize(
    ("length", "count", "across"),
    [(5, 2, 2), (4, 4, 2), (5, 8, 4), (5, 16, 4), (5, 32, 8), (8, 32, 8)],
)
def test_a_link_to_several_boards_has_a_picture_of_so_many(
    app: Flask, length: int, count: int, across: int
) -> None:
    page = app.test_client().get(f"/picture/{length}x{count}.png")
    rows, columns = shapes(pixels(page.data))
    tiles = rows.split()
    assert (len(columns.split()), len(tiles)) == (length * across, BOARD_ROWS * count // across)
    gap = min(map(len, rows.strip().split(tiles[0])[1:-1]))
    assert gap == max(1, (len(tiles[0]) + gap) // 10)
    assert app.test_client().get("/picture/5x3.png").status_code == 404
