"""Locks and deadlines for costly requests.

`Turns` schedules the costly requests, or the uploads, of a process: a few run at a time, at most
one per network, and the others wait in their threads. `SEARCH_LOCK` lets one search run at a time,
because searches have a time limit and would take time from each other.

A request is stopped when it has used up its CPU time or its client has disconnected. For this,
`check_deadline` is called between steps whose work is bounded by the size of the input.
"""

import math
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from socket import MSG_DONTWAIT, MSG_PEEK
from typing import Final

from flask import g, has_request_context, request
from werkzeug.exceptions import RequestEntityTooLarge, ServiceUnavailable

LOOK_SECONDS: Final = 0.2  # how often a waiting request checks whether its client is still there
RETRY_SECONDS: Final = 5  # value of Retry-After
DEADLINE_SECONDS: Final = 5.0  # CPU time of the request's own thread
MIN_SEARCH_MS: Final = 5.0  # for a search, however many requests wait


class OverdueError(RequestEntityTooLarge):
    """Raised if a request has used up its CPU time, or its client has disconnected."""


class CrowdedError(ServiceUnavailable):
    """Raised if too many requests wait in this process."""

    def __init__(self) -> None:
        """Set the header Retry-After."""
        super().__init__(retry_after=RETRY_SECONDS)


def allow_cpu_time(seconds: float = DEADLINE_SECONDS) -> None:
    """Limit the CPU time of this request, from now on."""
    g.deadline = time.thread_time() + seconds


def check_deadline(*, looks_at_client: bool = True) -> None:
    """Stop a request that has used up its CPU time, or whose client has disconnected.

    A client that has closed only its sending side counts as disconnected, too; proxies treat it the
    same way. Since such a client may still be reading, only long requests are checked. Without
    `looks_at_client`, only the time is checked. Outside a request, nothing happens.

    Raises:
        OverdueError: the time is used up, or the client has disconnected.
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


class Turns:
    """A queue of requests: a few compute, at most one per network, and the others wait.

    Networks take turns. If the queue is full and a network with few requests needs a place, the
    newest request of the network with the most requests is refused.
    """

    def __init__(self, most: int, places: int) -> None:
        """Let `places` requests compute at a time, and at most `most` compute or wait."""
        self._most, self._places = most, places
        self._lock = threading.Lock()
        self._computing: dict[str, threading.Event] = {}
        # Waiting requests by network, in the order of turns. Setting an event wakes its request: it
        # starts if it is in `_computing`, and is refused otherwise.
        self._waiting: dict[str, list[threading.Event]] = {}

    @contextmanager
    def turn(self, network: str) -> Iterator[int]:
        """Wait for a turn and hold it; yield the number by which to divide the search time.

        It is the number of networks with requests or the number of requests of this network,
        whichever is larger. Waiting requests count, too.

        Raises:
            CrowdedError: the queue is full, or a request of another network took the place.
            OverdueError: the client left while its request waited.
        """
        mine = threading.Event()
        with self._lock:
            self._make_room(network)
            self._waiting.setdefault(network, []).append(mine)
            self._call()
        try:
            if not mine.is_set():
                while not mine.wait(LOOK_SECONDS):
                    check_deadline()
                check_deadline()
            with self._lock:
                if self._computing.get(network) is not mine:
                    raise CrowdedError
                counts = self._counts()
            yield max(counts[network], len(counts))
        finally:
            with self._lock:
                if self._computing.get(network) is mine:
                    del self._computing[network]
                    if events := self._waiting.pop(network, None):
                        self._waiting[network] = events  # at the end of the queue
                elif mine in self._waiting.get(network, ()):
                    self._remove(network, mine)
                self._call()

    def _counts(self) -> Counter[str]:
        waiting = {network: len(events) for network, events in self._waiting.items()}
        return Counter(self._computing.keys()) + Counter(waiting)

    def _make_room(self, network: str) -> None:
        counts = self._counts()
        if counts.total() < self._most:
            return
        largest, count = counts.most_common(1)[0]
        if count <= counts[network] + 1:
            raise CrowdedError
        newest = self._waiting[largest][-1]
        self._remove(largest, newest)
        newest.set()

    def _remove(self, network: str, event: threading.Event) -> None:
        self._waiting[network].remove(event)
        if not self._waiting[network]:
            del self._waiting[network]

    def _call(self) -> None:
        for network in list(self._waiting):
            if len(self._computing) < self._places and network not in self._computing:
                self._computing[network] = event = self._waiting[network][0]
                self._remove(network, event)
                event.set()


class SearchLock:
    """A lock that, once acquired, checks the request's deadline."""

    def __init__(self) -> None:
        """Create a free lock."""
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
    """Hold the search lock, and yield the ms for a search: `budget_ms`, or less if others wait."""
    with SEARCH_LOCK:
        crowd = g.get("crowd", 1) if has_request_context() else 1
        yield max(MIN_SEARCH_MS, budget_ms / crowd)
