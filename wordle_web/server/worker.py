"""A gunicorn worker whose threads neither wait for a request nor for the taking of an answer.

In gunicorn's own threaded worker, a stalled or slow request holds a thread for as long as its
socket is open, so a few of them stop a site without a buffering proxy. Here the worker's main loop
collects the bytes of every new connection, without a thread, and drops those that do not complete
in time. Likewise it sends what a client does not take at once: a few that ask for the largest files
and read nothing would stop a site too.

One parser decides: gunicorn's own says where the headers end and how long the body is, or refuses
them, and what it found is what the application gets. It reads from memory, never from the socket.
"""

import gc
import math
import socket as sockets
import time
from collections import Counter
from collections.abc import Callable, Iterator
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

HEADERS_SECONDS: Final = 10.0
BODY_SECONDS: Final = 10.0
BODY_BYTES_PER_SECOND: Final = 50_000
STOPPING_SECONDS: Final = 2.0
BUSY_SECONDS: Final = 5  # after which a body that found no room may be sent again
# A worker takes only so many connections as it has threads: what it has not taken, its neighbors
# take. A normal request is complete this soon after connecting; a slow one does not count.
USUAL_SECONDS: Final = 0.05
# Nor does one that is worked on for longer. It has a thread to spare, so that those who wait in
# theirs, as for the reading of a picture, keep nobody out.
LONG_SECONDS: Final = 0.5
THREADS_IN_ALL: Final = 4  # for each that is configured
# Connections of a worker that no thread works on. The oldest is dropped to make room.
MAX_WAITING: Final = 128
# All that a worker holds of requests, those in threads included; likewise all that clients have not
# taken yet of their answers.
MAX_HELD_BYTES: Final = 24 << 20
# What is shorter is never refused for want of room: a page that is asked for, or a guess.
SHORT: Final = 64 * 1024
BLOCK: Final = 64 * 1024
# Parsing begins anew at each line, but for headers of very many lines only when they have doubled:
# gunicorn refuses these in the end. What it accepts takes 22 MB at most, 50 lines of 8 kB.
MAX_PARSED_BYTES: Final = 24 << 20
HEALTH: Final = "/healthz"


def blocks(data: bytearray) -> Iterator[bytes]:
    """Yield the bytes that have arrived, and let them go. Gunicorn reads a request from these."""
    while data:
        block = bytes(data[:BLOCK])
        del data[:BLOCK]
        yield block


@dataclass(slots=True, eq=False)
class Arrival:
    """A request that is arriving.

    Attributes:
        cfg: Gunicorn's configuration.
        peer: The network address that it comes from.
        max_body: Returns how many bytes of a body an address takes, by method and path.
        data: The bytes that have arrived and not been read.
        held: How many bytes have arrived.
        parsed_at: How many there were when they were last parsed.
        parsed: How many have been parsed, all over again each time.
        found: What gunicorn made of the headers: a request, or the error that refuses it.
        length: Of the body, in bytes.
        missing: How many bytes of the body are still to come.
    """

    cfg: Any
    peer: Any
    max_body: Callable[[str, str], int]
    data: bytearray = field(default_factory=bytearray)
    held: int = 0
    parsed_at: int = 0
    parsed: int = 0
    found: Any = None
    length: int = 0
    missing: int = 0

    @property
    def is_complete(self) -> bool:
        """Whether gunicorn ends with the request, or refuses it, without a further byte."""
        return self.found is not None and self.missing <= 0

    @property
    def is_large(self) -> bool:
        """Whether it may be refused for want of room."""
        return self.held > SHORT and not self.is_complete

    @property
    def host(self) -> str:
        """The network address without its port."""
        return self.peer[0] if isinstance(self.peer, tuple) else ""

    def add(self, data: bytes) -> None:
        """Add received bytes, and parse the headers if these may have ended them."""
        self.data += data
        self.held += len(data)
        self.missing -= len(data)
        is_line = b"\n" in data and self.parsed < MAX_PARSED_BYTES
        if self.found is None and (is_line or self.held >= 2 * self.parsed_at):
            self._parse()

    def _parse(self) -> None:
        self.parsed_at = self.held
        self.parsed += self.held
        rest = bytearray(self.data)
        parser = RequestParser(self.cfg, blocks(rest), self.peer)
        try:
            request = next(parser)
        except Exception as error:  # of a dozen kinds, each answered by gunicorn
            # Its source is gone once it has asked for more than there is.
            if parser.unreader.iter is not None:
                self.found, self.missing = error.with_traceback(None), 0
            return
        self.found, self.data = request, rest
        length = getattr(request.body.reader, "length", None)
        if length is None:
            self.refuse(LengthRequired())  # it comes in chunks
        elif length > self.max_body(request.method, request.path):
            self.refuse(RequestEntityTooLarge())
        else:
            self.length = length
            self.missing = length - len(rest) - request.unreader.buf.getbuffer().nbytes

    def refuse(self, error: HTTPException) -> None:
        """Let go of the body; the application answers with an error in its place."""
        self.found.body = RefusedBody(error)
        self.missing = 0
        self.let_go()

    def let_go(self) -> None:
        """Forget the bytes that have arrived."""
        self.data.clear()
        self.held = 0

    def requests(self) -> Iterator[Request]:
        """Yield the request, or raise the error that refuses it."""
        if isinstance(self.found, Exception):
            raise self.found
        yield self.found


class Client(socket):
    """A connection: its request arrives, a thread works on it, and its answer is taken.

    Attributes:
        arrival: The request.
        deadline: When it is dropped, in seconds of the monotonic clock; never by a thread's fault.
        counts_until: Until when it counts as a connection, likewise.
        is_answered: Whether no thread has to work on it anymore.
        unsent: What it has not taken yet of the answer, which waits here and not in a thread.
    """

    def __init__(self, accepted: socket, arrival: Arrival, now: float) -> None:
        """Take the place of an accepted connection."""
        super().__init__(fileno=accepted.detach())
        self.arrival = arrival
        self.deadline = now + HEADERS_SECONDS
        self.counts_until = now + USUAL_SECONDS
        self.is_answered = False
        self.unsent = bytearray()

    def setblocking(self, flag: bool) -> None:
        """Never wait for the client, not even where gunicorn would."""
        super().setblocking(False)

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send what the client takes now, and keep the rest."""
        self.unsent += data
        if not self.flush() and len(self.unsent) > MAX_HELD_BYTES:
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


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's threaded worker, with requests read completely before they take a thread.

    Attributes:
        clients: Each connection, the oldest first, with gunicorn's own value for it.
        uncollected: Bytes of the bodies that have ended since garbage was last collected.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Start without connections."""
        super().__init__(*args, **kwargs)
        self.clients: dict[Client, TConn] = {}
        self.uncollected = 0

    def init_process(self) -> None:
        """Accept a connection only once data has arrived on it, or after a second.

        Until then any worker can accept it, and it does not fail with one that is killed. Has no
        effect if the kernel does not support it.
        """
        option = getattr(sockets, "TCP_DEFER_ACCEPT", None)
        for listener in self.sockets:
            if option is not None and listener.sock.family != sockets.AF_UNIX:
                listener.sock.setsockopt(sockets.IPPROTO_TCP, option, 1)
        super().init_process()

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """Return the threads, with some to spare for requests that take long."""
        return ThreadPoolExecutor(self.cfg.threads * THREADS_IN_ALL)

    def max_body(self, method: str, path: str) -> int:
        """Return how many bytes of a body an address takes."""
        of_address = getattr(self.wsgi, "max_body", None)
        return of_address(method, path) if of_address else MAX_FORM_BYTES

    def accept(self, listener: socket) -> None:
        """Accept a new connection, and wait for its request in the main loop."""
        try:
            accepted, peer = listener.accept()
        except OSError:
            return  # another worker was faster, or the client has gone
        client = Client(accepted, Arrival(self.cfg, peer, self.max_body), time.monotonic())
        self.clients[client] = TConn(self.cfg, client, peer, listener.getsockname())
        self.poller.register(client, EVENT_READ, self.receive)
        self.receive(client)
        waiting = [each for each in self.clients if each.deadline < math.inf]
        if len(waiting) > MAX_WAITING:
            self.drop(waiting[0])

    def receive(self, client: Client) -> None:
        """Receive data of a client; a complete request goes to a thread."""
        # It may have been dropped while its data was reported.
        if client not in self.clients or (data := client.received()) is None:
            return
        if not data:
            self.drop(client)
            return
        arrival, had_headers = client.arrival, client.arrival.found is not None
        arrival.add(data)
        if arrival.is_complete:
            self.work_on(client)
        elif arrival.found is not None and not had_headers:
            seconds = BODY_SECONDS + arrival.length / BODY_BYTES_PER_SECOND
            client.deadline = time.monotonic() + seconds
        self.make_room()

    def make_room(self) -> None:
        """Refuse the largest body of whoever sends most, while all that is held is too much."""
        while sum(each.arrival.held for each in self.clients) > MAX_HELD_BYTES:
            large = [each for each in self.clients if each.arrival.is_large]
            by_host: Counter[str] = Counter()
            for each in large:
                by_host[each.arrival.host] += each.arrival.held
            most = max(large, key=lambda c: (by_host[c.arrival.host], c.arrival.held), default=None)
            if most is None:
                return
            if most.arrival.found is None:
                self.drop(most)
            else:
                most.arrival.refuse(ServiceUnavailable(retry_after=BUSY_SECONDS))
                self.work_on(most)

    def work_on(self, client: Client) -> None:
        """Give a complete request to a thread, but answer at once whether this worker is alive."""
        self.poller.unregister(client)
        client.deadline = math.inf
        client.counts_until = time.monotonic() + LONG_SECONDS
        connection = self.clients[client]
        connection.initialized, connection.parser = True, client.arrival.requests()
        if getattr(client.arrival.found, "path", "") != HEALTH:
            self.enqueue_req(connection)
            return
        self.handle(connection)
        self.finish_request(connection, Future())

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Send the rest of the answer, and close the connection once the client has, or soon after.

        Gunicorn waits for that here, in the main loop and up to two seconds, so a client that does
        not close would hold up all others. Connections are not kept alive (`gunicorn_config.py`).
        """
        client = conn.sock
        client.is_answered, client.counts_until = True, 0.0
        conn.parser = None
        self.uncollected += client.arrival.held
        client.arrival.let_go()
        # The application may leave circles behind that hold what it read of a body.
        if self.uncollected > MAX_HELD_BYTES:
            self.uncollected = 0
            gc.collect()
            give_back_memory()
        seconds = BODY_SECONDS + len(client.unsent) / BODY_BYTES_PER_SECOND
        client.deadline = time.monotonic() + seconds
        try:
            self.poller.register(client, EVENT_WRITE, self.send_rest)
        except ValueError:  # gunicorn has closed it
            del self.clients[client]
            return
        self.send_rest(client)
        if sum(len(each.unsent) for each in self.clients) > MAX_HELD_BYTES:
            self.drop(max(self.clients, key=lambda each: len(each.unsent) * each.is_answered))

    def send_rest(self, client: Client) -> None:
        """Send what the client takes now of an answer; after its end, wait for the client's."""
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
        # It may have been closed while its data was reported.
        if client in self.clients and client.received() == b"":
            self.drop(client)

    def drop(self, client: Client) -> None:
        """Close a connection that no thread works on."""
        del self.clients[client]
        with suppress(KeyError):
            self.poller.unregister(client)
        client.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events, but while it takes no more connections only until it may again."""
        is_full = self.nr_conns >= self.worker_connections
        super().wait_for_and_dispatch_events(min(timeout, USUAL_SECONDS) if is_full else timeout)

    def murder_pending(self) -> None:
        """Close late connections; gunicorn's loop calls this at least once a second.

        A stopping worker waits only a moment for arriving requests.
        """
        now = time.monotonic()
        for client in list(self.clients):
            if not (self.alive or client.arrival.is_complete):
                client.deadline = min(client.deadline, now + STOPPING_SECONDS)
            if client.deadline < now:
                self.drop(client)

    @property
    def nr_conns(self) -> int:
        """The number of connections by which gunicorn decides whether to accept another.

        While stopping it waits until there are none, so all count that are not answered whole.
        """
        if not self.alive:
            return sum(not each.is_answered or bool(each.unsent) for each in self.clients)
        now = time.monotonic()
        return sum(now < each.counts_until for each in self.clients)

    @nr_conns.setter
    def nr_conns(self, number: int) -> None:
        """Ignore how gunicorn counts by itself."""
