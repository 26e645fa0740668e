"""The chart of a game: how the words shrink turn by turn, the player beside the solver.

Drawn on the server as coordinates for an SVG; the scale of words is logarithmic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Literal

from wordle_web.engine.analysis import PathStep
from wordle_web.web.ui.formatting import number_text, words_text
from wordle_web.web.ui.i18n import gettext

WIDTH, HEIGHT = 320, 214
LEFT, RIGHT, TOP, BOTTOM = 44.0, 308.0, 32.0, 188.0


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line with its tooltip."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of the chart: whose it is, and its points."""

    name: str
    kind: Literal["player", "solver"]
    points: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where it is, and what it says."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """How the words shrink, the player beside the solver; `text` says the same in words."""

    width: int
    height: int
    left: float
    right: float
    bottom: float
    lines: tuple[ChartLine, ...]
    words: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    text: str


def chart(player_steps: Sequence[PathStep], solver_steps: Sequence[PathStep]) -> Chart:
    """Return the chart of two paths from the same start."""
    player, solver = _counts(player_steps), _counts(solver_steps)
    turns = max(len(player), len(solver)) - 1
    top = max(10, *player, *solver)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
        bottom=BOTTOM,
        lines=(
            _line(gettext("solver"), "solver", solver, turns, top),
            _line(gettext("you"), "player", player, turns, top),
        ),
        words=tuple(_word_ticks(top)),
        turns=tuple(Tick(_x(n, turns), number_text(n)) for n in range(turns + 1)),
        text=gettext(
            "Words left after each guess. You: %(player)s. Solver: %(solver)s.",
            player=", ".join(map(_count_text, player)),
            solver=", ".join(map(_count_text, solver)),
        ),
    )


def _counts(steps: Sequence[PathStep]) -> list[int]:
    """Return the words left at the start and after each turn."""
    return [steps[0].words_before, *(step.words_after for step in steps)] if steps else [0]


def _count_text(count: int) -> str:
    return number_text(count) if count else gettext("solved")


def _x(turn: int, turns: int) -> float:
    return round(LEFT + (RIGHT - LEFT) * turn / max(turns, 1), 1)


def _y(count: int, top: int) -> float:
    # One more of each, so that no words left have a place, at the bottom.
    return round(BOTTOM - (BOTTOM - TOP) * log10(count + 1) / log10(top + 1), 1)


def _line(
    name: str, kind: Literal["player", "solver"], counts: Sequence[int], turns: int, top: int
) -> ChartLine:
    dots = tuple(
        Dot(_x(turn, turns), _y(count, top), f"{name}: {words_text(count)}")
        for turn, count in enumerate(counts)
    )
    points = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return ChartLine(name, kind, points, dots)


def _word_ticks(top: int) -> list[Tick]:
    counts = [0, 1]
    while counts[-1] * 10 <= top:
        counts.append(counts[-1] * 10)
    return [Tick(_y(count, top), _count_text(count)) for count in counts]
