"""Requests that never complete, without any proxy: nobody else waits, and they are dropped."""

import socket
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

import pytest
from harness.visitor import Socket, Visitor, seconds_to_answer

HEAD = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SOCKETS = 24  # more than two workers have threads
GONE = 12.0  # seconds: ten, and the loop's own second
ANSWER = 0.2
FLOOD, FLOOD_SECONDS = 400, 4  # connections a second
FLOOD_ANSWER = 0.5
READERS = 40
WARM = 12  # visits after which both workers have made such a page before
LARGE = b"GET /lab/openers.csv HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"  # 600 kB
MAX_HEADERS = 50 * 8192 + 4  # as gunicorn reckons it from its limits
LINE = b"X: %s\r\n" % (b"y" * 8_100)
ENDLESS = HEAD + LINE * 51


def is_gone(link: socket.socket, drip: bytes) -> bool:
    """Send a little more, and tell whether the server has closed."""
    try:
        link.sendall(drip)
        while link.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def framed(framing: bytes, body: bytes = b"a=b") -> bytes:
    """Return a form whose length is told in some way."""
    return HEAD + framing + b"\r\n\r\n" + body


KINDS = {
    "silent": (b"", b""),
    "half headers": (HEAD, b""),
    "dripping headers": (HEAD + b"X: ", b"x"),
    "endless headers, under the bound": (ENDLESS[: MAX_HEADERS - 1], b""),
    "endless headers, over the bound": (ENDLESS[: MAX_HEADERS + 1], b""),
    "half a body": (framed(b"Content-Length: 90"), b""),
    "dripping body": (framed(b"Content-Length: 90"), b"x"),
    "a body that lacks a byte": (framed(b"Content-Length: 1000", b"a" * 999), b""),
    "a length of sixteen digits": (framed(b"Content-Length: 0000000000001000"), b""),
    "a length with a sign": (framed(b"Content-Length: +1000"), b""),
    "a length with tabs and odd case": (framed(b"cONTENT-lENGTH:\t1000\t"), b""),
    "two lengths": (framed(b"Content-Length: 1000\r\nContent-Length: 1000"), b""),
    "a length over two lines": (framed(b"Content-Length:\r\n 1000"), b""),
    "no length": (framed(b"X: y"), b""),
    "half a chunk": (framed(b"Transfer-Encoding: chunked", b"5\r\nab"), b""),
    "chunks with extensions": (framed(b"Transfer-Encoding: chunked", b"5;a=b\r\nguess\r\n"), b""),
    "tiny chunks": (framed(b"Transfer-Encoding: chunked", b"1\r\nx\r\n" * 9_000), b""),
    "chunks and a trailer": (framed(b"Transfer-Encoding: chunked", b"0\r\nX: y"), b"z"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_half_requests_are_cheap(server, kind, is_short, figure):
    sent, drip = KINDS[kind]
    for path in ("/", "/nowhere") * WARM:
        assert Visitor(Socket(server.port)).get(path).status_code in {200, 404}
    links = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(SOCKETS)]
    for link in links:
        with suppress(OSError):  # it may be refused before its end
            link.sendall(sent)
        link.setblocking(False)
    begun, waits, open_links = time.monotonic(), [], links
    while open_links and time.monotonic() < begun + GONE:
        waits.append(seconds_to_answer(server.port))
        open_links = [link for link in open_links if not is_gone(link, drip)]
        time.sleep(0.1)
    took = time.monotonic() - begun
    for link in links:
        link.close()
    waits.sort()
    usual, slowest = waits[int(0.95 * len(waits))], waits[-1]
    figure(
        f"{SOCKETS} x {kind}: /healthz within {slowest:.3f} s, 95 % {usual:.3f} s, all dropped "
        f"after {took:.1f} s"
    )
    assert usual < ANSWER
    assert is_short or slowest < ANSWER  # on a busy machine one or the other waits for it
    assert not open_links


def test_many_connections_of_a_byte_each_keep_nobody_out(server, figure):
    links: deque[socket.socket] = deque()
    waits: list[Future[float]] = []
    begun, opened = time.monotonic(), 0
    with ThreadPoolExecutor(1) as visitor:
        while (passed := time.monotonic() - begun) < FLOOD_SECONDS:
            while opened < passed * FLOOD:
                opened += 1
                links.append(socket.create_connection(("127.0.0.1", server.port)))
                links[-1].sendall(b"G")
                if len(links) > FLOOD:
                    links.popleft().close()
            if not waits or waits[-1].done():
                waits.append(visitor.submit(seconds_to_answer, server.port))
            time.sleep(0.005)
    slowest = max(each.result() for each in waits)
    for link in links:
        link.close()
    figure(f"{FLOOD} connections a second of a byte each: /healthz within {slowest:.2f} s")
    assert slowest < FLOOD_ANSWER


def test_an_untaken_answer_holds_up_nobody(server, is_short, figure):
    links = [socket.socket() for _ in range(READERS)]
    for link in links:  # takes the beginning of a large answer and no more
        link.settimeout(30)
        # The system would take much of the answer for it.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.connect(("127.0.0.1", server.port))
        link.sendall(LARGE)
        assert link.recv(12) == b"HTTP/1.1 200"
    begun, slowest = time.monotonic(), 0.0
    while time.monotonic() < begun + (3 if is_short else GONE):
        slowest = max(slowest, seconds_to_answer(server.port))
        time.sleep(0.1)
    for link in links:
        link.close()
    figure(f"{READERS} x an answer that is not taken: /healthz within {slowest:.2f} s")
    assert slowest < ANSWER
