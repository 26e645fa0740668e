"""The games of several boards to choose from, and a clear page for any other number."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, DAILY_POOL, daily_id
from wordle_web.game.puzzles.variants import BOARD_COUNTS, Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.play.games import GameState
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.i18n import gettext

bp = Blueprint("boards", __name__)


@dataclass(frozen=True, slots=True)
class DayStatus:
    """How far the player is with today's game; `text` says it: `Guess 3 of 9`, `7/9`."""

    state: GameState | None
    text: str


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """The numbers of boards to choose from.

    Attributes:
        in_turn: Whether they are played one after another.
        days: Each number of boards, with the status of today's game.
        lengths: Of the words of games other than those of a day.
    """

    in_turn: bool
    days: tuple[tuple[Variant, DayStatus], ...]
    lengths: Sequence[int]


@bp.get("/boards")
def index() -> ResponseReturnValue:
    """Show the numbers of boards that can be played, together or in turn."""
    in_turn = request.args.get("order") == "in-turn"
    variants = [
        Variant(request_code(), count, in_turn=in_turn)
        for count in BOARD_COUNTS
        if services().has_pool(DAILY_LENGTH, DAILY_POOL, count)
    ]
    days = tuple((variant, _status(variant)) for variant in variants)
    page = BoardsPage(in_turn, days, services().lengths)
    return render_template("play/counts.html", page=page)


@bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Refuse any other number of boards."""
    raise PuzzleError("boards")


def _status(variant: Variant) -> DayStatus:
    today, played = services().today, history()
    result = played.days_of(variant).result(today)
    if result is not None:
        tries = result.tries if result.is_won else "X"
        return DayStatus("won" if result.is_won else "lost", f"{tries}/{variant.tries}")
    record = played.record(daily_id(today, variant))
    if record is None or not record.guesses:
        return DayStatus(None, gettext("To do"))
    facts = {"number": len(record.guesses) + 1, "all": variant.tries}
    return DayStatus("playing", gettext("Guess %(number)s of %(all)s", **facts))
