"""Errors as pages: a plain sentence, and a way back.

Whatever goes wrong is answered in the style of the site. Nothing of the request is repeated,
and nothing that names a game is logged.
"""

import contextlib
from types import TracebackType

from flask import Flask, Response, current_app, make_response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from wordle_web.game.puzzles.errors import PuzzleError
from wordle_web.web.http.problems import problem
from wordle_web.web.play.view_models import ErrorPage
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address
from wordle_web.web.ui.templating import PageEnvironment

PROGRAMS = "/api/"
KEPT_HEADERS = ("Allow", "Retry-After", "Content-Range")
MAX_DISCARDED_BYTES = 1024 * 1024  # bytes
BLOCK = 64 * 1024


class Application(Flask):
    """Flask, but what it logs of an error is the page and not the address.

    An address can hold the token of a game, or a helper's rows, which nearly are the answer.
    """

    jinja_environment = PageEnvironment

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log an error with the rule of the page where it happened."""
        rule = request.url_rule.rule if request.url_rule else "no page"
        self.logger.error("Error on %s [%s]", rule, request.method, exc_info=exc_info)


def init_errors(app: Flask) -> None:
    """Answer every error of `app` with a page."""
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(PuzzleError, puzzle_error)


def http_error(error: HTTPException) -> Response:
    """Return the page for an HTTP error, with the headers that belong to it."""
    code = error.code or InternalServerError.code
    discard_body()
    response = error_answer(code)
    plain = error.get_response()
    for name in KEPT_HEADERS:
        if name in plain.headers:
            response.headers[name] = plain.headers[name]
    return response


def discard_body() -> None:
    """Read on what is refused, if it is not too long: who is still sending would see no page."""
    left = request.content_length or 0
    if left > MAX_DISCARDED_BYTES:
        return
    # A stream that was begun knows its end: past that, some servers would wait for more.
    body = vars(request).get("stream") or request.environ["wsgi.input"]
    with contextlib.suppress(OSError, ValueError, HTTPException):
        while left > 0 and (block := body.read(min(BLOCK, left))):
            left -= len(block)


def puzzle_error(error: PuzzleError) -> Response:
    """Return the page for a puzzle that does not exist, or not yet."""
    return error_answer(404, error.message(gettext))


def error_answer(code: int, sentence: str = "") -> Response:
    """Return an error page, or problem details where a program asks.

    `sentence` says more than the usual one.
    """
    if request.path.startswith(PROGRAMS):
        return problem(code, sentence or _detail(code))
    try:
        page = render_template("http/error.html", page=error_page(code, sentence))
    except Exception:
        current_app.logger.exception("the error page itself failed")
        page = f"<!doctype html><title>{code}</title><p>Something went wrong. <a href='/'>Back</a>"
    return make_response(page, code)


def error_page(code: int, sentence: str = "") -> ErrorPage:
    """Return what the page of an error shows."""
    title, usual = _texts(code)
    links = (
        Link(gettext("Today’s word"), address("/")),
        Link(gettext("How to play"), address("/how-to-play")),
    )
    return ErrorPage(code, title, sentence or usual, links)


def _detail(code: int) -> str:
    """Return the usual sentence of an error for a program, which has no page and no games."""
    texts = {
        404: gettext("Nothing is answered at this address."),
        405: gettext("This address answers GET only."),
        429: gettext("There were very many requests from your network. Wait, then go on."),
        500: gettext("That is our fault."),
    }
    return texts.get(min(code, 500), _texts(code)[1])


def _texts(code: int) -> tuple[str, str]:
    """Return the title and the usual sentence of an error."""
    texts = {
        400: (
            gettext("That could not be read"),
            gettext("The browser sent something that makes no sense here. Your games are safe."),
        ),
        403: (gettext("Not allowed"), gettext("This page is not for visitors.")),
        404: (gettext("Not found"), gettext("There is no page at this address.")),
        405: (
            gettext("Not like that"),
            gettext("This address cannot be used in that way. Go to the page and try again."),
        ),
        413: (gettext("Too much"), gettext("That was more than this page can take.")),
        414: (gettext("Too long"), gettext("This address is too long.")),
        422: (gettext("Not possible"), gettext("That cannot be done. Nothing was changed.")),
        429: (
            gettext("Too many at once"),
            gettext(
                "There were very many requests from your network. Wait a minute, then go on; "
                "your games are safe."
            ),
        ),
        500: (
            gettext("Something went wrong"),
            gettext("That is our fault. Your games are safe; please try again."),
        ),
    }
    usual = texts[500] if code >= 500 else texts[400]
    return texts.get(code, usual)
