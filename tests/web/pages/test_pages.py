"""Random words, challenges, history, settings, and messages after a form is sent."""

import pytest
from harness.pages import Page
from web_visitor import Visitor, answer_of_day, answer_of_token

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.history import History, Tally
from wordle_web.game.history.records import Record


def test_random_game_starts_by_post_and_has_a_stable_address(visitor):
    # The choices are the word lengths of the site.
    assert visitor.get("/random").values("length") == ["4", "5"]
    path = visitor.begin(length="4")
    start, _, token = path.rpartition("-1-")
    assert (start, len(token)) == ("/random/4-normal", 22)
    page = visitor.get(path)
    assert "Random word" in page.visible_text
    assert "4 letters" in page.visible_text
    assert page.fact("length") == "4"
    assert visitor.guess("bored", path).refusal == "Too many letters. A guess has 4 letters"


@pytest.mark.parametrize(
    ("pool", "name"), [("easy", "5 letters, easy words"), ("hard", "5 letters, hard words")]
)
def test_page_of_an_easy_or_hard_random_game_names_its_pool(client, pool, name):
    assert name in client.get(f"/random/5-{pool}-1-AAAAAAAAAAAAAAAAAAAAAA").visible_text


@pytest.mark.parametrize(
    ("length", "pool"),
    [("6", "normal"), ("5", "x"), ("", ""), ("5", "easy"), ("x", "hard"), (None, None)],
)
def test_unknown_choice_of_a_random_game_is_refused_with_422(visitor, length, pool):
    answer = visitor.fill("/random", {"length": length, "pool": pool})
    assert answer.status_code == 422
    assert answer.texts("field-error")
    assert visitor.history.is_empty


def test_random_game_in_progress_is_offered_again(visitor):
    path = visitor.begin()
    assert path in visitor.get("/random").addresses
    visitor.guess(answer_of_token(visitor.app, path), path)
    assert path not in visitor.get("/random").addresses


def test_next_random_word_is_one_click_away(visitor):
    path = visitor.begin(length="4")
    assert "Next game" not in visitor.get(path).text
    visitor.guess(answer_of_token(visitor.app, path), path)
    fields = visitor.page.fields
    assert (fields["length"], fields["pool"]) == ("4", "normal")
    later = visitor.post("/random").location
    assert later.startswith("/random/4-normal-")
    assert later != path
    assert visitor.get("/random").fields["length"] == "4"


def test_word_length_that_was_removed_is_not_preselected(app, visitor):
    gone = Record("random/8-hard-1-AAAAAAAAAAAAAAAAAAAAAA", length=8, started=1)
    visitor.remember(History(in_progress=(gone,)))
    chosen = visitor.get("/random").fields
    assert (chosen["length"], chosen["pool"]) == ("5", "normal")


def test_random_game_without_a_guess_evicts_no_other_game(visitor, clock):
    visitor.guess("aahed")
    visitor.guess("aahed", "/daily/3")
    touched = visitor.begin()
    visitor.guess("aahed", touched)
    paths = [visitor.begin() for _ in range(20)]
    assert [f"/{record.puzzle}" for record in visitor.history.in_progress] == [
        "/daily/62",
        "/daily/3",
        touched,
        paths[-1],
    ]
    visitor.guess("aahed", paths[0])
    assert visitor.history.record(paths[0][1:]) is not None


def test_challenge_is_sealed_into_a_link_that_a_friend_can_play(app, visitor):
    path = visitor.challenge("Crane", name="A <b>friend</b>", clue="a bird & more")
    assert "crane" not in path
    assert visitor.history.is_empty
    friend = Visitor(app)
    page = friend.get(path)
    assert "Challenge from A <b>friend</b>" in page.visible_text
    assert "Clue: a bird & more" in page.visible_text
    assert "crane" not in page.text.lower()
    friend.guess("slate", path)
    friend.guess("crane", path)
    assert friend.page.state == "won"


def test_page_of_a_new_challenge_offers_to_create_another_challenge(visitor):
    assert "Create another challenge" not in visitor.get("/challenge").visible_text
    made = visitor.fill("/challenge", {"word": "crane"}).location
    headings = [heading.visible_text for heading in visitor.get(made).all(".//h2")]
    assert {"Your challenge is ready", "Create another challenge"} <= set(headings)


def test_finished_challenge_can_be_shared_with_others(visitor):
    path = visitor.challenge("crane")
    assert "Pass this challenge on" not in visitor.get(path).text
    visitor.guess("crane", path)
    again = visitor.page.link("Pass this challenge on")
    assert visitor.get(again).shared[-1].endswith(f"http://localhost{path}")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"word": "zzzzz"}, "This isn’t in our word list."),
        ({"word": "cr ne"}, "Use letters only"),
        ({"word": "crane", "name": "x" * 31}, "Use up to 30 characters"),
        ({"word": "crane", "clue": "x" * 81}, "Use up to 80 characters"),
    ],
)
def test_invalid_challenge_is_refused_with_422_and_redisplayed(visitor, fields, reason):
    answer = visitor.fill("/challenge", fields)
    assert answer.status_code == 422
    assert reason in answer.text
    assert answer.fields["word"] == fields["word"]


def test_history_page_shows_statistics_and_games(app, visitor, clock, wrong):
    visitor.guess(answer_of_day(app))
    visitor.guess(answer_of_day(app, 3), "/daily/3")
    path = visitor.begin()
    for word in wrong:
        visitor.guess(word, path)
    visitor.guess("able", visitor.challenge("able"))
    clock.forward(days=1)
    visitor.guess(answer_of_day(app))
    page = visitor.get("/history")
    for title in ("Games of past days", "Challenges, 4 letters", "Daily 63", "Mar 4, 2025", "X/6"):
        assert title in page.visible_text
    assert f"/history{path}" in page.addresses


@pytest.mark.parametrize(("locale", "shown"), [("en", "1,234"), ("pt-BR", "1.234")])
def test_large_numbers_are_formatted_for_the_readers_language(app, visitor, locale, shown):
    tally = Tally(b"line", "random", 5, "normal", (0, 0, 0, 1234, 0, 0, 0))
    visitor.remember(History(tallies=(tally,)))
    page = visitor.get("/history", headers={"Accept-Language": locale})
    assert shown in page.definitions.values()
    labels = [element["aria-label"] for element in page.all(".//*[@aria-label]")]
    assert any(shown in label for label in labels if label.startswith("3 "))
    assert shown in visitor.get("/history/delete", headers={"Accept-Language": locale}).visible_text


CHOICES = {
    "theme": "dark",
    "contrast": "high",
    "motion": "reduced",
    "layout": "azerty",
    "keys": "large",
    "swapped": "y",
    "hard": "1",
}


def test_saved_settings_apply_to_every_page(visitor):
    answer = visitor.fill("/settings", CHOICES)
    assert answer.status_code == 303
    page = visitor.get(answer.location)
    assert "Settings saved." in page.visible_text
    assert {name: page.fields[name] for name in CHOICES} == CHOICES
    page = visitor.get("/")
    for name in ("theme", "contrast", "motion", "keys"):
        assert page.fact(name) == CHOICES[name]
    assert [key["data-key"] for key in page.all(".//*[@data-key]")][:3] == ["a", "z", "e"]
    assert page.all(".//*[@data-swapped]")
    assert "Hard mode" in page.visible_text


def test_keys_have_no_colors_if_the_player_turns_them_off(visitor, wrong):
    visitor.guess(wrong[0])
    visitor.guess("crane", "/boards/4")
    marks = []
    for plain in (None, "y"):
        visitor.fill("/settings", {"plain_keys": plain})
        for path in ("/", "/boards/4", "/helper?row=crane:01002"):
            keys = visitor.get(path).all(".//*[@data-key]")
            marks.append({key["data-mark"] for key in keys})
            bare = all(key["aria-label"] == key["data-key"].upper() for key in keys)
            assert bare == bool(plain)
    assert [len(kinds) > 1 for kinds in marks] == [True] * 3 + [False] * 3


@pytest.mark.parametrize("name", ["theme", "contrast", "motion", "hard", "layout", "keys"])
@pytest.mark.parametrize("value", ["", "3", "purple", "\0", "x" * 500, None])
def test_unknown_value_of_a_setting_is_refused_with_422(visitor, name, value):
    assert visitor.fill("/settings", {"theme": "dark", name: value}).status_code == 422
    assert "p" not in visitor.session


def test_hard_mode_does_not_apply_to_a_game_that_already_has_a_guess(visitor):
    visitor.guess("moist")
    path = visitor.begin()
    page = visitor.get(visitor.fill("/settings", {"hard": "1"}).location)
    assert "Hard mode starts with your next game" in page.text
    page = visitor.get(visitor.fill("/settings", {"hard": "1"}).location)  # no change
    assert "Hard mode starts with your next game" not in page.text
    assert "Hard mode</p>" not in visitor.get("/").text
    assert "Hard mode</p>" in visitor.get(path).text
    visitor.guess("moist", path)
    assert visitor.history.record(path[1:]).hard


def test_ultra_hard_mode_applies_only_to_new_games_and_can_become_hard_mode(visitor):
    visitor.fill("/settings", {"hard": "1"})
    visitor.guess("moist")
    page = visitor.get(visitor.fill("/settings", {"hard": "2"}).location)
    assert "Hard mode starts with your next game" in page.text
    assert visitor.history.in_progress[0].hard is HardMode.ON
    path = visitor.begin()
    assert "Ultra-hard mode</p>" in visitor.get(path).text
    visitor.guess("moist", path)
    assert visitor.history.record(path[1:]).hard is HardMode.ULTRA
    visitor.fill("/settings", {"hard": "1"})
    assert {record.hard for record in visitor.history.in_progress} == {HardMode.ON}
    assert "Hard mode</p>" in visitor.get(path).text


def test_hard_mode_can_be_disabled_during_a_game(visitor):
    visitor.fill("/settings", {"hard": "1"})
    visitor.guess("moist")
    assert visitor.history.in_progress[0].hard
    visitor.fill("/settings", {"hard": "0"})
    assert not visitor.history.in_progress[0].hard
    assert "Hard mode</p>" not in visitor.get("/").text


def current_of(page: Page) -> list[str]:
    (header,) = page.of_class("site-header")
    return [link["href"] for link in header.all(".//a[@aria-current]")]


def test_links_of_the_navigation_lead_to_existing_pages(visitor):
    (header,) = visitor.get("/").of_class("site-header")
    links = {link.address for link in header.links if "#" not in link.address} - {"/"}
    assert {"/today", "/random", "/helper", "/history", "/settings"} <= links
    for link in links:
        page = visitor.get(link)
        assert page.status_code == 200
        assert current_of(page) == [link]


def test_header_has_five_entries_and_its_menu_at_most_seven(visitor):
    page = visitor.get("/")
    assert page.texts("site-nav-link") == ["Today", "Random", "Helper", "History", "More"]
    in_bar = page.links_of("site-nav-link")
    entries = [link for link in page.links_of("more-link") if link not in in_bar]
    assert 1 <= len(entries) <= 7


@pytest.mark.parametrize(
    ("path", "section"),
    [
        ("/", "/today"),
        ("/boards/4", "/today"),
        ("/daily/3", "/history"),
        ("/boards/4/daily/3", "/history"),
        ("/boards/4/random", "/random"),
        ("/absurd", "/random"),
        ("/boards/4/challenge", "/challenge"),
        ("/series", "/challenge"),
        ("/skill", "/analysis"),
        ("/watch", "/analysis"),
        ("/lab/openers", "/analysis"),
    ],
)
def test_page_marks_its_section_in_the_menu(visitor, path, section):
    page = visitor.get(path)
    assert current_of(page) == [section]


@pytest.mark.parametrize(
    ("path", "later"),
    [
        ("/archive", "/history#days"),
        ("/archive?day=31", "/history?day=31#days"),
        ("/archive?month=2025-02", "/history?month=2025-02#days"),
        ("/boards/4/in-turn/archive", "/history?boards=4/in-turn#days"),
        ("/boards", "/today#boards"),
        ("/boards?order=in-turn", "/today?order=in-turn#boards"),
    ],
)
def test_addresses_of_former_pages_redirect(visitor, path, later):
    assert visitor.get(path).location == later


@pytest.mark.parametrize(
    "paths",
    [("/challenge", "/series"), ("/analysis", "/skill", "/watch", "/lab")],
    ids=["make", "study"],
)
def test_pages_of_a_section_have_the_same_tabs(visitor, paths):
    for path in paths:
        tabs = visitor.get(path).of_class("tab")
        assert tuple(tab["href"] for tab in tabs) == paths
        assert [tab["href"] for tab in tabs if tab["aria-current"]] == [path]


def test_number_of_boards_can_be_chosen_on_start_pages_and_in_the_history(visitor):
    for path, four in (
        ("/random", "/boards/4/random"),
        ("/challenge", "/boards/4/challenge"),
        ("/history", "/history?boards=4#days"),
    ):
        (menu,) = visitor.get(path).of_class("variant-choice")
        assert four in [link.address for link in menu.links]
        assert [link.visible_text for link in menu.all(".//a[@aria-current]")] == ["1"]
        (menu,) = visitor.get(four).of_class("variant-choice")
        assert [link.visible_text for link in menu.all(".//a[@aria-current]")] == ["4", "Together"]


@pytest.mark.parametrize(
    "path",
    [
        "/history?notice=",
        "/history?notice=<b>",
        "/settings?notice=added&count=5",
        "/random?notice=deleted",
    ],
)
def test_page_ignores_notices_meant_for_other_pages(visitor, path):
    page = visitor.get(path)
    assert page.status_code == 200
    assert page.announcements == ()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ("2", "2 games restored."),
        ("1234", "1,234 games restored."),
        ("0", "were already here"),
        ("-1", "were already here"),
        ("%C2%B2", "were already here"),
        ("9999999", "were already here"),
    ],
)
def test_count_in_a_notice_is_limited_to_a_few_digits(visitor, count, text):
    assert text in visitor.get(f"/history?notice=added&count={count}").text


def test_notices_work_under_a_mount_path(make_app):
    visitor = Visitor(make_app())
    base = {"base_url": "http://localhost/words"}
    visitor.get("/history/delete", **base)
    assert visitor.post("/history/delete", **base).location == "/words/history?notice=deleted"
    assert visitor.get("/history?notice=deleted", **base).announcements == ("History deleted.",)


def open_folds(page) -> list[str]:
    """Return the headings of the groups of settings that are unfolded."""
    return [fold.first("./summary").visible_text for fold in page.all(".//details[@open]")]


def test_settings_page_begins_with_common_settings_and_folds_the_rest(visitor):
    page = visitor.get("/settings")
    assert [heading.visible_text for heading in page.all(".//main//h2")] == [
        *("Language", "Hard mode", "Look"),
        *("Keyboard", "Several boards", "Helper", "Sharing", "A new day begins at"),
    ]
    assert len(page.all(".//main//details")) == 5
    assert open_folds(page) == []


@pytest.mark.parametrize(
    ("name", "value", "heading"),
    [
        ("layout", "azerty", "Keyboard"),
        ("screen_only", "y", "Keyboard"),
        ("ghosts", None, "Several boards"),
        ("answers_only", "y", "Helper"),
        ("seal", "y", "Sharing"),
        ("midnight", "site", "A new day begins at"),
        ("layout", "purple", "Keyboard"),  # an invalid value
    ],
)
def test_group_of_settings_with_a_changed_or_refused_setting_is_unfolded(
    visitor, name, value, heading
):
    answer = visitor.fill("/settings", {name: value})
    page = visitor.get(answer.location) if answer.status_code == 303 else answer
    assert open_folds(page) == [heading]


def test_rules_show_a_sample_of_each_mark_instead_of_naming_its_color(client):
    page = client.get("/how-to-play")
    samples = page.all(".//ul[@class='facts']/li/*[@aria-hidden='true']")
    assert [sample["data-mark"] for sample in samples] == ["correct", "present", "absent"]
    assert "We call these tiles green, yellow, and gray" in page.visible_text
