from colorsys import hsv_to_rgb

import numpy as np
import pytest
from draw_boards import PALETTES
from PIL import ImageColor

from wordle_web.reading import marks as module
from wordle_web.reading.marks import SURE_MARGIN, Marked, contradictions, mark_tiles

GAME = (("crane", "00102"), ("slate", "00102"), ("abide", "22222"))


def marked(rows: tuple[tuple[str, str], ...], colors: tuple[str, str, str], page: str) -> Marked:
    digits = "".join(marks for _, marks in rows)
    tiles = np.array([ImageColor.getrgb(colors[int(digit)]) for digit in digits], dtype=np.uint8)
    words = [word for word, _ in rows]
    return mark_tiles(tiles, [words], np.array(ImageColor.getrgb(page), dtype=np.uint8))


@pytest.mark.parametrize(
    ("colors", "page"),
    [
        *((palette.marks, palette.page) for palette in PALETTES.values()),
        # Colors of other games.
        (("#0077c7", "#ffbd00", "#e7002a"), "#222222"),  # red is correct, blue absent
        (("#3a3a3c", "#7c4dbd", "#2fa84f"), "#121213"),  # purple is present
        (("#f0f0f0", "#ffe08a", "#9be7a0"), "#ffffff"),  # pale
        # Grays, distinguished by their difference from the page.
        (("#ffffff", "#cccccc", "#707070"), "#ffffff"),
    ],
)
def test_marks_are_read_in_every_palette(colors: tuple[str, str, str], page: str) -> None:
    reading = marked(GAME, colors, page)
    assert "".join(map(str, reading.marks)) == "".join(marks for _, marks in GAME)
    assert reading.marks.dtype == np.int64
    assert reading.margins.min() >= SURE_MARGIN


def color(degrees: float, saturation: float, value: float) -> tuple[int, ...]:
    return tuple(round(255 * channel) for channel in hsv_to_rgb(degrees / 360, saturation, value))


def colored(*colors: tuple[int, ...], base: int = 20) -> Marked:
    """Mark a row of different letters in these colors, on a gray page."""
    tiles = np.array(colors, dtype=np.uint8)
    return mark_tiles(tiles, [["abcdefgh"[: len(colors)]]], np.full(3, base, dtype=np.uint8))


# The first hue of each range in degrees, and the mark and the margin of the range.
ALONE = [(0, 2, 1.0), (12, 2, 2.5), (14, 2, 1.0), (30, 1, 3.2), (38, 1, 5.5), (68, 1, 3.5),
         (70, 2, 2.0), (75, 2, 7.0), (185, 2, 0.5), (200, 1, 2.0), (260, 1, 1.7), (320, 1, 0.5),
         (345, 2, 1.0)]  # fmt: skip
BESIDE_GREEN = [(0, 1, 3.0), (12, 1, 1.5), (14, 1, 3.0), (30, 1, 7.2), (38, 1, 9.0), (68, 1, 7.5),
                (70, 1, 2.0), (75, 2, 3.0), (185, 1, 3.5), (200, 1, 4.5), (260, 1, 4.2),
                (265, 1, 5.7), (320, 1, 4.5), (345, 1, 3.0)]  # fmt: skip


@pytest.mark.parametrize(
    ("others", "changes"), [([], ALONE), ([color(120, 0.5, 0.6)], BESIDE_GREEN)]
)
def test_hue_of_a_tile_determines_its_mark(others: list[tuple[int, ...]], changes) -> None:
    ranges = []
    for degrees in range(360):
        reading = colored((60, 60, 60), color(degrees + 0.5, 0.9, 0.9), *others)
        mark = int(reading.marks[1]), round(float(reading.margins[1]), 1)
        if not ranges or ranges[-1][1:] != mark:
            ranges.append((degrees, *mark))
    assert ranges == changes


@pytest.mark.parametrize(
    ("colors", "marks", "margins"),
    [
        ([60], [0], [4]),  # if all tiles are gray, no letter is right
        ([20, 90, 91, 200], [0, 1, 1, 2], [2.8, 2.8, 2.8, 4.6]),
        # Two yellows are more likely two marks, and two grays more likely both absent.
        ([60, (55, 0.9, 0.9), (35, 0.9, 0.9)], [0, 1, 2], [7.8, 2.3, 0.8]),
        ([60, 120, (120, 0.9, 0.9)], [0, 0, 2], [5.5, 5.5, 7]),
        # A bluish gray is a gray; other games have orange with blue, or red, yellow and blue.
        ([(210, 0.3, 0.6), (120, 0.5, 0.6), (50, 0.5, 0.8)], [0, 2, 1], [9, 9, 9]),
        ([(210, 0.15, 0.6), (120, 0.9, 0.6)], [0, 2], [7, 7]),
        ([(205, 0.9, 0.9), (25, 0.9, 0.9), 60], [1, 2, 0], [8.5, 8.5, 9]),
            # If there is also green, orange and blue are not the high-contrast colors.
            ([(205, 0.9, 0.9), (25, 0.9, 0.9), (120, 0.9, 0.9)], [0, 1, 2], [3.7, 3, 5.7]),
        ([(220, 0.9, 0.7), (50, 0.9, 0.9), (0, 0.9, 0.9)], [0, 1, 2], [3, 5, 4]),
        # A seventh color counts as the sixth, and is uncertain.
        (range(60, 270, 30), [0, 1, 0, 2, 2, 2, 2], [1.1, 0.2, 0.2, 0, 1, 2, 0]),
    ],
)  # fmt: skip
def test_colors_are_classified_as_marks_with_margins(colors, marks, margins) -> None:
    reading = colored(
        *((shade,) * 3 if isinstance(shade, int) else color(*shade) for shade in colors)
    )
    assert reading.marks.tolist() == marks
    assert reading.margins == pytest.approx(margins, abs=0.06)


def test_similar_colors_are_grouped_with_the_largest_group_first() -> None:
    def groups(*grays: int) -> list[int]:
        colors = np.array([[gray] * 3 for gray in grays], dtype=np.uint8)
        return module.color_groups(colors).tolist()

    # From gray 60 to 80 is 8.7 units of CIELAB, to 81 it is 9.1.
    assert groups(60, 80) == [0, 0]
    assert groups(60, 81) == [0, 1]
    assert groups(60, 200, 201, 130, 130) == [2, 0, 0, 1, 1]
    # The center of a group is the mean of its tiles.
    assert groups(60, 80, 88, 105) == [0, 0, 0, 1]
    assert groups(60, 80, 92) == [0, 0, 1]
    assert groups(60, 200, 201, 60, 60, 202) == [0, 1, 1, 0, 0, 1]


def test_contradictions_between_rows_are_counted() -> None:
    board = ["crane", "crust"]
    assert contradictions([board], np.array([2, 0, 0, 0, 0, 2, 0, 0, 0, 0])) == 0
    # The C is in its correct position in one row, and in another position in the other row.
    assert contradictions([board], np.array([2, 0, 0, 0, 0, 1, 0, 0, 0, 0])) == 1
    # The R is marked as being in the word in only one of the rows.
    assert contradictions([board], np.array([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])) == 1
    # Rows of different boards have different answers.
    assert contradictions([["crane"], ["crust"]], np.array([0, 1, 0, 0, 0, 0, 0, 0, 0, 0])) == 0


def test_cielab_colors_follow_the_standard() -> None:
    colors = [[255, 255, 255], [0, 0, 0], [255, 0, 0], [0, 128, 255], [1, 2, 3], [200, 180, 90]]
    wanted = [[100, 0, 0], [0, 0, 0], [53.2, 80.1, 67.2], [54.7, 18.8, -70.9], [0.5, -0.1, -0.5],
              [73.3, -4.2, 47.9]]  # fmt: skip
    assert module.lab(np.array(colors, dtype=np.uint8)).round(1) == pytest.approx(np.array(wanted))
    white, black = np.array(colors[:2], dtype=np.uint8)
    assert module.distance(white, black) == pytest.approx(100, abs=0.01)
    assert module.distance(white, white) == 0
