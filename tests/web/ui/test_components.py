"""Small charts of distributions: positions and heights of bars."""

import pytest

from wordle_web.web.ui.components import (
    BAR,
    GAP,
    HEIGHT,
    MAX_BARS,
    MIN_HEIGHT,
    axis,
    bars_of,
    histogram,
)


def test_bars_share_a_scale_and_a_baseline():
    picture = histogram((1, 0, 3), columns=4, highest=0.75, tries=2, text="words")
    third = HEIGHT / 3
    assert picture.bars == (
        (0, pytest.approx(HEIGHT - third, abs=0.01), pytest.approx(third, abs=0.01), False),
        (2 * (BAR + GAP), 0, HEIGHT, True),
    )
    assert (picture.width, picture.height) == (4 * BAR + 3 * GAP, HEIGHT)
    last = histogram((0, 1, 1), columns=3, highest=0.5, tries=2, text="words")
    # The last allowed guess is not late.
    assert [is_late for *_, is_late in last.bars] == [False, True]


def test_small_percentage_has_a_visible_bar():
    rare, common = histogram((1, 9999), columns=2, highest=1, tries=6, text="words").bars
    assert rare[1:3] == (HEIGHT - MIN_HEIGHT, MIN_HEIGHT)
    assert common[2] == pytest.approx(HEIGHT, abs=0.01)


def test_last_bar_includes_all_longer_games():
    shares = bars_of((1,) * (MAX_BARS + 3))
    assert len(shares) == MAX_BARS
    assert shares[0] == pytest.approx(1 / (MAX_BARS + 3))
    assert shares[-1] == pytest.approx(4 / (MAX_BARS + 3))
    assert bars_of(()) == (0,)


@pytest.mark.parametrize(("columns", "last", "step"), [(3, "3", 1), (MAX_BARS, f"{MAX_BARS}+", 2)])
def test_numbers_are_centered_below_their_bars(columns, last, step):
    below = axis(columns)
    assert len(below.ticks) == (columns - 1) // step + 1
    assert below.ticks[0] == (BAR / 2, "1")
    assert below.ticks[-1] == ((columns - 1) * (BAR + GAP) + BAR / 2, last)
    assert below.width == columns * (BAR + GAP) - GAP
