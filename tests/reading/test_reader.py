import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, count, repeat

import numpy as np
import pytest
from draw_boards import PALETTES, Board, Look, Palette, picture
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from reading.pictures import LEXICONS, LOOK, ROWS, one, read

from wordle_web.engine.lexicon import lexicon_of
from wordle_web.reading.glyphs import CLASSES
from wordle_web.reading.lattice import Lattice
from wordle_web.reading.reader import BoardReading, DeadlineError, read_boards
from wordle_web.reading.shapes import Cells, Shape, covered_rows, filled_shape

PLAIN_LOOKS = [
    *(replace(LOOK, palette=name) for name in PALETTES),
    replace(LOOK, tile=24),
    replace(LOOK, tile=150, letter=0.7),
    replace(LOOK, gap=0.02),
    replace(LOOK, gap=0.5, radius=0.25),
    *(replace(LOOK, tile=tile, radius=0.5) for tile in (40, 150)),
    replace(LOOK, tile=40, frame=0.1),
    replace(LOOK, palette="dark", dim=0.6),
    replace(LOOK, palette="dark", jpeg=40),
    replace(LOOK, palette="pastel", jpeg=70, scale=0.6),
    replace(LOOK, is_lower=True, letter=0.7),
    replace(LOOK, has_keyboard=False, margin=0.05),
]


@pytest.mark.parametrize("look", PLAIN_LOOKS, ids=repr)
def test_board_is_read_in_every_palette_and_style(look: Look) -> None:
    board = one(look, typed="mo")
    assert (list(board.rows), board.length, board.typed) == (ROWS, 5, "mo")
    assert not board.doubtful or look.tile < 40 or look.is_lower


CHUNK = [*ROWS[:2], ("chunk", "00000")]
LONG = [ROWS[place % len(ROWS)] for place in range(38)]


@pytest.mark.parametrize(
    ("look", "rows", "typed"),
    [
        (replace(LOOK, rows=3), ROWS, ""),
        (LOOK, [("late", "0120"), ("mild", "2000")], ""),
        (LOOK, [("planet", "010020")], ""),
        (LOOK, [("absolute", "01020001"), ("mountain", "00011010")], ""),
        (LOOK, [], "cra"),
        (LOOK, [], "crane"),
        *(
            (replace(LOOK, palette=palette), ROWS[:2], "chunk"[:count])
            for palette in ("light", "dark", "brown", "plain")
            for count in ((1, 3, 5) if palette != "plain" else (1, 3))
        ),
        # A full row in another gray than absent letters is typed; in the same gray, it is played.
        (replace(LOOK, palette="vivid", rows=3), ROWS[:2], "chunk"),
        (replace(LOOK, palette="vivid", rows=3), CHUNK, ""),
        # A board with as many rows as a game of many boards.
        *((replace(LOOK, tile=28, rows=rows), LONG[: rows - 3], "cr") for rows in (21, 24, 37, 41)),
    ],
)
def test_played_and_typed_rows_are_distinguished(
    look: Look, rows: list[tuple[str, str]], typed: str
) -> None:
    board = one(look, rows, typed)
    assert (list(board.rows), board.typed) == (rows, typed)
    assert board.length == (len(rows[0][0]) if rows else 5)


def test_letters_are_read_in_the_language_that_lists_the_words() -> None:
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
    boards = read(picture(replace(LOOK, boards=2, tile=40, rows=7), games))
    assert [list(board.rows) for board in boards] == [rows for rows, _ in games]
    assert boards[0].box[2] < boards[1].box[0]


def test_tile_covered_by_a_notice_is_flagged_and_gets_the_most_similar_mark() -> None:
    rows = [("crane", "01002"), ("slimy", "00000"), ("quack", "01000")]
    board = one(replace(LOOK, toast=1, palette="dark"), rows)
    assert [marks for _, marks in board.rows] == ["01002", "00000", "01000"]
    assert board.rows[1][0][:2] + board.rows[1][0][3:] == "slmy"
    assert board.doubtful == ((1, 2),)


@pytest.mark.parametrize("rows", [3, 6])
def test_gray_tiles_are_distinguished_by_the_page_color(
    monkeypatch: pytest.MonkeyPatch, rows: int
) -> None:
    gray = Palette("#fff", ("#ddd", "#999", "#333"), "#f00", "#bbb", "#000", key="#fff")
    monkeypatch.setitem(PALETTES, "gray", gray)
    assert list(one(replace(LOOK, palette="gray", rows=rows)).rows) == ROWS


def test_clear_mark_that_contradicts_the_answer_is_kept_but_flagged() -> None:
    # Of CRANE, only the E is in SLOPE; the R is yellow in the picture.
    rows = [("crane", "01002"), ("three", "00022"), ("slope", "22222")]
    board = one(LOOK, rows)
    assert list(board.rows) == rows
    assert (0, 1) in board.doubtful


@pytest.mark.parametrize(
    ("look", "rows", "typed"),
    [
        (LOOK, ROWS, "ch"),
        (replace(LOOK, palette="dark", tile=41, gap=0.2, rows=7), ROWS, ""),
        (replace(LOOK, palette="night", tile=70, has_keyboard=False), [("planet", "010020")], "pl"),
    ],
    ids=["light", "dark", "six letters"],
)
def test_board_reading_has_the_position_of_the_board(
    look: Look, rows: list[tuple[str, str]], typed: str
) -> None:
    image = picture(look, [(rows, typed)])
    margin, pitch, length = look.margin * look.tile, look.tile * (1 + look.gap), len(rows[0][0])
    right, bottom = (count * pitch - pitch + look.tile for count in (length, look.rows))
    pixels = (margin, 2 * margin, margin + right, 2 * margin + bottom)
    (board,) = read(image)
    assert replace(board, box=(0, 0, 1, 1)) == BoardReading(length, tuple(rows), typed, ())
    for share, pixel, size in zip(board.box, pixels, image.size * 2, strict=True):
        assert share * size == pytest.approx(pixel, abs=2.5)


def test_board_at_the_edge_of_a_picture_is_read() -> None:
    left, top = 40, 78  # some pixels inside the first tiles
    image = picture(LOOK, [(ROWS, "")]).crop((left, top, left + 330, top + 396))
    (board,) = read(image)
    assert (list(board.rows), board.doubtful) == (ROWS, ())


def test_row_without_detected_tiles_is_read() -> None:
    image = picture(replace(LOOK, palette="plain"), [([("slimy", "00000"), *ROWS], "")])
    pixels = np.asarray(image).copy()
    lines = np.flatnonzero((pixels == 0x81).any(axis=(1, 2)))
    # The first row no longer has frames.
    row = pixels[lines[0] - 2 : lines[0] + 64]
    row[(row == (0x81, 0x83, 0x84)).all(axis=2)] = (0x17, 0x18, 0x1C)
    (board,) = read(Image.fromarray(pixels))
    assert list(board.rows) == [("slimy", "00000"), *ROWS]


def rough(pixels: NDArray[np.uint8], part: tuple[slice, ...], step: int) -> Image.Image:
    """Return a picture with a part in which all neighboring pixels differ by `step`."""
    changed = pixels.astype(int)
    fields = np.indices(changed[part].shape[:2]).sum(axis=0) % 2
    changed[part] += step * fields[..., None] - step // 2
    return Image.fromarray(changed.clip(0, 255).astype(np.uint8))


@pytest.mark.parametrize("side", [0, 4])
def test_column_of_noisy_tiles_is_read(side: int) -> None:
    look = replace(LOOK, palette="dark", has_keyboard=False)
    left = round(look.margin * look.tile + side * look.tile * (1 + look.gap))
    pixels = np.asarray(picture(look, [(ROWS, "")]))
    (board,) = read(rough(pixels, np.s_[74:, left : left + 62], 24))
    assert [word for word, _ in board.rows] == [word for word, _ in ROWS]
    # Rough parts below the first row are read with more tolerance.
    pixels = np.asarray(picture(look, [(ROWS, "ch")]))
    (board,) = read(rough(pixels, np.s_[74 + 65 :], 14))
    assert (list(board.rows), board.typed) == (ROWS, "ch")


@pytest.mark.parametrize("part", [np.s_[:14], np.s_[-14:], np.s_[:, :14], np.s_[:, -14:]], ids=str)
def test_tile_with_a_covered_side_is_flagged(part: tuple[slice, ...]) -> None:
    pixels = np.asarray(picture(LOOK, [(ROWS, "")])).copy()
    left, top = round(0.6 * 62 + 67), round(1.2 * 62 + 67)  # the corner of the second tile of row 2
    pixels[top : top + 62, left : left + 62][part] = (90, 160, 240)
    (board,) = read(Image.fromarray(pixels))
    assert (list(board.rows), board.doubtful) == (ROWS, ((1, 1),))


GRAY = [("crane", "00000"), ("slimy", "00000"), ("quick", "00000")]


@pytest.mark.parametrize(
    ("rows", "known", "is_game"),
    [
        (GRAY[:2], ["crane"], True),
        (GRAY, ["crane"], False),
        (GRAY, ["crane", "quick"], True),
        (ROWS, [], True),  # unlisted words with colors
        ([("crane", "20000"), ("slimy", "20001"), ("audit", "00100")], [], True),
        ([("crane", "20000"), ("slimy", "20000"), ("quick", "20000")], [], False),
        ([("crane", "20000"), ("slimy", "20000"), ("quick", "20000")], ["crane", "quick"], True),
    ],
)
def test_grid_of_letters_is_read_only_if_it_resembles_a_game(
    rows: list[tuple[str, str]], known: list[str], is_game: bool
) -> None:
    boards = read_boards(np.asarray(picture(LOOK, [(rows, "")])), [lexicon_of([*known, "zzzzz"])])
    assert [list(board.rows) for board in boards] == [rows] * is_game


def cells_of(*rows: str, colored: int = 0) -> Cells:
    """Return cells with letters at x and other shapes at #, the first `colored` rows in color."""
    signs = np.array([list(row) for row in rows])
    shape = signs.shape
    logs = np.zeros((*shape, CLASSES), dtype=np.float32)
    logs[signs == "x", -1] = -9
    colors = np.zeros((*shape, 3), dtype=np.uint8)
    colors[:colored] = (80, 140, 80)
    lattice = Lattice(50, 50, 56, 56, 50, 50, shape[1], shape[0], frozenset())
    return Cells(lattice, colors, np.ones(shape), signs != "_", logs, np.zeros(3, dtype=np.uint8))


# Rows, the number of played rows, and the number of typed letters; no numbers without a board.
SHAPES = """
xxxxx _____ 1 0 · xxxxx 1 0 · xxxxx xx___ _____ 1 2 · xxxxx x#### _____ 1 1 · xx___ _____ 0 2
xx___ · _____ _____ · _xx__ _____ · xxx__ _____ 0 3 · xx_xx _____ 1 0 · x_x_x 1 0 · xx_x 1 0
x_x_ · x_xx_x 1 0 · x_x_x_ ______ · xxx_x__x 1 0 · xx__x__x · xxxxx xx___ _____ xxxxx 4 0
xxxxx x____ _____ xxxxx · xxxxx _____ ___xx 1 0 · xxxxx ____x ___xx · xxxx ___x ___x 1 0
xxxxx xx___ ____x ___xx · xxxxx x_x_x _____ 1 0 · xxxxx x_x__ _____ 1 0 · xxxxx x_x__ x_x__
"""


@pytest.mark.parametrize("case", re.split(r"[·\n]", SHAPES.strip()))
def test_played_and_typed_rows_are_counted_from_the_top(case: str) -> None:
    rows = [row for row in case.split() if not row.isdigit()]
    shape = filled_shape(cells_of(*rows))
    counts = [shape.played, shape.typed] if shape else []
    assert counts == [int(text) for text in case.split()[len(rows) :]]


def test_partly_covered_row_with_colors_counts_as_played() -> None:
    shape = filled_shape(cells_of("xxx__", "_____", colored=1))
    assert (shape.played, shape.typed) == (1, 0)
    cells = cells_of("xx")
    # A shape is a letter if that is more likely than not.
    cells.logs[0, :, -1] = np.log([0.49, 0.51])
    assert cells.letters.tolist() == [[True, False]]


EDGE, PAGE = (0, 0, 12, 3), (10, 10, 10)
COVERED = [
    ("-1", EDGE, (1, 0)), ("-4", EDGE, (4, 0)), ("-5", EDGE, (0, 0)), ("1", EDGE, (0, 0)),
    ("2", EDGE, (0, 1)), ("5", EDGE, (0, 4)), ("6", EDGE, (0, 0)), ("2 4", EDGE, (0, 3)),
    ("-1 4", EDGE, (1, 3)), ("-1 5", EDGE, (1, 0)), ("-2 -1 2", EDGE, (2, 1)),
    # A shape counts only if it is in a corner of a tile, inside the tile, and large enough.
    ("2", (2, 2, 14, 5), (0, 1)), ("2", (3, 0, 15, 3), (0, 0)), ("2", (0, 3, 12, 6), (0, 0)),
    ("2", (36, 36, 48, 48), (0, 1)), ("2", (35, 40, 47, 50), (0, 0)), ("2", (0, 0, 55, 9), (0, 1)),
    ("2", (0, 0, 56, 9), (0, 0)), ("2", (0, 0, 9, 55), (0, 1)), ("2", (0, 0, 9, 56), (0, 0)),
    ("2", (-5, 39, 50, 50), (0, 1)), ("2", (-6, 39, 50, 50), (0, 0)), ("2", (0, 0, 10, 10), (0, 0)),
    ("2", (0, 0, 11, 2), (0, 0)), ("2", (0, 0, 2, 11), (0, 0)), ("2", (0, 0, 3, 11), (0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "box", "covered"), COVERED)
@pytest.mark.parametrize(
    ("columns", "color", "played", "is_seen"),
    [
        (2, (83, 143, 83), 2, True), (1, (80, 140, 80), 2, False), (5, PAGE, 2, False),
        (5, (80, 200, 80), 2, False), (2, (80, 140, 80), 1, False), (0, (80, 140, 80), 2, False),
    ],
)  # fmt: skip
def test_covered_rows_are_identified_by_their_visible_parts(
    rows, box, covered, columns, color, played, is_seen
) -> None:
    """A row needs two visible parts in the color of played tiles; detected tiles don't count."""
    cells = cells_of(*["xxxxx"] * played, colored=played)
    places = frozenset((int(row), column) for row in rows.split() for column in range(columns, 2))
    lattice = replace(cells.lattice, top=400, tiles=places if not columns else frozenset())
    shape = Shape(replace(cells, lattice=lattice, page=np.array(PAGE, dtype=np.uint8)), played, 0)
    bits = [(int(row), column) for row in rows.split() for column in range(columns or 2)]
    boxes = np.array([np.add(box, lattice.box(*bit)[:2] * 2) for bit in bits]).astype(np.int32)
    pixels = np.zeros((900, 400, 3), dtype=np.uint8)
    for left, top, right, bottom in boxes:
        pixels[top:bottom, left:right] = color
    assert covered_rows(pixels, shape, boxes) == (covered if is_seen else (0, 0))


def others() -> Iterator[tuple[str, Image.Image]]:
    """Yield pictures without a game."""
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
    for name, color in (("keys", "#ccc"), ("colored keys", "#6ba965")):
        keys = Image.new("RGB", (800, 120), "white")
        draw = ImageDraw.Draw(keys)
        for place, letter in enumerate("ZXCVBNM"):
            fill = color if place in {1, 4} else "#ccc"
            draw.rectangle((100 * place + 20, 20, 100 * place + 100, 100), fill)
            draw.text((100 * place + 60, 60), letter, "black", font_size=40, anchor="mm")
        yield name, keys
    search = Image.new("RGB", (500, 500), "white")
    draw = ImageDraw.Draw(search)
    letters = np.random.default_rng(4).integers(0, 26, (6, 6))
    for (y, x), letter in np.ndenumerate(letters):
        draw.rectangle((80 * x + 10, 80 * y + 10, 80 * x + 80, 80 * y + 80), None, "black")
        draw.text((80 * x + 45, 80 * y + 45), chr(65 + letter), "black", font_size=40, anchor="mm")
    yield "word search", search


@pytest.mark.parametrize("image", [pytest.param(image, id=name) for name, image in others()])
def test_picture_without_a_game_has_no_board(image: Image.Image) -> None:
    assert read(image) == ()


def test_rows_in_keyboard_order_are_a_board_only_if_they_are_words() -> None:
    rows = [("asdfg", "01000"), ("qwert", "00210")]
    pixels = np.asarray(picture(replace(LOOK, has_keyboard=False), [(rows, "")]))
    assert read_boards(pixels, LEXICONS) == ()
    (board,) = read_boards(pixels, [lexicon_of(["asdfg", "qwert"])])
    assert list(board.rows) == rows


@pytest.mark.parametrize(("seconds", "is_late"), [(5.0, False), (5.5, True)])
def test_reading_a_picture_stops_at_the_deadline(seconds: float, is_late: bool) -> None:
    clock = chain([100.0], repeat(100 + seconds))
    empty = np.zeros((50, 50, 3), dtype=np.uint8)
    if is_late:
        with pytest.raises(DeadlineError):
            read_boards(empty, LEXICONS, lambda: next(clock))
    else:
        assert read_boards(empty, LEXICONS, lambda: next(clock)) == ()


def test_boards_that_were_read_before_the_deadline_are_returned() -> None:
    """Three rows may be a part of a board, so the reader tries other tolerances if it has time."""
    pixels = np.asarray(picture(replace(LOOK, rows=3, has_keyboard=False), [(ROWS, "")]))
    outcomes = []
    for looks in range(1, 8):
        clock = chain(repeat(0.0, looks), repeat(6.0))
        try:
            outcomes.append(len(read_boards(pixels, LEXICONS, lambda clock=clock: next(clock))))
        except DeadlineError:
            outcomes.append(-1)
    assert outcomes == [-1, -1, 1, 1, 1, 1, 1]
    looks = count()  # counts readings of the clock; a board with a visible end takes few
    whole = np.asarray(picture(replace(LOOK, has_keyboard=False), [(ROWS, "")]))
    read_boards(whole, LEXICONS, lambda: 0.0 * next(looks))
    assert next(looks) == 3
