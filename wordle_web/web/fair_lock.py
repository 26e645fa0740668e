"""Costly work: whose turn it is, and when it ends.

Each process runs one search at a time, and each machine reads one picture: parallel ones would slow
each other and the pages, and a long queue would block every thread. A request ends when it has used
up its processor time or its client has left: `check_deadline` is called between steps that are each
bounded by the size of their input.
"""

import fcntl
import math
import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from socket import MSG_DONTWAIT, MSG_PEEK
from typing import Final

from flask import g, has_request_context, request
from werkzeug.exceptions import RequestEntityTooLarge

MIN_MS: Final = 5.0
STEP_SECONDS: Final = 0.02
LOOK_SECONDS: Final = 0.5  # how often a waiting request checks whether its client is still there
DEADLINE_SECONDS: Final = 5.0  # of a request's own processor time
DOOR, WORK = 0, 1  # bytes of a file, each locked separately


class OverdueError(RequestEntityTooLarge):
    """A request has used up its processor time, or its client has left."""


def allow_processor_time(seconds: float = DEADLINE_SECONDS) -> None:
    """Let this request use that much processor time from here on."""
    g.deadline = time.thread_time() + seconds


def check_deadline(*, looks_at_client: bool = True) -> None:
    """End a request that has used up its processor time, or whose client has left.

    A client that has closed its sending side counts as gone, as it does for proxies; so only
    requests that have waited or worked for long are checked for that.

    Raises:
        OverdueError: it has; never outside a request.
    """
    if not has_request_context():
        return
    if time.thread_time() > g.get("deadline", math.inf):
        raise OverdueError
    if not looks_at_client:
        return
    link = request.environ.get("gunicorn.socket")
    try:
        if link is not None and link.recv(1, MSG_PEEK | MSG_DONTWAIT) == b"":
            raise OverdueError
    except BlockingIOError:
        pass
    except OSError as error:
        raise OverdueError from error


class FairLock:
    """Lets one thread search at a time, and limits how long."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._one = threading.Lock()
        self._counting = threading.Lock()  # `+=` on an attribute is not atomic
        self._waiting = 0

    def __enter__(self) -> None:
        """Wait for the lock, and release it if the request has to end by then.

        Raises:
            OverdueError: the request has used up its time.
        """
        self._count(1)
        self._one.acquire()
        try:
            check_deadline(looks_at_client=False)
        except OverdueError:
            self.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        """Let the next one in."""
        self._one.release()
        self._count(-1)

    @contextmanager
    def share_of(self, budget_ms: float) -> Iterator[float]:
        """Wait until it is free, then yield the ms to search: those waiting share the budget."""
        with self:
            yield max(MIN_MS, budget_ms / self._waiting)

    def _count(self, step: int) -> None:
        with self._counting:
            self._waiting += step


SEARCH_LOCK: Final = FairLock()


class BusyError(RuntimeError):
    """Too many requests wait for the same lock."""


@dataclass(slots=True, eq=False)
class _Turn:
    client: str
    is_working: bool = False


class MachineLock:
    """Lets a few threads of a process work at a time, in turns by client.

    Once it is open, one process of the machine works at a time, by a lock on an unnamed file that
    the server's processes inherit. The system frees it when a process dies.
    """

    def __init__(self, most: int, most_of_one: int, *, places: int = 1, newcomers: int = 0) -> None:
        """Start free.

        Args:
            most: How many threads of a process may work or wait.
            most_of_one: How many of them for one client, so that others have room.
            places: How many of them work at a time.
            newcomers: How many more for clients without a turn.
        """
        self._most, self._most_of_one = most, most_of_one
        self._places, self._newcomers = places, newcomers
        self._changed = threading.Condition()
        self._queue: list[_Turn] = []  # working or waiting, oldest first
        self._begun: dict[str, int] = {}  # number of the latest turn of each client in the queue
        self._turns = 0
        self._file: int | None = None  # a descriptor, open as long as the process

    def open(self) -> None:
        """Share the lock with processes forked from here on.

        If no file can be made, each process has its own lock.
        """
        if self._file is None:
            with suppress(OSError), tempfile.TemporaryFile() as file:
                self._file = os.dup(file.fileno())

    @contextmanager
    def turn(self, client: str, patience_seconds: float) -> Iterator[None]:
        """Wait for a place, and hold it; clients take turns, one place at a time each.

        Raises:
            BusyError: no place was free in time, or too many wait.
            OverdueError: the client has left.
        """
        end, mine = time.monotonic() + patience_seconds, _Turn(client)
        with self._changed:
            of_client = sum(each.client == client for each in self._queue)
            most = self._most + (0 if of_client else self._newcomers)
            if len(self._queue) >= most or of_client >= self._most_of_one:
                raise BusyError
            self._queue.append(mine)
        try:
            with self._changed:
                while self._next() is not mine:
                    if not self._changed.wait(min(LOOK_SECONDS, end - time.monotonic())):
                        if time.monotonic() >= end:
                            raise BusyError
                        check_deadline()
                mine.is_working = True
                self._turns += 1
                self._begun[client] = self._turns
                self._changed.notify_all()
            with ExitStack() as work:
                # The process that holds the door is next. Otherwise the process that has just left
                # would take the lock again at once, and never let another in.
                with self._locked_byte(DOOR, end):
                    work.enter_context(self._locked_byte(WORK, end))
                yield
        finally:
            with self._changed:
                self._queue.remove(mine)
                if not any(each.client == client for each in self._queue):
                    self._begun.pop(client, None)
                self._changed.notify_all()

    def _next(self) -> "_Turn | None":
        working = {each.client for each in self._queue if each.is_working}
        if len(working) >= self._places:
            return None
        ready = (each for each in self._queue if each.client not in working)
        return min(ready, key=lambda each: self._begun.get(each.client, 0), default=None)

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
