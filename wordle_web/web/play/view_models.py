"""What the templates of the pages around the games are given: frozen, typed, ready to be drawn.

The forms are WTForms; everything else is worded and formatted already.
"""

from dataclasses import dataclass
from typing import Literal

from flask_wtf import FlaskForm

from wordle_web.game.board import Board, Mark, Row
from wordle_web.web.play.examples import Examples
from wordle_web.web.ui.components import Figure, Link

GameKind = Literal["daily", "archive", "random", "challenge"]
GameState = Literal["playing", "won", "lost"]
DayState = Literal["new", "playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Key:
    """A letter of the keyboard with the best mark known of it."""

    letter: str
    mark: Mark | Literal["unknown"]
    label: str


@dataclass(frozen=True, slots=True)
class Keyboard:
    """The letters in the places of a keyboard.

    Attributes:
        rows: From the top.
        is_swapped: Whether Enter and Backspace change places.
        is_alone: Whether the physical keyboard is passed over.
    """

    rows: tuple[tuple[Key, ...], ...]
    is_swapped: bool = False
    is_alone: bool = False


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
    """Figures of one kind of game, and how many guesses its games took."""

    title: str
    played: int
    figures: tuple[Figure, ...]
    distribution: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class ReportForm:
    """What the form that reports a word holds: its token, and the puzzle's name."""

    token: str
    puzzle: str


@dataclass(frozen=True, slots=True)
class AgainForm:
    """What the form for another random game of the same kind holds."""

    token: str
    length: str
    pool: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or a word of comfort.
        is_won: Whether the answer was found.
        answer: In small letters.
        definitions: At most two senses of it.
        words_language: Tag of the language of the words, where it is known.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        time_to_next: The same as hours, minutes and seconds.
        links: What to do next.
        zone: The time zone whose midnight brings the next word.
        report: Takes a complaint about the word; None where it is not this site's choice.
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
    report: ReportForm | None = None
    again: AgainForm | None = None


@dataclass(frozen=True, slots=True)
class TurnForm:
    """What the form of the next guess holds.

    Attributes:
        token: Proves that the form comes from this site.
        turn: Number of the guess that it takes, from 1.
        day: Number of the daily puzzle; empty for any other.
        typed: What was typed, after a refusal.
    """

    token: str
    turn: str
    day: str
    typed: str


@dataclass(frozen=True, slots=True)
class PlayPage:
    """A game to be played, or as it ended.

    Attributes:
        kind: Which kind of puzzle.
        puzzle: Its name; where it changes, another game has begun.
        title: For example "Daily 1,234".
        subtitle: The date, or length and pool, or who set the challenge.
        hard: Whether the game is played in hard mode.
        state: How it stands.
        board: All rows, those to come included.
        keyboard: What each letter is known to be.
        form: Takes the next guess; None when the game is over.
        action: Where the form is sent.
        refusal: Why the guess before was refused; empty when it was not.
        refusal_note: Which rule refuses it, where that is not plain.
        turn_label: For example "Guess 2 of 6".
        announcement: What a screen reader says of the last row and of the end.
        legend: A worked example for who has not played yet.
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
    legend: Row
    result: Result | None
    statistics: StatisticsView
    seconds_to_next: int | None
    give_up: Link | None
    yesterday: Link | None
    picture: str


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
