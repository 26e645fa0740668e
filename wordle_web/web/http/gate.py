"""The outermost layer: request ids, health checks, and a limit for headers before parsing.

Servers limit the length of header lines, but join lines with the same name. Fifty lines of 8 kB
make a header of 400 kB, which takes a tenth of a second to parse. Health checks ignore all headers.
"""

from collections.abc import Callable, Iterable
from typing import Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wrappers import Response

from wordle_web.engine.wordfiles import LexiconError
from wordle_web.web.http import request_ids
from wordle_web.web.http.security import security_headers
from wordle_web.web.services import Services

MAX_HEADER_BYTES: Final = 32 * 1024  # names and values of all headers; the default of nginx
# Longer lists are ignored, since most pages parse accepted formats and languages item by item.
# Browsers send up to 150 bytes.
MAX_LIST_BYTES: Final = 512
LISTS: Final = ("HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE")
ALIVE, READY = "/healthz", "/readyz"


class Gate:
    """Answers health checks, refuses requests with too many headers, and passes on the others."""

    def __init__(
        self,
        application: WSGIApplication,
        problem: Callable[[], str],
        refusal: Callable[[str], str],
        *,
        is_https: bool,
    ) -> None:
        """Wrap `application`.

        `problem` returns the reason why no game can be played; empty if games can be played.
        `refusal` takes the value of an `Accept-Language` header, and returns the page about too
        many headers.
        """
        self.application = application
        self.problem = problem
        self.refusal = refusal
        self.headers = {**security_headers(is_https=is_https), "Cache-Control": "no-store"}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, or pass it on."""
        request_ids.mark(environ)
        path = environ.get("PATH_INFO", "")
        if path in {ALIVE, READY}:
            return self._check(path, environ["REQUEST_METHOD"])(environ, start_response)
        headers = [(name, value) for name, value in environ.items() if name.startswith("HTTP_")]
        if sum(len(name) + len(value) for name, value in headers) > MAX_HEADER_BYTES:
            page = self.refusal(environ.get("HTTP_ACCEPT_LANGUAGE", "")[:MAX_LIST_BYTES])
            response = Response(page, 431, self.headers, mimetype="text/html")
            return response(environ, start_response)
        for name in LISTS:
            if len(environ.get(name, "")) > MAX_LIST_BYTES:
                del environ[name]
        return self.application(environ, start_response)

    def _check(self, path: str, method: str) -> Response:
        if method not in {"GET", "HEAD"}:
            return Response("Use GET.\n", 405, {**self.headers, "Allow": "GET, HEAD"})
        if path == ALIVE:
            return Response("ok\n", 200, self.headers, mimetype="text/plain")
        problem = self.problem()
        status = 503 if problem else 200
        return Response(f"{problem or 'ready'}\n", status, self.headers, mimetype="text/plain")


def problem_of(site: Services) -> str:
    """Return the reason why no game can be played; empty if words and keys are available."""
    try:
        site.check_words()
    except LexiconError:
        return "words are missing or damaged"
    if not (site.settings.secret_key and site.settings.daily_key):
        return "keys are missing"
    return ""
