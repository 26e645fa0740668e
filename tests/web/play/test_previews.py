"""The pictures in previews of links, and the texts of shared results."""

from io import BytesIO

import pytest
from harness.pages import Page
from PIL import Image
from web_visitor import Visitor, answer_of_day, answer_of_token

from wordle_web.web.play.previews import BOARD_ROWS, GAP, HEIGHT, MARGIN, PALETTE, WIDTH


def pixels(picture: bytes) -> list[bytes]:
    image = Image.open(BytesIO(picture))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (WIDTH, HEIGHT))
    data = image.tobytes()
    return [data[line * WIDTH : (line + 1) * WIDTH] for line in range(HEIGHT)]


def shapes(lines: list[bytes]) -> tuple[str, str]:
    """Return the lines and columns of pixels as text: X where there is a tile, or else a space."""
    rows = "".join("X" if any(line) else " " for line in lines)
    columns = "".join("X" if any(column) else " " for column in zip(*lines, strict=True))
    for text in (rows, columns):
        left, right = len(text) - len(text.lstrip()), len(text) - len(text.rstrip())
        assert abs(left - right) <= 1
        assert min(left, right) >= MARGIN
    assert len({*rows.split(), *columns.split()}) == 1
    return rows, columns


def test_preview_picture_has_the_colors_of_the_marks(app):
    lines = pixels(app.test_client().get("/picture/0120-2222.png").data)
    assert {pixel for line in lines for pixel in line} == {0, 1, 2, 3, 4}
    assert len(PALETTE) == 15
    rows = [sorted(set(line)) for line in lines]
    assert all(colors in rows for colors in ([0, 1, 2, 3], [0, 3], [0, 4]))


@pytest.mark.parametrize("length", range(4, 9))
def test_preview_picture_centers_six_rows_of_square_tiles(app, length):
    grid = "-".join(["2" * length] * 6)
    picture = app.test_client().get(f"/picture/{grid}.png").data
    for text, count in zip(shapes(pixels(picture)), (6, length), strict=True):
        assert len(text.split()) == count
        assert set(text.strip().split("X")) == {"", " " * GAP}


@pytest.mark.parametrize("grid", ["5", "8", "01002", "22222222", "01002-22222"])
def test_preview_picture_of_a_grid_is_immutable(app, grid):
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
def test_invalid_grid_has_no_picture(app, grid):
    assert app.test_client().get(f"/picture/{grid}.png").status_code == 404


DESCRIPTION = ".//meta[@name='description'][@property='og:description']"


def picture_of(page: Page) -> str:
    return page.first(".//meta[@property='og:image']")["content"]


def test_shared_link_reveals_only_its_grid(app, visitor):
    path = visitor.begin()
    visitor.guess("aahed", path)
    visitor.guess(answer_of_token(app, path), path)
    link = visitor.page.shared[-1].removeprefix("http://localhost")
    grid = link.partition("=")[2]
    assert grid.endswith("-22222")
    friend = Visitor(app)
    page = friend.get(link)
    assert picture_of(page) == f"http://localhost/picture/{grid}.png"
    assert friend.client.get(f"/picture/{grid}.png").status_code == 200
    assert "Guess 1: A " not in page.text
    friend.guess("aahed", path)
    assert friend.history.in_progress[0].guesses == ("aahed",)


@pytest.mark.parametrize("grid", ["", "x", "0120", '"><b>', "3"])
def test_invalid_grid_in_an_address_is_ignored(visitor, grid):
    page = visitor.get(visitor.begin(), query_string={"grid": grid})
    assert picture_of(page) == "http://localhost/picture/5.png"
    assert "<b>" not in page.text


def test_every_page_has_a_description_and_a_picture_for_previews(visitor):
    for path in ("/", "/helper", "/how-to-play"):
        page = visitor.get(path)
        assert picture_of(page) == "http://localhost/picture/5.png"
        assert page.first(DESCRIPTION)["content"].startswith("A word game")
    # The preview of a challenge names its author.
    page = visitor.get(visitor.challenge("crane", name='A "friend"', clue="a bird"))
    assert page.first(".//title").visible_text == 'Challenge from A "friend" · Wordle-web'
    assert page.first(DESCRIPTION)["content"].startswith("Clue: a bird. ")


@pytest.mark.parametrize(
    ("length", "count", "across"),
    [(5, 2, 2), (4, 4, 2), (5, 8, 4), (5, 16, 4), (5, 32, 8), (8, 32, 8)],
)
def test_preview_picture_shows_the_number_of_boards(app, length, count, across):
    page = app.test_client().get(f"/picture/{length}x{count}.png")
    rows, columns = shapes(pixels(page.data))
    tiles = rows.split()
    assert (len(columns.split()), len(tiles)) == (length * across, BOARD_ROWS * count // across)
    gap = min(map(len, rows.strip().split(tiles[0])[1:-1]))
    assert gap == max(1, (len(tiles[0]) + gap) // 10)
    assert app.test_client().get("/picture/5x3.png").status_code == 404


def test_shared_daily_result_ends_with_its_address_unless_disabled(app, visitor):
    visitor.guess(answer_of_day(app))
    assert "Daily 62" in visitor.page.text
    assert visitor.page.shared[-1] == "http://localhost/daily/62"
    assert visitor.fill("/settings", {"link": None}).status_code == 303
    assert "http" not in "".join(visitor.get("/").shared)
    assert visitor.fill("/settings", {"link": "y"}).status_code == 303
    assert visitor.get("/").shared[-1] == "http://localhost/daily/62"


@pytest.mark.parametrize(
    ("grid", "line"),
    [
        ("00000-22222", "You: 3/6 · Your friend: 2/6"),
        ("00000-10000-01000-22222", "You: 3/6 · Your friend: 4/6"),
        ("00000-01000-00100-00010-00001-10000", "You: 3/6 · Your friend: X/6"),
        ("22222x", None),
        ("2222", None),
    ],
)
def test_friends_result_is_shown_beside_the_players_result(app, visitor, wrong, grid, line):
    path = visitor.begin()
    for word in (*wrong[:2], answer_of_token(app, path)):
        assert "Your friend" not in visitor.get(f"{path}?grid={grid}").text
        visitor.get(visitor.post(visitor.page.guess_form.action, {"guess": word}).location)
    assert visitor.page.texts("comparison") == [line] * bool(line)
    assert visitor.page.shared[0] == "Wordle-web, 5 letters, normal words 3/6"
    own = visitor.page.shared[-1]
    assert "Your friend" not in visitor.get(own.removeprefix("http://localhost")).text
