"""The games of several boards to choose from, and a clear page for any other number."""

from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.records import DayResult
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, DAILY_POOL, daily_id
from wordle_web.game.puzzles.variants import BOARD_COUNTS, Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.services import request_code, services
from wordle_web.web.ui.i18n import gettext

bp = Blueprint("boards", __name__)


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """The numbers of boards to choose from.

    Attributes:
        together: All boards at once; each with the status of today's game: how it ended, or in
            progress; empty before it is begun.
        in_turn: One board after another, likewise.
    """

    together: tuple[tuple[Variant, str], ...]
    in_turn: tuple[tuple[Variant, str], ...]


@bp.get("/boards")
def index() -> ResponseReturnValue:
    """Show the numbers of boards that can be played."""
    offered = [
        count for count in BOARD_COUNTS if services().has_pool(DAILY_LENGTH, DAILY_POOL, count)
    ]
    together, in_turn = (
        tuple(Variant(request_code(), count, in_turn=is_in_turn) for count in offered)
        for is_in_turn in (False, True)
    )
    page = BoardsPage(
        tuple((variant, _status(variant)) for variant in together),
        tuple((variant, _status(variant)) for variant in in_turn),
    )
    return render_template("play/counts.html", page=page)


@bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Refuse any other number of boards."""
    raise PuzzleError("boards")


def _status(variant: Variant) -> str:
    today, played = services().today, history()
    result: DayResult | None = played.days_of(variant).result(today)
    if result is not None:
        return f"{result.tries if result.is_won else 'X'}/{variant.tries}"
    record = played.record(daily_id(today, variant))
    return gettext("in progress") if record and record.guesses else ""
