"""View models of the game pages: frozen, typed, ready to render.

Forms are WTForms; texts are in the visitor's language and numbers are formatted.
"""

from dataclasses import dataclass
from typing import Literal

from flask_wtf import FlaskForm

from wordle_web.game.board import Board, BoardRow
from wordle_web.web.ui.components import Figure, Link
from wordle_web.web.ui.keyboard import Keyboard

GameKind = Literal["daily", "archive", "random", "challenge"]
GameState = Literal["playing", "won", "lost"]
DayState = Literal["new", "playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a distribution; `percent` is its length from 0 to 100."""

    label: str
    count: str
    percent: int
    is_last: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """Statistics of one kind of game, with the distribution of guesses."""

    title: str
    played: int
    figures: tuple[Figure, ...]
    distribution: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class AgainForm:
    """The fields of the form for another random game like this one."""

    length: str
    pool: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or comfort after a loss.
        is_won: Whether the answer was found.
        answer: In lower case.
        definitions: Up to two meanings.
        words_language: Tag of the language of the words, where it is known.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        time_to_next: The same as hours, minutes and seconds.
        links: What to do next.
        zone: The time zone whose midnight brings the next word.
        again: Begins another game like this one; None after any but a random one.
    """

    headline: str
    is_won: bool
    answer: str
    definitions: tuple[str, ...]
    share_text: str
    seconds_to_next: int | None
    time_to_next: str
    links: tuple[Link, ...]
    words_language: str = ""
    zone: str = ""
    again: AgainForm | None = None


@dataclass(frozen=True, slots=True)
class TurnForm:
    """The fields of the form for the next guess.

    Attributes:
        turn: Number of the guess that it takes, from 1.
        day: Number of the daily puzzle; empty for any other.
        typed: What was typed, after a refusal.
    """

    turn: str
    day: str
    typed: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A game to be played, or as it ended.

    Attributes:
        kind: Which kind of puzzle.
        puzzle: Its name, by which scripts notice that another game has begun.
        title: For example "Daily 1,234".
        subtitle: The date, or length and pool, or who set the challenge.
        words_note: Which language the words are in.
        hard: Whether the game is played in hard mode.
        state: Whether it goes on.
        board: All rows, those to come included.
        keyboard: What each letter is known to be.
        form: Takes the next guess; None when the game is over.
        action: Where the form is sent.
        refusal: Why the guess before was refused; empty when it was not.
        refusal_note: Which rule refuses it, where that is not plain.
        turn_label: For example "Guess 2 of 6".
        announcement: What a screen reader says of the last row and of the end.
        legend: A worked example for new players.
        result: How the game ended; None while it is played.
        statistics: Figures of the games of its kind.
        seconds_to_next: Until the page of today has another word; None on any other page.
        give_up: The way to end a random game or a challenge; None for any other.
        yesterday: The way to the game of the day before, where it is under way.
        picture: Path of the picture that a preview of the link shows.
    """

    kind: GameKind
    puzzle: str
    title: str
    subtitle: str
    words_note: str
    hard: bool
    state: GameState
    board: Board
    keyboard: Keyboard
    form: TurnForm | None
    action: str
    refusal: str
    refusal_note: str
    turn_label: str
    announcement: str
    legend: BoardRow
    result: Result | None
    statistics: StatisticsView
    seconds_to_next: int | None
    give_up: Link | None
    yesterday: Link | None
    picture: str


@dataclass(frozen=True, slots=True)
class RandomPage:
    """The choice of a random game, and the way back to the one in progress."""

    form: FlaskForm
    current: Link | None


@dataclass(frozen=True, slots=True)
class GiveUpPage:
    """The question whether a game is to be given up.

    Attributes:
        title: Of the game.
        back: Where the game goes on.
    """

    title: str
    back: str


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The form that seals a challenge, and the link to it once made.

    Attributes:
        form: Takes the word, and a name and a hint if the player likes.
        link: The sealed link; empty before it is made.
        share_text: A sentence with the link, to be sent to somebody.
    """

    form: FlaskForm
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
        is_today: Whether it is the present day.
    """

    number: int
    day: int
    label: str
    url: str
    result: str
    state: DayState
    is_today: bool


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
        refusal: Why the day asked for cannot be shown.
    """

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[ArchiveDay | None, ...], ...]
    previous: Link | None
    following: Link | None
    form: FlaskForm
    refusal: str
