"""The daily game without JavaScript: a form, answered by a page."""

from playwright.sync_api import Page, expect


def guess(page: Page, word: str, number: int) -> None:
    page.get_by_label(f"Guess {number} of 6").fill(word)
    page.get_by_role("button", name="Guess").click()


def test_a_game_goes_on_from_the_keyboard_without_a_click(plain, site):
    expect(plain.get_by_label("Guess 1 of 6")).to_be_focused()
    words = [*site.wrong_words(2), site.answer]
    guess(plain, words[0], 1)
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


def test_the_whole_game_fits_a_small_phone(plain, site):
    guess(plain, site.wrong_words(1)[0], 1)
    button = plain.get_by_role("button", name="Guess").bounding_box()
    keyboard = plain.get_by_role("group", name="Keyboard").bounding_box()
    assert button is not None
    assert keyboard is not None
    assert button["height"] >= 40
    assert keyboard["y"] + keyboard["height"] <= 640


def test_what_the_colors_mean_stands_above_the_board_and_covers_nothing(plain):
    strip = plain.get_by_role("list", name="What the colors mean")
    expect(strip).to_be_in_viewport(ratio=1)
    first, last = plain.locator(".board .tile").first, plain.locator(".board .tile").last
    assert strip.bounding_box()["y"] + strip.bounding_box()["height"] <= first.bounding_box()["y"]
    assert last.bounding_box()["width"] >= 32
    expect(plain.get_by_role("group", name="Keyboard")).to_be_in_viewport(ratio=1)
