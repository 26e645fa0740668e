"""Rate limits by client IP and kind of request.

They stop floods, and are sized for a school behind one IP. If the shared store of counts cannot
be reached, each process counts for itself, and the game goes on. A process keeps 0.3 kB for each IP
and kind of request until its minute is over: 30 MB for 100,000 of them.
"""

import ipaddress
import logging
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import cast

from flask import Flask, Response, request
from limits import RateLimitItem, parse_many
from limits.storage import Storage, storage_from_string

from wordle_web.config.settings import Settings
from wordle_web.web.http.errors import error_answer

UNLIMITED = frozenset({"health.alive", "health.ready"})
COSTLY = frozenset({"absurd", "helper", "api", "analysis", "lab", "watch"})
COSTLY_FORMS = frozenset({"history.restore", "league.read", "screenshot.read", "screenshot.share"})
TOURNAMENTS = frozenset({"lab.run", "lab.run_file"})
NETWORK_BITS = 64  # an IPv6 visitor usually has a whole network of this size
# In seconds: a store that hangs delays visitors briefly, then each process counts alone.
SHORT_WAIT: dict[str, str | int] = {"socket_connect_timeout": 1, "socket_timeout": 1}
ALONE_SECONDS = 30


class RequestCounts:
    """Requests of this process by client, each within a span that begins with the first one.

    The store in memory of `limits` looks through all of its counts a hundred times a second: with
    100,000 clients it took half a processor.
    """

    def __init__(self, seconds: float) -> None:
        """Count within spans of so many seconds."""
        self._seconds = seconds
        self._spans: OrderedDict[str, tuple[float, int]] = OrderedDict()  # end, count; oldest first
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return for how many clients there is a count."""
        return len(self._spans)

    def add(self, client: str, now: float) -> tuple[int, float]:
        """Return how many requests there are with this one, and in how many seconds they expire."""
        with self._lock:
            while self._spans and next(iter(self._spans.values()))[0] <= now:
                self._spans.popitem(last=False)
            end, count = self._spans.get(client, (now + self._seconds, 0))
            self._spans[client] = end, count + 1
        return count + 1, end - now


class Limiter:
    """Counts requests, in a store shared by all processes if there is one that answers."""

    def __init__(self, limits: Mapping[str, str], store: Storage | None = None) -> None:
        """Limit each kind of request by its text: `600/minute`, or several such limits."""
        self._limits = {
            kind: [(limit, RequestCounts(limit.get_expiry())) for limit in parse_many(text)]
            for kind, text in limits.items()
        }
        self._store = store
        self._alone_until = 0.0

    def seconds_to_wait(self, kind: str, client: str) -> float:
        """Count a request; return when its client may come again, 0 unless it is one too many."""
        return max(self._wait(kind, client, *each) for each in self._limits[kind])

    def _wait(self, kind: str, client: str, limit: RateLimitItem, counts: RequestCounts) -> float:
        now = time.monotonic()
        if self._store and now >= self._alone_until:
            key = limit.key_for("wordle-web", kind, client)
            try:
                if self._store.incr(key, limit.get_expiry()) <= limit.amount:
                    return 0
                return max(1, self._store.get_expiry(key) - time.time())
            except Exception as error:  # its library raises what it likes
                self._alone_until = time.monotonic() + ALONE_SECONDS
                logging.getLogger(__name__).warning(
                    "The store of rate limits does not answer (%s): this process counts alone for "
                    "%d seconds",
                    type(error).__name__,
                    ALONE_SECONDS,
                )
        count, seconds = counts.add(client, now)
        return seconds if count > limit.amount else 0


def init_limits(app: Flask, settings: Settings) -> None:
    """Count the requests to `app`, unless that is switched off."""
    if not settings.proxy_hops:
        _warn_of_proxy(app)
    if not settings.rate_limits:
        return
    limits = {
        "pages": settings.limit_pages,
        "posts": settings.limit_posts,
        "helper": settings.limit_helper,
        "tournaments": settings.limit_tournaments,
    }
    is_shared = not settings.rate_limit_storage.startswith("memory:")
    limiter = Limiter(limits, shared_store(settings.rate_limit_storage) if is_shared else None)

    @app.before_request
    def count() -> Response | None:
        kind = kind_of_request()
        seconds = limiter.seconds_to_wait(kind, client_network()) if kind else 0
        return too_many(seconds) if seconds else None


def shared_store(url: str) -> Storage:
    """Return the store of counts at a URL; it need not answer yet."""
    return cast(Storage, storage_from_string(url, **SHORT_WAIT))  # not the asynchronous kind


def client_network() -> str:
    """Return whose requests are counted together: a client IP, or an IPv6 network."""
    address = request.remote_addr or ""
    # Some proxies write the port too, which is another one each time: `192.0.2.1:50000`.
    if address.startswith("["):
        address = address[1:].partition("]")[0]
    elif address.count(":") == 1:
        address = address.partition(":")[0]
    if ":" not in address:
        return address
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if whole.ipv4_mapped:
        return str(whole.ipv4_mapped)
    return str(ipaddress.IPv6Network((whole, NETWORK_BITS), strict=False).network_address)


def kind_of_request() -> str:
    """Return which limit the request counts against."""
    if request.endpoint in UNLIMITED:
        return ""
    if request.endpoint in TOURNAMENTS:
        return "tournaments"
    if request.blueprint in COSTLY or request.endpoint in COSTLY_FORMS:
        return "helper"
    return "posts" if request.method == "POST" else "pages"


def too_many(seconds: float) -> Response:
    """Return the page that asks the visitor to wait, with `Retry-After`."""
    response = error_answer(429)
    response.headers["Retry-After"] = str(math.ceil(seconds))
    return response


def _warn_of_proxy(app: Flask) -> None:
    is_warned = threading.Event()

    @app.before_request
    def warn() -> None:
        if "HTTP_X_FORWARDED_FOR" in request.environ and not is_warned.is_set():
            is_warned.set()
            app.logger.warning(
                "Received X-Forwarded-For, but WORDLE_WEB_PROXY_HOPS is 0: behind a "
                "proxy, all visitors share one client IP and its rate limits"
            )
