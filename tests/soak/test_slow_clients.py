"""Slow clients and a flood, against a server behind nginx or Caddy as configured in `deploy/`.

The attacker uses one address of this machine, and other visitors another.
"""

import contextlib
import random
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest
from harness.load import flood_command
from harness.servers import caddy, gunicorn, nginx
from harness.visitor import Socket, Visitor

CONNECTIONS, FLOOD, REFUSED = 700, 600, 750
CLASS, FILES = 40, 6  # pupils, and files that each browser requests at once
MAX_HEALTH, MAX_PAGE = 0.2, 0.5  # seconds for a health check, and for a page
DRIP_SECONDS = 0.5
HEAD = b"Host: localhost\r\nUser-Agent: slow\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\nguess="
LARGEST = b"GET /lab/openers.csv HTTP/1.1\r\n" + HEAD + b"\r\n"  # a response of 600 kB


@dataclass(frozen=True, slots=True)
class Kind:
    """The data that a connection sends first, and the data that it sends repeatedly."""

    first: bytes
    drip: bytes = b""
    connections: int = CONNECTIONS


KINDS = {
    "silent": Kind(b""),
    "half requests": Kind(b"GET / HTTP/1.1\r\n" + HEAD),
    "slow headers": Kind(b"GET / HTTP/1.1\r\n" + HEAD, b"X-Slow: 1\r\n"),
    "slow bodies": Kind(b"POST / HTTP/1.1\r\n" + HEAD + FORM, b"crane" * 40),
    "drips": Kind(b"POST / HTTP/1.1\r\n" + HEAD + FORM, b"x"),
    "untaken answers": Kind(LARGEST, connections=40),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("app")
    with gunicorn(folder, proxy_hops="1", rate_limits="on") as running:
        yield running


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def site(request, app, tmp_path_factory):
    if request.param == "caddy":
        request.getfixturevalue("has_caddy")
    proxy = {"nginx": nginx, "caddy": caddy}[request.param]
    with proxy(tmp_path_factory.mktemp("proxy"), f"127.0.0.1:{app.port}") as through:
        yield through


@pytest.fixture(scope="module")
def quiet(site):
    """The 99th percentiles of a health check and a page without an attack."""
    return tuple(measured(visit, 2) for visit in visits(site))


@contextlib.contextmanager
def slow_clients(site: Socket, kind: Kind) -> Iterator[None]:
    """Hold connections that send as slowly as their kind; replace closed ones."""
    is_over = threading.Event()
    links: list[socket.socket] = []

    def connect() -> None:
        with contextlib.suppress(OSError):
            link = socket.socket()
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.settimeout(5)
            link.connect(("127.0.0.1", site.port))
            assert site.tls
            secure = site.tls.wrap_socket(link, server_hostname="localhost")
            secure.sendall(kind.first)
            links.append(secure)

    def drip() -> None:
        while not is_over.wait(DRIP_SECONDS):
            for link in list(links):
                try:
                    link.sendall(kind.drip)
                except OSError:
                    links.remove(link)
                    link.close()
                    connect()
                if is_over.is_set():
                    return

    for _ in range(kind.connections):
        connect()
    assert len(links) == kind.connections
    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        for link in links:
            link.close()


def measured(visit: Callable[[], object], seconds: float) -> float:
    """Return the 99th percentile of the seconds for a visit, with pauses between visits."""
    times, end = list[float](), time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.perf_counter()
        visit()
        times.append(time.perf_counter() - start)
        time.sleep(random.uniform(0.01, 0.05))
    return sorted(times)[int(0.99 * len(times))]


def visits(site: Socket) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return a health check and a request of the first page, from another address."""
    elsewhere = replace(site, source="127.0.0.2")

    def visit(path: str) -> None:
        assert Visitor(elsewhere).get(path).status_code == 200

    return lambda: visit("/healthz"), lambda: visit("/")


@pytest.mark.parametrize("kind", KINDS)
def test_slow_clients_do_not_delay_others(site, quiet, kind, request, is_short, figure):
    with slow_clients(site, KINDS[kind]):
        busy = tuple(measured(visit, 1 if is_short else 15) for visit in visits(site))
    figure(
        f"{KINDS[kind].connections} x {kind} through {request.node.callspec.params['site']}: "
        f"/healthz {busy[0]:.3f} s, a page {busy[1]:.3f} s (99th percentiles); "
        f"{quiet[0]:.3f} and {quiet[1]:.3f} s without"
    )
    assert is_short or busy[0] <= MAX_HEALTH
    assert is_short or busy[1] <= MAX_PAGE
    # A blocked thread would take as long as its client.
    assert max(busy) <= 5


@pytest.mark.parametrize("site", ["nginx"], indirect=True)
def test_flood_from_one_address_does_not_delay_others(site, quiet, is_short, figure):
    seconds = 2 if is_short else 20
    command = flood_command(f"{site.url}boards/32", seconds * 2 + 3, FLOOD)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as flood:
        time.sleep(2)
        busy = tuple(measured(visit, seconds) for visit in visits(site))
        assert flood.poll() is None
        flood.terminate()
    figure(
        f"{FLOOD} connections to /boards/32 from one address through nginx: another address gets "
        f"/healthz in {busy[0]:.3f} s, a page in {busy[1]:.3f} s (99th percentiles); "
        f"{quiet[0]:.3f} and {quiet[1]:.3f} s without"
    )
    assert is_short or busy[0] <= MAX_HEALTH
    assert is_short or busy[1] <= MAX_PAGE
    assert max(busy) <= 5


@pytest.mark.parametrize("site", ["nginx"], indirect=True)
@pytest.mark.parametrize(
    ("first", "second", "is_shared"),
    [
        ("203.0.113.5", "203.0.113.5", True),
        ("203.0.113.5", "203.0.113.6", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ],
)
def test_nginx_limits_requests_per_network(site, first, second, is_shared):
    url = f"{site.url}nowhere"
    command = flood_command(url, 30, REFUSED, f"X-Test-Address: {first}")
    with subprocess.Popen(command, stdout=subprocess.PIPE) as flood:
        try:
            wait_for(lambda: status_of(site, first) == 429)
            if is_shared:  # the flood sometimes leaves a connection free
                wait_for(lambda: status_of(site, second) == 429)
            else:
                assert status_of(site, second) == 404
            assert flood.poll() is None
        finally:
            flood.kill()


def status_of(site: Socket, address: str) -> int:
    """Return the status of a missing page, or 0 if there is no response within a second."""
    with contextlib.closing(site.connect(1)) as link:
        try:
            link.request("GET", "/nowhere", headers={"X-Test-Address": address})
            return link.getresponse().status
        except TimeoutError:
            return 0


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 25
    while not holds():
        assert time.monotonic() < end


def test_school_class_behind_one_address_is_never_refused_by_nginx(tmp_path, is_short, figure):
    """Forty pupils open the site at once; then their helpers send a request at every tap."""
    taps = 10 if is_short else 60
    with (
        gunicorn(tmp_path / "app", proxy_hops="1") as app,
        nginx(tmp_path / "nginx", f"127.0.0.1:{app.port}") as site,
        ThreadPoolExecutor(CLASS) as pupils,
        ThreadPoolExecutor(CLASS * FILES) as browsers,
    ):

        def pupil(number: int) -> list[int]:
            visitor, dice = Visitor(site), random.Random(number)
            page = visitor.get("/helper")
            files = [address for address in page.addresses if address.startswith("/static/")]
            parts = browsers.map(lambda address: Visitor(site).get(address).status_code, files)
            statuses = [page.status_code, *parts]
            for _ in range(taps):
                time.sleep(dice.uniform(0.2, 1))
                marks = "".join(dice.choices("01", k=5))
                statuses.append(visitor.get(f"/helper?row=crane:{marks}").status_code)
            return statuses

        start = time.monotonic()
        statuses = Counter(
            status for number in pupils.map(pupil, range(CLASS)) for status in number
        )
        seconds = time.monotonic() - start
    figure(f"a class of {CLASS} through nginx: {dict(statuses)} in {seconds:.0f} s")
    assert statuses.keys() == {200}
