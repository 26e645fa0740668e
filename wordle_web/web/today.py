"""The page of today's games: the daily word, several boards, the progress, and a reminder."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.feedback import digits_of
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Game, Status
from wordle_web.parsing import linear_pattern
from wordle_web.web.http.paths import with_query
from wordle_web.web.kept_table import TodaysTable, todays_table
from wordle_web.web.play.days import DayGame, Days, calendar_text, days, next_game
from wordle_web.web.play.puzzles import Puzzle, load_game, seconds_to_next, todays_puzzle
from wordle_web.web.play.variants import VariantLink, orders
from wordle_web.web.ui.formatting import span_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import notify
from wordle_web.web.ui.queries import IN_TURN

bp = Blueprint("today", __name__)

TILES = str.maketrans("012", "apc")  # letters that stand for marks in drawings of boards
EMPTY_TILE = "-"
DRAWN_ROWS = 6
CLOCK = linear_pattern(r"([01][0-9]|2[0-3]):[0-5][0-9]")


@dataclass(frozen=True, slots=True)
class TodayPage:
    """Context of the page of today."""

    puzzle: Puzzle  # the daily word
    days: Days
    table: TodaysTable | None  # the table of the daily word; None if the browser keeps no table
    headline: str  # the progress of the daily word
    rows: list[str]  # rows of the daily word, with the letters of `TILES`
    wait: str  # time until the next word; empty until today's word is finished
    orders: tuple[VariantLink, ...]  # links for the orders of boards
    in_turn: bool  # whether several boards are played one at a time
    next: DayGame | None  # the boards to play next, after the daily word; None if none are left
    drawn: Callable[[DayGame], list[list[str]]]  # returns the rows of each board of a game


@bp.get("/today")
def today() -> str:
    """Show the games of today."""
    puzzle, in_turn = todays_puzzle(), request.args.get("order") == IN_TURN
    shown, game = days(in_turn=in_turn), load_game(puzzle)
    headline = {
        Status.NEW: gettext("A new word is ready"),
        Status.WON: gettext("Solved in %(number)s", number=shown.word.guesses),
        Status.LOST: gettext("Not solved"),
    }.get(shown.word.status, shown.word.text)
    page = TodayPage(
        puzzle=puzzle,
        days=shown,
        table=todays_table(puzzle.variant, puzzle.day) if puzzle.day else None,
        headline=headline,
        rows=_rows(game),
        wait=span_text(seconds_to_next()) if game.is_over else "",
        orders=orders(Variant(in_turn=in_turn), _boards_url),
        in_turn=in_turn,
        next=next_game(shown.boards) if game.is_over else None,
        drawn=_drawn,
    )
    return render_template("today/today.html", page=page)


def _boards_url(variant: Variant) -> str:
    order = IN_TURN if variant.in_turn else None
    return url_for("today.today", order=order, _anchor="boards")


def _rows(board: Game) -> list[str]:
    """Return the last rows of a board with the letters of `TILES`, then empty rows."""
    patterns = board.patterns[-DRAWN_ROWS:]
    played = [digits_of(pattern, board.length).translate(TILES) for pattern in patterns]
    return played + [EMPTY_TILE * board.length] * (DRAWN_ROWS - len(played))


def _drawn(day: DayGame) -> list[list[str]]:
    """Return the rows of each board of a day's game; empty before the first guess."""
    game = load_game(todays_puzzle(day.variant))
    boards = (*game.boards[: game.shown], *(Game(word) for word in game.answers[game.shown :]))
    return list(map(_rows, boards)) if game.guesses else []


@bp.get("/today/reminder.ics")
def reminder() -> ResponseReturnValue:
    """Return a calendar file with a daily entry at a time that the visitor chose.

    The time is not stored.
    """
    typed = request.args.get("at", "")
    if not CLOCK.fullmatch(typed):
        notify(gettext("Enter a time, such as 08:30."))
        return today(), 422
    text = calendar_text(typed, url_for("play.today", _external=True))
    return Response(text, mimetype="text/calendar")


@bp.get("/boards")
def boards() -> ResponseReturnValue:
    """Redirect to the boards of today."""
    return redirect(with_query(url_for(".today")) + "#boards")


@bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Respond with 404 for any other number of boards."""
    raise PuzzleError("boards")
