"""Accents and full-width letters, typed or pasted, are read as plain letters on every page."""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from web_visitor import Visitor

SPELLINGS = ("crâne", "cra\u0302ne", "CRÃNÉ", "\uff43\uff52\uff41\uff4e\uff45", "\uff23RÀNE")
ADDRESSES = (
    "/helper?row={}:01002",
    "/helper?row=slimy:00110&guess={}",
    "/helper?used={}",
    "/helper?try={}",
    "/helper?add={}%0A01002",
    "/helper?row=slate:00001&text-1={}",
    "/helper?row=:01002&try={}",
    "/analysis?answer={}&guess=slate",
    "/analysis?answer=truss&guess={}",
    "/analysis?answer=truss&game={}%0Atruss",
    "/analysis?answer=truss&guess=:02000&fill={}",
    "/api/v1/suggest?row=slate:00101&row={}:22222",
    "/api/v1/suggest?row=crane:22222&used={}",
    "/api/v1/analyse?answer={}&guess={}",
    "/watch?word={}&strategy=random",
    "/watch?word=truss&strategy=random&opener={}",
    "/lab/openers?word={}",
)


def shown(client: FlaskClient, address: str) -> tuple[int, str]:
    """Return the status, and where it leads or the words and figures that the page shows."""
    answer = client.get(address)
    text = re.sub(r"<[^>]+>|\"milliseconds\":[0-9.]+", " ", answer.get_data(as_text=True))
    return answer.status_code, answer.headers.get("Location") or text


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_reads_any_spelling_as_the_plain_word(client: FlaskClient, address: str) -> None:
    plain = shown(client, address.replace("{}", "crane"))
    assert plain[0] in {200, 303}
    for spelling in SPELLINGS:
        assert shown(client, address.replace("{}", quote(spelling))) == plain, spelling


def test_past_answers_challenges_and_games_read_any_spelling(
    make_app: Callable[..., Flask],
) -> None:
    visitor = Visitor(make_app())
    visitor.get("/helper/past-answers")
    assert "added=1" in visitor.post("/helper/past-answers", {"text": "slâte"}).headers["Location"]
    assert visitor.fill("/challenge", {"word": "ｓＬÂte"}).status_code == 303  # noqa: RUF001
    assert visitor.guess("Ｓlâte").status_code == 303  # noqa: RUF001
    assert "SLATE" in visitor.page.text.upper()
