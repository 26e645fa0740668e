"""Requests that never complete, without any proxy: nobody else waits, and they are dropped."""

import http.client
import socket
import time
from collections.abc import Callable

import pytest
from harness.processes import Server

HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SOCKETS = 16  # as many as two workers have threads
GONE = 12.5  # seconds: ten, and the loop's own second twice
ANSWER = 1.0
READERS = 40  # more than two workers have threads
LARGE = b"GET /lab/openers.csv HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"  # 600 kB
Figure = Callable[[str], None]


def seconds_to_answer(port: int) -> float:
    """Return how long `/healthz` takes."""
    begun = time.monotonic()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    link.request("GET", "/healthz")
    assert link.getresponse().read()
    return time.monotonic() - begun


def is_gone(link: socket.socket, drip: bytes) -> bool:
    """Send a little more, and tell whether the server has closed."""
    try:
        link.sendall(drip)
        return not link.recv(16)
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.parametrize(
    ("kind", "sent", "drip"),
    [
        ("silent", b"", b""),
        ("half headers", HEAD, b""),
        ("dripping headers", HEAD + b"X: ", b"x"),
        ("half a body", HEAD + b"Content-Length: 90\r\n\r\nguess=", b""),
        ("dripping body", HEAD + b"Content-Length: 90\r\n\r\nguess=", b"x"),
        ("half a chunk", HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", b""),
    ],
)
def test_half_a_request_costs_nobody(
    server: Server, kind: str, sent: bytes, drip: bytes, figure: Figure
) -> None:
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SOCKETS)]
    for link in links:
        link.sendall(sent)
        link.setblocking(False)
    begun, slowest, open_links = time.monotonic(), 0.0, links
    while open_links and time.monotonic() < begun + GONE:
        slowest = max(slowest, seconds_to_answer(server.port))
        open_links = [link for link in open_links if not is_gone(link, drip)]
        time.sleep(0.25)
    took = time.monotonic() - begun
    for link in links:
        link.close()
    figure(f"{SOCKETS} x {kind}: /healthz within {slowest:.2f} s, all dropped after {took:.1f} s")
    assert slowest < ANSWER
    assert not open_links


def test_who_never_closes_an_answered_connection_holds_up_nobody(server: Server) -> None:
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SOCKETS)]
    for link in links:
        link.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert max(seconds_to_answer(server.port) for _ in range(8)) < ANSWER
    for link in links:
        link.close()


def slow_reader(port: int) -> socket.socket:
    """Return a connection that takes the beginning of a large answer and no more."""
    link = socket.socket()
    link.settimeout(30)
    # The system would take much of the answer for it.
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.connect(("127.0.0.1", port))
    link.sendall(LARGE)
    assert link.recv(12) == b"HTTP/1.1 200"
    return link


def test_who_takes_no_answer_holds_up_nobody(
    server: Server, is_short: bool, figure: Figure
) -> None:
    links = [slow_reader(server.port) for _ in range(READERS)]
    begun, slowest = time.monotonic(), 0.0
    while time.monotonic() < begun + (3 if is_short else GONE):
        slowest = max(slowest, seconds_to_answer(server.port))
        time.sleep(0.1)
    for link in links:
        link.close()
    figure(f"{READERS} x an answer that is not taken: /healthz within {slowest:.2f} s")
    assert slowest < ANSWER
