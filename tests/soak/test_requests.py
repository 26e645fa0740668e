"""Requests that no browser sends, as bytes to the real server: a clear answer and no harm."""

from collections.abc import Iterator

import pytest
from harness.fuzz import ask
from harness.processes import Server
from harness.servers import gunicorn
from harness.visitor import NAME


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, which answers to one host."""
    with gunicorn(tmp_path_factory.mktemp("app"), trusted_hosts="words.example.org") as running:
        yield running


def lines(first: bytes, *others: bytes) -> bytes:
    """Return the head of a request."""
    return b"\r\n".join([first, *others, b"", b""])


@pytest.mark.parametrize(
    ("request_bytes", "statuses"),
    [
        pytest.param(lines(b"GET /%00 HTTP/1.1", b"Host: localhost"), {404}, id="%00"),
        pytest.param(lines(b"GET /%ff%fe HTTP/1.1", b"Host: localhost"), {404}, id="%ff"),
        pytest.param(lines(b"GET /helper?row=%ff HTTP/1.1", b"Host: localhost"), {422}, id="row"),
        pytest.param(
            lines(b"GET /" + b"a" * 5000 + b" HTTP/1.1", b"Host: localhost"), {414}, id="5k"
        ),
        pytest.param(lines(b"GET /../../etc/passwd HTTP/1.1", b"Host: localhost"), {404}, id="up"),
        pytest.param(lines(b"GET //evil.example/ HTTP/1.1", b"Host: localhost"), {404}, id="//"),
        pytest.param(
            lines(b"GET http://evil.example/ HTTP/1.1", b"Host: evil.example"), {400}, id="absolute"
        ),
        pytest.param(lines(b"GET / HTTP/1.1", b"Host: evil.example"), {400}, id="foreign host"),
        pytest.param(lines(b"GET / HTTP/1.1", b"Host: a", b"Host: localhost"), {400}, id="2 hosts"),
        pytest.param(lines(b"GET / HTTP/1.1", b"Host: localhost:1:2"), {400}, id="bad host"),
        pytest.param(
            lines(b"GET / HTTP/1.1", b"Host: localhost", b"SCRIPT_NAME: /x"), {200}, id="mounted"
        ),
        pytest.param(lines(b"GET / HTTP/1.1"), {200, 400}, id="no host"),
        pytest.param(lines(b"GET / HTTP/1.0"), {200, 400}, id="no host, old"),
        *(
            pytest.param(lines(b"POST / HTTP/1.1", b"Host: localhost", each), {400}, id=str(each))
            for each in (
                b"Content-Length: -5",
                b"Content-Length: 5\r\nContent-Length: 6",
                b"Transfer-Encoding: chunked\r\nContent-Length: 5",
            )
        ),
        pytest.param(lines(b"TRACE / HTTP/1.1", b"Host: localhost"), {405}, id="TRACE"),
        pytest.param(lines(b"PUT / HTTP/1.1", b"Host: localhost"), {405}, id="PUT"),
        pytest.param(lines(b"BREW / HTTP/1.1", b"Host: localhost"), {405}, id="BREW"),
        pytest.param(
            lines(b"CONNECT x:1 HTTP/1.1", b"Host: localhost"), {400, 404, 405}, id="CONNECT"
        ),
        pytest.param(
            lines(b"GET / HTTP/1.1", b"Host: localhost", b"Cookie: " + b"x" * 9000),
            {431},
            id="9k cookie",
        ),
        pytest.param(
            lines(b"GET / HTTP/1.1", b"Host: localhost", *[b"X-%d: y" % n for n in range(99)]),
            {431},
            id="99 headers",
        ),
        pytest.param(
            lines(
                b"GET / HTTP/1.1", b"Host: localhost", b"Cookie: " + NAME.encode() + b"=\xff\xfe"
            ),
            {200},
            id="cookie of bytes",
        ),
    ],
)
def test_odd_requests_are_answered(app: Server, request_bytes: bytes, statuses: set[int]) -> None:
    answer = ask(app.port, request_bytes)
    assert answer.status in statuses, answer.text[:300]
    assert "Traceback" not in answer.text
