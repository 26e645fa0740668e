"""A gunicorn worker whose threads never wait for a client, neither to read nor to write.

In gunicorn's own threaded worker, a slow request holds a thread as long as its socket is open, so a
few slow clients stop a site that has no buffering proxy. Here the main loop reads every new
connection without a thread and drops requests that do not complete in time. It also sends the part
of a response that a client does not take at once: a few clients that request the largest files and
read nothing would stop the site as well.

Gunicorn's parser alone decides where the headers end and how long the body is, and its result is
what the application gets. It reads from memory, never from the socket.
"""

import gc
import math
import os
import socket as sockets
import time
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ECONNRESET
from selectors import EVENT_READ, EVENT_WRITE
from socket import SHUT_WR, socket
from typing import Any, Final

from gunicorn.http.message import Request
from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn, ThreadWorker
from werkzeug.exceptions import (
    HTTPException,
    LengthRequired,
    RequestEntityTooLarge,
    ServiceUnavailable,
)

from wordle_web.web.http.bodies import MAX_FORM_BYTES, RefusedBody, give_back_memory

# Time for a request to arrive and for a response to be read, plus some for every byte.
PATIENCE_SECONDS: Final = 10.0
BYTES_PER_SECOND: Final = 50_000
STOPPING_SECONDS: Final = 2.0
# A worker takes at most as many requests as it has threads, and leaves the others to its neighbors.
# Requests that are still arriving do not count, or a few bytes on many connections would keep
# others out. Nor do requests that take longer than a page: costly ones wait for each other in spare
# threads, and would keep pages out.
LONG_SECONDS: Final = 0.05
THREADS_IN_ALL: Final = 4  # for each that is configured
# Connections of a worker that no thread works on. When full, drop the oldest one of the network
# address with the most.
MAX_WAITING: Final = 128
# The most bytes of requests in memory, including those in threads; two thirds of it, room for two
# of the largest, for one network address. The same for responses that clients have not read yet.
MAX_HELD_BYTES: Final = 25 << 20
# Requests shorter than a block, such as a page or a guess, are never refused for lack of memory.
BLOCK: Final = 64 * 1024
MAX_DISCARDED_BYTES: Final = 64 << 20
# After this many reads, a slow client is polled only once per rest: single bytes would cost a turn
# of the loop each.
MAX_READS: Final = 64
REST_SECONDS: Final = 0.02
# Headers are parsed again at each new line until this many bytes were parsed, then only when they
# have doubled. Gunicorn accepts at most 50 lines of 8 kB, which take 22 MB.
MAX_PARSED_BYTES: Final = 24 << 20
CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
# A refusal is sent this much later, since clients that retry at once would keep others out.
REFUSED_SECONDS: Final = 1.0


def blocks(data: bytearray, size: int) -> Iterator[bytes]:
    """Yield the bytes that have arrived, and let them go. Gunicorn reads a request from these."""
    while data:
        block = bytes(data[:size])
        del data[:size]
        yield block


@dataclass(slots=True, eq=False)
class Arrival:
    """A request that is arriving, as gunicorn's parser reads it."""

    cfg: Any  # gunicorn's configuration
    peer: Any  # the network address that it comes from
    application: Any  # whose `max_body` says how many bytes of a body an address takes
    data: bytearray = field(default_factory=bytearray)  # bytes that have not been read
    held: int = 0  # how many bytes have arrived
    parsed_at: int = 0  # how many there were when they were last parsed
    parsed: int = 0  # how many have been parsed, all over again each time
    found: Any = None  # what the headers are: a request, or the error that refuses it
    length: int = 0  # of the body, in bytes
    missing: int = 0  # how many of them are still to come
    asks_first: bool = False  # whether the client waits for `100 Continue` before it sends the body

    @property
    def is_complete(self) -> bool:
        """Whether gunicorn ends with the request, or refuses it, without a further byte."""
        return self.found is not None and self.missing <= 0

    def add(self, data: bytes) -> None:
        """Add received bytes, and parse the headers if these may have ended them."""
        self.missing -= len(data)
        if self.found is not None and isinstance(self.found.body, RefusedBody):
            return
        self.data += data
        self.held += len(data)
        is_line = b"\n" in data and self.parsed < MAX_PARSED_BYTES
        if self.found is None and (is_line or self.held >= 2 * self.parsed_at):
            self._parse()

    def _parse(self) -> None:
        """Have gunicorn parse the headers; nothing is found while it asks for further bytes."""
        self.parsed_at = self.held
        self.parsed += self.held
        rest = bytearray(self.data)
        # In two blocks at most: with each, gunicorn looks for the end of the headers anew.
        parser = RequestParser(self.cfg, blocks(rest, max(BLOCK, len(rest) // 2 + 1)), self.peer)
        try:
            request = next(parser)
        except Exception as error:  # of a dozen kinds, each answered by gunicorn
            # Gunicorn drops its source once it has asked for more than there is: then we wait.
            if parser.unreader.iter is not None:
                self.found, self.missing = error.with_traceback(None), 0
            return
        self.found, self.data = request, rest
        # A later version of HTTP/1 is answered with the highest that we speak: RFC 9110, 2.5.
        request.version = min(request.version, (1, 1))
        # Gunicorn would answer that only once the body is here.
        self.asks_first, request._expected_100_continue = request._expected_100_continue, False  # noqa: SLF001
        self.length = getattr(request.body.reader, "length", -1)
        self.missing = self.length - len(rest) - request.unreader.buf.getbuffer().nbytes
        takes = self.application.max_body if self.length > MAX_FORM_BYTES else None
        if self.length < 0:
            self.refuse(LengthRequired())  # it comes in chunks
        elif takes and self.length > takes(request.method, request.path):
            self.refuse(RequestEntityTooLarge())

    def refuse(self, error: HTTPException) -> None:
        """Keep nothing of the body; the application answers with an error in its place.

        What is still coming is thrown away first: most clients would not read an earlier answer.
        """
        self.found.body = RefusedBody(error)
        # A client that waits for `100 Continue` has sent nothing of the body, and need not.
        if self.asks_first or not 0 <= self.length <= MAX_DISCARDED_BYTES:
            self.length = self.missing = 0
        self.let_go()

    def let_go(self) -> None:
        """Forget the bytes that have arrived."""
        self.data.clear()
        self.held = 0

    def requests(self) -> Iterator[Request]:
        """Yield the one request as gunicorn's parser would, or raise the error that refuses it."""
        if isinstance(self.found, Exception):
            raise self.found
        yield self.found


class Client(socket):
    """A connection: its request arrives, a thread works on it, and its answer is taken."""

    def __init__(self, accepted: socket, arrival: Arrival, now: float) -> None:
        """Take the place of an accepted connection."""
        super().__init__(fileno=accepted.detach())
        self.arrival = arrival
        self.host = arrival.peer[0] if arrival.peer else ""
        self.begun = now  # to arrive, to be worked on or to leave, by the monotonic clock
        self.patience = PATIENCE_SECONDS  # how long it has for that
        self.reads = 0
        self.is_answered = False  # then no thread works on it anymore
        self.unsent = bytearray()  # what it has not taken yet of the answer

    @property
    def is_refused(self) -> bool:
        """Whether the answer says to come again later; nothing of it is sent by a thread."""
        return self.unsent.startswith(b"HTTP/") and bytes(self.unsent[9:12]) in {b"429", b"503"}

    def setblocking(self, flag: bool) -> None:
        """Never wait for the client, not even where gunicorn would."""
        super().setblocking(False)

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send what the client takes now, and keep the rest."""
        self.unsent += data
        if not (self.is_refused or self.flush()) and len(self.unsent) > MAX_HELD_BYTES:
            raise ConnectionResetError(ECONNRESET, "The client reads too slowly")

    def flush(self) -> bool:
        """Send what the client takes now; return whether that is all."""
        while self.unsent:
            try:
                sent = self.send(self.unsent)
            except BlockingIOError:
                return False
            del self.unsent[:sent]
        return True

    def received(self) -> bytes | None:
        """Return received bytes: None if there are none yet, empty at the end."""
        try:
            return self.recv(BLOCK)
        except BlockingIOError:
            return None
        except OSError:
            return b""


def heaviest(weights: dict[Client, int]) -> Client:
    """Return who weighs most, the oldest of them, at the network address that weighs most."""
    by_host: Counter[str] = Counter()
    for client, weight in weights.items():
        by_host[client.host] += weight
    return max(weights, key=lambda each: (by_host[each.host], weights[each]))


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's threaded worker, with requests read completely before they take a thread."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Start without connections."""
        super().__init__(*args, **kwargs)
        self.clients: dict[Client, TConn] = {}  # the oldest first
        self.resting: list[Client] = []  # they drip, and are read again a moment later
        self.rested_at = 0.0  # when that is, in seconds of the monotonic clock
        self.refused: deque[Client] = deque()  # they get their answers a moment later
        self.uncollected = 0  # bytes of the bodies that have ended since garbage was collected

    def init_process(self) -> None:
        """Leave connections without data to the kernel: so they survive the end of this worker."""
        option = getattr(sockets, "TCP_DEFER_ACCEPT", None)
        for listener in self.sockets:
            if option is not None and listener.sock.family != sockets.AF_UNIX:
                listener.sock.setsockopt(sockets.IPPROTO_TCP, option, 1)
        super().init_process()

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """Return the threads, with some to spare for requests that take long."""
        return ThreadPoolExecutor(self.cfg.threads * THREADS_IN_ALL)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Exit immediately: gunicorn would wait for a lock that its main thread may hold."""
        os._exit(0)

    def accept(self, listener: socket) -> None:
        """Accept a new connection, and wait for its request in the main loop."""
        try:
            accepted, peer = listener.accept()
        except OSError:
            return  # another worker was faster, or the client has gone
        peer = peer if isinstance(peer, tuple) else ""  # of a UNIX socket, whatever it calls itself
        client = Client(accepted, Arrival(self.cfg, peer, self.wsgi), time.monotonic())
        self.clients[client] = TConn(self.cfg, client, peer, listener.getsockname())
        self.poller.register(client, EVENT_READ, self.receive)
        self.receive(client)
        waiting = {each: 1 for each in self.clients if each.patience < math.inf}
        if len(waiting) > MAX_WAITING:
            self.drop(heaviest(waiting))

    def receive(self, client: Client) -> None:
        """Receive data of a client; a complete request goes to a thread."""
        # It may have been dropped or refused while its data was reported.
        is_arriving = client in self.clients and not client.arrival.is_complete
        if not is_arriving or (data := client.received()) is None:
            return
        if not data:
            self.drop(client)
            return
        client.arrival.add(data)
        if client.arrival.is_complete:
            self.work_on(client)
            return
        if client.arrival.asks_first:
            client.arrival.asks_first = False
            with suppress(OSError):
                client.sendall(CONTINUE)
        client.patience = PATIENCE_SECONDS + client.arrival.length / BYTES_PER_SECOND
        client.reads += 1
        if client.reads > MAX_READS and len(data) < BLOCK:
            self.poller.unregister(client)
            if not self.resting:
                self.rested_at = time.monotonic() + REST_SECONDS
            self.resting.append(client)
        self.make_room()

    def make_room(self) -> None:
        """Refuse the largest incoming body of a host that holds too much, or most of too much."""
        while True:
            held: Counter[str] = Counter()
            for each in self.clients:
                held[each.host] += each.arrival.held
            big = [c for c in self.clients if c.arrival.held > BLOCK and not c.arrival.is_complete]
            most = max(big, key=lambda c: (held[c.host], c.arrival.held), default=None)
            most_of_one = 0 if held.total() > MAX_HELD_BYTES else MAX_HELD_BYTES * 2 // 3
            if most is None or held[most.host] <= most_of_one:
                return
            if most.arrival.found is None:
                self.drop(most)
            else:
                most.arrival.refuse(ServiceUnavailable(retry_after=5))

    def work_on(self, client: Client) -> None:
        """Give a complete request to a thread, but answer at once whether this worker is alive."""
        self.poller.unregister(client)
        client.begun, client.patience = time.monotonic(), math.inf
        connection = self.clients[client]
        connection.initialized, connection.parser = True, client.arrival.requests()
        line = [getattr(client.arrival.found, name, "") for name in ("method", "path")]
        if line != ["GET", "/healthz"]:
            self.enqueue_req(connection)
            return
        self.handle(connection)
        self.finish_request(connection, Future())

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Send the rest of the answer; close once the client has closed, or has had time to.

        Gunicorn would wait for that here, in the main loop. No connection is kept alive.
        """
        client = conn.sock
        client.is_answered, client.begun = True, time.monotonic()
        client.patience = PATIENCE_SECONDS + len(client.unsent) / BYTES_PER_SECOND
        conn.parser = None
        self.uncollected += client.arrival.held
        client.arrival.let_go()
        # The application may leave reference cycles that hold what it read of a body.
        if self.uncollected > MAX_HELD_BYTES:
            self.uncollected = 0
            gc.collect()
            give_back_memory()
        if client.is_refused:
            self.refused.append(client)
        else:
            self.begin_sending(client)

    def begin_sending(self, client: Client) -> None:
        """Send what the client takes now of an answer, and the rest when it takes more."""
        try:
            self.poller.register(client, EVENT_WRITE, self.send_rest)
        except ValueError:  # gunicorn has closed it
            del self.clients[client]
            return
        self.send_rest(client)
        unsent = {each: len(each.unsent) for each in self.clients if each.is_answered}
        if sum(unsent.values()) > MAX_HELD_BYTES:
            self.drop(heaviest(unsent))

    def send_rest(self, client: Client) -> None:
        """Send what the client takes now; once all is sent, wait for it to close the connection."""
        try:
            if client not in self.clients or not client.flush():
                return
            client.shutdown(SHUT_WR)
        except OSError:
            self.drop(client)
            return
        self.poller.modify(client, EVENT_READ, self.discard)

    def discard(self, client: Client) -> None:
        """Discard late data, since closing with unread data could cut off the answer."""
        if client in self.clients and client.received() == b"":
            self.drop(client)

    def drop(self, client: Client) -> None:
        """Close a connection that no thread works on."""
        del self.clients[client]
        with suppress(KeyError):  # it may be resting
            self.poller.unregister(client)
        client.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events, but only briefly while connections rest or the worker is full."""
        is_soon = self.resting or self.refused or self.nr_conns >= self.worker_connections
        super().wait_for_and_dispatch_events(min(timeout, REST_SECONDS) if is_soon else timeout)
        if self.resting and time.monotonic() >= self.rested_at:
            for client in self.resting:
                if client in self.clients and not client.arrival.is_complete:
                    self.poller.register(client, EVENT_READ, self.receive)
            self.resting = []
        while self.refused and time.monotonic() >= self.refused[0].begun + REFUSED_SECONDS:
            client = self.refused.popleft()
            if client in self.clients:
                self.begin_sending(client)

    def murder_pending(self) -> None:
        """Close late connections. A stopping worker waits only a moment for arriving requests."""
        now = time.monotonic()
        for client in list(self.clients):
            if not (self.alive or client.arrival.is_complete):
                client.begun = min(client.begun, now + STOPPING_SECONDS - client.patience)
            if client.begun + client.patience < now:
                self.drop(client)

    @property
    def nr_conns(self) -> int:
        """How many connections count as busy (see `LONG_SECONDS`), or are unfinished at a stop."""
        if not self.alive:
            return sum(not each.is_answered or bool(each.unsent) for each in self.clients)
        working = [each.begun for each in self.clients if each.patience == math.inf]
        young = sum(begun + LONG_SECONDS > time.monotonic() for begun in working)
        return max(young, len(working) - MAX_WAITING)

    @nr_conns.setter
    def nr_conns(self, number: int) -> None:
        """Ignore how gunicorn counts by itself."""
