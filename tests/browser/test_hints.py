"""Hints in a game: in a line that is there before, while what is typed stays."""

import re

import pytest
from browser_looks import DESK, PHONE, Held, guess
from playwright.sync_api import Page, expect

SIZES = [PHONE, {"width": 390, "height": 844}, DESK]
BOXES = """selector => Array.from(document.querySelectorAll(selector), (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
})"""
FITS = """line => line.getBoundingClientRect().height
  <= line.closest("form").getBoundingClientRect().height"""
PARTS = ".board .tile, .key, .hint-button, .board-space"
PRESSED = ".key, .hint-button"


def ask(page: Page, number: int) -> None:
    """Ask for a hint, and wait until it is there."""
    page.locator("[name=hint]").click()
    expect(page.locator("[name=hint]")).to_have_attribute("value", str(number + 1))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["/", "/boards/4", "/boards/32"])
def test_hint_moves_nothing_and_keeps_what_is_typed(open_page, site, path, size):
    page = open_page(path, viewport=size)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.keyboard.type("sl")
    before, keys = (page.evaluate(BOXES, parts) for parts in (PARTS, PRESSED))
    line = page.locator("[data-hint]")
    for number in range(1, 5):
        ask(page, number)
        assert page.evaluate(BOXES, PARTS) == before
        expect(page.get_by_role("textbox", name="Guess 2")).to_have_value("sl")
    expect(page.locator("[name=hint]")).to_be_disabled()
    expect(line).to_contain_text("letter:")
    text = line.text_content() or ""
    page.reload()
    expect(line).to_have_text(text)
    expect(page.locator("[data-ready] #guess")).to_have_value("sl")
    # After the next guess it says what the marks do not show yet.
    for _ in "sl":
        page.keyboard.press("Backspace")
    guess(page, site.wrong_words(2)[1])
    expect(page.locator("[name=turn]")).to_have_value("3")
    expect(line).to_have_text(re.compile(r"^((Board.1: )?[Kk]nown: [A-Z].*)?$"))
    expect(page.locator("[name=hint]")).to_be_enabled()
    assert page.evaluate(BOXES, PRESSED) == keys


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("path", ["/", "/boards/32"])
def test_what_hints_told_stays_in_a_line_of_its_room(open_page, site, path, locale):
    page = open_page(path, viewport=PHONE, locale=locale)
    line = page.locator("[data-hint]")
    for turn, word in enumerate(site.wrong_words(3), 1):
        for number in range(1, 5 if turn > 1 else 4):
            ask(page, number)
            assert line.evaluate(FITS), line.text_content()
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn + 1))
        assert line.evaluate(FITS), line.text_content()


def test_hint_waits_for_the_guess_before_it_and_two_presses_are_one(desktop, site):
    held = Held(desktop, f"{site.url}/")
    guess(desktop, site.wrong_words(1)[0])
    for _ in range(3):
        desktop.locator("[name=hint]").click()
    held.release()
    held.release(2)
    expect(desktop.locator("[data-hint]")).to_contain_text("left")
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    expect(desktop.locator("[name=hint]")).to_have_attribute("value", "2")


def test_letters_and_enter_pressed_during_a_hint_make_the_next_guess(desktop, site):
    held = Held(desktop, f"{site.url}/")
    desktop.locator("[name=hint]").click()
    guess(desktop, site.wrong_words(1)[0])
    held.release()
    held.release(2)
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    expect(desktop.locator('.board [data-row="played"]')).to_have_count(1)


def test_hint_by_keyboard_keeps_the_focus_and_enter_after_a_word_sends_it(desktop, site):
    button = desktop.get_by_role("button", name="Hint")
    button.focus()
    desktop.keyboard.press("Enter")
    expect(button).to_have_attribute("value", "2")
    expect(button).to_be_focused()
    guess(desktop, site.wrong_words(1)[0])
    expect(desktop.locator("[name=turn]")).to_have_value("2")


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_after_a_press_on_hint_the_next_tile_still_shows_the_focus(open_page, path):
    page = open_page(path)
    for number in range(1, 5):
        ask(page, number)
        expect(page.locator(".play")).to_have_attribute("data-typing", "")
        expect(page.locator("#guess")).to_be_focused()
    page.keyboard.type("sl")
    expect(page.locator("#guess")).to_have_value("sl")


def test_selected_board_is_the_one_that_the_hint_is_for(open_page, site):
    page = open_page("/boards/4")
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    ask(page, 1)
    expect(page.locator("[data-hint]")).to_contain_text("Board 1:")
    page.locator('.cards > [data-card="3"] .card-link').click()
    expect(page.get_by_role("button", name="Hint for board 3")).to_be_visible()
    ask(page, 2)
    expect(page.locator("[data-hint]")).to_contain_text("Board 3:")
    page.locator('.cards > [data-card="1"] .card-link').click()
    expect(page.locator("[data-hint]")).to_contain_text("Board 1:")


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_look_at_the_helper_loses_nothing(open_page, site, path):
    page = open_page(path)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.keyboard.type("slo")
    page.get_by_role("link", name="Open in Helper").click()
    expect(page.get_by_text("This is the helper, not your game.")).to_be_visible()
    page.keyboard.type("crane")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.get_by_role("textbox", name="Guess 2")).to_have_value("slo")
    expect(page.locator('[data-row="played"]').first).to_be_visible()
    # They are those of this turn, and gone once they are played or deleted.
    for _ in "slo":
        page.keyboard.press("Backspace")
    guess(page, site.wrong_words(2)[1])
    expect(page.locator("[name=turn]")).to_have_value("3")
    page.reload()
    expect(page.locator("[data-ready] #guess")).to_have_value("")


def test_hint_works_without_a_script(plain, site):
    for path in ("/", "/boards/4"):
        plain.goto(path)
        plain.locator("#guess").fill("sl")
        plain.get_by_role("button", name="Hint").click()
        expect(plain.locator("[data-hint]")).to_contain_text("words left")
        expect(plain.locator("#guess")).to_have_value("sl")
