"""Rate limits by client IP and kind of request.

They stop floods, and are sized for a school behind one IP. If the shared store of counts cannot
be reached, each process counts for itself, and the game goes on. A process keeps 0.3 kB for each IP
and kind of request until its minute is over: 30 MB for 100,000 of them.
"""

import ipaddress
import math
import threading
import time

from flask import Flask, Response, current_app, request
from flask_limiter import ApplicationLimit, Limiter, RateLimitExceeded

from wordle_web.config.settings import Settings
from wordle_web.web.http.errors import error_answer

NOWHERE = "nowhere"  # for requests without an endpoint, which would not be counted
UNLIMITED = frozenset({"health.alive", "health.ready"})
COSTLY = frozenset({"absurd", "helper", "api", "analysis", "lab", "watch"})
COSTLY_FORMS = frozenset({"history.restore", "screenshot.read", "screenshot.share"})
TOURNAMENTS = frozenset({"lab.run", "lab.run_file"})
NETWORK_BITS = 64  # an IPv6 visitor usually has a whole network of this size
# In seconds: a store that hangs delays visitors briefly, then each process counts alone.
SHORT_WAIT: dict[str, str | int] = {"socket_connect_timeout": 1, "socket_timeout": 1}


def init_limits(app: Flask, settings: Settings) -> None:
    """Count the requests to `app`, unless that is switched off."""
    limits = {
        "pages": settings.limit_pages,
        "posts": settings.limit_posts,
        "helper": settings.limit_helper,
        "tournaments": settings.limit_tournaments,
    }
    is_shared = not settings.rate_limit_storage.startswith("memory:")
    limiter = Limiter(
        client_network,
        application_limits=[_limit(kind, limit) for kind, limit in limits.items()],
        storage_uri=settings.rate_limit_storage,
        storage_options=SHORT_WAIT if is_shared else None,
        in_memory_fallback_enabled=is_shared,
        swallow_errors=True,
        key_prefix="wordle-web",
        request_identifier=lambda: request.endpoint or NOWHERE,
        enabled=settings.rate_limits,
    )
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, too_many)
    if not settings.proxy_hops:
        _warn_of_proxy(app)


def client_network() -> str:
    """Return whose requests are counted together: a client IP, or an IPv6 network."""
    address = request.remote_addr or ""
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


def too_many(error: RateLimitExceeded) -> Response:
    """Return the page that asks the visitor to wait, with `Retry-After`."""
    response = error_answer(429)
    limiter: Limiter = next(iter(current_app.extensions["limiter"]))
    limit = limiter.current_limit
    seconds = limit.reset_at - time.time() if limit else 60
    response.headers["Retry-After"] = str(max(1, math.ceil(seconds)))
    return response


def _limit(kind: str, limit: str) -> ApplicationLimit:
    return ApplicationLimit(limit, scope=kind, exempt_when=lambda: kind_of_request() != kind)


def _warn_of_proxy(app: Flask) -> None:
    is_warned = threading.Event()

    @app.before_request
    def warn() -> None:
        if "X-Forwarded-For" in request.headers and not is_warned.is_set():
            is_warned.set()
            app.logger.warning(
                "Received X-Forwarded-For, but WORDLE_WEB_PROXY_HOPS is 0: behind a "
                "proxy, all visitors share one client IP and its rate limits"
            )
