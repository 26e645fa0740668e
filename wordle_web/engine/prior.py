"""The prior of words that come without one: even over the pools that are in use.

Imports NumPy, and of the engine types only.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from wordle_web.engine.lexicon import Lexicon, Pool

EVEN: Final = "normal"  # the pools that such a prior is even over
SPREAD: Final = 0.01


def even_prior(chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the prior of words of which some are chosen, a little of it spread over all.

    Args:
        chosen: bool, (words,).

    Returns:
        float64, (words,), each from 0 to 1.

    >>> even_prior(np.array([True, False])).tolist()
    [0.995, 0.005]
    """
    prior: NDArray[np.float64] = (1 - SPREAD) * chosen + SPREAD * chosen.mean()
    return prior


def digest_of(codes: NDArray[np.uint32], prior: NDArray[np.float64]) -> str:
    """Return the SHA-256 of words and prior in hexadecimal."""
    return hashlib.sha256(codes.tobytes() + prior.tobytes()).hexdigest()


def with_pools(lexicon: "Lexicon", pools: "tuple[Pool, ...]") -> "Lexicon":
    """Return a lexicon with some of its pools, and nothing in its prior of the others.

    A prior that is not even over the pools came from a file, and stays.
    """
    if pools == lexicon.pools:
        return lexicon
    if not np.array_equal(lexicon.prior, _prior_over(lexicon, lexicon.pools)):
        return replace(lexicon, pools=pools)
    prior = _prior_over(lexicon, pools)
    return replace(lexicon, pools=pools, prior=prior, digest=digest_of(lexicon.codes, prior))


def _prior_over(lexicon: "Lexicon", pools: "Iterable[Pool]") -> NDArray[np.float64]:
    """Return the prior that is even over the words of pools, float64, (words,), read-only."""
    chosen = np.zeros(len(lexicon), dtype=np.bool_)
    for pool in pools:
        if pool.name == EVEN:
            chosen[pool.positions] = True
    prior = even_prior(chosen)
    prior.setflags(write=False)
    return prior
