"""Array types of the engine, and the order of candidates."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]  # code points of letters
Patterns = NDArray[np.unsignedinteger[Any]]  # base-3 patterns, uint8 or uint16
Indices = NDArray[np.intp]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Levels = NDArray[np.uint8]


def heaviest_first(indices: Indices, weights: Floats) -> Indices:
    """Return indices by decreasing weight; equal weights keep their order.

    Args:
        indices: Indices of words, intp, (candidates,).
        weights: Weights of all words, float64, (words,).
    """
    return indices[np.argsort(-weights[indices], kind="stable")]
