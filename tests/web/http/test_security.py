"""Tokens, origins, hosts, headers: what every form must prove and every answer carries."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from web_visitor import Visitor, fields_of, new_app, refusal_of, static_url

from wordle_web.web.http.security import POLICY

NULL = {"Origin": "null"}  # of a sandboxed frame, where browsers send no `Sec-Fetch-Site`
SENT = {"guess": "moist", "turn": "1", "day": "62", "length": "5", "pool": "normal"}


def test_every_page_carries_the_security_headers(
    app: Flask, visitor: Visitor, make_app: Callable[..., Flask]
) -> None:
    gone = static_url(app, "js/no.js")
    for path in ("/", "/nothing", "/healthz", "/daily/2025-01-03", "/static/x/js/main.js", gone):
        headers = visitor.get(path).headers
        assert headers["Content-Security-Policy"] == POLICY
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "clipboard-write=(self)" in headers["Permissions-Policy"]
        assert "Strict-Transport-Security" not in headers
    headers = make_app(https="on").test_client().get("/").headers
    assert headers["Strict-Transport-Security"] == "max-age=63072000"


def test_a_file_may_load_nothing_and_be_framed_nowhere(app: Flask, visitor: Visitor) -> None:
    for path in ("js/main.js", "css/site.css", "icons/icon.svg"):
        headers = visitor.get(static_url(app, path)).headers
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_policy_allows_nothing_inline_and_nothing_foreign() -> None:
    assert POLICY.startswith("default-src 'none'; ")
    for part in ("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"):
        assert part in POLICY
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


def test_no_page_is_cached_or_needs_more_than_the_policy_allows(visitor: Visitor) -> None:
    for path in ("/", "/random", "/history", "/archive", "/settings", "/how-to-play", "/helper"):
        page = visitor.get(path)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page.text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page.text))
        assert page.headers["Cache-Control"] == "no-store"
        assert "Cookie" in page.headers["Vary"]


def post_rules(app: Flask) -> list[str]:
    """Return an address for each rule that takes a form."""
    return [
        re.sub(r"<[^>]+>", "1", rule.rule)
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api/")
    ]


def test_every_form_needs_a_token(app: Flask) -> None:
    paths = set(post_rules(app))
    assert {"/", "/random", "/settings", "/challenge", "/language"} <= paths
    for path in paths - {"/language", "/helper/share"}:
        visitor = Visitor(app)
        visitor.get("/")
        before = visitor.cookie
        answer = visitor.client.post(path, data=SENT)
        assert answer.status_code in {400, 404}
        assert visitor.cookie == before


def test_a_form_of_every_page_needs_no_token_and_is_refused_from_elsewhere(app: Flask) -> None:
    client = app.test_client()
    assert client.post("/language", data={"code": ""}).status_code == 303
    for header in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("/language", data={"code": ""}, headers=header).status_code == 400


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, NULL]
)
def test_a_form_of_another_site_replaces_no_session(app: Flask, headers: dict[str, str]) -> None:
    """Browsers send no cookie with it, and would keep one that the answer sets."""
    for path in post_rules(app):
        answer = app.test_client().post(path, data={**SENT, "code": "pt"}, headers=headers)
        assert "Set-Cookie" not in answer.headers
    own = app.test_client().post("/", data=SENT, headers={"Origin": "http://localhost"})
    assert "Set-Cookie" in own.headers  # whoever has lost the cookie can send the form again


@pytest.mark.parametrize("token", ["", "x", "\N{SNOWMAN}", "a.b.c", "Ijg4.awDr.aCK9"])
def test_a_form_without_its_token_is_shown_again_with_a_fresh_one(
    visitor: Visitor, token: str, home: str
) -> None:
    headers = NULL if token == "x" else {}  # without an origin the token decides
    answer = visitor.fill(home, {"guess": "moist", "csrf_token": token}, headers=headers)
    assert answer.status_code == 400
    assert "This form expired. Send it again." in refusal_of(answer)
    assert fields_of(answer.text)["guess"] == "moist"
    assert visitor.history.is_empty
    assert visitor.post(home).status_code == 303


def test_a_token_of_another_session_does_not_count(app: Flask, visitor: Visitor, home: str) -> None:
    other = Visitor(app)
    other.get(home)
    visitor.get(home)
    token = fields_of(other.page.text)["csrf_token"]
    assert visitor.post(home, {"guess": "moist", "csrf_token": token}).status_code == 400


def test_a_token_is_good_as_long_as_its_session(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, home: str
) -> None:
    import time

    visitor.get(home)
    late = time.time() + 30 * 86400
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: late)
    assert visitor.post(home, {"guess": "moist"}).status_code == 303


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [("/settings", "theme", "dark"), ("/random", "length", "4"), ("/challenge", "word", "crane")],
)
def test_settings_and_choices_are_kept_when_their_token_fails(
    visitor: Visitor, path: str, name: str, value: str
) -> None:
    answer = visitor.fill(path, {name: value, "csrf_token": "x"})
    assert answer.status_code == 400
    assert fields_of(answer.text)[name] == value
    assert "This form expired" in answer.text


@pytest.mark.parametrize("headers", [{}, NULL])
def test_a_browser_that_keeps_no_cookies_is_told_kindly(
    app: Flask, home: str, headers: dict[str, str]
) -> None:
    client = app.test_client(use_cookies=False)
    fields = {**fields_of(client.get(home).text), "guess": "moist"}
    answer = client.post(home, data=fields, headers=headers)
    assert answer.status_code == 400
    assert "Your browser sent no cookie" in refusal_of(answer)
    assert fields_of(answer.text)["guess"] == "moist"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 400),
        ({"Sec-Fetch-Site": "same-site"}, 400),
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "https://localhost"}, 303),
        ({"Origin": "https://evil.example"}, 400),
        ({"Origin": "https://localhost.evil.example"}, 400),
        ({"Origin": "null"}, 303),
        ({"Origin": "null", "Referer": "https://evil.example/"}, 400),
        ({"Origin": "null", "Referer": "http://localhost/"}, 303),
        # A privacy browser hides where its own page is; a sandboxed frame of another site, too.
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 400),
        ({"Origin": "http://[broken"}, 400),
        ({"Referer": "http://localhost/daily/3"}, 303),
        ({"Referer": "https://evil.example/localhost"}, 400),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://proxy.example"}, 303),
    ],
)
def test_a_form_from_another_site_does_not_count(
    visitor: Visitor, headers: dict[str, str], status: int, home: str
) -> None:
    answer = visitor.fill(home, {"guess": "moist"}, headers=headers)
    assert answer.status_code == status
    if status == 400:
        assert "another site" in refusal_of(answer)
        assert fields_of(answer.text)["guess"] == "moist"


def test_over_https_no_referrer_is_needed(make_app: Callable[..., Flask], home: str) -> None:
    visitor = Visitor(make_app(https="on"))
    visitor.get(home, base_url="https://localhost")
    answer = visitor.post(home, {"guess": "moist"}, base_url="https://localhost")
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("words.example.org", 200),
        ("words.example.org:8443", 200),
        ("localhost", 200),
        ("127.0.0.1:8000", 200),
        ("evil.example", 400),
        ("words.example.org.evil.example", 400),
        ("", 400),
        ("words.example.org, evil.example", 400),
        ("a b", 400),
        ("[::1", 400),
    ],
)
def test_only_trusted_hosts_are_answered(
    make_app: Callable[..., Flask], host: str, status: int
) -> None:
    client = make_app(trusted_hosts=("words.example.org",)).test_client()
    page = client.get("/", headers={"Host": host})
    assert page.status_code == status
    if status == 400:
        assert "evil" not in page.text
        assert "add the name to WORDLE_WEB_TRUSTED_HOSTS" in page.text


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("any.example", 200),
        ("x" * 300, 400),
        ("", 200),
        ("a b", 400),
        ("[::1", 400),
        ("ex\xe4mple", 400),
        ('x"><script>', 400),
        ("words.example.org:99999", 400),
        ("words.example.org:1:2", 400),
        ("a,b", 400),
    ],
)
def test_without_trusted_hosts_only_what_is_no_host_is_refused(
    app: Flask, host: str, status: int
) -> None:
    page = app.test_client().get("/", headers={"Host": host})
    assert page.status_code == status
    assert "<script>" not in page.text
    if status == 400:
        assert "Your games are safe" in page.text
        assert page.headers["X-Frame-Options"] == "DENY"
        assert "http:///" not in page.text


def test_a_host_named_by_a_proxy_is_looked_at_too(make_app: Callable[..., Flask]) -> None:
    client = make_app(proxy_hops=1).test_client()
    assert client.get("/", headers={"X-Forwarded-Host": "a b"}).status_code == 400
    assert client.get("/", headers={"X-Forwarded-Host": "words.example.org"}).status_code == 200


FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Prefix": "/evil",
}


@pytest.mark.parametrize(
    ("https", "scheme", "is_told"),
    [("on", "http", True), ("on", "https", False), ("off", "http", False)],
)
def test_a_host_who_expects_https_is_told_of_forms_by_http(
    make_app: Callable[..., Flask],
    caplog: pytest.LogCaptureFixture,
    https: str,
    scheme: str,
    is_told: bool,
) -> None:
    client = make_app(https=https).test_client(use_cookies=False)
    answer = client.post("/", data={"guess": "moist"}, base_url=f"{scheme}://a.test")
    assert answer.status_code == 400
    assert ("A form came by HTTP" in caplog.text) is is_told


def test_forwarding_headers_are_not_believed_by_default(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    client = app.test_client()
    for _ in range(3):
        page = client.get("/", headers=FORWARDED)
        assert "evil" not in page.text
    assert [record.message for record in caplog.records if "X-Forwarded-For" in record.message]
    assert len(caplog.records) == 1


def test_one_proxy_is_believed_when_it_is_configured(make_app: Callable[..., Flask]) -> None:
    client = make_app(proxy_hops=1).test_client()
    headers = {**FORWARDED, "X-Forwarded-Host": "words.example.org", "X-Forwarded-Prefix": "/words"}
    page = client.get("/", headers=headers)
    assert 'href="/words/random"' in page.text
    assert 'action="/words/"' in page.text
    assert 'href="/words/static/' in page.text
    assert not re.search(r'(?:href|src|action)="/(?!words/)', page.text)


@pytest.mark.parametrize(
    ("prefix", "home"),
    [
        ("/words", "/words/"),
        ("/a/words/", "/a/words/"),
        ("", "/"),
        ("/first,/words", "/words/"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/words?", "/"),
        ("/wo rds", "/"),
        ("evil.example", "/"),
        ("/words,//evil.example", "/"),
    ],
)
def test_a_forwarded_prefix_is_a_path_or_ignored(
    make_app: Callable[..., Flask], prefix: str, home: str
) -> None:
    client = make_app(proxy_hops=1).test_client()
    page = client.get("/", headers={"X-Forwarded-Prefix": prefix})
    assert f'action="{home}"' in page.text
    leads = client.post("/language", headers={"X-Forwarded-Prefix": prefix})
    assert "evil" not in page.text + leads.headers.get("Location", "")


def test_daily_and_secret_key_appear_in_no_settings_text(lexicons: Path) -> None:
    app = new_app(lexicons)
    settings = app.extensions["wordle_web"].settings
    assert settings.secret_key not in repr(settings)
    assert settings.daily_key not in repr(app.extensions["wordle_web"])


def test_half_a_form_does_not_count_even_if_the_server_says_that_it_is_whole(
    visitor: Visitor,
) -> None:
    fields = urlencode(fields_of(visitor.get("/settings").text) | {"theme": "dark"})
    answer = visitor.client.post(
        "/settings",
        data=fields,
        content_type="application/x-www-form-urlencoded",
        environ_overrides={
            "wsgi.input_terminated": True,
            "CONTENT_LENGTH": str(len(fields) + 9),
        },
    )
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers
