"""The stored rating of a game: two bytes for luck, and two per guess.

Nothing is rounded: figures are hundredths of a guess, as in the engine.
"""

import math
import struct
from dataclasses import dataclass
from typing import Final, NamedTuple

from wordle_web.engine.rating import KINDS, GameRating, GuessKind

UNITS: Final = 100  # units per guess
# The lowest bits of a guess are its cost; the next bit marks an estimate, and three more bits are
# the kind.
_COST_BITS: Final = 12


class StoredGuess(NamedTuple):
    """The part of a guess's rating that is stored."""

    kind: GuessKind
    cost: float  # in guesses
    is_estimate: bool  # whether the cost is an estimate


@dataclass(frozen=True, slots=True)
class StoredRating:
    """The part of a game's rating that is stored."""

    guesses: tuple[StoredGuess, ...]
    luck: float  # in guesses; negative is good luck

    @property
    def cost(self) -> float:
        """The total cost of all guesses, in guesses."""
        return round(math.fsum(guess.cost for guess in self.guesses), 2)


def rating_size(guesses: int) -> int:
    """Return the size, in bytes, of the rating of a game with this number of guesses."""
    return 2 + 2 * guesses


def pack_rating(rating: GameRating) -> bytes:
    """Return the rating of a game as bytes."""
    words = [
        KINDS.index(guess.kind) << _COST_BITS + 1
        | guess.is_estimate << _COST_BITS
        | round(UNITS * guess.cost)
        for guess in rating.guesses
    ]
    return struct.pack(f">h{len(words)}H", round(UNITS * rating.luck), *words)


def unpack_rating(packed: bytes) -> StoredRating:
    """Return the rating of a game from its bytes."""
    luck, *words = struct.unpack(f">h{len(packed) // 2 - 1}H", packed)
    return StoredRating(
        guesses=tuple(
            StoredGuess(
                KINDS[word >> _COST_BITS + 1],
                (word & (1 << _COST_BITS) - 1) / UNITS,
                bool(word >> _COST_BITS & 1),
            )
            for word in words
        ),
        luck=luck / UNITS,
    )
