"""The league: standings from a chat. All of a table is in its address, and nowhere else."""

from dataclasses import replace

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.game.errors import LeagueError
from wordle_web.game.league.chats import clean_name
from wordle_web.game.league.exports import MAX_BYTES
from wordle_web.game.league.packing import unpack
from wordle_web.game.league.table import Table, merged, worst
from wordle_web.web.fair_lock import BusyError
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.league.page import LeagueState, league_page
from wordle_web.web.league.reading import keys, packed, read_chat
from wordle_web.web.ui.address_state import read_address
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import notify

bp = Blueprint("league", __name__)
bp.add_app_template_filter(worst)

MAX_KEPT_TEXT = 20_000  # characters of a refused text that come back


allow_body(bp, "read", MAX_BYTES + 64 * 1024)


@bp.after_request
def keep_out_of_indexes(response: Response) -> Response:
    """Ask search engines to leave names alone."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@bp.get("/league")
def league() -> ResponseReturnValue:
    """Show the form for a chat, or the table in the address; what was tapped leads to another."""
    state = _state()
    if not state.table:
        return _show(state, Table())
    try:
        table, is_ours = unpack(state.table, keys())
        changed = _changed(table)
        if changed != table:
            return redirect(state.url(table=packed(merged(changed, Table()))), 303)
    except LeagueError as error:
        return _show(replace(state, table=""), Table(), error.message(gettext), 422)
    if state.added >= 0:
        notify(ngettext("%(num)s result added.", "%(num)s results added.", state.added))
    if state.nameless:
        notify(
            ngettext(
                "%(num)s result was left out: no name stands above it.",
                "%(num)s results were left out: no name stands above them.",
                state.nameless,
            )
        )
    altered = gettext(
        "This link was changed, or made on another site. Nothing in it is marked as checked."
    )
    return _show(state, table, "" if is_ours else altered)


@bp.post("/league")
def read() -> ResponseReturnValue:
    """Read a chat, add it to the table that the form holds, and lead to the address of both."""
    state, table, text = _state(), Table(), request.form.get("text", "")
    try:
        if state.table:
            table, _ = unpack(state.table, keys())
        file = request.files.get("file")
        found, reading = read_chat(text, file.read() if file else b"")
        together = merged(table, found)
        token = packed(together)
    except BusyError:
        problem = gettext("Another chat is being read. Try again in a moment.")
        response = _show(state, table, problem, 429, text)
        response.headers["Retry-After"] = "5"
        return response
    except LeagueError as error:
        return _show(state, table, error.message(gettext), 422, text)
    added = len(together.results) - len(table.results)
    return redirect(state.url(table=token, added=added, nameless=reading.nameless), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the form again if the CSRF token failed, with the reason and what was typed."""
    text = request.form.get("text", "")
    return _show(replace(_state(), table=""), Table(), expired_text(error), 400, text)


def _state() -> LeagueState:
    pairs = (*request.args.items(multi=True), *request.form.items(multi=True))
    return read_address(LeagueState, pairs).state


def _changed(table: Table) -> Table:
    """Return a table with what was tapped: who is the same person, is left out, or is a name."""
    out, sure, one = (
        {request.args.get(name, "")} & {*table.people} for name in ("out", "sure", "name")
    )
    other = clean_name(request.args.get("same", ""))
    joins = {(name, other) for name in one if other not in ("", name)}
    return replace(
        table, left_out=table.left_out | out, sure=table.sure | sure, joins=table.joins | joins
    )


def _show(
    state: LeagueState, table: Table, problem: str = "", status: int = 200, text: str = ""
) -> Response:
    page = league_page(state, table, problem, text[:MAX_KEPT_TEXT])
    return make_response(render_template("league/league.html", page=page), status)
