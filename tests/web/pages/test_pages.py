"""Random words, challenges, history and settings."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from web_visitor import (
    Clock,
    Visitor,
    answer_of_day,
    answer_of_token,
    fields_of,
    refusal_of,
    state_of,
)

from wordle_web.game.history.history import History, Tally
from wordle_web.game.history.records import Record


def test_a_random_game_is_begun_by_post_and_has_a_stable_address(visitor: Visitor) -> None:
    page = visitor.get("/random").text
    offered = re.findall(r'name="length"[^>]*value="(\d)"', page)
    assert offered == ["4", "5"]  # the lengths that there are words of
    path = visitor.begin(length="4")
    assert re.fullmatch(r"/random/4-normal-1-[\w-]{22}", path)
    page = visitor.get(path)
    assert "Random word" in page.text
    assert ">4 letters<" in page.text
    assert 'data-length="4"' in page.text
    assert refusal_of(visitor.guess("bored", path)) == "Too many letters"


@pytest.mark.parametrize(
    ("pool", "told"), [("easy", "5 letters, easy words"), ("hard", "5 letters, hard words")]
)
def test_words_that_are_not_the_usual_ones_are_named(
    client: FlaskClient, pool: str, told: str
) -> None:
    assert f">{told}<" in client.get(f"/random/5-{pool}-1-AAAAAAAAAAAAAAAAAAAAAA").text


@pytest.mark.parametrize(
    ("length", "pool"),
    [("6", "normal"), ("5", "x"), ("", ""), ("5", "easy"), ("x", "hard"), (None, None)],
)
def test_a_choice_that_is_none_is_422(
    visitor: Visitor, length: str | None, pool: str | None
) -> None:
    answer = visitor.fill("/random", {"length": length, "pool": pool})
    assert answer.status_code == 422
    assert "field-error" in answer.text
    assert visitor.history.is_empty


def test_the_random_game_under_way_is_offered_again(visitor: Visitor) -> None:
    path = visitor.begin()
    assert f'href="{path}"' in visitor.get("/random").text
    visitor.guess(answer_of_token(visitor.app, path), path)
    assert f'href="{path}"' not in visitor.get("/random").text


def test_the_next_random_word_is_one_press_away(visitor: Visitor) -> None:
    path = visitor.begin(length="4")
    assert "Next game" not in visitor.get(path).text
    visitor.guess(answer_of_token(visitor.app, path), path)
    fields = fields_of(visitor.page.text)
    assert (fields["length"], fields["pool"]) == ("4", "normal")
    later = visitor.post("/random").headers["Location"]
    assert later.startswith("/random/4-normal-")
    assert later != path
    assert fields_of(visitor.get("/random").text)["length"] == "4"


def test_a_length_that_is_no_longer_here_is_not_chosen_again(app: Flask, visitor: Visitor) -> None:
    gone = Record("random/8-hard-1-AAAAAAAAAAAAAAAAAAAAAA", length=8, started=1)
    visitor.remember(History(in_progress=(gone,)))
    chosen = fields_of(visitor.get("/random").text)
    assert (chosen["length"], chosen["pool"]) == ("5", "normal")


def test_random_words_left_alone_push_out_no_game(visitor: Visitor, clock: Clock) -> None:
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


def test_a_challenge_is_sealed_into_a_link_that_a_friend_can_play(
    app: Flask, visitor: Visitor
) -> None:
    path = visitor.challenge("Crane", name="A <b>friend</b>", hint="a bird & more")
    assert "crane" not in path
    assert visitor.history.is_empty
    friend = Visitor(app)
    page = friend.get(path)
    assert "Challenge from A &lt;b&gt;friend&lt;/b&gt;" in page.text
    assert "Hint: a bird &amp; more" in page.text
    assert "crane" not in page.text.lower()
    friend.guess("slate", path)
    friend.guess("crane", path)
    assert state_of(friend.page) == "won"


def test_a_finished_challenge_can_be_passed_on(visitor: Visitor) -> None:
    path = visitor.challenge("crane")
    assert "Pass this challenge on" not in visitor.get(path).text
    visitor.guess("crane", path)
    again = re.search(r'href="([^"]*)">Pass this challenge on<', visitor.page.text)[1]
    assert f"http://localhost{path}</textarea>" in visitor.get(again).text


def test_a_challenge_outlives_the_key_it_was_sealed_with(
    make_app: Callable[..., Flask], clock: Clock, visitor: Visitor
) -> None:
    from wordle_web.config.parsers import EpochSetting

    path = visitor.challenge("crane")
    settings = visitor.app.extensions["wordle_web"].settings
    epochs = (
        EpochSetting(settings.first_day, 1, settings.daily_key),
        EpochSetting(clock.now.date(), 1, ""),
    )
    app = make_app(daily_key="the next daily key, of forty characters, 9xQ", epochs=epochs)
    later = Visitor(app)
    later.guess("crane", path)
    assert state_of(later.page) == "won"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"word": ""}, "Not enough letters"),
        ({"word": "zzzzz"}, "This isn’t in our word list."),
        ({"word": "cranes"}, "Too many letters"),
        ({"word": "cr ne"}, "Use letters only"),
        ({"word": "crane", "name": "x" * 31}, "Use up to 30 characters"),
        ({"word": "crane", "hint": "x" * 81}, "Use up to 80 characters"),
    ],
)
def test_a_challenge_that_cannot_be_is_422_and_kept(
    visitor: Visitor, fields: dict[str, str], reason: str
) -> None:
    answer = visitor.fill("/challenge", fields)
    assert answer.status_code == 422
    assert reason in answer.text
    assert fields_of(answer.text)["word"] == fields["word"]


def test_the_history_shows_figures_and_games(
    app: Flask, visitor: Visitor, clock: Clock, wrong: list[str]
) -> None:
    visitor.guess(answer_of_day(app))
    visitor.guess(answer_of_day(app, 3), "/daily/3")
    path = visitor.begin()
    for word in wrong:
        visitor.guess(word, path)
    challenge = visitor.challenge("able")
    visitor.guess("able", challenge)
    clock.forward(days=1)
    visitor.guess(answer_of_day(app))
    page = visitor.get("/history").text
    for title in (
        "Daily games",
        "Archive games",
        "Random games, 5 letters",
        "Challenges, 4 letters",
        "Daily 63",
        "Daily 3",
        "Current streak",
        "Mar 4, 2025",
    ):
        assert title in page
    assert "X/6" in page
    assert "1/6" in page
    assert f'href="/history{path}"' in page


@pytest.mark.parametrize(("locale", "shown"), [("en", "1,234"), ("pt-BR", "1.234")])
def test_large_numbers_are_written_as_in_the_readers_language(
    app: Flask, visitor: Visitor, locale: str, shown: str
) -> None:
    tally = Tally(b"line", "random", 5, "normal", (0, 0, 0, 1234, 0, 0, 0))
    visitor.remember(History(tallies=(tally,)))
    page = visitor.get("/history", headers={"Accept-Language": locale}).text
    assert f"<dd>{shown}</dd>" in page
    assert f'aria-hidden="true">{shown}</span>' in page
    assert f"{shown} " in re.search(r'aria-label="3 [^"]*"', page)[0]
    page = visitor.get("/history/delete", headers={"Accept-Language": locale}).text
    assert f"{shown} " in page


def test_a_game_whose_key_is_gone_is_listed_without_its_rows(
    make_app: Callable[..., Flask], visitor: Visitor, wrong: list[str]
) -> None:
    path = visitor.begin()
    for word in wrong:
        visitor.guess(word, path)
    from wordle_web.config.parsers import EpochSetting

    first = visitor.app.extensions["wordle_web"].settings.first_day
    later = Visitor(make_app(epochs=(EpochSetting(first, 1, ""),), language="english"))
    later.carry(visitor.cookie)
    assert later.get("/history").status_code == 200


CHOICES = {
    "theme": "dark",
    "contrast": "high",
    "motion": "reduced",
    "layout": "azerty",
    "keys": "large",
    "swapped": "y",
    "hard": "y",
}


def test_settings_are_kept_and_shown_on_every_page(visitor: Visitor) -> None:
    answer = visitor.fill("/settings", CHOICES)
    assert answer.status_code == 303
    page = visitor.get(answer.headers["Location"])
    assert "Settings saved." in page.text
    assert {name: fields_of(page.text)[name] for name in CHOICES} == CHOICES
    headings = re.findall(r"<legend[^>]*>(?:<h2>)?([^<]+)", page.text)
    assert headings[:4] == ["Look", "Theme", "Contrast", "Animations"]
    assert headings[-4:] == ["Several boards", "Sharing", "Helper", "Language"]
    page = visitor.get("/").text
    assert 'data-theme="dark" data-contrast="high" data-motion="reduced" data-keys="large"' in page
    assert re.findall(r'data-key="(\w)"', page)[:3] == ["a", "z", "e"]
    assert "data-swapped" in page
    assert "Hard mode" in page


@pytest.mark.parametrize("name", ["theme", "contrast", "motion", "layout", "keys"])
@pytest.mark.parametrize("value", ["", "purple", "\0", "x" * 500, None])
def test_a_setting_that_is_none_is_422(visitor: Visitor, name: str, value: str | None) -> None:
    answer = visitor.fill("/settings", {"theme": "dark", name: value})
    assert answer.status_code == 422
    assert "p" not in visitor.session


def test_hard_mode_comes_too_late_for_a_game_with_a_guess(visitor: Visitor) -> None:
    visitor.guess("moist")
    path = visitor.begin()
    answer = visitor.fill("/settings", {"hard": "y"})
    page = visitor.get(answer.headers["Location"])
    assert "Hard mode starts with your next game" in page.text
    assert "Hard mode</p>" not in visitor.get("/").text
    assert "Hard mode</p>" in visitor.get(path).text
    visitor.guess("moist", path)
    assert visitor.history.record(path[1:]).hard


def test_hard_mode_can_be_switched_off_in_the_middle_of_a_game(visitor: Visitor) -> None:
    visitor.fill("/settings", {"hard": "y"})
    visitor.guess("moist")
    assert visitor.history.in_progress[0].hard
    visitor.fill("/settings", {"hard": None})
    assert not visitor.history.in_progress[0].hard
    assert "Hard mode</p>" not in visitor.get("/").text


def test_the_navigation_leads_to_pages_that_are_there(visitor: Visitor) -> None:
    header = visitor.get("/").text.partition("</header>")[0]
    links = re.findall(r'class="(?:site-nav|more|icon)-link" href="([^"#]+)"', header)
    assert {"/", "/random", "/helper", "/history", "/archive", "/settings"} <= set(links)
    for link in links:
        page = visitor.get(link)
        assert page.status_code == 200
        assert f'href="{link}" aria-current="page"' in page.text
