"""The page of today: the word, the boards of the day, the last week and the streak."""

import re

import pytest
from web_visitor import OTHERS, Visitor, answer_of_day, parts_of

from wordle_web.web.today import DRAWN_ROWS


def test_today_page_shows_the_progress_of_each_game_but_no_answer(app, visitor, wrong):
    today = parts_of(app).today
    page = visitor.get("/today")
    assert page.texts("today-headline") == ["A new word is ready"]
    assert page.texts("streak") == ["No streak yet Solve today’s word to start a streak."]
    visitor.guess(wrong[0])
    visitor.guess("crane", "/boards/4")
    page = visitor.get("/today")
    assert page.texts("today-headline") == ["Guess 2 of 6"]
    row = "4 boards Guess 2 of 9 4 boards: Guess 2 of 9 Resume"
    assert page.texts("todays-game")[1] == row
    visitor.guess(answer_of_day(app, today))
    page = visitor.get("/today")
    assert page.texts("today-headline") == ["Solved in 2"]
    # A game in progress precedes the game of 2 boards.
    assert [link.visible_text for link in page.all(".//*[@data-next]")] == ["Resume"]
    assert page.texts("streak") == ["1 day in a row 6 days to your next badge"]
    assert page.first(".//a[@aria-current='date']")["data-state"] == "won"
    assert answer_of_day(app, today) not in page.text.lower()


def test_thumbnail_of_a_long_game_shows_the_last_rows(visitor):
    for word in OTHERS[:7]:
        visitor.guess(word, "/boards/4")
    page = visitor.get("/today")
    tiles = dict.fromkeys(("absent", "present", "correct", "empty"), 0)
    for path in page.all(".//*[@class='count-drawing']//path"):
        tiles[path["data-mark"]] += path["d"].count("M")
    assert tiles.pop("empty") == 0
    assert sum(tiles.values()) == 4 * DRAWN_ROWS * 5


def test_today_page_shows_that_a_word_was_not_solved(visitor, wrong):
    for word in wrong:
        visitor.guess(word)
    page = visitor.get("/today")
    assert page.texts("today-headline") == ["Not solved"]
    assert page.texts("streak") == ["No streak yet"]


def test_daily_page_shows_the_week_and_todays_games_after_the_first_guess(visitor, wrong):
    assert "play-days" not in visitor.get("/").text
    assert "tools.css" not in visitor.get("/").text
    visitor.guess("crane", "/boards/2")
    for path in ("/", "/daily/60"):
        page = visitor.get(path)
        assert "2 2 boards: Guess 2 of 7 Resume" in page.texts("todays-game")
        assert len(page.of_class("day")) == 7
    assert [link.address for link in visitor.get("/").links].count("/today") == 3


def test_badge_and_best_result_are_shown_on_the_day_they_were_earned(app, visitor, clock, wrong):
    milestones = []
    for day in range(8):
        if day < 4:
            visitor.guess(wrong[0])
        visitor.guess(answer_of_day(app, parts_of(app).today))
        page = visitor.get("/")
        assert ("/boards/2", "Next game 2 boards") in page.links
        milestones.append(page.texts("milestone"))
        badges = page.all(".//*[@class='milestone']/*[@class='badge']")
        assert len(badges) == (milestones[-1] == ["7 days in a row!"])
        assert not (badges and page.texts("result-summary")[0].count("streak"))
        assert all(text in page.first(".//textarea").text for text in milestones[-1])
        clock.forward(days=1)
    assert milestones == [[]] * 4 + [["1 guess: your best yet!"], [], ["7 days in a row!"], []]
    page = visitor.get(f"/daily/{parts_of(app).today - 5}")
    assert not page.texts("milestone")
    (bar,) = page.all(".//li[@data-last]")  # the bar of this game, not of the game played last
    assert bar["aria-label"] == "2 guesses: 4 games"


def test_reminder_repeats_daily_at_the_local_time(make_app):
    visitor = Visitor(make_app(site_name="Words, for us; and for the whole of the family " * 2))
    answer = visitor.get(visitor.get("/today").first(".//form[@class]")["action"] + "?at=07:45")
    assert answer.mimetype == "text/calendar"
    lines = answer.text.removesuffix("\r\n").split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    whole = answer.text.replace("\r\n ", "").split("\r\n")
    assert whole.count("RRULE:FREQ=DAILY") == 1
    (start,) = [line for line in whole if line.startswith("DTSTART:")]
    assert re.fullmatch(r"DTSTART:\d{8}T074500", start)  # without a zone, it is local time
    (title,) = [line for line in whole if line.startswith("SUMMARY:")]
    assert title.count("\\,") == title.count("\\;") == 2
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("typed", ["", "8", "25:00", "08:30\nX", "٠٨:٣٠"])
def test_reminder_without_a_valid_time_explains_what_to_enter(visitor, typed):
    page = visitor.get("/today/reminder.ics", query_string={"at": typed})
    assert page.status_code == 422
    assert "Enter a time, such as 08:30." in page.visible_text
