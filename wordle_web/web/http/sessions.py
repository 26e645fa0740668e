"""The only reader and writer of the signed session, a cookie with history and preferences.

A signed cookie may still be old or damaged: values of the wrong type are dropped. The cookie never
outgrows what browsers store.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, cast, get_args, get_type_hints

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.http import dump_cookie

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode
from wordle_web.game.history.history import History
from wordle_web.game.share import Contrast, GridTheme

LIFETIME = timedelta(days=400)  # the longest that browsers keep a cookie
MAX_COOKIE_BYTES = 4093
# A history of so many bytes fits, and need not be written once more to see: base64 twice makes
# 2,700 of it, and all else takes less than 1,000.
MAX_SURE_BYTES = 1500
HISTORY = "h"
PREFERENCES = "p"
LANGUAGE = "w"
CSRF = "csrf_token"

ThemeSetting = Literal["system", "light", "dark"]

Motion = Literal["normal", "reduced"]
KeySize = Literal["normal", "large"]
Layout = Literal["language", "qwerty", "qwertz", "azerty", "dvorak", "bepo"]
Language = Literal["browser", "en", "de", "es", "fr", "pt-BR"]

_LANGUAGE_CODE = re.compile(r"[^\W\d_]{2,40}")
_CSRF_VALUE = re.compile(r"[0-9a-f]{40}")  # as Flask-WTF makes them


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen in the settings.

    Attributes:
        contrast: High contrast also changes shapes.
        motion: Reduced, or the system's default.
        layout: Of the keyboard on the screen; by default that of the words' language.
        swapped: Whether Enter and Backspace change places.
        hard: Whether new games are played in hard mode.
        screen_only: Whether the physical keyboard is ignored.
        language: Language tag of the texts, or the browser's default.
        ghosts: Whether several boards show known letters in the row being typed.
        echo: Whether what is typed shows on every board.
        answers_only: Whether the helper suggests only words that can be the answer.
        welcomed: Whether the strip for somebody new has been closed.
        link: Whether a shared daily result ends with its address.
        seal: Whether that address proves the result to a league of this site.
    """

    theme: ThemeSetting = "system"
    contrast: Contrast = "normal"
    motion: Motion = "normal"
    keys: KeySize = "normal"
    layout: Layout = "language"
    swapped: bool = False
    hard: bool = False
    screen_only: bool = False
    language: Language = "browser"
    answers_only: bool = False
    ghosts: bool = True
    echo: bool = True
    welcomed: bool = False
    link: bool = False
    seal: bool = False

    @property
    def grid_theme(self) -> GridTheme:
        """The theme of shared squares; dark unless the player has chosen the light one."""
        return "light" if self.theme == "light" else "dark"


DEFAULTS = Preferences()
CHOICES: Mapping[str, tuple[object, ...]] = {
    name: get_args(kind) or (False, True) for name, kind in get_type_hints(Preferences).items()
}


def init_sessions(app: Flask, cookie_name: str, is_https: bool) -> None:
    """Keep the sessions of `app` in a cookie of that name, bound to the host over HTTPS."""
    app.session_interface = CookieSessions()
    app.config.update(
        PERMANENT_SESSION_LIFETIME=LIFETIME,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME=f"__Host-{cookie_name}" if is_https else cookie_name,
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=is_https,
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def history() -> History:
    """Return what the player has played."""
    found: History | None = g.get("history")
    if found is None:
        found = g.history = _read_history(session.get(HISTORY))
    return found


def keep_history(later: History) -> None:
    """Keep what the player has played."""
    g.history = later
    session[HISTORY] = encode(later, MAX_COOKIE_BYTES)


def csrf_value() -> str | None:
    """Return what the token of this visitor's forms is made of; None before the first form."""
    return cast("str | None", session.get(CSRF))


def preferences() -> Preferences:
    """Return what the player has chosen."""
    found: Preferences | None = g.get("preferences")
    if found is None:
        kept = session.get(PREFERENCES)
        found = g.preferences = Preferences(**kept) if kept else DEFAULTS
    return found


def keep_preferences(chosen: Preferences) -> None:
    """Keep what the player has chosen; only differences from the defaults are stored."""
    g.preferences = chosen
    values = {each.name: getattr(chosen, each.name) for each in fields(chosen)}
    session[PREFERENCES] = {
        name: value for name, value in values.items() if value != getattr(DEFAULTS, name)
    }


def kept_language() -> str:
    """Return the code of the words' language that the player chose; empty for the site's first."""
    return str(session.get(LANGUAGE, ""))


def keep_language(code: str) -> None:
    """Keep the words' language that the player chose."""
    session.pop(LANGUAGE, None)
    if code:
        session[LANGUAGE] = code


def leave_session_alone() -> None:
    """Send no session with the answer to this request, whatever happens to it until then.

    Browsers send no cookie with a form of another site, but keep the one that the answer sets: the
    visitor's games would be gone.
    """
    g.is_session_left = True


def has_cookie() -> bool:
    """Return whether the browser sent a session at all, readable or not."""
    return current_app.config["SESSION_COOKIE_NAME"] in request.cookies


class CookieSessions(SecureCookieSessionInterface):
    """Sessions in a signed cookie, safe against hostile contents, wrong clocks and long play."""

    def __init__(self) -> None:
        """Begin without a signer, which needs the application's keys."""
        self._signer: URLSafeTimedSerializer | None = None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session in the cookie, or an empty one if the cookie cannot be trusted."""
        signer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app))
        if signer is None or not value:
            return self.session_class()
        try:
            # No `max_age`: with a clock set back it would reject every session.
            contents, signed = signer.loads(value, return_timestamp=True)
        except (BadData, ValueError, RecursionError):
            return self.session_class()
        is_old = datetime.now(UTC) - signed > LIFETIME
        return self.session_class({} if is_old else trusted(contents))

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the signer of cookies; deriving its keys is slow, so it is made once."""
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        """Return when the cookie expires: always as late as browsers allow."""
        return datetime.now(UTC) + app.permanent_session_lifetime

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if the session has changed, shrunk if browsers would drop it."""
        if g.get("is_session_left"):
            return
        if not session.modified and "Cookie" in response.headers.get("Vary", ""):
            return
        if session.modified and len(session.get(HISTORY, b"")) > MAX_SURE_BYTES:
            self._shrink(app, session)
        super().save_session(app, session, response)

    def _shrink(self, app: Flask, session: SessionMixin) -> None:
        while (excess := self._header_size(app, session) - MAX_COOKIE_BYTES) > 0:
            data = session[HISTORY]
            # Bytes are written in base64 twice, by Flask's serializer and by the signer.
            limit = len(data) - max(1, excess * 9 // 16)
            session[HISTORY] = encode(decode(data), limit)

    def _header_size(self, app: Flask, session: SessionMixin) -> int:
        signer = self.get_signing_serializer(app)
        value = signer.dumps(dict(session)) if signer else ""
        empty = dump_cookie(
            self.get_cookie_name(app),
            expires=self.get_expiration_time(app, session),
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        return len(empty) + len(value)


def trusted(contents: object) -> dict[str, Any]:
    """Return the contents of a session that have the right type and form.

    >>> trusted({"csrf_token": 5, "h": "no bytes", "extra": 1})
    {}
    """
    if not isinstance(contents, dict):
        return {}
    found: dict[str, Any] = {}
    if isinstance(contents.get(HISTORY), bytes):
        found[HISTORY] = contents[HISTORY]
    chosen = contents.get(PREFERENCES)
    if isinstance(chosen, dict):
        found[PREFERENCES] = {
            name: chosen[name] for name, known in CHOICES.items() if _is_in(chosen, name, known)
        }
    code = contents.get(LANGUAGE)
    if isinstance(code, str) and _LANGUAGE_CODE.fullmatch(code):
        found[LANGUAGE] = code
    token = contents.get(CSRF)
    if isinstance(token, str) and _CSRF_VALUE.fullmatch(token):
        found[CSRF] = token
    return found


def _read_history(data: bytes | None) -> History:
    # A history that cannot be decoded is lost; refusing it would lock the player out instead.
    if data is None:
        return History()
    try:
        return decode(data)
    except HistoryError as error:
        current_app.logger.warning("Ignored a history that cannot be read: %s", error.kind)
        return History()


def _is_in(chosen: Mapping[str, Any], name: str, known: tuple[object, ...]) -> bool:
    value = chosen.get(name)
    # By identity, since 1 equals True.
    return any(value is each or (isinstance(value, str) and value == each) for each in known)
