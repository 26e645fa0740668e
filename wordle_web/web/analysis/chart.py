"""The picture of a game: how the words shrink turn by turn, the player beside the solver.

Drawn on the server as coordinates for an SVG; the scale of words is logarithmic. Imports the
engine's steps for their type.
"""

from collections.abc import Sequence
from math import log10
from typing import Literal

from wordle_web.engine.analysis import Step
from wordle_web.web.analysis.view_models import Chart, ChartLine, Dot, Tick
from wordle_web.web.ui.formatting import format_decimal, words_left
from wordle_web.web.ui.i18n import gettext

WIDTH, HEIGHT = 320, 214
LEFT, RIGHT, TOP, BOTTOM = 44.0, 308.0, 32.0, 188.0


def chart(player: Sequence[Step], solver: Sequence[Step]) -> Chart:
    """Return the picture of two paths from the same start."""
    counts = [(_counts(steps)) for steps in (player, solver)]
    turns = max(len(each) for each in counts) - 1
    top = max(10, *(max(each) for each in counts))
    mine, theirs = counts
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=RIGHT,
        bottom=BOTTOM,
        lines=(
            _line(gettext("solver"), "solver", theirs, turns, top),
            _line(gettext("you"), "player", mine, turns, top),
        ),
        words=tuple(_word_ticks(top)),
        turns=tuple(Tick(_x(n, turns), format_decimal(n)) for n in range(turns + 1)),
        text=chart_text(mine, theirs),
    )


def chart_text(player: Sequence[int], solver: Sequence[int]) -> str:
    """Return what the picture shows, in words."""
    return gettext(
        "Words left after each guess. You: %(player)s. The solver: %(solver)s.",
        player=_listed(player),
        solver=_listed(solver),
    )


def _listed(counts: Sequence[int]) -> str:
    """Return the counts one after another; none left means that it was found."""
    return ", ".join(format_decimal(count) if count else gettext("found") for count in counts)


def _counts(steps: Sequence[Step]) -> list[int]:
    """Return the words left at the start and after each turn."""
    return [steps[0].words_before, *(step.words_after for step in steps)] if steps else [0]


def _x(turn: int, turns: int) -> float:
    """Return where a turn stands."""
    return round(LEFT + (RIGHT - LEFT) * turn / max(turns, 1), 1)


def _y(count: int, top: int) -> float:
    """Return where a number of words stands; nothing left stands on the ground."""
    return round(BOTTOM - (BOTTOM - TOP) * log10(count + 1) / log10(top + 1), 1)


def _line(
    name: str, kind: Literal["player", "solver"], counts: Sequence[int], turns: int, top: int
) -> ChartLine:
    """Return the line of one path."""
    dots = tuple(
        Dot(_x(turn, turns), _y(count, top), f"{name}: {words_left(count)}")
        for turn, count in enumerate(counts)
    )
    points = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    return ChartLine(name, kind, points, dots)


def _word_ticks(top: int) -> list[Tick]:
    """Return the marks of the scale of words: found, 1, 10, 100 and so on."""
    marks = [0, 1]
    while marks[-1] * 10 <= top:
        marks.append(marks[-1] * 10)
    labels = [gettext("found"), *(format_decimal(mark) for mark in marks[1:])]
    return [Tick(_y(mark, top), label) for mark, label in zip(marks, labels, strict=True)]
