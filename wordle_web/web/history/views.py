"""The history: looked at, replayed, downloaded, brought back, deleted."""

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf
from werkzeug.exceptions import NotFound

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.export import read_file, write_file
from wordle_web.game.history.history import History
from wordle_web.game.history.merge import merged
from wordle_web.web.history.page import history_page, rows_of
from wordle_web.web.history.replay import move_asked_for, replay_page
from wordle_web.web.history.view_models import DeletePage
from wordle_web.web.http.flash import news, with_news
from wordle_web.web.http.security import shown_again_by
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import day_date, number_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import address, notify, show_as

bp = Blueprint("history", __name__)

# Decades of days take less, and Werkzeug keeps as much in memory: no disk is needed.
MAX_FILE_BYTES = 500 * 1024
BRING_BACK = "history.bring_back"


@bp.url_value_preprocessor
def take_a_file(endpoint: str | None, values: object) -> None:
    """Let the one form that brings a file send more than others may."""
    if endpoint == BRING_BACK:
        request.max_content_length = MAX_FILE_BYTES
        request.max_form_memory_size = MAX_FILE_BYTES


@bp.get("/history")
def games() -> ResponseReturnValue:
    """Show what the player has played."""
    if added := news("added"):
        notify(_added_text(int(added)))
    if news("deleted"):
        notify(gettext("All games are deleted."))
    return _show()


def _show(refusal: str = "", status: int = 200) -> ResponseReturnValue:
    """Return the page of the history."""
    show_as("history")
    page = history_page(history(), request.args.get("year", ""), refusal)
    return render_template("history/history.html", page=page), status


@bp.get("/history/<kind>/<name>")
def replay(kind: str, name: str) -> ResponseReturnValue:
    """Show a finished game, step by step."""
    show_as("history")
    record = history().record(f"{kind}/{name}")
    if record is None or not record.is_over or not rows_of(record):
        raise NotFound
    page = replay_page(record, move_asked_for(record, request.args.get("move", "")))
    return render_template("history/replay.html", page=page)


@bp.get("/history/download")
def download() -> Response:
    """Return the history as a file."""
    name = f"wordle-web-history-{day_date(services().today).isoformat()}.json"
    response = Response(write_file(history()), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _show_again(reason: str) -> ResponseReturnValue:
    """Show the history again when the token of a form on it fails."""
    return _show(reason, 400)


@bp.get("/history/bring-back")
def bring_back_start() -> ResponseReturnValue:
    """Lead to the form that brings a file back."""
    return redirect(address("/history"), 303)


@bp.post("/history/bring-back")
@shown_again_by(_show_again)
def bring_back() -> ResponseReturnValue:
    """Join the history in a file with the one at hand; nothing changes where it is refused."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return _show(gettext("Choose the file first."), 422)
    before = history()
    try:
        later = merged(before, _read(file.read()))
    except HistoryError as error:
        kept = gettext("Nothing was changed.")
        return _show(f"{error.message(gettext)} {kept}", 422)
    keep_history(later)
    added = number_of_games(later) - number_of_games(before)
    return redirect(with_news("/history", "added", str(max(0, added))), 303)


def _read(content: bytes) -> History:
    """Return the history in the bytes of a file.

    Raises:
        HistoryError: it holds none.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    return read_file(text, services().today)


def number_of_games(played: History) -> int:
    """Return how many finished games a history knows of."""
    return len(played.days) + sum(sum(tally.counts) for tally in played.tallies)


def _added_text(number: int) -> str:
    """Return what a file has brought."""
    if not number:
        return gettext("All games in that file were here already.")
    return ngettext(
        "%(number)s game was brought back.",
        "%(number)s games were brought back.",
        number,
        number=number_text(number),
    )


def _delete(status: int = 200) -> ResponseReturnValue:
    """Return the page that asks whether all games are to be deleted."""
    show_as("history")
    number = number_of_games(history())
    shown = ngettext("%(num)s game", "%(num)s games", number)
    page = DeletePage(shown, generate_csrf())
    return render_template("history/delete.html", page=page), status


def _delete_again(reason: str) -> ResponseReturnValue:
    """Ask again when the token fails."""
    notify(reason)
    return _delete(400)


@bp.get("/history/delete")
def delete_ask() -> ResponseReturnValue:
    """Ask whether all games are to be deleted."""
    return _delete()


@bp.post("/history/delete")
@shown_again_by(_delete_again)
def delete() -> ResponseReturnValue:
    """Delete all games; the settings stay."""
    keep_history(History())
    return redirect(with_news("/history", "deleted"), 303)
