"""What the templates are given: one frozen value a page, typed, worded and ready to be drawn.

Texts are already in the reader's language, addresses are complete, numbers are formatted.
Here are those of every page and of the games; the other pages have theirs in `page_contexts`,
the helper in `helper_contexts`. Imports the board for its types.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from wordle_web.game.board import Board, Mark, Row

GameKind = Literal["daily", "archive", "random", "challenge"]
GameState = Literal["playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Link:
    """A labelled address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page of the site; the primary ones stand in the header, the others under "More"."""

    name: str
    label: str
    url: str
    primary: bool


@dataclass(frozen=True, slots=True)
class Site:
    """What every page needs besides its own context.

    Attributes:
        name: The site's name.
        language: Language tag of the texts.
        theme: "system", "light" or "dark".
        contrast: "normal" or "high".
        motion: "normal" or "reduced".
        keys: "normal" or "large".
        active: Name of the page that is shown, as in `nav`; empty for none of them.
        nav: All pages to go to.
        messages: Sentences to show above the page.
        home: The address of today's word.
        root_url: The same with scheme and host, for pictures in the previews of links.
        service_worker: Its address; empty on a first visit, which is to stay small.
        static_url: Address of a static file, by its path in `static/`.
        integrity: Its digest, for the `integrity` attribute.
    """

    name: str
    language: str
    theme: str
    contrast: str
    motion: str
    keys: str
    active: str
    nav: tuple[NavItem, ...]
    messages: tuple[str, ...]
    home: str
    root_url: str
    service_worker: str
    static_url: Callable[[str], str]
    integrity: Callable[[str], str]


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
class Figure:
    """A labelled figure."""

    label: str
    value: str


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
