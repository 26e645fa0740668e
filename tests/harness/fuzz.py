"""A fuzzer that carries valid tokens: it damages requests that would otherwise be answered.

It begins from every rule of the application, so that a new page is fuzzed without being named.
"""

import random
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, quote_from_bytes, urlencode

from werkzeug.routing import Map

from harness.cookies import full_session, signed
from harness.visitor import FORM, NAME, Socket, Visitor

NASTY = (
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "9" * 30,
    "1,234",
    "²",
    "٣",
    "crane",
    "CRANE",
    "cr\nane",
    "cr\0ane",
    "\u0130\u0131\u017f\u00df\ufb00",
    "\uff43\uff52\uff41\uff4e\uff45",
    "\u202ecrane",
    "e\u0301" * 5,
    "\ud83d",
    "🟩🟨⬛" * 30,
    "a" * 4,
    "a" * 6,
    "a" * 3000,
    "{{7*7}}%(x)s{0}",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "crane:01002",
    "crane:33333",
    "crane:0100",
    "crane:01002:",
    "9999-12-31",
    "0000-00-00",
    "2025-02-30",
    "None",
    "null",
    "[]",
    "NaN",
    "%",
    "%00",
    "%ff",
    "normal",
    "real",
    "nowhere",
)
FIELDS = ("guess", "turn", "day", "length", "pool", "word", "name", "hint", "theme", "csrf_token")
QUERIES = ("row", "row", "row", "length", "mode", "hard", "guess", "text", "month", "tile", "day")
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "BREW")
HEADERS = (
    ("Host", "elsewhere.example"),
    ("Host", "[::1"),
    ("X-Forwarded-For", "1.2.3.4, ::1, nobody"),
    ("X-Forwarded-Prefix", "/../x"),
    ("X-Forwarded-Host", "a\tb"),
    ("Accept-Language", "xx-yy;q=5, " * 40),
    ("Accept-Encoding", "br;q=nan, gzip;q=-1"),
    ("If-None-Match", "*"),
    ("If-Modified-Since", "Sat, 00 Foo 0000"),
    ("Range", "bytes=5-1,-0,9999999-"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Origin", "http://["),
    ("Referer", "http://[::x"),
    ("Authorization", "Basic ////"),
    ("Expect", "100-continue"),
    ("Content-Type", "multipart/form-data"),
    ("Content-Type", "application/x-www-form-urlencoded; charset=utf-16"),
    ("Cookie", "a=b; ;;=; $Version=1"),
)


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    text: str


@dataclass(slots=True)
class Finding:
    statuses: Counter[int] = field(default_factory=Counter)  # 0 where no status came
    faults: list[str] = field(default_factory=list)  # requests that were answered by 5xx
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, request: bytes, answer: Answered) -> None:
        with self.lock:
            self.statuses[answer.status] += 1
            if answer.status >= 500:
                self.faults.append(f"{answer.status}: {request[:400]!r}")

    def told(self) -> str:
        return ", ".join(f"{status} x {count}" for status, count in sorted(self.statuses.items()))


class Fuzzer:
    """Makes damaged requests, each from a valid one, the same for the same seed."""

    def __init__(self, rules: Map, port: int, seed: int) -> None:
        """Visit the site once, for a session and a token that hold."""
        self.dice = random.Random(seed)
        self.rules = [rule for rule in rules.iter_rules() if not rule.rule.startswith("/static")]
        self.posts = [rule for rule in self.rules if "POST" in (rule.methods or ())]
        visitor = Visitor(Socket(port), signed(full_session(seed)))
        page = visitor.new_game()
        form = page.guess_form
        assert form is not None
        self.token = form.fields["csrf_token"]
        self.cookie = visitor.cookie
        self.tokens = (page.request.path.rpartition("/")[2], "690", "2026-01-01")

    def form(self) -> bytes:
        fields = [
            (name, self.value()) for name in self.dice.choices(FIELDS, k=self.dice.randrange(9))
        ]
        if self.dice.random() < 0.9:
            fields.append(("csrf_token", self.token))
        if self.dice.random() < 0.6:
            fields += [("turn", str(self.dice.randrange(8))), ("day", "690")]
        kind, body = self.dice.choices((self.plain, self.multipart, self.junk), weights=(8, 2, 1))[
            0
        ](fields)
        return self.request("POST", self.path(self.posts), [("Content-Type", kind)], body)

    def any(self) -> bytes:
        """Return a request of any kind, damaged anywhere."""
        method = self.dice.choice(METHODS)
        path = self.path(self.rules)
        if self.dice.random() < 0.6:
            values = [(name, self.value()) for name in self.dice.choices(QUERIES, k=4)]
            path += "?" + urlencode(values, errors="replace")
        headers = self.dice.choices(HEADERS, k=self.dice.randrange(4))
        body = self.dice.randbytes(self.dice.choice((0, 0, 5, 900, 17_000)))
        request = self.request(method, path, headers, body)
        if self.dice.random() < 0.2:
            place = self.dice.randrange(len(request))
            request = request[:place] + self.dice.randbytes(3) + request[place + 3 :]
        return request

    def value(self) -> str:
        value = self.dice.choice(NASTY)
        return value + self.dice.choice(NASTY) if self.dice.random() < 0.2 else value

    def path(self, rules: Sequence[object]) -> str:
        path = str(getattr(self.dice.choice(rules), "rule"))  # noqa: B009  # a rule of any map
        parts = [self.part() if part.startswith("<") else part for part in path.split("/")]
        return "/".join(parts)

    def part(self) -> str:
        if self.dice.random() < 0.6:
            return self.dice.choice(self.tokens)
        if self.dice.random() < 0.3:
            return quote_from_bytes(self.dice.randbytes(self.dice.randrange(1, 30)))
        return quote(self.value()[:900], safe="", errors="replace")

    def plain(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        return FORM, urlencode(fields, errors="surrogatepass").encode()

    def multipart(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        lines = b""
        for name, value in fields:
            file = self.dice.choice(("", "", '; filename="x"'))
            lines += f'--b\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
            lines += value.encode(errors="replace") + b"\r\n"
        ending = self.dice.choice((b"--b--\r\n", b"--b", b"", b"--c--\r\n"))
        return self.dice.choice(
            ("multipart/form-data; boundary=b", "multipart/form-data")
        ), lines + ending

    def junk(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        kind = self.dice.choice(
            (FORM, "application/json", "text/plain", "", "a/b; boundary=" + "x" * 90)
        )
        return kind, self.dice.choice((b"{}", b"[1]", b"\xff\xfe\0", b"&" * 3000, b"=&=;=", b"{"))

    def request(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> bytes:
        """Return the bytes of a request, with a cookie that mostly holds."""
        length = len(body)
        if self.dice.random() < 0.02:
            length = self.dice.choice((max(0, length - 1), 99_999_999_999))
        lines = [f"{method} {path} HTTP/1.1"]
        if not any(name == "Host" for name, _ in headers):
            lines.append("Host: localhost")
        lines += [f"{name}: {value}" for name, value in headers]
        lines += [f"Cookie: {NAME}={self.damaged_cookie()}", "Connection: close"]
        if body or method == "POST":
            lines.append(f"Content-Length: {length}")
        return "\r\n".join(lines).encode(errors="replace") + b"\r\n\r\n" + body

    def damaged_cookie(self) -> str:
        """Return the cookie, one time in five damaged."""
        if self.dice.random() > 0.2:
            return self.cookie
        place = self.dice.randrange(len(self.cookie))
        wrong: tuple[Callable[[], str], ...] = (
            lambda: self.cookie[:place],
            lambda: self.cookie[:place] + "!" + self.cookie[place:],
            lambda: self.cookie * 2,
            lambda: signed({"csrf_token": self.dice.choice((5, None, ["x"])), "h": "text"}),
            lambda: signed({"h": self.dice.randbytes(60), "p": {"theme": [], "hard": 3}}),
            lambda: signed([1, {"h": b"x"}]),
            lambda: "x" * 7000,
        )
        return self.dice.choice(wrong)()


def ask(port: int, request: bytes) -> Answered:
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=40) as link:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            while block := link.recv(65536):
                received += block
    except ConnectionError:
        pass  # closed before all was sent, perhaps after an answer
    status = received[9:12]
    return Answered(int(status) if status.isdigit() else 0, received.decode(errors="replace"))


def run_fuzzers(fuzzers: Sequence[Fuzzer], port: int, number: int, kind: str) -> Finding:
    """Send `number` requests of a kind, `form` or `any`, from all fuzzers at once."""
    finding = Finding()
    left = iter(range(number))
    lock = threading.Lock()

    def take() -> Iterator[None]:
        while True:
            with lock:
                if next(left, None) is None:
                    return
            yield

    def work(fuzzer: Fuzzer) -> None:
        for _ in take():
            request = getattr(fuzzer, kind)()
            finding.note(request, ask(port, request))

    threads = [threading.Thread(target=work, args=(fuzzer,)) for fuzzer in fuzzers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return finding
