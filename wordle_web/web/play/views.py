"""The games: today's word, past days, random words and challenges.

A guess is posted and answered by 303; a refused one is answered by 422 with the page and what
was typed. The form names the turn, and for a day the day, that it answers.
"""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.game.errors import RefusalError
from wordle_web.game.puzzles.dates import read_day
from wordle_web.game.rules import play
from wordle_web.web.http.flash import news
from wordle_web.web.http.security import shown_again_by
from wordle_web.web.play.page import play_page
from wordle_web.web.play.puzzles import (
    GameStatus,
    Puzzle,
    challenge_puzzle,
    daily_puzzle,
    game_status,
    keep,
    random_puzzle,
)
from wordle_web.web.services import services
from wordle_web.web.ui.forms import typed_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, notify, show_as

bp = Blueprint("play", __name__)

ACTIVE = {"daily": "daily", "archive": "archive", "random": "random", "challenge": "challenge"}


@bp.get("/")
def today() -> ResponseReturnValue:
    """Show today's game."""
    return show(todays_puzzle())


@bp.get("/daily/<day>")
def daily(day: str) -> ResponseReturnValue:
    """Show the game of a day, named by its number or its date."""
    number = read_day(day, services().settings.first_day)
    puzzle = daily_puzzle(number)
    if day != str(number):
        return redirect(address(puzzle.path))
    return show(puzzle)


@bp.get("/random/<token>")
def random_game(token: str) -> ResponseReturnValue:
    """Show the random game of a token."""
    return show(random_puzzle(token))


@bp.get("/challenge/<token>")
def challenge_game(token: str) -> ResponseReturnValue:
    """Show the game that somebody sealed into a token."""
    return show(challenge_puzzle(token))


def show(
    puzzle: Puzzle, refusal: str = "", typed: str = "", status: int = 200, note: str = ""
) -> ResponseReturnValue:
    """Return the page of a game."""
    show_as(ACTIVE[puzzle.kind])
    page = play_page(puzzle, refusal, typed, note)
    if refusal and page.form is None:
        notify(refusal)
    if request.query_string and news("reported"):
        notify(gettext("Thank you: the host has been told of this word."))
    return render_template("play/play.html", page=page), status


def _show_again(find: Callable[..., Puzzle]) -> Callable[..., ResponseReturnValue]:
    """Return what shows the page again when its form is refused for its token."""

    def show_again(reason: str, **facts: str) -> ResponseReturnValue:
        """Show the page with the reason and what was typed."""
        return show(find(**facts), reason, typed(), 400)

    return show_again


def typed() -> str:
    """Return what was typed as a guess."""
    return request.form.get("guess", "")


def todays_puzzle() -> Puzzle:
    """Return today's puzzle, played at the first page."""
    return daily_puzzle(services().today, path="/")


def day_asked_for() -> Puzzle:
    """Return the puzzle that the form of the first page answers: today's, or yesterday's.

    A page may have been opened before midnight. The game counts for the day it shows.
    """
    today = services().today
    if today > 1 and request.form.get("day") == str(today - 1):
        return daily_puzzle(today - 1, started=today - 1)
    return todays_puzzle()


def day_named(day: str) -> Puzzle:
    """Return the puzzle of the day in an address."""
    return daily_puzzle(read_day(day, services().settings.first_day))


@bp.post("/")
@shown_again_by(_show_again(day_asked_for))
def guess_today() -> ResponseReturnValue:
    """Answer a guess at today's word."""
    puzzle = day_asked_for()
    if request.form.get("day") != str(puzzle.day):
        reason = gettext("A new day has begun, and this is its word. Your guess was not counted.")
        return show(puzzle, reason, typed(), 422)
    return answer_guess(puzzle)


@bp.post("/daily/<day>")
@shown_again_by(_show_again(day_named))
def guess_daily(day: str) -> ResponseReturnValue:
    """Answer a guess at the word of a day."""
    return answer_guess(day_named(day))


@bp.post("/random/<token>")
@shown_again_by(_show_again(random_puzzle))
def guess_random(token: str) -> ResponseReturnValue:
    """Answer a guess at a random word."""
    return answer_guess(random_puzzle(token))


@bp.post("/challenge/<token>")
@shown_again_by(_show_again(challenge_puzzle))
def guess_challenge(token: str) -> ResponseReturnValue:
    """Answer a guess at a challenge."""
    return answer_guess(challenge_puzzle(token))


def answer_guess(puzzle: Puzzle) -> ResponseReturnValue:
    """Judge what was posted: keep the game and lead to it, or say why not."""
    status = game_status(puzzle)
    page = redirect(address(puzzle.path), 303)
    if is_repeated(status):
        return page
    if status.is_over or request.form.get("turn") != str(status.turn):
        return show(puzzle, _stale_text(status), typed(), 422)
    try:
        game = play(status.game, typed(), puzzle.lexicon)
    except RefusalError as refusal:
        note = refusal.explanation(gettext)
        return show(puzzle, refusal.message(gettext), typed(), 422, note)
    keep(puzzle, game, status.started)
    return page


def is_repeated(status: GameStatus) -> bool:
    """Return whether the guess that was posted is one that has been counted: sent twice."""
    turn = request.form.get("turn", "")
    if not turn.isascii() or not turn.isdigit() or not 1 <= int(turn[:3]) < status.turn:
        return False
    return typed_text(typed()).strip().lower() == status.game.guesses[int(turn[:3]) - 1]


def _stale_text(status: GameStatus) -> str:
    """Return what to say to a form that answers another turn than the one to come."""
    if status.is_over:
        return gettext("This game is over. Your guess was not counted.")
    return gettext(
        "This game has gone on elsewhere: this is how it stands. Your guess was not counted."
    )
