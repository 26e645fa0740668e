"""Keys for single purposes, derived from the daily key or an epoch's key, and what they sign."""

import hmac
from collections.abc import Sequence
from typing import Final

from wordle_web.game.puzzles import base64url

MAC_BYTES: Final = 16


def subkey(key: bytes, *purpose: str | int) -> bytes:
    """Return 32 bytes derived from `key` for one purpose alone (HMAC-SHA-256).

    The parts of a purpose must not contain a line feed, so that no two purposes coincide.
    """
    return hmac.digest(key, "\n".join(map(str, ("wordle-web", *purpose))).encode(), "sha256")


def signed(data: bytes, key: bytes, purpose: str) -> str:
    """Return the URL-safe token of `data` and of 16 bytes that only this site can make."""
    return base64url.encode(data + subkey(key, purpose, data.hex())[:MAC_BYTES])


def read_signed(token: str, keys: Sequence[bytes], purpose: str) -> tuple[bytes, bool]:
    """Return the data in a token, empty in what is none, and whether any of `keys` signed it."""
    whole = base64url.decode(token) or b""
    data, mac = whole[:-MAC_BYTES], whole[-MAC_BYTES:]
    macs = (subkey(key, purpose, data.hex())[:MAC_BYTES] for key in keys)
    return data, any(hmac.compare_digest(each, mac) for each in macs)
