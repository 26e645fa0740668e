"""Accents and full-width letters, typed or pasted, are read as plain letters on every page."""

import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from web_visitor import Visitor, new_app, write_lexicon

from wordle_web.engine.letters import DOTLESS

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


def shown(client: FlaskClient, address: str) -> tuple[int, str]:
    answer = client.get(address)
    if answer.is_json:
        return answer.status_code, str({**answer.get_json(), "milliseconds": 0})
    return answer.status_code, answer.headers.get("Location") or answer.visible_text


@pytest.mark.parametrize("address", ADDRESSES.split())
def test_every_page_accepts_any_spelling_of_a_word(client, address):
    plain = shown(client, address.replace("{}", "crane"))
    assert plain[0] in {200, 303}
    for spelling in SPELLINGS:
        assert shown(client, address.replace("{}", quote(spelling))) == plain, spelling


def test_past_answers_challenges_and_games_accept_any_spelling(make_app):
    visitor = Visitor(make_app())
    visitor.get("/helper/past-answers")
    checked = {"text": "slâte", "checked": "1"}
    assert "added=1" in visitor.post("/helper/past-answers", checked).location
    assert visitor.fill("/challenge", {"word": "ｓＬÂte"}).status_code == 303  # noqa: RUF001
    assert visitor.guess("Ｓlâte").status_code == 303  # noqa: RUF001
    assert "SLATE" in visitor.page.text.upper()


WORDS = ("dizin", "iklim", "sinir", "tilki", "zirve")
SINIF = f"s{DOTLESS}n{DOTLESS}f"
CAPITALS = re.compile(
    "|".join(word.replace("i", f"[iIİ{DOTLESS}]") for word in WORDS), re.IGNORECASE
)
PAGES = f"""
    /helper?row=dizin:00000 /helper?row=dizin:22222 /helper?row=iklim:10020&hint=1&details=1
    /helper?boards=2&row=iklim:10020.10020&selected=1 /helper?row=iklim:22221 /helper?add=xixix
    /helper?row=sinir:02000&row=zirve:20000&hard=1 /helper?row=dizin:02000&row={SINIF}:00000&hard=1
    /analysis?answer=dizin&guess=iklim&guess=sinir&guess=dizin /analysis?answer=dizin&guess=xixix
    /analysis?answer=dizin&answer=iklim&guess=sinir&guess=iklim&guess=dizin
    /watch?word=dizin&strategy=optimal /watch?word=dizin&word=tilki&strategy=optimal /how-to-play
    /screenshot?row=dizin:02000&typed=si /helper/bookmark /absurd?guess=dizin&guess=iklim
    /helper?row=tilki:00000
"""


@pytest.fixture
def both(tmp_path):
    """A site with the same words in two languages, one of which has a dotless i."""
    for language, others in {"english": ("sonic",), "turkish": (SINIF,)}.items():
        write_lexicon(tmp_path, f"{language}-5", WORDS, others)
    return new_app(tmp_path, languages=("english", "turkish"))


def capitals_in(text):
    """Return the words in capitals on a page, with any spelling of the i."""
    return {word for word in CAPITALS.findall(text) if word.replace(DOTLESS, "i") not in WORDS}


def test_pages_show_language_specific_capitals(both):
    visitor, turkish = Visitor(both), {word.upper().replace("I", "İ") for word in WORDS}
    english, written = {word.upper() for word in WORDS}, set()
    for address in PAGES.split():
        for home, words in (("/turkish", turkish), ("", english), ("/turkish", turkish)):
            text = visitor.get(f"{home}{address}").text
            assert capitals_in(text) <= words, address
            written |= capitals_in(text)
    assert written == turkish | english


def test_games_show_language_specific_capitals(both):
    for home, letter in {"/turkish": "İ", "": "I"}.items():
        visitor = Visitor(both)
        visitor.fill("/settings", {"hard": "1"})
        path = visitor.challenge("dizin", home=f"{home}/", name="")
        visitor.guess("sinir", path)
        assert f"2nd letter {letter}, correct" in visitor.page.text
        refused = visitor.guess("zirve", path)
        assert f"4th letter must be {letter}" in refused.visible_text
        twice = visitor.post(path, {"guess": "SİNİR" if home else "Sînir", "turn": "1"})
        assert twice.status_code == 303
        visitor.guess("dizin", path)
        assert f"D{letter}Z{letter}N" in visitor.get(path).text


@pytest.mark.parametrize(("lexicon", "letter"), [("turkish-5", "İ"), ("english-5", "I")])
def test_api_returns_language_specific_capitals(both, lexicon, letter):
    api = f"/api/v1/{{}}&lexicon={lexicon}"
    client = both.test_client()
    wrong = client.get(api.format("suggest?row=dizin:22221&row=iklim:12222")).get_json()
    reasons = [fault["reason"] for fault in wrong["diagnosis"]["impossible"]]
    assert [letter in reason for reason in reasons] == [False, True]
    game = client.get(api.format("analyse?answer=dizin&guess=sinir&guess=zirve&guess=dizin"))
    violations = [turn["hard_mode_violation"] for turn in game.get_json()["turns"]]
    assert violations == [None, f"4th letter must be {letter}", None]


def test_helper_and_past_answers_show_language_specific_capitals(tmp_path):
    words = ("dizin", "iklim", "sinir", "tilki", "zirve")
    write_lexicon(tmp_path, "turkish-5", words, (f"s{DOTLESS}n{DOTLESS}f",))
    visitor = Visitor(new_app(tmp_path, languages=("turkish",)))
    visitor.get("/helper/past-answers")
    visitor.post("/helper/past-answers", {"text": "dizin", "list": "used", "checked": "1"})
    assert "DİZİN is in your past answers." in visitor.get("/helper?row=dizin:22222").visible_text
    solved = visitor.get(f"/helper?row=s{DOTLESS}n{DOTLESS}f:22222")
    assert "SINIF, solved in 1 guess." in solved.fragment("helper-reasons")
    boards = visitor.get("/helper?boards=2&row=iklim:10020.10020")
    assert boards.texts("board-card-words") == ["2 words sinir 91% dizin used 9%"] * 2
    tiles = visitor.get("/helper/bookmark").root.iterfind(".//*[@class='tile']")
    assert {tile.text for tile in tiles} == set("DİZNSR")
