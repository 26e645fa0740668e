"""When a request has arrived completely, how long it may take, and who is dropped."""

import gc
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from selectors import EVENT_READ, DefaultSelector
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine
from gunicorn.http.parser import RequestParser
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.exceptions import LengthRequired, RequestEntityTooLarge, ServiceUnavailable

from wordle_web.game.league.chats import MAX_BYTES
from wordle_web.server import worker
from wordle_web.server.worker import BLOCK, PATIENCE_SECONDS, Arrival, BufferingWorker, Client
from wordle_web.web.http.bodies import RefusedBody

GET = b"GET / HTTP/1.1\r\nHost: words.example\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: words.example\r\ncontent-LENGTH: 11\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
LENGTH = b"POST / HTTP/1.1\r\nContent-Length: %s\r\n\r\n"
MAX_BODY = 8 << 20
CONFIG = Config()
for name, value in (("line", 4094), ("fields", 50), ("field_size", 8190)):
    CONFIG.set(f"limit_request_{name}", value)
CONFIG.set("keepalive", 0)
CONFIG.set("threads", 1)
QUIET = Logger(Config())
QUIET.error_log.setLevel("CRITICAL")
QUIET.access_log.disabled = True

MAX_HEADERS = 50 * 8192 + 4  # as gunicorn reckons it from these limits


def arrived(*pieces: bytes) -> Arrival:
    arrival = Arrival(CONFIG, ("192.0.2.1", 5), answer)
    for piece in pieces:
        arrival.add(piece)
    return arrival


class Source:
    """What gunicorn's own parser reads bytes from; it tells whether more was asked for."""

    def __init__(self, data: bytes) -> None:
        self.data = BytesIO(data)
        self.is_short = False

    def recv(self, size: int) -> bytes:
        piece = self.data.read(size)
        self.is_short |= not piece
        return piece


def is_whole(data: bytes) -> bool:
    """Whether gunicorn's parser ends with these bytes, or refuses them, without a further one."""
    source = Source(data)
    parser = RequestParser(CONFIG, source, ("192.0.2.1", 5))
    parser.unreader.mxchunk = BLOCK
    try:
        request = next(parser)
    except Exception:
        return not source.is_short
    length = getattr(request.body.reader, "length", None)
    if length is None or length > worker.MAX_DISCARDED_BYTES:
        return True  # refused, whatever follows
    return len(request.body.read()) == length


LENGTHS = (b"+5", b"5\r\nContent-Length: 5", b"1\r\n 2", b"9999999999999999", b"9" * 5_000)
WHOLE = [
    *(GET, POST + b"guess=crane", CHUNKED, *(LENGTH % length for length in LENGTHS)),
    *(LENGTH % length + b"a=b&c" for length in (b"0000000000000005", b"\t5\t")),
    *(b"POST / HTTP/1.1\r\nHost: words.example\r\n\r\n", b"GET / HTTP/1.1\n", b"\r\n" + GET),
]


@pytest.mark.parametrize("request_bytes", WHOLE, ids=lambda each: each[:60].decode())
@given(data=st.data())
def test_a_request_is_whole_with_its_last_byte(data: st.DataObject, request_bytes: bytes) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(request_bytes) - 1), max_size=4)))
    arrival = arrived()
    for start, end in zip([0, *cuts], [*cuts, len(request_bytes) - 1], strict=True):
        arrival.add(request_bytes[start:end])
        assert not arrival.is_complete
    arrival.add(request_bytes[-1:])
    assert arrival.is_complete
    assert is_whole(request_bytes)


HEADS = st.sampled_from(
    [
        GET,
        POST + b"guess=crane",
        POST + b"guess=crane and more",
        CHUNKED + b"5;x=y\r\nguess\r\n0\r\nTrailer: 1\r\n\r\n",
        LENGTH % b"0000000000000300" + b"a=b" * 90,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 60 + b"\r\n",
        b"GET /" + b"a" * 4_100 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nCookie: " + b"a" * 8_200 + b"\r\n\r\n",
    ]
)
# What an attacker may put in, leave out, or send twice.
HEADERS = b"Content-Length: 7\r\n", b"Transfer-Encoding: chunked\r\n", b"PROXY TCP4 ", b"a" * 5_000
SIGNS = b"\n", b"\r", b"\r\n", b"\r\n\r\n", b" ", b"\t", b"\0", b":", b"+", b"0" * 16
SPICES = st.sampled_from([*SIGNS, *HEADERS])


@given(data=st.data())
def test_complete_means_that_gunicorn_reads_it_without_a_wait(data: st.DataObject) -> None:
    request_bytes = bytearray(data.draw(HEADS))
    for _ in range(data.draw(st.integers(0, 3))):
        start = data.draw(st.integers(0, len(request_bytes)))
        end = start + data.draw(st.sampled_from([0, 0, 1, 2, 9]))
        request_bytes[start:end] = data.draw(SPICES)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(request_bytes)), max_size=6)))
    arrival, sent = arrived(), b""
    for start, end in zip([0, *cuts], [*cuts, len(request_bytes)], strict=True):
        piece, before = bytes(request_bytes[start:end]), arrival.found
        sent += piece
        arrival.add(piece)
        if arrival.is_complete:
            assert is_whole(sent)
            # gunicorn answers it with an application that reads its body whole.
            bench = BufferingWorker(1, os.getpid(), [], None, 30, CONFIG, QUIET)
            bench.wsgi = answer
            connection = worker.TConn(CONFIG, Untouchable(), ("192.0.2.1", 5), ("192.0.2.2", 80))
            connection.initialized, connection.parser = True, arrival.requests()
            bench.handle(connection)
            bench.tmp.close()
            return
        # Between two lines only what is too long can be refused, and that may wait.
        if before is not None or b"\n" in piece or len(sent) >= 2 * arrival.parsed_at:
            assert not is_whole(sent)


class Untouchable:
    def recv(self, *_: int) -> bytes:
        raise AssertionError("gunicorn read from the socket")

    def setblocking(self, flag: bool) -> None:
        """Do nothing."""

    def sendall(self, data: bytes) -> None:
        """Throw away what is answered."""

    send = sendall


def test_what_is_too_long_or_in_chunks_is_refused_before_it_is_kept():
    too_large = (LENGTH % length for length in (b"8388609", b"99999999999"))
    for head in (*too_large, CHUNKED):
        error = LengthRequired if head == CHUNKED else RequestEntityTooLarge
        arrival = arrived(head + b"x" * 5_000)
        assert arrival.is_complete is (b"8388609" not in head)
        if not arrival.is_complete:  # most clients read no answer before they have sent all
            arrival.add(b"x" * (8388609 - 5_001))
            assert not arrival.is_complete
            arrival.add(b"x")
            assert arrival.is_complete
        assert isinstance(arrival.found.body, RefusedBody)
        assert isinstance(arrival.found.body.error, error)
        assert (arrival.found.body.read(), arrival.held, len(arrival.data)) == (b"", 0, 0)
    assert not arrived(LENGTH % b"8388608").is_complete


HEADS_TOO_LONG = (b"G" * 9_000, LimitRequestLine), (b"GET / HTTP/1.1\r\nX: ", LimitRequestHeaders)


@pytest.mark.parametrize(("sent", "error"), HEADS_TOO_LONG)
def test_endless_headers_are_refused_by_gunicorn(sent, error):
    arrival = arrived(sent)
    while not arrival.is_complete:
        arrival.add(b"x" * BLOCK)
        assert arrival.held < 3 * MAX_HEADERS
    assert isinstance(arrival.found, error)
    with pytest.raises(error):
        next(arrival.requests())


@pytest.mark.parametrize("line", [b"X: %s\r\n" % (b"y" * 8_185), b"a:b\r\n"], ids=["long", "short"])
def test_all_bytes_of_the_largest_head_cost_little_one_by_one(line):
    head = (b"GET / HTTP/1.1\r\n" + line * (MAX_HEADERS // len(line)))[:MAX_HEADERS]
    arrival = arrived()
    for number in range(len(head)):
        arrival.add(head[number : number + 1])
    # Nearly all of the time goes into parsing, which is bounded.
    assert arrival.parsed <= worker.MAX_PARSED_BYTES + 3 * MAX_HEADERS


class Bench:
    """A worker with its listener, whose loop the test turns by hand."""

    def __init__(self, listener: socket.socket | None = None) -> None:
        self.listener = listener or socket.create_server(("127.0.0.1", 0))
        self.worker = BufferingWorker(1, os.getpid(), [self.listener], None, 30, CONFIG, QUIET)
        self.worker.wsgi = answer
        self.worker.tpool = self.worker.get_thread_pool()
        self.worker.poller = DefaultSelector()
        self.worker.method_queue.init()
        queue = self.worker.method_queue
        self.worker.poller.register(queue.fileno(), EVENT_READ, queue.run_callbacks)
        self.worker.set_accept_enabled(True)
        self.clients: list[socket.socket] = []

    def connect(self, data: bytes = b"") -> socket.socket:
        client = socket.create_connection(self.listener.getsockname())
        client.settimeout(10)
        self.clients.append(client)
        client.sendall(data)
        known = set(self.worker.clients)
        self.turn_until(lambda: bool(set(self.worker.clients) - known))
        return client

    @property
    def arriving(self) -> list[Client]:
        return [each for each in self.worker.clients if not each.arrival.is_complete]

    @property
    def leaving(self) -> list[Client]:
        return [each for each in self.worker.clients if each.is_answered]

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
        for each in [*self.clients, self.listener, *self.worker.clients]:
            each.close()
        self.worker.tpool.shutdown()
        self.worker.poller.close()
        self.worker.method_queue.close()
        self.worker.tmp.close()


class Application:
    """An application of which every address takes 8 MB."""

    def __init__(self, answer: Callable[..., list[bytes]]) -> None:
        self.answer = answer

    def __call__(self, environ: Any, start_response: Any) -> list[bytes]:
        return self.answer(environ, start_response)

    def max_body(self, method: str, path: str) -> int:
        return MAX_BODY


@Application
def answer(environ: Any, start_response: Any) -> list[bytes]:
    """Answer with the body that came, as an app that has read it whole."""
    body = environ["wsgi.input"].read()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


LONG = 8_000_000


@pytest.fixture
def bench():
    made = Bench()
    yield made
    made.close()


def test_a_form_in_two_pieces_takes_a_thread_once_it_is_whole(bench):
    client = bench.connect(POST + b"guess")
    other = bench.connect(GET)
    bench.turn_until(lambda: len(bench.leaving) == 1)
    assert other.recv(12) == b"HTTP/1.1 200"
    assert len(bench.arriving) == 1
    client.sendall(b"=crane")
    bench.turn_until(lambda: len(bench.leaving) == 2)
    assert client.recv(4096).endswith(b"guess=crane")
    assert bench.worker.nr_conns == 0


ASKING = b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"


def test_who_asks_before_sending_a_body_is_told_to_or_refused_at_once(bench):
    client = bench.connect(ASKING % 11)
    assert client.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
    client.sendall(b"guess=crane")
    bench.turn_until(lambda: len(bench.leaving) == 1)
    answered = client.recv(4096)
    assert answered.startswith(b"HTTP/1.1 200")
    assert answered.endswith(b"guess=crane")
    client = bench.connect(ASKING % (MAX_BODY + 1))
    bench.turn_until(lambda: len(bench.leaving) == 2)
    assert client.recv(12) == b"HTTP/1.1 200"  # of this application, which reads an empty body


@pytest.mark.parametrize(("asked", "answered"), [(b"1.9", b"1.1"), (b"1.0", b"1.0")])
def test_a_later_http_is_answered_with_ours(bench, asked, answered):
    client = bench.connect(GET.replace(b"1.1", asked))
    bench.turn_until(lambda: len(bench.leaving) == 1)
    assert client.recv(12) == b"HTTP/%s 200" % answered


@pytest.fixture
def slow(bench):
    """A client that has asked for eight megabytes, and reads nothing."""

    def long_answer(environ: Any, start_response: Any) -> list[bytes]:
        """Answer with more than the system keeps for a connection."""
        start_response("200 OK", [("Content-Length", str(LONG + 3))])
        return [b"x" * LONG + b"end"]

    whole = bench.worker.wsgi
    bench.worker.wsgi = long_answer
    client = bench.connect(GET)
    bench.turn_until(lambda: bool(bench.leaving))
    bench.worker.wsgi = whole
    return client


def test_an_answer_that_is_not_taken_holds_no_thread(bench, slow):
    (waiting,) = bench.leaving
    assert waiting.unsent
    assert bench.worker.nr_conns == 0
    bench.worker.alive = False
    assert bench.worker.nr_conns == 1
    bench.worker.alive = True
    other = bench.connect(GET)
    bench.turn_until(lambda: len(bench.leaving) == 2)
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


def test_who_does_not_take_an_answer_is_dropped_in_the_end(bench, slow, monkeypatch):
    (waiting,) = bench.leaving
    assert PATIENCE_SECONDS < waiting.patience < PATIENCE_SECONDS + 160
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 1000)
    bench.connect(GET)
    bench.turn_until(lambda: waiting not in bench.leaving)
    bench.worker.send_rest(waiting)
    bench.worker.discard(waiting)
    bench.worker.alive = False
    bench.turn_until(lambda: bench.worker.nr_conns == 0)


def test_an_answered_connection_is_closed_with_the_client_or_after_a_moment(bench):
    gone, stays = bench.connect(GET), bench.connect(GET)
    bench.turn_until(lambda: len(bench.leaving) == 2)
    stays.sendall(b"more")
    gone.close()
    bench.turn_until(lambda: len(bench.leaving) == 1)
    bench.worker.murder_pending()
    assert len(bench.leaving) == 1
    for client in bench.leaving:
        client.begun -= PATIENCE_SECONDS
    bench.worker.murder_pending()
    assert not bench.leaving


def test_a_client_that_leaves_or_is_late_is_dropped_and_no_thread_waits(bench):
    bench.connect(GET[:-2]).close()
    bench.turn_until(lambda: not bench.arriving)
    late, in_time = bench.connect(GET[:-2]), bench.connect(GET[:-2])
    bench.arriving[0].begun -= PATIENCE_SECONDS
    bench.worker.murder_pending()
    assert bench.is_closed(late)
    assert len(bench.worker.clients) == len(bench.arriving) == 1
    (client,) = bench.worker.clients
    client.setblocking(True)
    with pytest.raises(BlockingIOError):  # even where gunicorn would wait
        client.recv(1)
    in_time.sendall(GET[-2:])
    bench.turn_until(lambda: len(bench.leaving) == 1)


def test_what_is_arriving_holds_no_place_until_the_worker_stops(bench):
    for sent, seconds in (
        *((b"G", PATIENCE_SECONDS), (GET[:-2], PATIENCE_SECONDS)),
        (POST, PATIENCE_SECONDS + 11 / worker.BYTES_PER_SECOND),
        (LENGTH % b"500000", PATIENCE_SECONDS + 10),
        *[(b"G", PATIENCE_SECONDS)] * 16,
    ):
        bench.connect(sent)
        assert bench.arriving[-1].patience == seconds
    assert len(bench.arriving) == 20
    assert bench.worker.nr_conns == 0
    bench.worker.alive = False
    assert bench.worker.nr_conns == 20


def test_who_works_long_keeps_nobody_out_and_a_sign_of_life_takes_no_thread(bench):
    gate = threading.Event()

    def wait_or_answer(environ: Any, start_response: Any) -> list[bytes]:
        assert environ["PATH_INFO"] == "/healthz" or gate.wait(10)
        return answer(environ, start_response)

    bench.worker.wsgi = wait_or_answer
    threads = worker.THREADS_IN_ALL * CONFIG.threads
    links = [bench.connect(GET) for _ in range(threads + 1)]
    assert bench.worker.nr_conns > 0
    for client in bench.worker.clients:
        client.begun -= worker.LONG_SECONDS
    assert bench.worker.nr_conns == 0
    healthy = bench.connect(GET.replace(b"/ ", b"/healthz ", 1))
    assert healthy.recv(12) == b"HTTP/1.1 200"
    assert len(bench.leaving) == 1
    gate.set()
    bench.turn_until(lambda: len(bench.leaving) == threads + 2)
    assert all(link.recv(12) == b"HTTP/1.1 200" for link in links)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_refusals_come_late(bench, monkeypatch, status):
    def refuse(environ: Any, start_response: Any) -> list[bytes]:
        start_response(status, [("Content-Length", "5")])
        return [b"later"]

    bench.worker.wsgi = Application(refuse)
    monkeypatch.setattr(worker, "REFUSED_SECONDS", 3600)
    client = bench.connect(GET)
    bench.turn_until(lambda: len(bench.worker.refused) == 1)
    gone = bench.connect(GET)
    bench.turn_until(lambda: len(bench.worker.refused) == 2)
    assert bench.worker.nr_conns == 0
    client.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.recv(1)
    bench.worker.drop(bench.worker.refused[1])
    monkeypatch.setattr(worker, "REFUSED_SECONDS", 0)
    bench.turn_until(lambda: not bench.worker.refused)
    client.settimeout(10)
    assert client.recv(4096).endswith(b"later")
    assert bench.is_closed(gone)


def test_a_crowd_drops_its_oldest(bench, monkeypatch):
    monkeypatch.setattr(worker, "MAX_WAITING", 2)
    first, slow = bench.connect(GET[:-2]), bench.connect(GET[:-2])
    assert len(bench.arriving) == 2
    second = socket.create_connection(bench.listener.getsockname())
    bench.clients.append(second)
    bench.worker.wait_for_and_dispatch_events(5)
    assert bench.is_closed(first)
    assert len(bench.arriving) == 2
    bench.arriving[0].host = "192.0.2.7"
    bench.connect(GET[:-2])
    assert bench.is_closed(second)
    slow.sendall(GET[-2:])
    bench.turn_until(lambda: len(bench.leaving) == 1)
    assert slow.recv(12) == b"HTTP/1.1 200"


def test_the_largest_sender_is_refused(bench, monkeypatch):
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 3_600)
    monkeypatch.setattr(worker, "BLOCK", 500)
    errors = []

    def note(environ: Any, start_response: Any) -> list[bytes]:
        errors.append(getattr(environ["wsgi.input"], "error", None))
        return answer(environ, start_response)

    bench.worker.wsgi = Application(note)
    large = LENGTH % b"9000"
    first, most = bench.connect(large + b"x" * 900), bench.connect(large + b"x" * 1_000)
    guess = bench.connect(POST + b"guess")
    alone = bench.connect(large + b"x" * 1_200)
    bench.arriving[-1].host = "192.0.2.7"
    assert len(bench.arriving) == 4
    alone.sendall(b"x" * 300)
    bench.turn_until(lambda: bench.arriving[1].arrival.held == 0)
    most.sendall(b"x" * 8_000)
    bench.turn_until(lambda: len(bench.leaving) == 1)
    assert most.recv(12) == b"HTTP/1.1 200"
    assert [type(each) for each in errors] == [ServiceUnavailable]
    # What is reported of it later is not received.
    most.sendall(b"x" * 100)
    bench.worker.receive(bench.leaving[0])
    assert len(bench.leaving) == 1
    assert [each.host for each in bench.arriving] == ["127.0.0.1"] * 2 + ["192.0.2.7"]
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 0)
    first.sendall(b"x")
    bench.turn_until(lambda: [each.arrival.held for each in bench.arriving[::2]] == [0, 0])
    guess.sendall(b"=crane")
    bench.turn_until(lambda: len(bench.leaving) == 2)
    assert guess.recv(4096).endswith(b"guess=crane")


def test_one_address_leaves_room_for_others(bench, monkeypatch):
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 3_000)
    monkeypatch.setattr(worker, "BLOCK", 500)
    large = LENGTH % b"9000"
    for _ in range(3):
        bench.connect(large + b"x" * 900)
    assert [each.arrival.held > 0 for each in bench.arriving] == [False, True, True]
    other = bench.connect(large)
    bench.arriving[-1].host = "192.0.2.7"
    other.sendall(b"x" * 900)
    bench.turn_until(lambda: bench.arriving[-1].arrival.held > 900)
    assert [each.arrival.held > 0 for each in bench.arriving] == [False, True, True, True]


def test_two_of_the_largest_bodies_of_one_address_have_room(bench):
    for _ in range(2):
        bench.connect(LENGTH % b"9000")
        bench.arriving[-1].arrival.held = MAX_BYTES + 64 * 1024
    bench.worker.make_room()
    assert all(each.arrival.held for each in bench.arriving)


def test_too_much_of_headers_is_dropped(bench, monkeypatch):
    monkeypatch.setattr(worker, "BLOCK", 500)
    client = bench.connect(GET[:-2] + b"X: " + b"x" * 1_000)
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 1_000)
    client.sendall(b"x")
    bench.turn_until(lambda: not bench.worker.clients)
    assert bench.is_closed(client)


def test_bodies_go_with_requests(bench, monkeypatch):
    collected: list[int] = []

    def hold(environ: Any, start_response: Any) -> list[bytes]:
        circle = [environ["wsgi.input"]]
        circle.append(circle)
        return answer(environ, start_response)

    bench.worker.wsgi = Application(hold)
    monkeypatch.setattr(worker, "MAX_HELD_BYTES", 3_000)
    monkeypatch.setattr(worker, "give_back_memory", lambda: collected.append(1))
    gc.disable()
    try:
        for number in range(1, 4):
            bench.connect(LENGTH % b"1000" + b"x" * 1_000)
            bench.turn_until(lambda number=number: len(bench.leaving) == number)
            assert not sum(each.arrival.held + len(each.arrival.data) for each in bench.leaving)
            assert bool(collected) is (number == 3)
        assert bench.worker.uncollected == 0
    finally:
        gc.enable()


def test_a_body_with_a_picture_arrives_whole(bench):
    def count(environ: Any, start_response: Any) -> list[bytes]:
        length = len(environ["wsgi.input"].read())
        return answer({"wsgi.input": BytesIO(b"%d" % length)}, start_response)

    bench.worker.wsgi = Application(count)
    body = b"x" * (8 << 20)
    client = bench.connect(LENGTH % b"%d" % len(body))
    client.setblocking(False)
    sent = 0
    while sent < len(body):
        with suppress(BlockingIOError):
            sent += client.send(body[sent : sent + (1 << 20)])
        bench.worker.wait_for_and_dispatch_events(0.01)
    bench.turn_until(lambda: len(bench.leaving) == 1)
    client.settimeout(10)
    assert client.recv(4096).endswith(b"\r\n\r\n8388608")


def test_a_stopping_worker_waits_a_moment_for_what_is_arriving(bench):
    link = bench.connect(GET[:-2])
    bench.worker.alive = False
    bench.worker.murder_pending()
    (client,) = bench.worker.clients
    left = client.begun + client.patience - time.monotonic()
    assert left <= worker.STOPPING_SECONDS
    link.sendall(b"X: y\r\n")  # which gives it no more time
    bench.turn_until(lambda: client.reads == 2)
    bench.worker.murder_pending()
    assert client.begun + client.patience - time.monotonic() <= left
    # Nor does a large body, which otherwise has minutes.
    bench.worker.alive = True
    bench.connect(LENGTH % b"8000000")
    bench.worker.alive = False
    bench.worker.murder_pending()
    client = bench.arriving[-1]
    assert client.begun + client.patience - time.monotonic() <= worker.STOPPING_SECONDS


def test_ctrl_c_ends_a_worker_in_any_place(bench, monkeypatch):
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    # The master's signal comes while the worker answers the terminal's, or takes a request.
    with bench.worker.tpool._shutdown_lock:
        signaled = threading.Thread(target=bench.worker.handle_quit, args=(2, None), daemon=True)
        signaled.start()
        signaled.join(10)
        assert ended == [0]


def test_a_name_that_a_client_of_a_unix_socket_gives_itself_is_nothing(tmp_path):
    listener, client = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "words.sock"))
    listener.listen()
    bench = Bench(listener)
    client.bind(str(tmp_path / "x"))
    client.connect(listener.getsockname())
    bench.clients.append(client)
    client.sendall(GET[:-2])
    bench.turn_until(lambda: bool(bench.arriving))
    assert bench.arriving[0].arrival.peer == bench.worker.clients[bench.arriving[0]].client == ""
    bench.close()


def test_who_drips_is_read_now_and_then(bench):
    link = bench.connect(b"GET / HTTP/1.1\r\nX: ")
    (client,) = bench.worker.clients
    client.reads = worker.MAX_READS
    link.sendall(b"x")
    bench.turn_until(lambda: client.reads > worker.MAX_READS)
    assert bench.worker.resting == [client]
    link.sendall(b"\r\n\r\n")
    bench.turn_until(lambda: len(bench.leaving) == 1)
    assert link.recv(12) == b"HTTP/1.1 200"


def test_a_connection_that_another_worker_took_is_none(bench):
    bench.listener.setblocking(False)
    bench.worker.accept(bench.listener)
    assert not bench.worker.clients


def test_what_gunicorn_has_closed_is_forgotten(bench):
    def close(environ: Any, start_response: Any) -> list[bytes]:
        environ["gunicorn.socket"].close()
        return answer(environ, start_response)

    bench.worker.wsgi = close
    bench.connect(GET)
    bench.turn_until(lambda: not bench.worker.clients)
