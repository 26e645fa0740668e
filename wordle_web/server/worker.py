"""A gunicorn worker whose threads neither wait for a request nor for the taking of an answer.

In gunicorn's own threaded worker, a stalled or slow request holds a thread for as long as its
socket is open, so a few of them stop a site without a buffering proxy. Here the worker's main loop
collects the bytes of every new connection, without a thread, and drops those that do not complete
in time. Likewise it sends what a client does not take at once: a few that ask for the largest files
and read nothing would stop a site too.
"""

import re
import socket as sockets
import time
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from errno import ECONNRESET
from functools import partial
from io import BytesIO
from selectors import EVENT_READ, EVENT_WRITE
from socket import SHUT_WR, socket
from typing import Any, Final

from gunicorn.workers.gthread import TConn, ThreadWorker

HEADERS_SECONDS: Final = 10.0
BODY_SECONDS: Final = 10.0
BODY_BYTES_PER_SECOND: Final = 50_000
LEAVING_SECONDS: Final = 2.0
STOPPING_SECONDS: Final = 2.0
# A normal request is complete this soon after connecting; until then it counts as a connection.
USUAL_SECONDS: Final = 0.05
# More than gunicorn accepts of a request line and headers, so that gunicorn refuses them.
MAX_HEAD_BYTES: Final = 4_094 + 50 * 8_190 + 8
# More than any of our forms, the largest of which has a picture of 8 MB. The app refuses a larger
# Content-Length unread.
MAX_BODY_BYTES: Final = (8 << 20) + (128 << 10)
# Of each kind, per worker. A normal request arrives within milliseconds, so the oldest connection
# is dropped to make room.
MAX_WAITING: Final = 64
# Arriving data of all connections of a worker, which is held in memory. Over that, the connection
# that holds most is dropped: never a page that is asked for, or a guess.
MAX_HELD_BYTES: Final = 24 << 20
BLOCK: Final = 64 * 1024
# Gunicorn copies what it has read of a body once for each chunk of it: all of 4 MB at once, in
# chunks of a byte, took a thread for hours.
PIECE: Final = 1024
MAX_CHUNKS: Final = 20_000  # of a body of 8 MB; those of a kilobyte are small
LAST: Final = b"\r\n\r\n"  # the end of the headers, and of a chunked body

_CONTENT_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,15})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


@dataclass(slots=True, eq=False)
class Arrival:
    """A connection whose request has not arrived completely.

    Attributes:
        connection: As gunicorn knows it.
        begun: When it connected, in seconds of the monotonic clock.
        deadline: When it is dropped, in seconds of the monotonic clock.
        data: The bytes received so far.
        head_bytes: Length of the request line and headers; 0 until they are complete.
        body_bytes: The length of the body according to the headers.
        is_chunked: Whether the body comes in chunks, and so says itself where it ends.
        chunks: How many chunks have arrived.
        chunks_end: Where the next chunk begins.
        awaited: What ends the line of that chunk, or after the last chunk the body.
        searched: Up to where that has been looked for.
    """

    connection: Any
    begun: float
    deadline: float = field(init=False)
    data: bytearray = field(default_factory=bytearray)
    head_bytes: int = 0
    body_bytes: int = 0
    is_chunked: bool = False
    chunks: int = 0
    chunks_end: int = 0
    awaited: bytes = b"\r\n"
    searched: int = 0

    def __post_init__(self) -> None:
        """Set the deadline for the headers."""
        self.deadline = self.begun + HEADERS_SECONDS

    def is_young(self, now: float) -> bool:
        """Whether the rest of the request can be expected at any moment."""
        return now < self.begun + USUAL_SECONDS

    def add(self, data: bytes, now: float) -> None:
        """Add received bytes; once the headers are complete, the body gets its own deadline."""
        searched = max(0, len(self.data) - 3)
        self.data += data
        if not self.head_bytes and (end := self.data.find(LAST, searched)) >= 0:
            self._read_head(end + 4)
            body_bytes = min(self.body_bytes, MAX_BODY_BYTES)
            self.deadline = now + BODY_SECONDS + body_bytes / BODY_BYTES_PER_SECOND

    def _read_head(self, end: int) -> None:
        # Once only: bytes that come one by one would each cost as much as all before them.
        self.head_bytes = self.chunks_end = self.searched = end
        self.is_chunked = bool(_CHUNKED.search(self.data, 0, end))
        found = _CONTENT_LENGTH.search(self.data, 0, end)
        self.body_bytes = int(found[1]) if found else 0

    @property
    def is_complete(self) -> bool:
        """Whether the request can be handled without waiting for the client."""
        if not self.head_bytes:
            return len(self.data) > MAX_HEAD_BYTES
        if len(self.data) - self.head_bytes >= MAX_BODY_BYTES:
            return True
        if self.is_chunked:
            return self._has_last_chunk()
        is_too_long = self.body_bytes > MAX_BODY_BYTES
        return is_too_long or len(self.data) - self.head_bytes >= self.body_bytes

    def _has_last_chunk(self) -> bool:
        while (found := self.data.find(self.awaited, self.searched)) >= 0:
            if self.awaited == LAST:
                return True
            try:
                size = int(self.data[self.chunks_end : found].partition(b";")[0], 16)
            except ValueError:
                return True  # malformed: gunicorn refuses it
            if size <= 0:
                # Without trailers, the empty line follows at once.
                self.awaited, self.searched = LAST, found
            else:
                self.chunks += 1
                self.chunks_end = self.searched = found + 2 + size + 2
            if self.chunks > MAX_CHUNKS:
                self.deadline = 0.0  # no browser or proxy does so
                return False
        self.searched = max(self.searched, len(self.data) - len(self.awaited) + 1)
        return False


class Received:
    """What gunicorn reads a request from: the bytes that have arrived, then the socket itself."""

    def __init__(self, data: bytearray, client: socket) -> None:
        """Begin with the first of the bytes."""
        self._data = BytesIO(data)
        self._client = client

    def recv(self, size: int) -> bytes:
        """Return the next bytes, at most `size`."""
        return self._data.read(size) or self._client.recv(size)


class ClientSocket(socket):
    """A connection whose answer waits for the client in memory, and not in a thread.

    Attributes:
        unsent: What the client has not taken yet.
    """

    def __init__(self, client: socket) -> None:
        """Take the place of `client`."""
        super().__init__(fileno=client.detach())
        self.unsent = bytearray()

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send what the client takes now, and keep the rest."""
        self.unsent += data
        if not self.flush() and len(self.unsent) > MAX_HELD_BYTES:
            raise ConnectionResetError(ECONNRESET, "The client reads too slowly")

    def flush(self) -> bool:
        """Send what the client takes now; return whether that is all."""
        while self.unsent:
            try:
                sent = self.send(self.unsent, sockets.MSG_DONTWAIT)
            except BlockingIOError:
                return False
            del self.unsent[:sent]
        return True


class BufferingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's threaded worker, with requests read completely before they take a thread.

    Attributes:
        arrivals: Connections whose request has not arrived completely.
        leaving: Answered connections, each with the latest time at which it is closed; some still
            have to be sent a part of their answer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Start without connections."""
        super().__init__(*args, **kwargs)
        self.arrivals: dict[socket, Arrival] = {}
        self.leaving: dict[ClientSocket, float] = {}

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

    def accept(self, listener: socket) -> None:
        """Accept a new connection, and wait for its request in the main loop."""
        try:
            client, address = listener.accept()
        except OSError:
            return  # another worker was faster, or the client has gone
        client = ClientSocket(client)
        connection = TConn(self.cfg, client, address, listener.getsockname())
        arrival = Arrival(connection, time.monotonic())
        self.nr_conns += 1
        self.arrivals[client] = arrival
        self.poller.register(client, EVENT_READ, partial(self.receive, arrival))
        self.receive(arrival, client)
        if len(self.arrivals) > MAX_WAITING:
            self.drop(next(iter(self.arrivals)))

    def receive(self, arrival: Arrival, client: socket) -> None:
        """Receive data of a client; a complete request goes to a thread."""
        if client not in self.arrivals:
            return  # dropped while its data was reported
        data = received(client)
        if data is None:
            return
        if not data:
            self.drop(client)
            return
        arrival.add(data, time.monotonic())
        if arrival.is_complete:
            del self.arrivals[client]
            self.poller.unregister(client)
            arrival.connection.init()
            unreader = arrival.connection.parser.unreader
            unreader.sock, unreader.mxchunk = Received(arrival.data, client), PIECE
            self.enqueue_req(arrival.connection)
        elif sum(len(each.data) for each in self.arrivals.values()) > MAX_HELD_BYTES:
            self.drop(max(self.arrivals, key=lambda each: len(self.arrivals[each].data)))

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Send the rest of the answer, and close the connection once the client has, or soon after.

        Gunicorn waits for that here, in the main loop and up to two seconds, so a client that does
        not close would hold up all others. Connections are not kept alive (`gunicorn_config.py`).
        """
        client = conn.sock
        with suppress(OSError):
            client.setblocking(False)
            seconds = BODY_SECONDS + len(client.unsent) / BODY_BYTES_PER_SECOND
            self.leaving[client] = time.monotonic() + seconds
            self.poller.register(client, EVENT_WRITE, self.send_rest)
            self.send_rest(client)
            if len(self.leaving) > MAX_WAITING:
                self.let_go(next(iter(self.leaving)))
            if sum(len(each.unsent) for each in self.leaving) > MAX_HELD_BYTES:
                self.let_go(max(self.leaving, key=lambda each: len(each.unsent)))
            self.count_slow()
            return
        self.nr_conns -= 1
        conn.close()

    def send_rest(self, client: ClientSocket) -> None:
        """Send what the client takes now of an answer; after its end, wait for the client's."""
        try:
            if client not in self.leaving or not client.flush():
                return
            self.nr_conns -= 1
            client.shutdown(SHUT_WR)
        except OSError:
            self.let_go(client)
            return
        self.leaving[client] = time.monotonic() + LEAVING_SECONDS
        self.poller.modify(client, EVENT_READ, self.discard)

    def discard(self, client: ClientSocket) -> None:
        """Discard late data, since closing with unread data could cut off the answer."""
        # It may have been closed while its data was reported.
        if client in self.leaving and received(client) == b"":
            self.let_go(client)

    def let_go(self, client: ClientSocket) -> None:
        """Close an answered connection."""
        self.nr_conns -= bool(client.unsent)  # a stopping worker still sends it
        del self.leaving[client]
        self.poller.unregister(client)
        client.close()

    def drop(self, client: socket) -> None:
        """Close a connection without a complete request."""
        arrival = self.arrivals.pop(client)
        self.poller.unregister(client)
        self.nr_conns -= 1
        arrival.connection.close()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for events, but no longer than young arrivals count as connections."""
        now = time.monotonic()
        young = any(each.is_young(now) for each in self.arrivals.values())
        super().wait_for_and_dispatch_events(min(timeout, USUAL_SECONDS) if young else timeout)

    def murder_pending(self) -> None:
        """Close late connections; gunicorn's loop calls this at least once a second."""
        now = time.monotonic()
        if not self.alive:
            # A stopping worker waits only a moment for arriving requests.
            for arrival in self.arrivals.values():
                arrival.deadline = min(arrival.deadline, now + STOPPING_SECONDS)
        for client in [c for c, each in self.arrivals.items() if each.deadline < now]:
            self.drop(client)
        for client in [c for c, deadline in self.leaving.items() if deadline < now]:
            self.let_go(client)
        self.count_slow()

    def count_slow(self) -> None:
        """Raise the limit of connections by those that take no thread."""
        now = time.monotonic()
        slow = sum(not each.is_young(now) for each in self.arrivals.values())
        slow += sum(bool(each.unsent) for each in self.leaving)
        self.worker_connections = self.cfg.worker_connections + slow


def received(client: socket) -> bytes | None:
    """Return received bytes: None if there are none yet, empty at the end."""
    try:
        return client.recv(BLOCK)
    except BlockingIOError:
        return None
    except OSError:
        return b""
