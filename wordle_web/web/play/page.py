"""What the page of a game shows, from the puzzle, how it stands, and what was refused."""

import functools
from dataclasses import replace

from flask import request
from flask_wtf.csrf import generate_csrf

from wordle_web.game.board import (
    KEYBOARDS,
    Board,
    Row,
    announcement,
    board,
    key_label,
    key_marks,
)
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.examples import example_row
from wordle_web.web.play.picture import read_grid
from wordle_web.web.play.puzzles import GameStatus, Puzzle, game_status
from wordle_web.web.play.result import result_of, seconds_to_next
from wordle_web.web.play.statistics import figures_of
from wordle_web.web.play.view_models import (
    GameKind,
    Key,
    Keyboard,
    PlayPage,
    Result,
    StatisticsView,
    TurnForm,
)
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import date_text, day_date, number_text, pool_text
from wordle_web.web.ui.forms import typed_letters, typed_text
from wordle_web.web.ui.i18n import gettext, language, translator
from wordle_web.web.ui.layout import address


def play_page(puzzle: Puzzle, refusal: str = "", typed: str = "", note: str = "") -> PlayPage:
    """Return what the page of `puzzle` shows; a refused guess keeps what was typed."""
    status = game_status(puzzle)
    game = status.game
    result = result_of(puzzle, status) if status.is_over else None
    return PlayPage(
        kind=_kind(puzzle, status),
        puzzle=puzzle.id,
        title=title_of(puzzle),
        subtitle=_subtitle(puzzle),
        hard=game.hard,
        state=status.state,
        board=_board(
            game,
            typed_letters(typed, puzzle.length),
            language(),
            is_given_up=status.is_over and not game.is_over,
        ),
        keyboard=keyboard(game),
        form=None if result else _form(puzzle, status, typed),
        action=address(puzzle.path),
        refusal=refusal,
        refusal_note=note,
        turn_label=_turn_label(status),
        announcement=_announcement(game, result),
        legend=legend(language()),
        result=result,
        statistics=_statistics(puzzle, status),
        seconds_to_next=seconds_to_next() if puzzle.path == "/" else None,
        give_up=None if result else _give_up(puzzle),
        yesterday=_yesterday(puzzle),
        picture=_picture(puzzle),
    )


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle's page."""
    if puzzle.day is not None:
        return gettext("Daily %(number)s", number=number_text(puzzle.day))
    if puzzle.kind == "random":
        return gettext("Random word")
    if puzzle.name:
        return gettext("A challenge from %(name)s", name=puzzle.name)
    return gettext("A challenge")


def keyboard(game: Game) -> Keyboard:
    """Return the keyboard that the player has chosen, with what is known of each letter."""
    chosen = preferences()
    shown = _keyboard(game, chosen.layout, language())
    return replace(shown, is_swapped=chosen.swapped, is_alone=chosen.screen_only)


@functools.lru_cache(256)
def _board(game: Game, typed: str, language: str, *, is_given_up: bool) -> Board:
    """Return the board of a game; many players have the same one."""
    return board(game, typed, translator(), is_given_up=is_given_up)


@functools.lru_cache(256)
def _keyboard(game: Game, layout: str, language: str) -> Keyboard:
    """Return the keyboard of a game; many players have the same one."""
    marks, words = key_marks(game), translator()
    rows = tuple(
        tuple(
            Key(letter, marks[letter], key_label(letter, marks[letter], words))
            if letter in marks
            else Key(letter, "unknown", letter.upper())
            for letter in letters
        )
        for letters in KEYBOARDS[layout]
    )
    return Keyboard(rows)


@functools.cache
def legend(language: str) -> Row:
    """Return the worked example for new players, worded in the language of this request."""
    return example_row("train", "tiger", gettext)


def _form(puzzle: Puzzle, status: GameStatus, typed: str) -> TurnForm:
    """Return the form for the turn to come."""
    day = "" if puzzle.day is None else str(puzzle.day)
    return TurnForm(generate_csrf(), str(status.turn), day, typed_text(typed))


def _subtitle(puzzle: Puzzle) -> str:
    """Return what else there is to say of a puzzle."""
    if puzzle.day is not None:
        return date_text(day_date(puzzle.day))
    if puzzle.kind == "random":
        facts = {"number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(number)s letters, %(pool)s words", **facts)
    if puzzle.hint:
        return gettext("Hint: %(hint)s", hint=puzzle.hint)
    return gettext("%(number)s letters", number=puzzle.length)


def _turn_label(status: GameStatus) -> str:
    """Return which guess is to come: `Guess 2 of 6`."""
    facts = {"number": status.turn, "all": status.game.tries}
    return gettext("Guess %(number)s of %(all)s", **facts)


def _announcement(game: Game, result: Result | None) -> str:
    """Return what a screen reader says of the last guess, and of the end."""
    turns = game.turns
    spoken = announcement(turns[-1], len(turns), gettext) if turns else ""
    if result is None:
        return spoken
    end = gettext("The answer is %(answer)s.", answer=result.answer.upper())
    return f"{spoken}. {result.headline}. {end}" if spoken else f"{result.headline}. {end}"


def _kind(puzzle: Puzzle, status: GameStatus) -> GameKind:
    """Return the kind of a game: one begun on its day stays a daily game after midnight."""
    return "daily" if status.started == puzzle.day else puzzle.kind


def _statistics(puzzle: Puzzle, status: GameStatus) -> StatisticsView:
    """Return the figures of the games of this kind; the last one is marked once it is over."""
    kind, length = _kind(puzzle, status), puzzle.length
    return figures_of(history(), kind, length, services().today, shows_last=status.is_over)


def _give_up(puzzle: Puzzle) -> Link | None:
    """Return the way to give up; a daily word is not given up."""
    if puzzle.day is not None:
        return None
    return Link(gettext("Give up"), address(f"{puzzle.path}/give-up"))


def _yesterday(puzzle: Puzzle) -> Link | None:
    """Return the way to yesterday's game from today's page, where it can still be finished."""
    if puzzle.path != "/" or puzzle.day is None:
        return None
    record = history().record(daily_id(puzzle.day - 1))
    if record is None or record.is_over or not (record.guesses and record.is_on_time):
        return None
    return Link(gettext("Yesterday’s game"), address(f"/{record.puzzle}"))


def _picture(puzzle: Puzzle) -> str:
    """Return the path of the picture of the grid in a shared link, or of an empty board."""
    grid = request.args.get("grid", "") if request.query_string else ""
    marks = read_grid(grid)
    is_of_puzzle = marks is not None and len(marks[0]) == puzzle.length
    return f"picture/{grid if is_of_puzzle else puzzle.length}.png"
