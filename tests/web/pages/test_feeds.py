"""Feeds are valid, cached until midnight, and reveal no word that can still be played."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from jsonschema import validate
from web_visitor import ANSWERS, Visitor, answer_of_day, new_app, write_lexicon

ATOM = "{http://www.w3.org/2005/Atom}"
# JSON Feed 1.1, https://www.jsonfeed.org/version/1.1/: required members and their types.
TEXT = {"type": "string", "minLength": 1}
LINK = {"type": "string", "pattern": "^https?://"}
DATE = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"}
ITEM = {
    **{"type": "object", "required": ["id", "content_text"], "additionalProperties": False},
    "properties": {
        **{"url": LINK, "date_published": DATE, "date_modified": DATE},
        **dict.fromkeys(("id", "title", "content_text"), TEXT),
    },
}
SCHEMA = {
    **{"type": "object", "required": ["version", "title", "items"], "additionalProperties": False},
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        **{"title": TEXT, "description": TEXT, "language": TEXT},
        **{"home_page_url": LINK, "feed_url": LINK},
        "items": {"type": "array", "items": ITEM, "uniqueItems": True},
    },
}


def entries(app: Flask, path: str = "/feed.json") -> list[dict[str, str]]:
    return json.loads(Visitor(app).get(path).text)["items"]


def test_json_feed_is_valid(app):
    page = Visitor(app).get("/feed.json")
    assert page.content_type.startswith("application/feed+json")
    feed = json.loads(page.text)
    validate(feed, SCHEMA)
    assert len(feed["items"]) == 30
    assert feed["feed_url"] == "http://localhost/feed.json"
    assert feed["items"][0]["url"] == "http://localhost/daily/62"


def test_atom_feed_is_valid(app):
    """RFC 4287, sections 4.1.1 and 4.1.2: elements that occur exactly once, and their types."""
    page = Visitor(app).get("/feed.xml")
    assert page.content_type.startswith("application/atom+xml")
    root = ElementTree.fromstring(page.text)
    assert root.tag == f"{ATOM}feed"
    for element in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            elements = element.findall(ATOM + name)
            assert len(elements) == 1
            assert elements[0].text
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated")).tzinfo
        assert re.match("https?://", element.findtext(f"{ATOM}id"))
    assert root.find(f"{ATOM}author/{ATOM}name").text == "Wordle-web"
    relations = [link.get("rel", "alternate") for link in root.findall(f"{ATOM}link")]
    assert sorted(relations) == ["alternate", "self"]
    elements = root.findall(f"{ATOM}entry")
    assert len(elements) == len({entry.findtext(f"{ATOM}id") for entry in elements}) == 30
    assert all(entry.findall(f"{ATOM}content") for entry in elements)


@pytest.mark.parametrize(
    ("settings", "noon"), [({}, 12), ({"day": "site"}, 0), ({"zone": ZoneInfo("Etc/GMT+12")}, 12)]
)
def test_feed_publishes_a_word_only_after_its_day_has_ended_everywhere(
    make_app, clock, settings, noon
):
    app = make_app(**settings)
    for _ in range(3):
        date_of_end = clock.now.date()
        ended = (date_of_end - date(2025, 1, 1)).days
        end = datetime(*date_of_end.timetuple()[:3], noon, tzinfo=UTC)
        for now, latest in ((end - timedelta(seconds=1), ended - 1), (end, ended)):
            clock.now = now
            of_day = {int(entry["id"].rpartition("/")[2]): entry for entry in entries(app)}
            words = [
                day for day, entry in of_day.items() if "The word was" in entry["content_text"]
            ]
            assert max(words) == latest
            assert answer_of_day(app, latest) in of_day[latest]["content_text"].lower()
            assert of_day[latest]["date_published"] < of_day[latest]["date_modified"]
        assert of_day[ended]["date_modified"] == end.isoformat()
        clock.now = end + timedelta(days=1)


@pytest.mark.parametrize("path", ["/feed.xml", "/feed.json"])
def test_feed_names_the_time_zone_of_its_days(make_app, path):
    app = make_app(zone=ZoneInfo("Pacific/Kiritimati"))
    visitor = Visitor(app)
    visitor.client.set_cookie("wordle-zone", "America/New_York")
    assert "Days begin at midnight (Pacific/Kiritimati)." in visitor.get(path).text


@pytest.mark.parametrize("path", ["/feed.xml", "/feed.json"])
def test_feed_reveals_no_word_of_a_running_day(tmp_path, clock, path):
    """The 200 words follow a pattern, so none occurs in other texts; no two days have the same."""
    words = tuple(f"{a}{b}xqz" for a in "bcdfghjklm" for b in "bcdfghjklmnpqrstvwxz")
    write_lexicon(tmp_path, "english-5", words, ())
    app = new_app(tmp_path, clock)
    clock.forward(hours=-1)
    for _ in range(40):
        text = Visitor(app).get(path).text.lower()
        number = (clock.now.date() - date(2025, 1, 1)).days + 1
        assert answer_of_day(app, number + 1) not in text
        assert answer_of_day(app, number) not in text
        assert answer_of_day(app, number - 1) not in text
        assert answer_of_day(app, number - 2) in text
        clock.forward(days=1)


@pytest.mark.parametrize("path", ["/feed.xml", "/feed.json"])
def test_feeds_are_cached_until_midnight_and_support_revalidation(app, clock, path):
    page = Visitor(app).get(path)
    assert page.headers["Cache-Control"] == "public, max-age=43200"
    assert "Set-Cookie" not in page.headers
    assert "Cookie" not in page.headers.get("Vary", "")
    tag = {"If-None-Match": page.headers["ETag"]}
    same = Visitor(app).get(path, headers={**tag, "Accept-Language": "de"})
    assert (same.status_code, same.data) == (304, b"")
    clock.forward(hours=12)
    assert Visitor(app).get(path, headers=tag).status_code == 200


def test_each_language_has_its_own_feeds(tmp_path, clock):
    for language in ("english", "german"):
        write_lexicon(tmp_path, f"{language}-5", ANSWERS, ())
    app = new_app(tmp_path, clock, languages=("english", "german"))
    german = json.loads(Visitor(app).get("/de/feed.json").text)
    assert german["language"] == "de"
    assert german["items"][0]["url"] == "http://localhost/de/daily/62"
    assert german["title"] == "Wordle-web Deutsch"
    assert entries(app)[0]["url"] == "http://localhost/daily/62"


def test_feed_links_use_the_trusted_host(make_app):
    visitor = Visitor(make_app(trusted_hosts=("words.example.org",)))
    page = visitor.get("/feed.json", base_url="https://words.example.org")
    assert json.loads(page.text)["items"][0]["url"] == "https://words.example.org/daily/62"
    assert visitor.get("/feed.json", base_url="https://evil.example").status_code == 400


def test_feed_is_empty_before_the_first_day(app, clock):
    clock.now -= timedelta(days=100)
    assert entries(app) == []
    root = ElementTree.fromstring(Visitor(app).get("/feed.xml").text)
    assert root.findtext(f"{ATOM}updated").startswith("2025-01-01")
    clock.forward(days=41)
    assert [entry["url"].rpartition("/")[2] for entry in entries(app)] == ["3", "2", "1"]
