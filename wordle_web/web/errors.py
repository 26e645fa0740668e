"""Errors as pages: a plain sentence, and a way back.

Every error gets a page in the site's style, which repeats nothing of the request.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from babel.support import LazyProxy
from flask import Flask, Response, current_app, make_response, render_template, request, url_for
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from wordle_web.game.errors import PuzzleError
from wordle_web.web.http.errors import SentenceError, problem_details
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _

API = "/api/"
KEPT_HEADERS = ("Allow", "Retry-After", "Content-Range")
MAX_DISCARDED_BYTES = 1024 * 1024
BLOCK_BYTES = 64 * 1024

# The title and the usual sentence of each error.
TEXTS = {
    400: (
        _("Bad request"),
        _(
            "Your browser sent something we couldn’t read. Go back and try again. "
            "Your games are safe."
        ),
    ),
    403: (_("Access denied"), _("This page isn’t public.")),
    404: (_("Page not found"), _("There’s no page at this address. Check the link.")),
    405: (
        _("Method not allowed"),
        _("This address can’t be opened that way. Open the page and try again."),
    ),
    411: (
        _("Length required"),
        _("This form came in pieces of unknown length. Send it from the page itself."),
    ),
    413: (_("Too much data"), _("This is more than the page can take. Send less and try again.")),
    414: (_("Address too long"), _("This address is too long. Shorten it and try again.")),
    422: (
        _("Request not accepted"),
        _("This can’t be done, so nothing was changed. Go back and try again."),
    ),
    429: (
        _("Too many requests"),
        _(
            "Too many requests came from your network. Wait a minute, then try again. "
            "Your games are safe."
        ),
    ),
    500: (
        _("Server error"),
        _("Something went wrong on our side. Try again. Your games are safe."),
    ),
    503: (
        _("Server busy"),
        _("Too much is being sent at once. Try again in a moment. Your games are safe."),
    ),
}
# Where to go on from a puzzle that does not exist.
NEXT: Mapping[str, tuple[str, LazyProxy]] = {
    "before-first": ("archive.archive", _("Archive")),
    "future": ("archive.archive", _("Archive")),
    "day": ("archive.archive", _("Archive")),
    "token": ("new_game.random", _("Play a random word")),
    "unknown-epoch": ("new_game.random", _("Play a random word")),
    "series": ("series.new", _("Create a series")),
    "boards": ("boards.index", _("Several boards")),
}


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What went wrong, in a plain sentence, and the way back."""

    code: int
    title: str
    sentence: str
    links: tuple[Link, ...]


def init_errors(app: Flask) -> None:
    """Answer every error of `app` with a page."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(PuzzleError, puzzle_error)


def http_error(error: HTTPException) -> Response:
    """Return the page for an HTTP error, with the headers that belong to it."""
    _discard_body()
    sentence = ""
    if isinstance(error, SentenceError):
        sentence = error.description or ""
    elif isinstance(error, SecurityError):
        sentence = gettext(
            "This site doesn’t answer to this host name. Check the address. If the site is "
            "yours, add the name to WORDLE_WEB_TRUSTED_HOSTS."
        )
    elif isinstance(error, CSRFError):
        sentence = expired_text(error)
    response = _response(error.code or InternalServerError.code, sentence)
    plain = error.get_response()
    for name in KEPT_HEADERS:
        if name in plain.headers:
            response.headers[name] = plain.headers[name]
    return response


def puzzle_error(error: PuzzleError) -> Response:
    """Return the page for a puzzle that does not exist, or not yet."""
    return _response(404, error.message(gettext), error.kind)


def _discard_body() -> None:
    # A browser that is still sending would not read the page, so short bodies are read to the end.
    left = request.content_length or 0
    if left > MAX_DISCARDED_BYTES:
        return
    # A stream in use knows where it ends; reading past that, some servers would wait for more.
    body = vars(request).get("stream") or request.environ["wsgi.input"]
    with contextlib.suppress(OSError, ValueError, HTTPException):
        while left > 0 and (block := body.read(min(BLOCK_BYTES, left))):
            left -= len(block)


def _response(code: int, sentence: str, kind: str = "") -> Response:
    title, usual = map(str, TEXTS.get(code, TEXTS[500 if code >= 500 else 400]))
    if request.path.startswith(API):
        return problem_details(code, sentence or _api_texts().get(min(code, 500), usual))
    try:
        links = (
            *([Link(str(NEXT[kind][1]), url_for(NEXT[kind][0]))] if kind in NEXT else []),
            Link(gettext("Play today’s word"), url_for("play.today")),
            Link(gettext("How to play"), url_for("pages.how_to_play")),
        )
        page = render_template("error.html", page=ErrorPage(code, title, sentence or usual, links))
    except Exception:
        current_app.logger.exception("Rendering the error page failed")
        page = (
            f"<!doctype html><title>{code}</title><p>Server error. Try again later. <a "
            "href='/'>Back to the game</a>"
        )
    return make_response(page, code)


def _api_texts() -> dict[int, str]:
    # A program has no page to go back to and no games that are safe.
    return {
        404: gettext("There is nothing at this address. Check the path."),
        405: gettext("This address accepts GET only."),
        429: gettext("Too many requests from your network. Wait, then try again."),
        500: gettext("Server error. Try again later."),
    }
