"""Accents and full-width letters, typed or pasted, are read as plain letters on every page."""

from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from web_visitor import Visitor, new_app, write_lexicon

from wordle_web.engine.letters import DOTLESS, use_capitals_of

SPELLINGS = ("crâne", "cra\u0302ne", "CRÃNÉ", "\uff43\uff52\uff41\uff4e\uff45", "\uff23RÀNE")
ADDRESSES = """
    /helper?row={}:01002 /helper?row=slimy:00110&guess={} /helper?used={} /helper?try={}
    /helper?add={}%0A01002 /helper?row=slate:00001&text-1={} /helper?row=:01002&try={}
    /analysis?answer={}&guess=slate /analysis?answer=truss&guess={}
    /analysis?answer=truss&game={}%0Atruss /analysis?answer=truss&guess=:02000&fill={}
    /api/v1/suggest?row=slate:00101&row={}:22222 /api/v1/suggest?row=crane:22222&used={}
    /api/v1/analyse?answer={}&guess={} /watch?word={}&strategy=random
    /watch?word=truss&strategy=random&opener={} /lab/openers?word={}
"""


@pytest.fixture(autouse=True)
def _own_letters():
    """Leave no language in use behind, of which the next test would not know."""
    yield
    use_capitals_of("")


def shown(client: FlaskClient, address: str) -> tuple[int, str]:
    answer = client.get(address)
    if answer.is_json:
        return answer.status_code, str({**answer.get_json(), "milliseconds": 0})
    return answer.status_code, answer.headers.get("Location") or answer.said


@pytest.mark.parametrize("address", ADDRESSES.split())
def test_every_page_reads_any_spelling_as_the_plain_word(client, address):
    plain = shown(client, address.replace("{}", "crane"))
    assert plain[0] in {200, 303}
    for spelling in SPELLINGS:
        assert shown(client, address.replace("{}", quote(spelling))) == plain, spelling


def test_past_answers_challenges_and_games_read_any_spelling(make_app):
    visitor = Visitor(make_app())
    visitor.get("/helper/past-answers")
    checked = {"text": "slâte", "checked": "1"}
    assert "added=1" in visitor.post("/helper/past-answers", checked).location
    assert visitor.fill("/challenge", {"word": "ｓＬÂte"}).status_code == 303  # noqa: RUF001
    assert visitor.guess("Ｓlâte").status_code == 303  # noqa: RUF001
    assert "SLATE" in visitor.page.text.upper()


def test_the_helper_and_its_bookmark_write_capitals_of_the_language(tmp_path):
    words = ("dizin", "iklim", "sinir", "tilki", "zirve")
    write_lexicon(tmp_path, "turkish-5", words, (f"s{DOTLESS}n{DOTLESS}f",))
    visitor = Visitor(new_app(tmp_path, languages=("turkish",)))
    visitor.get("/helper/past-answers")
    visitor.post("/helper/past-answers", {"text": "dizin", "list": "used", "checked": "1"})
    assert "DİZİN is in your past answers." in visitor.get("/helper?row=dizin:22222").said
    solved = visitor.get(f"/helper?row=s{DOTLESS}n{DOTLESS}f:22222")
    assert "SINIF, solved in 1 guess." in solved.fragment("helper-reasons")
    boards = visitor.get("/helper?boards=2&row=iklim:10020.10020")
    assert boards.texts("board-card-words") == ["2 likely sinir 91% dizin used 9%"] * 2
    tiles = visitor.get("/helper/bookmark").root.iterfind(".//*[@class='tile']")
    assert {tile.text for tile in tiles} == set("DİZNSR")
