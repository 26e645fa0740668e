"""The daily game on a desktop, with the physical keyboard."""

import json

import pytest
from browser_looks import EMPTY, READY, TOUCHED, Held, guess, settle, typed_row, visit, wait_until
from playwright.sync_api import Page, Request, Route, expect


def play_row(page: Page, word: str, number: int) -> None:
    guess(page, word)
    expect(page.get_by_role("group", name=f"Guess {number}: {word[0].upper()}")).to_be_visible()
    expect(page.locator(".guess-label, [data-result]").first).not_to_have_text(
        f"Guess {number} of 6"
    )


def test_tile_label_changes_while_typing(desktop, site):
    play_row(desktop, site.wrong_words(1)[0], 1)
    tile = desktop.locator('[data-row="current"] .tile').nth(1)
    expect(tile).to_have_attribute("aria-label", "2nd letter, empty")
    desktop.keyboard.type("cr")
    expect(tile).to_have_attribute("aria-label", "2nd letter R, not submitted")
    desktop.keyboard.press("Backspace")
    expect(tile).to_have_attribute("aria-label", "2nd letter, empty")


def test_row_is_marked_after_one_request(desktop, site):
    requests = []

    def note(request: Request) -> None:
        if "/static/" not in request.url:
            requests.append(request.method)

    desktop.on("request", note)
    held = Held(desktop, f"{site.url}/")
    marked = desktop.locator(".board .tile:is([data-mark=absent], [data-mark=present])")
    guess(desktop, site.wrong_words(1)[0])
    held.release()
    expect(marked).not_to_have_count(0)
    assert requests == ["POST"]
    assert desktop.url == f"{site.url}/"


def test_row_is_announced_once_after_its_tiles_have_turned(moving, site):
    moving.evaluate(
        """() => {
          window.spoken = [];
          const line = document.querySelector("[data-announcer]");
          new MutationObserver(() => line.textContent && window.spoken.push(line.textContent))
            .observe(line, { childList: true });
        }"""
    )
    words = site.wrong_words(2)
    for number, word in enumerate(words, 1):
        play_row(moving, word, number)
        wait_until(moving, "number => window.spoken.length >= number", number)
    first, second = moving.evaluate("window.spoken")
    assert first.startswith(f"Guess 1: {words[0][0].upper()} ")
    assert second.startswith(f"Guess 2: {words[1][0].upper()} ")


@pytest.mark.parametrize(
    ("typed", "refusal"), [("abc", "Not enough letters"), ("zzzzz", "Not in word list")]
)
def test_refused_guess_and_message_stay_until_the_guess_changes(desktop, typed, refusal):
    guess(desktop, typed)
    expect(desktop.get_by_role("alert")).to_contain_text(refusal)
    assert typed_row(desktop) == typed
    if len(typed) == 5:
        desktop.keyboard.type("a")
        settle(desktop)
    expect(desktop.get_by_role("alert")).to_contain_text(refusal)
    expect(desktop.get_by_text("Guess 1 of 6")).to_have_count(1)
    desktop.keyboard.press("Backspace")
    expect(desktop.get_by_role("alert")).to_have_count(0)
    assert typed_row(desktop) == typed[:-1]


def test_only_letters_are_typed_up_to_the_length_of_a_row(desktop):
    for key in ("Control+a", "Alt+b", "Meta+c", "1", " "):
        desktop.keyboard.press(key)
    for _ in range(3):
        desktop.keyboard.down("d")
    desktop.keyboard.up("d")
    desktop.keyboard.type("abcefgh")
    assert typed_row(desktop) == "dabce"
    for _ in range(3):
        desktop.keyboard.down("Backspace")
    desktop.keyboard.up("Backspace")
    assert typed_row(desktop) == "da"


def test_enter_does_not_press_the_last_key_again(desktop):
    desktop.get_by_role("button", name="Q", exact=True).click()
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("alert")).to_contain_text("Not enough letters")
    assert typed_row(desktop) == "q"


def test_focused_key_types_on_enter_and_space_and_keeps_the_focus(desktop):
    for _ in ("Q", "W"):
        desktop.keyboard.press("Tab")
    key = desktop.get_by_role("button", name="W", exact=True)
    expect(key).to_be_focused()
    desktop.keyboard.press("Space")
    desktop.keyboard.down("Enter")
    desktop.keyboard.down("Enter")
    desktop.keyboard.up("Enter")
    assert typed_row(desktop) == "ww"
    expect(key).to_be_focused()
    guess(desktop, "a")
    expect(desktop.get_by_role("alert")).to_contain_text("Not enough letters")
    assert typed_row(desktop) == "wwa"


def test_key_held_down_counts_once(open_page):
    page = open_page(clocked=True)
    box = page.get_by_role("button", name="Q", exact=True).bounding_box()
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.clock.run_for(5_000)
    page.mouse.up()
    page.get_by_role("button", name="E", exact=True).dblclick()
    assert typed_row(page) == "qee"


@pytest.mark.parametrize("next_at", ["once", "the flip", "the next turn"])
def test_three_words_typed_ahead_all_count(moving, site, next_at):
    words = site.wrong_words(3)
    for turn, word in enumerate(words, 2):
        guess(moving, word)
        is_counted = f"document.body.textContent.includes('Guess {turn} of 6')"
        if next_at == "the flip":
            wait_until(moving, f"document.getAnimations().length > 0 || {is_counted}")
        elif next_at == "the next turn":
            wait_until(moving, is_counted)
    expect(moving.get_by_text("Guess 4 of 6")).to_have_count(1)
    rows = moving.locator('.board > [data-row="played"]').all_inner_texts()
    assert ["".join(row.split()).lower() for row in rows] == words


def test_keys_typed_while_a_guess_is_sent_take_effect_in_order(moving, site):
    first, second = site.wrong_words(2)
    held = Held(moving, f"{site.url}/", times=1)
    guess(moving, first)
    moving.keyboard.type(second[:4] + "qx")
    moving.keyboard.press("Backspace")
    moving.keyboard.type(second[4])
    ahead = moving.locator(".board > :nth-child(2)")
    assert "".join(ahead.inner_text().split()).lower() == second
    assert typed_row(moving) == first
    held.release()
    moving.get_by_text("Guess 2 of 6").wait_for(state="attached")
    assert typed_row(moving) == second
    moving.keyboard.press("Enter")
    expect(moving.get_by_text("Guess 3 of 6")).to_have_count(1)
    assert typed_row(moving) == ""


@pytest.mark.parametrize("feature", ["position-area", "unknown-to-this-browser"])
def test_error_message_is_below_the_typed_row(open_page, site, feature):
    page = open_page(EMPTY)

    def change(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace("(position-area: bottom)", f"({feature}: bottom)")
        route.fulfill(response=answer, body=text)

    page.route("**/css/site.css", change)
    visit(page, "/")
    play_row(page, site.wrong_words(1)[0], 1)
    guess(page, "zzzzz")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("ZZZZZ")
    row, message = page.locator('[data-row="current"]').bounding_box(), alert.bounding_box()
    assert 0 <= message["y"] - row["y"] - row["height"] <= 8
    assert message["x"] + message["width"] / 2 == pytest.approx(row["x"] + row["width"] / 2, abs=1)


def test_refused_guess_can_be_replaced_and_is_not_sent_again(desktop, site):
    word = site.wrong_words(1)[0]
    held = Held(desktop, f"{site.url}/")
    guess(desktop, "zzzzz")
    guess(desktop, "abc")
    held.release()
    expect(desktop.get_by_role("alert")).to_contain_text("Not in word list")
    assert typed_row(desktop) == "zzzzz"
    desktop.keyboard.press("Enter")
    for _ in "zzzzz":
        desktop.keyboard.press("Backspace")
    guess(desktop, word)
    held.release(2)
    assert len(held.routes) == 2
    desktop.unroute_all()
    expect(desktop.get_by_text("Guess 2 of 6")).to_have_count(1)


def test_letters_typed_before_the_script_loads_are_kept(open_page, site):
    page = open_page(EMPTY)
    held = Held(page, "**/main.js")
    page.goto("/", wait_until="commit")
    page.locator(".guess-input:focus").wait_for()
    page.keyboard.type("cra")
    held.release()
    wait_until(page, READY)
    page.keyboard.type("ne")
    assert typed_row(page) == "crane"


def test_animations_have_their_usual_durations(moving, site):
    moving.evaluate(
        """() => {
          window.moved = {};
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, options) {
            const isTurn = JSON.stringify(frames).includes("rotateX");
            if (isTurn) (window.turned ??= []).push([options.delay ?? 0, options.duration]);
            return animate.call(this, frames, options);
          };
          document.addEventListener("animationstart", ({ animationName, target }) => {
            window.moved[animationName] = getComputedStyle(target).animationDuration;
          }, true);
        }"""
    )
    guess(moving, "zzzzz")
    expect(moving.get_by_role("alert")).to_contain_text("Not in word list")
    for _ in "zzzzz":
        moving.keyboard.press("Backspace")
    guess(moving, site.answer)
    moving.locator("[data-result]").wait_for()
    wait_until(moving, "'bounce' in window.moved")
    moved = moving.evaluate("window.moved")
    assert (moved["pop"], moved["shake"]) == ("0.1s", "0.6s")
    turned = sorted(moving.evaluate("window.turned"))
    halves = [[start + half, 250] for start in (0, 300, 600, 900, 1200) for half in (0, 250)]
    assert turned == halves


def test_keys_are_colored_after_the_row_has_turned(moving, site):
    word = site.wrong_words(1)[0]
    key = moving.locator(f'button.key[data-key="{word[0]}"]')
    guess(moving, word)
    expect(moving.locator(".board > :first-child > :first-child")).not_to_have_attribute(
        "data-mark", "typed"
    )
    expect(key).to_have_attribute("data-mark", "unknown")
    expect(key).not_to_have_attribute("data-mark", "unknown")


def test_screen_reader_can_enter_a_guess_in_the_text_field(desktop, site):
    field = desktop.get_by_role("textbox", name="Guess 1 of 6")
    assert field.get_attribute("inputmode") == "none"
    field.fill(site.wrong_words(1)[0])
    field.press("Enter")
    expect(desktop.get_by_role("textbox", name="Guess 2 of 6")).to_have_value("")


def test_slow_response_shows_a_waiting_state(desktop, site):
    held = Held(desktop, f"{site.url}/", times=1)
    current = desktop.locator('.board > [data-row="current"]')
    guess(desktop, site.wrong_words(1)[0])
    expect(current).to_have_css("opacity", "0.5")
    desktop.keyboard.press("Enter")
    held.release()
    expect(desktop.get_by_text("Guess 2 of 6")).to_have_count(1)
    expect(current).to_have_css("opacity", "1")
    assert len(held.routes) == 1


@pytest.mark.parametrize(
    ("status", "page", "message"),
    [
        (429, "<p data-error>Wait a minute.</p>", "Wait a minute."),
        (502, "<h1>Bad Gateway</h1>", "No connection."),
    ],
)
def test_error_response_keeps_the_guess_and_shows_a_message(desktop, site, status, page, message):
    word = site.wrong_words(1)[0]
    answer = {"status": status, "content_type": "text/html", "body": page}
    desktop.route(f"{site.url}/", lambda route: route.fulfill(**answer), times=1)
    guess(desktop, word)
    expect(desktop.get_by_role("alert")).to_contain_text(message)
    assert typed_row(desktop) == word
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_text("Guess 2 of 6")).to_have_count(1)


def test_guess_is_kept_without_a_connection(desktop, site, watch):
    word = site.wrong_words(1)[0]
    desktop.context.set_offline(True)
    guess(desktop, word)
    expect(desktop.get_by_role("alert")).to_contain_text("No connection")
    assert typed_row(desktop) == word
    desktop.context.set_offline(False)
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_text("Guess 2 of 6")).to_have_count(1)
    assert [problem for problem in watch.problems if "ERR_INTERNET" not in problem] == []
    watch.problems.clear()


def test_tab_reports_that_its_game_has_ended_in_another_tab(open_page, site):
    first = open_page()
    second = first.context.new_page()
    visit(second, "/")
    guess(first, site.answer)
    first.locator("[data-result]").wait_for()
    second.bring_to_front()
    guess(second, site.wrong_words(1)[0])
    expect(second.get_by_role("heading", name="Genius")).to_be_visible()
    message = second.get_by_text("This game is over. Your guess wasn’t counted.")
    expect(message).to_be_in_viewport()


def test_game_deleted_meanwhile_restarts_with_the_typed_letters(desktop, site):
    words = site.wrong_words(3)
    for number, word in enumerate(words[:2], 1):
        play_row(desktop, word, number)
    desktop.context.clear_cookies()
    guess(desktop, words[2])
    expect(desktop.get_by_role("alert")).to_contain_text("your browser didn’t send it")
    expect(desktop.locator('.board > [data-row="played"]')).to_have_count(0)
    assert typed_row(desktop) == words[2]
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_text("Guess 2 of 6")).to_have_count(1)
    expect(desktop.get_by_role("group", name=f"Guess 1: {words[2][0].upper()}")).to_be_visible()


@pytest.mark.parametrize(
    "address", ["/", "/boards/4", "/helper", "/helper?boards=4&row=slate:00000.02000.00210.00011"]
)
def test_pressing_a_key_restyles_few_elements(open_page, browser, address):
    page = open_page(address, **TOUCHED)
    page.wait_for_selector("[data-ready]")
    page.evaluate("new Promise(requestAnimationFrame)")
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    keys = ["c", "r", "a", "Backspace"]  # the first moves the focus to the field
    for key in keys:
        page.keyboard.press(key)
        page.evaluate("new Promise(requestAnimationFrame)")
    assert 0 < restyled(browser) <= 10 * len(keys)


@pytest.mark.parametrize("boards", [1, 4, 8])
def test_coloring_a_tile_restyles_few_elements(open_page, browser, boards):
    page = open_page(f"/helper?boards={boards}&row=crane:", **TOUCHED)
    page.wait_for_selector("[data-ready]")
    page.evaluate("new Promise(requestAnimationFrame)")
    held = Held(page, "**/helper?*", times=1)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator(".tile[name]").nth(1).click()
    page.wait_for_timeout(200)
    assert 0 < restyled(browser) <= 30
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    with page.expect_response("**/helper?*"):
        held.release()
    page.wait_for_timeout(500)
    assert 0 < restyled(browser) <= page.locator("main *").count()


def restyled(browser) -> int:
    """Stop tracing, and return how many elements were restyled."""
    events = json.loads(browser.stop_tracing())["traceEvents"]
    updates = [event for event in events if event["name"] == "UpdateLayoutTree"]
    return sum(event["args"]["elementCount"] for event in updates)


def test_input_method_text_appears_in_the_row_after_composition(desktop, site):
    word = site.wrong_words(1)[0]
    desktop.locator("[name=guess]").focus()
    ime = desktop.context.new_cdp_session(desktop)
    for end in range(1, len(word) + 1):
        part = {"text": word[:end], "selectionStart": end, "selectionEnd": end}
        ime.send("Input.imeSetComposition", part)
    assert typed_row(desktop) == word
    ime.send("Input.insertText", {"text": word})
    assert typed_row(desktop) == word
    desktop.keyboard.press("Backspace")
    assert typed_row(desktop) == word[:-1]
    desktop.keyboard.type(word[-1])
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("group", name=f"Guess 1: {word[0].upper()}")).to_be_visible()


def test_key_press_of_an_input_method_focuses_the_field(desktop):
    desktop.evaluate("document.activeElement.blur()")
    event = '{"key": "Process", "keyCode": 229, "bubbles": true}'
    desktop.evaluate(f"document.body.dispatchEvent(new KeyboardEvent('keydown', {event}))")
    expect(desktop.locator("[name=guess]")).to_be_focused()
