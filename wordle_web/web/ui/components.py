"""Small view models that pages share, with translated texts and formatted numbers."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Link(NamedTuple):
    """A labeled address; `note` describes its destination."""

    label: str
    url: str
    note: str = ""


class Option(NamedTuple):
    """One choice of a select field, a radio group or a set of check boxes."""

    value: str
    label: str
    is_selected: bool = False


def number_options(numbers: Iterable[int], selected: int) -> tuple[Option, ...]:
    """Return numbers as choices."""
    return tuple(Option(str(number), str(number), number == selected) for number in numbers)


class Figure(NamedTuple):
    """A labeled figure; `phrase` explains it on demand, `key` identifies it in scripts."""

    label: str
    value: str
    key: str = ""
    phrase: str = ""


# Width of a bar, width of the gap between bars, and height of a chart, in units of the SVG.
BAR, GAP, HEIGHT = 11, 2, 32
MAX_BARS = 9  # the last of them includes all longer games
MAX_TICKS = 7  # with more ticks, the numbers would touch
MIN_HEIGHT = 0.75  # the lowest height of a bar for at least one game


class Histogram(NamedTuple):
    """A small histogram as coordinates for an SVG, and its description for screen readers."""

    width: int
    height: int
    bar: int  # width of a bar
    # Left, top and height of each bar, and whether it is hollow. Hollow bars are beyond the allowed
    # guesses; in a person's chart of weeks, they are the weeks in which somebody else was best.
    bars: tuple[tuple[int, float, float, bool], ...]
    text: str


def bars_of(distribution: Sequence[int]) -> tuple[float, ...]:
    """Return the share of games for each bar; bar `MAX_BARS` includes all longer games.

    >>> bars_of((0, 5, 5))
    (0.0, 0.5, 0.5)
    """
    games = sum(distribution) or 1
    bars = [*distribution[: MAX_BARS - 1], sum(distribution[MAX_BARS - 1 :])]
    return tuple(count / games for count in bars[: max(len(distribution), 1)])


def histogram(
    distribution: Sequence[int], *, columns: int, highest: float, tries: int, text: str
) -> Histogram:
    """Return the histogram of the games that took 1, 2, 3, … guesses; `tries` are allowed.

    The chart is `columns` bars wide, and a share of `highest` fills its height. With the same
    values, several histograms can be compared at a glance.
    """
    bars = []
    for column, share in enumerate(bars_of(distribution)):
        if share:
            height = max(MIN_HEIGHT, round(HEIGHT * share / highest, 2))
            bars.append((_x(column), round(HEIGHT - height, 2), height, column >= tries))
    return Histogram(_x(columns) - GAP, HEIGHT, BAR, tuple(bars), text)


class Axis(NamedTuple):
    """The numbers below histograms, as coordinates for an SVG."""

    width: int
    ticks: list[tuple[float, str]]  # centers and labels


def axis(columns: int, last: str = "", first: int = 1) -> Axis:
    """Return the axis of histograms of `columns` bars.

    `first` is the number of the first bar. `last` is the label of the last bar, by default its
    number, or `9+` for the last possible bar. If there are more than `MAX_TICKS` columns, every
    other bar has a label.
    """
    step = 1 if columns <= MAX_TICKS else 2
    shown = range((columns - 1) % step, columns, step)
    ticks = [(_x(column) + BAR / 2, str(column + first)) for column in shown]
    if last or columns == MAX_BARS:
        ticks[-1] = (ticks[-1][0], last or f"{MAX_BARS}+")
    return Axis(_x(columns) - GAP, ticks)


def _x(column: int) -> int:
    return column * (BAR + GAP)
