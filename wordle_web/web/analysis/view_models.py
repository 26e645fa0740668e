"""What the template of the analysis is given: frozen and typed.

Texts are in the reader's language, addresses are complete, numbers are formatted. Coordinates of
the chart are in the units of its view box.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_web.game.board import BoardRow, Mark
from wordle_web.web.ui.components import Figure, Link, Option


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a line with its tooltip."""

    x: float
    y: float
    label: str


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One line of the chart: who, and where it runs."""

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
        best: The state before it in the helper; None where no guess was better.
        notes: What hard mode or the word list have to say.
    """

    row: BoardRow
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

    row: BoardRow
    left: str


@dataclass(frozen=True, slots=True)
class Report:
    """A game analyzed."""

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
        label: The colors, spoken.
        marks: The colors.
        words: Likely words that the answer would have colored so.
    """

    number: int
    label: str
    marks: tuple[Mark, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """The form, and what was found.

    Attributes:
        path: Where the form is sent.
        answer: As typed.
        game: As typed.
        mode: Which game's words.
        known: Rows that are known already, sent along with the words for the others.
        blanks: Rows that want their words.
    """

    path: str
    answer: str
    game: str
    mode: str
    modes: tuple[Option, ...]
    hard: bool
    problems: tuple[str, ...]
    known: tuple[str, ...]
    blanks: tuple[BlankRow, ...]
    report: Report | None
