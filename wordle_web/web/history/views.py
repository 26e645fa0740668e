"""The history: view, replay, back up, restore, delete."""

from dataclasses import dataclass, replace
from datetime import MAXYEAR, date
from typing import Annotated

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.export import read_file, write_file
from wordle_web.game.history.history import History
from wordle_web.game.history.merge import merged
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import read_token
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.parsing import MAX_NUMBER
from wordle_web.web.history.page import can_replay, history_page
from wordle_web.web.history.replay import read_move, replay_page
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.sessions import (
    history,
    keep_history,
    keep_preferences,
    preferences,
)
from wordle_web.web.play.calendar import read_month
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import (
    AddressState,
    Part,
    line,
    number,
    parsed,
    state_of_request,
)
from wordle_web.web.ui.addresses import is_offered, variant_of_request
from wordle_web.web.ui.formatting import day_date, number_text
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import notify

bp = Blueprint("history", __name__)

# Room for decades of days. Werkzeug keeps this much in memory, so no disk is needed.
MAX_FILE_BYTES = 500 * 1024
RESTORE = "history.restore"
allow_body(bp, "restore", MAX_FILE_BYTES)


@dataclass(frozen=True, slots=True)
class HistoryState(AddressState):
    """What an address requests.

    Attributes:
        notice: What has just been done.
        count: How many games were added.
        month: Whose days are shown, by its first day; None for the last one.
        year: Whose last month is shown, in addresses of earlier versions.
    """

    notice: Annotated[str, Part(line())] = ""
    count: Annotated[int, Part(number(0, MAX_NUMBER))] = 0
    month: Annotated[date | None, Part(parsed(read_month))] = None
    year: Annotated[int, Part(number(0, MAXYEAR))] = 0


@bp.get("/history")
def games() -> ResponseReturnValue:
    """Show what the player has played."""
    state = state_of_request(HistoryState)
    if state.notice == "added":
        notify(_added_text(state.count))
    elif state.notice == "earlier":
        notify(gettext("Your statistics from another site were added."))
    elif state.notice == "deleted":
        notify(gettext("History deleted."))
    december = date(state.year, 12, 1) if state.year else None
    return _show(month=state.month or december)


@bp.get("/history/<kind>/<name>")
@bp.get("/history/boards/<boards:boards>/<kind>/<name>")
def replay(kind: str, name: str, boards: Variant = HOME) -> ResponseReturnValue:
    """Show a finished game, step by step."""
    record = history().record(f"{variant_of_request(boards).path}{kind}/{name}")
    if record is None or not record.is_over or not can_replay(record):
        abort(404)
    page = replay_page(record, read_move(request.args.get("move", ""), record))
    return render_template("history/replay.html", page=page)


@bp.get("/history/download")
def download() -> Response:
    """Return the history as a backup file."""
    name = f"wordle-web-history-{day_date(services().today).isoformat()}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(write_file(history()), headers=headers, mimetype="application/json")


# `bring-back` is the address of earlier versions; `url_for` takes the one next to the function.
@bp.get("/history/bring-back")
@bp.get("/history/restore")
def restore_start() -> ResponseReturnValue:
    """Redirect to the form that restores a backup."""
    return redirect(url_for(".games"), 303)


@bp.post("/history/bring-back")
@bp.post("/history/restore")
def restore() -> ResponseReturnValue:
    """Merge a backup into the history; a refused file changes nothing."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _show(gettext("Choose a backup file first."), 422)
    try:
        return redirect(merge_history(_read(file.read())), 303)
    except HistoryError as error:
        kept = gettext("Nothing was changed.")
        return _show(f"{error.message(gettext)} {kept}", 422)


def merge_history(added: History) -> str:
    """Merge another history into the player's, and return the address of the page that says so.

    Raises:
        HistoryError: the days of the two span more than a century.
    """
    before = history()
    later = merged(before, added)
    keep_history(later)
    begun = {record.puzzle for record in later.in_progress}
    begun -= {record.puzzle for record in before.in_progress}
    finished = max(0, number_of_games(later) - number_of_games(before))
    return url_for("history.games", notice="added", count=finished + len(begun))


@bp.get("/history/delete")
def ask_delete() -> ResponseReturnValue:
    """Ask whether to delete all games."""
    return _show_delete()


@bp.post("/history/delete")
def delete() -> ResponseReturnValue:
    """Delete all games; the settings stay, but for seals, whose random bytes go too."""
    keep_history(History())
    if preferences().seal:
        keep_preferences(replace(preferences(), seal=False))
    return redirect(url_for(".games", notice="deleted"), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the page again if the CSRF token failed, with the reason."""
    if request.endpoint == RESTORE:
        return _show(expired_text(error), 400)
    notify(expired_text(error))
    return _show_delete(400)


def _show(refusal: str = "", status: int = 200, month: date | None = None) -> ResponseReturnValue:
    if refusal:  # the field is far down the page
        notify(refusal)
    page = history_page(history(), month, refusal)
    return render_template("history/history.html", page=page), status


def _show_delete(status: int = 200) -> ResponseReturnValue:
    number = number_of_games(history())
    games = ngettext("%(num)s game", "%(num)s games", number) if number else ""
    return render_template("history/delete.html", games=games), status


def _read(content: bytes) -> History:
    """Return the history in a backup file.

    Raises:
        HistoryError: the file holds none.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    read = read_file(text, services().today)
    # Games of an epoch to come are left out: nobody can have played them, or can play them now.
    # So are those in languages that this site does not have.
    return replace(
        read,
        recent=tuple(filter(_is_ours, read.recent)),
        in_progress=tuple(filter(_is_ours, read.in_progress)),
        tallies=tuple(tally for tally in read.tallies if is_offered(tally.variant)),
        other_days=tuple(item for item in read.other_days if is_offered(item[0])),
    )


def _is_ours(record: Record) -> bool:
    if not is_offered(record.variant):
        return False
    latest = max(epoch.number for epoch in services().epochs_begun)
    return record.kind != "random" or read_token(record.name).epoch <= latest


def number_of_games(played: History) -> int:
    """Return how many finished games a history knows of."""
    days = len(played.days) + sum(len(log) for _, log in played.other_days)
    return days + sum(sum(tally.counts) for tally in played.tallies)


def _added_text(number: int) -> str:
    if not number:
        return gettext("All games in this backup were already here.")
    return ngettext(
        "%(number)s game restored.",
        "%(number)s games restored.",
        number,
        number=number_text(number),
    )
