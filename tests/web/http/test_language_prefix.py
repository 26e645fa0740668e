"""Several languages of words on one site: the first at `/`, the others below their codes."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import Visitor, answer_of_day, answers_of_day, new_app, parts_of, write_lexicon

from wordle_web.config.settings import SettingsError
from wordle_web.game.puzzles.puzzles import daily_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.app import Application
from wordle_web.web.http.bodies import MAX_FORM_BYTES
from wordle_web.web.services import PAGES

LATIN = ("locus", "rosas", "summa", "virus", "civis")


@pytest.fixture
def app(lexicons: Path, tmp_path: Path) -> Iterator[Flask]:
    folder = tmp_path / "lexicons"
    folder.mkdir()
    for lexicon in lexicons.iterdir():
        (folder / lexicon.name).symlink_to(lexicon)
    write_lexicon(folder, "latin-5", LATIN, ("amare",))
    return new_app(folder, languages=("english", "latin"))


def test_each_language_has_its_words_and_takes_the_same_bodies(app: Application) -> None:
    site, latin = parts_of(app), parts_of(app).others["latin"]
    assert (site.lexicon().name, latin.lexicon().name) == ("english-5", "latin-5")
    assert latin.lengths == (5,)
    assert app.max_body("POST", "/latin/helper/share") == app.max_body("POST", "/helper/share")
    assert app.max_body("POST", "/latin/") == app.max_body("POST", "/") == MAX_FORM_BYTES


def test_a_prefix_says_which_words_are_played(app: Flask) -> None:
    first, second = Visitor(app), Visitor(app)
    first.get("/")
    second.get("/latin/")
    fields = {"guess": "amare"}
    assert first.post("/", fields).status_code == 422
    assert second.post("/latin/", fields).headers["Location"] == "/latin/"
    for path in ("/latin/", "/latin/today"):
        assert "Words are in Latin" in second.get(path).text
    assert "Guess 2 of 6" in second.get("/latin/today").text
    assert "Guess 2 of 6" not in second.get("/today").text


def test_today_offers_the_words_in_the_language_of_the_page_and_keeps_them(
    lexicons: Path, tmp_path: Path
) -> None:
    (tmp_path / "english-5").symlink_to(lexicons / "english-5")
    write_lexicon(tmp_path, "portuguese-5", LATIN, ("amare",))
    visitor = Visitor(new_app(tmp_path, languages=("english", "portuguese")))
    offer = '<button class="give-up" name="code" value="pt">Jogar em português</button>'
    in_portuguese = {"Accept-Language": "pt-BR"}
    for path in ("/", "/boards/4"):
        assert offer in visitor.get(path, headers=in_portuguese).text
    for path, tag in (("/daily/10", "pt-BR"), ("/pt/", "pt-BR"), ("/", "en"), ("/", "de")):
        page = visitor.get(path, headers={"Accept-Language": tag}).text
        assert '<button class="give-up"' not in page
    visitor.post("/language", {"code": "pt"})
    assert visitor.get("/", headers=in_portuguese).headers["Location"] == "/pt/"


def test_a_page_of_a_prefix_leads_to_pages_of_it_and_shares_files(app: Flask) -> None:
    page = Visitor(app).get("/latin/history").text
    links = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
    shared = [link for link in links if not link.startswith("/latin/")]
    assert len(links) > len(shared) >= 4
    assert all(link.startswith("/static/") or link == "/site.webmanifest" for link in shared)


def test_a_prefix_without_its_slash_leads_to_the_front_page_and_others_nowhere(
    app: Flask,
) -> None:
    answer = Visitor(app).get("/latin?x=1")
    assert answer.status_code == 308
    assert answer.headers["Location"].endswith("/latin/?x=1")
    for path in ("/english/", "/greek/", "/latin/latin/"):
        assert Visitor(app).get(path).status_code == 404


def test_below_a_path_of_a_proxy_the_code_stands_after_it(app: Flask) -> None:
    answer = app.test_client().get("/latin/history", environ_overrides={"SCRIPT_NAME": "/games"})
    assert 'href="/games/latin/helper"' in answer.text
    assert 'href="/games/static/' in answer.text


def choose(visitor: Visitor, code: str, page: str) -> str:
    """Choose a language on a page, and return where that leads."""
    prefix = "/latin" if page.startswith("/latin/") else ""
    headers = {"Referer": f"http://localhost{page}", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.client.post(f"{prefix}/language", data={"code": code}, headers=headers)
    assert answer.status_code == 303
    return str(answer.headers["Location"])


def test_the_chosen_language_is_kept_for_the_bare_address_alone(app: Flask) -> None:
    visitor = Visitor(app)
    assert choose(visitor, "latin", "/helper?row=crane:00000") == "/latin/helper"
    assert visitor.get("/").headers["Location"] == "/latin/"
    assert visitor.get("/daily/1").status_code == 200
    assert choose(visitor, "", "/latin/history") == "/history"
    assert visitor.get("/").status_code == 200
    assert choose(visitor, "latin", "/daily/1") == "/latin/daily/1"


@pytest.mark.parametrize(
    ("headers", "is_kept"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, False),
        ({"Referer": "http://localhost/daily/1"}, False),
        ({"Sec-Fetch-Site": "none"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Referer": "http://localhost/"}, True),
        ({"Referer": "http://search.example/"}, True),
    ],
)
def test_a_page_of_the_first_language_leads_to_its_word_whatever_was_chosen(
    app: Flask, headers: dict[str, str], is_kept: bool
) -> None:
    visitor = Visitor(app)
    choose(visitor, "latin", "/daily/1")
    assert visitor.client.get("/", headers=headers).status_code == (302 if is_kept else 200)


@pytest.mark.parametrize(
    "page",
    [
        *("/random/5-normal-1-AAAAAAAAAAAAAAAAAAAAAA", "", "/x", "/static"),
        *("//evil.example", "/\\evil.example", "/.//evil.example", "[evil"),
    ],
)
def test_a_choice_leads_to_the_front_page_where_the_page_is_of_one_language(
    app: Flask, page: str
) -> None:
    assert choose(Visitor(app), "latin", page) == "/latin/"


def test_the_menu_offers_each_language_by_its_own_name(app: Flask, lexicons: Path) -> None:
    page = Visitor(app).get("/latin/history").text
    offered = re.findall(r'name="code" value="(\w*)"([^>]*)>([^<]*)<', page)
    assert offered == [
        ("", ' lang="en"', "English"),
        ("latin", ' lang="la" aria-pressed="true"', "Latina"),
    ]
    assert 'name="code"' not in Visitor(new_app(lexicons)).get("/history").text


def test_no_language_hides_a_page(app: Flask, lexicons: Path) -> None:
    firsts = {rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}
    assert {each for each in firsts if each.isalpha()} <= PAGES
    with pytest.raises(SettingsError, match="/helper/ is already an address"):
        new_app(lexicons, languages=("english", "helper"))
    with pytest.raises(SettingsError, match="/pt/ is already an address"):
        new_app(lexicons, languages=("english", "portuguese", "pt"))


def test_games_of_a_language_are_kept_and_counted_apart(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.guess("aahed")
    visitor.guess("amare", "/latin/")
    visitor.guess("amare", "/latin/boards/4")
    puzzles = [record.puzzle for record in visitor.history.in_progress]
    assert puzzles == ["daily/62", "latin/daily/62", "latin/boards/4/daily/62"]
    links = re.findall(r'href="([^"]*daily/62)"', visitor.get("/history").text)
    assert links == ["/latin/boards/4/daily/62", "/latin/daily/62", "/daily/62"]
    parts = parts_of(app).others["latin"]
    four = Variant("latin", 4)
    for word in daily_answers(62, parts.epochs, parts.lexicon(), four):
        visitor.guess(word, "/latin/boards/4")
    assert visitor.history.days_of(four).result(62).tries == 5
    page = visitor.get("/latin/history").text
    assert 'href="/latin/history/boards/4/daily/62"' in page
    assert visitor.get("/latin/history/boards/4/daily/62?move=2").status_code == 200
    assert visitor.get("/history/boards/4/daily/62").status_code == 404


def test_a_player_of_the_first_language_notices_no_other(app: Flask, lexicons: Path) -> None:
    """Days, addresses, share text and cookie are those of a site without other languages."""
    alone, both = (Visitor(site) for site in (new_app(lexicons), app))
    days = [[answer_of_day(each.app, day) for day in range(1, 100)] for each in (alone, both)]
    four = [answers_of_day(each.app, Variant(boards=4)) for each in (alone, both)]
    assert (days[0], four[0]) == (days[1], four[1])
    for word in ("aahed", answer_of_day(app)):
        pages = [each.guess(word) for each in (alone, both)]
        assert pages[0].headers["Location"] == pages[1].headers["Location"] == "/"
    for word in ("aahed", *four[0]):
        for each in (alone, both):
            each.guess(word, "/boards/4")
    texts = [re.findall("(?s)<textarea.*?</textarea>", each.page.text) for each in (alone, both)]
    assert texts[0] == texts[1] != []
    address = re.compile(r'href="(/(?!static)[^"]*)"')
    links = [address.findall(each.get("/history").text) for each in (alone, both)]
    assert links[0] == links[1]
    sessions = [{**each.session, "csrf_token": ""} for each in (alone, both)]
    assert sessions[0] == sessions[1]
    assert len(sessions[0]["h"]) > 20
