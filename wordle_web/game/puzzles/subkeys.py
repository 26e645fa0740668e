"""Keys for single purposes, derived from the daily key or an epoch's key."""

import hmac


def subkey(key: bytes, *purpose: str | int) -> bytes:
    """Return 32 bytes derived from `key` for one purpose alone (HMAC-SHA-256).

    The parts of a purpose must not contain a line feed, so that no two purposes coincide.
    """
    return hmac.digest(key, "\n".join(map(str, ("wordle-web", *purpose))).encode(), "sha256")
