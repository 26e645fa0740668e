from colorsys import hsv_to_rgb

import numpy as np
import pytest
from draw_boards import PALETTES
from PIL import ImageColor

from wordle_web.engine.reading.marks import (
    SURE_MARGIN,
    Marked,
    contradictions,
    lab,
    mark_tiles,
)

GAME = (("crane", "00102"), ("slate", "00102"), ("abide", "22222"))


def marked(rows: tuple[tuple[str, str], ...], colors: tuple[str, str, str], page: str) -> Marked:
    """Mark the rows of a board in the colors of a palette."""
    digits = "".join(marks for _, marks in rows)
    tiles = np.array([ImageColor.getrgb(colors[int(each)]) for each in digits], dtype=np.uint8)
    length = len(rows[0][0])
    letters = [
        [(letter, number * length + place) for place, letter in enumerate(word)]
        for number, (word, _) in enumerate(rows)
    ]
    return mark_tiles(tiles, letters, np.array(ImageColor.getrgb(page), dtype=np.uint8))


@pytest.mark.parametrize("name", PALETTES)
def test_marks_are_told_in_every_palette(name: str) -> None:
    palette = PALETTES[name]
    found = marked(GAME, palette.marks, palette.page)
    assert "".join(map(str, found.marks)) == "".join(marks for _, marks in GAME)
    assert found.marks.dtype == np.int64
    assert found.margins.min() >= SURE_MARGIN


@pytest.mark.parametrize(
    ("colors", "page"),
    [
        (("#0077c7", "#ffbd00", "#e7002a"), "#222222"),  # red is correct, blue absent
        (("#3a3a3c", "#7c4dbd", "#2fa84f"), "#121213"),  # purple is present
        (("#f0f0f0", "#ffe08a", "#9be7a0"), "#ffffff"),  # pale
    ],
)
def test_marks_are_told_in_palettes_of_other_games(colors: tuple[str, str, str], page: str) -> None:
    found = marked(GAME, colors, page)
    assert "".join(map(str, found.marks)) == "".join(marks for _, marks in GAME)


def test_a_color_alone_among_grays_is_told_by_its_hue() -> None:
    marks = []
    for degrees in range(0, 360, 5):
        red, green, blue = hsv_to_rgb((degrees + 0.5) / 360, 0.8, 0.8)
        color = f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"
        marks.append(marked((("crane", "00100"),), ("#3a3a3c", color, ""), "#121213").marks[2])
    ends = np.flatnonzero(np.diff(marks)) + 1
    assert (5 * ends).tolist() == [30, 70, 200, 345]
    assert [marks[end] for end in (0, *ends)] == [2, 1, 2, 1, 2]


def test_grays_are_told_by_how_they_differ_from_the_page() -> None:
    found = marked(GAME, ("#ffffff", "#cccccc", "#707070"), "#ffffff")
    assert "".join(map(str, found.marks)) == "".join(marks for _, marks in GAME)


def test_one_gray_alone_is_absent() -> None:
    assert (
        marked((("crane", "00000"),), PALETTES["dark"].marks, "#121213").marks.tolist() == [0] * 5
    )


def test_orange_alone_is_not_sure() -> None:
    colors = PALETTES["contrast-dark"].marks
    found = marked((("crane", "00200"),), colors, "#121213")
    assert found.margins[2] < SURE_MARGIN
    assert marked((("crane", "00210"),), colors, "#121213").margins.min() >= SURE_MARGIN


def test_rows_that_no_answer_fits_are_counted() -> None:
    rows = [[(letter, 5 * row + place) for place, letter in enumerate(word)] for row, word in
            enumerate(("crane", "crust"))]  # fmt: skip
    marks = np.array([2, 0, 0, 0, 0, 2, 0, 0, 0, 0])
    assert contradictions(rows, marks) == 0
    # The C is in its place in one row, and elsewhere in the other.
    assert contradictions(rows, np.array([2, 0, 0, 0, 0, 1, 0, 0, 0, 0])) == 1
    # The R is in the word in one row only.
    assert contradictions(rows, np.array([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])) == 1
    # Rows of different boards have different answers.
    assert contradictions([rows[0], [], rows[1]], np.array([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])) == 0


def test_colors_in_cielab_are_those_of_the_standard() -> None:
    found = lab(np.array([[255, 255, 255], [0, 0, 0], [255, 0, 0]], dtype=np.uint8))
    assert found.round(0).tolist() == [[100, 0, 0], [0, 0, 0], [53, 80, 67]]
