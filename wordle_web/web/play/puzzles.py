"""The puzzles of this site, which addresses identify by a day or a token."""

import hashlib
from dataclasses import dataclass, field, replace

from flask import request

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import DIGEST_BYTES
from wordle_web.game.history.records import Record, new_game
from wordle_web.game.history.statistics import StatisticsKind
from wordle_web.game.puzzles.challenge import Challenge, Series
from wordle_web.game.puzzles.days import (
    DAILY_LENGTH,
    check_day,
    daily_id,
    read_day,
    seconds_to_midnight,
)
from wordle_web.game.puzzles.tokens import challenge_id, random_answers, random_id, read_token
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status
from wordle_web.game.share import read_grid
from wordle_web.web.http.paths import variant_of_request, variant_url
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.services import services
from wordle_web.web.ui import formatting
from wordle_web.web.ui.i18n import gettext, language
from wordle_web.web.ui.queries import mode_of


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The words to be guessed: of a day, a random token, a challenge or a series."""

    kind: StatisticsKind  # "daily" for a day that runs, "archive" for one that has ended
    id: str  # its name in the history
    token: str  # the last part of its address: the day's number, or a token
    answers: tuple[str, ...] = field(repr=False)  # one per board; must not get into logs
    day: int | None = None  # the number of the day; None for puzzles of other kinds
    pool: str = ""  # of a random puzzle; empty for other kinds
    setter: str = ""  # the author of a challenge; may be empty, like the clue
    clue: str = ""
    is_front_page: bool = False  # whether it is played at `/` or `/boards/4`, as today's is
    variant: Variant = HOME
    is_free: bool = False  # whether any sequence of letters is accepted as a guess
    number: int = 0  # the day of a series, from 1; 0 for any other puzzle
    name: str = ""  # of the series; may be empty
    # The day number that a game begun now counts for.
    today: int = field(default_factory=lambda: services().today)

    @property
    def answer(self) -> str:
        """The answer of the first board, in most games the only one."""
        return self.answers[0]

    @property
    def length(self) -> int:
        """The number of letters of an answer."""
        return len(self.answer)

    @property
    def mode(self) -> str:
        """The helper's mode for this puzzle, which says what words its answer can be."""
        return mode_of("real" if self.kind == "challenge" else self.pool)

    @property
    def lexicon(self) -> Lexicon:
        """The words that can be guessed."""
        return services().lexicon(self.length)

    @property
    def record(self) -> Record | None:
        """The record of the player's game; None if the history doesn't keep it."""
        record = history().record(self.id)
        return record if record and record.length == self.length else None

    @property
    def begun(self) -> int:
        """The day number that the player's game counts for."""
        return record.started if (record := self.record) else self.today

    @property
    def is_past(self) -> bool:
        """Whether the puzzle is of a day before today."""
        return self.day is not None and self.day < services().today

    @property
    def url(self) -> str:
        """The address of the game."""
        if self.is_front_page:
            return variant_url("play.today", self.variant)
        return variant_url("play.game", self.variant, **self.place)

    @property
    def place(self) -> dict[str, str | int]:
        """The values in its address: kind, token and, in a series, day."""
        if self.number:
            return {"kind": "series", "token": self.token, "day": self.number}
        return {"kind": "daily" if self.day else self.kind, "token": self.token}

    @property
    def friends_grid(self) -> str:
        """The grid of a friend's result in a shared link; empty if it doesn't fit this puzzle."""
        grid = request.args.get("grid", "") if request.query_string else ""
        marks = read_grid(grid) if grid else None
        return grid if marks and len(marks[0]) == self.length else ""

    @property
    def address(self) -> str:
        """The address at which the game continues, with the friend's result from a shared link."""
        grid = self.friends_grid
        return f"{self.url}?grid={grid}" if grid else self.url

    @property
    def title(self) -> str:
        """The title, for example "4 boards · Daily 1,234"."""
        boards, title = formatting.boards_text(self.variant), gettext("Challenge")
        if self.day is not None:
            title = formatting.daily_text(self.day)
        elif self.kind == "random":
            title = gettext("Random words") if boards else gettext("Random word")
        elif self.number:
            title = f"{self.name or gettext('Series')} {formatting.number_text(self.number)}"
        elif self.setter:
            title = gettext("Challenge from %(name)s", name=self.setter)
        return f"{boards} · {title}" if boards else title

    @property
    def date(self) -> str:
        """The date of a daily puzzle without its year; empty without a day."""
        return "" if self.day is None else formatting.day_text(formatting.day_date(self.day))

    @property
    def subtitle(self) -> str:
        """The date, the clue of a challenge, or length and pool."""
        if self.day is not None:
            return formatting.date_text(formatting.day_date(self.day))
        if self.kind == "random" and self.pool != "normal":
            facts = {"number": self.length, "pool": formatting.pool_text(self.pool)}
            return gettext("%(number)s letters, %(pool)s words", **facts)
        if self.clue:
            return gettext("Clue: %(clue)s", clue=self.clue)
        return gettext("%(number)s letters", number=self.length)

    @property
    def words_note(self) -> str:
        """A note on the allowed guesses, if they are unexpected; otherwise empty."""
        if self.is_free:
            return gettext("Any letters are allowed")
        name = services().language
        tag = formatting.tag_of(name)
        if tag == language().partition("-")[0]:
            return ""
        return gettext(
            "Words are in %(language)s", language=formatting.language_text(tag) or name.capitalize()
        )


def day_url(number: int, variant: Variant) -> str:
    """Return the address of the game of a day."""
    if number == services().today:
        return variant_url("play.today", variant)
    return variant_url("play.game", variant, kind="daily", token=number)


def seconds_to_next() -> int:
    """Return the seconds until the visitor's next day begins."""
    return seconds_to_midnight(services().now, services().zone)


def find_puzzle(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> Puzzle:
    """Return the puzzle of an address, by the number or date of a day, or by a token.

    Raises:
        PuzzleError: there is none, or it isn't open yet.
    """
    variant = variant_of_request(boards)
    if kind == "daily":
        return daily_puzzle(read_day(token, services().settings.first_day), variant)
    if kind == "series":
        return series_puzzle(token, day)
    return random_puzzle(token, variant) if kind == "random" else challenge_puzzle(token, variant)


def todays_puzzle(boards: Variant = HOME) -> Puzzle:
    """Return today's puzzle, played at `/` or, with several boards, `/boards/4`."""
    variant = variant_of_request(boards)
    return daily_puzzle(services().today, variant, is_front_page=True)


def daily_puzzle(number: int, variant: Variant = HOME, *, is_front_page: bool = False) -> Puzzle:
    """Return the puzzle of a day that has begun.

    Raises:
        PuzzleError: the day is before the first or has not begun, or the site has too few words.
    """
    site = services()
    check_day(number, site.latest_day)
    is_running = site.is_running(number)
    return Puzzle(
        kind="daily" if is_running else "archive",
        id=daily_id(number, variant),
        token=str(number),
        answers=site.daily_answers(number, variant),
        day=number,
        is_front_page=is_front_page,
        variant=variant,
        today=number if is_running else site.today,
    )


def random_puzzle(token: str, variant: Variant = HOME) -> Puzzle:
    """Return the puzzle of a random token.

    Raises:
        PuzzleError: the token is damaged, or there are not enough words of its length here.
    """
    site = services()
    named = read_token(token)
    if not site.has_pool(named.length, named.pool):
        raise PuzzleError("token")
    return Puzzle(
        kind="random",
        id=random_id(token, variant),
        token=token,
        answers=random_answers(token, site.epochs_begun, site.lexicon(named.length), variant),
        pool=named.pool,
        variant=variant,
    )


def challenge_puzzle(token: str, variant: Variant = HOME) -> Puzzle:
    """Return the puzzle that is sealed in a token.

    Raises:
        PuzzleError: the token is damaged, was not sealed here or is for another variant, or this
            site has no words of this length.
    """
    site = services()
    challenge = Challenge.unseal(token, _keys(), variant)
    if len(challenge.answers[0]) not in site.lengths:
        raise PuzzleError("challenge")
    return Puzzle(
        kind="challenge",
        id=challenge_id(token, variant),
        token=token,
        answers=challenge.answers,
        setter=challenge.name,
        clue=challenge.clue,
        variant=variant,
        is_free=challenge.is_free,
    )


def find_series(token: str) -> Series:
    """Return the series that is sealed in a token.

    Raises:
        PuzzleError: the token is damaged, or was not sealed here.
    """
    return Series.unseal(token, _keys(), variant_of_request())


def _keys() -> list[bytes]:
    return [epoch.key for epoch in reversed(services().epochs)]


def series_digest(token: str) -> bytes:
    """Return the name of a series in a history."""
    return hashlib.sha256(token.encode()).digest()[:DIGEST_BYTES]


def series_puzzle(token: str, number: int) -> Puzzle:
    """Return the puzzle of a day of a series; `number` counts the days from 1.

    Raises:
        PuzzleError: the token is damaged, the series has no such day, or the day has not begun.
    """
    series, site = find_series(token), services()
    if not 1 <= number <= len(series.answers):
        raise PuzzleError("series")
    opens = series.dates[number - 1]
    if opens > site.latest_date:
        raise PuzzleError("closed", number, formatting.date_text(opens))
    answer = series.answers[number - 1]
    if len(answer) not in site.lengths:
        raise PuzzleError("series")
    variant = variant_of_request()
    return Puzzle(
        kind="challenge",
        id=challenge_id(f"{token}/{number}", variant),
        token=token,
        answers=(answer,),
        clue=series.clues[number - 1],
        variant=variant,
        number=number,
        name=series.name,
        is_free=series.is_free,
    )


def open_days(token: str) -> list[int]:
    """Return the days of a series, from 1, that are open and that the player has not finished."""
    log, local_date = history().series_log(series_digest(token)), services().local_date
    dates = enumerate(find_series(token).dates, 1)
    return [day for day, opens in dates if opens <= local_date and not log.result(day)[0].is_over]


def load_game(puzzle: Puzzle) -> Game:
    """Return the player's game of a puzzle, or a new one."""
    played, record = history(), puzzle.record
    hard = preferences().hard  # the setting can be changed before the first guess
    if record and record.guesses:
        return record.game(*puzzle.answers)
    if record and record.hinted and not record.is_over:
        return replace(record, hard=hard).game(*puzzle.answers)
    # The guesses of old games are no longer stored.
    status, count = (record.status, record.hint_count) if record else (Status.NEW, 0)
    if not record and puzzle.number:
        status, _ = played.series_log(series_digest(puzzle.token)).result(puzzle.number)
    elif not record and puzzle.day is not None and puzzle.length == DAILY_LENGTH:
        status, _, hinted = played.day_game(puzzle.day, puzzle.variant)
        count = int(hinted)  # the number of hints is no longer stored
    game = new_game(puzzle.answers, puzzle.variant, hard=hard)
    return replace(game, end=status, hint_count=count) if status.is_over else game
