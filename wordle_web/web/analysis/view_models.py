"""What the template of the analysis is given: frozen, typed, worded, ready to be drawn.

Coordinates of the picture are in the units of its view box. Imports the standard library, the
board's rows and the helper's figures only.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_web.game.board import Row
from wordle_web.web.helper.view_models import Choice, Figure, Link


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line with what a pointer resting on it is told."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of the picture: who, and where it runs."""

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


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn of the player.

    Attributes:
        row: The guess with its marks.
        change: Words before and after.
        expected: Words that it could be expected to leave.
        skill: From 0 to 99, or a dash.
        luck: From 0 to 99, or a dash.
        verdict: How it compares with the best guess.
        best: The address of the position before it in the helper, labelled with the best guess.
        notes: What hard mode or the word list have to say.
    """

    row: Row
    change: str
    expected: str
    skill: str
    luck: str
    verdict: str
    best: Link | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SolverStep:
    """One turn of the solver from the same start."""

    row: Row
    left: str


@dataclass(frozen=True, slots=True)
class Report:
    """A game analysed."""

    title: str
    definitions: tuple[str, ...]
    figures: tuple[Figure, ...]
    notes: tuple[str, ...]
    turns: tuple[TurnView, ...]
    solver: tuple[SolverStep, ...]
    solver_title: str
    chart: Chart


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A row of a pasted grid whose word is to be typed.

    Attributes:
        number: From 1.
        value: The row as the address writes it.
        label: The colours, spoken.
        marks: The colours.
        words: Likely words that the answer would have coloured so.
    """

    number: int
    value: str
    label: str
    marks: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The form, and what was found.

    Attributes:
        path: Where the form is sent.
        answer: As typed.
        game: As typed.
        known: Rows that are known already, sent along with the words for the others.
        blanks: Rows that want their words.
    """

    path: str
    answer: str
    game: str
    modes: tuple[Choice, ...]
    hard: bool
    problems: tuple[str, ...]
    known: tuple[str, ...]
    blanks: tuple[BlankRow, ...]
    report: Report | None
