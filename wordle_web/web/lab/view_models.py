"""What the templates of the lab are given, worded and ready to be drawn."""

from dataclasses import dataclass

from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.histogram import Axis, Histogram


@dataclass(frozen=True, slots=True)
class Heading:
    """A column that can be sorted by: its address, and "ascending" or "descending" if it is."""

    label: str
    url: str
    order: str


@dataclass(frozen=True, slots=True)
class HardWord:
    """A word, the guesses it took, these as a screen reader says them, and where to watch it."""

    word: str
    guesses: int
    spoken: str
    url: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one strategy achieved; empty but for its title where there was no time for it.

    Attributes:
        title: Of the strategy.
        rule: What it does.
        opener: Its first guess in capitals; empty where lots are drawn.
        games: How many it played.
        won: Games won, in percent.
        mean: Guesses of a game.
        worst: The most guesses of a game.
        picture: The distribution.
        time: Of a guess, in ms.
        hardest: The words that took most guesses, the worst first.
        note: That there was no time for more games; empty otherwise.
    """

    title: str
    rule: str = ""
    opener: str = ""
    games: str = "0"
    won: str = ""
    mean: str = ""
    worst: str = ""
    picture: Histogram | None = None
    time: str = ""
    hardest: tuple[HardWord, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class LabTable:
    """Strategies side by side.

    Attributes:
        headings: Of the columns that can be sorted by, by name.
        axis: The numbers below the pictures.
        rows: One a strategy.
        summary: What was measured: how many answers, allowed words, guesses.
        command: What made it.
    """

    headings: dict[str, Heading]
    axis: Axis
    rows: tuple[ResultRow, ...]
    summary: str
    command: str


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A published figure and ours beside it; a game of a single word can be watched."""

    title: str
    theirs: str
    ours: str
    watch: Link | None


@dataclass(frozen=True, slots=True)
class ClaimGroup:
    """Published figures that differ from ours for the same reason."""

    reason: str
    rows: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """The choices of a fresh tournament.

    Attributes:
        path: Where it is sent.
        strategies: Which ones play.
        games: How many words.
        lengths: Letters of the words.
        opener: The first guess of all.
        hard: Whether hints must be used.
        tries: Guesses allowed.
        seed: What the words are drawn by.
        max_seed: The largest there is.
        opener_error: Why the opener cannot be one.
        error: Why the tournament cannot be run.
    """

    path: str
    strategies: tuple[Option, ...]
    games: tuple[Option, ...]
    lengths: tuple[Option, ...]
    opener: str
    hard: bool
    tries: tuple[Option, ...]
    seed: int
    max_seed: int
    opener_error: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class LabPage:
    """The lab.

    Attributes:
        path: Where the choices are sent.
        lengths: Letters of the words.
        openers: First guesses that were measured, their own first.
        families: All strategies, or those of a kind.
        tries: Guesses allowed.
        hard: Whether hints must be used.
        hidden: Fields that go along with the choices.
        table: None where nothing was measured on such words.
        claims: What authors published; empty where it is not about these words.
        tournament: The form for a fresh one.
        exports: Of each table, CSV and JSON.
        openers_page: Leads to the openers.
    """

    path: str
    lengths: tuple[Option, ...]
    openers: tuple[Option, ...]
    families: tuple[Option, ...]
    tries: tuple[Option, ...]
    hard: bool
    hidden: tuple[tuple[str, str], ...]
    table: LabTable | None
    claims: tuple[ClaimGroup, ...]
    tournament: TournamentForm
    exports: dict[str, tuple[Link, ...]]
    openers_page: Link | None


@dataclass(frozen=True, slots=True)
class OpenerRow:
    """One opener.

    Attributes:
        place: Its rank, from 1.
        word: In capitals.
        mean: Guesses of a game when every later guess is a possible word.
        worst: The most guesses of such a game.
        late: Such games that six guesses do not win.
        groups: Different replies.
        left: Words left on average.
        best: Guesses of a game by the search; empty where not searched.
        watch: Leads to a game that it opens.
        is_selected: Whether it is the one that was looked for.
    """

    place: str
    word: str
    mean: str
    worst: str
    late: str
    groups: str
    left: str
    best: str
    watch: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class OpenersPage:
    """How good openers are.

    Attributes:
        path: Where a word is looked for.
        word: What was looked for.
        verdict: What was found, in a sentence; empty where nothing was looked for.
        error: Why nothing could be found.
        headings: Of the columns that can be sorted by, by name.
        rows: A page of openers.
        is_best: Whether these are the ones that the search was asked about.
        choices: All openers, or the best by the search.
        summary: What was measured.
        command: What made it.
        previous: The page before.
        following: The page after.
        exports: CSV and JSON.
        lab: Leads back.
    """

    path: str
    word: str
    verdict: str
    error: str
    headings: dict[str, Heading]
    rows: tuple[OpenerRow, ...]
    is_best: bool
    choices: tuple[Link, ...]
    summary: str
    command: str
    previous: Link | None
    following: Link | None
    exports: tuple[Link, ...]
    lab: Link


@dataclass(frozen=True, slots=True)
class RunPage:
    """What stands around the rows of a tournament.

    Attributes:
        title: What is played.
        axis: The numbers below the pictures.
        form: For the next one.
        file_name: Of the rows as files, without its ending.
        again: Plays it with other words.
        lab: Leads back.
    """

    title: str
    axis: Axis
    form: TournamentForm
    file_name: str
    again: str
    lab: str
