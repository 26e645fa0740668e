"""Clocks and time limits for searches; no other module of the engine imports a clock."""

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Final

Stopwatch = Callable[[], float]  # returns seconds since an arbitrary start

seconds: Final[Stopwatch] = perf_counter
# CPU time of the current thread, which does not depend on the load of the machine.
thread_seconds: Final[Stopwatch] = thread_time


def deadline(milliseconds: float, clock: Stopwatch = seconds) -> Callable[[], bool]:
    """Return a function that returns whether `milliseconds` from now have passed."""
    end = clock() + milliseconds / 1000
    return lambda: clock() >= end
