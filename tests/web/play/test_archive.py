"""The archive: months of past days, each with its result, and a way to any day."""

import re

import pytest
from flask import Flask
from web_visitor import Clock, Visitor, answer_of_day, parts_of

from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult, record_of
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.rules import Game


def days_of(page: str) -> list[tuple[str, str, str, str]]:
    """Return address, state, label and result of each day of a calendar."""
    return re.findall(
        r'class="day" href="([^"]+)" data-state="(\w+)"[^>]* aria-label="([^"]+)">'
        r'.*?class="day-result">([^<]*)<',
        page,
    )


def test_the_present_month_ends_with_today(visitor: Visitor) -> None:
    page = visitor.get("/archive")
    assert "March 2025" in page.text
    days = days_of(page.text)
    assert [day[0] for day in days] == ["/daily/60", "/daily/61", "/"]
    assert days[0][1:] == ("new", "Daily 60, March 1, 2025", "")
    page = visitor.get("/archive", headers={"Accept-Language": "pt-BR"})
    assert '<h2 id="month">março de 2025</h2>' in page.text


def test_each_day_shows_how_it_stands_and_a_month_is_summed_up(
    app: Flask, visitor: Visitor, wrong: list[str]
) -> None:
    assert "You haven’t finished any games from this month yet" in visitor.get("/archive").text
    visitor.guess(wrong[0], "/daily/60")
    visitor.guess(answer_of_day(app, 60), "/daily/60")
    for word in wrong:
        visitor.guess(word, "/daily/61")
    visitor.guess(wrong[0])
    visitor.guess(answer_of_day(app, 59), "/daily/59")  # in February
    page = visitor.get("/archive").text
    days = days_of(page)
    assert [day[1] for day in days] == ["won", "lost", "playing"]
    assert [day[3] for day in days] == ["2", "X", "…"]
    assert [day[2].partition(", 2025")[2] for day in days] == [": 2", ": X", ": in progress"]
    assert re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", page) == [
        ("Played", "2"),
        ("Win %", "50"),
        ("Average", "2.00"),
    ]


def test_months_lead_to_each_other_and_no_further(visitor: Visitor) -> None:
    page = visitor.get("/archive").text
    assert 'href="/archive?month=2025-02"' in page
    assert ' rel="next"' not in page
    page = visitor.get("/archive?month=2025-01").text
    assert "January 2025" in page
    assert ' rel="prev"' not in page
    assert 'href="/archive?month=2025-02"' in page
    assert len(days_of(page)) == 31


@pytest.mark.parametrize(
    ("month", "shown"),
    [
        ("1999-01", "January 2025"),
        ("9999-12", "March 2025"),
        ("2025-13", "March 2025"),
        ("x", "March 2025"),
        ("2025-02", "February 2025"),
        ("2025-2", "March 2025"),
    ],
)
def test_a_month_that_is_none_shows_the_nearest(visitor: Visitor, month: str, shown: str) -> None:
    assert shown in visitor.get(f"/archive?month={month}").text


@pytest.mark.parametrize(
    ("asked", "path"), [("31", "/daily/31"), ("2025-01-31", "/daily/31"), (" 62 ", "/daily/62")]
)
def test_a_day_can_be_asked_for(visitor: Visitor, asked: str, path: str) -> None:
    page = visitor.get("/archive", query_string={"day": asked})
    assert (page.status_code, page.headers["Location"]) == (302, path)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("63", "Not available yet"),
        ("0", "The first puzzle is no. 1"),
        ("crane", "Enter a puzzle number or a date"),
        ("1" * 99, "Enter a puzzle number or a date"),
    ],
)
def test_a_day_that_is_none_is_told_so(visitor: Visitor, asked: str, reason: str) -> None:
    page = visitor.get("/archive", query_string={"day": asked})
    assert page.status_code == 422
    assert reason in page.text
    assert f'value="{asked[:64]}"' in page.text


def test_before_the_first_day_it_is_empty_and_a_leap_day_is_in_it(
    visitor: Visitor, clock: Clock
) -> None:
    clock.forward(days=-100)
    page = visitor.get("/archive")
    assert (page.status_code, days_of(page.text)) == (200, [])
    clock.forward(days=4 * 365 + 35)
    assert len(days_of(visitor.get("/archive?month=2028-02").text)) == 29


def test_a_random_day_is_one_that_has_not_been_begun(app: Flask, visitor: Visitor) -> None:
    today = parts_of(app).today
    days = {number: DayResult(4) for number in range(1, today) if number not in {7, 9}}
    game = record_of(daily_id(9), Game(answer_of_day(app, 9), ("moist",)), today)
    played = History(days=DayLog.from_results(days)).with_record(game)
    visitor.remember(played)
    assert visitor.get("/archive?day=random").headers["Location"] == "/daily/7"
    visitor.guess(answer_of_day(app, 7), "/daily/7")
    page = visitor.get("/archive?day=random")
    assert (page.status_code, "You’ve played every past day." in page.text) == (200, True)


def test_a_past_day_leads_to_those_before_and_after_it(app: Flask, visitor: Visitor) -> None:
    def neighbors(number: int) -> list[tuple[str, str]]:
        page = visitor.get(f"/daily/{number}").text
        return re.findall(r'href="([^"]*)" rel="(prev|next)"', page)

    today = parts_of(app).today
    assert neighbors(2) == [("/daily/1", "prev"), ("/daily/3", "next")]
    assert neighbors(1) == [("/daily/2", "next")]
    assert neighbors(today - 1)[-1] == ("/", "next")
    assert neighbors(today) == []
