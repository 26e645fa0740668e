"""Giving up a random game or a challenge: a question first, then it counts as lost."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from wordle_web.game.history.records import record_of
from wordle_web.web.http.security import shown_again_by
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.play.page import title_of
from wordle_web.web.play.puzzles import Puzzle, challenge_puzzle, game_status, random_puzzle
from wordle_web.web.play.view_models import GiveUpPage
from wordle_web.web.ui.layout import address, notify, show_as

bp = Blueprint("giving_up", __name__)


def _ask(puzzle: Puzzle, status: int = 200) -> ResponseReturnValue:
    """Return the page that asks; the game itself where it is over."""
    if game_status(puzzle).is_over:
        return redirect(address(puzzle.path), 303)
    show_as(puzzle.kind)
    path = address(puzzle.path)
    page = GiveUpPage(title_of(puzzle), generate_csrf(), f"{path}/give-up", path)
    return render_template("play/give_up.html", page=page), status


def _ask_again(find: Callable[[str], Puzzle]) -> Callable[..., ResponseReturnValue]:
    """Return what asks again when the token of the form fails."""

    def ask_again(reason: str, token: str) -> ResponseReturnValue:
        """Ask with the reason."""
        notify(reason)
        return _ask(find(token), 400)

    return ask_again


def _give_up(puzzle: Puzzle) -> ResponseReturnValue:
    """End the game as lost, and lead to its answer."""
    status = game_status(puzzle)
    if not status.is_over:
        lost = record_of(puzzle.id, status.game, status.started, given_up=True)
        keep_history(history().with_record(lost))
    return redirect(address(puzzle.path), 303)


@bp.get("/random/<token>/give-up")
def ask_random(token: str) -> ResponseReturnValue:
    """Ask whether a random game is to be given up."""
    return _ask(random_puzzle(token))


@bp.post("/random/<token>/give-up")
@shown_again_by(_ask_again(random_puzzle))
def give_up_random(token: str) -> ResponseReturnValue:
    """Give up a random game."""
    return _give_up(random_puzzle(token))


@bp.get("/challenge/<token>/give-up")
def ask_challenge(token: str) -> ResponseReturnValue:
    """Ask whether a challenge is to be given up."""
    return _ask(challenge_puzzle(token))


@bp.post("/challenge/<token>/give-up")
@shown_again_by(_ask_again(challenge_puzzle))
def give_up_challenge(token: str) -> ResponseReturnValue:
    """Give up a challenge."""
    return _give_up(challenge_puzzle(token))
