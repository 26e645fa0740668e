"""The cookie with the past and possible answers that a player saved for a game elsewhere.

The cookie is signed, and contains packed lists by the name of their lexicon; the list saved last is
at the end. If the cookie is full, its first list is evicted. The history has a cookie of its own,
so lists never take space from it.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from flask import current_app, request
from itsdangerous import BadSignature, Signer
from werkzeug.wrappers import Response

from wordle_web.game.codecs import from_base64url, to_base64url
from wordle_web.web.http.cookies import LISTS_SUFFIX, expire_cookie, own_names, set_cookie

MAX_LISTS_BYTES: Final = 2800  # size of the whole cookie, including its name
MAX_LISTS: Final = 32  # lists in a cookie; further lists are not read
SALT: Final = "past answers"

Packed = dict[str, bytes]  # packed lists by lexicon; the list saved last is at the end


def read_lists() -> Packed:
    """Return the lists in the request's cookies, without damaged cookies."""
    packed: Packed = {}
    for name in reversed(_names()):
        for value in request.cookies.getlist(name):
            with suppress(BadSignature, ValueError):
                packed |= _read(value)
    return packed


def write_lists(response: Response, packed: Packed) -> tuple[str, ...]:
    """Set the cookie of `response`, and return the names of the lists that did not fit.

    These lists are deleted from `packed`.
    """
    (name, *earlier), dropped = _names(), []
    while len(name) + 1 + len(_written(packed)) > MAX_LISTS_BYTES:
        newest = next(reversed(packed))
        # A list that is too long by itself is not stored, since it would evict all others.
        is_too_long = len(name) + 1 + len(_written({newest: packed[newest]})) > MAX_LISTS_BYTES
        oldest = newest if is_too_long else next(iter(packed))
        dropped.append(oldest)
        del packed[oldest]
    if packed:
        set_cookie(response, name, _written(packed))
    for unused in (*earlier, *([] if packed else [name])):
        if unused in request.cookies:
            expire_cookie(response, unused)
    return tuple(dropped)


def _names() -> list[str]:
    return [f"{name}{LISTS_SUFFIX}" for name in own_names()]


def _signer() -> Signer:
    config = current_app.config
    keys = [*config["SECRET_KEY_FALLBACKS"], config["SECRET_KEY"]]  # the newest last
    return Signer(keys, salt=SALT, key_derivation="hmac")


def _read(value: str) -> Packed:
    """Return the lists in a cookie; none if it is too long.

    Raises:
        BadSignature: this site has not signed it.
        ValueError: it is damaged.
    """
    packed: Packed = {}
    if len(value) > MAX_LISTS_BYTES:
        return packed
    text = _signer().unsign(value)
    data = from_base64url(text.decode("ascii", "replace")) or b""
    start = 0
    # Format of a list: length of the name (a byte), name, length of the list (two bytes), list.
    while start < len(data) and len(packed) < MAX_LISTS:
        end = start + 1 + data[start]
        size = int.from_bytes(data[end : end + 2], "big")
        packed[data[start + 1 : end].decode()] = data[end + 2 : end + 2 + size]
        start = end + 2 + size
    return packed


def _written(packed: Mapping[str, bytes]) -> str:
    data = b"".join(
        bytes([len(name.encode())]) + name.encode() + len(words).to_bytes(2, "big") + words
        for name, words in packed.items()
    )
    return _signer().sign(to_base64url(data)).decode()
