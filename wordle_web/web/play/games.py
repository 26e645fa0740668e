"""The puzzles of this site, and the player's game of each.

A puzzle is found by its day or token; the player's game of it comes from the session.
"""

import functools
import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal

from flask import request

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import DIGEST_BYTES, History
from wordle_web.game.history.records import Record, new_game, record_of
from wordle_web.game.puzzles.challenge import Challenge, seal, unseal
from wordle_web.game.puzzles.dates import check_day, read_day
from wordle_web.game.puzzles.puzzles import (
    DAILY_LENGTH,
    challenge_id,
    daily_answers,
    daily_id,
    epoch_of_day,
    new_token,
    random_answers,
    random_id,
    read_token,
)
from wordle_web.game.puzzles.series import Series, unseal_series
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import history, keep_history, preferences
from wordle_web.web.play.previews import read_grid
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_of_request, variant_url

# 64 of 3 kB. Each request asks for the answers of its day, a walk through the permutation.
_daily_answers = functools.lru_cache(maxsize=64)(daily_answers)

GameKind = Literal["daily", "archive", "random", "challenge"]
GameState = Literal["playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle of any kind.

    Attributes:
        kind: "archive" for a day that is past.
        id: Its name in the history.
        token: The last part of its address: the day's number, or a token.
        answers: One per board; kept out of the representation, and so out of logs.
        started: The day number that a game begun now counts for.
        setter: Who set a challenge.
        hint: That they gave.
        is_front_page: Whether it is played at `/`, as today's word is, or at `/boards/4`.
        variant: Language, boards and order.
        is_free: Whether any letters are a guess.
        number: Of a word of a series, from 1; 0 for any other.
        name: Of its series.
    """

    kind: GameKind
    id: str
    token: str
    answers: tuple[str, ...] = field(repr=False)
    started: int
    day: int | None = None
    pool: str = ""
    setter: str = ""
    hint: str = ""
    is_front_page: bool = False
    variant: Variant = HOME
    is_free: bool = False
    number: int = 0
    name: str = ""

    @property
    def answer(self) -> str:
        """The answer of the first board, in most games the only one."""
        return self.answers[0]

    @property
    def url(self) -> str:
        """Where it is played."""
        if self.is_front_page:
            return variant_url("play.today", self.variant)
        return variant_url("play.game", self.variant, **self.place)

    @property
    def place(self) -> dict[str, Any]:
        """What its own address names."""
        if self.number:
            return {"kind": "series", "token": self.token, "day": self.number}
        return {"kind": "daily" if self.day else self.kind, "token": self.token}

    @property
    def length(self) -> int:
        """Letters of the answer."""
        return len(self.answer)

    @property
    def lexicon(self) -> Lexicon:
        """The words that can be guessed."""
        return services().lexicon(self.length)


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The player's game of a puzzle.

    Attributes:
        game: With the guesses that are still known.
        state: In progress or how it ended; of games finished long ago no guesses are kept.
        started: The day number on which it was begun.
    """

    game: Game
    state: GameState
    started: int

    @property
    def is_over(self) -> bool:
        """Whether no further guess counts."""
        return self.state != "playing" or self.game.is_over

    @property
    def turn(self) -> int:
        """The number of the turn to come, from 1."""
        return len(self.game.guesses) + 1


def game_url(puzzle: Puzzle) -> str:
    """Return where a game is played, with the friend's result that came with a shared link."""
    grid = friends_grid(puzzle)
    return f"{puzzle.url}?grid={grid}" if grid else puzzle.url


def friends_grid(puzzle: Puzzle) -> str:
    """Return the grid that came with a shared link, if it can be one of this puzzle."""
    grid = request.args.get("grid", "") if request.query_string else ""
    marks = read_grid(grid) if len(grid) > 1 else None
    return grid if marks is not None and len(marks[0]) == puzzle.length else ""


def find_puzzle(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> Puzzle:
    """Return the puzzle of an address: a day by number or date, or what a token names.

    Raises:
        PuzzleError: there is none.
    """
    variant = variant_of_request(boards)
    if kind == "daily":
        return daily_puzzle(read_day(token, services().settings.first_day), variant=variant)
    if kind == "series":
        return series_puzzle(token, day)
    return random_puzzle(token, variant) if kind == "random" else challenge_puzzle(token, variant)


def todays_puzzle(boards: Variant = HOME) -> Puzzle:
    """Return today's puzzle, played at `/` or, with several boards, `/boards/4`."""
    variant = variant_of_request(boards)
    return daily_puzzle(services().today, variant=variant, is_front_page=True)


def daily_puzzle(
    number: int,
    started: int | None = None,
    variant: Variant = HOME,
    *,
    is_front_page: bool = False,
) -> Puzzle:
    """Return the puzzle of a day that has come.

    Args:
        number: The day's number.
        started: The day that a game begun now counts for, if not today.
        variant: Language, boards and order.
        is_front_page: Whether it is played at the address of today's.

    Raises:
        PuzzleError: the day lies before the first or after today, or has not enough words.
    """
    site = services()
    check_day(number, site.today)
    return Puzzle(
        kind="daily" if number == site.today else "archive",
        id=daily_id(number, variant),
        token=str(number),
        answers=site.scheduled(number, variant)
        or _daily_answers(number, site.epochs, site.lexicon(), variant),
        started=site.today if started is None else started,
        day=number,
        is_front_page=is_front_page,
        variant=variant,
    )


def random_puzzle(token: str, variant: Variant = HOME) -> Puzzle:
    """Return the puzzle that a random token names.

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
        started=site.today,
        pool=named.pool,
        variant=variant,
    )


def challenge_puzzle(token: str, variant: Variant = HOME) -> Puzzle:
    """Return the puzzle that somebody sealed into a token.

    Raises:
        PuzzleError: it is damaged, or was not sealed here, or for another number of boards.
    """
    site = services()
    challenge = unseal(token, [epoch.key for epoch in reversed(site.epochs)], variant)
    if len(challenge.answers[0]) not in site.lengths:
        raise PuzzleError("challenge")
    return Puzzle(
        kind="challenge",
        id=challenge_id(token, variant),
        token=token,
        answers=challenge.answers,
        started=site.today,
        setter=challenge.name,
        hint=challenge.hint,
        variant=variant,
        is_free=challenge.is_free,
    )


def find_series(token: str) -> Series:
    """Return the series that somebody sealed into a token.

    Raises:
        PuzzleError: it is damaged, or was not sealed here.
    """
    site = services()
    keys = [epoch.key for epoch in reversed(site.epochs)]
    return unseal_series(token, keys, variant_of_request(HOME))


def series_digest(token: str) -> bytes:
    """Return the name of a series in a history."""
    return hashlib.sha256(token.encode()).digest()[:DIGEST_BYTES]


def series_puzzle(token: str, number: int) -> Puzzle:
    """Return the puzzle of a day of a series, from 1.

    Raises:
        PuzzleError: the series is damaged, has no such day, or it has not come yet.
    """
    series, site = find_series(token), services()
    if not 1 <= number <= len(series.answers):
        raise PuzzleError("series")
    opens = series.dates[number - 1]
    if opens > site.local_date:
        raise PuzzleError("closed", number, opens.isoformat())
    answer = series.answers[number - 1]
    if len(answer) not in site.lengths:
        raise PuzzleError("series")
    variant = variant_of_request(HOME)
    return Puzzle(
        kind="challenge",
        id=challenge_id(f"{token}/{number}", variant),
        token=token,
        answers=(answer,),
        started=site.today,
        hint=series.hints[number - 1],
        variant=variant,
        number=number,
        name=series.name,
    )


def start_random(length: int, pool: str, variant: Variant = HOME) -> Puzzle:
    """Begin a random game and return its puzzle."""
    site = services()
    token = new_token(length, pool, epoch_of_day(site.today, site.epochs).number, site.randbytes)
    puzzle = random_puzzle(token, variant)
    # Random games without a guess would push games with guesses out of the cookie.
    for record in history().in_progress:
        if record.kind == "random" and not record.guesses:
            keep_history(history().without(record.puzzle))
    keep(puzzle, _new_game(puzzle), site.today)
    return puzzle


def challenge_token(challenge: Challenge, variant: Variant = HOME) -> str:
    """Return the sealed token of a challenge, under the present key."""
    site = services()
    key = epoch_of_day(site.today, site.epochs).key
    return seal(challenge, [key], site.randbytes, variant)


def _new_game(puzzle: Puzzle) -> Game:
    return new_game(puzzle.answers, puzzle.variant, hard=preferences().hard)


def game_status(puzzle: Puzzle) -> GameStatus:
    """Return the player's game of `puzzle`, or a new one."""
    played = history()
    record = played.record(puzzle.id)
    if record is None or record.length != puzzle.length:
        return GameStatus(_new_game(puzzle), _known_state(puzzle, played), puzzle.started)
    game = record.game(*puzzle.answers) if record.guesses else _new_game(puzzle)
    return GameStatus(game, _state(record, game), record.started)


def keep(puzzle: Puzzle, game: Game, started: int, *, given_up: bool = False) -> None:
    """Save the player's game of `puzzle`, begun on day `started`."""
    record = record_of(puzzle.id, game, started, given_up)
    later = history().with_record(record)
    if puzzle.number and record.is_over:
        digest = series_digest(puzzle.token)
        later = later.with_series_result(digest, puzzle.number - 1, record.tries)
    keep_history(later)


def _state(record: Record, game: Game) -> GameState:
    if record.outcome == "under way":
        return "won" if game.is_won else "lost" if game.is_lost else "playing"
    return record.outcome


def _known_state(puzzle: Puzzle, played: History) -> GameState:
    # Of games finished long ago only the result is kept, not the guesses.
    if puzzle.number:
        results = played.series_log(series_digest(puzzle.token)).results.ljust(puzzle.number, b"\0")
        return ("playing", "lost", "won")[min(results[puzzle.number - 1], 2)]
    days = played.days_of(puzzle.variant)
    result = days.result(puzzle.day) if puzzle.day is not None else None
    if result is None or puzzle.length != DAILY_LENGTH:
        return "playing"
    return "won" if result.is_won else "lost"
