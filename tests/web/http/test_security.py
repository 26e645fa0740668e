"""Tokens, origins and hosts are checked for every form, and every response has the headers."""

import re
from urllib.parse import urlencode

import pytest
from flask import Flask
from web_visitor import Visitor, static_url

from wordle_web.web.http.security import POLICY

NULL = {"Origin": "null"}  # from a sandboxed frame, if browsers send no `Sec-Fetch-Site`
SENT = {"guess": "moist", "turn": "1", "day": "62", "length": "5", "pool": "normal"}

OF_FILES_TOO = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
OF_PAGES = {
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def test_responses_have_the_security_headers(app, visitor, make_app):
    gone = static_url(app, "js/no.js")
    worker = "/service-worker.js"
    for path in (
        "/",
        "/nothing",
        "/healthz",
        worker,
        "/daily/2025-01-03",
        "/static/x/js/a.js",
        gone,
    ):
        headers = visitor.get(path).headers
        assert headers["Content-Security-Policy"] == POLICY
        assert dict(headers).items() >= (OF_FILES_TOO | OF_PAGES).items()
        assert "clipboard-write=(self)" in headers["Permissions-Policy"]
        assert "Strict-Transport-Security" not in headers
    headers = make_app(https="on").test_client().get("/").headers
    assert headers["Strict-Transport-Security"] == "max-age=63072000"


def test_csp_of_static_files_forbids_loading_and_framing(app, visitor):
    for path in ("js/main.js", "css/site.css", "icons/icon.svg"):
        headers = visitor.get(static_url(app, path)).headers
        assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
        assert dict(headers).items() >= OF_FILES_TOO.items()


def test_csp_allows_no_inline_or_third_party_sources():
    assert POLICY.startswith("default-src 'none'; ")
    for part in ("base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"):
        assert part in POLICY
    assert "unsafe" not in POLICY
    assert "http" not in POLICY


def test_pages_are_not_cached_and_comply_with_the_csp(visitor):
    for path in ("/", "/random", "/history", "/settings", "/how-to-play", "/helper"):
        page = visitor.get(path)
        assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page.text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page.text))
        assert page.headers["Cache-Control"] == "no-store"
        assert "Cookie" in page.headers["Vary"]


def post_rules(app: Flask) -> list[str]:
    return [
        re.sub(r"<[^>]+>", "1", rule.rule)
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ()) and not rule.rule.startswith("/api/")
    ]


def test_every_form_needs_a_token(app):
    paths = set(post_rules(app))
    assert {"/", "/random", "/settings", "/challenge", "/language"} <= paths
    for path in paths - {"/language", "/helper/share"}:
        visitor = Visitor(app)
        visitor.get("/")
        before = visitor.cookie
        assert visitor.client.post(path, data=SENT).status_code in {400, 404}
        assert visitor.cookie == before


def test_language_form_needs_the_same_origin_instead_of_a_token(app):
    client = app.test_client()
    assert client.post("/language", data={"code": ""}).status_code == 303
    for header in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("/language", data={"code": ""}, headers=header).status_code == 400


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, NULL]
)
def test_form_from_another_site_sets_no_cookie(app, headers):
    """Browsers send no cookie with such a form, and would store one from the response."""
    for path in post_rules(app):
        answer = app.test_client().post(path, data={**SENT, "code": "pt"}, headers=headers)
        assert "Set-Cookie" not in answer.headers
    own = app.test_client().post("/", data=SENT, headers={"Origin": "http://localhost"})
    assert "Set-Cookie" in own.headers  # after losing the cookie, a visitor can send the form again


@pytest.mark.parametrize("token", ["", "x", "\N{SNOWMAN}", "a.b.c", "Ijg4.awDr.aCK9"])
def test_form_without_a_valid_token_is_redisplayed_with_a_new_token(visitor, token, home):
    headers = NULL if token == "x" else {}  # without an origin the token decides
    answer = visitor.fill(home, {"guess": "moist", "csrf_token": token}, headers=headers)
    assert answer.status_code == 400
    assert "This form expired. Send it again." in answer.refusal
    assert answer.fields["guess"] == "moist"
    assert visitor.history.is_empty
    assert visitor.post(home).status_code == 303


def test_csrf_token_lasts_as_long_as_its_session(visitor, monkeypatch, home):
    import time

    visitor.get(home)
    late = time.time() + 30 * 86400
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: late)
    assert visitor.post(home, {"guess": "moist"}).status_code == 303


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [("/settings", "theme", "dark"), ("/random", "length", "4"), ("/challenge", "word", "crane")],
)
def test_form_with_an_invalid_token_keeps_settings_and_choices(visitor, path, name, value):
    answer = visitor.fill(path, {name: value, "csrf_token": "x"})
    assert answer.status_code == 400
    assert answer.fields[name] == value
    assert "This form expired" in answer.text


@pytest.mark.parametrize("headers", [{}, NULL])
def test_missing_cookies_are_explained_to_the_player(app, home, headers):
    client = app.test_client(use_cookies=False)
    fields = {**client.get(home).fields, "guess": "moist"}
    answer = client.post(home, data=fields, headers=headers)
    assert answer.status_code == 400
    assert "your browser didn’t send it" in answer.refusal
    assert answer.fields["guess"] == "moist"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 400),
        ({"Sec-Fetch-Site": "same-site"}, 400),
        ({"Origin": "https://localhost"}, 303),
        ({"Origin": "https://localhost.evil.example"}, 400),
        ({"Origin": "null"}, 303),
        ({"Origin": "null", "Referer": "https://evil.example/"}, 400),
        ({"Origin": "null", "Referer": "http://localhost/"}, 303),
        # A privacy browser hides the origin of the site's own pages. A sandboxed frame of another
        # site hides its origin, too.
        ({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 400),
        ({"Origin": "http://[broken"}, 400),
        ({"Referer": "http://localhost/daily/3"}, 303),
        ({"Referer": "https://evil.example/localhost"}, 400),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://proxy.example"}, 303),
    ],
)
def test_form_from_another_site_is_refused(visitor, headers, status, home):
    answer = visitor.fill(home, {"guess": "moist"}, headers=headers)
    assert answer.status_code == status
    if status == 400:
        assert "another site" in answer.refusal
        assert answer.fields["guess"] == "moist"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("words.example.org:8443", 200),
        ("localhost", 200),
        ("127.0.0.1:8000", 200),
        ("words.example.org.evil.example", 400),
        ("", 400),
        ("words.example.org, evil.example", 400),
        ("[::1", 400),
    ],
)
def test_only_trusted_hosts_are_answered(make_app, host, status):
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
        ("[::1", 400),
        ("ex\xe4mple", 400),
        ('x"><script>', 400),
        ("words.example.org:99999", 400),
        ("words.example.org:1:2", 400),
    ],
)
def test_without_trusted_hosts_only_malformed_hosts_are_refused(app, host, status):
    page = app.test_client().get("/", headers={"Host": host})
    assert page.status_code == status
    assert "<script>" not in page.text
    if status == 400:
        assert "Your games are safe" in page.text
        assert page.headers["X-Frame-Options"] == "DENY"
        assert "http:///" not in page.text


def test_forwarded_host_is_validated(make_app):
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
def test_form_sent_over_http_to_an_https_site_warns_the_player_and_is_logged_once(
    make_app, home, caplog, https, scheme, is_told
):
    client = make_app(https=https).test_client(use_cookies=False)
    for _ in range(3):
        answer = client.post(home, data={"guess": "moist"}, base_url=f"{scheme}://a.test")
        assert answer.status_code == 400
        assert ("This site is set up for HTTPS" in answer.refusal) is is_told
        assert ("your browser didn’t send it" in answer.refusal) is not is_told
        assert answer.fields["guess"] == "moist"
    assert caplog.text.count("A form came by HTTP") == is_told


def test_forwarding_headers_are_ignored_by_default(app, caplog):
    client = app.test_client()
    for _ in range(3):
        assert "evil" not in client.get("/", headers=FORWARDED).text
    assert [record.message for record in caplog.records if "X-Forwarded-For" in record.message]
    assert len(caplog.records) == 1


def test_forwarding_headers_of_a_configured_proxy_are_trusted(make_app):
    client = make_app(proxy_hops=1).test_client()
    headers = {**FORWARDED, "X-Forwarded-Host": "words.example.org", "X-Forwarded-Prefix": "/words"}
    addresses = client.get("/", headers=headers).addresses
    assert {"/words/", "/words/random"} <= set(addresses)
    assert any(address.startswith("/words/static/") for address in addresses)
    assert all(address.startswith(("/words/", "#")) for address in addresses)


@pytest.mark.parametrize(
    ("prefix", "home"),
    [
        ("/a/words/", "/a/words/"),
        ("", "/"),
        ("/first,/words", "/words/"),
        ("https://evil.example", "/"),
        ("/words?", "/"),
        ("/wo rds", "/"),
        ("/words,//evil.example", "/"),
    ],
)
def test_forwarded_prefix_that_is_not_a_path_is_ignored(make_app, prefix, home):
    client = make_app(proxy_hops=1).test_client()
    page = client.get("/", headers={"X-Forwarded-Prefix": prefix})
    assert f'action="{home}"' in page.text
    leads = client.post("/language", headers={"X-Forwarded-Prefix": prefix})
    assert "evil" not in page.text + leads.headers.get("Location", "")


def test_incomplete_form_changes_nothing(visitor):
    fields = urlencode(visitor.get("/settings").fields | {"theme": "dark"})
    answer = visitor.client.post(
        "/settings",
        data=fields,
        content_type="application/x-www-form-urlencoded",
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": str(len(fields) + 9)},
    )
    assert answer.status_code == 400
    assert "Set-Cookie" not in answer.headers
