"""Cookies of several keys and paths: unreadable cookies are left alone, others are merged."""

import json
import logging
import random
import re

import pytest
from flask import Flask
from harness.cookies import long_history
from web_visitor import (
    SECRET_KEY,
    Visitor,
    answer_of_day,
    new_app,
    read_cookie,
    session_name,
    write_cookie,
)

from wordle_web.game.codecs import to_base64url
from wordle_web.game.history.codec import encode, encode_whole
from wordle_web.game.history.history import History
from wordle_web.web.http import sessions
from wordle_web.web.http.cookies import MAX_COOKIE_BYTES, may_hold_history
from wordle_web.web.http.sessions import LOG_SECONDS, MAX_NETWORKS, UnreadLog
from wordle_web.web.http.table_cookie import MAX_TABLE_BYTES
from wordle_web.web.http.word_lists import MAX_LISTS_BYTES
from wordle_web.web.http.zones import MAX_ZONE, ZONE_COOKIE

OTHER_KEY = "another key, of forty characters or so, 3rW"
STRIP = "This browser has a history that this server can’t read"
MOUNTED = {"environ_overrides": {"SCRIPT_NAME": "/games"}}


@pytest.fixture
def other(make_app) -> Flask:
    """A server with other keys on the same host."""
    return make_app(secret_key=OTHER_KEY)


@pytest.fixture
def player(visitor) -> Visitor:
    """A player with a finished game."""
    visitor.guess("moist")
    visitor.guess(answer_of_day(visitor.app))
    return visitor


def strips(page) -> int:
    return page.text.count(STRIP)


def test_servers_on_one_host_keep_each_others_history(player, other):
    cookies, there = player.cookies, player.at(other)
    assert strips(there.get("/")) == 1
    there.guess("fuzzy")
    assert player.cookies.items() >= cookies.items()
    assert there.history.in_progress[0].guesses == ("fuzzy",)
    assert player.get("/").state == "won"
    assert len(there.get("/").rows) == 1
    player.get("/history")
    assert player.history.recent[0].guesses[0] == "moist"


def test_cookies_of_earlier_keys_are_kept_and_their_number_is_logged(player, other, caplog):
    before, value = player.history, player.cookie
    with caplog.at_level(logging.WARNING):
        for path in ("/", "/history", "/settings", "/daily/3"):
            assert player.at(other).get(path).status_code == 200
        player.at(other).guess("moist")
    lines = [
        record.getMessage() for record in caplog.records if "cannot be read" in record.getMessage()
    ]
    assert len(lines) == 1
    assert "Histories of 1 network(s)" in lines[0]
    assert "WORDLE_WEB_SECRET_KEY_FALLBACKS" in lines[0]
    assert value not in caplog.text
    assert player.get("/").state == "won"
    assert player.history == before


@pytest.mark.parametrize("method", ["guess", "look"])
def test_history_under_a_fallback_key_moves_to_the_new_cookie_name(player, make_app, method):
    app = make_app(secret_key=OTHER_KEY, secret_key_fallbacks=(SECRET_KEY,))
    before, later = player.history, player.at(app)
    later.get("/") if method == "look" else later.fill("/random", {"length": "5"})
    assert set(player.cookies) == {session_name(app)}
    assert later.history.recent == before.recent
    assert "Set-Cookie" not in later.get("/").headers
    assert strips(later.page) == 0


def test_readable_history_of_an_earlier_key_is_merged_and_its_cookie_deleted(player, make_app):
    app = make_app(secret_key=OTHER_KEY, secret_key_fallbacks=(SECRET_KEY,))
    alone = Visitor(app)
    alone.guess("fuzzy", "/daily/3")
    player.carry(alone.cookie, session_name(app))
    later = player.at(app)
    later.get("/history")
    assert set(player.cookies) == {session_name(app)}
    assert [record.puzzle for record in later.history.recent] == ["daily/62"]
    assert [record.puzzle for record in later.history.in_progress] == ["daily/3"]


@pytest.mark.parametrize("junk", ["x", "a.b.c", "y" * 3000, "eyJoIjoiIn0.x.y"])
@pytest.mark.parametrize("is_first", [True, False])
def test_all_cookies_with_the_same_name_are_tried(player, junk, is_first):
    name, value = session_name(player.app), player.cookie
    pair = (junk, value) if is_first else (value, junk)
    client = player.app.test_client(use_cookies=False)
    page = client.get("/", headers={"Cookie": "; ".join(f"{name}={value}" for value in pair)})
    assert page.state == "won"
    assert "Set-Cookie" not in page.headers


@pytest.mark.parametrize("junk", ["x", "a.b.c", "y" * 3000])
def test_invalid_cookie_with_the_sites_name_is_not_overwritten(app, junk):
    visitor, name = Visitor(app), session_name(app)
    visitor.carry(junk)
    visitor.guess("moist")
    assert visitor.cookies[name] == junk
    assert set(visitor.cookies) == {name, f"{name}-2"}
    assert visitor.get("/").rows
    assert strips(visitor.page) == 0  # this server has the player's games


NEWER = [
    {"h": b"\x02 of a later layout"},
    {"h": encode_whole(History()) + b"\x05what is new"},
    {"h": "text"},
    {"h": b""},
]


@pytest.mark.parametrize("contents", NEWER)
def test_history_of_a_newer_release_is_kept_until_it_can_be_merged(app, player, contents):
    newer, name = Visitor(app), session_name(app)
    newer.carry(cookie := write_cookie(app, {**contents, "p": {"theme": "dark"}}))
    assert strips(newer.get("/")) == 1
    newer.guess("moist", "/daily/3")
    newer.guess("fuzzy", "/daily/3")
    assert newer.cookies[name] == cookie
    second = read_cookie(app, newer.cookies[f"{name}-2"])
    assert second["p"] == {"theme": "dark"}
    assert newer.get("/daily/3").texts("guess-label")[0].startswith("Guess 3")
    # The newer release runs again, and writes a cookie that both can read.
    newer.carry(player.cookie, name)
    newer.get("/")
    assert set(newer.cookies) == {name}
    assert newer.history.recent == player.history.recent
    assert newer.history.in_progress[0].guesses == ("moist", "fuzzy")


def test_unknown_fields_of_a_readable_session_are_kept(app):
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, {"later": [1, "x"], "p": {"later": 2, "theme": "dark"}}))
    visitor.fill("/settings", {"theme": "light"})
    visitor.guess("moist")
    assert visitor.session["later"] == [1, "x"]
    assert visitor.session["p"] == {"later": 2, "theme": "light"}


def test_deleting_the_history_deletes_every_readable_cookie(player, make_app, other):
    foreign = player.at(other)
    foreign.guess("fuzzy")
    app = make_app(
        secret_key="a third key, of forty characters or so, 3r", secret_key_fallbacks=(SECRET_KEY,)
    )
    later = player.at(app)
    later.fill("/history/delete")
    assert later.history == History()
    assert set(player.cookies) == {session_name(app), session_name(other)}
    assert later.get("/").rows == []


def test_cookies_with_the_same_name_at_two_paths_are_merged(app, player):
    client, name = app.test_client(use_cookies=False), session_name(app, "/games")
    begun = Visitor(app)
    begun.guess("fuzzy", "/daily/3")
    pair = f"{name}={begun.cookie}; {name}={player.cookie}"
    page = client.get("/history", headers={"Cookie": pair}, **MOUNTED)
    cookies = page.headers.getlist("Set-Cookie")
    assert [(cookie.partition("=")[0], "Max-Age=0;" in cookie) for cookie in cookies] == [
        (name, True),
        (name, True),
        (name, False),
    ]
    assert ["Path=/games" in cookie for cookie in cookies] == [False, True, True]


def test_cookie_path_over_http_is_the_mount_path(make_app):
    app = new_app(None)
    client = app.test_client(use_cookies=False)
    for path in ("/", "/de/"):
        cookie = client.get(path, **MOUNTED).headers["Set-Cookie"]
        assert cookie.startswith(f"{session_name(app, '/games')}=")
        assert "Path=/games;" in f"{cookie};"
    cookie = client.get("/de/").headers["Set-Cookie"]
    assert cookie.startswith(f"{session_name(app)}=")
    assert "Path=/;" in f"{cookie};"


def test_only_cookies_with_the_host_prefix_are_read_over_https(make_app):
    app = make_app(https="on")
    base = {"base_url": "https://localhost"}
    visitor = Visitor(make_app())
    visitor.guess("moist")
    plain = f"{visitor.cookie_name}={visitor.cookie}"
    client = app.test_client(use_cookies=False)
    page = client.get("/", headers={"Cookie": plain}, **base, **MOUNTED)
    assert strips(page) == 0
    assert page.texts("guess-label")[0].startswith("Guess 1")
    cookie = page.headers["Set-Cookie"]
    assert cookie.startswith(f"{session_name(app, '/games')}=")
    assert cookie.startswith("__Host-")
    assert all(part in cookie for part in ("Secure", "Path=/;"))


def test_site_at_another_path_has_its_own_history(app, player):
    client = app.test_client(use_cookies=False)
    header = {"Cookie": f"{player.cookie_name}={player.cookie}; wordle_web=1; other=2"}
    page = client.get("/", headers=header, **MOUNTED)
    assert strips(page) == 1
    assert page.texts("guess-label")[0].startswith("Guess 1")
    assert page.headers.getlist("Set-Cookie")[0].startswith(session_name(app, "/games"))


def test_notice_of_an_unreadable_history_disappears_after_it_is_closed(player, other):
    there = player.at(other)
    form = there.get("/how-to-play")
    assert strips(form) == 1
    answer = there.post(
        "/history/unread/close", headers={"Referer": "http://localhost/how-to-play"}
    )
    assert (answer.status_code, answer.location) == (303, "/how-to-play")
    assert strips(there.get("/")) == 0
    assert there.session["p"] == {"unread_closed": True}


@pytest.mark.parametrize("referrer", ["", "http://localhost/nothing", "http://localhost/random/x"])
def test_closing_the_notice_redirects_only_within_the_site(player, other, referrer):
    there = player.at(other)
    there.get("/")
    answer = there.post("/history/unread/close", headers={"Referer": referrer})
    assert answer.location in {"/history", "/random/x"}
    refused = there.post("/history/unread/close", {"csrf_token": "x"})
    assert refused.status_code == 400
    assert "This form expired" in refused.text


def test_visitor_without_unreadable_cookies_sees_no_notice(app, other, caplog):
    visitor = Visitor(app)
    visitor.get("/")
    assert strips(visitor.at(other).get("/")) == 0
    visitor.fill("/settings", {"theme": "dark"})
    assert strips(visitor.at(other).get("/")) == 0
    assert "cannot be read" not in caplog.text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("", True),
        ("x", True),
        ("a.b.c", True),
        (".eJw.x.y", True),
        ("\xff.b.c", True),
        ("WzFd.b.c", True),  # another format
    ],
)
def test_unreadable_session_is_recognized_as_a_possible_history(value, expected):
    assert may_hold_history(value) is expected


def test_history_is_recognized_without_its_key(app):
    for contents, expected in (
        ({"csrf_token": "x" * 40}, False),
        ({"p": {"theme": "dark"}, "later": "y" * 500}, False),
        ({"h": b"\x01"}, True),
        ({"h": encode(long_history(), 2500)}, True),
    ):
        assert may_hold_history(write_cookie(app, contents)) is expected
    bomb = json.dumps({"a": " " * 4_000_000, "h": ""})
    assert may_hold_history(write_cookie(app, json.loads(bomb))) is False  # the rest isn't unpacked


def test_settings_warn_about_many_unreadable_cookies_that_can_be_deleted(player, other):
    there, spare = player.at(other), {}
    for number in range(3):
        spare[f"wordle_web-{number:010x}"] = "x" * 3000
    for name, value in spare.items():
        there.carry(value, name)
    page = there.get("/settings")
    assert "take 9 kB in this browser" in page.text
    there.get("/history/unread")
    cookie = there.cookie
    answer = there.post("/history/unread")
    assert (answer.status_code, answer.location) == (303, "/history?notice=forgotten")
    assert "The unreadable cookies were deleted." in there.get(answer.location).text
    assert set(there.cookies) == {session_name(other)}
    assert there.cookie == cookie
    assert "can read everything" in there.get("/history/unread").text


def test_history_of_a_newer_release_can_be_deleted(app):
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, NEWER[0]))
    assert "Delete them for good" in visitor.get("/history/unread").text
    visitor.post("/history/unread")
    visitor.guess("moist")
    visitor.get("/")
    assert set(visitor.cookies) == {session_name(app)}
    assert len(visitor.page.rows) == 1


def test_settings_do_not_warn_about_a_few_unreadable_cookies(player, other):
    there = player.at(other)
    assert " kB in this browser" not in there.get("/settings").text
    assert "Delete them for good" in there.get("/history/unread").text


def test_all_cookies_of_the_site_fit_into_7800_bytes(make_app):
    name = session_name(make_app(cookie_name="w" * 40, https="on"))
    assert len(name) <= 60
    attributes = len("; Max-Age=34560000; HttpOnly; Path=/; SameSite=Lax")
    zone = len(f"{ZONE_COOKIE}=") + MAX_ZONE
    parts = (MAX_COOKIE_BYTES - attributes, MAX_LISTS_BYTES, MAX_TABLE_BYTES, zone)
    whole = sum(parts) + len("; ") * (len(parts) - 1)
    assert whole <= 7_800
    assert sessions.MAX_UNREAD_BYTES + whole <= 16 * 1024
    assert (MAX_LISTS_BYTES, MAX_TABLE_BYTES) <= (2_800, 900)


def test_networks_with_unreadable_histories_are_counted_once_a_minute():
    now = [100.0]
    log = UnreadLog(lambda: now[0])
    assert log.take() == 0
    for network in ("a", "b", "a"):
        log.note(network)
    assert log.take() == 2
    log.note("a")
    now[0] += LOG_SECONDS - 1
    assert log.take() == 0
    now[0] += 1
    assert (log.take(), log.take()) == (1, 0)
    for number in range(2 * MAX_NETWORKS):
        log.note(str(number))
    now[0] += LOG_SECONDS
    assert log.take() == MAX_NETWORKS


def test_session_that_could_not_be_read_back_is_not_written(player, monkeypatch, caplog):
    before = player.history, player.cookie
    monkeypatch.setattr(sessions, "shrunk", lambda history, limit: (history, b"\x01\xff"))
    player.get("/daily/3")
    answer = player.post("/daily/3", {"guess": "fuzzy"})
    assert answer.status_code == 422
    assert "This couldn’t be saved. Your history stays as it was." in answer.text
    assert "Refused to save a history" in caplog.text
    monkeypatch.undo()
    assert (player.history, player.cookie) == before
    player.guess("fuzzy", "/daily/3")
    assert player.history.in_progress


def test_session_without_room_for_its_history_is_not_saved(app, caplog):
    visitor, later = Visitor(app), to_base64url(random.Random(1).randbytes(2900))
    visitor.carry(cookie := write_cookie(app, {"later": later}))
    visitor.guess("moist")
    assert visitor.cookies == {session_name(app): cookie}
    assert "Refused to save a session" in caplog.text


def test_cookie_name_ends_in_ten_hex_digits_that_depend_on_the_path(app):
    name = session_name(app)
    assert re.fullmatch(r"wordle_web-[0-9a-f]{10}", name)
    assert session_name(app, "/games") != name
