"""Locks and deadlines for costly requests.

`Turns` says which costly requests of a process compute: a few at a time, one of each network. The
others wait, each in a thread of its own. `SEARCH_LOCK` lets one search run at a time, because
searches stop by the clock and would shorten each other.

A request ends when it has used up its processor time or its client has left: `check_deadline` is
called between steps that are each bounded by the size of their input.
"""

import itertools
import math
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from socket import MSG_DONTWAIT, MSG_PEEK
from typing import Final

from flask import g, has_request_context, request
from werkzeug.exceptions import RequestEntityTooLarge, ServiceUnavailable

LOOK_SECONDS: Final = 0.2  # how often a waiting request checks whether its client is still there
RETRY_SECONDS: Final = 5
DEADLINE_SECONDS: Final = 5.0  # of a request's own processor time
MIN_SEARCH_MS: Final = 5.0


class OverdueError(RequestEntityTooLarge):
    """A request has used up its processor time, or its client has left."""


class CrowdedError(ServiceUnavailable):
    """Too many costly requests wait in this process."""

    def __init__(self) -> None:
        """Say when to try again."""
        super().__init__(retry_after=RETRY_SECONDS)


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


@dataclass(slots=True, eq=False)
class Turn:
    """A costly request that waits or computes."""

    network: str
    is_computing: bool = False
    # Set when the request may compute, or has to give up its place.
    called: threading.Event = field(default_factory=threading.Event)


class Turns:
    """The costly requests of a process: which of them compute, and which wait.

    Networks take turns, and each has one request computing at a time. When the queue is full, the
    network with the most requests loses its newest one to a network with fewer.
    """

    def __init__(self, most: int, places: int) -> None:
        """Start empty.

        Args:
            most: How many requests may wait or compute.
            places: How many of them compute at a time.
        """
        self._most, self._places = most, places
        self._lock = threading.Lock()
        self._queue: list[Turn] = []  # oldest first
        self._latest: dict[str, int] = {}  # number of the latest turn of each network in the queue
        self._numbers = itertools.count(1)

    @contextmanager
    def turn(self, network: str) -> Iterator[int]:
        """Wait for a turn and hold it; yield how many requests should share the time of a search.

        Raises:
            CrowdedError: the queue is full.
            OverdueError: the client left while its request waited.
        """
        mine = Turn(network)
        with self._lock:
            self._make_room(network)
            self._queue.append(mine)
            self._call_next()
        try:
            if not mine.called.is_set():
                while not mine.called.wait(LOOK_SECONDS):
                    check_deadline()
                check_deadline()
            if not mine.is_computing:
                raise CrowdedError
            with self._lock:
                networks = Counter(turn.network for turn in self._queue)
            yield max(networks[network], len(networks))
        finally:
            with self._lock:
                if mine in self._queue:
                    self._queue.remove(mine)
                self._call_next()

    def _make_room(self, network: str) -> None:
        if len(self._queue) < self._most:
            return
        counts = Counter(turn.network for turn in self._queue)
        largest, count = counts.most_common(1)[0]
        if count <= counts[network] + 1:
            raise CrowdedError
        newest = next(turn for turn in reversed(self._queue) if turn.network == largest)
        self._queue.remove(newest)
        newest.called.set()

    def _call_next(self) -> None:
        networks = {turn.network for turn in self._queue}
        self._latest = {name: self._latest.get(name, 0) for name in networks}
        computing = {turn.network for turn in self._queue if turn.is_computing}
        while len(computing) < self._places:
            waiting = [turn for turn in self._queue if turn.network not in computing]
            if not waiting:
                return
            # The oldest request of the network whose latest turn is longest ago.
            following = min(waiting, key=lambda turn: self._latest[turn.network])
            following.is_computing = True
            following.called.set()
            computing.add(following.network)
            self._latest[following.network] = next(self._numbers)


class SearchLock:
    """A lock that also checks the request's deadline each time it is acquired."""

    def __init__(self) -> None:
        """Start free."""
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        """Wait for the lock.

        Raises:
            OverdueError: the request has used up its time.
        """
        self._lock.acquire()
        try:
            check_deadline(looks_at_client=False)
        except OverdueError:
            self._lock.release()
            raise

    def __exit__(self, *error: object) -> None:
        """Release the lock."""
        self._lock.release()


SEARCH_LOCK: Final = SearchLock()


@contextmanager
def search_time(budget_ms: float) -> Iterator[float]:
    """Hold the search lock, and yield the ms to search: less while others wait for their turn."""
    with SEARCH_LOCK:
        crowd = g.get("crowd", 1) if has_request_context() else 1
        yield max(MIN_SEARCH_MS, budget_ms / crowd)
