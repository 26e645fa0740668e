"""The rating of a game as it is kept with its record: two bytes for luck, and two a guess.

Nothing is rounded: figures are hundredths of a guess, as the engine gives them.
"""

import math
import struct
from dataclasses import dataclass
from typing import Final, NamedTuple

from wordle_web.engine.rating import KINDS, GameRating, GuessKind

UNITS: Final = 100  # a guess
_COST_BITS: Final = 12  # above them a bit for an estimate, then three for the kind


class KeptGuess(NamedTuple):
    """What is kept of the rating of a guess."""

    kind: GuessKind
    cost: float  # guesses
    is_estimate: bool


@dataclass(frozen=True, slots=True)
class KeptRating:
    """What is kept of the rating of a game."""

    guesses: tuple[KeptGuess, ...]
    luck: float  # guesses; below 0 is good luck

    @property
    def cost(self) -> float:
        """What the guesses cost."""
        return round(math.fsum(guess.cost for guess in self.guesses), 2)


def rating_size(guesses: int) -> int:
    """Return the bytes of a rating of so many guesses."""
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


def unpack_rating(packed: bytes) -> KeptRating:
    """Return the rating of a game from its bytes."""
    luck, *words = struct.unpack(f">h{len(packed) // 2 - 1}H", packed)
    return KeptRating(
        guesses=tuple(
            KeptGuess(
                KINDS[word >> _COST_BITS + 1],
                (word & (1 << _COST_BITS) - 1) / UNITS,
                bool(word >> _COST_BITS & 1),
            )
            for word in words
        ),
        luck=luck / UNITS,
    )
