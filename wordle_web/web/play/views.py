"""Daily, random and challenge games, and giving up.

A guess is answered with 303, or with the page at once where our script sent it; a refused one with
422, the page and what was typed. The form names
the turn that it answers, and the day of a daily game, so that a form sent twice counts once.
"""

from dataclasses import dataclass

from flask import Blueprint, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.rules import play
from wordle_web.parsing import printable, whole_number
from wordle_web.web.play.page import play_page, title_of
from wordle_web.web.play.puzzles import (
    GameStatus,
    Puzzle,
    daily_puzzle,
    find_puzzle,
    game_status,
    keep,
    todays_puzzle,
)
from wordle_web.web.services import services
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script, notify, set_active

bp = Blueprint("play", __name__)

GAME = "/<any(daily, random, challenge):kind>/<token>"
GIVE_UP = "/<any(random, challenge):kind>/<token>/give-up"


@dataclass(frozen=True, slots=True)
class GiveUpPage:
    """The question whether to give up a game.

    Attributes:
        title: Of the game.
        back: Address of the game.
    """

    title: str
    back: str


@bp.get("/")
def today() -> ResponseReturnValue:
    """Show today's game."""
    return _show(todays_puzzle())


@bp.get(GAME)
def game(kind: str, token: str) -> ResponseReturnValue:
    """Show the game of a day, a random word or a challenge."""
    puzzle = find_puzzle(kind, token)
    if puzzle.token != token:  # a day named by its date
        return redirect(puzzle.url)
    return _show(puzzle)


@bp.post("/")
def guess_today() -> ResponseReturnValue:
    """Answer a guess at today's word."""
    puzzle = _posted_day()
    if request.form.get("day") != str(puzzle.day):
        reason = gettext("A new day has started, and this is its word. Your guess was not counted.")
        return _show(puzzle, reason, 422)
    return _answer_guess(puzzle)


@bp.post(GAME)
def guess(kind: str, token: str) -> ResponseReturnValue:
    """Answer a guess at the word of a day, a random word or a challenge."""
    return _answer_guess(find_puzzle(kind, token))


@bp.get(GIVE_UP)
def ask_give_up(kind: str, token: str) -> ResponseReturnValue:
    """Ask whether to give up a game."""
    return _show_give_up(find_puzzle(kind, token))


@bp.post(GIVE_UP)
def give_up(kind: str, token: str) -> ResponseReturnValue:
    """End a game as lost, and redirect to its answer."""
    puzzle = find_puzzle(kind, token)
    status = game_status(puzzle)
    if not status.is_over:
        keep(puzzle, status.game, status.started, given_up=True)
    return redirect(puzzle.url, 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the page again if the CSRF token failed, with the reason and what was typed."""
    try:
        puzzle = find_puzzle(**request.view_args) if request.view_args else _posted_day()
    except PuzzleError as fault:
        # Flask does not handle errors that are raised in an error handler.
        return current_app.handle_user_exception(fault)
    if request.endpoint == "play.give_up":
        notify(expired_text(error))
        return _show_give_up(puzzle, 400)
    return _show(puzzle, expired_text(error), 400)


def _show(
    puzzle: Puzzle, refusal: str = "", status: int = 200, note: str = ""
) -> ResponseReturnValue:
    set_active(puzzle.kind)
    page = play_page(puzzle, refusal, _typed() if refusal else "", note)
    if refusal and page.form is None:
        notify(refusal)
    return render_template("play/play.html", page=page), status


def _show_give_up(puzzle: Puzzle, status: int = 200) -> ResponseReturnValue:
    if game_status(puzzle).is_over:
        return redirect(puzzle.url, 303)
    set_active(puzzle.kind)
    page = GiveUpPage(title_of(puzzle), puzzle.url)
    return render_template("play/give_up.html", page=page), status


def _typed() -> str:
    return request.form.get("guess", "")


def _posted_day() -> Puzzle:
    # The page may have been opened before midnight: the guess counts for the day it shows.
    today = services().today
    if today > 1 and request.form.get("day") == str(today - 1):
        return daily_puzzle(today - 1, started=today - 1)
    return todays_puzzle()


def _answer_guess(puzzle: Puzzle) -> ResponseReturnValue:
    status = game_status(puzzle)
    if _is_repeated(status):  # by a double click, or a proxy that tried again
        return _accepted(puzzle)
    if status.is_over or request.form.get("turn") != str(status.turn):
        return _show(puzzle, _stale_text(status), 422)
    try:
        game = play(status.game, _typed(), puzzle.lexicon)
    except RefusalError as refusal:
        note = refusal.explanation(gettext)
        return _show(puzzle, refusal.message(gettext), 422, note)
    keep(puzzle, game, status.started)
    return _accepted(puzzle)


def _accepted(puzzle: Puzzle) -> ResponseReturnValue:
    return _show(puzzle) if is_script() else redirect(puzzle.url, 303)


def _is_repeated(status: GameStatus) -> bool:
    # A form sent twice: its guess has already been counted.
    turn = whole_number(request.form.get("turn", ""), 1, status.turn - 1)
    if turn is None:
        return False
    return printable(_typed()).lower() == status.game.guesses[turn - 1]


def _stale_text(status: GameStatus) -> str:
    if status.is_over:
        return gettext("This game is over. Your guess was not counted.")
    return gettext("You continued this game in another tab. This guess was not counted.")
