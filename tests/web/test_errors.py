"""Error pages have a plain sentence and a link back, and repeat nothing from the request."""

import io
import json
import logging
import re

import pytest
from flask import Flask, abort, request
from web_visitor import Visitor
from werkzeug.exceptions import HTTPException
from werkzeug.test import EnvironBuilder, run_wsgi_app

from wordle_web.server.logging import JsonFormatter, PlainFormatter
from wordle_web.web.http.request_ids import id_of, mark

SENTENCES = {
    400: "something we couldn’t read",
    403: "This page isn’t public",
    404: "no page at this address",
    405: "can’t be opened that way",
    411: "couldn’t read this form",
    413: "more than the page can take",
    414: "too long",
    422: "nothing was changed",
    429: "Try again in 60 seconds",
    500: "Something went wrong on our side",
    503: "Too much is being sent at once",
    418: "something we couldn’t read",
}


@pytest.fixture
def failing(make_app):
    app = make_app()
    app.add_url_rule("/fail/<int:code>", "fail", abort)

    def crash(token: str) -> str:
        raise RuntimeError("a fault of ours")

    app.add_url_rule("/crash/<token>", "crash", crash)
    return Visitor(app)


@pytest.mark.parametrize("code", SENTENCES)
def test_every_error_page_has_a_message_and_a_link(failing, code):
    page = failing.get(f"/fail/{code}")
    assert page.status_code == code
    assert SENTENCES[code] in page.first(".//*[@data-error]").visible_text
    assert page.link("Play today’s word") == "/"
    assert page.headers["Cache-Control"] == "no-store"
    assert page.all(".//nav[@aria-label='Main menu']")


def test_crash_shows_an_error_page_and_logs_no_token(failing, caplog):
    page = failing.get("/crash/5-normal-1-abc?row=crane:01002")
    assert page.status_code == 500
    assert "Something went wrong on our side" in page.text
    assert "a fault of ours" not in page.text
    assert "a fault of ours" in caplog.text
    assert "Error on /crash/<token> [GET]" in caplog.text
    assert "5-normal-1-abc" not in caplog.text
    assert "01002" not in caplog.text


@pytest.mark.parametrize("code", [404, 429, 500, 503])
def test_only_server_errors_show_the_id_of_their_request(failing, caplog, code):
    page = failing.get(f"/fail/{code}")
    match = re.search(r"Tell the host this number: ([0-9a-f]{8})<", page.text)
    assert bool(match) == (code >= 500)
    if not match:
        return

    assert match[1] not in failing.get(f"/fail/{code}").text


def test_log_line_has_the_id_of_its_request(app):
    record = logging.LogRecord("any", logging.ERROR, "", 1, "Error on /", (), None)
    assert "request" not in json.loads(JsonFormatter().format(record))
    with app.test_request_context("/"):
        mark(request.environ)
        assert json.loads(JsonFormatter().format(record))["request"] == id_of(request.environ)
        assert f"Error on / (request {id_of(request.environ)})" in PlainFormatter().format(record)


def test_failing_error_page_falls_back_to_plain_html(failing, monkeypatch):
    def broken(*_: object, **__: object) -> str:
        raise RuntimeError("no template")

    monkeypatch.setattr("wordle_web.web.errors.render_template", broken)
    page = failing.get("/nothing")
    assert page.status_code == 404
    assert "Server error" in page.text


def test_error_page_keeps_the_retry_after_header(make_app):
    class Busy(HTTPException):
        code = 503

        def get_headers(self, *_: object) -> list[tuple[str, str]]:
            return [("Retry-After", "7"), ("X-Other", "no")]

    def busy() -> str:
        raise Busy

    app = make_app()
    app.add_url_rule("/busy", "busy", busy)
    page = app.test_client().get("/busy")
    assert page.headers["Retry-After"] == "7"
    assert "X-Other" not in page.headers


@pytest.mark.parametrize(
    ("path", "next_path"),
    [
        ("/daily/99999", "/history#days"),
        ("/daily/abc", "/history#days"),
        ("/random/abc", "/random"),
        ("/boards/3", "/today#boards"),
        ("/challenge/abc", "/"),
    ],
)
def test_error_page_of_an_unknown_puzzle_links_to_existing_puzzles(visitor, path, next_path):
    page = visitor.get(path)
    assert page.status_code == 404
    assert [link["href"] for link in page.all(".//a[@data-kind='primary']")] == [next_path]


def test_error_page_keeps_the_theme_and_does_not_echo_the_address(visitor):
    visitor.fill("/settings", {"theme": "dark"})
    page = visitor.get("/<script>alert(1)</script>?<b>")
    assert page.status_code == 404
    assert "alert" not in page.text
    assert page.fact("theme") == "dark"


FORM = "application/x-www-form-urlencoded"


def send(app: Flask, path: str, body: io.BytesIO, kind: str = FORM) -> str:
    environ = EnvironBuilder(path, method="POST", input_stream=body).get_environ()
    environ["CONTENT_LENGTH"] = str(len(body.getvalue()))
    environ["CONTENT_TYPE"] = kind
    return run_wsgi_app(app, environ, buffered=True)[1]


@pytest.mark.parametrize(("size", "left"), [(300_000, 0), (34_000_000, 34_000_000)])
def test_refused_body_is_drained_up_to_a_limit(app, size, left):
    body = io.BytesIO(b"x" * size)
    assert send(app, "/", body).startswith("413")
    assert len(body.read()) == left


class Connection(io.BytesIO):
    """A body on a connection that stays open, where reading beyond its end would block."""

    def read(self, size: int | None = -1) -> bytes:
        assert self.tell() < len(self.getvalue()), "waits"
        assert 0 <= (size or -1) <= len(self.getvalue()) - self.tell(), "waits"
        return super().read(size)


PART = b'--x\r\nContent-Disposition: form-data; name="f%d"\r\n\r\nv\r\n'
MANY_PARTS = b"".join(PART % number for number in range(40)) + b"--x--\r\n"


@pytest.mark.parametrize(
    ("path", "body", "kind"),
    [
        ("/nowhere", b"theme=dark&" * 9000, FORM),
        ("/settings", b"theme=dark&" * 9000, FORM),
        ("/", MANY_PARTS, "multipart/form-data; boundary=x"),
        ("/settings", MANY_PARTS, "multipart/form-data; boundary=x"),
        ("/history/restore", MANY_PARTS, "multipart/form-data; boundary=x"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_refused_body_is_not_read_past_its_end(app, path, body, kind):
    connection = Connection(body)
    assert send(app, path, connection, kind)[0] == "4"
    if kind == FORM:
        assert connection.tell() == len(body)
