"""Requests that no browser sends, malformed or fuzzed, get clear responses and do no harm."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from urllib.parse import urlencode

import pytest
from harness.cookies import full_session, signed
from harness.fuzz import Fuzzer
from harness.keys import NAME
from harness.servers import gunicorn
from harness.visitor import FORM, Socket, Visitor, ask

from wordle_web import create_app
from wordle_web.config.settings import Settings


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    with gunicorn(tmp_path_factory.mktemp("app"), trusted_hosts="words.test") as running:
        yield running


@dataclass(frozen=True, slots=True)
class Playing:
    visitor: Visitor
    path: str  # the path of a game with one guess
    before: str  # the cookie before the requests

    def check_unchanged(self) -> None:
        assert len(self.visitor.get(self.path).rows) == 1
        assert self.visitor.cookie == self.before

    def fields(self) -> dict[str, str]:
        form = self.visitor.get(self.path).guess_form
        return {**form.fields, "guess": "crane"}

    def post(self, kind: bytes, body: bytes, length: int | None = None) -> bytes:
        sent = f"POST {self.path} HTTP/1.1", "Host: localhost", f"Cookie: {NAME}={self.before}"
        size = b"Content-Length: %d" % (len(body) if length is None else length)
        return lines(*map(str.encode, sent), b"Content-Type: " + kind, size) + body


@pytest.fixture
def playing(app):
    visitor = Visitor(Socket(app.port), signed(full_session()))
    page = visitor.guess_on(visitor.new_game(), "mohel")  # not the answer
    return Playing(visitor, page.request.path, visitor.cookie)


def lines(first: bytes, *others: bytes) -> bytes:
    return b"\r\n".join([first, *others, b"", b""])


HERE, GET = b"Host: localhost", b"GET / HTTP/1.1"
ODD_REQUESTS: dict[str, tuple[list[bytes], set[int]]] = {
    "%00": ([b"GET /%00 HTTP/1.1", HERE], {404}),
    "%ff": ([b"GET /%ff%fe HTTP/1.1", HERE], {404}),
    "row": ([b"GET /helper?row=%ff HTTP/1.1", HERE], {422}),
    "5k": ([b"GET /" + b"a" * 5000 + b" HTTP/1.1", HERE], {414}),
    "up": ([b"GET /../../etc/passwd HTTP/1.1", HERE], {404}),
    "//": ([b"GET //evil.example/ HTTP/1.1", HERE], {404}),
    "absolute": ([b"GET http://evil.example/ HTTP/1.1", b"Host: evil.example"], {400}),
    "foreign host": ([GET, b"Host: evil.example"], {400}),
    "2 hosts": ([GET, b"Host: a", HERE], {400}),
    "bad host": ([GET, b"Host: localhost:1:2"], {400}),
    "mounted": ([GET, HERE, b"SCRIPT_NAME: /x"], {200}),
    "no host": ([GET], {200, 400}),
    "no host, old": ([b"GET / HTTP/1.0"], {200, 400}),
    "TRACE": ([b"TRACE / HTTP/1.1", HERE], {405}),
    "PUT": ([b"PUT / HTTP/1.1", HERE], {405}),
    "BREW": ([b"BREW / HTTP/1.1", HERE], {405}),
    "CONNECT": ([b"CONNECT x:1 HTTP/1.1", HERE], {400, 404, 405}),
    "15k cookie": ([GET, HERE, b"Cookie: " + b"x" * 15_000], {200}),
    "17k cookie": ([GET, HERE, b"Cookie: " + b"x" * 17_000], {431}),
    "99 headers": ([GET, HERE, *[b"X-%d: y" % n for n in range(99)]], {431}),
    "cookie of bytes": ([GET, HERE, b"Cookie: " + NAME.encode() + b"=\xff\xfe"], {200}),
}


@pytest.mark.parametrize(("head", "statuses"), ODD_REQUESTS.values(), ids=ODD_REQUESTS)
def test_unusual_requests_get_an_expected_status(app, head, statuses):
    answer = ask(app.port, lines(*head))
    assert answer.status in statuses, answer.text[:300]
    assert "Traceback" not in answer.text


def test_truncated_body_changes_nothing(app, playing):
    body = urlencode(playing.fields()).encode()
    answer = ask(app.port, playing.post(FORM.encode(), body, len(body) + 40))
    assert answer.status in {0, 400}
    playing.check_unchanged()


FIVE = b"Content-Length: 5"
UNSURE = b"Content-Length: -5", FIVE + b"\r\nContent-Length: 6", b"Transfer-Encoding: chunked\r\n"


@pytest.mark.parametrize("framing", [*UNSURE[:2], UNSURE[2] + FIVE])
def test_body_of_ambiguous_length_is_refused(app, playing, framing):
    request = playing.post(FORM.encode(), b"0\r\n\r\n").replace(FIVE, framing)
    assert ask(app.port, request).status == 400
    playing.check_unchanged()


GROWTH = 10.0  # MB that a server may grow by
FUZZERS = 4
WARM = {"any": 6000, "form": 2000}  # requests after which all caches are filled


@pytest.mark.parametrize(("kind", "number"), [("form", 100_000), ("any", 20_000)])
def test_random_requests_cause_no_server_error_and_leak_no_memory(
    server, tmp_path, kind, number, is_short, figure
):
    rules = create_app(Settings(instance=tmp_path / "rules")).url_map
    fuzzers = [Fuzzer(rules, server.port, seed) for seed in range(FUZZERS)]

    def send(kind: str, number: int) -> list[tuple[int, bytes]]:
        def work(fuzzer: Fuzzer) -> list[tuple[int, bytes]]:
            requests = (getattr(fuzzer, kind)() for _ in range(number // FUZZERS))
            return [(ask(server.port, request).status, request[:400]) for request in requests]

        with ThreadPoolExecutor(FUZZERS) as threads:
            return list(chain.from_iterable(threads.map(work, fuzzers)))

    workers = server.children()
    for path, times in WARM.items():
        send(path, times)
    before, start = server.memory(), time.monotonic()
    answers = send(kind, number // 20 if is_short else number)
    seconds, grown = time.monotonic() - start, server.memory() - before
    figure(
        f"{len(answers)} requests of kind {kind} in {seconds:.0f} s: "
        f"{sorted(Counter(status for status, _ in answers).items())}; "
        f"memory {before:.0f} MB, grown by {grown:.1f} MB"
    )
    assert [(status, request) for status, request in answers if status >= 500] == []
    assert server.children() == workers
    assert "Traceback" not in server.text()
    assert "[ERROR]" not in server.text()
    assert grown <= GROWTH
