"""Requests that no browser sends, as bytes to the real server: a clear answer and no harm."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest
from harness.cookies import full_session, signed
from harness.fuzz import ask
from harness.processes import Server
from harness.servers import gunicorn
from harness.visitor import FORM, NAME, Socket, Visitor

BOUNDED = b"multipart/form-data; boundary=b"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, which answers to one host."""
    with gunicorn(tmp_path_factory.mktemp("app"), trusted_hosts="words.example.org") as running:
        yield running


@dataclass(frozen=True, slots=True)
class Playing:
    """Somebody in mid-game, with a long history.

    Attributes:
        visitor: Who plays.
        path: Of the game, in which one guess has been made.
    """

    visitor: Visitor
    path: str

    @property
    def cookie(self) -> str:
        """The visitor's cookie."""
        return self.visitor.cookie

    def see_that_nothing_changed(self, before: str) -> None:
        """See that the game and the cookie stand as they stood."""
        page = self.visitor.get(self.path)
        assert len(page.rows) == 1
        assert self.cookie == before

    def fields(self) -> dict[str, str]:
        """Return the fields of the next guess."""
        form = self.visitor.get(self.path).guess_form
        assert form is not None
        return {**form.fields, "guess": "crane"}

    def post(self, kind: bytes, body: bytes, length: int | None = None) -> bytes:
        """Return the bytes of a form from this visitor."""
        head = lines(
            f"POST {self.path} HTTP/1.1".encode(),
            b"Host: localhost",
            f"Cookie: {NAME}={self.cookie}".encode(),
            b"Content-Type: " + kind,
            b"Content-Length: %d" % (len(body) if length is None else length),
        )
        return head + body


@pytest.fixture
def playing(app: Server) -> Playing:
    """Somebody in mid-game."""
    visitor = Visitor(Socket(app.port), signed(full_session()))
    page = visitor.guess_on(visitor.new_game(), "moist")
    return Playing(visitor, page.request.path)


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


def test_a_body_shorter_than_it_says_changes_nothing(app: Server, playing: Playing) -> None:
    body, before = urlencode(playing.fields()).encode(), playing.cookie
    answer = ask(app.port, playing.post(FORM.encode(), body, len(body) + 40))
    assert answer.status in {0, 400}
    playing.see_that_nothing_changed(before)


@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: -5",
        b"Content-Length: 5\r\nContent-Length: 6",
        b"Transfer-Encoding: chunked\r\nContent-Length: 5",
    ],
)
def test_a_body_of_no_certain_length_is_refused(
    app: Server, playing: Playing, framing: bytes
) -> None:
    before = playing.cookie
    request = playing.post(FORM.encode(), b"0\r\n\r\n").replace(b"Content-Length: 5", framing)
    assert ask(app.port, request).status == 400
    playing.see_that_nothing_changed(before)


@pytest.mark.parametrize(
    ("kind", "body", "statuses"),
    [
        (FORM.encode(), b"guess=" + b"a" * 17_000, {413}),
        (FORM.encode(), b"&".join(b"k%d=v" % n for n in range(1000)), {400, 413}),
        (b"application/json", b'{"guess": "crane"}', {400}),
        (b"application/json", b"{", {400}),
        (FORM.encode() + b"; charset=utf-16", "guess=crane".encode("utf-16"), {400}),
        (b"multipart/form-data", b"--b\r\n\r\n", {400}),
        (BOUNDED, b"--b\r\nContent-Disposition: form-data; name=guess\r\n\r\ncrane", {400, 413}),
        (
            BOUNDED,
            b"".join(
                b'--b\r\nContent-Disposition: form-data; name="k%d"\r\n\r\nv\r\n' % n
                for n in range(21)
            )
            + b"--b--\r\n",
            {413},
        ),
    ],
    ids=["17k", "1000 keys", "json", "half json", "utf-16", "no boundary", "cut off", "21 parts"],
)
def test_odd_bodies_change_nothing(
    app: Server, playing: Playing, kind: bytes, body: bytes, statuses: set[int]
) -> None:
    before = playing.cookie
    answer = ask(app.port, playing.post(kind, body))
    assert answer.status in statuses, answer.text[:300]
    playing.see_that_nothing_changed(before)


def test_a_file_in_place_of_a_guess_is_no_guess(app: Server, playing: Playing) -> None:
    parts = [
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in playing.fields().items()
        if name != "guess"
    ]
    file = '--b\r\nContent-Disposition: form-data; name="guess"; filename="g"\r\n\r\ncrane\r\n'
    body, before = "".join([*parts, file, "--b--\r\n"]).encode(), playing.cookie
    assert ask(app.port, playing.post(BOUNDED, body)).status == 422
    playing.see_that_nothing_changed(before)


def test_spoofed_forwarding_is_ignored_without_a_proxy(app: Server) -> None:
    visitor = Visitor(Socket(app.port))
    visitor.headers.update(
        {"X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "1"}
    )
    page = visitor.get("/")
    assert page.status_code == 200
    assert "evil" not in page.text
    assert 1 <= app.text().count("WORDLE_WEB_PROXY_HOPS is 0") <= len(app.children())
