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
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import boards_text
from wordle_web.web.ui.i18n import gettext

bp = Blueprint("boards", __name__)


@dataclass(frozen=True, slots=True)
class Choice:
    """A number of boards to play, in one order.

    Attributes:
        title: For example "4 boards".
        status: Of today's game: won, lost or in progress; empty before it is begun.
        today: Link to the game of today.
        links: Random game, challenge, archive.
    """

    title: str
    tries: str
    status: str
    today: Link
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class BoardsPage:
    """The numbers of boards to choose from.

    Attributes:
        together: All boards at once.
        in_turn: One board after another.
    """

    together: tuple[Choice, ...]
    in_turn: tuple[Choice, ...]


@bp.get("/boards")
def index() -> ResponseReturnValue:
    """Show the numbers of boards that can be played."""
    offered = [
        count for count in BOARD_COUNTS if services().has_pool(DAILY_LENGTH, DAILY_POOL, count)
    ]
    page = BoardsPage(
        together=tuple(_choice(Variant(request_code(), count)) for count in offered),
        in_turn=tuple(_choice(Variant(request_code(), count, in_turn=True)) for count in offered),
    )
    return render_template("play/counts.html", page=page)


@bp.route("/boards/<path:rest>", methods=["GET", "POST"])
def unknown(rest: str) -> ResponseReturnValue:
    """Refuse any other number of boards."""
    raise PuzzleError("boards")


def _choice(variant: Variant) -> Choice:
    return Choice(
        title=boards_text(variant),
        tries=gettext("%(number)s guesses", number=variant.tries),
        status=_status(variant),
        today=Link(gettext("Play today’s words"), variant_url("play.today", variant)),
        links=(
            Link(gettext("Random"), variant_url("new_game.random", variant)),
            Link(gettext("Challenge"), variant_url("new_game.challenge", variant)),
            Link(gettext("Archive"), variant_url("archive.archive", variant)),
        ),
    )


def _status(variant: Variant) -> str:
    today, played = services().today, history()
    result: DayResult | None = played.days_of(variant).result(today)
    if result is not None:
        return f"{result.tries if result.is_won else 'X'}/{variant.tries}"
    record = played.record(daily_id(today, variant))
    return gettext("in progress") if record and record.guesses else ""
