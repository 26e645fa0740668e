"""The daily game on a phone of 360 by 640 pixels, by touch."""

from browser_looks import COUNT_MOVEMENTS, PHONE, typed_row
from playwright.sync_api import Page, expect


def tap(page: Page, word: str) -> None:
    for letter in word:
        page.locator(f'button.key[data-key="{letter}"]').tap()
    page.get_by_role("button", name="Enter").tap()


def test_a_game_is_won_by_touch(phone: Page, site) -> None:
    word = site.wrong_words(1)[0]
    tap(phone, word)
    expect(phone.get_by_text("Guess 2 of 6")).to_be_visible()
    tap(phone, site.answer)
    expect(phone.get_by_role("heading", name="Magnificent")).to_be_visible()
    expect(phone.get_by_role("heading", name="Magnificent")).to_be_in_viewport()


def test_a_game_is_lost_by_touch(phone: Page, site) -> None:
    for number, word in enumerate(site.wrong_words(6), 1):
        tap(phone, word)
        if number < 6:
            expect(phone.get_by_text(f"Guess {number + 1} of 6")).to_be_visible()
    expect(phone.get_by_text(f"The answer: {site.answer}")).to_be_in_viewport()


def test_backspace_takes_the_last_letter(phone: Page) -> None:
    for letter in "abc":
        phone.locator(f'button.key[data-key="{letter}"]').tap()
    phone.get_by_role("button", name="Backspace").tap()
    assert typed_row(phone) == "ab"


def test_a_refusal_is_in_view(phone: Page) -> None:
    tap(phone, "abc")
    expect(phone.get_by_role("alert")).to_contain_text("Not enough letters")
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    assert typed_row(phone) == "abc"


def test_no_other_keyboard_comes_up(phone: Page) -> None:
    phone.locator('button.key[data-key="a"]').tap()
    focused = phone.evaluate("document.activeElement.inputMode")
    assert focused == "none"


def test_without_motion_the_row_is_there_at_once(open_page, site) -> None:
    page = open_page(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page.evaluate(COUNT_MOVEMENTS)
    tap(page, site.wrong_words(1)[0])
    expect(page.get_by_text("Guess 2 of 6")).to_be_visible()
    assert page.evaluate("window.movements") == 0
