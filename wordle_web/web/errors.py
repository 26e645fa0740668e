"""Error pages in the site's style: a plain sentence and links back.

They never quote the request.
"""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from babel.support import LazyProxy
from flask import Blueprint, Response, current_app, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.exceptions import HTTPException, InternalServerError, SecurityError

from wordle_web.engine.wordfiles import DataError
from wordle_web.game.errors import PuzzleError
from wordle_web.web.http.request_ids import current_id
from wordle_web.web.http.responses import problem_details
from wordle_web.web.turns import OverdueError
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext, preferred_language, translator
from wordle_web.web.ui.i18n import lazy_gettext as _

API = "/api/"
KEPT_HEADERS = ("Allow", "Retry-After", "Content-Range")
MAX_DISCARDED_BYTES = 32 * 1024 * 1024  # enough for a chat with pictures; its form accepts 8 MB
BLOCK_BYTES = 64 * 1024

# The title and the usual sentence of each error, by HTTP status.
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
        _("That page can’t do this"),
        _("This address can’t be opened that way. Open the page and try again."),
    ),
    411: (_("Length required"), _("We couldn’t read this form. Send it from the page itself.")),
    413: (_("Too much data"), _("This is more than the page can take. Send less and try again.")),
    414: (_("Address too long"), _("This address is too long. Shorten it and try again.")),
    422: (
        _("Request not accepted"),
        _("The page couldn’t use what was sent, so nothing was changed. Go back and try again."),
    ),
    429: (
        _("Too many requests"),
        _(
            "Too many requests came from your network. Try again in %(seconds)s seconds. "
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
# Texts for requests that took too long, by blueprint.
TOO_SLOW: Mapping[str, LazyProxy] = {
    "league": _("This takes too long to read. Send a shorter part of the chat."),
    "analysis": _("This game takes too long to analyze. Leave out some boards or guesses."),
    "helper": _("These rows take too long to work out. Leave out some of them."),
}
WAIT = 60  # seconds until the next try, unless the error names another time
# The link on the error page of a puzzle that does not exist, by the kind of the error: endpoint,
# anchor (or ""), and label.
NEXT: Mapping[str, tuple[str, str, LazyProxy]] = {
    "before-first": ("history.games", "days", _("Past days")),
    "future": ("history.games", "days", _("Past days")),
    "day": ("history.games", "days", _("Past days")),
    "token": ("new_game.random", "", _("Play a random word")),
    "unknown-epoch": ("new_game.random", "", _("Play a random word")),
    "series": ("series.new", "", _("Create a series")),
    "boards": ("today.today", "boards", _("Today’s boards")),
}


bp = Blueprint("errors", __name__)


def _next_links(kind: str) -> Iterator[Link]:
    if kind in NEXT:
        endpoint, anchor, label = NEXT[kind]
        yield Link(str(label), url_for(endpoint, _anchor=anchor or None))


@bp.app_errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response:
    """Return the page for an HTTP error, with those of its headers that are in `KEPT_HEADERS`."""
    _discard_body()
    sentence = ""
    if isinstance(error, SecurityError):
        sentence = gettext(
            "This site doesn’t answer to this host name. Check the address. If the site is "
            "yours, add the name to WORDLE_WEB_TRUSTED_HOSTS."
        )
    elif isinstance(error, OverdueError):
        sentence = str(TOO_SLOW.get(request.blueprint or "", ""))
    wait = getattr(error, "retry_after", None) or WAIT
    response = _response(error.code or InternalServerError.code, sentence, wait=wait)
    plain = error.get_response()
    for name in KEPT_HEADERS:
        if name in plain.headers:
            response.headers[name] = plain.headers[name]
    return response


@bp.app_errorhandler(PuzzleError)
def puzzle_error(error: PuzzleError) -> Response:
    """Return the page for a puzzle that does not exist, or not yet."""
    return _response(404, error.message(gettext), error.kind)


@bp.app_errorhandler(DataError)
def data_error(error: DataError) -> Response:
    """Return the page for a damaged file, and log the file's name for the host."""
    current_app.logger.error("%s", error)
    sentence = gettext(
        "A file that this page needs is damaged. Whoever runs this site finds its name with "
        "“wordle-web check”. The rest of the site works, and your games are safe."
    )
    return _response(503, sentence, title=gettext("Out of order"))


def _discard_body() -> None:
    # Read the rest of the body, since a browser does not read the page while it is still sending.
    left = request.content_length or 0
    if left > MAX_DISCARDED_BYTES:
        return
    # The request's own stream is limited to the body. On some servers, reading past the end of the
    # body would wait for more.
    body = vars(request).get("stream") or request.environ["wsgi.input"]
    with contextlib.suppress(OSError, ValueError, HTTPException):
        while left > 0 and (block := body.read(min(BLOCK_BYTES, left))):
            left -= len(block)


def headers_page(site_name: str, cookie: str, accepted: str) -> str:
    """Return the page for a request with too many headers, in a language that it accepts.

    It has no style sheet, since the request for it would be refused for the same headers. `cookie`
    is the beginning of the names of this site's cookies.
    """
    tag = preferred_language(accepted)
    gettext = translator(tag)
    sentence = gettext(
        "Your browser sent more data with this request than the site can read. Usually cookies of "
        "other apps at the same address are the cause. Delete those in your browser’s settings, "
        "then try again. Keep the cookies whose names begin with %(cookie)s: they hold your games."
    )
    return Markup(
        '<!doctype html>\n<html lang="%s">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<title>%s · %s</title>\n<h1>%s</h1>\n<p>%s</p>\n<p><a href="">%s</a></p>\n'
    ) % (
        tag,
        gettext("Too many cookies"),
        site_name,
        gettext("Too many cookies"),
        sentence % {"cookie": cookie},
        gettext("Try again"),
    )


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """Context of an error page."""

    code: int
    title: str
    sentence: str
    links: tuple[Link, ...]
    request_id: str  # for reports to the host; empty unless the site is at fault


def _response(
    code: int, sentence: str, kind: str = "", wait: int | datetime = WAIT, title: str = ""
) -> Response:
    usual_title, usual = map(str, TEXTS.get(code, TEXTS[500 if code >= 500 else 400]))
    if code == HTTPStatus.TOO_MANY_REQUESTS:
        usual = usual % {"seconds": wait}
    if request.path.startswith(API):
        # Programs need neither the advice to go back nor the note that no game is lost.
        texts = {
            404: gettext("There is nothing at this address. Check the path."),
            405: gettext("This address accepts GET only."),
            429: gettext("Too many requests from your network. Wait, then try again."),
            500: gettext("Server error. Try again later."),
        }
        return problem_details(code, sentence or texts.get(min(code, 500), usual))
    try:
        links = (
            *_next_links(kind),
            Link(gettext("Play today’s word"), url_for("play.today")),
            Link(gettext("How to play"), url_for("pages.how_to_play")),
        )
        context = ErrorPage(
            code=code,
            title=title or usual_title,
            sentence=sentence or usual,
            links=links,
            request_id=current_id() if code >= HTTPStatus.INTERNAL_SERVER_ERROR else "",
        )
        page = render_template("error.html", page=context)
    except Exception:
        current_app.logger.exception("Rendering the error page failed")
        page = (
            f"<!doctype html><title>{code}</title><p>Server error. Try again later. <a "
            "href='/'>Back to the game</a>"
        )
    return make_response(page, code)
