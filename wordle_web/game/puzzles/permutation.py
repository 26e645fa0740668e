"""A keyed permutation of the numbers below any size, the same on every machine and version.

A balanced Feistel network over 16 bits, with rounds keyed by HMAC-SHA-256, is applied repeatedly
until the value is below the size (cycle walking), so each number comes exactly once.

Source: J. Black and P. Rogaway, "Ciphers with Arbitrary Finite Domains" (CT-RSA 2002), for
cycle walking; the number of rounds is that of FF1 in NIST SP 800-38G.
"""

import hmac
from functools import lru_cache

DOMAIN = 1 << 16
HALF_BITS = 8
HALF_MASK = 0xFF
ROUNDS = 10
DIGEST_BYTES = 32


def permuted(index: int, size: int, key: bytes) -> int:
    """Return the image of `index` in the permutation of 0 to `size` - 1 selected by `key`.

    >>> sorted(permuted(index, 5, b"key") for index in range(5))
    [0, 1, 2, 3, 4]

    Raises:
        ValueError: `size` is not from 1 to 65,536, or `index` is not below it.
    """
    if not 0 <= index < size <= DOMAIN:
        raise ValueError(f"no place {index} in a permutation of {size} (at most {DOMAIN})")
    rounds = _rounds(key)
    value = _shuffled(index, rounds)
    while value >= size:
        value = _shuffled(value, rounds)
    return value


# 32 of 3 kB: 0.1 MB at most.
@lru_cache(maxsize=32)
def _rounds(key: bytes) -> tuple[bytes, ...]:
    """Return the keyed function of each round as a table of 256 bytes.

    Small sizes need thousands of steps of cycle walking; the table makes each of them cheap.
    """
    blocks = range((HALF_MASK + 1) // DIGEST_BYTES)
    return tuple(
        b"".join(hmac.digest(key, bytes((number, block)), "sha256") for block in blocks)
        for number in range(ROUNDS)
    )


def _shuffled(value: int, rounds: tuple[bytes, ...]) -> int:
    left, right = value >> HALF_BITS, value & HALF_MASK
    for keyed in rounds:
        left, right = right, left ^ keyed[right]
    return left << HALF_BITS | right
