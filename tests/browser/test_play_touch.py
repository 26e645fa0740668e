"""The daily game on a phone of 360 by 640 pixels, by touch."""

from browser_looks import EMPTY, TOUCHED, typed_row, visit
from playwright.sync_api import Page, expect


def tap(page: Page, word: str) -> None:
    for letter in word:
        page.locator(f'button.key[data-key="{letter}"]').tap()
    page.get_by_role("button", name="Enter").tap()


def test_backspace_held_down_clears_the_row(open_page):
    page = open_page(EMPTY, **TOUCHED)
    page.clock.install()
    visit(page, "/")
    for letter in "abcd":
        page.locator(f'button.key[data-key="{letter}"]').tap()
    box = page.get_by_role("button", name="Backspace").bounding_box()
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 9, "y": box["y"] + 9}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    assert typed_row(page) == "abc"
    page.clock.run_for(600)
    assert typed_row(page) == ""
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator('button.key[data-key="e"]').tap()
    page.clock.run_for(600)
    assert typed_row(page) == "e"


def test_statistics_are_seen_in_the_middle_of_a_game(phone, site):
    tap(phone, site.answer)
    phone.locator("[data-result]").wait_for()
    site.clock.forward(days=1)
    visit(phone, "/")
    phone.locator('button.key[data-key="a"]').tap()
    played = phone.get_by_role("listitem", name="1 guess: 1 game")
    expect(played).to_be_hidden()
    phone.get_by_role("link", name="Statistics").tap()
    expect(played).to_be_in_viewport(ratio=1)
    phone.get_by_role("link", name="Keep playing").tap()
    expect(phone.locator(".keyboard")).to_be_in_viewport(ratio=1)
    expect(played).to_be_hidden()
    assert typed_row(phone) == "a"
