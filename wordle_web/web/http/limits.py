"""Rate limits by CPU time, which is charged to a client's network after each request.

The cost of a request is the CPU time of its thread, because a thread handles one request at a time.
A network that has spent its budget is refused until its minute is over; games may exceed the
budget. The cost of a request is unknown until it ends, so a network could start many expensive
requests at once. Views decorated with `costly` therefore wait for a turn (`web/turns.py`).

Counts are inexact on purpose: concurrent requests may together exceed the budget, and a process
forgets the oldest networks if there are too many.
"""

import functools
import ipaddress
import math
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from flask import Flask, current_app, g, request
from werkzeug.exceptions import TooManyRequests

from wordle_web.config.settings import Settings
from wordle_web.web.turns import Turns, allow_cpu_time

if TYPE_CHECKING:
    from wordle_web.web.http.shared_store import SharedStore

# Blueprints of games and of their start pages, which may exceed the budget by half.
PLAY: Final = frozenset({"boards", "new_game", "play", "today"})
PLAY_SHARE: Final = 1.5
SECONDS: Final = 60  # the length of a network's minute
MAX_NETWORKS: Final = 20_000  # networks in the memory of a process, 5 MB
NETWORK_BITS: Final = 64  # an IPv6 client usually has a whole network of this size
MAX_ADDRESS: Final = 45  # characters of the longest IP address; a longer text is cut
TURNS: Final = "wordle_web.turns"  # the key in `app.extensions`
# Number of costly requests that a process computes at a time. With two, short requests of one
# network do not wait for a long request of another.
PLACES: Final = 2
# Larger bodies are uploads. Only `UPLOADS` of them, of up to 8 MB each, are in memory at a time.
UPLOAD_BYTES: Final = 64 * 1024
UPLOADS: Final = 3

P = ParamSpec("P")
R = TypeVar("R")


class Accounts:
    """The CPU time that each network has spent in its current minute."""

    def __init__(self, store: "SharedStore | None" = None) -> None:
        """Count in `store` while it answers; without a store or an answer, in this process."""
        self._store = store
        self._lock = threading.Lock()
        # By network, oldest first: the ms spent, and the end of the minute (`time.monotonic`).
        self._spent: dict[str, tuple[int, float]] = {}

    def spent(self, network: str) -> tuple[int, float]:
        """Return the ms spent by a network, and the seconds until its minute ends."""
        now = time.monotonic()
        spent, end = self._spent.get(network, (0, now))
        return (spent, end - now) if end > now else (0, SECONDS)

    def charge(self, network: str, milliseconds: int) -> None:
        """Add CPU time to a network's account."""
        shared = self._store and self._store.charge(network, milliseconds, SECONDS)
        with self._lock:
            spent, seconds = self.spent(network)
            if not spent:
                # This keeps the dictionary sorted by the start of the minute.
                self._spent.pop(network, None)
            spent, seconds = shared or (spent + milliseconds, seconds)
            self._spent[network] = spent, time.monotonic() + seconds
            if len(self._spent) > MAX_NETWORKS:
                del self._spent[next(iter(self._spent))]


def costly(at_least: int = 0) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a view as expensive: its requests wait for a turn, one at a time per network.

    Args:
        at_least: Requests with fewer bytes in query and body do not count as expensive.
    """

    def declare(view: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(view)
        def in_turn(*args: P.args, **kwargs: P.kwargs) -> R:
            if len(request.query_string) + (request.content_length or 0) < at_least:
                return view(*args, **kwargs)
            # The body is read first, so that a slow client does not hold the turn.
            request.get_data(parse_form_data=True)
            with current_app.extensions[TURNS].turn(client_network()) as g.crowd:
                return view(*args, **kwargs)

        return in_turn

    return declare


def init_app(app: Flask, settings: Settings) -> None:
    """Limit the CPU time of every request to `app` and, unless turned off, of every network."""
    app.before_request(allow_cpu_time)
    _warn_of_proxy(app, settings.proxy_hops)
    if settings.rate_limits:
        _charge_networks(app, settings)
    _take_turns(app, settings.threads)


def _take_turns(app: Flask, threads: int) -> None:
    """Let costly requests and uploads use at most seven eighths of the threads.

    The other threads are for games and short pages. With few threads, there is still one for costly
    requests and one for uploads.
    """
    app.extensions[TURNS] = Turns(max(1, threads * 3 // 4), PLACES)
    uploads = Turns(max(1, threads // 8), UPLOADS)

    @app.before_request
    def wait_to_upload() -> None:
        if (request.content_length or 0) > UPLOAD_BYTES:
            g.upload = ExitStack()
            g.upload.enter_context(uploads.turn(client_network()))

    @app.teardown_request
    def end_upload(_error: BaseException | None) -> None:
        if upload := g.pop("upload", None):
            upload.close()


def _warn_of_proxy(app: Flask, hops: int) -> None:
    is_warned = threading.Event()

    @app.before_request
    def warn_of_proxy() -> None:
        if "HTTP_X_FORWARDED_FOR" in request.environ and not hops and not is_warned.is_set():
            is_warned.set()
            app.logger.warning(
                "Received X-Forwarded-For, but WORDLE_WEB_PROXY_HOPS is 0: behind a "
                "proxy, all visitors share one client IP and its rate limits"
            )


def _shared_store(url: str) -> "SharedStore | None":
    if url.startswith("memory:"):
        return None
    from wordle_web.web.http.shared_store import SharedStore  # the import takes 0.1 s

    return SharedStore(url)


def _charge_networks(app: Flask, settings: Settings) -> None:
    accounts = Accounts(_shared_store(settings.rate_limit_storage))

    @app.before_request
    def check_budget() -> None:
        spent, seconds = accounts.spent(client_network())
        share = PLAY_SHARE if request.blueprint in PLAY else 1
        if spent > 1000 * settings.cpu_budget * share:
            # Refusals are not charged, since they would use up the reserve for games.
            raise TooManyRequests(retry_after=math.ceil(seconds) + 1)
        g.began = time.thread_time()

    @app.teardown_request
    def charge(_error: BaseException | None) -> None:
        if "began" in g:  # it was not refused
            now = time.thread_time()
            accounts.charge(client_network(), max(1, round(1000 * (now - g.began))))
            # Flask calls this twice for a streamed response, the second time after its last byte.
            g.began = now


def client_network() -> str:
    """Return the network to charge for a request: an IPv4 address, or an IPv6 /64.

    A client without an IP address, such as a Unix socket, is charged by its address as text.
    """
    address = request.remote_addr or ""
    # Some proxies append the port, which differs between requests: `192.0.2.1:50000`.
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    try:
        whole = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:MAX_ADDRESS]
    if isinstance(whole, ipaddress.IPv4Address):
        return str(whole)
    if whole.ipv4_mapped:
        return str(whole.ipv4_mapped)
    return str(ipaddress.IPv6Network((whole, NETWORK_BITS), strict=False).network_address)
