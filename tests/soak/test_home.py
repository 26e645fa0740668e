"""A home server without a proxy: tabs, spare connections and a picture over a slow connection."""

import contextlib
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from harness.load import ENOUGH_GUESSES, players
from harness.pictures import SCREENSHOT, large_picture
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

TABS, SPARE, KEPT = 8, 60, 40
SIDE = 1_300  # pixels, for 5 MB
SLOW, FAST = 250_000, 1_000_000  # bytes per second
STEP_SECONDS = 0.1
SLOWEST = 1.0  # seconds for a page


@contextlib.contextmanager
def connections(port: int) -> Iterator[None]:
    """Hold connections as browsers do: some silent, others kept alive after a page."""
    with contextlib.ExitStack() as stack:
        for _ in range(SPARE):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        for _ in range(KEPT):
            link = stack.enter_context(contextlib.closing(Socket(port).connect()))
            link.request("GET", "/healthz")
            assert link.getresponse().read()
        yield


def upload(port: int, body: bytes, headers: dict[str, str], rate: int) -> int:
    """Send a form at a number of bytes per second, and return the status."""
    lines = [f"POST {SCREENSHOT} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", port), 60) as link:
        link.sendall("\r\n".join([*lines, "", ""]).encode())
        step = int(rate * STEP_SECONDS)
        for start in range(0, len(body), step):
            link.sendall(body[start : start + step])
            time.sleep(STEP_SECONDS)
        return int(link.recv(12)[9:])


def test_games_stay_responsive_without_a_proxy(tmp_path, is_short, figure):
    with gunicorn(tmp_path, mode="local", https="on", rate_limits="on") as server:
        site = Socket(server.port)
        body, headers = large_picture(site, SIDE)
        uploading = ThreadPoolExecutor(1)
        with connections(server.port), players([site] * TABS) as tally, uploading:
            rate = FAST if is_short else SLOW
            answer = uploading.submit(upload, server.port, body, headers, rate)
            status = answer.result()
    figure(
        f"a home without a proxy, {TABS} tabs, {SPARE} silent and {KEPT} kept connections and a "
        f"slow picture: {tally.pages} pages, slowest {tally.slowest:.2f} s"
    )
    assert status == 422  # no board was found, so the picture was read
    assert tally.failures == []
    assert tally.guesses > ENOUGH_GUESSES
    assert is_short or tally.slowest <= SLOWEST


def test_disconnected_clients_are_dropped_without_a_proxy(tmp_path, figure):
    """A phone that leaves the network in the middle of a request sends nothing more."""
    half = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\nguess="
    with gunicorn(tmp_path, mode="local", threads="2", workers="1") as server:
        with contextlib.ExitStack() as stack:
            for _ in range(4):
                link = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
                link.sendall(half)
            start = time.monotonic()
            assert Visitor(Socket(server.port)).get("/").status_code == 200
            seconds = time.monotonic() - start
        figure(f"4 clients that vanish in a request on 2 threads: the next waits {seconds:.1f} s")
