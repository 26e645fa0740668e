"""The session cookie: when it is set, changes that it survives, limits, and contents."""

import time

import pytest
from harness.cookies import DAYS, GAMES, long_history
from harness.pages import Page
from hypothesis import given
from hypothesis import strategies as st
from web_visitor import (
    DAILY_KEY,
    SECRET_KEY,
    Visitor,
    answer_of_day,
    new_app,
    read_cookie,
    session_name,
    static_url,
    write_cookie,
)

from wordle_web.game.history.codec import decode, encode_whole
from wordle_web.web.http.cookies import MAX_COOKIE_BYTES
from wordle_web.web.http.sessions import CHOICES, DEFAULTS, trusted

NEXT_KEY = "another key, of forty characters or so, 3rW"
PAGES = ("/", "/boards/4", "/daily/3", "/random", "/challenge", "/history", "/settings")
WITHOUT_FORMS = ("/how-to-play", "/nothing", "/healthz", "/readyz")


def current_guess(page: Page) -> int:
    return int(page.texts("guess-label")[0].split()[1])


def test_only_the_first_page_with_a_form_sets_the_cookie(visitor):
    assert "Set-Cookie" in visitor.get("/").headers
    for path in (*PAGES, *WITHOUT_FORMS, static_url(visitor.app, "js/main.js")):
        assert "Set-Cookie" not in visitor.get(path).headers
    refused = visitor.fill("/", {"guess": "zzzzz"})
    assert (refused.status_code, "Set-Cookie" in refused.headers) == (422, False)
    for path in (*WITHOUT_FORMS, static_url(visitor.app, "js/main.js")):
        assert "Set-Cookie" not in Visitor(visitor.app).get(path).headers


def test_cookie_lasts_400_days_and_is_http_only(visitor):
    cookie = visitor.get("/").headers["Set-Cookie"]
    assert cookie.startswith(f"{session_name(visitor.app)}=")
    assert all(part in cookie for part in ("HttpOnly", "Path=/", "SameSite=Lax"))
    assert f"Max-Age={400 * 24 * 60 * 60}" in cookie
    assert "Expires" not in cookie
    assert "Secure" not in cookie


def test_over_https_the_cookie_is_bound_to_the_host(make_app):
    app = make_app(https="on", cookie_name="words")
    cookie = app.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    assert cookie.startswith(f"{session_name(app)}=")
    assert session_name(app).startswith("__Host-words-")
    assert [part in cookie for part in ("Secure", "Path=/", "Domain")] == [True, True, False]


def test_session_reveals_neither_the_answer_nor_its_index(visitor, app):
    visitor.guess("moist")
    assert set(visitor.session) == {"csrf_token", "h"}
    assert answer_of_day(app).encode() not in visitor.session["h"]
    assert DAILY_KEY not in str(visitor.session)


@pytest.mark.parametrize(
    "contents",
    [
        [],
        None,
        {"csrf_token": ["x"], "h": [1, 2], "p": [3]},
        {"csrf_token": "\N{SNOWMAN}" * 40, "h": "text", "p": 5},
        {"csrf_token": "short", "h": b""},
        {"h": b"\x01", "p": {"theme": 1, "hard": "yes", "layout": None, "x": "y" * 3000}},
        {"h": b"\xff" * 2000, "p": {"theme": "purple", "swapped": 1}},
        {"_permanent": True, "history": {"old": "schema"}, "game": ["crane"]},
    ],
)
def test_visitor_can_play_whatever_the_signed_session_contains(app, contents, home):
    visitor = Visitor(app)
    visitor.carry(write_cookie(app, contents))
    for path in PAGES:
        assert visitor.get(path).status_code in {200, 404}
    assert visitor.guess("moist", home).status_code == 303
    assert visitor.get(home).rows


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_session_values_of_wrong_types_are_dropped(contents):
    known = dict.fromkeys(("h", "p", "w", "csrf_token"), contents)
    trusted_contents = trusted({**known, "x": contents})
    assert trusted_contents.keys() <= {"p", "w", "csrf_token", "x"}
    assert trusted_contents["x"] == contents
    assert isinstance(trusted_contents.get("p", {}), dict)
    assert isinstance(trusted_contents.get("w", ""), str)


@pytest.mark.parametrize(
    "damage",
    [
        lambda value: value[:-1],
        lambda value: value.replace(value[5], "A" if value[5] != "A" else "B"),
        lambda value: "." + value,
        lambda value: "....",
        lambda value: "\xff\xfe",
        lambda value: value * 40,
    ],
)
def test_damaged_cookie_starts_a_fresh_session(visitor, damage, home):
    visitor.guess("moist", home)
    header = f"{visitor.cookie_name}={damage(visitor.cookie)}"
    fresh = visitor.app.test_client(use_cookies=False)
    for path in PAGES:
        assert fresh.get(path, headers={"Cookie": header}).status_code in {200, 404}
    assert current_guess(fresh.get(home, headers={"Cookie": header})) == 1


@pytest.mark.parametrize(("fallbacks", "guesses"), [((SECRET_KEY,), ("fuzzy",)), ((), ())])
def test_typed_guess_is_redisplayed_after_a_key_rotation(
    lexicons, visitor, home, fallbacks, guesses
):
    visitor.guess("fuzzy", home)
    later = Visitor(new_app(lexicons, secret_key=NEXT_KEY, secret_key_fallbacks=fallbacks))
    later.carry(visitor.cookie, visitor.cookie_name)
    later.page = visitor.get(home)
    answer = later.post(home, {"guess": "moist"})
    assert answer.status_code == 400
    assert 'value="moist"' in answer.text
    assert current_guess(answer) == len(guesses) + 1
    later.post(home)
    later.post(home, {"guess": "moist"})
    assert later.history.in_progress[0].guesses == (*guesses, "moist")


@pytest.mark.parametrize("days", [-9000, -500, -2 / 86400, 1, 401, 20_000])
def test_session_never_expires(visitor, monkeypatch, days, home):
    visitor.guess("moist", home)
    contents, now = visitor.session, time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now - days * 86400)
    old = write_cookie(visitor.app, contents)
    monkeypatch.undo()
    other = Visitor(visitor.app)
    other.carry(old)
    assert current_guess(other.get(home)) == 2


def test_form_is_asked_to_retry_if_a_concurrent_first_visit_replaced_its_cookie(app, home):
    first, second = app.test_client(use_cookies=False), app.test_client(use_cookies=False)
    pages = [first.get(home), second.get(home)]
    visitor = Visitor(app)
    visitor.page = pages[0]
    visitor.carry(pages[1].headers["Set-Cookie"].partition("=")[2].partition(";")[0])
    assert visitor.post(home, {"guess": "moist"}).status_code == 400
    assert visitor.post(home).status_code == 303
    assert visitor.history.in_progress[0].guesses == ("moist",)


def all_chosen() -> dict[str, object]:
    """Return preferences that all differ from the defaults."""
    return {
        name: next(value for value in reversed(values) if value != getattr(DEFAULTS, name))
        for name, values in CHOICES.items()
    }


@pytest.mark.parametrize("name", ["w", "wordle_web", "w" * 40])
@pytest.mark.parametrize("https", ["on", "off"])
def test_cookie_never_exceeds_the_limit_of_browsers(make_app, clock, name, https):
    app = make_app(cookie_name=name, https=https)
    clock.forward(days=DAYS + GAMES)
    visitor = Visitor(app)
    base = {"base_url": f"http{'s' if https == 'on' else ''}://localhost"}
    visitor.get("/", **base)
    chosen = all_chosen()
    grown = {**visitor.session, "h": encode_whole(long_history()), "p": chosen}
    client = app.test_client(use_cookies=False)
    header = {"Cookie": f"{session_name(app)}={write_cookie(app, grown)}"}
    page = client.get("/", headers=header, **base)
    visitor.page = page
    answer = client.post("/", data={**page.fields, "guess": "moist"}, headers=header, **base)
    assert answer.status_code == 303
    cookie = answer.headers["Set-Cookie"]
    assert MAX_COOKIE_BYTES - 100 < len(cookie) <= MAX_COOKIE_BYTES
    contents = read_cookie(app, cookie.partition("=")[2].partition(";")[0])
    history = decode(contents["h"])
    assert contents["p"] == chosen
    assert len(history.days) == DAYS - 1
    assert history.in_progress[-1].guesses == ("moist",)
