"""The outermost layer: health checks, and headers that are too long in total."""

from dataclasses import replace

import pytest
from web_visitor import Clock, site_settings, static_url
from werkzeug.test import EnvironBuilder, run_wsgi_app

from wordle_web.web.services import EXTENSION


def test_healthy_site_is_alive_and_ready(app):
    for path, text in (("/healthz", "ok"), ("/readyz", "ready")):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.text.strip()) == (200, text)
        assert answer.mimetype == "text/plain"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_site_without_keys_or_words_is_not_ready(make_app, lexicons, tmp_path):
    app = make_app()
    for settings, reason in (
        (site_settings(lexicons, secret_key=""), "keys are missing"),
        (site_settings(tmp_path), "words are missing or damaged"),
    ):
        parts = {"settings": settings, "folder": settings.lexicons, "clock": Clock()}
        app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], **parts)
        answer = app.test_client().get("/readyz")
        assert (answer.status_code, answer.text.strip()) == (503, reason)


def test_health_checks_ignore_headers_and_host(make_app):
    app = make_app(trusted_hosts=("words.example",))
    headers = {"Host": "[::x", "Cookie": "a;" * 200_000, "Accept-Encoding": "a," * 200_000}
    for path in ("/healthz", "/readyz"):
        answer = app.test_client(use_cookies=False).get(path, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert app.test_client().head(path).data == b""
        refused = app.test_client().post(path, data=b"x" * 100_000)
        assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")


PATHS = "/", "/nowhere", "/api/v1/suggest", "/metrics", "/static/x/css/site.css", "/league"


@pytest.mark.parametrize("path", PATHS)
def test_more_than_32_kilobytes_of_headers_are_refused_with_advice(app, path):
    room = 32 * 1024 - len("HTTP_COOKIE") - len("HTTP_HOST" + "localhost")
    for size, is_refused in ((room, False), (room + 1, True)):
        environ = EnvironBuilder(path).get_environ()
        environ["HTTP_COOKIE"] = "x" * size
        pieces, line, headers = run_wsgi_app(app, environ, buffered=True)
        assert line.startswith("431") is is_refused
        if is_refused:
            page = b"".join(pieces).decode()
            assert "<h1>Too many cookies</h1>" in page
            assert "names begin with wordle_web:" in page
            assert "Set-Cookie" not in headers
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("accepted", "tag"), [("de-AT", "de"), ("pt, en;q=0.5", "pt-BR"), ("x" * 40_000, "en")]
)
def test_refusal_of_headers_is_in_the_visitors_language(make_app, accepted, tag):
    app = make_app(site_name="<Words>")
    headers = {"Accept-Language": accepted, "Cookie": "x" * 40_000}
    page = app.test_client(use_cookies=False).get("/", headers=headers)
    assert page.status_code == 431
    assert f'<html lang="{tag}">' in page.text
    assert "&lt;Words&gt;" in page.text


@pytest.mark.parametrize("name", ["Accept", "Accept-Encoding", "Accept-Language"])
@pytest.mark.parametrize("unit", ["a,", "br;q=0.1,", "de;q=1, ", '"'])
def test_overlong_accept_header_is_ignored(app, name, unit):
    for path in ("/how-to-play", static_url(app, "css/site.css")):
        plain, odd = (
            app.test_client().get(path, headers=headers)
            for headers in ({}, {name: unit * (20_000 // len(unit))})
        )
        assert (plain.status_code, plain.data) == (odd.status_code, odd.data)
