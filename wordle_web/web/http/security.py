"""Security headers, and the checks of forms: CSRF token, origin, host.

A form whose token fails is not lost: blueprints with forms handle `CSRFError`, and show the page
again with a fresh token and what was typed.
"""

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request
from flask_wtf.csrf import CSRFError, generate_csrf, validate_csrf
from itsdangerous import URLSafeTimedSerializer
from wtforms.validators import ValidationError

from wordle_web.config.settings import Settings
from wordle_web.web.http.sessions import CSRF, csrf_value

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
OWN_SITES = frozenset({"same-origin", "none"})
FOREIGN = "The form comes from another site."
TWO_YEARS = 63_072_000  # seconds

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
DENIED_FEATURES = (
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "usb",
)
ALLOWED_FEATURES = ("clipboard-write",)  # to copy a result or a link


def init_security(app: Flask, settings: Settings) -> None:
    """Check the forms, and set the headers, of `app`."""
    app.config.update(
        TRUSTED_HOSTS=[*settings.trusted_hosts, *LOOPBACK] if settings.trusted_hosts else None,
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.jinja_env.globals["csrf_token"] = csrf_token
    app.before_request(check_host)
    app.before_request(check_form)
    app.after_request(forbid_caching)


def csrf_token() -> str:
    """Return the token of this visitor's forms, as Flask-WTF makes and checks it."""
    value = csrf_value()
    if value is None:
        return str(generate_csrf())
    key = current_app.secret_key
    return _signed_token(value, key if isinstance(key, bytes) else str(key))


# Signing is a twentieth of the work for a page, and a visitor's token does not expire. 1,024 of
# 0.5 kB: 0.5 MB at most.
@functools.lru_cache(maxsize=1024)
def _signed_token(value: str, key: str | bytes) -> str:
    return str(URLSafeTimedSerializer(key, salt="wtf-csrf-token").dumps(value))


def forbid_caching(response: Response) -> Response:
    """Tell caches not to store pages, since each belongs to one visitor."""
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-store"
        response.vary.add("Cookie")
    return response


class SecurityHeaders:
    """Puts the security headers on every answer, static files and failures included."""

    def __init__(self, application: "WSGIApplication", *, is_https: bool) -> None:
        """Wrap `application`."""
        self.application = application
        self.headers = list(security_headers(is_https=is_https).items())

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Pass the request on, and add to the answer's headers."""

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: "OptExcInfo | None" = None
        ) -> Callable[[bytes], object]:
            """Begin the answer with more headers."""
            return start_response(status, [*headers, *self.headers], exc_info)

        return self.application(environ, start)


def security_headers(*, is_https: bool) -> dict[str, str]:
    """Return the headers of every answer."""
    features = [f"{name}=()" for name in DENIED_FEATURES]
    features += [f"{name}=(self)" for name in ALLOWED_FEATURES]
    headers = {
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": ", ".join(features),
        "Referrer-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    if is_https:
        headers["Strict-Transport-Security"] = f"max-age={TWO_YEARS}"
    return headers


def check_host() -> None:
    """Refuse an invalid host name, which Werkzeug reads as empty if it trusts all hosts.

    Raises:
        BadRequest: it has characters that no host has, or no port where it names one.
    """
    if request.headers.get("Host") and not request.host:
        abort(400)


def check_form() -> None:
    """Refuse a form that is cut short, comes from another site, or has no valid token.

    Raises:
        CSRFError: it comes from another site, or its token is not valid.
    """
    if request.method in SAFE_METHODS:
        return
    # Gunicorn sets this flag on every request, and Werkzeug then accepts a body shorter than its
    # Content-Length. Half a guess must not count, so the length is checked here.
    if request.content_length is not None:
        request.environ.pop("wsgi.input_terminated", None)
    if not request.endpoint:
        return
    token = request.form.get(CSRF) or request.headers.get("X-CSRFToken")
    _check_origin()
    try:
        validate_csrf(token)
    except ValidationError as error:
        raise CSRFError(error.args[0]) from error
    g.csrf_valid = True  # so that Flask-WTF's forms do not check it again


def _check_origin() -> None:
    site = request.headers.get("Sec-Fetch-Site")
    if site not in OWN_SITES if site else _is_other_host(_claimed_origin()):
        raise CSRFError(FOREIGN)


def _claimed_origin() -> str:
    # `null` says nothing: privacy settings send it from our own pages too. The token decides then.
    origin = request.headers.get("Origin", "")
    return request.headers.get("Referer", "") if origin in {"", "null"} else origin


def _is_other_host(origin: str) -> bool:
    # Schemes are not compared, since TLS may end at a proxy.
    if not origin:
        return False
    try:
        return urlsplit(origin).netloc.lower() != request.host.lower()
    except ValueError:
        return True
