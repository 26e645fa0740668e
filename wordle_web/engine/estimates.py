"""What guesses will probably need, where a search has not come to them.

The estimate that orders a search, brought to the level of the costs that it did find, so that
searched and estimated figures can stand in one column. Imports `bounds` only.
"""

from collections.abc import Sequence

from wordle_web.engine.search.bounds import Patterns, Weights, above_bound, largest_first


def estimated_guesses(patterns: Patterns, weights: Weights, all_correct: int) -> Weights:
    """Return for each guess how many guesses the answer will probably take, itself included.

    Args:
        patterns: What each candidate would answer to each guess, (candidates, guesses).
        weights: Weights of the candidates, the heaviest first, (candidates,).
        all_correct: The pattern of a guess that is the answer.

    Returns:
        float64, (guesses,).
    """
    size, total = all_correct + 1, weights.sum()
    own = weights @ (patterns == all_correct)
    bounds = 3 * total - largest_first(patterns, weights, size) - own
    estimates: Weights = (bounds + above_bound(patterns, weights, size)) / total
    return estimates


def completed(known: Sequence[float | None], estimates: Weights) -> tuple[float, ...]:
    """Return `known` with its gaps filled by estimates.

    Estimates are shifted by as much as they are off where the figure is known, and never fall
    below the first one, which is that of the best guess.

    >>> import numpy as np
    >>> [round(each, 2) for each in completed([2.5, None, 2.7], np.array([2.4, 2.7, 2.6]))]
    [2.5, 2.8, 2.7]
    >>> completed([None, None], np.array([3.0, 2.9]))
    (3.0, 3.0)
    """
    pairs = list(zip(known, estimates.tolist(), strict=True))
    off = [cost - estimate for cost, estimate in pairs if cost is not None]
    shift = sum(off) / len(off) if off else 0.0
    filled = [estimate + shift if cost is None else cost for cost, estimate in pairs]
    return tuple(max(filled[0], each) for each in filled)
