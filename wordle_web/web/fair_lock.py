"""Locks for costly work: one search at a time in each process, one picture on each machine.

Parallel searches would slow each other and the pages, and a long queue would block every thread.
"""

import fcntl
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

MIN_MS: Final = 5.0
STEP_SECONDS: Final = 0.02
DOOR, WORK = 0, 1  # bytes of a file, each with a lock of its own


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
    """Lets one process of this machine work at a time, and one thread of it, in turns by client.

    A lock on a file without a name, which the processes of a server inherit. The system frees it
    when a process dies.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        """Start free.

        Args:
            most: How many threads of a process may have it or wait for it.
            most_of_one: How many of them for one client, so that a crowd of one leaves places free.
        """
        self._most, self._most_of_one = most, most_of_one
        self._changed = threading.Condition()
        self._queue: list[tuple[str, object]] = []  # clients who have it or wait, the first first
        self._holder: tuple[str, object] | None = None
        self._last = ""  # the client who had it last
        self._file: int | None = None  # a descriptor, open as long as the process

    def open(self) -> None:
        """Share the lock with the processes that are forked from here on.

        Where no file can be made, each process has a lock of its own.
        """
        if self._file is None:
            with suppress(OSError), tempfile.TemporaryFile() as file:
                self._file = os.dup(file.fileno())

    @contextmanager
    def turn(self, client: str, patience_seconds: float) -> Iterator[None]:
        """Wait for the lock, and hold it; clients have it in turns.

        Raises:
            BusyError: it does not become free in time, or too many wait.
        """
        end, place = time.monotonic() + patience_seconds, (client, object())
        with self._changed:
            of_client = sum(each == client for each, _ in self._queue)
            if len(self._queue) >= self._most or of_client >= self._most_of_one:
                raise BusyError
            self._queue.append(place)
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._next() is place, patience_seconds):
                    raise BusyError
                self._holder = place
            with ExitStack() as work:
                # Who stands at the door is next. Otherwise the process that has just left would be
                # in again at once, and never let in another.
                with self._locked_byte(DOOR, end):
                    work.enter_context(self._locked_byte(WORK, end))
                yield
        finally:
            with self._changed:
                self._queue.remove(place)
                if self._holder is place:
                    self._holder, self._last = None, client
                self._changed.notify_all()

    def _next(self) -> tuple[str, object] | None:
        if self._holder:
            return None
        others = (each for each in self._queue if each[0] != self._last)
        return next(others, self._queue[0])

    @contextmanager
    def _locked_byte(self, byte: int, end: float) -> Iterator[None]:
        while self._file is not None:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise BusyError from error
                time.sleep(STEP_SECONDS)
        try:
            yield
        finally:
            if self._file is not None:
                fcntl.lockf(self._file, fcntl.LOCK_UN, 1, byte)
