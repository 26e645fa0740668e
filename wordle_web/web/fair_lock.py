"""Locks for costly work: one search at a time in each process, one picture on each machine.

Parallel searches would slow each other and the pages, and a long queue would block every thread.
"""

import fcntl
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

MIN_MS: Final = 5.0
STEP_SECONDS: Final = 0.02


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


class BusyError(RuntimeError):
    """Too many others wait for the same."""


class MachineLock:
    """Lets one process of this machine work at a time, and one thread of it.

    A lock on a file without a name, which the processes of a server inherit. The system frees it
    when a process dies.
    """

    def __init__(self, most_waiting: int) -> None:
        """Start free, for so many threads of a process to have it or wait for it."""
        self._places = threading.BoundedSemaphore(most_waiting)
        self._threads = threading.Lock()
        self._file: int | None = None  # a descriptor, open as long as the process

    def open(self) -> None:
        """Share the lock with the processes that are forked from here on.

        Where no file can be made, each process has a lock of its own.
        """
        if self._file is None:
            with suppress(OSError), tempfile.TemporaryFile() as file:
                self._file = os.dup(file.fileno())

    @contextmanager
    def turn(self, patience_seconds: float) -> Iterator[None]:
        """Wait for the lock, and hold it.

        Raises:
            BusyError: it does not become free in time, or too many wait.
        """
        if not self._places.acquire(blocking=False):
            raise BusyError
        try:
            end = time.monotonic() + patience_seconds
            if not self._threads.acquire(timeout=patience_seconds):
                raise BusyError
            try:
                self._lock_file(end)
                try:
                    yield
                finally:
                    self._unlock_file()
            finally:
                self._threads.release()
        finally:
            self._places.release()

    def _lock_file(self, end: float) -> None:
        while self._file is not None:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if time.monotonic() > end:
                    raise BusyError from error
                time.sleep(STEP_SECONDS)
            else:
                return

    def _unlock_file(self) -> None:
        if self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN)
