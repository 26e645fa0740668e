"""Several languages of words on one site: the first is at `/`, the others under their codes."""

import pytest
from web_visitor import (
    Visitor,
    answer_of_day,
    answers_of_day,
    multipart,
    new_app,
    parts_of,
    write_lexicon,
)

from wordle_web.config.settings import SettingsError
from wordle_web.game.puzzles.days import daily_answers
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.app import page_names
from wordle_web.web.http.bodies import MAX_FORM_BYTES

LATIN = ("locus", "rosas", "summa", "virus", "civis")


@pytest.fixture
def app(lexicons, tmp_path):
    folder = tmp_path / "lexicons"
    folder.mkdir()
    for lexicon in lexicons.iterdir():
        (folder / lexicon.name).symlink_to(lexicon)
    write_lexicon(folder, "latin-5", LATIN, ("amare",))
    return new_app(folder, languages=("english", "latin"))


def test_pages_of_each_language_have_separate_words_and_the_same_body_limits(app):
    site, latin = parts_of(app), parts_of(app).others["latin"]
    assert (site.lexicon().name, latin.lexicon().name) == ("english-5", "latin-5")
    assert latin.lengths == (5,)
    body = multipart({}, "screenshot", b"x" * 2 * MAX_FORM_BYTES)
    for path, status in (("/", 413), ("/helper/share", 303)):
        for prefix in ("", "/latin"):
            assert app.test_client().post(prefix + path, **body).status_code == status


def test_prefix_selects_the_language_of_the_words(app):
    first, second = Visitor(app), Visitor(app)
    first.get("/")
    second.get("/latin/")
    fields = {"guess": "amare"}
    assert first.post("/", fields).status_code == 422
    assert second.post("/latin/", fields).location == "/latin/"
    for path in ("/latin/", "/latin/today"):
        assert "Words are in Latin" in second.get(path).text
    assert "Guess 2 of 6" in second.get("/latin/today").text
    assert "Guess 2 of 6" not in second.get("/today").text


def test_daily_game_offers_words_in_the_language_of_the_page(lexicons, tmp_path):
    (tmp_path / "english-5").symlink_to(lexicons / "english-5")
    write_lexicon(tmp_path, "portuguese-5", LATIN, ("amare",))
    visitor = Visitor(new_app(tmp_path, languages=("english", "portuguese")))
    in_portuguese = {"Accept-Language": "pt-BR"}
    for path in ("/", "/boards/4"):
        offers = visitor.get(path, headers=in_portuguese).all(".//button[@value='pt']")
        assert "Jogar em português" in [offer.visible_text for offer in offers]
    for path, tag in (("/daily/10", "pt-BR"), ("/pt/", "pt-BR"), ("/", "en"), ("/", "de")):
        page = visitor.get(path, headers={"Accept-Language": tag})
        assert "Jogar em português" not in page.visible_text
    visitor.post("/language", {"code": "pt"})
    assert visitor.get("/", headers=in_portuguese).location == "/pt/"


def test_page_under_a_language_prefix_links_to_pages_under_the_same_prefix(app):
    addresses = Visitor(app).get("/latin/history").addresses
    links = [address for address in addresses if address.startswith("/")]
    shared = [link for link in links if not link.startswith("/latin/")]
    assert len(links) > len(shared) >= 4
    assert all(link.startswith("/static/") or link == "/site.webmanifest" for link in shared)


def test_language_prefix_without_a_slash_redirects_to_its_front_page(app):
    answer = Visitor(app).get("/latin?x=1")
    assert answer.status_code == 308
    assert answer.location.endswith("/latin/?x=1")
    for path in ("/english/", "/greek/", "/latin/latin/"):
        assert Visitor(app).get(path).status_code == 404


def test_language_prefix_comes_after_the_mount_path(app):
    answer = app.test_client().get("/latin/history", environ_overrides={"SCRIPT_NAME": "/games"})
    assert 'href="/games/latin/helper"' in answer.text
    assert 'href="/games/static/' in answer.text


def choose(visitor: Visitor, code: str, page: str) -> str:
    prefix = "/latin" if page.startswith("/latin/") else ""
    headers = {"Referer": f"http://localhost{page}", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.client.post(f"{prefix}/language", data={"code": code}, headers=headers)
    assert answer.status_code == 303
    return str(answer.location)


def test_chosen_language_applies_only_to_addresses_without_a_prefix(app):
    visitor = Visitor(app)
    assert choose(visitor, "latin", "/helper?row=crane:00000") == "/latin/helper"
    assert visitor.get("/").location == "/latin/"
    assert visitor.get("/?x=%C3%A9&x=2").location == "/latin/?x=%C3%A9&x=2"
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
def test_front_page_redirects_to_the_chosen_language_only_for_visits_from_outside(
    app, headers, is_kept
):
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
def test_choosing_a_language_on_a_language_specific_page_redirects_home(app, page):
    assert choose(Visitor(app), "latin", page) == "/latin/"


def test_settings_list_each_word_language_by_its_own_name(app, lexicons):
    options = ".//select[@name='words_language']/option"
    page = Visitor(app).get("/latin/settings")
    assert [field["value"] for field in page.all(options)] == ["same", "en", "latin"]
    labels = [option.visible_text for option in page.all(options)]
    assert {"Same as the pages", "English", "Latina"} <= set(labels)
    assert Visitor(new_app(lexicons)).get("/settings").all(options) == []


@pytest.fixture
def bilingual(lexicons, tmp_path):
    (tmp_path / "english-5").symlink_to(lexicons / "english-5")
    write_lexicon(tmp_path, "portuguese-5", LATIN, ("amare",))
    return new_app(tmp_path, languages=("english", "portuguese"))


def languages_of(visitor: Visitor) -> tuple[str, str]:
    """Return the address to which `/` redirects, and the language of that page."""
    page = visitor.get("/")
    address = page.location or "/"
    return address, visitor.get(address).text.partition('lang="')[2].partition('"')[0]


def test_one_setting_selects_the_language_of_words_and_texts(bilingual):
    visitor = Visitor(bilingual)
    answer = visitor.fill("/settings", {"language": "pt-BR"})
    assert answer.location == "/pt/settings?notice=saved"
    assert languages_of(visitor) == ("/pt/", "pt-BR")
    visitor.fill("/pt/settings", {"language": "de"})  # a language for which the site has no words
    assert languages_of(visitor) == ("/", "de")
    visitor = Visitor(bilingual)
    choose(visitor, "pt", "/")
    assert languages_of(visitor) == ("/pt/", "pt-BR")
    choose(visitor, "", "/pt/")
    assert languages_of(visitor) == ("/", "en")


def test_languages_of_words_and_texts_stay_separate_after_separate_choices(bilingual):
    visitor = Visitor(bilingual)
    visitor.fill("/settings", {"language": "de", "words_language": "pt"})
    assert languages_of(visitor) == ("/pt/", "de")
    visitor.fill("/pt/settings", {"language": "en"})
    assert languages_of(visitor) == ("/pt/", "en")
    choose(visitor, "", "/pt/")
    assert languages_of(visitor) == ("/", "en")
    visitor.fill("/settings", {"language": "pt-BR", "words_language": "same"})
    assert languages_of(visitor) == ("/pt/", "pt-BR")


def test_saving_other_settings_keeps_the_language_of_the_words(bilingual):
    visitor = Visitor(bilingual)
    visitor.fill("/settings", {"theme": "dark"}, headers={"Accept-Language": "pt-BR"})
    assert visitor.get("/").status_code == 200


def test_language_code_must_not_be_the_name_of_a_page(app, lexicons):
    assert {"daily", "helper", "static", "metrics"} <= page_names()
    # No page has a name like a language code.
    assert not {name for name in page_names() if len(name) == 2}
    with pytest.raises(SettingsError, match="/helper/ is already an address"):
        new_app(lexicons, languages=("english", "helper"))
    with pytest.raises(SettingsError, match="/pt/ is already an address"):
        new_app(lexicons, languages=("english", "portuguese", "pt"))


def test_games_of_each_language_are_stored_and_counted_separately(app):
    visitor = Visitor(app)
    visitor.guess("aahed")
    visitor.guess("amare", "/latin/")
    visitor.guess("amare", "/latin/boards/4")
    puzzles = [record.puzzle for record in visitor.history.in_progress]
    assert puzzles == ["daily/62", "latin/daily/62", "latin/boards/4/daily/62"]
    addresses = visitor.get("/history").addresses
    games = [address for address in addresses if address.endswith("daily/62")]
    assert games == ["/latin/boards/4/daily/62", "/latin/daily/62", "/daily/62"]
    parts = parts_of(app).others["latin"]
    four = Variant("latin", 4)
    for word in daily_answers(62, parts.epochs, parts.lexicon(), four):
        visitor.guess(word, "/latin/boards/4")
    assert visitor.history.days_of(four).result(62).tries == 5
    assert "/latin/history/boards/4/daily/62" in visitor.get("/latin/history").addresses
    assert visitor.get("/latin/history/boards/4/daily/62?move=2").status_code == 200
    assert visitor.get("/history/boards/4/daily/62").status_code == 404


def test_other_languages_do_not_affect_the_first_language(app, lexicons):
    """Days, addresses, share text and cookie are the same as without other languages."""
    alone, both = (Visitor(site) for site in (new_app(lexicons), app))
    days = [[answer_of_day(visitor.app, day) for day in range(1, 100)] for visitor in (alone, both)]
    four = [answers_of_day(visitor.app, Variant(boards=4)) for visitor in (alone, both)]
    assert (days[0], four[0]) == (days[1], four[1])
    for word in ("aahed", answer_of_day(app)):
        pages = [visitor.guess(word) for visitor in (alone, both)]
        assert pages[0].location == pages[1].location == "/"
    for word in ("aahed", *four[0]):
        for visitor in (alone, both):
            visitor.guess(word, "/boards/4")
    texts = [visitor.page.first(".//textarea").text for visitor in (alone, both)]
    assert texts[0] == texts[1] != ""
    links = [visitor.get("/history").links for visitor in (alone, both)]
    assert links[0] == links[1] != ()
    sessions = [{**visitor.session, "csrf_token": ""} for visitor in (alone, both)]
    assert sessions[0] == sessions[1]
    assert len(sessions[0]["h"]) > 20


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/helper/?row=crane:01002&add=%C3%A9", "/helper?row=crane:01002&add=%C3%A9"),
        ("/boards/4/in-turn/", "/boards/4/in-turn"),
        ("/daily/10//", "/daily/10"),
        ("/api/v1/suggest/", "/api/v1/suggest"),
    ],
)
def test_address_with_an_extra_slash_redirects_to_the_page(visitor, path, page):
    answer = visitor.get(path)
    assert (answer.status_code, answer.location) == (308, page)


@pytest.mark.parametrize("path", ["/nothing/", "/.//play.example/", "/%5Cplay.example/"])
def test_unknown_path_with_a_slash_gets_404(visitor, path):
    assert visitor.get(path).status_code == 404
