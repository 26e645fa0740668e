"""View models of the history: statistics, a year of days, past games, a replay.

Texts are in the visitor's language, numbers formatted, and coordinates of drawings computed.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_web.game.board import Board, BoardRow
from wordle_web.web.play.view_models import StatisticsView
from wordle_web.web.ui.components import Link

DayOutcome = Literal["won", "lost", "open"]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as the history lists it.

    Attributes:
        title: What was played.
        date: The day on which it was begun.
        result: For example "4/6*".
        is_won: Whether the answer was found.
        answer: In small letters; empty where it can no longer be told.
        rows: Empty where the answer can no longer be told.
        url: Where it is replayed; empty where it cannot be.
        label: What is spoken of the link to it.
    """

    title: str
    date: str
    result: str
    is_won: bool
    answer: str
    rows: tuple[BoardRow, ...]
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class DayBar:
    """A day of a month, drawn: a bar as high as the guesses were many.

    Attributes:
        outcome: Lost bars have full height and another look; open days are a dot.
        x: From the left, in units of the drawing.
        y: From the top.
        height: Of the bar.
    """

    outcome: DayOutcome
    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class MonthOfDays:
    """A month of daily games; the link leads to its calendar in the archive."""

    link: Link
    label: str
    bars: tuple[DayBar, ...]


@dataclass(frozen=True, slots=True)
class YearOfDays:
    """A year of daily games, the latest month first, and the years beside it that have any."""

    title: str
    months: tuple[MonthOfDays, ...]
    previous: Link | None
    following: Link | None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Everything that a player has played.

    Attributes:
        statistics: Figures of each kind and length, daily games first.
        year: Daily games by day; None before the first.
        hardest: The game among the last that took the most guesses; None before the first.
        recent: The last games, the latest first.
        in_progress: Games to go on with.
        refusal: Why a file was refused.
        is_empty: Whether there is nothing to keep or delete.
    """

    statistics: tuple[StatisticsView, ...]
    year: YearOfDays | None
    hardest: PastGame | None
    recent: tuple[PastGame, ...]
    in_progress: tuple[Link, ...]
    refusal: str
    is_empty: bool


@dataclass(frozen=True, slots=True)
class Step:
    """A way through a replayed game; without an address where it does not lead anywhere."""

    name: str
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A finished game after one of its guesses.

    Attributes:
        title: What was played.
        subtitle: When, and how it ended.
        board: With the guesses up to this one.
        label: Which guess this is, for example "Guess 2 of 4".
        words_left: How many words were still possible then; at the end, the answer.
        announcement: What a screen reader says of the step.
        steps: To the start, back, on, and to the end.
        links: Where else to go.
    """

    title: str
    subtitle: str
    board: Board
    label: str
    words_left: str
    announcement: str
    steps: tuple[Step, ...]
    links: tuple[Link, ...]
