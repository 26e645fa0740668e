"""Files at known addresses: manifest, service worker, offline page, security.txt, robots.txt."""

import json
import re
from datetime import UTC, datetime, timedelta
from io import BytesIO
from urllib.robotparser import RobotFileParser

import pytest
from PIL import Image

from wordle_web.config.settings import Settings, SettingsError


def test_web_manifest_describes_the_installed_app(make_app):
    client = make_app(site_name="Words at home").test_client()
    page = client.get("/site.webmanifest")
    assert page.mimetype == "application/manifest+json"
    assert "Set-Cookie" not in page.headers
    facts = json.loads(page.data)
    assert facts["name"] == "Words at home"
    assert (facts["start_url"], facts["scope"], facts["display"]) == ("/", "/", "standalone")
    assert {icon["purpose"] for icon in facts["icons"]} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in facts["icons"]}
    for icon in facts["icons"]:
        with client.get(icon["src"]) as answer:
            assert (answer.status_code, answer.mimetype) == (200, icon["type"])
            side = int.from_bytes(answer.data[16:20], "big")
        assert icon["sizes"] in {"any", f"{side}x{side}"}
    for shortcut in facts["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200


def test_web_manifest_has_the_visitors_language_and_the_sites_path(app):
    headers, mounted = {"Accept-Language": "pt-BR"}, {"SCRIPT_NAME": "/words"}
    page = app.test_client().get("/site.webmanifest", headers=headers, environ_overrides=mounted)
    facts = json.loads(page.data)
    assert facts["lang"] == "pt-BR"
    assert facts["shortcuts"][1]["name"] == "Ajudante"
    assert facts["start_url"] == "/words/"
    assert all(icon["src"].startswith("/words/static/") for icon in facts["icons"])


def test_service_worker_caches_only_the_offline_page_and_its_files(app):
    client = app.test_client()
    page = client.get("/service-worker.js")
    assert page.mimetype == "text/javascript"
    assert page.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in page.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in page.headers
    files = json.loads(re.search(r"const FILES = (\[.*\]);", page.text)[1])
    addresses = [json.loads(re.search(r"const OFFLINE = (.*);", page.text)[1]), *files]
    assert addresses[0] == "/offline"
    assert len(addresses) == 4
    for path in addresses:
        with client.get(path) as answer:
            assert answer.status_code == 200
            assert "Set-Cookie" not in answer.headers
    assert page.text.count("addAll(") == 1
    assert ".put(" not in page.text


def test_offline_page_needs_only_cached_files(client):
    page = client.get("/offline")
    worker = client.get("/service-worker.js").text
    assert "Your games are safe" in page.visible_text
    for kind in ("stylesheet", "icon"):
        links = page.all(f".//link[@rel='{kind}']")
        assert links
        assert all(f'"{link["href"]}"' in worker for link in links)
    assert not page.all(".//script")


def test_offline_page_is_in_the_chosen_language(app, visitor):
    visitor.fill("/settings", {"language": "pt-BR"})
    worker = visitor.get("/").fact("service-worker")
    client = app.test_client()
    script = client.get(worker).text
    offline = json.loads(re.search(r"const OFFLINE = (.*);", script)[1])
    assert "Sem conexão" in client.get(offline).text
    assert "No connection" in client.get("/offline").text
    plain = client.get("/service-worker.js").text
    names = [re.search(r"const RELEASE = (.*);", text)[1] for text in (script, plain)]
    assert names[0] != names[1]


@pytest.mark.parametrize("language", ["x", "../x", "%00", "EN", ""])
def test_unknown_language_of_the_offline_page_is_ignored(app, language):
    client = app.test_client()
    assert "No connection" in client.get(f"/offline?language={language}").text
    script = client.get(f"/service-worker.js?language={language}").text
    assert 'const OFFLINE = "/offline";' in script


def test_first_visit_loads_no_service_worker(visitor):
    shown = [visitor.get("/").fact("service-worker") for _ in range(2)]
    assert shown == ["", "/service-worker.js"]


@pytest.mark.parametrize(
    ("theme", "contrast", "colors"),
    [
        ("system", "system", ["#121213", "#ffffff"]),
        ("system", "normal", ["#121213", "#ffffff"]),
        ("system", "high", ["#000000", "#ffffff"]),
        ("light", "normal", ["#ffffff"]),
        ("dark", "normal", ["#121213"]),
        ("dark", "high", ["#000000"]),
    ],
)
def test_theme_color_follows_the_theme(visitor, theme, contrast, colors):
    visitor.fill("/settings", {"theme": theme, "contrast": contrast})
    bars = visitor.get("/").all(".//meta[@name='theme-color']")
    assert [bar["content"] for bar in bars] == colors


PATH = "/.well-known/security.txt"


def test_security_txt_has_the_configured_contact(make_app, clock):
    client = make_app(security_contact="mailto:security@words.test").test_client()
    for days in (0, 200):
        clock.forward(days=days)
        answer = client.get(PATH)
        assert (answer.status_code, answer.mimetype) == (200, "text/plain")
        assert "Set-Cookie" not in answer.headers
        contact, expires = answer.text.splitlines()
        assert contact == "Contact: mailto:security@words.test"
        left = datetime.fromisoformat(expires.removeprefix("Expires: ")) - clock()
        assert timedelta(days=170) < left < timedelta(days=365)
    clock.now = datetime(9999, 12, 31, 12, tzinfo=UTC)  # the last day that dates allow
    assert "Expires: 9999-12-31T00:00:00Z" in client.get(PATH).text
    assert make_app().test_client().get(PATH).status_code == 404


@pytest.mark.parametrize(
    ("written", "contact"),
    [
        ("security@words.test", "mailto:security@words.test"),
        ("mailto:security@words.test", "mailto:security@words.test"),
        ("https://words.test/report", "https://words.test/report"),
        ("tel:+1-201-555-0123", "tel:+1-201-555-0123"),
    ],
)
def test_security_contact_is_read_as_an_address(written, contact):
    settings = Settings.from_environment({"WORDLE_WEB_SECURITY_CONTACT": written})
    assert settings.security_contact == contact


@pytest.mark.parametrize("written", ["me", "http://words.test", "a@b\nExpires: x", "mailto:"])
def test_security_contact_that_is_not_an_address_is_refused(written):
    with pytest.raises(SettingsError, match="WORDLE_WEB_SECURITY_CONTACT must be"):
        Settings.from_environment({"WORDLE_WEB_SECURITY_CONTACT": written})


@pytest.mark.parametrize(
    ("path", "format_", "size"),
    [
        ("/favicon.ico", "ICO", (192, 192)),
        ("/apple-touch-icon.png", "PNG", (180, 180)),
        ("/apple-touch-icon-precomposed.png", "PNG", (180, 180)),
    ],
)
def test_icons_are_served_at_the_root(client, path, format_, size):
    answer = client.get(path)
    assert answer.status_code == 200
    picture = Image.open(BytesIO(answer.data))
    assert (picture.format, picture.size) == (format_, size)
    assert len(picture.convert("RGB").getcolors(1 << 16) or ()) > 1
    assert "max-age" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert client.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_robots_txt_allows_pages_and_disallows_endless_addresses(visitor):
    answer = visitor.get("/robots.txt")
    assert answer.mimetype == "text/plain"
    assert "Set-Cookie" not in answer.headers
    robots = RobotFileParser()
    robots.parse(answer.text.splitlines())
    for path in ("/", "/helper", "/today", "/how-to-play", "/boards/4", "/daily/5"):
        assert robots.can_fetch("any", path), path
    for path in ("/random/5-normal-1-AAAA", "/challenge/abc", "/series/abc", "/api/v1/suggest"):
        assert not robots.can_fetch("any", path), path
