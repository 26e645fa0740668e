"""Array types of the engine, and arithmetic that gives the same result on every processor.

Depending on the processor, NumPy adds in a different order, computes logarithms that differ in the
last bit, and partitions equal values differently. Guesses must not depend on that, so the engine
prepares values with these functions before it compares them: `summable` makes sums of weights
exact, `log2` rounds logarithms, and `least` breaks ties. The engine uses only stable sorts, and no
matrix products with inexact sums.
"""

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]  # code points of letters
Patterns = NDArray[np.unsignedinteger[Any]]  # base-3 patterns, uint8 or uint16
Indices = NDArray[np.intp]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Levels = NDArray[np.uint8]

MANTISSA_BITS: Final = 53  # of a float64
DIGITS: Final = 9  # decimal places to which costs, in guesses, are rounded for comparison
LOG_SCALE: Final = 2.0**32  # logarithms are rounded to multiples of its inverse, about 2e-10


def heaviest_first(indices: Indices, weights: Floats) -> Indices:
    """Return indices sorted by decreasing weight; equal weights keep their order.

    `indices` of words are intp, (candidates,); `weights` of all words are float64, (words,).
    """
    return indices[np.argsort(-weights[indices], kind="stable")]


def least(costs: Floats, count: int, *ties: Floats | Flags) -> Flags:
    """Return a mask of the `count` lowest costs, bool, (costs,); of all if there are fewer.

    Ties are broken by the first of `ties` in ascending order, then by the next, then by position,
    so the choice does not depend on the processor. Costs must be exact or rounded, so that costs
    equal in theory are equal.
    """
    if count >= len(costs):
        return np.ones(len(costs), dtype=bool)
    last = np.partition(costs, count - 1)[count - 1]
    chosen: Flags = costs < last
    equal = np.flatnonzero(costs == last)
    room = count - np.count_nonzero(chosen)
    if ties and room < len(equal):
        equal = equal[np.lexsort([tie[equal] for tie in reversed(ties)])]
    chosen[equal[:room]] = True
    return chosen


def summable(values: Floats, limit: float) -> Floats:
    """Return values rounded so that their sums are exact in any order of addition.

    Values are at least 0; `limit` is the largest sum that will be computed from them.

    >>> tenths = summable(np.full(10, 0.1), 1.0)
    >>> bool(tenths.sum() == 10 * tenths[0])
    True
    """
    step = math.ldexp(1.0, math.frexp(limit)[1] - MANTISSA_BITS)
    rounded: Floats = np.rint(values / step) * step
    return rounded


def log2(values: Any) -> Floats:
    """Return logarithms to base 2, rounded to multiples of 2^-32, float64.

    >>> log2([1, 2, 1024]).tolist()
    [0.0, 1.0, 10.0]
    """
    logs: Floats = np.asarray(np.log2(values))
    logs *= LOG_SCALE
    np.rint(logs, out=logs)
    logs *= 1 / LOG_SCALE
    return logs
