from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat

import numpy as np
import pytest
from draw_boards import PALETTES, Board, Look, picture
from PIL import Image, ImageDraw

from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.reading.reader import BoardReading, DeadlineError, read_boards

ROWS = [("crane", "01002"), ("slimy", "00110"), ("quick", "00100")]
LEXICONS = [load_lexicon(f"english-{length}") for length in (4, 5, 6, 8)]
LOOK = Look()


def read(image: Image.Image) -> tuple[BoardReading, ...]:
    return read_boards(np.asarray(image.convert("RGB")), LEXICONS)


def one(look: Look, rows: list[tuple[str, str]] = ROWS, typed: str = "") -> BoardReading:
    """Return the reading of a picture of one board."""
    (board,) = read(picture(look, [(rows, typed)]))
    return board


@pytest.mark.parametrize("name", PALETTES)
def test_a_board_is_read_in_every_palette(name: str) -> None:
    board = one(replace(LOOK, palette=name))
    assert list(board.rows) == ROWS
    assert (board.length, board.typed, board.doubtful) == (5, "", ())


@pytest.mark.parametrize(
    "look",
    [
        replace(LOOK, tile=24),
        replace(LOOK, tile=150, letter=0.7),
        replace(LOOK, gap=0.02),
        replace(LOOK, gap=0.5, radius=0.25),
        replace(LOOK, palette="dark", dim=0.6),
        replace(LOOK, palette="dark", jpeg=40),
        replace(LOOK, palette="pastel", jpeg=70, scale=0.6),
        replace(LOOK, is_lower=True, letter=0.7),
        replace(LOOK, has_keyboard=False, margin=0.05),
        replace(LOOK, rows=3),
    ],
    ids=repr,
)
def test_a_board_is_read_in_many_looks(look: Look) -> None:
    assert list(one(look).rows) == ROWS


@pytest.mark.parametrize(
    "rows",
    [
        [("late", "0120"), ("mild", "2000")],
        [("planet", "010020")],
        [("absolute", "01020001"), ("mountain", "00011010")],
    ],
)
def test_words_of_other_lengths_are_read(rows: list[tuple[str, str]]) -> None:
    board = one(LOOK, rows)
    assert (board.length, list(board.rows)) == (len(rows[0][0]), rows)


@pytest.mark.parametrize("palette", ["light", "dark", "brown", "plain"])
@pytest.mark.parametrize("typed", ["c", "chu", "chunk"])
def test_the_row_being_typed_is_told_from_played_ones(palette: str, typed: str) -> None:
    board = one(replace(LOOK, palette=palette), ROWS[:2], typed)
    if (palette, typed) == ("plain", "chunk"):
        # Where gray tiles look like empty ones, a full row counts as played.
        assert list(board.rows) == [*ROWS[:2], ("chunk", "00000")]
    else:
        assert (list(board.rows), board.typed) == (ROWS[:2], typed)


def test_a_row_typed_before_the_first_guess_is_read() -> None:
    board = one(LOOK, [], "cra")
    assert (board.rows, board.typed) == ((), "cra")


def test_the_letters_are_those_of_the_language_that_knows_the_words() -> None:
    spanish = replace(lexicon_of(["señal", "luñes"]), language="spanish")
    image = picture(LOOK, [(ROWS, "")])
    for lexicons in ([spanish, LEXICONS[1]], [LEXICONS[1], spanish]):
        (board,) = read_boards(np.asarray(image), lexicons)
        assert list(board.rows) == ROWS


def test_several_boards_are_read_from_the_left() -> None:
    games: list[Board] = [
        ([("crane", "01002"), ("slimy", "00110")], ""),
        ([("crane", "20000"), ("slimy", "00000")], ""),
    ]
    found = read(picture(replace(LOOK, boards=2, tile=40, rows=7), games))
    assert [list(board.rows) for board in found] == [rows for rows, _ in games]
    assert found[0].box[2] < found[1].box[0]


@pytest.mark.parametrize("rows", [21, 24, 37, 41])
def test_a_board_has_as_many_rows_as_a_game_of_many_boards(rows: int) -> None:
    long = [ROWS[place % len(ROWS)] for place in range(rows - 3)]
    board = one(replace(LOOK, tile=28, rows=rows), long, "cr")
    assert (list(board.rows), board.typed) == (long, "cr")


def test_a_tile_that_a_notice_covers_is_flagged() -> None:
    board = one(replace(LOOK, toast=0))
    assert list(board.rows[1:]) == ROWS[1:]
    assert board.rows[0][0][:2] + board.rows[0][0][3:] == "crne"
    assert (0, 2) in board.doubtful
    assert {row for row, _ in board.doubtful} == {0}


def test_the_answer_corrects_a_mark_and_says_so() -> None:
    image = picture(LOOK, [([("crane", "01002"), ("three", "00022"), ("slope", "22222")], "")])
    # Of CRANE, only the E is in SLOPE; the R is yellow in the picture.
    (board,) = read(image)
    assert board.rows[0] == ("crane", "00002")
    assert (0, 1) in board.doubtful


def others() -> Iterator[tuple[str, Image.Image]]:
    """Yield pictures that show no game."""
    yield "empty board", picture(LOOK, [([], "")])
    yield "plain", Image.new("RGB", (300, 300), "#888")
    yield "tiny", Image.new("RGB", (1, 1))
    noise = np.random.default_rng(3).integers(0, 256, (400, 400, 3), dtype=np.uint8)
    yield "noise", Image.fromarray(noise)
    numbers = Image.new("RGB", (420, 420), "#bbada0")
    draw = ImageDraw.Draw(numbers)
    for x in range(4):
        for y in range(4):
            draw.rectangle((100 * x + 10, 100 * y + 10, 100 * x + 95, 100 * y + 95), "#eee4da")
            text = str(2 ** (x + y + 1))
            draw.text((100 * x + 52, 100 * y + 52), text, "#555", font_size=36, anchor="mm")
    yield "numbers", numbers
    keys = Image.new("RGB", (800, 120), "white")
    draw = ImageDraw.Draw(keys)
    for place, letter in enumerate("ZXCVBNM"):
        draw.rectangle((100 * place + 20, 20, 100 * place + 100, 100), "#ccc")
        draw.text((100 * place + 60, 60), letter, "black", font_size=40, anchor="mm")
    yield "keys", keys
    search = Image.new("RGB", (500, 500), "white")
    draw = ImageDraw.Draw(search)
    letters = np.random.default_rng(4).integers(0, 26, (6, 6))
    for (y, x), letter in np.ndenumerate(letters):
        draw.rectangle((80 * x + 10, 80 * y + 10, 80 * x + 80, 80 * y + 80), None, "black")
        draw.text((80 * x + 45, 80 * y + 45), chr(65 + letter), "black", font_size=40, anchor="mm")
    yield "word search", search


@pytest.mark.parametrize("image", [pytest.param(image, id=name) for name, image in others()])
def test_a_picture_of_something_else_has_no_board(image: Image.Image) -> None:
    assert read(image) == ()


def test_reading_that_takes_too_long_is_given_up() -> None:
    ticks = chain([0.0], repeat(9.0))
    with pytest.raises(DeadlineError):
        read_boards(np.zeros((50, 50, 3), dtype=np.uint8), LEXICONS, lambda: next(ticks))
