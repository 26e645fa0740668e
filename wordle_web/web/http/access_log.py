"""What access logs may contain of an address: the first part of its path.

A token in an address names a game, and a helper's query string nearly is the answer.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOGGED = "wordle_web.path"
MAX_LENGTH = 20


class LoggedPath:
    """Stores in the WSGI environment the path that the access log may contain."""

    def __init__(self, application: "WSGIApplication") -> None:
        """Wrap `application`."""
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Pass the request on."""
        environ[LOGGED] = logged_path(environ.get("PATH_INFO", ""))
        return self.application(environ, start_response)


def logged_path(path: str) -> str:
    """Return the part of a path that a log may contain.

    >>> logged_path("/history"), logged_path("/random/5-normal-1-abc"), logged_path("/<b>")
    ('/history', '/random/*', '/*')
    """
    first, rest = path.lstrip("/").partition("/")[::2]
    is_plain = first.isascii() and first.replace("-", "").isalnum() and len(first) <= MAX_LENGTH
    shown = first if is_plain or not first else "*"
    return f"/{shown}/*" if rest else f"/{shown}"
