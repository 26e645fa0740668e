import numpy as np
import pytest
from numpy.typing import NDArray

from wordle_web.reading.lattice import Pixels, difference, flat_regions, join


def picture(height: int = 40, width: int = 60, color: int = 20) -> Pixels:
    return np.full((height, width, 3), color, dtype=np.uint8)


def test_region_reports_bounding_box_and_area() -> None:
    pixels = picture()
    pixels[5:15, 10:30] = (200, 40, 40)
    regions = flat_regions(pixels, 8, 50)
    order = np.argsort(regions.areas)
    assert regions.boxes[order].tolist() == [[10, 5, 30, 15], [0, 0, 60, 40]]
    assert regions.areas[order].tolist() == [200, 40 * 60 - 200]
    assert regions.sides[order[0]].tolist() == [1, 1, 1, 1]
    assert (regions.boxes.dtype, regions.areas.dtype) == (np.int32, np.int64)


def test_side_is_the_share_of_its_lines_within_two_pixels_of_the_box() -> None:
    pixels = picture()
    # Lines of 20 pixels; some pixels are missing on the left and on the right.
    missing = ((2, 10), (1, 1), (0, 2), (0, 0), (2, 0), (1, 0), (0, 0), (3, 1), (0, 0), (0, 9))
    for line, (left, right) in enumerate(missing):
        pixels[5 + line, 10 + left : 30 - right] = 200
    regions = flat_regions(pixels, 8, 50)
    wanted = (7 / 10, (8 + 18) / 40, 7 / 10, (20 + 11) / 40)
    assert regions.sides[regions.areas.argmin()] == pytest.approx(wanted)
    steep, slow = (0, 20), (6, 14)
    pixels = np.repeat(np.array([steep, slow], dtype=np.uint8)[..., None], 3, axis=2)
    assert flat_regions(pixels, 8, 1).sides.tolist() == [[1, 1, 1, 1]]


def flooded(values: NDArray[np.int_], tolerance: int, least: int) -> list[tuple[int, ...]]:
    """Return the box and the area of each flat region, by flood fill."""
    regions, left = [], {place: int(values[place]) for place in np.ndindex(values.shape)}
    while left:
        waiting, members = [left.popitem()], []
        while waiting:
            (y, x), value = waiting.pop()
            members.append((y, x))
            near = [
                beside
                for beside in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
                if beside in left and abs(left[beside] - value) <= tolerance
            ]
            waiting += [(beside, left.pop(beside)) for beside in near]
        if len(members) >= least:
            lines, columns = zip(*members, strict=True)
            box = (min(columns), min(lines), max(columns) + 1, max(lines) + 1)
            regions.append((*box, len(members)))
    return sorted(regions)


@pytest.mark.parametrize("seed", range(8))
def test_detected_regions_equal_those_of_a_flood_fill(seed: int) -> None:
    values = np.random.default_rng(seed).integers(0, 25, (14, 19))
    regions = flat_regions(np.repeat(values[..., None], 3, axis=2).astype(np.uint8), 8, 3)
    together = np.column_stack([regions.boxes, regions.areas])
    assert sorted(map(tuple, together.tolist())) == flooded(values, 8, 3)


def test_color_difference_is_the_largest_channel_difference() -> None:
    one = np.array([[10, 20, 30], [30, 20, 10], [10, 30, 20], [5, 5, 5]], dtype=np.uint8)
    other = np.array([[90, 21, 31], [31, 100, 11], [8, 29, 230], [5, 5, 5]], dtype=np.uint8)
    assert difference(one, other).tolist() == [80, 80, 210, 0]
    # Pairs join groups in any order.
    pairs = np.array([[5, 1, 3, 0], [4, 2, 5, 1]], dtype=np.int32)
    assert join(7, *pairs).tolist() == [0, 0, 0, 3, 3, 3, 6]


def test_winding_region_is_found_as_one_region() -> None:
    pixels = picture(21, 41)
    pixels[1::2] = 200
    pixels[1::4, -1] = 20
    pixels[3::4, 0] = 20
    assert flat_regions(pixels, 8, 1).areas.max() == 21 * 41 - 10 * 40


@pytest.mark.parametrize(("changes", "is_read"), [(400_000, True), (400_001, False)])
def test_picture_with_too_much_detail_has_no_regions(changes: int, is_read: bool) -> None:
    pixels = np.repeat(np.arange(changes)[None, :, None] % 2 * 200, 3, axis=2).astype(np.uint8)
    assert (flat_regions(pixels, 8, 2) is not None) == is_read
