"""Small pictures of distributions: where each bar stands and how high it is."""

import pytest

from wordle_web.web.ui.histogram import (
    BAR,
    GAP,
    HEIGHT,
    MAX_BARS,
    MIN_HEIGHT,
    axis,
    bars_of,
    histogram,
)


def test_heights_are_shares_of_the_highest_and_stand_on_one_ground() -> None:
    picture = histogram((1, 0, 3), columns=4, highest=0.75, tries=2, text="words")
    low, high = picture.bars
    assert (high.y, high.height) == (0, HEIGHT)
    assert low.height == pytest.approx(HEIGHT / 3, abs=0.01)
    assert low.y == pytest.approx(HEIGHT - HEIGHT / 3, abs=0.01)
    assert (low.x, high.x) == (0, 2 * (BAR + GAP))
    assert (low.is_late, high.is_late) == (False, True)
    assert (picture.width, picture.height) == (4 * BAR + 3 * GAP, HEIGHT)
    last = histogram((0, 1, 1), columns=3, highest=0.5, tries=2, text="words")
    assert [bar.is_late for bar in last.bars] == [False, True]  # the last allowed is not late


def test_a_share_too_small_to_see_is_drawn_all_the_same() -> None:
    rare, common = histogram((1, 9999), columns=2, highest=1, tries=6, text="words").bars
    assert (rare.height, rare.y) == (MIN_HEIGHT, HEIGHT - MIN_HEIGHT)
    assert common.height == pytest.approx(HEIGHT, abs=0.01)


def test_what_lies_beyond_the_bars_is_gathered_in_the_last() -> None:
    shares = bars_of((1,) * (MAX_BARS + 3))
    assert len(shares) == MAX_BARS
    assert shares[0] == pytest.approx(1 / (MAX_BARS + 3))
    assert shares[-1] == pytest.approx(4 / (MAX_BARS + 3))
    assert bars_of(()) == (0,)


@pytest.mark.parametrize(("columns", "last"), [(3, "3"), (MAX_BARS, f"{MAX_BARS}+")])
def test_numbers_stand_below_the_middle_of_their_bars(columns: int, last: str) -> None:
    below = axis(columns)
    assert below.ticks[0] == (BAR / 2, "1")
    assert below.ticks[-1] == ((columns - 1) * (BAR + GAP) + BAR / 2, last)
    assert below.width == columns * (BAR + GAP) - GAP
