"""The lab in a browser: choices, sorting, openers, a tournament as it comes in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Open = Callable[..., Page]
PHONE = {"width": 360, "height": 640}


def first_strategy(page: Page) -> str:
    return page.locator(".lab-strategies tbody th").first.inner_text()


def test_the_table_follows_its_choices(open_page: Open) -> None:
    page = open_page("/lab")
    expect(page.get_by_role("button", name="Show", exact=True)).to_be_hidden()
    page.get_by_label("Kind").select_option("The search")
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(1)
    page.wait_for_url("**/lab?**family=search**")
    page.go_back()
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(14)


def test_the_table_is_sorted_in_place(open_page: Open) -> None:
    page = open_page("/lab")
    page.get_by_role("link", name="Mean").click()
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")
    expect(page.get_by_role("link", name="Mean")).to_be_focused()
    page.get_by_label("Guesses allowed").first.select_option("4")
    page.wait_for_url("**/lab?**tries=4**")
    assert "sort=mean" in page.url
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")


def test_everything_works_without_javascript(open_page: Open) -> None:
    page = open_page("/lab", java_script_enabled=False, viewport=PHONE)
    page.get_by_role("link", name="Won").click()
    assert "sort=won" in page.url
    page.get_by_label("Letters").first.select_option("4")
    page.get_by_role("button", name="Show", exact=True).click()
    assert "length=4" in page.url
    page.get_by_label("Words", exact=True).select_option("20")
    page.get_by_role("button", name="Run the tournament").click()
    expect(page.get_by_text("That is all.")).to_be_visible(timeout=60_000)
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(5)


def test_an_opener_is_looked_up(open_page: Open) -> None:
    page = open_page("/lab")
    page.get_by_role("link", name="How good is my opener?").click()
    page.get_by_label("Your first guess").fill("crane")
    page.get_by_role("button", name="Look it up").click()
    expect(page.get_by_text("CRANE is number")).to_be_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_wider_than_the_window(open_page: Open, width: int) -> None:
    for path in ("/lab", "/lab/openers?word=crane", "/lab/run?strategy=random&games=20"):
        page = open_page(path, viewport={"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") == width
