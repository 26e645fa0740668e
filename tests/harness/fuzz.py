"""A fuzzer with valid tokens, which damages requests that would otherwise succeed.

It starts from every rule of the application, so that new pages are fuzzed automatically.
"""

import random
from collections.abc import Sequence
from urllib.parse import quote, quote_from_bytes, urlencode

from werkzeug.routing import Map, Rule

from harness.cookies import full_session, signed
from harness.keys import NAME
from harness.visitor import FORM, Socket, Visitor

PLAIN = """
0 -1 1e9 1,234 ² ٣ 999999999999999999999999999999 NaN None null [] % %00 %ff
crane CRANE normal real nowhere crane:01002 crane:33333 crane:0100 crane:01002:
9999-12-31 0000-00-00 2025-02-30 {{7*7}}%(x)s{0} <script>alert(1)</script> ../../etc/passwd
"""
ODD = ("", " ", "' OR 1=1 --", "cr\nane", "cr\0ane", "\u202ecrane", "\ud83d", "e\u0301" * 5)
FOLDED = "\u0130\u0131\u017f\u00df\ufb00", "\uff43\uff52\uff41\uff4e\uff45"
NASTY = *PLAIN.split(), *ODD, *FOLDED, *("a" * size for size in (4, 6, 3000)), "🟩🟨⬛" * 30
FIELDS = (
    "guess",
    "turn",
    "day",
    "length",
    "pool",
    "word",
    "name",
    "clue",
    "hint",
    "theme",
    "csrf_token",
)
QUERIES = ("row", "row", "row", "length", "mode", "hard", "guess", "text", "month", "tile", "day")
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "BREW")
HEADERS_TEXT = """
Host: elsewhere.example
Host: [::1
X-Forwarded-For: 1.2.3.4, ::1, nobody
X-Forwarded-Prefix: /../x
X-Forwarded-Host: a\tb
Accept-Encoding: br;q=nan, gzip;q=-1
If-None-Match: *
If-Modified-Since: Sat, 00 Foo 0000
Range: bytes=5-1,-0,9999999-
Sec-Fetch-Site: cross-site
Origin: http://[
Referer: http://[::x
Authorization: Basic ////
Expect: 100-continue
Content-Type: multipart/form-data
Content-Type: application/x-www-form-urlencoded; charset=utf-16
Cookie: a=b; ;;=; $Version=1
"""
HEADERS = *HEADERS_TEXT.strip().split("\n"), "Accept-Language: " + "xx-yy;q=5, " * 40
KINDS = (FORM, "application/json", "text/plain", "", "a/b; boundary=" + "x" * 90)
BODIES = (b"{}", b"[1]", b"\xff\xfe\0", b"&" * 3000, b"=&=;=", b"{")


class Fuzzer:
    """A generator of randomly damaged requests, which are the same for the same seed."""

    def __init__(self, rules: Map, port: int, seed: int) -> None:
        """Visit the site once, to get a valid session and token."""
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
        names = self.dice.choices(FIELDS, k=self.dice.randrange(9))
        fields = [(name, self.value()) for name in names]
        if self.dice.random() < 0.9:
            fields.append(("csrf_token", self.token))
        if self.dice.random() < 0.6:
            fields += [("turn", str(self.dice.randrange(8))), ("day", "690")]
        kind, body = FORM, urlencode(fields, errors="surrogatepass").encode()
        number = self.dice.randrange(11)
        if number < 2:
            kind, body = self.multipart(fields)
        elif number == 2:
            kind, body = self.dice.choice(KINDS), self.dice.choice(BODIES)
        return self.request("POST", self.path(self.posts), [f"Content-Type: {kind}"], body)

    def any(self) -> bytes:
        """Return a request of any kind with damage at any place."""
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

    def path(self, rules: Sequence[Rule]) -> str:
        parts = self.dice.choice(rules).rule.split("/")
        return "/".join(self.part() if part.startswith("<") else part for part in parts)

    def part(self) -> str:
        if self.dice.random() < 0.6:
            return self.dice.choice(self.tokens)
        if self.dice.random() < 0.3:
            return quote_from_bytes(self.dice.randbytes(self.dice.randrange(1, 30)))
        return quote(self.value()[:900], safe="", errors="replace")

    def multipart(self, fields: list[tuple[str, str]]) -> tuple[str, bytes]:
        lines = b""
        for name, value in fields:
            file = self.dice.choice(("", "", '; filename="x"'))
            lines += f'--b\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode()
            lines += value.encode(errors="replace") + b"\r\n"
        ending = self.dice.choice((b"--b--\r\n", b"--b", b"", b"--c--\r\n"))
        kind = "multipart/form-data" + self.dice.choice(("", "; boundary=b"))
        return kind, lines + ending

    def request(self, method: str, path: str, headers: Sequence[str], body: bytes) -> bytes:
        """Return the bytes of a request, which usually has a valid cookie."""
        length = len(body)
        if self.dice.random() < 0.02:
            length = self.dice.choice((max(0, length - 1), 99_999_999_999))
        lines = [f"{method} {path} HTTP/1.1", *headers]
        if not any(header.startswith("Host:") for header in headers):
            lines.append("Host: localhost")
        lines += [f"Cookie: {NAME}={self.damaged_cookie()}", "Connection: close"]
        if body or method == "POST":
            lines.append(f"Content-Length: {length}")
        return "\r\n".join(lines).encode(errors="replace") + b"\r\n\r\n" + body

    def damaged_cookie(self) -> str:
        """Return the cookie, damaged one time in five."""
        if self.dice.random() > 0.2:
            return self.cookie
        place = self.dice.randrange(len(self.cookie))
        wrong: tuple[object, ...] = (
            {"csrf_token": self.dice.choice((5, None, ["x"])), "h": "text"},
            {"h": self.dice.randbytes(60), "p": {"theme": [], "hard": 3}},
            [1, {"h": b"x"}],
        )
        broken = self.cookie[:place] + self.dice.choice(("", "!" + self.cookie[place:]))
        signs = signed(self.dice.choice(wrong))
        return self.dice.choice((broken, broken, self.cookie * 2, "x" * 7000, signs, signs, signs))
