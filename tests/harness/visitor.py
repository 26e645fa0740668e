"""A visitor without a screen, who stores cookies, follows redirects and submits forms.

The site may be an application in this process or a server behind a socket.
"""

import contextlib
import http.client
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote

from flask import Flask, Request, Response
from flask.testing import FlaskClient
from werkzeug.test import Client

from harness.keys import BASE_NAME, NAME
from harness.pages import Form, Page
from wordle_web.web.http.cookies import cookie_name

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

FORM = "application/x-www-form-urlencoded"
MAX_COOKIE_BYTES = 4096


class Answer(Page, Response):
    request: Request


@dataclass(frozen=True, slots=True)
class Socket:
    """A server on this machine that is used like a WSGI app, with a new connection per request."""

    port: int
    tls: ssl.SSLContext | None = None
    source: str = ""  # the source address, by default any

    @property
    def host(self) -> str:
        return "localhost" if self.tls else "127.0.0.1"

    @property
    def url(self) -> str:
        return f"{'https' if self.tls else 'http'}://{self.host}:{self.port}/"

    def connect(self, timeout: float = 30) -> http.client.HTTPConnection:
        """Return a connection, which is opened by its first request."""
        source_address = (self.source, 0) if self.source else None
        if self.tls:
            return http.client.HTTPSConnection(
                self.host,
                self.port,
                timeout=timeout,
                source_address=source_address,
                context=self.tls,
            )
        return http.client.HTTPConnection(
            self.host, self.port, timeout=timeout, source_address=source_address
        )

    def __call__(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        """Forward a request, and read the complete response."""
        path = quote(environ["PATH_INFO"].encode("latin-1"), safe="/:@!$&'()*+,;=-._~")
        query = f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else ""
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        link = self.connect()
        try:
            link.request(environ["REQUEST_METHOD"], path + query, body or None, _headers(environ))
            answer = link.getresponse()
            headers = [header for header in answer.getheaders() if _is_kept(*header)]
            start(f"{answer.status} {answer.reason or 'Unknown'}", headers)
            return [answer.read()]
        finally:
            link.close()


def _headers(environ: "WSGIEnvironment") -> dict[str, str]:
    named = {name[5:]: str(value) for name, value in environ.items() if name.startswith("HTTP_")}
    if environ.get("CONTENT_TYPE"):
        named["CONTENT_TYPE"] = environ["CONTENT_TYPE"]
    sent = {name.replace("_", "-").title(): value for name, value in named.items()}
    return {**sent, "Connection": "close"}


def _is_kept(name: str, value: str) -> bool:
    """Return whether a browser accepts a header; it drops cookies of more than 4,096 bytes."""
    return name.lower() != "set-cookie" or len(value.partition(";")[0]) <= MAX_COOKIE_BYTES + 1


class Visitor:
    """A browser without JavaScript."""

    follows = True

    def __init__(
        self, site: Flask | Socket, cookie: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """Open a site, with or without a session."""
        self.client: Client = (
            FlaskClient(site, Answer) if isinstance(site, Flask) else Client(site, Answer)
        )
        self.headers = dict(headers or {})
        if cookie:
            self.carry(cookie)

    @property
    def site(self) -> Flask | Socket:
        return cast("Flask | Socket", self.client.application)

    @site.setter
    def site(self, site: Socket) -> None:
        self.client.application = site

    @property
    def host(self) -> str:
        return self.site.host if isinstance(self.site, Socket) else "localhost"

    @property
    def cookie_name(self) -> str:
        """The name of the session cookie of a site at the root of its host."""
        if isinstance(self.site, Socket):
            return NAME
        config = self.site.config
        return cookie_name(config["SESSION_COOKIE_NAME"], config["SECRET_KEY"])

    @property
    def cookies(self) -> dict[str, str]:
        """All cookies of the browser by name; their paths don't matter."""
        jar = self.client._cookies or {}
        return {cookie.key: cookie.value for cookie in jar.values()}

    @property
    def cookie(self) -> str:
        """The session cookie; for a site under a path, the only cookie."""
        base = BASE_NAME
        if not isinstance(self.site, Socket):
            base = self.site.config["SESSION_COOKIE_NAME"]
        cookies = self.cookies
        sessions = [
            name for name in cookies if name.startswith(base) and not name.endswith("-used")
        ]
        name = self.cookie_name if self.cookie_name in sessions else next(iter(sessions), "")
        return cookies.get(name, "")

    def carry(self, value: str, name: str = "") -> None:
        self.client.set_cookie(name or self.cookie_name, value, domain=self.host)

    def get(self, path: str, **options: Any) -> Answer:
        return self.open(path, method="GET", **options)

    def post(self, path: str, fields: Mapping[str, object] | None = None, **options: Any) -> Answer:
        """Submit fields as a form and return the resulting page."""
        return self.open(path, method="POST", data=dict(fields or {}), **options)

    def open(self, path: str, **options: Any) -> Answer:
        """Send a request and return the final response."""
        usual: dict[str, Any] = {"buffered": True, "follow_redirects": self.follows}
        if isinstance(self.site, Socket):
            usual["base_url"] = self.site.url
        headers = {**self.headers, **options.pop("headers", {})}
        return cast("Answer", self.client.open(path, headers=headers, **{**usual, **options}))

    def submit(self, form: Form, **changed: object) -> Answer:
        return self.post(form.action, {**form.fields, **changed})

    def send_file(self, form: Form, name: str, content: bytes) -> Answer:
        return self.submit(form, **{name: (BytesIO(content), "file")})

    def guess_on(self, page: Answer, word: str) -> Answer:
        form = page.guess_form
        if form is None:
            raise AssertionError(f"no guess can be made on {page.request.path} ({page.status})")
        return self.submit(form, guess=word)

    def new_game(self, length: int = 5, pool: str = "normal", root: str = "") -> Answer:
        """Begin a random game and return its page; `root` is the path of the site, if any."""
        page = self.get(f"{root}/random")
        form = next((form for form in page.forms if "length" in form.fields), None)
        return self.submit(form, length=str(length), pool=pool) if form else page


@dataclass(frozen=True, slots=True)
class Answered:
    status: int  # 0 without a response
    text: str


def ask(port: int, request: bytes) -> Answered:
    """Send raw request bytes, and return the server's response."""
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=40) as link:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            while block := link.recv(65536):
                received += block
    except ConnectionError:
        pass  # the server closed the connection early, perhaps after a response
    status = received[9:12]
    return Answered(int(status) if status.isdigit() else 0, received.decode(errors="replace"))


def seconds_to_answer(port: int) -> float:
    """Return the time of a server's health check."""
    start = time.monotonic()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(link):
        link.request("GET", "/healthz", headers={"Connection": "close"})
        assert link.getresponse().read()
    return time.monotonic() - start
