"""A budget of processor time for each network: how much of the site's work it may cause.

What a request cost is charged to the client IP, or its IPv6 network, when its answer is made or
has been streamed. A thread works on one request until then, which is why the thread's own time is
its cost, searches and pictures included. Nobody pays for what comes before: the worker parses the
bytes of a request, within bounds of its own, and static files are in memory.
While a costly request runs, as much as its route has cost lately is set aside.

Costly requests take one of a few places in each process, in turns by network: Python computes one
thing at a time anyway, and a page of somebody else is never behind more than these. A shared store
is asked when a request has ended, so no cheap page waits for it; if it cannot be reached, each
process counts for itself, and the game goes on. A process keeps 0.2 kB for each network until the
minute is over: 20 MB for 100,000 of them. (Flask-Limiter counts requests before they run, and knows
neither their cost nor turns.)
"""

import ipaddress
import logging
import math
import threading
import time
from collections import Counter, defaultdict, deque
from contextlib import ExitStack
from typing import Final, cast

from flask import Flask, Response, g, request
from limits.storage import Storage, storage_from_string
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from wordle_web.config.settings import Settings
from wordle_web.web.fair_lock import BusyError, MachineLock, allow_processor_time

UNCOUNTED: Final = frozenset({"health.alive", "health.ready"})
# Games and what begins them: they have a reserve of their own once the budget is spent, half of it.
PLAY: Final = frozenset({"boards", "new_game", "play", "today"})
PLAY_SHARE: Final = 0.5
SECONDS: Final = 60  # a budget is for one of these
# Costs kept per route: the largest of 20 is on average above 95 % of all.
RECENT: Final = 20
COSTLY_MS: Final = 50  # also assumed of a route not measured yet, except games
MAX_RESERVED_MS: Final = 5_000
# Costly requests of a process, at work and waiting, each in one of its 32 threads. A network has
# one place at a time, so that another is left for the next.
PLACES: Final = 2
MAX_COSTLY, MAX_OF_ONE, MAX_NEWCOMERS = 16, 12, 12
PATIENCE_SECONDS: Final = 6.0
BUSY_SECONDS: Final = 5
NETWORK_BITS = 64  # an IPv6 visitor usually has a whole network of this size
# In seconds: a store that hangs delays visitors briefly, then each process counts alone.
SHORT_WAIT: dict[str, str | int] = {"socket_connect_timeout": 1, "socket_timeout": 1}
ALONE_SECONDS = 30


class Accounts:
    """Milliseconds that each network has spent in this minute, shared if there is a store."""

    def __init__(self, store: Storage | None = None) -> None:
        """Count in `store` while it answers, in this process otherwise."""
        self._store = store
        self._alone_until = 0.0
        self._minute = 0
        # The store in memory of `limits` looks through all of its counts a hundred times a second:
        # with 100,000 clients it took half a processor.
        self._spent: Counter[str] = Counter()
        self._lock = threading.Lock()

    def spent(self, account: str, minute: int) -> int:
        """Return what an account has spent in a minute, as far as this process knows."""
        return self._spent[account] if minute == self._minute else 0

    def add(self, account: str, minute: int, milliseconds: int) -> int:
        """Charge an account in a minute, and return what it has spent in that minute."""
        spent = None
        if self._store and time.monotonic() >= self._alone_until:
            try:
                key = f"wordle-web/{account}/{minute}"
                spent = self._store.incr(key, 2 * SECONDS, milliseconds)
            except Exception as error:  # its library raises what it likes
                self._alone_until = time.monotonic() + ALONE_SECONDS
                logging.getLogger(__name__).warning(
                    "The store of rate limits does not answer (%s): this process counts alone for "
                    "%d seconds",
                    type(error).__name__,
                    ALONE_SECONDS,
                )
        with self._lock:
            if minute > self._minute:
                self._spent.clear()
                self._minute = minute
            if spent is None:
                spent = self._spent[account] + milliseconds
            self._spent[account] = spent
            return spent


class Budget:
    """What each network may spend, what each route costs, and the places for costly requests."""

    def __init__(self, seconds: int, store: Storage | None = None) -> None:
        """Let each network spend that many seconds a minute."""
        self.accounts = Accounts(store)
        self.milliseconds = 1000 * seconds
        self.refusing = threading.Lock()  # held by the one refusal that is answered
        self.costs: defaultdict[str, deque[int]] = defaultdict(lambda: deque(maxlen=RECENT))
        self.places = MachineLock(MAX_COSTLY, MAX_OF_ONE, places=PLACES, newcomers=MAX_NEWCOMERS)


class Charge:
    """A request: what it takes of the budget of its network, and its place if it is costly."""

    def __init__(self, budget: Budget, network: str, route: str, *, is_play: bool) -> None:
        """Take the time of this thread from here on."""
        self._budget, self._account, self._is_play = budget, network, is_play
        self._began, self._minute = time.thread_time(), _minute()
        self._costs = budget.costs[route]
        self._expected = max(self._costs, default=1 if is_play else COSTLY_MS)
        self._reserved = 0
        self._is_admitted = False
        self._exit_stack: ExitStack | None = None

    def admit(self) -> None:
        """Let the request begin; a costly one waits for a place.

        Raises:
            TooManyRequests: the budget is spent; it says when to come again.
            ServiceUnavailable: it is costly, and too many of these wait already.
        """
        # Nobody who plays waits behind searches: no page of a game takes long.
        is_costly = self._expected >= COSTLY_MS and not self._is_play
        try:
            self._check_budget(is_costly=is_costly)
            if is_costly:
                turn = self._budget.places.turn(self._account, PATIENCE_SECONDS)
                self._exit_stack = ExitStack()
                self._exit_stack.enter_context(turn)
        except (BusyError, TooManyRequests) as error:
            # One at a time: clients that retry at once would keep all threads busy with errors.
            self._exit_stack = ExitStack()
            if self._budget.refusing.acquire(timeout=BUSY_SECONDS):
                self._exit_stack.callback(self._budget.refusing.release)
            if isinstance(error, TooManyRequests):
                raise
            raise ServiceUnavailable(retry_after=BUSY_SECONDS) from error
        self._is_admitted = True

    def _check_budget(self, *, is_costly: bool) -> None:
        accounts, most, expected = self._budget.accounts, self._budget.milliseconds, self._expected
        if is_costly:
            self._reserved = min(expected, MAX_RESERVED_MS)
            spent = accounts.add(self._account, self._minute, self._reserved)
        else:
            spent = accounts.spent(self._account, self._minute) + expected
        if spent > most and self._is_play:
            self._account, most = f"{self._account} play", round(PLAY_SHARE * most)
            spent = accounts.spent(self._account, self._minute) + expected
        if spent > most:
            seconds = SECONDS - time.time() % SECONDS
            raise TooManyRequests(retry_after=math.ceil(seconds) + 1)

    def close(self) -> None:
        """Charge what the request has cost in place of what was set aside."""
        if self._exit_stack:
            self._exit_stack.close()
        cost, now = max(1, round(1000 * (time.thread_time() - self._began))), _minute()
        if self._is_admitted:
            self._costs.append(cost)
        # What was set aside counts only in the minute in which the request began.
        reserved = self._reserved if now == self._minute else 0
        self._budget.accounts.add(self._account, now, cost - reserved)


def _minute() -> int:
    return int(time.time() // SECONDS)


def init_app(app: Flask, settings: Settings) -> None:
    """Bound what each request to `app` costs, and what each network spends unless that is off."""
    app.before_request(allow_processor_time)
    is_warned = threading.Event()

    @app.before_request
    def warn_of_proxy() -> None:
        is_behind = "HTTP_X_FORWARDED_FOR" in request.environ and not settings.proxy_hops
        if is_behind and not is_warned.is_set():
            is_warned.set()
            app.logger.warning(
                "Received X-Forwarded-For, but WORDLE_WEB_PROXY_HOPS is 0: behind a "
                "proxy, all visitors share one client IP and its rate limits"
            )

    if not settings.rate_limits:
        return
    is_shared = not settings.rate_limit_storage.startswith("memory:")
    store = shared_store(settings.rate_limit_storage) if is_shared else None
    budget = Budget(settings.processor_budget, store)

    @app.before_request
    def begin() -> None:
        endpoint = request.endpoint or ""
        if endpoint in UNCOUNTED:
            return
        # Long queries hold many boards or words, and cost more. One route for all 404 and 405.
        size = len(request.query_string) >> 9
        route = endpoint and f"{request.method} {endpoint} {size}"
        is_play = endpoint.partition(".")[0] in PLAY
        g.charge = charge = Charge(budget, client_network(), route, is_play=is_play)
        charge.admit()

    @app.teardown_request
    def end(_error: BaseException | None) -> None:
        if charge := g.pop("charge", None):
            charge.close()


def charge_while_streamed(response: Response) -> None:
    """Charge this request for what it costs until the last byte, or until the visitor leaves."""
    if charge := g.pop("charge", None):
        response.call_on_close(charge.close)


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
