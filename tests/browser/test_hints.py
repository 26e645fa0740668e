"""Hints in a game: they are shown in an existing line, and the typed letters stay."""

import re

import pytest
from browser_looks import DESK, PHONE, Held, challenge, guess, press_and_load, visit
from playwright.sync_api import Page, expect

SIZES = [PHONE, {"width": 390, "height": 844}, DESK]
BOXES = """selector => Array.from(document.querySelectorAll(selector), (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height];
})"""
FITS = """line => line.getBoundingClientRect().height
  <= line.closest("form").getBoundingClientRect().height"""
SHOWS_ALL = """button => button.scrollHeight <= button.clientHeight
  && button.scrollWidth <= button.clientWidth
  && button.clientHeight <= button.closest("form").clientHeight"""
LINES = """element => {
  const text = document.createRange();
  text.selectNodeContents(element);
  return new Set(Array.from(text.getClientRects(), ({ bottom }) => Math.round(bottom))).size;
}"""
WHOLE = """(one) => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth"""
BUTTON, CONFIRM, PRICE = ".hint-button", ".hint-confirm", "[data-priced] > [data-hint]"
LETTER = """(tile, part) => {
  const { fontStyle, fontSize, textDecorationLine } = getComputedStyle(tile, part);
  return [fontStyle, textDecorationLine, parseFloat(fontSize)];
}"""
KEY = """(key) => {
  const { borderTopWidth, borderTopColor, backgroundColor, color } = getComputedStyle(key);
  return [[borderTopWidth, borderTopColor], [backgroundColor, color]];
}"""
PARTS = ".board .tile, .key, .hint-button, .board-space"
PRESSED = ".key, .hint-button"


def text_box(page: Page, selector: str) -> dict[str, float]:
    """Return the bounding box of a text."""
    return dict(
        page.locator(selector).evaluate(
            """(element) => {
              const text = document.createRange();
              text.selectNodeContents(element);
              return text.getBoundingClientRect().toJSON();
            }"""
        )
    )


def offers_hint(page: Page) -> bool:
    """Whether the button gives a hint, rather than selecting the next board."""
    button = page.locator(BUTTON)
    return button.is_visible() and not str(button.get_attribute("value")).startswith("board-")


def ask(page: Page, number: int) -> None:
    """Request a hint (the first one after its price is shown), and wait until it is shown."""
    button = page.locator(BUTTON)
    if button.get_attribute("value") in {"ask", "no"}:
        if button.get_attribute("value") == "ask":
            button.click()
        expect(page.locator(PRICE)).to_contain_text("💡")
        assert page.locator(CONFIRM).evaluate(SHOWS_ALL), page.locator(CONFIRM).text_content()
        page.locator(CONFIRM).click()
    else:
        button.click()
    expect(button).to_have_attribute("value", re.compile(rf"^({number + 1}|board-\d+)$"))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["/", "/boards/4", "/boards/32"])
def test_hint_keeps_the_layout_and_the_typed_letters(open_page, site, path, size):
    page = open_page(path, viewport=size)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.keyboard.type("sl")
    before, keys = (page.evaluate(BOXES, parts) for parts in (PARTS, PRESSED))
    line = page.locator("[data-hint]")
    page.locator(BUTTON).click()
    expect(page.locator(PRICE)).to_contain_text("💡")
    assert page.evaluate(BOXES, PARTS) == before
    page.locator(CONFIRM).click()
    for number in range(1, 5):
        if number > 1 and offers_hint(page):
            ask(page, number)
        expect(line).to_contain_text(re.compile("left|answer"))
        assert page.evaluate(BOXES, PARTS) == before
        expect(page.get_by_role("textbox", name="Guess 2")).to_have_value("sl")
    assert not offers_hint(page)
    expect(page.locator(BUTTON)).to_be_visible(visible=path != "/")
    text = line.text_content() or ""
    page.reload()
    expect(line).to_have_text(text)
    expect(page.locator("[data-ready] #guess")).to_have_value("sl")
    # After the next guess, the line shows what the marks do not show yet.
    for _ in "sl":
        page.keyboard.press("Backspace")
    guess(page, site.wrong_words(2)[1])
    expect(page.locator("[name=turn]")).to_have_value("3")
    expect(line).to_have_text(re.compile(r"^((Board.1: )?[Kk]nown: [A-Z].*)?$"))
    expect(page.locator(BUTTON)).to_be_visible()
    assert page.evaluate(BOXES, PRESSED) == keys


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_hints_are_centered_and_have_at_most_two_lines(open_page, site, path, size):
    page = open_page(path, viewport=size)
    line, button, label = map(page.locator, ("[data-hint]", BUTTON, ".guess-label"))
    for turn, word in enumerate(site.wrong_words(2), 2):
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn))
        for number in range(1, 6):
            form = page.locator(".guess-form").bounding_box()
            end = form["x"] + form["width"]
            rows = line.evaluate(LINES) if line.text_content() else 0
            assert rows <= 2, line.text_content()
            if size == DESK:
                middle = size["width"] / 2
            elif button.is_visible():
                middle = (form["x"] + button.bounding_box()["x"] - 8) / 2
            else:
                middle = (form["x"] + end) / 2
            shown = [line] * (rows > 0) + [label] * (rows < 2)
            for box in (part.bounding_box() for part in shown):
                assert box["x"] + box["width"] / 2 == pytest.approx(middle, abs=1)
                assert form["y"] <= box["y"]
                assert box["y"] + box["height"] <= form["y"] + form["height"]
            if rows == 2:  # no room for the number of the guess
                over, beside = line.bounding_box(), label.bounding_box()
                assert beside["x"] >= over["x"] + over["width"]
            if not offers_hint(page):
                break
            ask(page, number)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_refusal_covers_the_hints_of_several_boards(open_page, site, size):
    page = open_page("/boards/4", viewport=size)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    for number in range(1, 6):
        if offers_hint(page):
            ask(page, number)
    guess(page, "zzzzz")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Not in word list")
    over, under = refusal.bounding_box(), page.locator("[data-hint]").bounding_box()
    assert over["x"] <= under["x"]
    assert over["x"] + over["width"] >= under["x"] + under["width"]
    assert over["y"] <= under["y"]


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("path", ["/", "/boards/32"])
def test_hints_fit_their_line_and_button(open_page, site, path, locale):
    page = open_page(path, viewport=PHONE, locale=locale)
    line, button = page.locator("[data-hint]"), page.locator(BUTTON)
    for turn, word in enumerate(site.wrong_words(3), 1):
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn + 1))
        for number in range(1, 5 if turn > 2 else 4):
            assert line.evaluate(FITS), line.text_content()
            assert button.evaluate(SHOWS_ALL), button.text_content()
            assert button.locator("span").first.evaluate(LINES) <= 1, button.text_content()
            if offers_hint(page):
                ask(page, number)
        assert line.evaluate(FITS), line.text_content()
        assert button.evaluate(SHOWS_ALL), button.text_content()


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "es-ES", "fr-FR", "pt-BR"])
def test_hints_fit_their_line_and_button_in_large_text(large_text, site, locale):
    large_text.set_extra_http_headers({"Accept-Language": locale})
    line, button = large_text.locator("[data-hint]"), large_text.locator(BUTTON)
    for path, window in (("/", PHONE), ("/boards/4", {"width": 390, "height": 844})):
        large_text.set_viewport_size(window)
        visit(large_text, path)
        for turn, word in enumerate(site.wrong_words(2), 1):
            guess(large_text, word)
            expect(large_text.locator("[name=turn]")).to_have_value(str(turn + 1))
            for number in range(1, 5):
                assert line.evaluate(FITS), line.text_content()
                assert button.evaluate(SHOWS_ALL), button.text_content()
                if offers_hint(large_text):
                    ask(large_text, number)
            assert line.evaluate(FITS), line.text_content()
            assert button.evaluate(SHOWS_ALL), button.text_content()


def test_hint_waits_for_the_pending_guess_and_two_presses_count_once(desktop, site):
    held = Held(desktop, f"{site.url}/")
    guess(desktop, site.wrong_words(1)[0])
    held.release()
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    desktop.locator(BUTTON).click()
    held.release(2)
    expect(desktop.locator(PRICE)).to_contain_text("💡")
    guess(desktop, site.wrong_words(2)[1])
    for _ in range(3):
        desktop.locator(BUTTON).click()
    held.release(3)
    held.release(4)
    expect(desktop.locator(PRICE)).to_contain_text("💡")
    expect(desktop.locator("[name=turn]")).to_have_value("3")
    expect(desktop.locator(BUTTON)).to_have_attribute("value", "no")


def test_letters_and_enter_pressed_during_a_hint_make_the_next_guess(desktop, site):
    guess(desktop, site.wrong_words(1)[0])
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    held = Held(desktop, f"{site.url}/")
    desktop.locator(BUTTON).click()
    guess(desktop, site.wrong_words(2)[1])
    held.release()
    held.release(2)
    expect(desktop.locator("[name=turn]")).to_have_value("3")
    expect(desktop.locator('.board [data-row="played"]')).to_have_count(2)


def test_hint_by_keyboard_keeps_the_focus_until_a_word_is_sent(desktop, site):
    guess(desktop, site.wrong_words(1)[0])
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    button = desktop.locator(BUTTON)
    button.focus()
    for value, focused in (("no", CONFIRM), ("2", BUTTON), ("3", BUTTON)):
        desktop.keyboard.press("Enter")
        expect(button).to_have_attribute("value", value)
        expect(desktop.locator(focused)).to_be_focused()
    guess(desktop, site.wrong_words(2)[1])
    expect(desktop.locator("[name=turn]")).to_have_value("3")


def test_hint_button_ignores_presses_briefly_and_then_declines_the_hint(open_page, site):
    page = open_page("/")
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.locator(BUTTON).click()
    expect(page.locator(PRICE)).to_contain_text("💡")
    keyframes = "animation => animation.effect.getKeyframes()[0].pointerEvents"
    running = page.locator(BUTTON).evaluate(f"button => button.getAnimations().map({keyframes})")
    assert running == ["none"]
    page.locator(BUTTON).click()  # as soon as it accepts presses again
    expect(page.locator(BUTTON)).to_have_attribute("value", "ask")
    expect(page.locator("[data-hint]")).to_be_empty()
    expect(page.locator(CONFIRM)).to_be_hidden()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_first_hint_is_confirmed_by_a_button_in_another_place(open_page, site, path, size):
    page = open_page(path, viewport=size)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    before = page.locator(BUTTON).bounding_box()
    page.locator(BUTTON).click()
    confirm = page.locator(CONFIRM)
    expect(confirm).to_be_visible()
    box = confirm.bounding_box()
    assert page.locator(BUTTON).bounding_box() == before
    assert box["x"] + box["width"] <= before["x"]
    assert box["height"] >= 44
    keys = page.locator(".keyboard").bounding_box()
    assert keys["y"] - box["y"] - box["height"] >= 6
    if path == "/boards/4":
        page.locator('.cards > [data-card="3"] .card-link').click()
        expect(confirm).to_contain_text("Board 3")
    confirm.click()
    expect(page.locator("[data-hint]")).to_contain_text("left")
    expect(confirm).to_be_hidden()


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("path", ["/", "/boards/2", "/boards/4", "/boards/32"])
def test_price_of_hints_is_shown_at_the_button_and_covers_nothing_else(
    open_page, site, path, size, locale
):
    page = open_page(path, viewport=size, locale=locale)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.locator(BUTTON).click()
    expect(page.locator(PRICE)).to_contain_text("💡")
    price, confirm, decline = (text_box(page, part) for part in (PRICE, CONFIRM, BUTTON))
    form = page.locator(".guess-form").bounding_box()
    assert form["y"] <= price["y"]
    assert price["y"] + price["height"] <= form["y"] + form["height"]
    assert page.locator(PRICE).evaluate(WHOLE)
    assert page.locator(CONFIRM).evaluate(SHOWS_ALL)
    expect(page.locator(".play-title")).to_be_visible()
    if size == DESK:  # beside the button
        assert price["x"] + price["width"] <= page.locator(CONFIRM).bounding_box()["x"]
        return
    # On a phone, the price is in the button, below its label.
    assert page.locator(PRICE).evaluate(LINES) == 1
    button = page.locator(CONFIRM).bounding_box()
    # Lines are closer together than the boxes of their glyphs.
    assert confirm["y"] + confirm["height"] <= price["y"] + 3
    assert price["y"] + price["height"] <= button["y"] + button["height"]
    assert button["x"] <= price["x"]
    assert price["x"] + price["width"] <= button["x"] + button["width"] <= decline["x"]
    middle = price["x"] + price["width"] / 2, price["y"] + price["height"] / 2
    page.locator(CONFIRM).click(
        position={"x": middle[0] - button["x"], "y": middle[1] - button["y"]}
    )
    expect(page.locator(BUTTON)).to_have_attribute("value", "2")


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
def test_label_of_the_confirmation_has_one_line_on_a_phone(open_page, site, locale):
    page = open_page("/boards/4", viewport=PHONE, locale=locale)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.locator(BUTTON).click()
    expect(page.locator(PRICE)).to_contain_text("💡")
    for part in (CONFIRM, BUTTON):
        assert page.locator(part).locator("span").first.evaluate(LINES) == 1


def test_first_hint_is_legible_in_large_text(large_text, site):
    visit(large_text, "/")
    guess(large_text, site.wrong_words(1)[0])
    expect(large_text.locator("[name=turn]")).to_have_value("2")
    large_text.locator(BUTTON).click()
    expect(large_text.locator(PRICE)).to_contain_text("💡")
    for selector in (CONFIRM, BUTTON):
        assert large_text.locator(selector).evaluate(SHOWS_ALL)
    ask(large_text, 1)


def test_revealed_letter_is_shown_until_its_tile_is_typed(desktop, site):
    guess(desktop, site.wrong_words(1)[0])
    expect(desktop.locator("[name=turn]")).to_have_value("2")
    for number in (1, 2, 3):
        ask(desktop, number)
    text = desktop.locator("[data-hint]").text_content() or ""
    place, letter = re.search(r"(\d)\w\w.letter:.([A-Z])", text).groups()
    tile = desktop.locator('[data-row="current"] .tile').nth(int(place) - 1)
    shown = "tile => getComputedStyle(tile, '::before').content"
    assert tile.evaluate(shown) == f'"{letter}"'
    expect(tile).to_have_attribute("aria-label", re.compile(f"empty: {letter} is known"))
    expect(desktop.locator(f'[data-key="{letter.lower()}"]')).to_have_attribute(
        "aria-label", f"{letter} correct, from a hint"
    )
    desktop.keyboard.type("zzzzz")
    assert tile.evaluate(shown) == "none"
    expect(tile).to_have_attribute("aria-label", re.compile("Z, not submitted"))


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_shown_answer_never_mixes_with_typed_letters(open_page, site, path):
    page = open_page(path, viewport=PHONE)
    line = page.locator("[data-hint]")
    for turn, word in enumerate(site.wrong_words(5), 2):
        guess(page, word)
        expect(page.locator("[name=turn]")).to_have_value(str(turn))
        for number in range(1, 5):
            if offers_hint(page):
                ask(page, number)
        if "answer is" in (line.text_content() or ""):
            break
    answer = (line.text_content() or "")[-5:]
    row = page.locator('.board >> nth=0 >> [data-row="current"] >> .tile')
    shown = """(tiles) => tiles.map((tile) => {
      const { content } = getComputedStyle(tile, "::before");
      return tile.textContent || content.replace("none", "").replaceAll('"', "");
    }).join("")"""
    assert row.evaluate_all(shown) == answer
    page.keyboard.type("zz")
    expect(row.nth(1)).to_have_text("Z")
    assert row.evaluate_all(shown) == "ZZ"
    expect(line).to_contain_text(answer)
    page.reload()
    expect(row.nth(1)).to_have_text("Z")
    assert row.evaluate_all(shown) == "ZZ"
    for _ in "zz":
        page.keyboard.press("Backspace")
    expect(row.first).to_have_text("")
    assert row.evaluate_all(shown) == answer


@pytest.mark.parametrize("path", ["/", "/boards/4"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_hint_button_is_at_least_10_pixels_above_the_keys(open_page, site, path, size):
    page = open_page(path, viewport=size)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    button, keys = (
        page.locator(BUTTON).bounding_box(),
        page.locator(".keyboard").bounding_box(),
    )
    assert keys["y"] - button["y"] - button["height"] >= 10


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_next_tile_shows_the_focus_after_a_hint(open_page, site, path):
    page = open_page(path)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    for number in range(1, 5):
        if offers_hint(page):
            ask(page, number)
        expect(page.locator(".play")).to_have_attribute("data-typing", "")
        expect(page.locator("#guess")).to_be_focused()
    page.keyboard.type("sl")
    expect(page.locator("#guess")).to_have_value("sl")


def test_selected_board_gets_the_hint(open_page, site):
    page = open_page("/boards/4")
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    ask(page, 1)
    expect(page.locator("[data-hint]")).to_contain_text("Board 1:")
    page.locator('.cards > [data-card="3"] .card-link').click()
    expect(page.get_by_role("button", name="Words left? Board 3")).to_be_visible()
    expect(page.locator("[data-hint]")).to_be_empty()
    ask(page, 2)
    expect(page.locator("[data-hint]")).to_contain_text("Board 3:")
    page.locator('.cards > [data-card="1"] .card-link').click()
    expect(page.locator("[data-hint]")).to_contain_text("Board 1:")


@pytest.mark.parametrize("has_script", [True, False])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_button_after_the_last_hint_selects_the_next_board(open_page, site, size, has_script):
    page = open_page("/boards/4", viewport=size, java_script_enabled=has_script)
    page.locator("#guess").fill(site.wrong_words(1)[0])
    page.locator("#guess").press("Enter")
    expect(page.locator("[name=turn]")).to_have_value("2")
    page.locator("#guess").fill("sl")
    line, button = page.locator("[data-hint]"), page.locator(BUTTON)
    for number in range(1, 5):
        if offers_hint(page):
            ask(page, number)
    expect(line).to_contain_text("Board 1:")
    following = page.get_by_role("button", name="Go to board 2")
    box = following.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    asked = str(line.text_content())
    following.click()
    expect(button).to_have_text(re.compile(r"^\s*Words left\?\s+Board.2\s*$"))
    expect(page.locator("#guess")).to_have_value("sl")
    expect(page.locator("form [name=board]")).to_have_value("2")
    expect(line).to_be_empty()
    assert button.bounding_box() == box
    ask(page, int(str(button.get_attribute("value"))))
    expect(line).to_contain_text("Board 2:")
    page.locator('.cards > [data-card="1"] .card-link').click()
    expect(line).to_have_text(asked)
    expect(button).to_have_attribute("value", "board-2")


@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
def test_button_for_the_next_board_has_two_lines_on_a_phone(open_page, site, locale):
    page = open_page("/boards/4", viewport=PHONE, locale=locale)
    guess(page, site.wrong_words(1)[0])
    expect(page.locator("[name=turn]")).to_have_value("2")
    for number in range(1, 5):
        if offers_hint(page):
            ask(page, number)
    button = page.locator(BUTTON)
    expect(button).to_have_attribute("value", "board-2")
    assert [part.evaluate(LINES) for part in button.locator("span").all()] == [1, 1]
    assert button.evaluate(SHOWS_ALL)


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_visit_to_the_helper_keeps_the_typed_letters(open_page, site, path):
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
    # The stored letters belong to this turn, and don't come back once they have been deleted.
    for _ in "slo":
        page.keyboard.press("Backspace")
    guess(page, site.wrong_words(2)[1])
    expect(page.locator("[name=turn]")).to_have_value("3")
    page.reload()
    expect(page.locator("[data-ready] #guess")).to_have_value("")


def test_hint_works_without_a_script(plain, site):
    for path in ("/", "/boards/4"):
        plain.goto(path)
        plain.locator("#guess").fill(site.wrong_words(1)[0])
        plain.get_by_role("button", name="Guess").click()
        plain.locator("#guess").fill("sl")
        plain.get_by_role("button", name="Hint").click()
        expect(plain.locator(PRICE)).to_contain_text("💡")
        expect(plain.locator(PRICE)).to_be_in_viewport(ratio=1)
        plain.get_by_role("button", name=re.compile("ords (are )?left\\?")).click()
        expect(plain.locator("[data-hint]")).to_contain_text("words left")
        expect(plain.locator("#guess")).to_have_value("sl")


@pytest.mark.parametrize("path", ["/", "/boards/4"])
@pytest.mark.parametrize("locale", ["en", "de"])
def test_without_scripts_the_first_hint_has_a_separate_line(open_page, site, path, locale):
    options = {"java_script_enabled": False, "locale": locale}
    page = open_page(path, viewport={"width": 390, "height": 844}, **options)
    page.locator("#guess").fill(site.wrong_words(1)[0])
    press_and_load(page.locator(".guess-button"))
    press_and_load(page.locator(BUTTON))
    confirm = page.locator(CONFIRM)
    assert confirm.evaluate(SHOWS_ALL)
    boxes = page.evaluate(BOXES, ".guess-form, .hint-confirm")
    assert boxes[1][2] == pytest.approx(boxes[0][2], abs=1)
    confirm.click()
    expect(page.locator("[data-hint]")).to_contain_text(re.compile(r"\d"))
    expect(page.locator(CONFIRM)).to_be_hidden()


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_without_scripts_the_last_hint_moves_no_button_sideways(open_page, site, path):
    options = {"java_script_enabled": False, "viewport": {"width": 390, "height": 844}}
    page = open_page(path, **options)
    page.locator("#guess").fill(site.wrong_words(1)[0])
    press_and_load(page.locator(".guess-button"))
    before = page.evaluate(BOXES, "#guess, .guess-button")
    press_and_load(page.locator(BUTTON))
    press_and_load(page.locator(CONFIRM))
    while offers_hint(page):
        press_and_load(page.locator(BUTTON))
    after = page.evaluate(BOXES, "#guess, .guess-button")
    assert [box[0] for box in after] == [box[0] for box in before]
    assert [box[2] for box in after] == [box[2] for box in before]
    line, label = page.evaluate(BOXES, "[data-hint], .guess-label")
    assert line[0] + line[2] / 2 == pytest.approx(label[0] + label[2] / 2, abs=1)


def test_hinted_letters_look_unlike_typed_ones_with_forced_colors(open_page):
    page = open_page("/challenge", forced_colors="active")
    visit(page, challenge(page, "crane"))
    guess(page, "moist")
    expect(page.locator("[name=turn]")).to_have_value("2")
    number = 1
    while page.locator("[data-ghost]").count() == 0:
        ask(page, number)
        number += 1
    known = page.locator("[data-ghost]").evaluate(LETTER, "::before")
    letter = page.locator("[data-ghost]").get_attribute("data-ghost").lower()
    page.keyboard.type("zz")
    typed = page.locator("[data-mark=typed]").first.evaluate(LETTER, None)
    assert all(one != other for one, other in zip(known, typed, strict=True))
    assert known[2] < typed[2]
    hinted, untried = (page.locator(f"[data-key={key}]").evaluate(KEY) for key in (letter, "q"))
    assert hinted[0] != untried[0]
    assert hinted[1] == untried[1]


@pytest.mark.parametrize("path", ["/", "/boards/4"])
@pytest.mark.parametrize("locale", ["en", "de", "es", "fr", "pt-BR"])
def test_without_scripts_asking_for_a_hint_keeps_the_field_focused(open_page, site, path, locale):
    page = open_page(path, viewport=DESK, java_script_enabled=False, locale=locale)
    page.locator("#guess").fill(site.wrong_words(1)[0])
    page.keyboard.press("Enter")
    expect(page.locator("[name=turn]")).to_have_value("2")
    if path == "/boards/4":
        page.locator('[data-card="2"] .card-link').press("Enter")
        expect(page.locator("form [name=board]")).to_have_value("2")
        expect(page.locator("#guess")).to_be_focused()
    before = page.evaluate(BOXES, ".guess-form, .board .tile")
    page.locator(BUTTON).press("Enter")
    expect(page.locator(CONFIRM)).to_be_visible()
    expect(page.locator("#guess")).to_be_focused()
    assert page.evaluate(BOXES, ".guess-form, .board .tile") == before
    assert page.locator(CONFIRM).evaluate(SHOWS_ALL)
    page.locator(CONFIRM).press("Enter")
    expect(page.locator("[data-hint]")).to_contain_text(re.compile(r"\d"))
    expect(page.locator("#guess")).to_be_focused()
