"""Playing: today's word, past days, what is refused, what is stale, what is kept."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask
from harness.visitor import Answer
from web_visitor import (
    ANSWERS,
    OTHERS,
    Clock,
    Visitor,
    answer_of_day,
    fields_of,
    new_app,
    refusal_of,
    rows_of,
    state_of,
    write_lexicon,
)

from wordle_web.game.history.statistics import statistics


def fragment_of(page: Answer) -> str:
    """Return the game on a page with all that belongs to it."""
    return page.text[page.text.index('<div class="play"') : page.text.index("</main>")]


def test_the_page_of_a_game_says_in_which_language_its_words_are_if_it_is_another(
    visitor: Visitor, app: Flask
) -> None:
    note, headers = "<p>Palavras em inglês</p>", {"Accept-Language": "pt-BR"}
    for path in ("/", "/daily/10"):
        assert note in visitor.get(path, headers=headers).text
        assert "Words are in" not in visitor.get(path).text
    visitor.guess(answer_of_day(app))
    assert note in visitor.get("/", headers=headers).text


def test_a_language_without_a_name_of_ours_is_called_as_its_words_are(
    tmp_path: Path,
) -> None:
    write_lexicon(tmp_path, "latin-5", ANSWERS, OTHERS)
    visitor = Visitor(new_app(tmp_path, language="latin"))
    assert "<p>Words are in Latin</p>" in visitor.get("/").text


STRIP = 'class="welcome"'


def test_somebody_new_sees_what_the_colors_mean_until_the_strip_is_closed(
    visitor: Visitor, app: Flask
) -> None:
    challenge = visitor.challenge(answer_of_day(app))
    for path in ("/", challenge):
        assert STRIP in visitor.get(path).text
    answer = visitor.post(challenge, {"welcome": "close"})
    assert (answer.status_code, answer.headers["Location"]) == (303, challenge)
    for path in ("/", challenge, "/daily/10"):
        page = visitor.get(path)
        assert STRIP not in page.text
        assert state_of(page) == "playing"
    assert visitor.session["p"] == {"welcomed": True}
    visitor.fill("/settings", {"theme": "dark"})
    assert visitor.session["p"] == {"theme": "dark", "welcomed": True}
    other = Visitor(app)
    assert other.fill("/", {"welcome": "close"}).headers["Location"] == "/"
    assert STRIP not in other.get("/").text
    # Nor is it for those who have finished a game.
    third = Visitor(app)
    third.guess("moist")
    assert STRIP in third.get("/").text
    third.guess(answer_of_day(app))
    assert STRIP not in third.get("/daily/10").text


def test_a_guess_of_our_script_is_answered_with_the_fragments_at_once(
    visitor: Visitor, app: Flask, wrong: list[str]
) -> None:
    script = {"X-Requested-With": "fetch"}
    # A refused word is no error in the console.
    refused = visitor.fill("/", {"guess": "zzzzz"}, headers=script)
    assert (refused.status_code, bool(refusal_of(refused))) == (200, True)
    for number, word in enumerate((*wrong[:2], answer_of_day(app)), 1):
        answer = visitor.post("/", {"guess": word}, headers=script)
        assert answer.status_code == 200
        assert len(rows_of(answer)) == number
        assert "<header" not in answer.text
        page = visitor.get("/")
        assert fragment_of(page).split() == fragment_of(answer).split()
    assert state_of(answer) == "won"
    again = visitor.post("/", {"guess": word, "turn": "3", "day": "62"}, headers=script)
    assert state_of(again) == "won"
    assert len(visitor.history.recent[0].guesses) == 3


def test_a_game_that_is_won_shows_praise_the_solvers_number_and_countdown(
    visitor: Visitor, app: Flask, wrong: list[str]
) -> None:
    visitor.guess(wrong[0])
    assert "solver needed" not in visitor.page.text
    visitor.guess(answer_of_day(app))
    page = visitor.page.text
    assert state_of(visitor.page) == "won"
    assert "Magnificent" in page
    assert re.search(r"Solved in 2 · the solver (also needed 2|needed \d)", page)
    assert f'data-answer="{answer_of_day(app)}"' in page
    assert 'data-seconds="43200"' in page
    assert "12:00:00" in page
    assert "Wordle-web 62 2/6" in page
    assert 'name="guess"' not in page
    assert not hint_address(page)
    assert visitor.history.days.result(62).tries == 2


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "Not enough letters"),
        ("moi", "Not enough letters"),
        ("moists", "Too many letters"),
        ("m" * 4000, "Too many letters"),
        ("zzzzz", "Not in word list"),
        ("cr4ne", "Use letters only"),
        ("cr\nne", "Use letters only"),
        ("moi\N{LATIN SMALL LETTER O WITH STROKE}t", "Use letters only"),
        ("o\N{LATIN SMALL LIGATURE FF}er", "Use letters only"),
        ("moist\N{RIGHT-TO-LEFT MARK}", "Use letters only"),
        ("moi\0t", "Use letters only"),
        (" moi ", "Not enough letters"),
    ],
)
def test_a_refused_guess_is_422_and_keeps_what_was_typed(
    visitor: Visitor, typed: str, reason: str, home: str
) -> None:
    answer = visitor.fill(home, {"guess": typed})
    assert answer.status_code == 422
    assert reason in refusal_of(answer)
    shown = "".join(filter(str.isprintable, typed))[:64].strip()
    assert fields_of(answer.text)["guess"] == shown
    assert visitor.history.is_empty


def test_a_form_sent_twice_counts_once(visitor: Visitor, wrong: list[str], home: str) -> None:
    visitor.get(home)
    fields = {**fields_of(visitor.page.text), "guess": wrong[0]}
    for _ in range(2):
        assert visitor.client.post(home, data=fields).status_code == 303
    assert visitor.history.in_progress[0].guesses == (wrong[0],)


@pytest.mark.parametrize("turn", ["1", "3", "0", "-1", "", "x", "99999999999999", None])
def test_a_form_for_another_turn_is_told_so_and_loses_nothing(
    visitor: Visitor, wrong: list[str], turn: str | None, home: str
) -> None:
    visitor.guess(wrong[0], home)
    answer = visitor.post(home, {"guess": wrong[1], "turn": turn})
    assert answer.status_code == 422
    assert "continued this game in another tab. This guess wasn’t counted" in refusal_of(answer)
    assert fields_of(answer.text)["guess"] == wrong[1]
    assert fields_of(answer.text)["turn"] == "2"
    assert visitor.history.in_progress[0].guesses == (wrong[0],)


def test_a_guess_after_the_end_changes_nothing(
    visitor: Visitor, app: Flask, wrong: list[str]
) -> None:
    visitor.guess(answer_of_day(app))
    before = visitor.cookie
    visitor.get("/random")
    for turn in ("1", "2", "7"):
        fields = {"guess": wrong[0], "turn": turn, "day": "62"}
        answer = visitor.post("/", fields)
        assert answer.status_code == 422
        assert "This game is over" in answer.text
        visitor.get("/random")
    assert visitor.cookie == before


def test_a_day_finished_long_ago_shows_its_result_without_its_guesses(
    visitor: Visitor, app: Flask, clock: Clock
) -> None:
    for _ in range(45):
        visitor.guess(answer_of_day(app))
        clock.forward(days=1)
    assert visitor.history.record("daily/62") is None
    page = visitor.get("/daily/62")
    assert state_of(page) == "won"
    assert rows_of(page) == []
    assert f'data-answer="{answer_of_day(app, 62)}"' in page.text
    visitor.get("/random")
    answer = visitor.post("/daily/62", {"guess": "moist", "turn": "1", "day": "62"})
    assert answer.status_code == 422
    assert visitor.history.days.result(62).tries == 1


def test_hard_mode_refuses_and_says_that_it_is_hard_mode(make_app: Callable[..., Flask]) -> None:
    visitor = Visitor(make_app())
    visitor.fill("/settings", {"hard": "y"})
    answer = answer_of_day(visitor.app)
    opener = next(word for word in ("sleet", "scree", "moist") if set(word) & set(answer))
    visitor.guess(opener)
    assert "Hard mode" in visitor.page.text
    refused = visitor.guess("kudzu" if not set("kudzu") & set(answer) else "fuzzy")
    assert refused.status_code == 422
    assert "is a valid word, but in hard mode you have to use the hints you’ve found" in refusal_of(
        refused
    )


def test_a_past_day_can_be_played_and_only_today_counts_for_the_streak(
    visitor: Visitor, app: Flask
) -> None:
    visitor.guess(answer_of_day(app, 10), "/daily/10")
    assert visitor.page.request.path == "/daily/10"
    assert not visitor.history.days.result(10).is_on_time
    assert "Archive games" in visitor.page.text
    assert '<a class="text-link" href="/">Play today’s word</a>' in visitor.page.text
    assert "data-seconds" not in visitor.page.text
    visitor.guess(answer_of_day(app, 62), "/daily/62")
    assert visitor.history.days.result(62).is_on_time


@pytest.mark.parametrize(("named", "leads"), [("2025-01-31", "31"), ("0031", "31"), ("1,0", None)])
def test_a_day_can_be_named_by_its_date(visitor: Visitor, named: str, leads: str | None) -> None:
    page = visitor.get(f"/daily/{named}")
    if leads is None:
        assert page.status_code == 404
    else:
        assert (page.status_code, page.headers["Location"]) == (302, f"/daily/{leads}")


@pytest.mark.parametrize(
    ("day", "reason"),
    [
        ("0", "The first puzzle is no. 1"),
        ("63", "Not available yet"),
        ("9999-12-31", "Not available yet"),
        ("0001-01-01", "The first puzzle is no. 1"),
        ("2025-02-30", "Enter a puzzle number or a date"),
        ("-1", "Enter a puzzle number or a date"),
        ("tomorrow", "Enter a puzzle number or a date"),
        ("9" * 400, "Enter a puzzle number or a date"),
        ("\N{ARABIC-INDIC DIGIT ONE}", "Enter a puzzle number or a date"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_day_that_is_none_is_404_in_a_sentence(
    visitor: Visitor, day: str, reason: str, method: str
) -> None:
    visitor.get("/")
    path = f"/daily/{day}"
    page = visitor.get(path) if method == "GET" else visitor.post(path, {"guess": "moist"})
    assert page.status_code == 404
    assert reason in page.text
    assert visitor.history.is_empty


def test_a_game_of_yesterday_is_offered_until_it_is_over(
    app: Flask, visitor: Visitor, clock: Clock
) -> None:
    offer = '<a class="give-up" href="/daily/62">Finish yesterday’s game</a>'
    visitor.guess("aahed")
    answer = answer_of_day(app)
    assert offer not in visitor.get("/").text
    clock.forward(days=1)
    assert offer in visitor.get("/").text
    assert offer not in visitor.get("/daily/62").text
    visitor.guess(answer, "/daily/62")
    assert offer not in visitor.get("/").text
    assert statistics(visitor.history, "daily", today=63).current_streak == 1
    visitor.guess("aahed")
    clock.forward(days=2)
    assert "yesterday’s game" not in visitor.get("/").text


def test_a_page_opened_before_midnight_begins_the_game_of_its_day(
    visitor: Visitor, clock: Clock, wrong: list[str]
) -> None:
    clock.now = datetime(2025, 3, 3, 23, 59, tzinfo=UTC)
    visitor.get("/")
    clock.forward(minutes=2)
    visitor.post("/", {"guess": wrong[0]})
    assert visitor.history.record("daily/62").is_on_time


@pytest.mark.parametrize("day", ["60", "63", "64", "", "x", "-1", "62.0", None])
def test_a_form_of_another_day_is_told_of_the_new_one(
    visitor: Visitor, wrong: list[str], day: str | None, home: str
) -> None:
    answer = visitor.fill(home, {"guess": wrong[0], "day": day})
    assert answer.status_code == 422
    assert "It’s a new day." in refusal_of(answer)
    assert fields_of(answer.text)["guess"] == wrong[0]
    assert fields_of(answer.text)["day"] == "62"
    assert visitor.history.is_empty


def test_before_the_first_day_there_is_a_sentence(visitor: Visitor, clock: Clock) -> None:
    clock.now = datetime(2024, 12, 31, 12, tzinfo=UTC)
    page = visitor.get("/")
    assert page.status_code == 404
    assert "The first puzzle is no. 1" in page.text
    for path in ("/archive", "/history", "/random", "/how-to-play", "/settings"):
        assert visitor.get(path).status_code == 200


def hint_address(page: str) -> str:
    """The address of the hint on the page of a game."""
    found = re.search(r'href="([^"]*)" data-fragment="hint">Hint<', page)
    return unescape(found.group(1)) if found else ""


def test_a_hint_opens_the_helper_with_the_rows_played(visitor: Visitor) -> None:
    visitor.get("/")
    guess = OTHERS[0]
    visitor.guess(guess)
    page = visitor.get("/").text
    digits = rows_of(visitor.page)[0]
    address = hint_address(page)
    assert "length=" not in address
    helper = visitor.get(address)
    assert helper.status_code == 200
    assert f'name="row" value="{guess}:{digits}"' in helper.text
    assert "Show the likeliest letter" in helper.text
    assert re.search(r"href=\"/\">Back to the game<", helper.text)
    assert '<option value="pool" selected>' in helper.text
    assert 'data-suggestion=""' in helper.text


def test_a_hint_for_a_random_word_leads_back_to_it_whatever_is_done_there(visitor: Visitor) -> None:
    path = visitor.begin()
    visitor.guess(OTHERS[0], path)
    address = hint_address(visitor.get(path).text)
    for query in ("", "&add=crane:01002"):
        helper = visitor.get(address + query, follow_redirects=True)
        assert f'href="{path}">Back to the game</a>' in helper.text


@pytest.mark.parametrize("path", ["//evil.example", "/random/x/../../..", "https://evil.example"])
def test_the_helper_leads_back_to_games_of_this_site_only(visitor: Visitor, path: str) -> None:
    assert "Back to the game" not in visitor.get(f"/helper?{urlencode({'game': path})}").text
