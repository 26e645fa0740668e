import numpy as np
import pytest

from wordle_web.engine.reading import regions
from wordle_web.engine.reading.regions import Pixels, flat_regions, join


def picture(height: int = 40, width: int = 60, color: int = 20) -> Pixels:
    return np.full((height, width, 3), color, dtype=np.uint8)


def test_a_region_has_the_box_and_the_area_of_its_pixels() -> None:
    pixels = picture()
    pixels[5:15, 10:30] = (200, 40, 40)
    found = flat_regions(pixels, 8, 50)
    assert found is not None
    order = np.argsort(found.areas)
    assert found.boxes[order].tolist() == [[10, 5, 30, 15], [0, 0, 60, 40]]
    assert found.areas[order].tolist() == [200, 40 * 60 - 200]
    assert found.sides[order[0]].tolist() == [1, 1, 1, 1]
    assert (found.boxes.dtype, found.areas.dtype) == (np.int32, np.int64)


def test_a_side_is_touched_as_far_as_the_region_reaches_within_two_pixels_of_it() -> None:
    pixels = picture()
    pixels[5:15, 10:30] = 200
    pixels[5:7, 20:30] = pixels[13:15, 10:12] = 20
    found = flat_regions(pixels, 8, 50)
    assert found is not None
    left, top, right, bottom = found.sides[found.areas.argmin()]
    assert (left, top, right, bottom) == pytest.approx((0.8, 0.5, 0.8, 0.9))


def test_regions_of_one_color_that_do_not_touch_are_two() -> None:
    pixels = picture()
    pixels[5:15, 5:15] = pixels[5:15, 16:26] = 200
    found = flat_regions(pixels, 8, 50)
    assert found is not None
    assert sorted(found.areas.tolist())[:2] == [100, 100]


def test_a_slow_change_of_color_is_one_region_and_a_step_divides_two() -> None:
    pixels = picture(20, 60)
    pixels[...] = np.arange(0, 180, 3, dtype=np.uint8)[None, :, None]
    slow = flat_regions(pixels, 4, 50)
    assert slow is not None
    assert len(slow.areas) == 1
    pixels[:, 30:] += 40
    step = flat_regions(pixels, 4, 50)
    assert step is not None
    assert len(step.areas) == 2


def test_a_winding_region_hangs_together() -> None:
    pixels = picture(21, 41)
    pixels[1::2] = 200
    pixels[1::4, -1] = 20
    pixels[3::4, 0] = 20
    found = flat_regions(pixels, 8, 1)
    assert found is not None
    assert found.areas.max() == 21 * 41 - 10 * 40


def test_a_picture_with_too_much_detail_has_no_regions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regions, "MAX_RUNS", 500)
    noise = np.random.default_rng(1).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    assert flat_regions(noise, 8, 1) is None
    assert flat_regions(picture(), 8, 1) is not None


def test_pairs_join_groups_whatever_their_order() -> None:
    one = np.array([5, 1, 3, 0], dtype=np.int32)
    other = np.array([4, 2, 5, 1], dtype=np.int32)
    found = join(7, one, other)
    assert found is not None
    assert found.tolist() == [0, 0, 0, 3, 3, 3, 6]
