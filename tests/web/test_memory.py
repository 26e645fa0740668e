"""What hostile questions leave behind: caches hold answers, not arrays."""

import gc
import tracemalloc

import pytest
from flask import Flask
from harness import hostile
from web_visitor import Visitor, site_settings

from wordle_web import create_app
from wordle_web.engine.lexicon import DATA_FOLDER
from wordle_web.web.helper import form

MAX_GROWTH = 8_000_000  # bytes


@pytest.fixture(scope="module")
def site() -> Flask:
    """A site with the shipped words, which the longest answers are of."""
    return create_app(site_settings(DATA_FOLDER))


def ask(site: Flask, address: str) -> None:
    """Ask for a page."""
    assert Visitor(site).get(address).status_code == 200


def read(site: Flask, languages: str) -> None:
    """Read a page full of dates in some languages."""
    page = Visitor(site).get("/archive", headers={"Accept-Language": languages})
    assert page.status_code == 200


def restore(site: Flask, content: bytes) -> None:
    """Restore a history, and look at all games and at one of them."""
    visitor = Visitor(site)
    assert visitor.restore(content).status_code == 303
    assert visitor.get("/history").status_code == 200
    game = visitor.history.recent[0]
    shown = visitor.get(f"/history/challenge/{game.name}?move=6").status_code
    assert shown == (200 if game.length == hostile.LENGTH else 404)


def test_hostile_questions_leave_little_behind(
    site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form, "BUDGET_MS", 5.0)  # what is found matters less than its size
    visits = [
        *[(restore, each) for each in hostile.histories(6)],
        *[(ask, each) for each in hostile.absurd_games(3)],
        *[(read, each) for each in hostile.languages(30)],
        *[(ask, each) for each in hostile.helper_questions(16)],
    ]
    for visit, question in {visit: (visit, question) for visit, question in visits}.values():
        visit(site, question)  # what is read on the first question stays, however many follow
    tracemalloc.start()
    try:
        for visit, question in visits:
            visit(site, question)
        gc.collect()
        growth = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert growth <= MAX_GROWTH
