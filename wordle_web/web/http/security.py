"""What every answer carries and every form must prove: headers, tokens, origins, hosts.

A form whose token does not hold is not lost: the page is shown again, with a fresh token and
what was typed.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from wordle_web.config.settings import Settings
from wordle_web.web.http.errors import error_answer
from wordle_web.web.http.sessions import CSRF, has_cookie
from wordle_web.web.ui.i18n import gettext

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
OWN_SITES = frozenset({"same-origin", "none"})
FOREIGN = "The form comes from another site."
TWO_YEARS = 63_072_000

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
ALLOWED_FEATURES = ("clipboard-write",)

View = TypeVar("View", bound=Callable[..., ResponseReturnValue])


class TokenCheck(CSRFProtect):  # type: ignore[misc]  # Flask-WTF has no types
    """Flask-WTF's check of every form, which also bears fields without a name."""

    def _get_csrf_token(self) -> str | None:
        """Return the token that was sent with a form, or with a script's request."""
        return request.form.get(CSRF) or request.headers.get("X-CSRFToken")


csrf = TokenCheck()


def init_security(app: Flask, settings: Settings) -> None:
    """Check the forms, and set the headers, of `app`."""
    app.config.update(
        TRUSTED_HOSTS=[*settings.trusted_hosts, *LOOPBACK] if settings.trusted_hosts else None,
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_SSL_STRICT=False,
        WTF_CSRF_TIME_LIMIT=None,
    )
    csrf.init_app(app)
    app.before_request(check_host)
    app.before_request(check_form)
    app.register_error_handler(CSRFError, refuse_form)
    app.after_request(keep_by_nobody)


def keep_by_nobody(response: Response) -> Response:
    """Forbid caches to keep a page, which belongs to one visitor."""
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
    """Refuse a host that is none, which Werkzeug takes for an empty one if it trusts all.

    Raises:
        BadRequest: it has characters that no host has, or no port where it names one.
    """
    if request.headers.get("Host") and not request.host:
        abort(400)


def check_form() -> None:
    """Refuse a form that is cut short, comes from another site, or has no token that holds.

    Raises:
        CSRFError: it comes from another site, or its token does not hold.
    """
    if request.method not in SAFE_METHODS:
        measure_body()
        check_origin()
        csrf.protect(apply_exemptions=True)


def measure_body() -> None:
    """Let a body that ends sooner than it said be refused: half a guess is no guess.

    Gunicorn marks every body as ending by itself, and Werkzeug then counts no longer.
    """
    if request.content_length is not None:
        request.environ.pop("wsgi.input_terminated", None)


def check_origin() -> None:
    """Refuse a form that says itself that it comes from another site.

    Raises:
        CSRFError: it does.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site not in OWN_SITES if site else _is_other_host(_claimed_origin()):
        raise CSRFError(FOREIGN)


def shown_again_by(show: Callable[..., ResponseReturnValue]) -> Callable[[View], View]:
    """Return a decorator of a view whose page `show` shows again when its token fails.

    `show` is given the reason, and what the address names.
    """

    def mark(view: View) -> View:
        """Keep `show` beside the view."""
        view.__dict__["show_again"] = show
        return view

    return mark


def refuse_form(error: CSRFError) -> ResponseReturnValue:
    """Show the page again with a fresh token, or an error page where that cannot be."""
    view = current_app.view_functions.get(request.endpoint or "")
    show = getattr(view, "show_again", None)
    reason = reason_of(error)
    if show is None:
        return error_answer(400, reason)
    try:
        return current_app.make_response(show(reason, **(request.view_args or {})))
    except (HTTPException, ValueError) as fault:
        # What goes wrong while an error is answered would be nobody's: an unknown puzzle is 404.
        return current_app.handle_user_exception(fault)


def reason_of(error: CSRFError) -> str:
    """Return why a form was refused, and what to do about it."""
    if error.description == FOREIGN:
        return gettext("This came from another site, so it was not counted. Send it from here.")
    if not has_cookie():
        return gettext(
            "Your browser sent no cookie. Your games are kept in one: allow it for this "
            "site, then send this again."
        )
    return gettext("This page had grown old. It is fresh now: please send that again.")


def _claimed_origin() -> str:
    """Return where a request says that it comes from; empty where it does not say."""
    origin = request.headers.get("Origin", "")
    return request.headers.get("Referer", "") if origin in {"", "null"} else origin


def _is_other_host(origin: str) -> bool:
    """Return whether an address lies on another host than this request was sent to.

    Schemes are not compared, since a proxy may speak HTTPS in our place.
    """
    if not origin:
        return False
    try:
        return urlsplit(origin).netloc.lower() != request.host.lower()
    except ValueError:
        return True
