"""The session: history, preferences and language of the words, in signed cookies of the player.

No other module reads or writes the session.

Unreadable cookies are never overwritten (see `cookies` for their names), and readable ones are
merged. Data is written only if it can be read back. A signed cookie may still be old or damaged,
so values of the wrong type are dropped. Unknown keys are kept, since they may belong to a later
release. No cookie exceeds the limit of browsers.
"""

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, cast, get_args, get_type_hints

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.wrappers import Response as BaseResponse

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.board import Contrast, GridTheme
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import TooSmallError, decode, shrunk
from wordle_web.game.history.export import merged
from wordle_web.game.history.history import History
from wordle_web.parsing import linear_pattern
from wordle_web.web.http.cookies import (
    HISTORY,
    MAX_COOKIE_BYTES,
    SUFFIXES,
    SentCookie,
    expire_cookie,
    free_name,
    may_hold_history,
    own_names,
    own_sessions,
    sent_cookies,
    set_cookie,
    written,
)
from wordle_web.web.http.limits import client_network

# Keys of the contents of a session, besides `HISTORY`.
PREFERENCES: Final = "p"
LANGUAGE: Final = "w"
CSRF: Final = "csrf_token"
# Pages warn if unreadable cookies together exceed this size. The `Cookie` header may have up to
# 16 kB, of which the site's own cookies (session, word lists, table, time zone) take up to 7,800
# bytes.
MAX_UNREAD_BYTES: Final = 8192
LOG_SECONDS: Final = 60  # minimum time between two log lines about unreadable histories
MAX_NETWORKS: Final = 1000  # maximum number of networks counted for such a line

ThemeSetting = Literal["system", "light", "dark"]
ContrastSetting = Literal["system", "normal", "high"]
Motion = Literal["normal", "reduced"]
KeySize = Literal["normal", "large"]
Layout = Literal["language", "qwerty", "qwertz", "azerty", "dvorak", "bepo"]
Language = Literal["browser", "en", "de", "es", "fr", "pt-BR"]
Midnight = Literal["device", "site"]

_LANGUAGE_CODE = linear_pattern(r"[^\W\d_]{2,40}")
_CSRF_VALUE = linear_pattern(r"[0-9a-f]{40}")  # the format of Flask-WTF's tokens


@dataclass(frozen=True, slots=True)
class Preferences:
    """The player's settings."""

    theme: ThemeSetting = "system"
    contrast: ContrastSetting = "system"  # high contrast also changes shapes
    motion: Motion = "normal"
    keys: KeySize = "normal"
    # Layout of the on-screen keyboard; the default is that of the words' language.
    layout: Layout = "language"
    swapped: bool = False  # Enter and Backspace change places
    plain_keys: bool = False  # keys do not show the marks of their letters
    hard: HardMode = HardMode.OFF  # the hard mode of new games
    screen_only: bool = False  # the physical keyboard is ignored
    language: Language = "browser"  # language of the texts
    has_own_words: bool = False  # the player chose a language for the words, not only for the texts
    answers_only: bool = False  # the helper suggests only words that can be the answer
    words: bool = True  # the helper lists the words left, and doesn't only count them
    ghosts: bool = True  # with several boards, the row being typed shows known letters
    echo: bool = True  # with several boards, typed letters are shown on every board
    welcomed: bool = False  # the welcome strip has been closed
    link: bool = True  # a shared daily result ends with the game's address
    seal: bool = False  # a shared daily result has a link that proves it to a table of this site
    unread_closed: bool = False  # the strip about unreadable histories has been closed
    midnight: Midnight = "device"  # whether days begin at the device's or the site's midnight

    @property
    def grid_theme(self) -> GridTheme:
        """The theme of shared squares; dark unless the player has chosen the light theme."""
        return "light" if self.theme == "light" else "dark"

    @property
    def grid_contrast(self) -> Contrast:
        """The contrast of shared squares; normal unless the player has chosen high contrast."""
        return "high" if self.contrast == "high" else "normal"


DEFAULTS = Preferences()
# The values that each preference can have.
CHOICES: Mapping[str, tuple[object, ...]] = {
    name: get_args(kind) or tuple(HardMode if kind is HardMode else (False, True))
    for name, kind in get_type_hints(Preferences).items()
}


def init_app(app: Flask, cookie_name: str, is_https: bool) -> None:
    """Store the sessions of `app` in cookies with this name, bound to the host over HTTPS."""
    app.session_interface = CookieSessions()
    app.config.update(
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME=f"__Host-{cookie_name}" if is_https else cookie_name,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=is_https,
    )
    app.extensions[UnreadLog.__name__] = UnreadLog()


class Stored(NamedTuple):
    """A session in a cookie that this site has signed."""

    name: str
    contents: dict[str, Any]


class PlayerSession(SecureCookieSession):
    """A player's session. The history is decoded only when it is needed."""

    def __init__(self, stored: tuple[Stored, ...] = (), sent: tuple[SentCookie, ...] = ()) -> None:
        """Merge `stored`, the readable cookies, latest first; the values of the latest cookie win.

        `sent` are all cookies of this site and of others on its host.
        """
        contents: dict[str, Any] = {}
        for cookie in reversed(stored):
            contents |= trusted(cookie.contents)
        super().__init__(contents)
        self.modified = False
        self.stored, self.sent = stored, sent
        self._history: History | None = None
        self._data: bytes | None = None  # the packed history, once it is needed
        self._read: tuple[Stored, ...] = ()  # the cookies whose history could be decoded

    @property
    def history(self) -> History:
        """The player's history, merged from all readable cookies."""
        if self._history is None:
            self.accessed = True
            merging, read = History(), list[Stored]()
            for cookie in self.stored:
                try:
                    data = cookie.contents.get(HISTORY)
                    part = History() if data is None else decode(data)
                    merging = merged(merging, part) if read else part
                    read.append(cookie)
                except HistoryError:
                    unread_log().note(client_network())
            self._history, self._read = merging, tuple(read)
        return self._history

    @property
    def is_read(self) -> bool:
        """Whether the history has been decoded."""
        return self._history is not None

    @property
    def readable(self) -> tuple[str, ...]:
        """Names of the cookies whose history can be decoded; a name may occur twice."""
        _ = self.history  # this decodes the cookies
        return tuple(cookie.name for cookie in self._read)

    def keep(self, later: History) -> None:
        """Replace the history, and shorten it so that it fits into a cookie.

        Raises:
            HistoryError: the encoded history could not be read back; the previous history is kept.
        """
        before = self.history
        fitting, data = shrunk(later, MAX_COOKIE_BYTES)
        check_readable(data, fitting)
        self._history, self._data = fitting, data
        if fitting != before or fitting.ratings != before.ratings:
            self.modified = True

    def value(self, name: str, signer: URLSafeTimedSerializer) -> str:
        """Return the value of a cookie, with as much of the history as fits into it.

        Raises:
            HistoryError: the encoded history could not be read back.
            TooSmallError: the rest of the session is too large even without a history.
        """
        history, room = self.history, MAX_COOKIE_BYTES - len(written(name, ""))
        data = b"" if history.is_empty else self._packed()
        while True:
            contents = dict(self) if history.is_empty else {**self, HISTORY: data}
            value = str(signer.dumps(contents))
            if (excess := len(value) - room) <= 0:
                return value
            # Bytes are encoded in base64 twice, by Flask's serializer and by the signer, so 16
            # characters contain 9 bytes.
            history, data = shrunk(history, len(data) - max(1, excess * 9 // 16))
            check_readable(data, history)

    def _packed(self) -> bytes:
        if self._data is None and len(self.readable) == 1:  # unchanged, and from one cookie
            self._data = self._read[0].contents.get(HISTORY)
        if self._data is None:
            self._history, self._data = shrunk(self.history, MAX_COOKIE_BYTES)
            check_readable(self._data, self._history)
        return self._data


def check_readable(data: bytes, history: History) -> None:
    """Check that `data` can be decoded, and is `history`.

    Raises:
        HistoryError: `data` cannot be decoded, or is another history.
    """
    try:
        again = decode(data)
    except HistoryError as error:
        raise HistoryError("unsaved") from error
    if again != history or again.ratings != history.ratings:
        raise HistoryError("unsaved")


class UnreadLog:
    """Counts the networks with unreadable histories, for at most one log line per minute.

    The cookies themselves are neither stored nor logged.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without any networks; `clock` returns seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._networks: set[str] = set()
        self._next = 0.0  # when the next line may be written

    def note(self, network: str) -> None:
        """Count a network for the next line of the log."""
        with self._lock:
            if len(self._networks) < MAX_NETWORKS:
                self._networks.add(network)

    def take(self) -> int:
        """Return the number of networks to log, and reset it.

        It is 0 if the last line was logged less than a minute ago.
        """
        if not self._networks:
            return 0
        with self._lock:
            if (now := self._clock()) < self._next:
                return 0
            number = len(self._networks)
            self._networks.clear()
            self._next = now + LOG_SECONDS
            return number


def unread_log() -> UnreadLog:
    """Return the log of unreadable histories of the current application."""
    return cast(UnreadLog, current_app.extensions[UnreadLog.__name__])


def history() -> History:
    """Return the player's history."""
    return _session().history


def keep_history(later: History) -> None:
    """Store the player's history.

    Raises:
        HistoryError: the encoded history could not be read back; the previous history is kept.
    """
    try:
        _session().keep(later)
    except HistoryError:
        current_app.logger.exception("Refused to save a history that could not be read back")
        raise


def preferences() -> Preferences:
    """Return the player's preferences."""
    chosen: Preferences | None = g.get("preferences")
    if chosen is None:
        stored = session.get(PREFERENCES)
        chosen = g.preferences = Preferences(**_known(stored)) if stored else DEFAULTS
    return chosen


def keep_preferences(chosen: Preferences) -> None:
    """Store the player's preferences; only differences from the defaults are written."""
    g.preferences = chosen
    unknown = {
        name: value for name, value in session.get(PREFERENCES, {}).items() if name not in CHOICES
    }
    values = {name: _plain(getattr(chosen, name)) for name in CHOICES}
    changed = {name: value for name, value in values.items() if value != getattr(DEFAULTS, name)}
    session[PREFERENCES] = unknown | changed


def _known(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored preferences that this version knows."""
    return {
        name: choice
        for name, known in CHOICES.items()
        for choice in known
        # Compare the types too, since 1 equals True.
        if type(stored.get(name)) is type(_plain(choice)) and stored[name] == choice
    }


def _plain(choice: object) -> object:
    return int(choice) if isinstance(choice, HardMode) else choice


def kept_language() -> str:
    """Return the code of the chosen language of words; empty for the site's first language."""
    return str(session.get(LANGUAGE, ""))


def keep_language(code: str) -> None:
    """Store the chosen language of words."""
    session.pop(LANGUAGE, None)
    if code:
        session[LANGUAGE] = code


def leave_session_alone() -> None:
    """Send no session cookie with this response, even if the session changes.

    With a form from another site, browsers send no cookies, but they store the cookie of the
    response, which would replace the visitor's games.
    """
    g.is_session_left = True


def unread_cookies() -> tuple[SentCookie, ...]:
    """Return cookies of other sites on this host, and cookies that are no longer readable."""
    player = _session()
    known = {*player.readable, *(f"{name}{suffix}" for name in own_names() for suffix in SUFFIXES)}
    return tuple(cookie for cookie in player.sent if cookie.name not in known)


class Unread(NamedTuple):
    """The facts for the notice about histories that this site cannot read."""

    is_new: bool  # whether the page should mention the histories
    kilobytes: int  # size of the unreadable cookies if it is too large, otherwise 0


def unread() -> Unread:
    """Return the facts for this page's notice about unreadable histories."""
    player, own = _session(), own_names()[0]
    usual = {own, *(f"{own}{suffix}" for suffix in SUFFIXES)}
    if player.stored and not player.is_read and all(cookie.name in usual for cookie in player.sent):
        return Unread(is_new=False, kilobytes=0)  # pages that need no history should not decode it
    cookies = unread_cookies()
    size = sum(len(name) + len(value) + 3 for name, value in cookies)
    is_new = (
        not preferences().unread_closed
        and any(_is_session(cookie) and may_hold_history(cookie.value) for cookie in cookies)
        and history().is_empty
    )
    return Unread(is_new, size // 1024 if size > MAX_UNREAD_BYTES else 0)


def forget_unread(response: BaseResponse) -> None:
    """Tell the browser to delete all cookies that this site cannot read."""
    for name in dict.fromkeys(cookie.name for cookie in unread_cookies()):
        expire_cookie(response, name)


def _is_session(cookie: SentCookie) -> bool:
    return not cookie.name.endswith(SUFFIXES)


def _session() -> PlayerSession:
    return cast(PlayerSession, session)


def has_cookie() -> bool:
    """Return whether the browser sent a session cookie of this site, readable or not."""
    return bool(own_sessions(_session().sent))


class CookieSessions(SecureCookieSessionInterface):
    """Sessions in signed cookies, robust against hostile contents and wrong clocks."""

    _signer: URLSafeTimedSerializer | None = None

    def open_session(self, app: Flask, request: Request) -> PlayerSession | None:
        """Return the session in the cookies; empty if no cookie can be trusted."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        stored, sent = list[Stored](), sent_cookies(request)
        for name, value in own_sessions(sent):
            # Sessions don't expire, since clocks may be wrong.
            with suppress(BadData, ValueError, RecursionError):
                contents = signer.loads(value)
                if isinstance(contents, dict):
                    stored.append(Stored(name, contents))
        log = unread_log()
        if not stored and any(
            _is_session(cookie) and may_hold_history(cookie.value) for cookie in sent
        ):
            log.note(client_network())
        if number := log.take():
            app.logger.warning(
                "Histories of %d network(s) cannot be read here and were left alone. They belong "
                "to another server on this host, or your keys were replaced: then put the earlier "
                "keys.env or settings back. If you changed the secret key on purpose, add the "
                "earlier one to WORDLE_WEB_SECRET_KEY_FALLBACKS",
                number,
            )
        return PlayerSession(tuple(stored), sent)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the signer of cookies, which is created once, since deriving its keys is slow."""
        if self._signer is None:
            self._signer = super().get_signing_serializer(app)
        return self._signer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the cookie if the session has changed, or the cookie needs another name.

        The response also deletes the other cookies whose histories were merged into this one.
        """
        player = cast(PlayerSession, session)
        if g.get("is_session_left"):
            return
        if player.accessed and "Cookie" not in response.headers.get("Vary", ""):
            response.vary.add("Cookie")
        if not (player.modified or (response.mimetype == "text/html" and _has_to_move(player))):
            return
        name, signer = free_name(request, player.readable), self.get_signing_serializer(app)
        try:
            value = player.value(name, cast(URLSafeTimedSerializer, signer))
        except (HistoryError, TooSmallError):
            app.logger.exception("Refused to save a session that could not be read back")
            return
        for other in dict.fromkeys(player.readable):
            if other != name or player.readable.count(name) > 1:
                expire_cookie(response, other)
        set_cookie(response, name, value)


def _has_to_move(player: PlayerSession) -> bool:
    """Return whether the history needs another cookie name, or was read from several cookies."""
    if not player.stored or [cookie.name for cookie in player.stored] == [own_names()[0]]:
        return False
    return player.readable not in {(), (free_name(request, player.readable),)}


def trusted(contents: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of a session without the history and without invalid values.

    Keys that this release does not know are kept.

    >>> trusted({"csrf_token": 5, "h": b"history", "extra": 1})
    {'extra': 1}
    """
    known = {name: value for name, value in contents.items() if name != HISTORY}
    if not isinstance(known.get(PREFERENCES, {}), dict):
        del known[PREFERENCES]
    for name, pattern in {LANGUAGE: _LANGUAGE_CODE, CSRF: _CSRF_VALUE}.items():
        value = known.get(name, "")
        if not (isinstance(value, str) and pattern.fullmatch(value)):
            known.pop(name, None)
    return known
