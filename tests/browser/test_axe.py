"""Accessibility of every page, in every theme, by axe: no violation."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGES = [
    "/",
    "/random",
    "/helper",
    "/helper?row=crane:01002",
    "/history",
    "/how-to-play",
    "/archive",
    "/challenge",
    "/settings",
    "/absurd",
    "/absurd?played=crane.moist",
    "/absurd?played=crane.moist.fuzzy.bulky.jumpy.puppy.guppy.wooly",
    "/watch",
    "/watch?word=truss&against=random",
    "/lab",
    "/lab?length=7&opener=crane",
    "/lab/openers?word=crane",
    "/lab/openers?best=1",
    "/lab/run?strategy=random&games=20",
    "/gallery",
    "/no-such-page",
]


def violations(page: Page) -> list[str]:
    """Return what axe finds, a line each."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {node['html'][:120]}" for each in found for node in each["nodes"]]


def choose_high_contrast(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("group", name="Contrast").get_by_role("radio", name="High").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-contrast", "high")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(open_page, path: str, scheme: str) -> None:
    page = open_page(path, color_scheme=scheme)
    assert violations(page) == []


@pytest.mark.parametrize("path", ["/", "/helper?row=crane:01002", "/gallery"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_with_high_contrast(open_page, path: str, scheme: str) -> None:
    page = open_page(path, color_scheme=scheme)
    choose_high_contrast(page)
    page.goto(path)
    assert violations(page) == []


def test_a_game_stays_accessible_from_start_to_end(phone: Page, site) -> None:
    phone.keyboard.type(site.wrong_words(1)[0])
    assert violations(phone) == []
    phone.keyboard.press("Enter")
    expect(phone.get_by_text("Guess 2 of 6")).to_be_visible()
    phone.keyboard.type("abc")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_contain_text("Not enough letters")
    assert violations(phone) == []
    for _ in "abc":
        phone.keyboard.press("Backspace")
    phone.keyboard.type(site.answer)
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Magnificent")).to_be_visible()
    assert violations(phone) == []
    phone.goto("/history")
    assert violations(phone) == []
