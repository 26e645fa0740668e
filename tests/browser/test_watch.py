"""Games that are watched: step by step, by themselves, and all at once."""

import pytest
from browser_looks import DESK, EMPTY, PHONE, Held, settle, wait_until
from playwright.sync_api import Page, expect

TWO = "/watch?word=graze&strategy=minimax&against=frequency-then-minimax&opener=raise"


def shown(page: Page) -> int:
    return page.locator(".watched-turn:not([inert])").count()


def test_without_javascript_everything_is_shown(open_page):
    page = open_page(TWO, java_script_enabled=False, viewport=PHONE)
    assert shown(page) == 12
    expect(page.get_by_text("7 guesses", exact=True)).to_be_visible()
    expect(page.get_by_role("group", name="Playback controls")).to_be_hidden()
    page.get_by_text("Why DRACK?").click()
    expect(page.get_by_text("It can’t be the answer").first).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESK])
def test_the_form_stays_in_place_when_the_script_comes(open_page, viewport):
    page = open_page(EMPTY, viewport=viewport)
    held = Held(page, "**/js/watch.js")
    page.goto("/watch", wait_until="commit")
    wait_until(page, "document.styleSheets.length && document.readyState !== 'loading'")
    form = page.locator(".watch-form")
    before = form.bounding_box()
    held.release()
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
    settle(page)
    assert abs(form.bounding_box()["y"] - before["y"]) <= 1


def test_the_games_go_step_by_step(open_page):
    page = open_page(TWO)
    expect(page.locator("strong[data-count]").get_by_text("Guess 1", exact=True)).to_have_count(2)
    assert [each.locator(".row").count() for each in page.locator("[data-game]").all()] == [7, 7]
    assert shown(page) == 2
    page.get_by_role("button", name="Next guess").click()
    assert shown(page) == 4
    expect(page.locator("[data-announcer]")).to_contain_text("Guess 2: G correct")
    page.get_by_role("button", name="Previous guess").click()
    assert shown(page) == 2
    page.get_by_role("button", name="End").click()
    assert shown(page) == 12
    expect(page.get_by_text("7 guesses", exact=True)).to_be_visible()
    expect(page.get_by_text("Lost: more than six guesses.")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    assert shown(page) == 0
    page.get_by_role("button", name="Next guess").focus()
    for _ in range(9):
        page.keyboard.press("Enter")
    assert shown(page) == 12
    expect(page.get_by_role("button", name="Next guess")).to_be_focused()


def test_the_games_play_by_themselves_and_can_be_paused(open_page):
    page = open_page(TWO)
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Autoplay").click()
    assert shown(page) == 4
    page.clock.run_for(2000)
    assert shown(page) == 6
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    assert shown(page) == 6
    page.get_by_role("button", name="Autoplay").click()
    page.clock.run_for(20_000)
    assert shown(page) == 12
    expect(page.get_by_role("button", name="Autoplay")).to_be_visible()
