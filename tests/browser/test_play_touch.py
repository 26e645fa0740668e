"""The daily game on a phone of 360 by 640 pixels: by touch, and without JavaScript."""

from browser_looks import TOUCHED, tap, typed_row, visit
from playwright.sync_api import Page, expect


def test_backspace_held_down_clears_the_row(open_page):
    page = open_page(clocked=True, **TOUCHED)
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


def test_statistics_are_shown_during_a_game(phone, site):
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


def submit(page: Page, word: str, number: int) -> None:
    page.get_by_label(f"Guess {number} of 6").fill(word)
    page.get_by_role("button", name="Guess").click()


def test_without_scripts_the_field_keeps_the_focus_between_guesses(plain, site):
    expect(plain.get_by_label("Guess 1 of 6")).to_be_focused()
    words = [*site.wrong_words(2), site.answer]
    submit(plain, words[0], 1)
    expect(plain.get_by_label("Guess 2 of 6")).to_be_focused()
    plain.keyboard.type("zzzzz")
    plain.keyboard.press("Enter")
    expect(plain.get_by_role("alert")).to_contain_text("Not in word list")
    plain.keyboard.press("Control+a")
    plain.keyboard.type(words[1])
    plain.keyboard.press("Enter")
    expect(plain.get_by_label("Guess 3 of 6")).to_be_focused()
    plain.keyboard.type(words[2])
    plain.keyboard.press("Enter")
    expect(plain.get_by_role("heading", name="Impressive")).to_be_visible()
    expect(plain.get_by_text("(00:00 UTC)")).to_be_visible()


def test_whole_game_without_scripts_fits_a_small_phone(plain, site):
    submit(plain, site.wrong_words(1)[0], 1)
    button = plain.get_by_role("button", name="Guess").bounding_box()
    keyboard = plain.get_by_role("group", name="Keyboard").bounding_box()
    assert button["height"] >= 40
    assert keyboard["y"] + keyboard["height"] <= 640


def test_explanation_of_colors_is_below_the_board(plain):
    strip = plain.get_by_role("list", name="What the colors mean")
    expect(strip).to_be_in_viewport(ratio=1)
    last = plain.locator(".board .tile").last.bounding_box()
    assert last["y"] + last["height"] <= strip.bounding_box()["y"]
    assert last["width"] >= 32
    expect(plain.get_by_role("group", name="Keyboard")).to_be_in_viewport(ratio=1)
