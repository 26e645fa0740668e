from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from wordle_web.reading.lattice import Boxes, Regions, distinct, lattices, tile_boxes


def grid(left: float, top: float, columns: int, rows: int, side: int = 50, gap: int = 6) -> Boxes:
    y, x = np.indices((rows, columns)).reshape(2, -1) * (side + gap)
    corners = np.column_stack([left + x, top + y])
    return np.hstack([corners, corners + side]).astype(np.int32)


def shapes(*boxes: Boxes) -> list[tuple[int, int]]:
    return [(one.rows, one.columns) for one in lattices(np.concatenate(boxes))]


def test_only_the_largest_regions_become_tiles_if_there_are_too_many() -> None:
    sides = np.resize([40, 60, 50], 702)
    corners = np.array([[100 * place, 7] for place in range(702)])
    boxes = np.hstack([corners, corners + sides[:, None]]).astype(np.int32)
    tiles = tile_boxes(Regions(boxes, sides.astype(np.int64) ** 2, np.ones((702, 4))))
    wanted = [*boxes[1::3], *boxes[2::3], *boxes[::3]]
    assert tiles.tolist() == np.array(wanted[:700]).tolist()


@pytest.mark.parametrize(
    ("size", "filled", "touched", "is_tile"),
    [
        *(((10, 10), 1, 1, True), ((9, 10), 1, 1, False), ((10, 9), 1, 1, False)),
        *(((62, 100), 1, 1, False), ((63, 100), 1, 1, True)),  # roughly square
        *(((160, 100), 1, 1, False), ((159, 100), 1, 1, True)),
        *(((50, 50), 0.36, 1, False), ((50, 50), 0.37, 1, True)),
        *(((50, 50), 1, 0.42, False), ((50, 50), 1, 0.43, True)),
        # A disk touches its box along shorter parts of the sides.
        *(((50, 50), 0.6, 0.3, False), ((50, 50), 0.62, 0.3, True)),
        *(((50, 50), 0.9, 0.3, False), ((50, 50), 0.88, 0.3, True)),
        *(((50, 50), 0.8, 0.15, False), ((50, 50), 0.8, 0.16, True)),
    ],
)
def test_region_is_a_tile_only_if_it_has_the_shape_of_a_tile(
    size, filled, touched: float, is_tile: bool
) -> None:
    areas, sides = np.array([round(filled * np.prod(size))]), np.array([[1, touched, 0, 1.0]])
    regions = Regions(np.array([[3, 5, *np.add(size, (3, 5))]]), areas, sides)
    assert len(tile_boxes(regions)) == is_tile


def test_only_the_first_of_nearly_equal_boxes_is_kept() -> None:
    near = [(109, 100, 159, 150), (100, 91, 150, 141), (88, 100, 162, 150)]
    others = [(110, 100, 160, 150), (100, 90, 150, 140), (87, 87, 163, 163), (99, 87, 151, 163)]
    for other in near + others:
        boxes = np.array([other, (100, 100, 150, 150)], dtype=np.int32)
        assert distinct(boxes).tolist() == boxes[: 1 + (other in others)].tolist()


# The lattice must not depend on where the board is in the picture.
@pytest.mark.parametrize(("left", "top"), [(100, 40), (101, 45)])
def test_tiles_of_a_board_form_one_lattice(left: int, top: int) -> None:
    boxes = np.array([
        (left + 55 * x, top + 48 * y, left + 55 * x + 50, top + 48 * y + 40)
        for y, x in np.ndindex(6, 5)
    ], dtype=np.int32)  # fmt: skip
    (lattice,) = lattices(boxes)
    assert (lattice.left, lattice.top) == pytest.approx((left + 25, top + 20))
    sizes = (lattice.pitch_x, lattice.pitch_y, lattice.width, lattice.height)
    assert sizes == pytest.approx((55, 48, 50, 40))
    assert (lattice.rows, lattice.columns, lattice.tiles) == (6, 5, frozenset(np.ndindex(6, 5)))
    assert lattice.box(5, 4) == pytest.approx((left + 220, top + 240, left + 270, top + 280))
    assert lattice.bounds == pytest.approx((left, top, left + 270, top + 280))
    for x, y, is_over in ((269, 0, 1), (271, 0, 0), (0, 279, 1), (0, 281, 0)):
        other = replace(lattice, left=lattice.left + x, top=lattice.top + y)
        assert lattice.overlaps(other) == other.overlaps(lattice) == bool(is_over)


def line(count: int, pitch: int, sizes=((50, 50),), lower: Sequence[int] = (0,)) -> Boxes:
    """Return tiles with their centers on a line; sizes and shifts downward (`lower`) alternate."""
    boxes = []
    for place in range(count):
        width, height = sizes[place % len(sizes)]
        x, y = 100 + place * pitch - width // 2, 100 + lower[place % len(lower)] - height // 2
        boxes.append((x, y, x + width, y + height))
    return np.array(boxes, dtype=np.int32)


@pytest.mark.parametrize(
    ("boxes", "is_line"),
    [
        *((line(5, pitch), 45 < pitch < 106) for pitch in (45, 47, 104, 106)),
        *((line(5, 60, lower=(0, lower)), lower < 7) for lower in (6, 8)),
        *((line(5, 60, ((50, 50), (width, 50))), width < 57) for width in (56, 58)),
        *((line(5, 60, ((50, 50), (50, height))), height < 57) for height in (56, 58)),
        *((line(5, 24, ((20, 20), (width, 20))), width < 23) for width in (22, 24)),
    ],
)
def test_only_close_similar_and_aligned_tiles_are_neighbors(boxes: Boxes, is_line: bool) -> None:
    assert shapes(boxes) == [(1, 5)] * is_line


def test_boards_are_separated_by_gaps() -> None:
    assert shapes(grid(20, 40, 2, 6), grid(134, 40, 6, 6)) == [(6, 8)]
    for columns, step, sizes in (
        (5, 57, []),  # ten columns
        (5, 58, [(6, 5), (6, 5)]),
        (4, 57, [(6, 8)]),  # no more uneven than the columns of one board
        (4, 58, [(6, 4), (6, 4)]),
        (4, 61, [(6, 4), (6, 4)]),
    ):
        right = 20 + 56 * (columns - 1) + step
        assert shapes(grid(20, 40, columns, 6), grid(right, 40, columns, 6)) == sizes


def test_boards_are_sorted_from_top_to_bottom_and_left_to_right() -> None:
    places = [(600, 400), (20, 412), (610, 40), (30, 110)]
    ordered = lattices(np.concatenate([grid(x, y, 4, 3) for x, y in places]))
    assert [(round(one.left) - 25, round(one.top) - 25) for one in ordered] == places[::-1]


def test_lattice_of_a_single_row_has_an_estimated_row_distance() -> None:
    (lattice,) = lattices(line(5, 70, [(50, 40)]))
    assert (lattice.pitch_x, lattice.pitch_y) == pytest.approx((70, 44))
    assert (lattice.rows, lattice.tiles) == (1, frozenset((0, place) for place in range(5)))


def test_lattice_pitch_is_fitted_to_all_tiles() -> None:
    boxes = grid(0, 0, 6, 2)
    boxes[:, ::2] = np.tile([10, 66, 123, 179, 235, 292], 2)[:, None] + [0, 50]
    (lattice,) = lattices(boxes)
    slope, start = np.polyfit(range(6), boxes[:6, 0] + 25, 1)
    assert (lattice.left, lattice.pitch_x, lattice.pitch_y) == pytest.approx((start, slope, 56))


def test_lattice_infers_the_positions_of_undetected_tiles() -> None:
    (lattice,) = lattices(np.delete(grid(100, 40, 5, 6), [0, 7, 8, 13, 29], axis=0))
    assert (lattice.rows, lattice.columns, len(lattice.tiles)) == (6, 5, 25)
    assert lattice.box(0, 0) == pytest.approx((100, 40, 150, 90))
    (lattice,) = lattices(np.delete(grid(100, 40, 7, 2), [3, 9], axis=0))
    assert lattice.columns == 7


def test_parts_of_a_board_that_touch_at_a_corner_are_joined() -> None:
    small, large = grid(100, 40, 4, 2), grid(100 + 4 * 56, 40 + 2 * 56, 4, 3, 52, 4)
    (lattice,) = lattices(np.concatenate([small, large]))
    cells = {(y, x) for y, x in np.ndindex(5, 8) if (y < 2) == (x < 4)}
    assert (lattice.rows, lattice.columns, lattice.tiles) == (5, 8, cells)
    # The joined board has the size and positions of the larger part.
    assert lattice.box(0, 0) == pytest.approx((100, 40, 152, 92))
    assert (lattice.pitch_x, lattice.pitch_y) == pytest.approx((56, 56))


def test_parts_of_a_board_are_joined_if_their_tiles_are_similar_and_aligned() -> None:
    for side, aside, is_one in ((50, 0, 1), (68, 0, 1), (70, 0, 0), (50, 6, 1), (50, 7, 0)):
        right, below = (corner + 25 - side // 2 for corner in (100 + 4 * 80, 40 + 2 * 80))
        for left, top in ((right + aside, below), (right, below + aside)):
            sizes = shapes(grid(100, 40, 4, 2, 50, 30), grid(left, top, 4, 3, side, 80 - side))
            assert sizes == ([(5, 8)] if is_one else [(2, 4), (3, 4)])


@pytest.mark.parametrize(
    ("boxes", "sizes"),
    [
        ([np.zeros((0, 4), dtype=np.int32)], []),
        # A board has 4 to 8 columns, and no more rows than a game has guesses.
        *(([grid(7, 9, columns, 6)], []) for columns in (3, 9)),
        *(([grid(7, 9, columns, 6)], [(6, columns)]) for columns in (4, 8)),
        ([grid(7, 9, 5, 41)], [(41, 5)]),
        ([grid(7, 9, 5, 42)], []),
        # A tile without neighbors belongs to no board.
        ([grid(100, 40, 4, 2), grid(100 + 4 * 56, 40 + 2 * 56, 1, 1)], [(2, 4)]),
        # Something covers three tiles in the middle of a row.
        ([np.delete(grid(100, 40, 8, 1), [2, 3, 4], axis=0)], []),
        # Staggered keys are not rows of a board.
        ([grid(20 + 20 * n, 40 + 60 * n, 10 - n, 1, 36) for n in range(4)], [(1, 8), (1, 7)]),
    ],
)
def test_only_connected_grids_of_a_possible_size_are_boards(
    boxes: list[Boxes], sizes: list[tuple[int, int]]
) -> None:
    assert shapes(*boxes) == sizes
