"""The cookie of word lists: what a player knows of other games, apart from the session.

One signed cookie holds all lists, packed, by the names of their lexicons, the one saved last at the
end. When it is full, the list at its start goes. A long list never takes room from games.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Mapping

from flask import current_app, request
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from wordle_web.web.http.sessions import LIFETIME

MAX_BYTES = 3000  # of the cookie, its name included
MAX_LISTS = 32  # in a cookie; more are not read
SUFFIX = "-used"  # after the name of the session's cookie, whose prefix it shares
SALT = "past answers"

Packed = dict[str, bytes]  # the list saved last at the end


def _cookie_name() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}{SUFFIX}"


def _signer() -> Signer:
    config = current_app.config
    keys = [*config["SECRET_KEY_FALLBACKS"], config["SECRET_KEY"]]  # the newest last
    return Signer(keys, salt=SALT, key_derivation="hmac")


def read_lists() -> Packed:
    """Return the lists in the cookie of the request; of a damaged one none."""
    value = request.cookies.get(_cookie_name(), "")
    if not value or len(value) > MAX_BYTES:
        return {}
    try:
        text = _signer().unsign(value)
        return _records(urlsafe_b64decode(text + b"=" * (-len(text) % 4)))
    except (BadSignature, Base64Error, ValueError):
        return {}


def _records(data: bytes) -> Packed:
    # Of each list: the length of its name, the name, the length of the list in two bytes, the list.
    packed: Packed = {}
    start = 0
    while start < len(data) and len(packed) < MAX_LISTS:
        end = start + 1 + data[start]
        size = int.from_bytes(data[end : end + 2], "big")
        packed[data[start + 1 : end].decode()] = data[end + 2 : end + 2 + size]
        start = end + 2 + size
    return packed


def _value(packed: Mapping[str, bytes]) -> str:
    data = b"".join(
        bytes([len(name.encode())]) + name.encode() + len(words).to_bytes(2, "big") + words
        for name, words in packed.items()
    )
    return _signer().sign(urlsafe_b64encode(data).rstrip(b"=")).decode()


def write_lists(response: Response, packed: Packed) -> tuple[str, ...]:
    """Set the cookie of `response`; return the names of the lists for which there was no room."""
    name, config, dropped = _cookie_name(), current_app.config, []
    while len(name) + 1 + len(_value(packed)) > MAX_BYTES:
        newest = next(reversed(packed))
        # A list that is too long by itself takes no other list with it.
        is_too_long = len(name) + 1 + len(_value({newest: packed[newest]})) > MAX_BYTES
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
        response.set_cookie(name, _value(packed), max_age=LIFETIME, **options)
    else:
        response.delete_cookie(name, **options)
    return tuple(dropped)
