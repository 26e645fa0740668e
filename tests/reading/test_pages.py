"""Whole pages: boards with their surroundings, and pages that look like boards."""

from dataclasses import replace

import pytest
from draw_boards import PALETTES, Drawing, Look, picture
from PIL import Image
from reading.pictures import LOOK, ROWS, one, read

PLAYED = [*ROWS, ("pound", "00000")]


def grid(lines: list[tuple[str, str]], look: Look = LOOK) -> Image.Image:
    """Return tiles in lines, each with its texts and marks (a space for none)."""
    side = look.tile
    pitch = round(side * 1.1)
    drawing = Drawing(look, (pitch * len(lines[0][1]) + side, pitch * len(lines) + side))
    for row, (texts, marks) in enumerate(lines):
        for column, (text, mark) in enumerate(zip(texts.split(), marks, strict=True)):
            x, y = side / 2 + column * pitch, side / 2 + row * pitch
            drawing.tile(x, y, text.strip("_"), mark.strip())
    return drawing.image


def test_tile_in_the_center_of_a_tile_shaped_page_is_a_tile() -> None:
    board = picture(replace(LOOK, rows=5, has_keyboard=False), [(ROWS, "")])
    page = Image.new("RGB", (900, 1000), PALETTES[LOOK.palette].page)
    page.paste(board, ((page.width - board.width) // 2, (page.height - board.height) // 2))
    (reading,) = read(page)
    assert list(reading.rows) == ROWS


def test_board_is_read_above_keys_larger_than_its_tiles() -> None:
    board = picture(replace(LOOK, tile=40, has_keyboard=False), [(ROWS, "")])
    keys = grid([("S T U V W X Y Z", "00000000")])
    page = Image.new("RGB", (keys.width, board.height + keys.height), "white")
    page.paste(board, (0, 0))
    page.paste(keys, (0, board.height))
    (reading,) = read(page)
    assert list(reading.rows) == ROWS


def test_full_row_that_looks_like_empty_rows_counts_as_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    palette = replace(PALETTES["brown"], tile="#2e2b2c")
    monkeypatch.setitem(PALETTES, "brown", palette)
    board = one(replace(LOOK, palette="brown"), ROWS[:2], "chunk")
    assert (list(board.rows), board.typed) == (ROWS[:2], "chunk")


@pytest.mark.parametrize("count", [1, 2])
def test_last_row_that_may_not_be_submitted_is_read_as_played_and_doubtful(count: int) -> None:
    """If absent letters look like empty tiles, a full row may be either."""
    board = one(replace(LOOK, palette="plain"), ROWS[:count], "chunk")
    assert list(board.rows) == [*ROWS[:count], ("chunk", "00000")]
    assert {(count, column) for column in range(5)} <= set(board.doubtful)


def test_ghost_letters_that_differ_between_boards_are_not_typed() -> None:
    boards = [(ROWS, "mo"), ([(word, marks[::-1]) for word, marks in ROWS], "f")]
    assert [board.typed for board in read(picture(replace(LOOK, boards=2), boards))] == ["", ""]
    same = [(rows, "mo") for rows, _ in boards]
    assert [board.typed for board in read(picture(replace(LOOK, boards=2), same))] == ["mo", "mo"]


EXAMPLES = ("weary", "pills", "vague")


@pytest.mark.parametrize(
    ("words", "apart", "share"),
    [(EXAMPLES, 2.0, 5), (EXAMPLES[:1], 1.0, 5), (EXAMPLES, 1.46, 5), (EXAMPLES, 1.45, 0)],
)
def test_example_rows_of_a_rules_page_are_doubtful(
    words: tuple[str, ...], apart: float, share: int
) -> None:
    """Example rows have text between them, or there is a single row."""
    side = LOOK.tile
    drawing = Drawing(LOOK, (7 * side, round((len(words) * apart + 1) * side)))
    for row, word in enumerate(words):
        for column, letter in enumerate(word):
            x, y = side * (0.5 + 1.08 * column), side * (0.5 + apart * row)
            drawing.tile(x, y, letter, "210"[row] if column == row else "")
    for board in read(drawing.image):
        assert len(board.doubtful) == share * len(board.rows)


@pytest.mark.parametrize("marks", ["00000", "20000", "01000"])
def test_single_row_or_list_of_words_is_doubtful(marks: str) -> None:
    for board in read(grid([("W E A R Y", marks)])):
        assert len(board.doubtful) == 5
    reading = one(LOOK, [("crane", "00000"), ("crate", "00000"), ("grace", "00000")])
    assert len(reading.doubtful) == 15


def test_row_with_an_unclear_letter_between_touching_tiles_is_read_and_flagged() -> None:
    lines = [("C R # N E", "00000"), ("S L I M Y", "00110"), ("_ _ _ _ _", "     ")]
    image = grid(lines)
    gray = image.getpixel((LOOK.tile // 2 + 3, LOOK.tile // 2 + 3))
    pitch = round(LOOK.tile * 1.1)
    for column in range(1, 5):
        x, y = LOOK.tile // 2 + column * pitch, LOOK.tile // 2
        image.paste(gray, (x - 8, y, x, y + LOOK.tile))
    (board,) = read(image)
    assert [marks for _, marks in board.rows] == ["00000", "00110"]
    assert (0, 2) in board.doubtful


@pytest.mark.parametrize(
    "lines",
    [
        [("B I N G O", "22222"), *[("7 1 8 9 4", "     ")] * 5],
        [("T V V H U", "20111"), ("Y W L A F", "11111"), ("Q F G L Z", "11111")],
    ],
    ids=["numbers", "letters at random"],
)
def test_grid_without_a_game_is_not_a_board(lines: list[tuple[str, str]]) -> None:
    assert read(grid(lines)) == ()


@pytest.mark.parametrize("length", [4, 5])
@pytest.mark.parametrize(("apart", "lower"), [(4, 0), (9, 0), (14, 1), (20, -1), (40, 2)])
def test_adjacent_boards_are_read_separately(length: int, apart: int, lower: int) -> None:
    played = {
        4: [[("mind", "0100"), ("slot", "0020")], [("mind", "2000"), ("slot", "0001")]],
        5: [ROWS, [(word, marks[::-1]) for word, marks in ROWS]],
    }[length]
    empty = [("_ " * length, " " * length)] * 4
    boards = [grid([*((" ".join(w), marks) for w, marks in rows), *empty]) for rows in played]
    pitch = round(LOOK.tile * 1.1)
    page = Image.new("RGB", (2 * boards[0].width, boards[0].height + 20), "white")
    for place, board in enumerate(boards):
        inner = board.crop((LOOK.tile // 2, 0, LOOK.tile // 2 + length * pitch, board.height))
        page.paste(inner, (30 + place * (length * pitch + apart), 10 + place * lower))
    assert [list(board.rows) for board in read(page)] == played


@pytest.mark.parametrize("palette", ["light", "dark", "contrast-dark"])
@pytest.mark.parametrize("row", range(4))
def test_row_covered_by_a_dialog_is_unread_and_doubtful(palette: str, row: int) -> None:
    image = picture(replace(LOOK, palette=palette, has_keyboard=False), [(PLAYED, "mo")])
    pitch, top = LOOK.tile * (1 + LOOK.gap), 1.2 * LOOK.tile
    upper, lower = (round(top + (row + part) * pitch) for part in (0.2, 0.9))
    image.paste("#445566", (60, upper, 340, lower))
    (board,) = read(image)
    assert [*board.rows[:row], PLAYED[row], *board.rows[row + 1 :]] == PLAYED
    assert board.typed == ("mo" if row < 3 else "")  # the last row seems to be partly typed
    assert {(row, column) for column in range(5)} <= set(board.doubtful)
    assert len(board.doubtful) < 10
    assert board.box[1] * image.height == pytest.approx(top, abs=2.5)


@pytest.mark.parametrize(("tile", "is_doubtful"), [("#35302d", True), ("#302929", False)])
def test_first_row_is_doubtful_if_absent_and_typed_tiles_look_alike(
    monkeypatch, tile: str, is_doubtful: bool
) -> None:
    """The letters of this row may be typed or all absent; nothing else shows which."""
    monkeypatch.setitem(PALETTES, "brown", replace(PALETTES["brown"], tile=tile))
    board = one(replace(LOOK, palette="brown"), [("crane", "00000")])
    assert (board.rows, board.typed) == ((), "crane")
    assert (len(board.doubtful) == 5) == is_doubtful
