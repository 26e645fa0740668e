"""Past days in the history: months of days with their results, and links to any day."""

import pytest
from harness.pages import Page
from web_visitor import answer_of_day, parts_of

from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, DayResult, record_of
from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.rules import Game


def days_of(page: Page) -> list[tuple[str, str, str, str]]:
    return [
        (day["href"], day["data-state"], day["aria-label"], "".join(day.texts("day-result")))
        for day in page.of_class("day")
    ]


def neighbors(page: Page) -> list[tuple[str, str]]:
    return [(link["rel"], link["href"]) for link in page.all(".//a[@rel]")]


def test_current_month_links_to_its_days_up_to_today(visitor):
    page = visitor.get("/history")
    assert "March 2025" in page.text
    days = days_of(page)
    assert [day[0] for day in days] == ["/daily/60", "/daily/61", "/"]
    assert days[0][1:] == ("new", "Daily 60, March 1, 2025", "")
    assert page.texts("day-number") == [str(day) for day in range(1, 32)]
    assert page.first(".//a[@aria-current='date']")["href"] == "/"
    page = visitor.get("/history", headers={"Accept-Language": "pt-BR"})
    assert '<h3 id="month">março de 2025</h3>' in page.text


def test_archive_shows_each_result_and_each_statistic_once(app, visitor, wrong):
    assert visitor.get("/history").definitions == {}
    visitor.guess(wrong[0], "/daily/60")
    visitor.guess(answer_of_day(app, 60), "/daily/60")
    for word in wrong:
        visitor.guess(word, "/daily/61")
    visitor.guess(wrong[0])
    visitor.guess(answer_of_day(app, 59), "/daily/59")  # in February
    page = visitor.get("/history")
    days = days_of(page)
    assert [day[1] for day in days] == ["won", "lost", "playing"]
    assert [day[3] for day in days] == ["2", "X", "…"]
    assert [day[2].partition(", 2025")[2] for day in days] == [": 2", ": X", ": in progress"]
    assert page.all(".//*[@id='days']//dl") == []
    (figures,) = page.all(".//dl")  # all games are from past days
    assert figures.visible_text == "Played 3 Win % 67 Guesses per win 1.50"


def test_months_link_to_their_neighbors_within_the_archive(visitor):
    assert neighbors(visitor.get("/history")) == [("prev", "/history?month=2025-02#days")]
    page = visitor.get("/history?month=2025-01")
    assert neighbors(page) == [("next", "/history?month=2025-02#days")]
    assert (page.first(".//*[@id='month']").visible_text, len(days_of(page))) == (
        "January 2025",
        31,
    )


@pytest.mark.parametrize(
    ("month", "shown"),
    [
        ("1999-01", "January 2025"),
        ("9999-12", "March 2025"),
        ("2025-13", "March 2025"),
        ("2025-02", "February 2025"),
        ("2025-2", "March 2025"),
    ],
)
def test_invalid_month_shows_the_nearest_month_of_the_archive(visitor, month, shown):
    assert shown in visitor.get(f"/history?month={month}").text


@pytest.mark.parametrize(
    ("typed", "path"), [("31", "/daily/31"), ("2025-01-31", "/daily/31"), (" 62 ", "/daily/62")]
)
def test_entering_a_day_redirects_to_its_page(visitor, typed, path):
    page = visitor.get("/history", query_string={"day": typed})
    assert (page.status_code, page.location) == (302, path)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("64", "Not available yet"), ("1" * 99, "Enter a puzzle number or a date")],
)
def test_invalid_day_is_refused_with_a_reason(visitor, typed, reason):
    page = visitor.get("/history", query_string={"day": typed})
    assert page.status_code == 422
    assert reason in page.text
    assert f'value="{typed[:64]}"' in page.text


def test_archive_is_empty_before_the_first_day_and_includes_leap_days(visitor, clock):
    clock.forward(days=-100)
    page = visitor.get("/history")
    assert (page.status_code, days_of(page)) == (200, [])
    clock.forward(days=4 * 365 + 35)
    assert len(days_of(visitor.get("/history?month=2028-02"))) == 29


def test_random_past_day_is_one_that_has_not_been_played(app, visitor):
    today = parts_of(app).today
    days = {number: DayResult(4) for number in range(1, today) if number not in {7, 9}}
    game = record_of(daily_id(9), Game(answer_of_day(app, 9), ("moist",)), today)
    visitor.remember(History(days=DayLog.from_results(days)).with_record(game))
    assert visitor.get("/history?day=random").location == "/daily/7"
    visitor.guess(answer_of_day(app, 7), "/daily/7")
    page = visitor.get("/history?day=random")
    assert (page.status_code, "You’ve played every past day." in page.text) == (200, True)


def test_past_day_links_to_its_neighbors(app, visitor):
    today = parts_of(app).today
    for number, shown in (
        (2, [("prev", "/daily/1"), ("next", "/daily/3")]),
        (1, [("next", "/daily/2")]),
        (today - 1, [("prev", f"/daily/{today - 2}"), ("next", "/")]),
        (today, []),
    ):
        assert neighbors(visitor.get(f"/daily/{number}")) == shown
