"""Names of this site's cookies, and the cookies of a request that have such names.

Browsers store cookies by host name, not by port, and often for years. So the name contains a
fingerprint of the key that signs the cookie, of the format of its contents, and of the mount path.
Sites with another key, format or path use other names, so no cookie that this site cannot read is
overwritten.

If a cookie with this name is unreadable nevertheless, a number is appended:
`wordle_web-0f1e2d3c4b-2`.
"""

import base64
import functools
import zlib
from collections.abc import Collection, Iterable
from itertools import accumulate, count
from typing import Final, NamedTuple

from flask import Request, current_app
from werkzeug.http import dump_cookie
from werkzeug.wrappers import Response

from wordle_web.game.codecs import subkey
from wordle_web.parsing import linear_pattern
from wordle_web.web.http.paths import mount_path

FORMAT: Final = 1  # version of the format of the contents
LIFETIME: Final = 400 * 24 * 60 * 60  # seconds, the longest that browsers keep a cookie
MAX_COOKIE_BYTES: Final = 4093  # including name and attributes
FINGERPRINT_DIGITS: Final = 10
LISTS_SUFFIX: Final = "-used"  # suffix of the cookie with the player's word lists
TABLE_SUFFIX: Final = "-table"  # suffix of the cookie with the table of the player's friends
SUFFIXES: Final = (LISTS_SUFFIX, TABLE_SUFFIX)
MAX_UNPACKED: Final = 16_384  # bytes decompressed to look for the history
HISTORY: Final = "h"  # key of the history in the contents of a session

_REST = linear_pattern(
    rf"-[0-9a-f]{{{FINGERPRINT_DIGITS}}}(-[1-9][0-9]{{0,2}}|{LISTS_SUFFIX}|{TABLE_SUFFIX})?"
)


class SentCookie(NamedTuple):
    """A cookie that the browser has sent."""

    name: str
    value: str


def cookie_name(base: str, key: str | bytes, path: str = "") -> str:
    """Return the name of the cookies that a key signs, on a site mounted at `path`."""
    secret = key if isinstance(key, bytes) else key.encode()
    return f"{base}-{subkey(secret, 'cookie', FORMAT, path).hex()[:FINGERPRINT_DIGITS]}"


def own_names() -> tuple[str, ...]:
    """Return the names of this site's cookies: of the current key, then of the fallback keys."""
    config = current_app.config
    keys = (config["SECRET_KEY"], *config["SECRET_KEY_FALLBACKS"])
    return _names(config["SESSION_COOKIE_NAME"], keys, mount_path())


# Cached, since a page calls this five times, and it computes a digest for each key. An entry takes
# 0.5 kB.
@functools.lru_cache(maxsize=64)
def _names(base: str, keys: tuple[str | bytes, ...], path: str) -> tuple[str, ...]:
    return tuple(cookie_name(base, key, path) for key in keys if key)


def sent_cookies(request: Request) -> tuple[SentCookie, ...]:
    """Return the cookies of this site, and those of other wordle-web sites on this host.

    A name may occur twice, with different paths. Over HTTPS, cookies are bound to the host, so no
    other host can set them.
    """
    base = current_app.config["SESSION_COOKIE_NAME"]
    return tuple(
        SentCookie(name, value)
        for name, value in request.cookies.items(multi=True)
        if name.startswith(base) and _REST.fullmatch(name, len(base))
    )


def own_sessions(sent: Iterable[SentCookie]) -> tuple[SentCookie, ...]:
    """Return the session cookies of this site, the latest first.

    A cookie with a number counts as later than one without a number, which was unreadable when the
    numbered cookie was set. Cookies of the current key count as later than those of fallback
    keys.
    """
    sessions, names = [], own_names()
    for cookie in sent:
        for place, name in enumerate(names):
            number = cookie.name.removeprefix(name)
            if number != cookie.name and number not in SUFFIXES:
                sessions.append((place, int(number or 0), cookie))
    return tuple(cookie for *_, cookie in sorted(sessions, key=lambda item: item[:2]))


def free_name(request: Request, readable: Collection[str]) -> str:
    """Return the first session cookie name that is unused, or whose cookie is in `readable`."""
    primary = own_names()[0]
    for number in count(1):
        name = primary if number == 1 else f"{primary}-{number}"
        if name in readable or name not in request.cookies:
            break
    return name


def may_hold_history(value: str) -> bool:
    """Return whether a session with an unknown signature may contain a history.

    At most `MAX_UNPACKED` bytes are decompressed to look for the key of the history. If that fails,
    the result is True.
    """
    payload = value.rsplit(".", 2)[0]  # before the time and the signature
    try:
        data = base64.urlsafe_b64decode(payload.lstrip(".") + "=" * (-len(payload.lstrip(".")) % 4))
        if payload.startswith("."):
            data = zlib.decompressobj().decompress(data, MAX_UNPACKED)
    except (ValueError, zlib.error):
        return True
    return not data.startswith(b"{") or f'"{HISTORY}":'.encode() in data


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie with the longest lifetime that browsers accept."""
    response.headers.add("Set-Cookie", written(name, value))


def expire_cookie(response: Response, name: str) -> None:
    """Tell the browser to delete a cookie, for every path at which this site may have set it."""
    for path in _paths():
        response.headers.add("Set-Cookie", written(name, "", path, max_age=0))


def written(name: str, value: str, path: str | None = None, max_age: int = LIFETIME) -> str:
    """Return the text of a `Set-Cookie` header, by default for the path of this site.

    It has no expiry date, which would depend on the clock.
    """
    return dump_cookie(
        name,
        value,
        max_age=max_age,
        path=_paths()[-1] if path is None else path,
        secure=current_app.config["SESSION_COOKIE_SECURE"],
        httponly=True,
        samesite="Lax",
        sync_expires=False,
        max_size=0,
    )


def _paths() -> tuple[str, ...]:
    """Return the paths at which this site may have set cookies; the last is the current path.

    Cookies that are bound to the host must have the path `/`. Without HTTPS, they have the path of
    this site, so that browsers don't send them to other apps on the host.
    """
    path = mount_path()
    if current_app.config["SESSION_COOKIE_SECURE"] or not path:
        return ("/",)
    parts = path.strip("/").split("/")
    return ("/", *accumulate(f"/{part}" for part in parts))
