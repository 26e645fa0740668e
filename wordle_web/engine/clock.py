"""Time limits of searches. Nothing else in the engine reads a clock."""

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Final

Stopwatch = Callable[[], float]  # returns seconds from any start

seconds: Final[Stopwatch] = perf_counter
thread_seconds: Final[Stopwatch] = thread_time  # of this thread, whatever the load of the machine


def deadline(milliseconds: float, clock: Stopwatch = seconds) -> Callable[[], bool]:
    """Return a function that tells whether `milliseconds` from now have passed."""
    end = clock() + milliseconds / 1000
    return lambda: clock() >= end
