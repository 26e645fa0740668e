"""The page of a game: a game in progress, or its result and where to go next."""

import functools
from dataclasses import dataclass

from flask import request, url_for

from wordle_web.engine.feedback import digits_of
from wordle_web.game.board import Board, Row, announcement, board, praise
from wordle_web.game.puzzles.dates import seconds_to_midnight
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.rules import Game
from wordle_web.game.share import daily_title, share_text
from wordle_web.parsing import letters_of, printable
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.previews import read_grid
from wordle_web.web.play.puzzles import GameKind, GameState, GameStatus, Puzzle, game_status
from wordle_web.web.play.statistics import StatisticsView, statistics_view
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.examples import example_row
from wordle_web.web.ui.formatting import (
    clock_text,
    daily_text,
    date_text,
    day_date,
    language_text,
    pool_text,
)
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.keyboard import Keyboard, keyboard
from wordle_web.web.ui.queries import analysis_link, hint_link, mode_of

# By the setting `language`; words of other languages are shown without a tag.
LANGUAGE_TAGS = {"english": "en", "portuguese": "pt"}


@dataclass(frozen=True, slots=True)
class AgainForm:
    """The fields of the form for another random game like this one."""

    length: str
    pool: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended, and where to go from there.

    Attributes:
        headline: Praise, or consolation after a loss.
        is_won: Whether the answer was found.
        answer: In lower case.
        definitions: Up to two meanings.
        words_language: Tag of the language of the words, where it is known.
        share_text: The result to share, without the answer.
        seconds_to_next: Until the next daily word; None after any other game.
        time_to_next: The same as hours, minutes and seconds.
        links: What to do next.
        zone: The time zone in which the day changes.
        again: Starts another game like this one; None after any but a random one.
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
    """A game in progress or finished.

    Attributes:
        kind: Which kind of puzzle.
        puzzle: Its name, by which scripts notice that another game has begun.
        title: For example "Daily 1,234".
        subtitle: The date, or length and pool, or who set the challenge.
        words_note: Which language the words are in.
        hard: Whether the game is played in hard mode.
        state: In progress, or how it ended.
        board: All rows, those to come included.
        keyboard: Each letter's best mark so far.
        form: Takes the next guess; None when the game is over.
        action: Where the form is sent.
        refusal: Why the last guess was refused; empty if it was not.
        refusal_note: The rule behind it, where that is not obvious.
        turn_label: For example "Guess 2 of 6".
        announcement: What a screen reader says of the last row and of the end.
        legend: A worked example for new players.
        result: How the game ended; None while it is played.
        statistics: Figures of the games of its kind.
        seconds_to_next: Until the page of today has another word; None on any other page.
        hint: Link to a hint for the rows played; None when the game is over.
        give_up: Link to give up a random game or a challenge; None for any other.
        yesterday: Link to yesterday's game, if it is in progress.
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
    legend: Row
    result: GameResult | None
    statistics: StatisticsView
    seconds_to_next: int | None
    hint: Link | None
    give_up: Link | None
    yesterday: Link | None
    picture: str


def play_page(puzzle: Puzzle, refusal: str = "", typed: str = "", note: str = "") -> PlayPage:
    """Return the view model of a game; after a refused guess it has what was typed."""
    status = game_status(puzzle)
    game = status.game
    result = _result(puzzle, status) if status.is_over else None
    day = "" if puzzle.day is None else str(puzzle.day)
    return PlayPage(
        kind=_kind(puzzle, status),
        puzzle=puzzle.id,
        title=title_of(puzzle),
        subtitle=_subtitle(puzzle),
        words_note=_words_note(),
        hard=game.hard,
        state=status.state,
        board=_board(
            game,
            letters_of(typed, puzzle.length),
            language(),
            is_given_up=status.is_over and not game.is_over,
        ),
        keyboard=keyboard(game),
        form=None if result else TurnForm(str(status.turn), day, printable(typed)),
        action=puzzle.url,
        refusal=refusal,
        refusal_note=note,
        turn_label=gettext("Guess %(number)s of %(all)s", number=status.turn, all=game.tries),
        announcement=_announcement(game, result),
        legend=_legend(language()),
        result=result,
        statistics=_statistics(puzzle, status),
        seconds_to_next=_seconds_to_next() if puzzle.is_front_page else None,
        hint=None if result else _hint(puzzle, game),
        give_up=None if result else _give_up(puzzle),
        yesterday=_yesterday(puzzle),
        picture=_picture(puzzle),
    )


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle's page."""
    if puzzle.day is not None:
        return daily_text(puzzle.day)
    if puzzle.kind == "random":
        return gettext("Random word")
    if puzzle.setter:
        return gettext("Challenge from %(name)s", name=puzzle.setter)
    return gettext("Challenge")


def _subtitle(puzzle: Puzzle) -> str:
    if puzzle.day is not None:
        return date_text(day_date(puzzle.day))
    if puzzle.kind == "random":
        facts = {"number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(number)s letters, %(pool)s words", **facts)
    if puzzle.hint:
        return gettext("Hint: %(hint)s", hint=puzzle.hint)
    return gettext("%(number)s letters", number=puzzle.length)


def _words_note() -> str:
    name = services().settings.language
    shown = language_text(LANGUAGE_TAGS.get(name, "")) or name.capitalize()
    return gettext("Words are in %(language)s", language=shown)


# Many players have the same board, and all new players see the same legend. 256 of 12 kB at
# 8 letters: 3 MB at most.
@functools.lru_cache(maxsize=256)
def _board(game: Game, typed: str, language: str, *, is_given_up: bool) -> Board:
    return board(game, typed, translator(language), is_given_up=is_given_up)


@functools.cache
def _legend(language: str) -> Row:
    return example_row("train", "tiger", translator(language))


def _announcement(game: Game, result: GameResult | None) -> str:
    turns = game.turns
    parts = [announcement(turns[-1], len(turns), gettext)] if turns else []
    if result:
        end = gettext("The answer is %(answer)s.", answer=result.answer.upper())
        parts += [result.headline, end]
    return ". ".join(parts)


def _kind(puzzle: Puzzle, status: GameStatus) -> GameKind:
    # A game begun on its day stays a daily game after midnight.
    return "daily" if status.started == puzzle.day else puzzle.kind


def _statistics(puzzle: Puzzle, status: GameStatus) -> StatisticsView:
    kind, length = _kind(puzzle, status), puzzle.length
    return statistics_view(history(), kind, length, services().today, shows_last=status.is_over)


def _hint(puzzle: Puzzle, game: Game) -> Link:
    return hint_link(game.turns, mode_of(puzzle.pool), puzzle.length, hard=game.hard)


def _give_up(puzzle: Puzzle) -> Link | None:
    if puzzle.day is not None:
        return None
    url = url_for("play.ask_give_up", kind=puzzle.kind, token=puzzle.token)
    return Link(gettext("Give up"), url)


def _yesterday(puzzle: Puzzle) -> Link | None:
    if not puzzle.is_front_page or puzzle.day is None:
        return None
    record = history().record(daily_id(puzzle.day - 1))
    if record is None or record.is_over or not (record.guesses and record.is_on_time):
        return None
    url = url_for("play.game", kind="daily", token=puzzle.day - 1)
    return Link(gettext("Finish yesterday’s game"), url)


def _picture(puzzle: Puzzle) -> str:
    # A preview shows the grid that came with a shared link, if it can be one of this puzzle.
    grid = request.args.get("grid", "") if request.query_string else ""
    marks = read_grid(grid) if grid else None
    is_of_puzzle = marks is not None and len(marks[0]) == puzzle.length
    return f"picture/{grid if is_of_puzzle else puzzle.length}.png"


def _result(puzzle: Puzzle, status: GameStatus) -> GameResult:
    is_won = status.state == "won"
    seconds = _seconds_to_next() if puzzle.kind == "daily" else None
    return GameResult(
        headline=_headline(status),
        is_won=is_won,
        answer=puzzle.answer,
        definitions=puzzle.lexicon.definitions(puzzle.answer),
        share_text=_share_text(puzzle, status.game) if status.game.guesses else "",
        seconds_to_next=seconds,
        time_to_next="" if seconds is None else clock_text(seconds),
        links=(*_analysis_links(puzzle, status.game), *_links(puzzle)),
        words_language=LANGUAGE_TAGS.get(services().settings.language, ""),
        zone=str(services().settings.zone),
        again=AgainForm(str(puzzle.length), puzzle.pool) if puzzle.kind == "random" else None,
    )


def _headline(status: GameStatus) -> str:
    if status.state != "won":
        return gettext("Not this time")
    return praise(status.game, gettext) or gettext("You got it")


def _share_text(puzzle: Puzzle, game: Game) -> str:
    chosen = preferences()
    title, link = services().settings.site_name, ""
    if puzzle.day is not None:
        title = daily_title(title, puzzle.day)
    else:
        grid = "-".join(digits_of(pattern, game.length) for pattern in game.patterns)
        link = url_for("play.game", kind=puzzle.kind, token=puzzle.token, grid=grid, _external=True)
    return share_text(game, title, theme=chosen.grid_theme, contrast=chosen.contrast, link=link)


def _analysis_links(puzzle: Puzzle, game: Game) -> tuple[Link, ...]:
    if not game.guesses:
        return ()
    return (analysis_link(puzzle.answer, game.guesses, mode_of(puzzle.pool), hard=game.hard),)


def _links(puzzle: Puzzle) -> tuple[Link, ...]:
    random = Link(gettext("Play a random word"), url_for("new_game.random"))
    archive = Link(gettext("Archive"), url_for("archive.archive"))
    if puzzle.kind == "random":
        return (Link(gettext("Change length"), random.url),)
    if puzzle.kind == "challenge":
        return (
            Link(gettext("Send to someone else"), url_for("new_game.challenge", made=puzzle.token)),
            Link(gettext("Challenge a friend"), url_for("new_game.challenge")),
            random,
        )
    if puzzle.kind == "archive":
        return (Link(gettext("Play today’s word"), url_for("play.today")), archive)
    return (random, archive)


def _seconds_to_next() -> int:
    return seconds_to_midnight(services().clock(), services().settings.zone)
