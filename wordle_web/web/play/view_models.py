"""What the templates of the pages around the games are given: frozen, typed, ready to be drawn.

The forms are WTForms; everything else is worded and formatted already.
"""

from dataclasses import dataclass
from typing import Literal

from flask_wtf import FlaskForm

from wordle_web.game.board import Board
from wordle_web.web.play.examples import Examples
from wordle_web.web.ui.view_models import Keyboard, Link, Result, StatisticsView

DayState = Literal["new", "playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class RandomPage:
    """The choice of a random game, and the way back to the one under way."""

    form: FlaskForm
    action: str
    current: Link | None


@dataclass(frozen=True, slots=True)
class GiveUpPage:
    """The question whether a game is to be given up.

    Attributes:
        title: Of the game.
        token: Of the form.
        action: Where the form is sent.
        back: Where the game goes on.
    """

    title: str
    token: str
    action: str
    back: str


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The form that seals a challenge, and the link to it once made.

    Attributes:
        form: Takes the word, and a name and a hint if the player likes.
        action: Where the form is sent.
        link: The sealed link; empty before it is made.
        share_text: A sentence with the link, to be sent to somebody.
    """

    form: FlaskForm
    action: str
    link: str
    share_text: str


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A cell of the calendar.

    Attributes:
        number: Number of the day's puzzle.
        day: Day of the month.
        label: Spoken: number, date and result.
        url: Where it is played.
        result: "4", "X", "" where it has not been finished.
        state: For a mark that is more than the text.
    """

    number: int
    day: int
    label: str
    url: str
    result: str
    state: DayState


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """One month of past days.

    Attributes:
        title: The month, for example "January 2025".
        weekdays: Their short names, in the order of the reader's week.
        weeks: Seven cells each; None before the month begins, after it ends, and outside the
            days that have a puzzle.
        previous: The month before, if it has a puzzle.
        following: The month after, likewise.
        form: Takes a number or a date to go to.
        action: Where the form is sent, by GET.
        refusal: Why the day asked for cannot be shown.
    """

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[ArchiveDay | None, ...], ...]
    previous: Link | None
    following: Link | None
    form: FlaskForm
    action: str
    refusal: str


@dataclass(frozen=True, slots=True)
class HowToPlayPage:
    """The worked examples, and when the day changes."""

    examples: Examples
    zone: str
    settings_url: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The choices of a player; `is_saved` after they have just been kept."""

    form: FlaskForm
    action: str
    is_saved: bool


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, in a plain sentence, and the way back."""

    code: int
    title: str
    sentence: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class GalleryPage:
    """Every component in every state, for those who work on the design."""

    boards: tuple[tuple[str, Board], ...]
    keyboards: tuple[tuple[str, Keyboard], ...]
    results: tuple[tuple[str, Result], ...]
    statistics: tuple[tuple[str, StatisticsView], ...]
    forms: tuple[tuple[str, FlaskForm], ...]
    examples: Examples
