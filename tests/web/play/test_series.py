"""A series in the browser: one word a day, and no trace of later words."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import ANSWERS, Clock, Visitor, site_settings, write_lexicon

from wordle_web import create_app
from wordle_web.game.history.codec import decode, encode
from wordle_web.web.http.cookies import MAX_COOKIE_BYTES

WORDS = ("crane", "slate: grey", "able: short", "truss")
TODAY = date(2025, 3, 3)  # a Monday
MORNING = datetime(2025, 3, 3, 9, tzinfo=UTC)  # tomorrow hasn't begun anywhere


def make(visitor: Visitor, lines: tuple[str, ...] = WORDS, **fields: str) -> str:
    visitor.get("/series")
    values = {"words": "\n".join(lines), "first": TODAY.isoformat(), "name": "Class 4b", **fields}
    answer = visitor.post("/series", values)
    assert answer.status_code == 303, answer.text
    assert "Your series is ready" in visitor.get(answer.location).text
    token = answer.location.partition("made=")[2]
    return f"/series/{token}"


def states(visitor: Visitor, path: str) -> list[str]:
    return [day["data-state"] for day in visitor.get(path).of_class("series-day")]


def test_series_opens_one_word_a_day_at_midnight(visitor, clock):
    path = make(Visitor(visitor.app))  # in another browser, since the calendar needs no cookie
    assert "Your series is ready" not in visitor.get(path).text
    assert states(visitor, path) == ["open", "closed", "closed", "closed"]
    assert visitor.get(f"{path}/1").status_code == 200
    clock.forward(hours=-3)  # the second day hasn't begun anywhere
    closed = visitor.get(f"{path}/2")
    assert closed.status_code == 404
    assert "This word opens on March 4, 2025." in closed.text
    german = visitor.client.get(f"{path}/2", headers={"Accept-Language": "de"})
    assert "ab dem 4. März 2025 spielen" in german.text
    clock.forward(hours=15)
    assert states(visitor, path) == ["open", "open", "closed", "closed"]
    assert "Clue: grey" in visitor.get(f"{path}/2").text
    for day in ("0", "5", "999"):
        assert visitor.get(f"{path}/{day}").status_code == 404


def test_day_of_a_series_is_played_like_a_challenge_and_stored(visitor, clock):
    path = make(visitor)
    visitor.guess("slate", f"{path}/1")
    assert states(visitor, path)[0] == "playing"
    visitor.guess("crane", f"{path}/1")
    assert visitor.get(f"{path}/1").state == "won"
    assert "Class 4b 1 2/6" in visitor.page.text
    assert f"{path}/1?grid=" in visitor.page.text
    assert states(visitor, path)[0] == "won"
    clock.forward(days=1)
    assert visitor.fill(f"{path}/2/give-up").location == f"{path}/2"
    assert states(visitor, path)[:2] == ["won", "lost"]
    assert [len(log.results) for log in visitor.history.series] == [2]


def test_finished_day_of_a_series_links_to_the_next_open_day(visitor, clock):
    path = make(visitor)
    visitor.guess("crane", f"{path}/1")
    assert ("/", "Next game Daily 62") in visitor.page.links  # no other day of the series has begun
    clock.forward(days=2)
    visitor.guess("able", f"{path}/3")
    assert (f"{path}/2", "Next game Class 4b 2") in visitor.page.links
    visitor.guess("slate", f"{path}/2")
    assert ("/", "Next game Daily 64") in visitor.page.links
    assert visitor.page.link("All days") == path


def test_unlisted_word_of_a_series_must_be_allowed_explicitly(visitor):
    visitor.get("/series")
    values = {"words": "santa\ncrane", "first": TODAY.isoformat()}
    refused = visitor.post("/series", values)
    assert refused.status_code == 422
    (error,) = refused.texts("field-error")
    assert error.startswith("Line 1: Not in word list. Check the spelling, or allow it below")
    path = make(visitor, ("santa", "crane"), free="y")
    assert "Any letters are allowed" in visitor.get(f"{path}/1").visible_text
    visitor.guess("xxxxx", f"{path}/1")
    visitor.guess("santa", f"{path}/1")
    assert visitor.page.state == "won"


def test_results_of_a_series_are_kept_longer_than_its_games(visitor, app):
    path = make(visitor)
    visitor.guess("crane", f"{path}/1")
    history = decode(encode(replace(visitor.history, recent=()), 999))
    other = Visitor(app)
    other.remember(history)
    assert states(other, path)[0] == "won"
    assert other.get(f"{path}/1").state == "won"


def test_last_four_series_are_stored_in_the_cookie(visitor, clock):
    paths = []
    for number in range(5):
        lines = tuple(ANSWERS[(number + place) % len(ANSWERS)] for place in range(9))
        paths.append(make(visitor, lines))
        visitor.guess(lines[0], f"{paths[-1]}/1")
    assert len(visitor.history.series) == 4
    assert [len(log.results) for log in visitor.history.series] == [1] * 4
    assert len(str(visitor.cookie)) < MAX_COOKIE_BYTES


def test_weekends_are_left_out_of_a_series_for_weekdays(visitor):
    text = visitor.get(make(visitor, ("crane",) * 6, weekdays="y")).text
    assert "Mar 7, 2025" in text
    assert "Mar 8, 2025" not in text
    assert "Mar 10, 2025" in text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"words": "crane\nzzzzz"}, "Line 2: Not in word list"),
        ({"words": "crane"}, "Enter 2 to 31 words"),
        ({"first": "x"}, "Enter a date."),
        ({"name": "x" * 31}, "Name too long"),
    ],
)
def test_invalid_series_form_is_redisplayed_with_reasons(visitor, fields, message):
    visitor.get("/series")
    values = {"words": "crane\nslate", "first": "2025-03-03", **fields}
    page = visitor.post("/series", values)
    assert page.status_code == 422
    assert message in page.text


def test_damaged_link_to_a_series_gets_404_with_a_message(visitor):
    path = make(visitor)
    for odd in (path[:-5], "/series/x", f"{path[:-5]}/1", "/series?made=x"):
        page = visitor.get(odd)
        assert page.status_code == 404
        assert "This link to a series isn’t valid" in page.text


# Two versions of the later words, some with a clue. No guess has a letter of these words.
ONE, OTHER = ("gnarl", "raise: moonbeam"), ("crossing: a much longer hint than before", "train")
GUESSES = ("fuzzy", "kudzu")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    folder: Path = tmp_path_factory.mktemp("series")
    write_lexicon(folder, "english-5", ("gnarl", "train", "raise", "noble"), GUESSES)
    write_lexicon(folder, "english-8", ("crossing", "triangle"), ())
    return create_app(
        site_settings(folder), clock=Clock(MORNING), randbytes=lambda size: b"r" * size
    )


def visit(app: Flask, lines: tuple[str, ...]) -> Iterator[str]:
    """Yield all texts of a series whose second and third days are closed."""
    friend = Visitor(app)
    path = make(Visitor(app), ("noble", *lines))
    token = path.rpartition("/")[2]
    ends = ("", "/1", "/2", "/3", "/2/give-up", "/2?grid=2", "/1/give-up")
    kinds = ("series?made=", "challenge/", "challenge?made=", "boards/2/challenge/", "random/")
    places = [f"{path}{end}" for end in ends] + [f"/{kind}{token}" for kind in kinds]
    places += ["/history", "/history/download", "/api/v1/suggest", f"/daily/{token}"]
    places += [f"/analysis?answer={token[:8]}", f"/picture/{token[:20]}.png"]
    for word in ("", *GUESSES):
        if word:
            friend.guess(word, f"{path}/1")
            friend.post(f"{path}/2", {"guess": word})
        for language in ("en", "de"):
            for place in places:
                seen = friend.seen(place, headers={"Accept-Language": language})
                yield seen.replace(token, "token")


def test_series_with_different_future_words_look_the_same(site, caplog):
    with caplog.at_level(0):
        for one, other in zip(visit(site, ONE), visit(site, OTHER), strict=True):
            assert _without_names(one) == _without_names(other)
            for secret in ("moonbeam", "crossing", "longer than"):
                assert secret not in (one + other).lower()
    assert "crossing" not in caplog.text


def _without_names(text: str) -> str:
    return re.sub(r"[0-9a-f]{16}|SeriesLog\(.*?\)|b'[^']*'", "x", text)


def test_page_of_challenges_links_to_series(visitor):
    for path in ("/challenge", "/boards/4/challenge"):
        links = [link.address for link in visitor.get(path).links]
        assert "/series" in links
