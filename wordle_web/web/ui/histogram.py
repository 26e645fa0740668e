"""Small histograms as coordinates for an SVG.

All histograms of a table share one scale, so that they can be compared at a glance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

BAR, GAP, HEIGHT = 11, 2, 32
MAX_BARS = 9
MIN_HEIGHT = 0.75


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """One bar; `is_late` beyond the guesses allowed."""

    x: int
    y: float
    height: float
    is_late: bool


@dataclass(frozen=True, slots=True)
class Histogram:
    """A histogram, and its description for screen readers."""

    width: int
    height: int
    bar: int
    bars: tuple[HistogramBar, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """The numbers below the histograms of a table, with their positions."""

    width: int
    ticks: tuple[tuple[float, str], ...]


def bars_of(distribution: Sequence[int]) -> tuple[float, ...]:
    """Return the share of games of each bar; the last one includes all longer games.

    >>> bars_of((0, 5, 5))
    (0.0, 0.5, 0.5)
    """
    games = sum(distribution) or 1
    kept = [*distribution[: MAX_BARS - 1], sum(distribution[MAX_BARS - 1 :])]
    return tuple(count / games for count in kept[: max(len(distribution), 1)])


def histogram(
    distribution: Sequence[int], *, columns: int, highest: float, tries: int, text: str
) -> Histogram:
    """Return the picture of a distribution.

    Args:
        distribution: Games that took 1, 2, 3, … guesses.
        columns: Bars that there is room for.
        highest: The share of games that fills the height.
        tries: Guesses allowed.
        text: What the picture shows, in words.
    """
    bars = []
    for column, share in enumerate(bars_of(distribution)):
        if share:
            height = max(MIN_HEIGHT, round(HEIGHT * share / highest, 2))
            bars.append(
                HistogramBar(_x(column), round(HEIGHT - height, 2), height, column >= tries)
            )
    return Histogram(_x(columns) - GAP, HEIGHT, BAR, tuple(bars), text)


def axis(columns: int) -> Axis:
    """Return the numbers below the pictures."""
    ticks = [(_x(column) + BAR / 2, str(column + 1)) for column in range(columns)]
    if columns == MAX_BARS:
        ticks[-1] = (ticks[-1][0], f"{MAX_BARS}+")
    return Axis(_x(columns) - GAP, tuple(ticks))


def _x(column: int) -> int:
    return column * (BAR + GAP)
