"""A lock for one search at a time in each process, with less time for each if more are waiting.

Parallel searches would slow each other and the pages, and a long line would take every thread.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

MIN_MS: Final = 5.0


class FairLock:
    """Lets one thread search at a time, and says for how long."""

    def __init__(self) -> None:
        """Begin with an empty line."""
        self._one = threading.Lock()
        self._counting = threading.Lock()  # `+=` on an attribute is not atomic
        self._in_line = 0

    def __enter__(self) -> None:
        """Wait in line, for work that has no deadline."""
        self._count(1)
        self._one.acquire()

    def __exit__(self, *error: object) -> None:
        """Let the next one in."""
        self._one.release()
        self._count(-1)

    @contextmanager
    def share_of(self, budget_ms: float) -> Iterator[float]:
        """Wait in line, then yield the ms to search: the budget divided by those in line.

        >>> with FairLock().share_of(90.0) as ms:
        ...     ms
        90.0
        """
        with self:
            yield max(MIN_MS, budget_ms / self._in_line)

    def _count(self, step: int) -> None:
        with self._counting:
            self._in_line += step


SEARCH_LOCK: Final = FairLock()
