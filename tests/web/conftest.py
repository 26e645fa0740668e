"""Small sites for the web tests, with a clock that each test can set."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import ANSWERS, OTHERS, SHORT, Clock, Visitor, new_app, write_lexicon


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two small lexicons."""
    folder: Path = tmp_path_factory.mktemp("lexicons")
    write_lexicon(folder, "english-5", ANSWERS, OTHERS)
    write_lexicon(folder, "english-4", SHORT, ())
    return folder


@pytest.fixture
def clock() -> Clock:
    """A clock at noon of day 62."""
    return Clock()


@pytest.fixture
def make_app(lexicons: Path, clock: Clock) -> Callable[..., Flask]:
    """What makes an application with some settings changed."""

    def make(**changes: object) -> Flask:
        return new_app(lexicons, clock, **changes)

    return make


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """A small site."""
    return make_app()


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Somebody who has not been there before."""
    return Visitor(app)


@pytest.fixture
def wrong(app: Flask) -> list[str]:
    """Six words that are allowed and never an answer."""
    return list(OTHERS[:6])
