"""Before the end of a game its answer is nowhere: the same visit under two daily keys is the same.

Guesses are used that share no letter with either answer, so even their marks are equal.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import (
    DAILY_KEY,
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    site_settings,
)
from werkzeug.test import TestResponse

from wordle_web import create_app

GUESSES = ("fuzzy", "kudzu")
TOKENS = re.compile(r'(?<=name="csrf_token" value=")[^"]+|(?<=type="hidden" value=")[^"]+')


def app_under(lexicons: Path, key: str) -> Flask:
    """Return a site that is the same as any other but for its daily key."""
    settings = site_settings(lexicons, daily_key=key)
    return create_app(settings, clock=Clock(), randbytes=lambda size: b"r" * size)


@pytest.fixture(scope="module")
def two_sites(lexicons: Path) -> tuple[Flask, Flask]:
    """Two sites whose answers differ and share no letter with the guesses."""
    fit: dict[tuple[str, str], Flask] = {}
    for number in range(60):
        app = app_under(lexicons, f"{DAILY_KEY}{number}")
        token = start_random(Visitor(app))
        answers = answer_of_day(app), answer_of_token(app, token)
        if not set("".join(GUESSES)) & set("".join(answers)):
            fit.setdefault(answers, app)
        different = [app for answers, app in fit.items() if answers[0] != next(iter(fit))[0]]
        different = [app for app in different if random_answer(app) != random_answer(first(fit))]
        if different:
            return first(fit), different[0]
    pytest.fail("no two keys suit this test")


def first(fit: dict[tuple[str, str], Flask]) -> Flask:
    """Return the site found first."""
    return next(iter(fit.values()))


def random_answer(app: Flask) -> str:
    """Return the answer of the one random game that a site can begin."""
    return answer_of_token(app, start_random(Visitor(app)))


def start_random(visitor: Visitor) -> str:
    """Begin a random game and return its address."""
    visitor.get("/random")
    answer = visitor.post("/random", {"length": "5", "pool": "normal"})
    return str(answer.headers["Location"])


def visit(app: Flask) -> Iterator[tuple[object, ...]]:
    """Yield everything that a visit gets to see, without the tokens of its forms."""
    visitor = Visitor(app)
    yield seen(visitor, visitor.get("/"))
    for word in (*GUESSES, "zzzzz", "fuzzy"):
        yield seen(visitor, visitor.guess(word))
        yield seen(visitor, visitor.page)
    path = start_random(visitor)
    yield (path,)
    for word in (*GUESSES, "x"):
        yield seen(visitor, visitor.guess(word, path))
        yield seen(visitor, visitor.page)
    yield seen(visitor, visitor.guess("fuzzy", "/daily/62"))
    for place in (
        "/",
        "/history",
        "/archive",
        "/random",
        "/daily/62",
        path,
        "/nothing",
        "/daily/63",
    ):
        yield seen(visitor, visitor.get(place))


def seen(visitor: Visitor, page: TestResponse) -> tuple[object, ...]:
    """Return status, headers, page and session without tokens."""
    headers = [(name, text) for name, text in page.headers if name != "Set-Cookie"]
    session = {name: value for name, value in visitor.session.items() if name != "csrf_token"}
    has_cookie = "Set-Cookie" in page.headers
    return page.status_code, headers, has_cookie, TOKENS.sub("token", page.text), session


def test_the_same_visit_under_two_keys_is_the_same(two_sites: tuple[Flask, Flask]) -> None:
    assert answer_of_day(two_sites[0]) != answer_of_day(two_sites[1])
    for one, other in zip(visit(two_sites[0]), visit(two_sites[1]), strict=True):
        assert one == other


def test_the_answer_is_in_no_page_header_cookie_or_log(
    two_sites: tuple[Flask, Flask], caplog: pytest.LogCaptureFixture
) -> None:
    app = two_sites[0]
    answers = (answer_of_day(app), random_answer(app))
    with caplog.at_level(0):
        everything = " ".join(map(str, visit(app)))
    for answer in answers:
        assert answer not in everything.lower()
        assert answer not in caplog.text.lower()


def test_the_same_word_comes_on_every_machine(lexicons: Path) -> None:
    sites = [app_under(lexicons, DAILY_KEY) for _ in range(2)]
    visitors = [Visitor(site) for site in sites]
    path = start_random(visitors[0])
    assert start_random(visitors[1]) == path
    assert answer_of_token(sites[0], path) == answer_of_token(sites[1], path)
    for number in range(1, 40):
        assert answer_of_day(sites[0], number) == answer_of_day(sites[1], number)


def test_a_game_begun_on_one_machine_goes_on_on_another(lexicons: Path) -> None:
    one, other = (Visitor(app_under(lexicons, DAILY_KEY)) for _ in range(2))
    one.guess("fuzzy")
    other.carry(one.cookie)
    other.page = one.page
    assert other.post("/", {"guess": "kudzu"}).status_code == 303
    assert other.history.in_progress[0].guesses == GUESSES
