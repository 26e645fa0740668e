"""A series in the browser: one word a day, and not a trace of the others before."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from flask import Flask
from harness.pages import Html
from web_visitor import ANSWERS, Clock, Visitor, site_settings, state_of, write_lexicon

from wordle_web import create_app
from wordle_web.game.history.codec import decode, encode
from wordle_web.web.http.sessions import MAX_COOKIE_BYTES

WORDS = ("crane", "slate: grey", "able: short", "truss")
TODAY = date(2025, 3, 3)  # a Monday


def make(visitor: Visitor, lines: tuple[str, ...] = WORDS, **fields: str) -> str:
    """Make a series that begins today, and return its address."""
    visitor.get("/series")
    values = {"words": "\n".join(lines), "first": TODAY.isoformat(), "name": "Class 4b", **fields}
    answer = visitor.post("/series", values)
    assert answer.status_code == 303, answer.text
    page = visitor.get(answer.headers["Location"])
    assert "Your series is ready" in page.text
    token = answer.headers["Location"].partition("made=")[2]
    return f"/series/{token}"


def states(visitor: Visitor, path: str) -> list[str]:
    """Return how the days of a series stand."""
    text = visitor.get(path).text
    return [part.partition('"')[0] for part in text.split('class="series-day" data-state="')[1:]]


def test_one_word_opens_a_day_at_midnight(visitor: Visitor, clock: Clock) -> None:
    path = make(Visitor(visitor.app))  # of somebody else: the calendar needs no cookie
    assert states(visitor, path) == ["open", "closed", "closed", "closed"]
    assert visitor.get(f"{path}/1").status_code == 200
    closed = visitor.get(f"{path}/2")
    assert closed.status_code == 404
    assert "This word opens on 2025-03-04." in closed.text
    clock.forward(hours=12)
    assert states(visitor, path) == ["open", "open", "closed", "closed"]
    assert "Hint: grey" in visitor.get(f"{path}/2").text
    for day in ("0", "5", "999"):
        assert visitor.get(f"{path}/{day}").status_code == 404


def test_a_day_is_played_like_a_challenge_and_remembered(visitor: Visitor, clock: Clock) -> None:
    path = make(visitor)
    visitor.guess("slate", f"{path}/1")
    assert states(visitor, path)[0] == "playing"
    visitor.guess("crane", f"{path}/1")
    assert state_of(visitor.get(f"{path}/1")) == "won"
    assert "Class 4b 1 2/6" in visitor.page.text
    assert f"{path}/1?grid=" in visitor.page.text
    assert states(visitor, path)[0] == "won"
    clock.forward(days=1)
    answer = visitor.fill(f"{path}/2/give-up")
    assert answer.headers["Location"] == f"{path}/2"
    assert states(visitor, path)[:2] == ["won", "lost"]
    assert [len(log.results) for log in visitor.history.series] == [2]


def test_results_outlive_the_games_themselves(visitor: Visitor, app: Flask) -> None:
    path = make(visitor)
    visitor.guess("crane", f"{path}/1")
    kept = decode(encode(replace(visitor.history, recent=()), 999))
    other = Visitor(app)
    other.remember(kept)
    assert states(other, path)[0] == "won"
    assert state_of(other.get(f"{path}/1")) == "won"


def test_the_last_four_series_are_remembered_and_fit_into_the_cookie(
    visitor: Visitor, clock: Clock
) -> None:
    paths = []
    for number in range(5):
        lines = tuple(ANSWERS[(number + each) % len(ANSWERS)] for each in range(9))
        paths.append(make(visitor, lines))
        visitor.guess(lines[0], f"{paths[-1]}/1")
    assert len(visitor.history.series) == 4
    assert [len(log.results) for log in visitor.history.series] == [1] * 4
    assert len(str(visitor.cookie)) < MAX_COOKIE_BYTES


def test_weekends_are_left_out(visitor: Visitor) -> None:
    path = make(visitor, ("crane",) * 6, weekdays="y")
    text = visitor.get(path).text
    assert "Mar 7, 2025" in text
    assert "Mar 8, 2025" not in text
    assert "Mar 10, 2025" in text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"words": "crane\nzzzzz"}, "Line 2: Not in word list"),
        ({"words": "crane"}, "Enter 2 to 31 words"),
        ({"first": ""}, "Enter a date."),
        ({"first": "x"}, "Enter a date."),
        ({"name": "x" * 31}, "Name too long"),
    ],
)
def test_a_wrong_form_comes_back_with_what_is_wrong(
    visitor: Visitor, fields: dict[str, str], message: str
) -> None:
    visitor.get("/series")
    values = {"words": "crane\nslate", "first": "2025-03-03", **fields}
    page = visitor.post("/series", values)
    assert page.status_code == 422
    assert message in page.text


def test_a_damaged_link_leads_to_a_new_series(visitor: Visitor) -> None:
    path = make(visitor)
    for odd in (path[:-5], "/series/x", f"{path[:-5]}/1", "/series?made=x"):
        page = visitor.get(odd)
        assert page.status_code == 404
        assert "This link to a series isn’t valid" in page.text


# Words of the same letters elsewhere: no guess shares a letter with any of them.
ONE, OTHER = ("gnarl", "raise: moonbeam"), ("crossing: a much longer hint than before", "train")
GUESSES = ("fuzzy", "kudzu")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A site whose words share no letter with the guesses."""
    folder: Path = tmp_path_factory.mktemp("series")
    write_lexicon(folder, "english-5", ("gnarl", "train", "raise", "noble"), GUESSES)
    write_lexicon(folder, "english-8", ("crossing", "triangle"), ())
    return create_app(site_settings(folder), clock=Clock(), randbytes=lambda size: b"r" * size)


def visit(app: Flask, lines: tuple[str, ...]) -> Iterator[str]:
    """Yield everything that can be seen of a series whose second and third days are closed."""
    friend = Visitor(app)
    path = make(Visitor(app), ("noble", *lines))
    token = path.rpartition("/")[2]
    places = (
        path,
        f"/series?made={token}",
        f"{path}/1",
        f"{path}/2",
        f"{path}/3",
        f"{path}/2/give-up",
        f"{path}/2?grid=2",
        f"{path}/1/give-up",
        f"/challenge/{token}",
        f"/challenge/{token}/2",
        f"/challenge?made={token}",
        f"/boards/2/challenge/{token}",
        f"/random/{token}",
        f"/daily/{token}",
        "/history",
        "/history/download",
        f"/analysis?answer={token[:8]}",
        "/api/v1/suggest",
        "/archive",
        f"/picture/{token[:20]}.png",
    )
    for word in ("", *GUESSES):
        if word:
            friend.guess(word, f"{path}/1")
            friend.post(f"{path}/2", {"guess": word})
        for language in ("en", "de"):
            for place in places:
                page = friend.get(place, headers={"Accept-Language": language})
                headers = [each for each in page.headers if each[0] not in {"Set-Cookie", "Date"}]
                text = Html(page.text).fields.get("csrf_token", "")
                seen = f"{page.status_code} {headers} {page.text} {friend.history}"
                yield seen.replace(token, "token").replace(text or "-", "csrf")


def test_two_series_with_other_words_to_come_look_the_same(
    site: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(0):
        for one, other in zip(visit(site, ONE), visit(site, OTHER), strict=True):
            assert _without_names(one) == _without_names(other)
            for secret in ("moonbeam", "crossing", "longer than"):
                assert secret not in (one + other).lower()
    assert "crossing" not in caplog.text


def _without_names(text: str) -> str:
    """Return what was seen without the digests of tokens."""
    return re.sub(r"[0-9a-f]{16}|SeriesLog\(.*?\)|b'[^']*'", "x", text)
