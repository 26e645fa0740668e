"""Nothing moves under a finger: keys, tiles and the main button keep their positions."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from browser_looks import DESK, PHONE, Held, visit
from playwright.sync_api import Page, expect

from wordle_web.engine.feedback import digits_of, feedback

TALL = {"width": 390, "height": 844}
TALLER = {"width": 412, "height": 915}
TABLET = {"width": 768, "height": 1024}

# The positions of keys, tiles and buttons: relative to the window if they are fixed,
# otherwise to the page, which may be scrolled. Tiles of the typed row have the names that they get
# when the row is entered.
PLACES = """() => {
  const places = {};
  const put = (name, element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    const { x, y, width, height } = element.getBoundingClientRect();
    const frame = element.closest(".keyboard, .helper-result");
    const top = frame && getComputedStyle(frame).position === "fixed" ? y : y + scrollY;
    places[name] = [x, top, width, height].map(Math.round);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const key of all(".key")) put(`key ${key.dataset.key}`, key);
  for (const tile of all("[name=tap]")) put(`tile ${tile.value}`, tile);
  const next = document.querySelector("[data-several]") ? "typed" : all(".helper-row").length + 1;
  all(".helper-next .tile").forEach((tile, at) => put(`tile ${next}.${at + 1}`, tile));
  for (const button of all("[data-focus=play]")) put("main button", button);
  // If not all rows of several boards fit, no room is reserved for later rows.
  const hasAllRows = all('[data-row="later"]').every((row) => row.checkVisibility());
  const rows = hasAllRows ? all(".board > .row") : [];
  for (const [at, row] of rows.entries()) {
    if (row.offsetHeight < 5) continue; // a line for a later guess
    for (const [to, tile] of [...row.children].entries()) put(`board ${at}.${to}`, tile);
  }
  for (const button of all(".result-line .button")) put(button.textContent.trim(), button);
  for (const step of all(".helper-steps button")) put(step.textContent, step);
  return places;
}"""


@dataclass
class Places:
    """The first positions of elements above the fold, which must not change."""

    page: Page
    fold: int
    seen: dict[str, list[int]] = field(default_factory=dict)

    def look(self, moment: str) -> None:
        places: dict[str, list[int]] = self.page.evaluate(PLACES)
        for name, place in places.items():
            assert self.seen.get(name, place) == place, f"{name} moved when {moment}"
        self.seen |= {name: place for name, place in places.items() if place[1] < self.fold}


@pytest.fixture(params=[PHONE, TALL, TALLER, TABLET, DESK, "large PHONE", "large TALL"], ids=str)
def window(request: pytest.FixtureRequest, open_page: Any) -> Iterator[Page]:
    """The empty helper in windows of many sizes, two of them with text at twice the size."""
    if isinstance(request.param, str):
        page: Page = request.getfixturevalue("large_text")
        page.emulate_media(reduced_motion="reduce")
        page.set_viewport_size(PHONE if "PHONE" in request.param else TALL)
        yield page
    else:
        yield open_page(viewport=request.param)


def press(page: Page, key: str) -> None:
    page.locator(f".key[data-key='{key}']").click()


def suggestion(page: Page) -> str:
    expect(page.locator("[data-focus=play]")).to_be_visible()
    return str(page.locator("[data-suggestion]").get_attribute("data-suggestion"))


@pytest.mark.parametrize("boards", [1, 4])
def test_layout_is_stable_from_the_first_key_to_the_response(window, boards):
    page = window
    visit(page, "/helper" if boards == 1 else f"/helper?boards={boards}")
    places = Places(page, page.viewport_size["height"])
    places.look("nothing was pressed")
    for row, word in enumerate(("crane", "south"), 1):
        for letter in word:
            press(page, letter)
            places.look(f"{letter} of {word} was typed")
        expect(page.locator("[data-tiles][data-waiting]")).to_have_count(boards)
        places.look(f"{word} was taken")
        for board in range(1, boards + 1):
            middle = f"{board}." if boards > 1 else ""
            page.locator(f"[name=tap][value='{row}.{middle}2']").click()
            places.look(f"board {board} was tapped")
        suggestion(page)
        places.look(f"{word} was answered")
    for letter in "crx":
        press(page, letter)
    press(page, "Enter")
    expect(page.locator("#helper-add-error")).to_contain_text("Enter a word of 5 letters")
    places.look("a row was refused")
    for letter in "zz":
        press(page, letter)
    expect(page.locator("[data-fragment=helper-unknown]")).to_contain_text("CRXZZ")
    places.look("a word was not known")
    for _ in range(5):
        press(page, "Backspace")
        places.look("a letter was erased")
    page.get_by_role("button", name="Undo").click()
    expect(page).not_to_have_url("south")
    places.look("a row was undone")
    assert len(places.seen) >= 28 + 10 + 1


@pytest.mark.parametrize("rows", [0, 4])
def test_using_a_guess_causes_no_layout_shift(open_page, rows):
    words = ["crane:01002", "slide:00002", "built:00000", "ghost:00000"][:rows]
    page = open_page("/helper?" + "&".join(f"row={word}" for word in words), viewport=TALL)
    places = Places(page, TALL["height"])
    places.look("nothing was pressed")
    suggestion(page)
    page.locator("[data-focus=play]").click()
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    places.look("a guess was used")
    gray = page.get_by_role("button", name="gray")
    if rows:  # coloring all tiles gray would be a contradiction
        expect(gray).to_be_disabled()
        for tile in page.locator(f"[name=tap][value^='{rows + 1}.']").all():
            for _ in range(3):
                tile.click()
    else:
        gray.click()
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(0)
    places.look("it was all gray")


def test_keys_can_be_tapped_where_they_were_before_coloring(open_page):
    page = open_page("/helper", viewport=TALL, has_touch=True, is_mobile=True)
    for letter in "crane":
        press(page, letter)
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    places = page.evaluate(PLACES)
    for tile in ("1.2", "1.5", "1.5"):
        page.locator(f"[name=tap][value='{tile}']").tap()
    for letter in "south":
        x, y, width, height = places[f"key {letter}"]
        page.touchscreen.tap(x + width / 2, y + height / 2)
        page.wait_for_timeout(250)
    expect(page.get_by_role("group", name="Row 2, SOUTH")).to_be_visible()
    expect(page).to_have_url(page.url.partition("?")[0] + "?row=crane:01002&row=south:")


def test_second_press_does_not_reach_a_new_button(open_page):
    page = open_page("/helper?row=crane:01002&hint=1", viewport=TALL)
    button = page.locator("[data-focus=hint]")
    box = button.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*place)
    expect(button).to_have_text("Show its spot")
    page.mouse.click(*place)
    page.wait_for_timeout(600)
    expect(button).to_have_text("Show its spot")
    page.mouse.click(*place)
    expect(button).to_have_text("Show the best guess")


@pytest.mark.parametrize(
    ("word", "pressed", "effect"),
    [
        ("shout", "[name=tap][value='2.3']", "[name=tap][value='2.3'][data-mark=present]"),
        ("shout", ".helper-suggestion > a", "[name=tap][value='3.1']"),
        ("shout", "[data-fold=paste] > summary", "[data-fold=paste][open]"),
        ("crank", "[data-focus=gray]", "main:not(:has(.tile[data-assumed]))"),  # submits the form
    ],
)
def test_press_counts_even_if_a_response_arrives_meanwhile(open_page, word, pressed, effect):
    page = open_page(f"/helper?row=crane:00000&row={word}:", viewport=TALL)
    page.locator("[name=tap][value='2.2']").click()
    expect(page.locator(".tile[data-assumed]")).to_have_count(4)
    expect(page.locator("main")).to_contain_text(re.compile("if the rest is gray|No word fits"))
    held = Held(page, "**/helper?*", times=1)
    page.locator("[name=tap][value='2.4']").click()
    place = page.locator(pressed).bounding_box()
    page.mouse.move(place["x"] + 20, place["y"] + 20)
    page.mouse.down()
    with page.expect_response("**/helper?*"):
        held.release()
    page.wait_for_timeout(200)
    page.mouse.up()
    expect(page.locator(effect)).to_be_attached()


@pytest.mark.parametrize("path", ["/", "/boards/4"])
def test_game_causes_no_layout_shift_before_its_end(window, site, path):
    page = window
    visit(page, path)
    places = Places(page, page.viewport_size["height"])
    look = places.look
    look("nothing was pressed")
    for word in site.wrong_words(2):
        for letter in word:
            press(page, letter)
        look(f"{word} was typed")
        press(page, "Enter")
        expect(page.locator("[data-row=current] [data-mark=typed]")).to_have_count(0)
        look(f"{word} was answered")
    for letter in "zzzz":
        press(page, letter)
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not enough letters")
    look("too few letters were refused")
    press(page, "z")
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("Not in word list")
    look("a word was refused")
    for _ in range(5):
        press(page, "Backspace")
    held = Held(page, "**" + path, times=1)
    for letter in site.wrong_words(3)[2]:
        press(page, letter)
    press(page, "Enter")
    expect(page.locator("[data-busy]")).to_be_visible()
    look("the answer was slow")
    held.release()
    expect(page.locator("[data-busy]")).to_have_count(0)
    look("it came")


def test_copying_a_result_causes_no_layout_shift(open_page, site):
    page = open_page(viewport=TALL, permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.type(site.answer)
    page.keyboard.press("Enter")
    share = page.get_by_role("button", name="Share")
    expect(share).to_be_visible()
    places = Places(page, TALL["height"])
    places.look("the game ended")
    height = page.evaluate("document.documentElement.scrollHeight")
    share.click()
    expect(page.get_by_text("Copied. The link only works on this computer.")).to_be_visible()
    places.look("it was copied")
    assert page.evaluate("document.documentElement.scrollHeight") == height


def tap(page: Page, selector: str) -> None:
    """Tap an element in view without scrolling."""
    expect(page.locator(selector)).to_be_in_viewport(ratio=0.9)
    page.locator(selector).tap()


def color(page: Page, tiles: Sequence[str], marks: str) -> int:
    """Tap tiles until they have these marks; return the number of taps."""
    taps = 0
    for value, mark in zip(tiles, marks, strict=True):
        tile = page.locator(f"[name=tap][value='{value}']")
        names = {"typed": 0, "absent": 0, "present": 1, "correct": 2}
        for _ in range((int(mark) - names[str(tile.get_attribute("data-mark"))]) % 3):
            tile.tap()
            taps += 1
    return taps


def marks_of(guess: str, answer: str) -> str:
    return digits_of(feedback(guess, answer), len(guess))


@pytest.mark.parametrize("answer", ["verse", "three", "gorge", "store"])
def test_two_words_take_at_most_fourteen_taps_without_scrolling(open_page, answer):
    page = open_page("/helper", viewport=TALL, has_touch=True, is_mobile=True)
    for letter in "crane":
        tap(page, f".key[data-key='{letter}']")
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    taps = 5 + color(page, [f"1.{place}" for place in range(1, 6)], marks_of("crane", answer))
    suggestion(page)
    tap(page, "[data-focus=play]")
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    # The word is read from the row: on a busy machine, a response may arrive just before this tap.
    guess = "".join(page.locator("[name=tap][value^='2.']").all_inner_texts()).lower()
    taps += 1 + color(page, [f"2.{place}" for place in range(1, 6)], marks_of(guess, answer))
    if page.locator("[data-tiles][data-waiting]").count():
        tap(page, "[data-focus=gray]")
        taps += 1
    suggestion(page)
    expect(page.locator("[data-focus=play]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    assert taps <= 14


def test_two_words_on_four_boards_take_at_most_forty_taps(open_page):
    answers = ["verse", "moldy", "craft", "cinch"]
    page = open_page("/helper?boards=4", viewport=TALL, has_touch=True, is_mobile=True)
    for letter in "crane":
        tap(page, f".key[data-key='{letter}']")
    taps, guess = 5, "crane"
    for row in (1, 2):
        expect(page.locator("[data-tiles][data-waiting]")).to_have_count(4)
        for board, answer in enumerate(answers, 1):
            marks = marks_of(guess, answer)
            result = page.locator(f"[name=result][value='{row}.{board}.{feedback(guess, answer)}']")
            if result.count() and result.is_visible():
                result.tap()
                taps += 1
            elif marks == page.locator("[data-tiles]").nth(board - 1).get_attribute("data-start"):
                page.locator(f"[data-focus='gray-{board}']").tap()
                taps += 1
            else:
                tiles = [f"{row}.{board}.{place}" for place in range(1, 6)]
                taps += color(page, tiles, marks)
        guess = suggestion(page)
        if row == 1:
            tap(page, "[data-focus=play]")
            taps += 1
    assert taps <= 40


@pytest.mark.parametrize("rows", [1, 2, 4, 6])
@pytest.mark.parametrize("viewport", [PHONE, TALL], ids=str)
def test_row_to_type_and_color_is_visible_with_large_text(large_text, viewport, rows):
    page = large_text
    page.set_viewport_size(viewport)
    words = ["crane:01002", "slide:00002", "built:00000", "verge:02002", "where:00102"]
    visit(page, "/helper?" + "&".join(f"row={word}" for word in words[: rows - 1]))

    def look(row):
        box, answer = row.bounding_box(), page.locator(".helper-result").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= answer["y"]

    for letter in "vivi":
        press(page, letter)
        look(page.locator(".helper-next"))
    press(page, "d")
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    look(page.locator(".helper-row").last)


@pytest.mark.parametrize("query", ["row=crane:01002", "boards=4&row=crane:01002.00000.11000.20100"])
def test_answer_and_keys_are_whole_on_tablets_and_desktops_with_large_text(large_text, query):
    page = large_text
    for width, height in [(768, 1024), (1280, 800), (1440, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        visit(page, f"/helper?{query}")
        count, keys, entry, use = (
            page.locator(part)
            for part in (
                ".helper-count",
                ".helper > .keyboard",
                ".helper-entry",
                "[data-focus=play]",
            )
        )
        expect(use).to_be_in_viewport(ratio=1)
        for key in ("q", "m", "Backspace"):
            expect(page.locator(f".key[data-key='{key}']")).to_be_in_viewport(ratio=1)
        if width < height:  # where the count is cut off at its line
            line = count.evaluate("(one) => [one.scrollHeight, one.clientHeight]")
            assert line[0] <= line[1] + 3  # letters with descenders are whole
        answer, button = page.locator(".helper-result").bounding_box(), use.bounding_box()
        assert count.bounding_box()["y"] >= answer["y"] + (4 if width < height else 0)
        assert keys.bounding_box()["y"] - button["y"] - button["height"] >= 8
        rows = entry.bounding_box()
        if width > height:  # beside the rows
            assert keys.bounding_box()["x"] >= rows["x"] + rows["width"]


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_keys_beside_four_boards_stay_with_large_text(large_text, language):
    page = large_text
    page.set_viewport_size(DESK)
    page.set_extra_http_headers({"Accept-Language": language})
    visit(page, "/helper?boards=4&row=crane:01002.00000.11000.20100")
    keys = page.locator(".helper > .keyboard")
    before = keys.bounding_box()["y"]
    page.keyboard.type("slate")
    expect(page.locator(".board-card[data-waiting]")).to_have_count(4)
    assert keys.bounding_box()["y"] == pytest.approx(before, abs=1)


@pytest.mark.parametrize("rows", ["crane:22222 slimy:22222", "crane:01002 slate:20000 moist:00000"])
def test_reason_for_no_matching_word_is_readable_with_large_text(large_text, rows):
    large_text.set_viewport_size(PHONE)
    visit(large_text, "/helper?" + "&".join(f"row={row}" for row in rows.split()))
    reason = large_text.locator(".helper-result").get_by_text(
        re.compile(r" in row 1, .* in row 2\.$")
    )
    expect(reason).to_be_in_viewport(ratio=1)
    fix = large_text.locator(".helper-mend").last
    inner, outer = reason.bounding_box(), large_text.locator(".helper-count").bounding_box()
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert inner["y"] + inner["height"] <= fix.bounding_box()["y"]
    assert fix.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_options_and_links_take_a_line_each_with_large_text(large_text, language):
    large_text.set_viewport_size(PHONE)
    large_text.set_extra_http_headers({"Accept-Language": language})
    visit(large_text, "/helper?row=crane:01002")
    large_text.locator("[name=tap][value='1.1']").click()  # shows the button that undoes this
    expect(large_text.locator("[data-undo]")).to_be_visible()
    options, links = (
        large_text.locator(part)
        for part in (".helper-options-open", ".helper-entry > .helper-ways")
    )
    for part in (options, links):
        assert part.bounding_box()["height"] < 48
        assert part.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1")
    paste = large_text.locator("[data-fold=paste]")
    expect(paste).to_be_hidden()
    options.click()
    expect(paste).to_be_visible()
    options.click()
    expect(paste).to_be_hidden()


@pytest.mark.parametrize(
    "query", ["row=crane:22222", "boards=2&row=crane:22222.00000&row=slimy:-.22222"]
)
@pytest.mark.parametrize("viewport", [PHONE, TALL, TALLER], ids=str)
def test_result_of_a_finished_game_is_at_the_bottom_of_the_window(open_page, viewport, query):
    page = open_page(f"/helper?{query}", viewport=viewport, is_mobile=True)
    expect(page.locator(".helper > .keyboard")).to_be_hidden()
    frame = page.locator(".helper-result").bounding_box()
    assert frame["y"] + frame["height"] == viewport["height"]
    expect(page.get_by_role("button", name="New game")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_notice_of_contradictory_boards_moves_neither_keys_nor_cards(open_page, width):
    first = "boards=4&row=crane:22220.01002.22220.00000&row=crack:"
    page = open_page(
        f"/helper?{first}22200.01000.22200.22222", viewport={"width": width, "height": 800}
    )
    parts = (".helper > .keyboard", ".board-card >> nth=0")
    before = [page.locator(part).bounding_box()["y"] for part in parts]
    visit(page, f"/helper?{first}00001.01000.00001.22222")
    expect(page.get_by_text("For the other boards")).to_be_visible()
    assert [page.locator(part).bounding_box()["y"] for part in parts] == before


@pytest.mark.parametrize("viewport", [PHONE, TALL], ids=str)
def test_solved_board_shows_its_rows_in_place_of_its_tiles(open_page, viewport):
    rows = "row=crane:01002.00000.11000.20100&row=slimy:00010.10000.00001.00100"
    query = f"boards=4&{rows}&row=verse:22222.00000.00000.00000&row=tough:"
    page = open_page(f"/helper?{query}", viewport=viewport, is_mobile=True)
    card, other = (page.locator(".board-card").nth(at) for at in (0, 1))
    assert card.bounding_box()["height"] == other.bounding_box()["height"]
    # There are three rows; the small phone has room for one of them beside the row to color.
    frame = card.locator(".mini-board").bounding_box()
    for row in card.locator(".mini-board > .row").all():
        assert row.bounding_box()["y"] >= frame["y"] - 1
        assert row.bounding_box()["height"] >= 11


FOUR = ["01002.00000.11000.20100", "00010.10000.00001.00100", "00000.01000.10000.00000"]


@pytest.mark.parametrize("rows", [1, 2, 3, 6])
@pytest.mark.parametrize("locale", ["en-US", "de", "pt-BR"])
@pytest.mark.parametrize("window", [PHONE, TALL, TALLER], ids=str)
def test_four_boards_are_visible_above_the_keys_of_a_phone(open_page, window, locale, rows):
    words = ["crane", "slimy", "tough", "tough", "tough"]
    before = [f"row={word}:{FOUR[min(index, 2)]}" for index, word in enumerate(words[: rows - 1])]
    query = "&".join(["boards=4", *before, "row=vivid:"])
    page = open_page(f"/helper?{query}", viewport=window, locale=locale, is_mobile=True)
    parts = ":is(.row > .tile, .board-card-tools .button, .helper-result-row)"
    ends = page.locator(f".board-card {parts}").evaluate_all(
        """(all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.getBoundingClientRect().bottom)"""
    )
    assert len(ends) >= 4 * (5 + 1)
    assert max(ends) <= page.locator(".helper-result").bounding_box()["y"]
    numbers, frame = page.locator(".boards-row").all(), page.locator(".boards-rows").bounding_box()
    shown = [number.bounding_box()["x"] - frame["x"] for number in numbers]
    width = numbers[0].bounding_box()["width"]
    cut = [
        x for x in shown if 1 - width < x < -1 or frame["width"] - width + 1 < x < frame["width"]
    ]
    assert not cut


@pytest.mark.parametrize("window", [PHONE, TALL], ids=str)
def test_text_shown_instead_of_four_boards_has_the_page_margin(open_page, window):
    page = open_page("/helper?boards=4", viewport=window)
    tiles = page.locator(".helper-next .row").bounding_box()
    text, button = page.locator(".boards-cards > p").first, page.locator(".boards-start > .button")
    assert text.bounding_box()["x"] == button.bounding_box()["x"] == tiles["x"] == 16
    assert text.bounding_box()["y"] - tiles["y"] - tiles["height"] >= 12
    end = button.bounding_box()["y"] + button.bounding_box()["height"]
    assert end <= page.locator(".helper-result").bounding_box()["y"]


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("window", [PHONE, TALL, TALLER], ids=str)
def test_every_row_of_four_boards_can_be_selected_on_a_phone(open_page, window, locale):
    tops = set()
    for count in (0, 1, 5, 9):
        rows = "".join(f"&row=tough:{FOUR[2]}" for _ in range(count))
        page = open_page(f"/helper?boards=4{rows}", viewport=window, locale=locale, is_mobile=True)
        tops.add(page.locator(".boards-cards").bounding_box()["y"])
        numbers = page.locator(".boards-row")
        assert numbers.count() == count
        for number in numbers.all():
            expect(number).to_be_in_viewport(ratio=1)
            box = number.bounding_box()
            assert min(box["width"], box["height"]) >= 24
            number.click(trial=True)  # nothing covers its center
    assert len(tops) == 1
    page.locator(".boards-row").first.click()
    expect(page.locator(".boards-row").first).to_have_attribute("aria-current", "true")


# The element at a place, or the link or button around it.
TARGET = (
    """([x, y]) => document.elementFromPoint(x, y)?.closest("a, summary, button")?.textContent"""
)


@pytest.mark.parametrize("window", [PHONE, TALL], ids=str)
def test_numbers_of_three_rows_and_the_pencil_are_large_targets_on_a_phone(open_page, window):
    rows = "".join(f"&row=tough:{FOUR[2]}" for _ in range(3))
    page = open_page(f"/helper?boards=4{rows}", viewport=window, is_mobile=True)
    targets = page.locator(".boards-row, .helper-tools-open").all()
    assert len(targets) == 4
    for target in targets:
        box, text = target.bounding_box(), target.text_content()
        assert box["width"] >= (32 if target is targets[-1] else 40)
        for y in (box["y"] + box["height"] - 44, box["y"] + box["height"] - 1):
            assert page.evaluate(TARGET, [box["x"] + box["width"] / 2, y]) == text
    page.mouse.click(targets[0].bounding_box()["x"] + 20, targets[0].bounding_box()["y"] - 8)
    expect(page.locator(".boards-row").first).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize(
    ("window", "width", "heights"), [(PHONE, 31, (52, 36)), (TALL, 34, (64, 48))]
)
def test_tiles_to_color_use_the_width_of_a_phone(open_page, window, width, heights):
    for before, height in zip(("", f"&row=crane:{FOUR[0]}"), heights, strict=True):
        page = open_page(f"/helper?boards=4{before}&row=tough:", viewport=window, is_mobile=True)
        for tile in page.locator(".board-card > .row > .tile").all():
            box = tile.bounding_box()
            assert box["width"] >= width
            assert box["height"] >= height
        assert page.evaluate("document.documentElement.scrollWidth") == window["width"]


@pytest.mark.parametrize("board", [1, 2, 3, 4])
@pytest.mark.parametrize("window", [PHONE, TALL], ids=str)
def test_opening_the_words_left_on_a_board_moves_no_board_on_a_phone(open_page, window, board):
    page = open_page(f"/helper?boards=4&row=crane:{FOUR[0]}", viewport=window, is_mobile=True)
    cards = page.locator(".board-card")
    before = [card.bounding_box() for card in cards.all()]
    words = cards.nth(board - 1).locator(".board-card-words")
    words.locator("summary").click()
    assert [card.bounding_box() for card in cards.all()] == before
    expect(words.locator("li").nth(7)).to_be_in_viewport(ratio=1)
    shown, answer = words.bounding_box(), page.locator(".helper-result").bounding_box()
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= answer["y"]
    words.locator("summary").click()
    expect(words.locator("li").first).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-US", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("count", [0, 2, 7])
@pytest.mark.parametrize("window", [PHONE, TALL], ids=str)
def test_typed_row_and_row_numbers_have_labels_above_them(open_page, window, count, locale):
    rows = "".join(f"&row=tough:{FOUR[2]}" for _ in range(count))
    page = open_page(f"/helper?boards=4{rows}", viewport=window, locale=locale, is_mobile=True)
    label = page.locator(".helper-next-label").bounding_box()
    tiles = [tile.bounding_box() for tile in page.locator(".helper-next .tile").all()]
    assert abs(label["x"] - tiles[0]["x"]) <= 1
    assert label["y"] + label["height"] <= tiles[0]["y"]
    assert label["x"] + label["width"] <= tiles[-1]["x"] + tiles[-1]["width"]
    if 0 < count <= 5:
        other = page.locator(".helper-rows > .small").bounding_box()
        first = page.locator(".boards-row").first.bounding_box()
        assert abs(other["x"] - first["x"]) <= 1
        assert other["y"] + other["height"] <= first["y"]
        assert abs(other["y"] - label["y"]) <= 2


def test_titles_and_counts_of_boards_grow_with_large_text(large_text):
    visit(large_text, "/helper?boards=4&row=crane:01002.00000.11000.20100")
    for part in (".board-card-title", ".board-card-words > summary"):
        size = large_text.locator(part).first.evaluate("(one) => getComputedStyle(one).fontSize")
        assert float(size.removesuffix("px")) >= 24


@pytest.mark.parametrize("window", [PHONE, DESK], ids=str)
def test_choosing_the_board_of_a_hint_moves_no_board_and_focuses_the_next_step(open_page, window):
    page = open_page(f"/helper?boards=4&row=crane:{FOUR[0]}&hint=1", viewport=window)
    cards = page.locator(".board-card")
    before = [card.bounding_box() for card in cards.all()]
    expect(page.get_by_role("heading", name="Hint for board 3")).to_be_visible()
    cards.first.get_by_role("link", name="Hint").click()
    expect(page.get_by_role("heading", name="Hint for board 1")).to_be_visible()
    step = page.get_by_role("link", name="Show the likeliest letter")
    expect(step).to_be_focused()
    page.keyboard.press("Enter")
    expect(cards.first).to_contain_text("Likeliest new letter:")
    expect(page.get_by_role("heading", name="Hint for board 1")).to_be_visible()
    assert [card.bounding_box() for card in cards.all()] == before


# The label in place of a board's hidden rows, as [CSS content, number of hidden rows, font size in
# pixels]; false if there is no label.
EARLIER = """(board) => {
  const { content, fontSize } = getComputedStyle(board, "::after");
  const hidden = [...board.children].filter((row) => getComputedStyle(row).clipPath !== "none");
  return content.includes("counter") && [content, hidden.length, parseFloat(fontSize)];
}"""


@pytest.mark.parametrize("locale", ["en-US", "de"])
@pytest.mark.parametrize("rows", [2, 4, 5, 8])
@pytest.mark.parametrize("window", [PHONE, TALL, TALLER, DESK], ids=str)
def test_rows_of_four_boards_are_readable(open_page, window, rows, locale):
    before = [f"row=tough:{FOUR[min(index, 2)]}" for index in range(rows)]
    query = "&".join(["boards=4", *before, "row=vivid:"])
    page = open_page(f"/helper?{query}", viewport=window, locale=locale)
    for card in page.locator(".board-card").all():
        frame = card.locator(".mini-board").bounding_box()
        boxes = [row.bounding_box() for row in card.locator(".mini-board > .row").all()]
        assert len(boxes) == rows
        if window is PHONE:  # a number stands for earlier rows
            count, boxes = rows - 4, boxes[-4:]
            number = card.locator(".mini-board").evaluate(EARLIER)
            assert number == ['"+" counter(hidden)', count, 12] if count > 0 else not number
        assert boxes[0]["y"] >= frame["y"] - 1
        assert boxes[-1]["y"] + boxes[-1]["height"] <= frame["y"] + frame["height"] + 1
        least = (11 if rows > 2 else 24) if window is PHONE else min(6, 48 / rows)
        assert all(box["height"] >= least and box["width"] >= 55 for box in boxes)
        results = card.locator(".board-card-results")
        if results.count() and results.is_visible():
            assert card.locator(".board-card-choices > p").is_visible()
    numbers = page.locator(".boards-rows")
    assert numbers.evaluate("(list) => list.previousElementSibling.checkVisibility()")
    label = page.locator(".board-card h3").nth(1)
    expect(label).to_be_in_viewport(ratio=0.9)
    assert label.text_content() in {"Board 2", "Spielfeld 2"}
    label.click()  # a large board has all its rows
    for row in page.locator(".board-card").nth(1).locator(".mini-board > .row").all():
        assert row.bounding_box()["width"] >= 55
        assert row.bounding_box()["height"] >= 9


@pytest.mark.parametrize("window", [PHONE, TALL, DESK], ids=str)
@pytest.mark.parametrize("at", [1, 2, 4])
def test_earlier_and_later_rows_do_not_overlap_the_selected_row(open_page, window, at):
    rows = "&".join([f"row=tough:{FOUR[2]}"] * 4)
    page = open_page(f"/helper?boards=4&{rows}&at={at}", viewport=window)
    parts = page.locator(".board-card").first.locator("> :is(.mini-board, .row)")
    boxes = [part.bounding_box() for part in parts.all()]
    assert len(boxes) == (2 if at in {1, 4} else 3)
    for before, after in pairwise(boxes):
        assert before["y"] + before["height"] <= after["y"]


@pytest.mark.parametrize("words", [("tree", "salt"), ("slate", "crony"), ("pictures", "dormancy")])
@pytest.mark.parametrize("window", [PHONE, TALL], ids=str)
def test_earlier_rows_of_a_board_are_clearly_separated(open_page, window, words):
    marks = ".".join(["0" * len(words[0])] * 4)
    rows = "&".join(f"row={word}:{marks}" for word in words)
    query = f"boards=4&length={len(words[0])}&{rows}&row={words[0]}:"
    page = open_page(f"/helper?{query}", viewport=window)
    for card in page.locator(".board-card").all():
        tiles = [tile.bounding_box() for tile in card.locator(".mini-board .tile").all()]
        (other, last), first = tiles[len(words[0]) - 2 : len(words[0])], tiles[len(words[0])]
        is_below = first["y"] >= last["y"] + last["height"]
        within = last["x"] - other["x"] - other["width"]
        between = first["x"] - last["x"] - last["width"]
        assert is_below or between >= max(12, 6 * within)


@pytest.mark.parametrize("locale", ["en-US", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("row", ["crane:01002.00000.11000.20100", "crane:"])
def test_texts_on_board_cards_end_with_a_whole_line(open_page, locale, row):
    page = open_page(f"/helper?boards=4&row={row}", viewport=PHONE, locale=locale, is_mobile=True)
    heads = page.locator(".board-card").evaluate_all(
        """(all) => all.map((card) => [card.querySelector("h3"),
          card.querySelector(".board-card-text")]
          .map((one) => one.getBoundingClientRect().bottom))"""
    )
    assert all(abs(title - text) < 12 for title, text in heads)
    counts = page.locator(".board-card-text:visible")
    expect(counts).to_have_count(4)
    excess = counts.evaluate_all("(all) => all.map((one) => one.scrollWidth - one.clientWidth)")
    assert max(excess) <= 0
    buttons = page.locator(".board-card-tools .button").evaluate_all(
        "(all) => all.map((one) => [one.scrollWidth - one.clientWidth, one.offsetHeight])"
    )
    assert all(excess <= 0 and height <= 37 for excess, height in buttons)
    for words in page.locator(".board-card-likely").all():
        room = page.locator(".board-card-left").first.bounding_box()["height"]
        assert words.bounding_box()["height"] <= room + 1
