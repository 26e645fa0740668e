import numpy as np
import pytest
from numpy.typing import NDArray

from wordle_web.engine.reading.lattice import distinct, lattices, tile_boxes
from wordle_web.engine.reading.regions import Boxes, Regions


def grid(
    left: float, top: float, columns: int, rows: int, side: int = 50, gap: int = 6
) -> NDArray[np.int32]:
    """Return the boxes of a board."""
    found = [
        (left + x * (side + gap), top + y * (side + gap))
        for y in range(rows)
        for x in range(columns)
    ]
    return np.array([(x, y, x + side, y + side) for x, y in found], dtype=np.int32)


def shapes(*boxes: Boxes) -> list[tuple[int, int]]:
    return [(one.rows, one.columns) for one in lattices(np.concatenate(boxes))]


@pytest.mark.parametrize(
    ("width", "height", "filled", "sides", "is_tile"),
    [
        (50, 50, 1.0, (1, 1, 1, 1), True),
        (50, 32, 1.0, (1, 1, 1, 1), True),
        (50, 30, 1.0, (1, 1, 1, 1), False),
        (32, 50, 1.0, (1, 1, 1, 1), True),
        (30, 50, 1.0, (1, 1, 1, 1), False),
        (9, 9, 1.0, (1, 1, 1, 1), False),
        (50, 50, 0.4, (0.2, 0.5, 0.5, 0.5), True),
        (50, 50, 0.3, (1, 1, 1, 1), False),
        (50, 50, 1.0, (0.4, 0.4, 1, 1), False),
    ],
)
def test_a_tile_is_nearly_square_filled_and_touches_three_sides(
    width: int, height: int, filled: float, sides: tuple[float, ...], is_tile: bool
) -> None:
    box = [10, 20, 10 + width, 20 + height]
    regions = Regions(
        np.array([box], dtype=np.int32),
        np.array([filled * width * height], dtype=np.int64),
        np.array([sides], dtype=np.float64),
    )
    assert tile_boxes(regions).tolist() == ([box] if is_tile else [])


# Twice the middle of the second is half a pitch beside a tile.
@pytest.mark.parametrize(("left", "top"), [(100, 40), (101, 45)])
def test_tiles_of_a_board_are_one_lattice_with_their_size_and_pitch(left: int, top: int) -> None:
    (found,) = lattices(grid(left, top, 5, 6))
    assert (found.rows, found.columns, len(found.found)) == (6, 5, 30)
    assert (found.pitch_x, found.pitch_y, found.width) == pytest.approx((56, 56, 50))
    box = (left + 224, top + 280, left + 274, top + 330)
    assert found.box(5, 4) == pytest.approx(box)


def test_tiles_that_were_not_found_have_their_place_all_the_same() -> None:
    boxes = np.delete(grid(100, 40, 5, 6), [0, 7, 8, 13, 29], axis=0)
    (found,) = lattices(boxes)
    assert (found.rows, found.columns, len(found.found)) == (6, 5, 25)
    assert found.box(0, 0) == pytest.approx((100, 40, 150, 90))


def test_a_board_that_something_covers_in_the_middle_is_still_one() -> None:
    boxes = grid(100, 40, 7, 2)
    (found,) = lattices(np.delete(boxes, [3, 9], axis=0))
    assert found.columns == 7
    torn = np.delete(grid(100, 40, 8, 1), [2, 3, 4], axis=0)
    assert shapes(torn) == []


def test_boards_side_by_side_are_told_apart_by_their_gap() -> None:
    assert shapes(grid(20, 40, 5, 9, 30, 3), grid(198, 40, 5, 9, 30, 3)) == [(9, 5), (9, 5)]


def test_keys_that_are_staggered_are_no_rows_of_a_board() -> None:
    rows = [grid(20 + 20 * n, 40 + 60 * n, 10 - n, 1, 36) for n in range(4)]
    assert shapes(*rows) == [(1, 8), (1, 7)]


def test_more_columns_than_a_word_has_letters_are_no_board() -> None:
    assert shapes(grid(0, 0, 9, 6)) == []
    assert shapes(grid(0, 0, 3, 6)) == []
    assert shapes(grid(0, 0, 8, 6)) == [(6, 8)]


def test_a_tile_found_twice_counts_once() -> None:
    boxes = grid(100, 40, 5, 2)
    inner = boxes + np.array([2, 2, -2, -2], dtype=np.int32)
    assert distinct(np.concatenate([boxes, inner])).tolist() == boxes.tolist()
