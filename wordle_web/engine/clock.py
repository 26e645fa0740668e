"""Time limits of searches. Nothing else in the engine reads a clock."""

from collections.abc import Callable
from time import perf_counter, thread_time

Stopwatch = Callable[[], float]  # returns seconds


def seconds() -> float:
    """Return the wall-clock time, in seconds from any start."""
    return perf_counter()


def thread_seconds() -> float:
    """Return the processor time of this thread, in seconds, whatever the load of the machine."""
    return thread_time()


def deadline(milliseconds: float, clock: Stopwatch = seconds) -> Callable[[], bool]:
    """Return a function that tells whether so many milliseconds from now have passed."""
    end = clock() + milliseconds / 1000
    return lambda: clock() >= end
