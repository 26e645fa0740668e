"""Memory after hostile requests: caches contain results, not arrays."""

import gc
import tracemalloc

import pytest
from flask import Flask
from harness import hostile
from web_visitor import Clock, Visitor, site_settings

from wordle_web import create_app
from wordle_web.engine.datafiles import DATA_FOLDER
from wordle_web.web.helper import result

MAX_GROWTH = 8_000_000  # bytes that stay allocated


@pytest.fixture(scope="module")
def site() -> Flask:
    return create_app(site_settings(DATA_FOLDER), clock=Clock())


def ask(site: Flask, address: str) -> None:
    assert Visitor(site).get(address).status_code == 200


def read(site: Flask, languages: str) -> None:
    page = Visitor(site).get("/history", headers={"Accept-Language": languages})
    assert page.status_code == 200


def restore(site: Flask, content: bytes) -> None:
    visitor = Visitor(site)
    assert visitor.restore(content).status_code == 303
    assert visitor.get("/history").status_code == 200
    game = visitor.history.recent[0]
    shown = visitor.get(f"/history/challenge/{game.name}?move=6").status_code
    assert shown == (200 if game.length == hostile.LENGTH else 404)


def test_hostile_requests_retain_little_memory(site, monkeypatch):
    # Only the size of the result matters, not its quality.
    monkeypatch.setattr(result, "BUDGET_MS", 5.0)
    visits = [
        *[(restore, history) for history in hostile.histories(6)],
        *[(ask, game) for game in hostile.absurd_games(3)],
        *[(read, language) for language in hostile.languages(30)],
        *[(ask, question) for question in hostile.helper_questions(16)],
    ]
    for visit, question in {visit: (visit, question) for visit, question in visits}.values():
        visit(site, question)  # the first request allocates memory that stays in use
    tracemalloc.start()
    try:
        for visit, question in visits:
            visit(site, question)
        gc.collect()
        growth = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert growth <= MAX_GROWTH
