"""Small sites for the web tests, with a clock that tests can set."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from web_visitor import ANSWERS, NOON, OTHERS, SHORT, Clock, Visitor, new_app, write_lexicon


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("lexicons")
    write_lexicon(folder, "english-5", ANSWERS, OTHERS)
    write_lexicon(folder, "english-4", SHORT, ())
    return folder


@pytest.fixture(scope="session")
def clock_of_all() -> Clock:
    return Clock()


@pytest.fixture
def clock(clock_of_all: Clock) -> Clock:
    clock_of_all.now = NOON
    return clock_of_all


@pytest.fixture
def make_app(lexicons: Path, clock: Clock) -> Callable[..., Flask]:
    def make(**changes: object) -> Flask:
        return new_app(lexicons, clock, **changes)

    return make


@pytest.fixture(scope="session")
def app_of_all(lexicons: Path, clock_of_all: Clock) -> Flask:
    """A small site, assembled only once, since a site stores nothing about its visitors."""
    return new_app(lexicons, clock_of_all)


@pytest.fixture
def app(app_of_all: Flask, clock: Clock) -> Flask:
    """A small site at noon of day 62. No test may change it; `make_app` makes a separate one."""
    return app_of_all


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.fixture(scope="session")
def shipped() -> Flask:
    """A site with the shipped words, which no test may change."""
    return new_app(None)


@pytest.fixture(scope="session")
def client(shipped: Flask) -> FlaskClient:
    return shipped.test_client(use_cookies=False)


@pytest.fixture
def guest(shipped: Flask) -> Visitor:
    """A visitor of a site with the shipped words."""
    return Visitor(shipped)


@pytest.fixture
def wrong(app: Flask) -> list[str]:
    """Six words that are allowed but never an answer."""
    return list(OTHERS[:6])


@pytest.fixture(params=["/", "/boards/4"])
def home(request: pytest.FixtureRequest) -> str:
    return str(request.param)
