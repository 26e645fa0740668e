"""How good a player is, apart from luck: the page `/skill`, the end of a game, and the cookie."""

import re
import secrets
from functools import cache
from itertools import count

import pytest
from web_visitor import OTHERS, Visitor, answer_of_day, answer_of_token, new_app

from wordle_web.engine.skill import KINDS, RatedGame, RatedGuess
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import daily_answer, new_token, random_answers, random_id
from wordle_web.game.rules import Status
from wordle_web.web.history import skill as page_of
from wordle_web.web.services import EXTENSION


def past_days(app, count: int, first: int = 5) -> History:
    """Return a history of days, each with two guesses before its answer."""
    parts, played = app.extensions[EXTENSION], History()
    for day in range(first, first + count):
        answer = daily_answer(day, parts.epochs, parts.all_words(5))
        words = [word for word in ("crane", "slate", "moist") if word != answer][day % 2 :]
        guesses = (*words, answer)
        played = played.with_record(Record(f"daily/{day}", 5, day, guesses, status=Status.WON))
    return played


def test_the_end_of_a_game_leads_to_what_it_cost_and_what_was_luck(app, visitor):
    visitor.guess("fuzzy")
    assert 'href="/skill"' not in visitor.get("/").text
    visitor.guess(answer_of_day(app))
    assert not visitor.history.ratings  # nobody who plays waits for a search
    assert 'href="/skill"' in visitor.get("/").text
    page = visitor.get("/skill")
    said = re.search(r"The best guesses would have saved \d\.\d · lucky by \d\.\d", page.text)
    # Once that is known, the end says so itself, without a search.
    assert visitor.get("/").link(said[0]) == "/skill"
    assert said[0] in visitor.get(page.link(answer_of_day(app).upper())).text


def test_the_cookie_holds_two_bytes_of_a_rated_game_and_none_of_another(app, visitor):
    for word in ("fuzzy", answer_of_day(app)):
        assert not visitor.history.ratings
        visitor.guess(word)
        visitor.get("/skill")
    assert len(visitor.history.ratings) == 2
    assert all(visitor.history.ratings)


def test_few_games_are_no_skill(app, visitor):
    visitor.remember(past_days(app, 4))
    page = visitor.get("/skill")
    assert "Play 1 more game of one board" in page.text
    days = [re.search(r"Jan \d", row[0])[0] for row in page.table()[1:]]
    assert days == ["Jan 8", "Jan 7", "Jan 6", "Jan 5"]


def test_the_page_says_how_good_and_how_lucky(app, visitor):
    visitor.remember(past_days(app, 12))
    page = visitor.get("/skill")
    said = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page.text))
    assert re.search(r"You are [\d.]+ ± [\d.]+ guesses a game from the best play\.", said)
    assert "You have room to improve The best play would save you about 14 guesses" in said
    numbers = re.search(
        r"Average ([\d.]+) .*? needs ([\d.]+) Cost ([\d.]+) .*? Luck \u2212([\d.]+) ", said
    )
    needed, best, cost, luck = map(float, numbers.groups())
    assert needed == pytest.approx(best + cost + luck, abs=0.02)
    assert re.search(rf"Bad luck cost you about {round(10 * luck)} guess(es)? in 10 games\.", said)
    assert "Cost of 8 games in a row" in said
    assert [each.said for each in page.all(".//text[@y='168']")] == ["Jan 12, 2025", "Jan 16, 2025"]
    assert page.text.count("/analysis?") == 12
    exact, every = re.search(r"estimated; (\d+) of (\d+) guesses are rated exactly", said).groups()
    assert int(exact) <= int(every) == sum(len(each.guesses) for each in visitor.history.recent)
    assert len(visitor.history.ratings) == 24  # kept, so that the next visit need not compute it


def test_luck_that_helped_is_said_so(app, visitor):
    lucky = History()
    for record in past_days(app, 12).recent:
        found = record.guesses[-1:]
        lucky = lucky.with_record(
            Record(record.puzzle, 5, record.started, found, status=Status.WON)
        )
    visitor.remember(lucky)
    assert "Luck saved you about 10 guesses in 10 games." in visitor.get("/skill").said


def test_games_that_tell_nothing_are_left_out(app, visitor):
    path = visitor.begin()
    for word in OTHERS[:3]:
        visitor.guess(word, path)
    visitor.post(f"{path}/give-up")
    assert answer_of_token(app, path)
    assert "1 game is left out" in visitor.get("/skill").text
    assert not visitor.history.ratings


def test_what_takes_too_long_waits_for_the_next_visit(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 1)
    page_of.cached_rate.cache_clear()
    visitor.remember(past_days(app, 8))
    for number in (1, 2):
        page = visitor.get("/skill")
        assert f"Rated so far: {number} of your 8 games" in page.text
        assert "Too few games" not in page.text
        assert page.link("Rate more games") == "/skill"
    monkeypatch.setattr(page_of, "MAX_WORK", 10**9)
    assert "Rate more games" not in visitor.get("/skill").text
    # Another process has no single guesses of these, but what the cookie says of the games.
    monkeypatch.setattr(page_of, "MAX_WORK", 0)
    page = visitor.get("/skill").text
    assert "From 0 of your games so far" in page
    assert page.count("/analysis?") == 8


def test_history_and_analysis_lead_to_it(app, visitor):
    visitor.remember(past_days(app, 1))
    assert 'href="/skill"' in visitor.get("/history").text
    page = visitor.get("/analysis?answer=crane&guess=slate&guess=crane")
    assert 'href="/skill"' in page.text


def test_a_shared_result_tells_nobody_of_skill(lexicons):
    app = new_app(lexicons)
    visitor = Visitor(app)
    visitor.guess(answer_of_day(app))
    shared = visitor.get("/").first(".//textarea").said
    assert "luck" not in shared
    assert "saved" not in shared


def test_a_player_with_a_habit_is_told_on_a_scale(shipped, guest, monkeypatch):
    costs = (0.5 - at / 100 for at in count())

    @cache
    def rated(*_):
        guess = RatedGuess("fuzzy", "slate", next(costs), "absent", False, (0.1,) * len(KINDS))
        return RatedGame(4, 3.4, guess.cost, (guess,), 0)

    monkeypatch.setattr(page_of, "cached_rate", rated)
    parts, played = shipped.extensions[EXTENSION], History()
    for day in range(5, 15):
        words = ("fuzzy", daily_answer(day, parts.epochs, parts.all_words(5)))
        played = played.with_record(Record(f"daily/{day}", 5, day, words, status=Status.WON))
    token = new_token(6, "normal", 1, secrets.token_bytes)
    answers = random_answers(token, parts.epochs, parts.all_words(6))
    mixed = Record(random_id(token), 6, 15, answers, status=Status.WON)
    guest.remember(played.with_record(mixed))
    page = guest.get("/skill")
    assert "you played FUZZY. SLATE was 0.50 guesses better." in page.text
    assert page.first(".//li[@aria-current]").said.startswith("You")
    assert "(English, 5 letters)" in page.text
