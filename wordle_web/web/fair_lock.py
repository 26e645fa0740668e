"""A lock for one search at a time in each process, with less time for each if more are waiting.

Parallel searches would slow each other and the pages, and a long queue would block every thread.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MIN_MS: Final = 5.0


class FairLock:
    """Lets one thread search at a time, and says for how long."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._one = threading.Lock()
        self._counting = threading.Lock()  # `+=` on an attribute is not atomic
        self._waiting = 0

    def __enter__(self) -> None:
        """Wait until the lock is free, for work without a deadline."""
        self._count(1)
        self._one.acquire()

    def __exit__(self, *error: object) -> None:
        """Let the next one in."""
        self._one.release()
        self._count(-1)

    @contextmanager
    def share_of(self, budget_ms: float) -> Iterator[float]:
        """Wait until it is free, then yield the ms to search: the budget shared by those waiting.

        >>> with FairLock().share_of(90.0) as ms:
        ...     ms
        90.0
        """
        with self:
            yield max(MIN_MS, budget_ms / self._waiting)

    def _count(self, step: int) -> None:
        with self._counting:
            self._waiting += step


SEARCH_LOCK: Final = FairLock()
