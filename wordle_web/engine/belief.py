"""What is believed of the answer before the first turn: a weight for every allowed word.

Imports the engine's lexicon only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.lexicon import Lexicon

USED_WEIGHT: Final = 0.1  # a word that the other game has had: rarely, but some games repeat
LIKELY: Final = 0.1  # the probability from which a word counts as a likely answer


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How much each word is believed to be the answer.

    Attributes:
        name: "real" for the prior, else the name of a pool of this site.
        weights: From 0, not normalised; 0 where a word cannot be the answer. float64, (words,).
        likely: Which words count as likely ones, bool, (words,).
        used: The words whose weight was lowered, sorted.
    """

    name: str
    weights: NDArray[np.float64]
    likely: NDArray[np.bool_]
    used: tuple[str, ...] = ()


def belief_of(lexicon: Lexicon, mode: str = "real", used: Iterable[str] = ()) -> Belief:
    """Return the belief of a mode of the helper.

    Args:
        lexicon: The words.
        mode: "real" believes the prior: a game elsewhere, whose list nobody publishes. "pool",
            or the name of a pool, believes that pool of this site, evenly.
        used: Words that have been answers elsewhere; each keeps a tenth of its weight.

    Raises:
        LexiconError: There is no such pool.
    """
    if mode == "real":
        weights = lexicon.prior.copy()
    else:
        weights = np.zeros(len(lexicon))
        weights[lexicon.pool("normal" if mode == "pool" else mode).positions] = 1.0
    likely = weights >= LIKELY
    lowered = tuple(sorted(word for word in set(used) if word in lexicon))
    positions = [place for word in lowered if (place := lexicon.position(word)) is not None]
    weights[positions] *= USED_WEIGHT
    weights.setflags(write=False)
    return Belief(mode, weights, likely, lowered)
