"""When a request has arrived completely, how long it may take, and who is dropped."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from selectors import EVENT_READ, DefaultSelector
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.server import worker
from wordle_web.server.worker import (
    BODY_SECONDS,
    MAX_BODY_BYTES,
    MAX_CHUNKS,
    MAX_HEAD_BYTES,
    PIECE,
    STOPPING_SECONDS,
    Arrival,
    BufferingWorker,
    Received,
)

GET = b"GET / HTTP/1.1\r\nHost: words.example\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: words.example\r\ncontent-LENGTH: 11\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
HUGE = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"


def arrived(*pieces: bytes) -> Arrival:
    arrival = Arrival(None, 0.0)
    for piece in pieces:
        arrival.add(piece, 5.0)
    return arrival


@pytest.mark.parametrize(
    "request_bytes",
    [
        GET,
        POST + b"guess=crane",
        CHUNKED + b"5\r\nguess\r\n0\r\n\r\n",
        CHUNKED + b"0\r\n\r\n",
        CHUNKED + b"9\r\n\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n",
        CHUNKED + b"5\r\nguess\r\n00;x=y\r\nTrailer: 1\r\n\r\n",
    ],
)
@given(data=st.data())
def test_a_request_is_complete_with_its_last_byte_and_not_before(
    data: st.DataObject, request_bytes: bytes
) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(request_bytes) - 1), max_size=4)))
    arrival = Arrival(None, 0.0)
    for start, end in zip([0, *cuts], [*cuts, len(request_bytes) - 1], strict=True):
        arrival.add(request_bytes[start:end], 5.0)
        assert not arrival.is_complete
    arrival.add(request_bytes[-1:], 5.0)
    assert arrival.is_complete
    assert bytes(arrival.data) == request_bytes


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"x" * (MAX_HEAD_BYTES + 1),
        HUGE % (MAX_BODY_BYTES + 1),
        CHUNKED + b"x" * MAX_BODY_BYTES,
    ],
    ids=["headers", "announced", "chunked"],
)
def test_what_is_too_long_is_not_waited_for(request_bytes: bytes) -> None:
    assert not arrived(request_bytes[:-2]).is_complete
    assert arrived(request_bytes).is_complete


def test_a_body_as_long_as_can_be_is_waited_for() -> None:
    assert not arrived(HUGE % MAX_BODY_BYTES).is_complete


class Watched(bytearray):
    """Bytes that count how many of them are looked through."""

    looked = 0

    def find(self, wanted: Any, start: Any = 0, *end: Any) -> int:
        """Return where the bytes wanted are."""
        self.looked += max(0, len(self) - start)
        return super().find(wanted, start, *end)


@pytest.mark.parametrize(
    "begun", [b"f" * 5_000, b"ffffffff\r\n", b"0\r\n", b"3\r\nabc\r\n" * 99], ids=len
)
def test_bytes_that_come_one_by_one_are_looked_at_once(begun: bytes) -> None:
    arrival = Arrival(None, 0.0)
    arrival.data = Watched()
    for piece in (CHUNKED + begun, *[b"a"] * 1_000):
        arrival.add(piece, 5.0)
        assert not arrival.is_complete
    assert arrival.data.looked < 20_000 + len(begun) * begun.count(b"\n")


def test_headers_and_body_have_ten_seconds_each_and_a_long_body_more() -> None:
    assert arrived(GET[:-2]).deadline == 10.0
    assert arrived(POST, b"guess").deadline == pytest.approx(15.0 + 11 / 50_000)
    assert arrived(HUGE % 500_000).deadline == 25.0


class Bench:
    """A worker with its listener, whose loop the test turns by hand."""

    def __init__(self) -> None:
        config = Config()
        config.set("keepalive", 0)
        config.set("threads", 1)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.worker = BufferingWorker(1, os.getpid(), [self.listener], None, 30, config, QUIET)
        self.worker.wsgi = answer
        self.worker.tpool = self.worker.get_thread_pool()
        self.worker.poller = DefaultSelector()
        self.worker.method_queue.init()
        self.worker.poller.register(
            self.worker.method_queue.fileno(), EVENT_READ, self.worker.method_queue.run_callbacks
        )
        self.worker.set_accept_enabled(True)
        self.clients: list[socket.socket] = []

    def connect(self, data: bytes = b"") -> socket.socket:
        client = socket.create_connection(self.listener.getsockname())
        client.settimeout(10)
        self.clients.append(client)
        client.sendall(data)
        known = self.worker.nr_conns
        self.turn_until(lambda: self.worker.nr_conns != known)
        return client

    def turn_until(self, is_done: Callable[[], bool]) -> None:
        until = time.monotonic() + 10
        while not is_done():
            assert time.monotonic() < until
            self.worker.wait_for_and_dispatch_events(0.01)

    def is_closed(self, client: socket.socket) -> bool:
        """Whether the worker has closed a connection without an answer."""
        try:
            return client.recv(1) == b""
        except ConnectionResetError:
            return True

    def close(self) -> None:
        for each in [*self.clients, self.listener, *self.worker.arrivals, *self.worker.leaving]:
            each.close()
        self.worker.tpool.shutdown()
        self.worker.poller.close()
        self.worker.method_queue.close()
        self.worker.tmp.close()


QUIET = Logger(Config())
QUIET.error_log.setLevel("CRITICAL")
QUIET.access_log.disabled = True


def answer(environ: Any, start_response: Any) -> list[bytes]:
    """Answer with the body that came, as an app that has read it whole."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


LONG = 8_000_000


def long_answer(environ: Any, start_response: Any) -> list[bytes]:
    """Answer with more than the system keeps for a connection."""
    start_response("200 OK", [("Content-Length", str(LONG + 3))])
    return [b"x" * LONG + b"end"]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.close()


def test_a_form_in_two_pieces_takes_a_thread_once_it_is_whole(bench: Bench) -> None:
    client = bench.connect(POST + b"guess")
    other = bench.connect(GET)
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)
    assert other.recv(12) == b"HTTP/1.1 200"
    assert len(bench.worker.arrivals) == 1
    client.sendall(b"=crane")
    bench.turn_until(lambda: len(bench.worker.leaving) == 2)
    assert client.recv(4096).endswith(b"guess=crane")
    assert bench.worker.nr_conns == 0


def test_a_body_in_small_chunks_is_read_piece_by_piece(bench: Bench) -> None:
    client = bench.connect(CHUNKED)
    (arrival,) = bench.worker.arrivals.values()
    client.sendall(b"1\r\nx\r\n" * 15_000 + b"0\r\n\r\n")
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)
    assert len(arrival.connection.parser.unreader.buf.getvalue()) <= PIECE
    assert client.recv(4096).partition(b"\r\n\r\n")[0].endswith(b"15000")


def test_a_body_in_very_many_chunks_is_dropped(bench: Bench) -> None:
    client = bench.connect(CHUNKED)
    client.sendall(b"1\r\nx\r\n" * (MAX_CHUNKS + 1))
    bench.turn_until(lambda: next(iter(bench.worker.arrivals.values())).chunks > MAX_CHUNKS)
    bench.worker.murder_pending()
    assert bench.is_closed(client)
    assert bench.worker.nr_conns == 0


@pytest.mark.parametrize("pieces", [(3, 3, 3, 3, 1), (8, 1, 9)])
def test_what_has_arrived_is_read_before_the_rest(pieces: tuple[int, ...]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(b"wxyz")
        received = Received(bytearray(b"abcdefgh"), ours)
        assert b"".join(map(received.recv, pieces)) == b"abcdefghwxyz"


@pytest.fixture
def slow(bench: Bench) -> socket.socket:
    """A client that has asked for eight megabytes, and reads nothing."""
    whole = bench.worker.wsgi
    bench.worker.wsgi = long_answer
    client = bench.connect(GET)
    bench.turn_until(lambda: bool(bench.worker.leaving))
    bench.worker.wsgi = whole
    return client


def test_an_answer_that_is_not_taken_holds_no_thread(bench: Bench, slow: socket.socket) -> None:
    (waiting,) = bench.worker.leaving
    assert waiting.unsent
    assert bench.worker.nr_conns == 1
    assert bench.worker.worker_connections == bench.worker.cfg.worker_connections + 1
    other = bench.connect(GET)
    bench.turn_until(lambda: len(bench.worker.leaving) == 2)
    assert other.recv(12) == b"HTTP/1.1 200"
    slow.setblocking(False)
    taken = bytearray()

    def take() -> bool:
        with suppress(BlockingIOError):
            taken.extend(slow.recv(1 << 20))
        return taken.endswith(b"end")

    bench.turn_until(take)
    assert taken.count(b"x") == LONG
    assert bench.worker.nr_conns == 0


def test_who_does_not_take_an_answer_is_dropped_in_the_end(
    bench: Bench, slow: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    (waiting,) = bench.worker.leaving
    assert BODY_SECONDS < bench.worker.leaving[waiting] - time.monotonic() < BODY_SECONDS + 160
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 1000)
    bench.connect(GET)
    bench.turn_until(lambda: waiting not in bench.worker.leaving)
    bench.worker.send_rest(waiting)
    bench.worker.discard(waiting)
    bench.turn_until(lambda: bench.worker.nr_conns == 0)


def test_an_answered_connection_is_closed_with_the_client_or_after_a_moment(bench: Bench) -> None:
    gone, stays = bench.connect(GET), bench.connect(GET)
    bench.turn_until(lambda: len(bench.worker.leaving) == 2)
    stays.sendall(b"more")
    gone.close()
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)
    bench.worker.murder_pending()
    assert len(bench.worker.leaving) == 1
    for connection in bench.worker.leaving:
        bench.worker.leaving[connection] = time.monotonic() - 1
    bench.worker.murder_pending()
    assert not bench.worker.leaving


def test_a_client_that_leaves_or_is_late_is_dropped(bench: Bench) -> None:
    bench.connect(GET[:-2]).close()
    bench.turn_until(lambda: not bench.worker.arrivals)
    late, in_time = bench.connect(GET[:-2]), bench.connect(GET[:-2])
    next(iter(bench.worker.arrivals.values())).deadline = time.monotonic() - 1
    bench.worker.murder_pending()
    assert bench.is_closed(late)
    assert bench.worker.nr_conns == len(bench.worker.arrivals) == 1
    in_time.sendall(GET[-2:])
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)


def test_slow_requests_hold_no_place_and_young_ones_do(bench: Bench) -> None:
    limit = bench.worker.cfg.worker_connections
    bench.connect(GET[:-2])
    next(iter(bench.worker.arrivals.values())).begun = time.monotonic() + 60
    bench.worker.murder_pending()
    assert bench.worker.worker_connections == limit
    next(iter(bench.worker.arrivals.values())).begun = time.monotonic() - 1
    bench.worker.murder_pending()
    assert bench.worker.worker_connections == limit + 1


def test_one_request_too_many_under_way_drops_the_oldest(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordle_web.server.worker.MAX_WAITING", 2)
    first = bench.connect(GET[:-2])
    bench.connect(GET[:-2])
    assert len(bench.worker.arrivals) == 2
    client = socket.create_connection(bench.listener.getsockname())
    bench.clients.append(client)
    bench.worker.wait_for_and_dispatch_events(5)
    assert bench.is_closed(first)
    assert len(bench.worker.arrivals) == 2


def test_the_connection_that_holds_most_is_dropped_when_too_much_is_arriving(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordle_web.server.worker.MAX_HELD_BYTES", 3_000)
    most = bench.connect(HUGE % 9_000 + b"x" * 1_500)
    less = bench.connect(HUGE % 9_000 + b"x" * 1_000)
    guess = bench.connect(POST + b"guess")
    assert len(bench.worker.arrivals) == 3
    less.sendall(b"x" * 400)
    bench.turn_until(lambda: len(bench.worker.arrivals) == 2)
    assert bench.is_closed(most)
    assert bench.worker.nr_conns == 2
    guess.sendall(b"=crane")
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)


def test_a_body_with_a_picture_arrives_whole(bench: Bench) -> None:
    def count(environ: Any, start_response: Any) -> list[bytes]:
        return answer(
            {"wsgi.input": BytesIO(b"%d" % len(environ["wsgi.input"].read()))}, start_response
        )

    bench.worker.wsgi = count
    body = b"x" * (8 << 20)
    client = bench.connect(HUGE % len(body))
    client.setblocking(False)
    sent = 0
    while sent < len(body):
        with suppress(BlockingIOError):
            sent += client.send(body[sent : sent + (1 << 20)])
        bench.worker.wait_for_and_dispatch_events(0.01)
    bench.turn_until(lambda: len(bench.worker.leaving) == 1)
    client.settimeout(10)
    assert client.recv(4096).endswith(b"\r\n\r\n8388608")


def test_a_stopping_worker_waits_a_moment_for_what_is_arriving(bench: Bench) -> None:
    bench.connect(GET[:-2])
    bench.worker.alive = False
    bench.worker.murder_pending()
    (arrival,) = bench.worker.arrivals.values()
    assert arrival.deadline <= time.monotonic() + STOPPING_SECONDS
