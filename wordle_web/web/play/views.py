"""Daily, random and challenge games, and giving up.

A guess is answered with 303, or with the page at once where our script sent it; a refused one with
422, the page and what was typed. The form names
the turn that it answers, and the day of a daily game, so that a form sent twice counts once.
"""

from dataclasses import dataclass, replace

from flask import Blueprint, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import play
from wordle_web.parsing import printable, whole_number
from wordle_web.web.http.language_prefix import language_url
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.http.sessions import keep_preferences, kept_language, preferences
from wordle_web.web.play.games import (
    GameStatus,
    Puzzle,
    daily_puzzle,
    find_puzzle,
    game_status,
    game_url,
    keep,
    todays_puzzle,
)
from wordle_web.web.play.page import play_page
from wordle_web.web.play.surroundings import title_of
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script, notify, set_active

bp = Blueprint("play", __name__)

BOARDS = "/boards/<boards:boards>"
GAME = "/<any(daily, random, challenge):kind>/<token>"
SERIES = "/<any(series):kind>/<token>/<int:day>"
CLOSE = "welcome"  # the button that closes the strip for somebody new
GIVE_UP = "/<any(random, challenge):kind>/<token>/give-up"


@dataclass(frozen=True, slots=True)
class GiveUpPage:
    """The question whether to give up a game."""

    title: str
    back: str
    boards: int


@bp.get("/")
@bp.get(BOARDS)
def today(boards: Variant = HOME) -> ResponseReturnValue:
    """Show today's game; the bare address leads to the words' language that the player chose.

    From our own pages it is the site's first language, since links stay in that of their page.
    """
    is_bare = boards == HOME and not request_code() and not is_from_this_site()
    if is_bare and kept_language() in services().others:
        return redirect(language_url(kept_language()))
    return _show(todays_puzzle(boards))


@bp.get(GAME)
@bp.get(BOARDS + GAME)
@bp.get(SERIES)
def game(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Show the game of a day, a random word, a challenge or a series."""
    puzzle = find_puzzle(kind, token, boards, day)
    if puzzle.day and puzzle.token != token:  # a day named by its date
        return redirect(puzzle.url)
    return _show(puzzle)


@bp.post("/")
@bp.post(BOARDS)
def guess_today(boards: Variant = HOME) -> ResponseReturnValue:
    """Answer a guess at today's word."""
    puzzle = _posted_day(boards)
    if CLOSE in request.form:
        return _close_welcome(puzzle)
    if request.form.get("day") != str(puzzle.day):
        reason = gettext("It’s a new day. Here’s today’s word. Your guess wasn’t counted.")
        return _show(puzzle, reason, 422)
    return _answer_guess(puzzle)


@bp.post(GAME)
@bp.post(BOARDS + GAME)
@bp.post(SERIES)
def guess(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Answer a guess at the word of a day, a random word, a challenge or a series."""
    puzzle = find_puzzle(kind, token, boards, day)
    return _close_welcome(puzzle) if CLOSE in request.form else _answer_guess(puzzle)


@bp.get(GIVE_UP)
@bp.get(BOARDS + GIVE_UP)
@bp.get(SERIES + "/give-up")
def ask_give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """Ask whether to give up a game."""
    return _show_give_up(find_puzzle(kind, token, boards, day))


@bp.post(GIVE_UP)
@bp.post(BOARDS + GIVE_UP)
@bp.post(SERIES + "/give-up")
def give_up(kind: str, token: str, boards: Variant = HOME, day: int = 0) -> ResponseReturnValue:
    """End a game as lost, and redirect to its answer."""
    puzzle = find_puzzle(kind, token, boards, day)
    status = game_status(puzzle)
    if not status.is_over:
        keep(puzzle, status.game, status.started, given_up=True)
    return redirect(puzzle.url, 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the page again if the CSRF token failed, with the reason and what was typed."""
    try:
        values = dict(request.view_args or {})
        puzzle = find_puzzle(**values) if "kind" in values else _posted_day(**values)
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
    set_active(puzzle.kind if puzzle.variant.boards == 1 else "boards")
    typed = _typed() if refusal else ""
    if puzzle.variant.boards > 1 and request.method == "GET":
        typed = request.args.get("typed", "")  # of a script that asks whether it still fits
    page = play_page(puzzle, refusal, typed, note)
    if refusal and page.end:
        notify(refusal)
    # A browser would write each refused word of a script into its console as an error.
    is_refused_word = status == 422 and is_script()
    return render_template("play/play.html", page=page), 200 if is_refused_word else status


def _show_give_up(puzzle: Puzzle, status: int = 200) -> ResponseReturnValue:
    if game_status(puzzle).is_over:
        return redirect(puzzle.url, 303)
    set_active(puzzle.kind if puzzle.variant.boards == 1 else "boards")
    page = GiveUpPage(title_of(puzzle), puzzle.url, len(puzzle.answers))
    return render_template("play/give_up.html", page=page), status


def _typed() -> str:
    return request.form.get("guess", "")


def _posted_day(boards: Variant = HOME) -> Puzzle:
    # The page may have been opened before midnight: the guess counts for the day it shows.
    today = services().today
    if today > 1 and request.form.get("day") == str(today - 1):
        return daily_puzzle(today - 1, today - 1, variant_of_request(boards))
    return todays_puzzle(boards)


def _answer_guess(puzzle: Puzzle) -> ResponseReturnValue:
    status = game_status(puzzle)
    if _is_repeated(status):  # by a double click, or a proxy that tried again
        return _accepted(puzzle)
    if status.is_over or request.form.get("turn") != str(status.turn):
        return _show(puzzle, _stale_text(status), 422)
    try:
        game = play(status.game, _typed(), puzzle.lexicon, is_free=puzzle.is_free)
    except RefusalError as refusal:
        note = refusal.explanation(gettext)
        return _show(puzzle, refusal.message(gettext), 422, note)
    keep(puzzle, game, status.started)
    return _accepted(puzzle)


def _close_welcome(puzzle: Puzzle) -> ResponseReturnValue:
    keep_preferences(replace(preferences(), welcomed=True))
    return _accepted(puzzle)


def _accepted(puzzle: Puzzle) -> ResponseReturnValue:
    if is_script():
        return _show(puzzle)
    selected = whole_number(request.form.get("board", ""), 1, len(puzzle.answers))
    if len(puzzle.answers) > 1 and selected:
        return redirect(f"{puzzle.url}?board={selected}#boards", 303)
    return redirect(game_url(puzzle), 303)


def _is_repeated(status: GameStatus) -> bool:
    # A form sent twice: its guess has already been counted.
    turn = whole_number(request.form.get("turn", ""), 1, status.turn - 1)
    if turn is None:
        return False
    return printable(_typed()).lower() == status.game.guesses[turn - 1]


def _stale_text(status: GameStatus) -> str:
    if status.is_over:
        return gettext("This game is over. Your guess wasn’t counted.")
    return gettext("You continued this game in another tab. This guess wasn’t counted.")
