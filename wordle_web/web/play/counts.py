"""The games of several boards to choose from, and a clear page for any other number."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.game.errors import PuzzleError
from wordle_web.web.play.days import TodaysGame, todays_boards
from wordle_web.web.services import services

bp = Blueprint("boards", __name__)


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """The numbers of boards to choose from.

    Attributes:
        in_turn: Whether they are played one after another.
        games: Today's, of each number of boards.
        lengths: Of the words of games other than those of a day.
    """

    in_turn: bool
    games: tuple[TodaysGame, ...]
    lengths: Sequence[int]


@bp.get("/boards")
def index() -> ResponseReturnValue:
    """Show the numbers of boards that can be played, together or in turn."""
    in_turn = request.args.get("order") == "in-turn"
    page = BoardsPage(in_turn, todays_boards(in_turn=in_turn), services().lengths)
    return render_template("play/counts.html", page=page)


@bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Refuse any other number of boards."""
    raise PuzzleError("boards")
