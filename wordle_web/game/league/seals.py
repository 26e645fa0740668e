"""Seals: a few bytes in a shared link that say how a puzzle ended here.

They hold a pseudonym and what only this site can make. The pseudonym is made of six random bytes of
the player's history by a key of this site, so on another site it is another one; nothing in a seal
depends on the answer.
"""

import hmac
from collections.abc import Sequence
from typing import Final

from wordle_web.game.history.history import PSEUDONYM_BYTES
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.subkeys import subkey

MAC_BYTES: Final = 9  # a guess succeeds once in 2^72


def seal(puzzle: str, value: int, source: bytes, key: bytes) -> str:
    """Return the seal of a finished daily game.

    Args:
        puzzle: Its name in a history: `boards/4/daily/12`.
        value: Guesses of all boards together, or 0 for a loss.
        source: The six random bytes of the player's history.
        key: Of the site.
    """
    pseudonym = subkey(key, "pseudonym", source.hex())[:PSEUDONYM_BYTES]
    return base64url.encode(pseudonym + _mac(puzzle, value, pseudonym, key))


def sealed_by(puzzle: str, token: str, value: int, keys: Sequence[bytes]) -> bytes | None:
    """Return the pseudonym in a seal; None unless it was made here for this very result."""
    data = base64url.decode(token)
    if data is None or len(data) != PSEUDONYM_BYTES + MAC_BYTES:
        return None
    pseudonym, mac = data[:PSEUDONYM_BYTES], data[PSEUDONYM_BYTES:]
    is_ours = any(hmac.compare_digest(_mac(puzzle, value, pseudonym, key), mac) for key in keys)
    return pseudonym if is_ours else None


def _mac(puzzle: str, value: int, pseudonym: bytes, key: bytes) -> bytes:
    return subkey(key, "seal", puzzle, value, pseudonym.hex())[:MAC_BYTES]
