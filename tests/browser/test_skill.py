"""The page of skill and luck: games waiting for their rating."""

import pytest
from browser_looks import visit
from playwright.sync_api import expect
from web_visitor import session_name, write_cookie

from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.game.rules import Status
from wordle_web.web.history import skill
from wordle_web.web.services import EXTENSION


@pytest.mark.parametrize("has_scripts", [True, False])
def test_waiting_games_are_rated_without_a_press(open_page, site, monkeypatch, has_scripts):
    monkeypatch.setattr(skill, "MAX_WORK", 1)
    parts, played = site.app.extensions[EXTENSION], History()
    for day in range(site.today - 6, site.today):
        answer = daily_answer(day, parts.epochs, parts.all_words(5))
        guesses = ("fuzzy", answer)
        played = played.with_record(Record(f"daily/{day}", 5, day, guesses, status=Status.WON))
    page = open_page("/", java_script_enabled=has_scripts)
    value = write_cookie(site.app, {"h": encode(played, 4000)})
    cookie = {"name": session_name(site.app), "value": value, "url": site.url}
    page.context.add_cookies([cookie])
    page.goto(f"{site.url}/skill")
    expect(page.get_by_role("heading", level=1)).to_have_text("Skill and luck in your last 6 games")
    expect(page.get_by_role("link", name="Rate more games")).to_have_count(0)
    level = page.locator(".skill-level").inner_text()
    expect(page.locator("[data-announcer]")).to_have_text(level if has_scripts else "")


@pytest.mark.parametrize("path", ["/analysis", "/skill", "/watch", "/lab"])
def test_tabs_of_the_study_pages_fit_on_one_line_of_a_phone(phone, path):
    visit(phone, path)
    tabs = phone.get_by_role("navigation", name="Study").get_by_role("link").all()
    assert len({tab.bounding_box()["y"] for tab in tabs}) == 1
