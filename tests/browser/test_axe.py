"""Accessibility of what a visitor comes to by playing and choosing, by axe: no violation.

Every page as it is found by its address: `test_every_page`.
"""

import pytest
from browser_looks import violations
from playwright.sync_api import Page, expect


@pytest.mark.parametrize("path", ["/", "/history", "/archive"])
def test_pages_are_accessible_before_the_first_game(open_page, path: str) -> None:
    assert violations(open_page(path)) == []


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
