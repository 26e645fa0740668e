"""A new day begins while a page is open."""

import re

from browser_looks import guess
from playwright.sync_api import expect


def test_idle_tab_shows_the_new_word(open_page, site):
    page = open_page(clocked=True)
    expect(page.get_by_role("heading", name=f"Daily {site.today:,}")).to_be_visible()
    site.clock.forward(days=1)
    page.clock.fast_forward("12:00:02")
    expect(page.get_by_role("heading", name=f"Daily {site.today:,}")).to_be_visible()


def test_page_shows_the_new_word_after_the_computer_wakes_up(open_page, site):
    """During sleep no timer runs, and no other tab comes to the front."""
    page = open_page(clocked=True)
    site.clock.forward(days=1)
    page.clock.set_system_time(page.evaluate("Date.now()") + 86_400_000)
    page.clock.run_for(3_000)
    expect(page.get_by_role("heading", name=f"Daily {site.today:,}")).to_be_visible()


def test_game_in_progress_is_notified_of_the_new_word(open_page, site):
    page = open_page(clocked=True)
    guess(page, site.wrong_words(1)[0])
    page.clock.run_for(3_000)
    expect(page.get_by_text("Guess 2 of 6")).to_have_count(1)
    link = page.get_by_role("link", name="A new word is ready")
    expect(link).to_be_hidden()
    site.clock.forward(days=1)
    page.clock.fast_forward("12:00:02")
    expect(link).to_be_visible()
    expect(page.locator("[data-announcer]")).to_have_text("A new word is ready")
    link.click()
    expect(page.get_by_role("heading", name=f"Daily {site.today:,}")).to_be_visible()


def test_countdown_ends_in_a_link_to_the_next_word(open_page, site):
    page = open_page(clocked=True)
    guess(page, site.answer)
    expect(page.get_by_role("timer")).to_be_visible()
    page.clock.run_for(10_000)
    expect(page.get_by_role("timer")).to_have_text(re.compile("11:59:[45]"))
    site.clock.forward(days=1)
    page.clock.fast_forward("12:00:00")
    page.get_by_role("link", name="A new word is ready").click()
    expect(page.get_by_role("heading", name=f"Daily {site.today:,}")).to_be_visible()
