"""Time limits for searches. Nothing else in the engine reads a clock."""

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Final

Stopwatch = Callable[[], float]  # returns seconds since an arbitrary start

seconds: Final[Stopwatch] = perf_counter
# CPU time of this thread, so the load of the machine does not matter.
thread_seconds: Final[Stopwatch] = thread_time


def deadline(milliseconds: float, clock: Stopwatch = seconds) -> Callable[[], bool]:
    """Return a function that returns whether `milliseconds` from now have passed."""
    end = clock() + milliseconds / 1000
    return lambda: clock() >= end
