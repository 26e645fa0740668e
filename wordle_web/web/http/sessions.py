"""The cookies: the signed session with history and preferences, and saved word lists.

No other module reads or writes the session.

A signed cookie may still be old or damaged: values of the wrong type are dropped. The cookie never
outgrows what browsers store.

A second signed cookie holds the word lists that a player saved for other games, packed, by the
names of their lexicons, the one saved last at the end. When it is full, the list at its start goes:
a long list never takes room from games.
"""

import functools
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, get_args, get_type_hints

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData, BadSignature, Signer, URLSafeTimedSerializer
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response as BaseResponse

from wordle_web.game.board import Contrast, GridTheme
from wordle_web.game.codecs import from_base64url, to_base64url
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode
from wordle_web.game.history.history import History
from wordle_web.parsing import linear_pattern

LIFETIME = timedelta(days=400)  # the longest that browsers keep a cookie
MAX_COOKIE_BYTES = 4093
# A history up to this size always fits, so it is not encoded a second time to check: base64 twice
# makes 2,700 bytes of it, and the rest of the cookie takes less than 1,000.
MAX_SURE_BYTES = 1500
HISTORY = "h"
PREFERENCES = "p"
LANGUAGE = "w"
CSRF = "csrf_token"

MAX_LISTS_BYTES = 3000  # of the cookie, its name included
MAX_LISTS = 32  # in a cookie; more are not read
LISTS_SUFFIX = "-used"  # after the name of the session's cookie, whose prefix it shares
LISTS_SALT = "past answers"

Packed = dict[str, bytes]  # the list saved last at the end

ThemeSetting = Literal["system", "light", "dark"]

Motion = Literal["normal", "reduced"]
KeySize = Literal["normal", "large"]
Layout = Literal["language", "qwerty", "qwertz", "azerty", "dvorak", "bepo"]
Language = Literal["browser", "en", "de", "es", "fr", "pt-BR"]

_LANGUAGE_CODE = linear_pattern(r"[^\W\d_]{2,40}")
_CSRF_VALUE = linear_pattern(r"[0-9a-f]{40}")  # as Flask-WTF makes them


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen in the settings."""

    theme: ThemeSetting = "system"
    contrast: Contrast = "normal"  # high contrast also changes shapes
    motion: Motion = "normal"
    keys: KeySize = "normal"
    layout: Layout = "language"  # of the keyboard on the screen: of the words' language
    swapped: bool = False  # Enter and Backspace change places
    plain_keys: bool = False  # keys do not show what is known of their letters
    hard: bool = False  # new games are played in hard mode
    screen_only: bool = False  # the physical keyboard is ignored
    language: Language = "browser"  # of the texts
    answers_only: bool = False  # the helper suggests only words that can be the answer
    ghosts: bool = True  # several boards show known letters in the row being typed
    echo: bool = True  # what is typed shows on every board
    welcomed: bool = False  # the strip for somebody new has been closed
    link: bool = False  # a shared daily result ends with its address
    seal: bool = False  # which proves the result to a league of this site

    @property
    def grid_theme(self) -> GridTheme:
        """The theme of shared squares; dark unless the player has chosen the light one."""
        return "light" if self.theme == "light" else "dark"


DEFAULTS = Preferences()
CHOICES: Mapping[str, tuple[object, ...]] = {
    name: get_args(kind) or (False, True) for name, kind in get_type_hints(Preferences).items()
}


def init_app(app: Flask, cookie_name: str, is_https: bool) -> None:
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
        data, found = session.get(HISTORY), History()
        try:
            found = found if data is None else decode(data)
        except HistoryError as error:
            # It is lost; refusing it would lock the player out instead.
            current_app.logger.warning("Ignored a history that cannot be read: %s", error.kind)
        g.history = found
    return found


def keep_history(later: History) -> None:
    """Keep what the player has played."""
    g.history = later
    session[HISTORY] = encode(later, MAX_COOKIE_BYTES)


def csrf_token() -> str:
    """Return the token of this visitor's forms, as Flask-WTF makes it, but signed only once."""
    if CSRF not in session:
        session[CSRF] = secrets.token_hex(20)
    key = current_app.secret_key
    return _signed_token(session[CSRF], key if isinstance(key, bytes) else str(key))


# Without this a page in mid-game takes 7 % more. A visitor's token does not expire. 1,024 of
# 0.5 kB: 0.5 MB at most.
@functools.lru_cache(maxsize=1024)
def _signed_token(value: str, key: str | bytes) -> str:
    return str(URLSafeTimedSerializer(key, salt="wtf-csrf-token").dumps(value))


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

    _signer: URLSafeTimedSerializer | None = None

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
        signer = self.get_signing_serializer(app)
        empty = dump_cookie(
            self.get_cookie_name(app),
            expires=self.get_expiration_time(app, session),
            path=self.get_cookie_path(app),
            domain=self.get_cookie_domain(app),
            secure=self.get_cookie_secure(app),
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        room = MAX_COOKIE_BYTES - len(empty)
        while signer and (excess := len(signer.dumps(dict(session))) - room) > 0:
            data = session[HISTORY]
            # Bytes are written in base64 twice, by Flask's serializer and by the signer.
            limit = len(data) - max(1, excess * 9 // 16)
            session[HISTORY] = encode(decode(data), limit)


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
            # Not by equality alone, since 1 equals True.
            name: chosen[name]
            for name, known in CHOICES.items()
            if any(type(chosen.get(name)) is type(each) and chosen[name] == each for each in known)
        }
    code = contents.get(LANGUAGE)
    if isinstance(code, str) and _LANGUAGE_CODE.fullmatch(code):
        found[LANGUAGE] = code
    token = contents.get(CSRF)
    if isinstance(token, str) and _CSRF_VALUE.fullmatch(token):
        found[CSRF] = token
    return found


def _lists_cookie() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}{LISTS_SUFFIX}"


def _lists_signer() -> Signer:
    config = current_app.config
    keys = [*config["SECRET_KEY_FALLBACKS"], config["SECRET_KEY"]]  # the newest last
    return Signer(keys, salt=LISTS_SALT, key_derivation="hmac")


def read_lists() -> Packed:
    """Return the lists in the cookie of the request; of a damaged one none."""
    value = request.cookies.get(_lists_cookie(), "")
    if not value or len(value) > MAX_LISTS_BYTES:
        return {}
    packed: Packed = {}
    start = 0
    try:
        text = _lists_signer().unsign(value)
        data = from_base64url(text.decode("ascii", "replace")) or b""
        # Of each list: the length of its name, the name, that of the list in two bytes, the list.
        while start < len(data) and len(packed) < MAX_LISTS:
            end = start + 1 + data[start]
            size = int.from_bytes(data[end : end + 2], "big")
            packed[data[start + 1 : end].decode()] = data[end + 2 : end + 2 + size]
            start = end + 2 + size
    except (BadSignature, ValueError):
        return {}
    return packed


def _lists_value(packed: Mapping[str, bytes]) -> str:
    data = b"".join(
        bytes([len(name.encode())]) + name.encode() + len(words).to_bytes(2, "big") + words
        for name, words in packed.items()
    )
    return _lists_signer().sign(to_base64url(data)).decode()


def write_lists(response: BaseResponse, packed: Packed) -> tuple[str, ...]:
    """Set the cookie of `response`; return the names of the lists for which there was no room."""
    name, config, dropped = _lists_cookie(), current_app.config, []
    while len(name) + 1 + len(_lists_value(packed)) > MAX_LISTS_BYTES:
        newest = next(reversed(packed))
        # A list that is too long by itself takes no other list with it.
        is_too_long = len(name) + 1 + len(_lists_value({newest: packed[newest]})) > MAX_LISTS_BYTES
        oldest = newest if is_too_long else next(iter(packed))
        dropped.append(oldest)
        del packed[oldest]
    options = {
        "path": config["SESSION_COOKIE_PATH"],
        "secure": config["SESSION_COOKIE_SECURE"],
        "httponly": True,
        "samesite": "Lax",
    }
    if packed:
        response.set_cookie(name, _lists_value(packed), max_age=LIFETIME, **options)
    else:
        response.delete_cookie(name, **options)
    return tuple(dropped)
