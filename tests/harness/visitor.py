"""A visitor without a screen: keeps cookies, follows redirections, sends the forms it is given."""

import http.client
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urljoin, urlsplit

from harness.pages import Form, Page

if TYPE_CHECKING:
    from flask import Flask

Headers = tuple[tuple[str, str], ...]
Send = Callable[[str, str, Mapping[str, str], bytes], tuple[int, Headers, bytes]]

FORM = "application/x-www-form-urlencoded"


def over_socket(port: int, tls: ssl.SSLContext | None = None) -> Send:
    """Return a way to ask a server on this machine, each time over a new connection."""

    def send(
        method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, Headers, bytes]:
        """Ask, and read the whole answer."""
        if tls:
            link: http.client.HTTPConnection = http.client.HTTPSConnection(
                "localhost", port, timeout=30, context=tls
            )
        else:
            link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            link.request(method, path, body or None, {"Connection": "close", **headers})
            answer = link.getresponse()
            found = tuple((name.lower(), value) for name, value in answer.getheaders())
            return answer.status, found, answer.read()
        finally:
            link.close()

    return send


def in_process(app: "Flask", scheme: str = "http") -> Send:
    """Return a way to ask an application of this process."""
    client = app.test_client(use_cookies=False)

    def send(
        method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, Headers, bytes]:
        """Ask, and read the whole answer."""
        answer = client.open(
            path, method=method, headers=dict(headers), data=body, base_url=f"{scheme}://localhost"
        )
        found = tuple((name.lower(), value) for name, value in answer.headers)
        return answer.status_code, found, answer.data

    return send


@dataclass(slots=True)
class Visitor:
    """Somebody with a browser.

    Attributes:
        send: How requests reach the site.
        cookies: By name; what a browser would drop for its size is not kept.
        headers: Sent with every request.
        sent: How many requests have been answered.
    """

    send: Send
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    sent: int = 0

    def get(self, path: str) -> Page:
        """Return the page at `path`."""
        return self._ask("GET", path, b"", {})

    def post(self, path: str, fields: Mapping[str, str]) -> Page:
        """Send fields as a form and return the page that this leads to."""
        return self._ask("POST", path, urlencode(fields).encode(), {"Content-Type": FORM})

    def send_file(self, form: Form, name: str, content: bytes) -> Page:
        """Send a form with a file in one of its fields, and return the page that this leads to."""
        lines = [
            f'--b\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
            for key, value in form.fields.items()
        ]
        head = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="f"\r\n\r\n'
        body = b"".join([*lines, head.encode(), content, b"\r\n--b--\r\n"])
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        return self._ask("POST", form.action, body, kind)

    def submit(self, form: Form, **changed: str) -> Page:
        """Send a form with some fields filled in."""
        return self.post(form.action, {**form.fields, **changed})

    def guess(self, page: Page, word: str) -> Page:
        """Guess a word in the game on a page that is open."""
        form = page.guess_form
        if form is None:
            raise AssertionError(f"no guess can be made on {page.path} ({page.status})")
        return self.submit(form, guess=word)

    def new_game(self, length: int = 5, pool: str = "normal", root: str = "") -> Page:
        """Begin a random game, on a site under a path or not, and return its page."""
        page = self.get(f"{root}/random")
        form = next((form for form in page.forms if "length" in form.fields), None)
        if form is None:
            return page
        return self.submit(form, length=str(length), pool=pool)

    def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Page:
        """Ask, keep the cookies, follow up to five redirections."""
        for _ in range(6):
            status, found, content = self.send(method, path, self._headers(headers), body)
            self.sent += 1
            self._keep(found)
            if status not in {301, 302, 303, 307, 308}:
                return Page(status, found, content, path)
            location = urlsplit(urljoin(path, dict(found)["location"]))
            path = location.path + (f"?{location.query}" if location.query else "")
            if status not in {307, 308}:
                method, body, headers = "GET", b"", {}
        raise AssertionError(f"{path} leads nowhere")

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return all headers of a request."""
        together = {**self.headers, **headers}
        if self.cookies:
            together["Cookie"] = "; ".join(
                f"{name}={value}" for name, value in self.cookies.items()
            )
        return together

    def _keep(self, found: Headers) -> None:
        """Keep cookies as a browser does: one of more than 4,096 bytes is not taken."""
        for name, value in found:
            if name == "set-cookie":
                key, _, content = value.partition(";")[0].partition("=")
                if len(key) + len(content) <= 4096:
                    self.cookies[key.strip()] = content.strip()
