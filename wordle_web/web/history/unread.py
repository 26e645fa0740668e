"""The notice about histories in this browser that this site cannot read, and their deletion.

They belong to another server on the same host, or were signed with keys that were replaced. They
are never overwritten.
"""

from dataclasses import replace
from urllib.parse import urlsplit

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from wordle_web.web.http.sessions import (
    forget_unread,
    keep_preferences,
    preferences,
    unread_cookies,
)
from wordle_web.web.ui.layout import set_active

bp = Blueprint("unread", __name__)


@bp.get("/history/unread")
def show() -> ResponseReturnValue:
    """Explain unreadable cookies, and offer to delete them."""
    set_active("history")
    return render_template("history/unread.html", is_there=bool(unread_cookies()))


@bp.post("/history/unread")
def forget() -> ResponseReturnValue:
    """Delete the unreadable cookies."""
    response = redirect(url_for("history.games", notice="forgotten"), 303)
    forget_unread(response)
    return response


@bp.post("/history/unread/close")
def close() -> ResponseReturnValue:
    """Hide the notice permanently, and redirect to the page that showed it."""
    keep_preferences(replace(preferences(), unread_closed=True))
    return redirect(_page_before(), 303)


def _page_before() -> str:
    try:
        path = urlsplit(request.referrer or "").path
        page = path.removeprefix(request.script_root)
        current_app.url_map.bind("localhost").match(page, "GET")
    except (ValueError, HTTPException):
        return url_for("history.games")
    return f"{request.script_root}{page}"
