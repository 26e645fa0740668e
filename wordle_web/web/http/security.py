"""Security headers, and checks of requests: host, origin, CSRF token.

If a form has an invalid token, its contents are not lost: `ui/forms.py` handles `CSRFError`, and
shows the page again with a new token and the typed values.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, abort, current_app, request
from flask_wtf.csrf import CSRFError, CSRFProtect

from wordle_web.config.settings import Settings
from wordle_web.web.http.sessions import has_cookie, leave_session_alone

if TYPE_CHECKING:
    from _typeshed import OptExcInfo

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
# Views that need no token are decorated with `csrf.exempt`.
csrf = CSRFProtect()
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# Values of Sec-Fetch-Site for requests by this site, or by the visitor directly.
OWN_SITES = frozenset({"same-origin", "none"})
# Views that receive forms from the share menus of other apps. They only redirect.
FROM_OTHER_APPS = frozenset({"screenshot.share"})
FOREIGN = "The form comes from another site."
TWO_YEARS = 63_072_000  # seconds
MAX_ORIGIN = 300  # characters of an address that are read, more than any host name needs

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
FILES = "/static/"
FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"  # a picture may load nothing
# Files are served without these headers, which only matter for pages and workers: a first visit
# loads half a dozen files.
PAGE_HEADERS = {
    "Cross-Origin-Embedder-Policy",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "X-Frame-Options",
}
# Pages may copy results and links to the clipboard.
FEATURES = (
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), "
    "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), "
    "clipboard-write=(self)"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": FEATURES,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def security_headers(*, is_https: bool) -> dict[str, str]:
    """Return the security headers of pages; over HTTPS, they forbid HTTP from now on (HSTS)."""
    if is_https:
        return {**HEADERS, "Strict-Transport-Security": f"max-age={TWO_YEARS}"}
    return HEADERS


def init_app(app: Flask, settings: Settings) -> None:
    """Add the checks of requests to `app`, and forbid caches to store pages."""
    app.config.update(
        TRUSTED_HOSTS=[*settings.trusted_hosts, *LOOPBACK] if settings.trusted_hosts else None,
        WTF_CSRF_TIME_LIMIT=None,
        WTF_CSRF_SSL_STRICT=False,  # it refuses forms without a Referer; we check the origin
    )

    @app.before_request
    def check_host() -> None:
        """Refuse an invalid host name, which Werkzeug reads as empty if it trusts all hosts.

        Raises:
            BadRequest: the name has invalid characters, or its port is invalid.
        """
        if request.headers.get("Host") and not request.host:
            abort(400)

    app.before_request(check_origin)
    csrf.init_app(app)

    @app.after_request
    def forbid_caching(response: Response) -> Response:
        """Tell caches not to store pages, since they belong to one visitor."""
        if response.mimetype == "text/html":
            response.headers["Cache-Control"] = "no-store"
            vary(response, "Cookie")
        return response


def check_origin() -> None:
    """Refuse a form that was sent by another site.

    Raises:
        CSRFError: the form was sent by another site.
    """
    if request.method in SAFE_METHODS or not request.endpoint:
        return
    if request.endpoint in FROM_OTHER_APPS:
        return
    site, claimed = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin", "")
    # `null` proves nothing, since our own pages send it too with some privacy settings. Then the
    # referrer decides, or without one, the token.
    if claimed in {"", "null"}:
        claimed = request.headers.get("Referer", "")
    if site not in OWN_SITES if site else _is_other_host(claimed):
        leave_session_alone()
        raise CSRFError(FOREIGN)
    # A sandboxed frame of another site also sends `null`, but no cookie. The response must not
    # replace the visitor's cookie.
    if not (site or claimed or has_cookie()) and "Origin" in request.headers:
        leave_session_alone()


def is_without_https() -> bool:
    """Return whether a request used HTTP although browsers send the cookie only over HTTPS."""
    return bool(current_app.config["SESSION_COOKIE_SECURE"]) and not request.is_secure


def vary(response: Response, name: str) -> None:
    """Tell caches that a response depends on a request header (`response.vary.add` is slower)."""
    others = response.headers.get("Vary")
    response.headers["Vary"] = f"{others}, {name}" if others else name


class SecurityHeaders:
    """Adds the security headers to every response, including errors."""

    def __init__(self, application: WSGIApplication, *, is_https: bool) -> None:
        """Wrap `application`."""
        self.application = application
        headers = security_headers(is_https=is_https)
        self.headers = list(headers.items())
        of_files = {**headers, "Content-Security-Policy": FILE_POLICY}
        self.file_headers = [header for header in of_files.items() if header[0] not in PAGE_HEADERS]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass the request on, and add headers to the response."""

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            """Start the response with additional headers."""
            is_file = status[:3] in {"200", "304"} and environ["PATH_INFO"].startswith(FILES)
            added = self.file_headers if is_file else self.headers
            return start_response(status, [*headers, *added], exc_info)

        return self.application(environ, start)


def is_from_this_site() -> bool:
    """Return whether the request comes from a page of this site."""
    site, referrer = request.headers.get("Sec-Fetch-Site"), request.headers.get("Referer", "")
    return site == "same-origin" if site else bool(referrer) and not _is_other_host(referrer)


def _is_other_host(origin: str) -> bool:
    # Schemes are not compared, since TLS may end at a proxy.
    if not origin:
        return False
    try:
        # Truncated, because `urlsplit` caches its arguments.
        return urlsplit(origin[:MAX_ORIGIN]).netloc.lower() != request.host.lower()
    except ValueError:
        return True
