"""The helper in a real browser: by mouse, keyboard, touch and paste, and without JavaScript."""

import re
from collections.abc import Iterable

import pytest
from browser_looks import DESK, EMPTY, PHONE, SMALLEST, Held, violations, visit, wait_until
from playwright.sync_api import Locator, Page, Route, expect

from wordle_web.engine.candidates import narrow
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

TALL = {"width": 390, "height": 844}
GRID = "Some game 1,234 3/6\n\n⬛🟨⬛⬛🟩\n⬛⬛⬛⬛🟩\n"


@pytest.fixture
def page(open_page) -> Page:
    return open_page("/helper")


@pytest.fixture
def begun(open_page) -> Page:
    """The helper after a row has been colored."""
    return open_page("/helper?row=crane:01002")


def result(page: Page) -> Locator:
    return page.locator("[data-candidate-count]")


def tile(page: Page, row: int, place: int) -> Locator:
    return page.get_by_role("group", name=f"Row {row},").locator(".tile").nth(place - 1)


def marks(page: Page, row: int) -> str:
    tiles = page.get_by_role("group", name=f"Row {row},").locator(".tile")
    names = tiles.evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.mark)")
    return "".join({"absent": "0", "present": "1", "correct": "2", "typed": "-"}[n] for n in names)


def expect_address(page: Page, query: str) -> None:
    expect(page).to_have_url(f"{page.url.partition('/helper')[0]}/helper{query}")


def expect_count(page: Page, *rows: str) -> None:
    lexicon = load_lexicon(f"english-{len(rows[0]) // 2}")
    left = narrow(lexicon, [Turn.parse(row) for row in rows])
    expect(result(page)).to_have_attribute("data-candidate-count", str(len(left)))
    suggestion = result(page).get_attribute("data-suggestion")
    assert bool(len(left)) == bool(suggestion)
    assert not suggestion or suggestion in lexicon


def open_fold(page: Page, name: str) -> None:
    page.get_by_role("group").locator("summary").get_by_text(re.compile(f"^{name}$")).click()


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name=re.compile("Add your (first|next) guess"))


def entry(page: Page) -> Locator:
    return page.locator("[data-fragment='helper-entry'] .tile")


def expect_typed(page: Page, text: str) -> None:
    expect(page.locator("#helper-add")).to_have_value(text)
    expect(entry(page)).to_have_text([*text.upper(), *[""] * (5 - len(text))][:5])


def add(page: Page, text: str) -> None:
    if page.locator("[data-fold=paste]:not([open])").is_visible():
        page.get_by_text("Paste or type rows").click()
    field(page).fill(text)
    page.get_by_role("button", name="Add", exact=True).click()


def test_tiles_turn_on_click_and_are_announced_before_the_response(page):
    announcer = page.locator("[data-announcer]")
    add(page, "crane")
    expect(tile(page, 1, 1)).to_be_focused()
    tile(page, 1, 2).click()
    expect(tile(page, 1, 2)).to_have_attribute("aria-label", "2nd letter R, present")
    expect(announcer).to_have_text("2nd letter R, present")
    expect(announcer).to_contain_text(re.compile("[0-9]+ words left, [0-9]+ likely"))
    suggestion = result(page).get_attribute("data-suggestion")
    expect(announcer).to_contain_text(f"Best next guess: {suggestion}", ignore_case=True)
    for digit in "12":
        tile(page, 1, 5).click()
        assert marks(page, 1) == f"0100{digit}"
    expect_count(page, "crane:01002")
    add(page, "slide")
    page.get_by_role("button", name="Rest gray").click()
    expect_address(page, "?row=crane:01002&row=slide:00002")
    expect(tile(page, 2, 1)).to_be_focused()
    tile(page, 1, 5).click()
    expect(tile(page, 1, 5)).to_have_attribute("aria-label", "5th letter E, absent")


def test_word_typed_before_the_script_loads_becomes_a_row(open_page):
    page = open_page(EMPTY)
    held: list[Route] = []
    page.route("**/js/helper.js*", lambda route: held.append(route))
    page.goto("/helper")
    page.locator("#helper-add").press_sequentially("crane")
    assert page.url.endswith("/helper")
    held.pop().continue_()
    expect(tile(page, 1, 1)).to_be_focused()
    expect_typed(page, "")
    expect_address(page, "?row=crane:")


def stopped(open_page, query: str) -> tuple[Page, list[str]]:
    """Open the helper with its clock stopped; return its page, and the list of later requests."""
    page = open_page(f"/helper{query}", clocked=True)
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    asked: list[str] = []
    page.on("request", lambda request: "/helper?" in request.url and asked.append(request.url))
    return page, asked


@pytest.mark.parametrize(
    ("query", "taps", "rows"),
    [
        ("?row=crane:00000", "1.1 1.2 1.2 1.5", ["crane:12001"]),
        ("?row=crane:01002&row=slide:", "2.1 2.1", ["crane:01002", "slide:20002"]),
        ("?boards=4&row=crane:", "1.1.1 1.2.2 1.3.3 1.4.4", []),
    ],
)
def test_one_request_is_sent_within_100_ms_of_the_last_tap(open_page, query, taps, rows):
    page, asked = stopped(open_page, query)
    for tap in taps.split():
        page.locator(f"[name=tap][value='{tap}']").click()
    assert asked == []
    page.clock.run_for(100)
    if rows:
        expect_count(page, *rows)
    expect(page.locator("[data-focus=play]")).to_be_visible()
    assert len(asked) == 1
    expect(page.locator("[data-announcer]")).not_to_contain_text("Best next guess")
    page.clock.run_for(600 + 16)  # it is announced with the next frame
    expect(page.locator("[data-announcer]")).to_contain_text("Best next guess")
    page.clock.run_for(5_000)
    assert len(asked) == 1


def test_response_to_an_earlier_tap_is_dropped(page):
    add(page, "crane")
    held = Held(page, "**/helper?*marks.1.1=1*", times=1)
    tile(page, 1, 1).click()
    with page.expect_event("requestfailed"):
        wait_until(page, "document.querySelector('[aria-busy=true]') !== null")
        tile(page, 1, 2).click()
    expect_count(page, "crane:11000")
    assert len(held.routes) == 1
    assert marks(page, 1) == "11000"


def test_likely_result_plays_the_suggested_word_in_one_tap(open_page):
    page = open_page("/helper?row=crane:01002", viewport=SMALLEST, has_touch=True, is_mobile=True)
    open_fold(page, r"Played [A-Z]+\? Tap its colors")
    link = page.locator(".helper-result-row").first
    assert min(link.bounding_box()[side] for side in ("width", "height")) >= 40
    row = link.get_attribute("href").rpartition("row=")[2]
    link.tap()
    expect_address(page, f"?row=crane:01002&row={row}")
    expect_count(page, "crane:01002", row)
    expect(tile(page, 2, 1)).to_be_focused()
    page.go_back()
    expect_address(page, "?row=crane:01002")


def test_last_letter_adds_a_row_and_backspace_removes_the_row(page):
    page.keyboard.type("crane")
    expect_address(page, "?row=crane:")
    expect(tile(page, 1, 1)).to_be_focused()
    expect(page.locator("#helper-add")).to_have_value("")
    page.keyboard.press("Enter")
    expect_address(page, "?row=crane:")
    page.keyboard.press("Backspace")
    expect_address(page, "")
    expect(page.locator("#helper-add")).to_be_focused()
    expect_typed(page, "cran")
    page.keyboard.type("k")
    expect_address(page, "?row=crank:")
    page.keyboard.type("xYgbb")
    assert marks(page, 1) == "01200"
    expect_address(page, "?row=crank:01200")
    page.keyboard.type("ghost")
    expect_address(page, "?row=crank:01200&row=ghost:")


def test_unlisted_or_longer_words_wait_for_enter(page, open_page):
    page.keyboard.type("crxne", delay=20)
    page.wait_for_load_state("networkidle")
    expect_typed(page, "crxne")
    expect_address(page, "")
    page.keyboard.press("Enter")
    expect_address(page, "?row=crxne:")
    page = open_page("/helper")
    page.keyboard.type("crxnes")
    expect(page.get_by_role("textbox", name="first guess")).to_have_value("crxnes")
    page.get_by_role("textbox", name="first guess").fill("planet")
    expect(page.get_by_role("textbox", name="first guess")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Switch to 6 letters").click()
    expect_address(page, "?row=planet:&length=6")


def test_keys_typed_while_a_word_is_looked_up_are_not_lost(page):
    page.route("**/helper?*", lambda route: (page.wait_for_timeout(150), route.continue_()))
    page.keyboard.type("crane01002slidebyyxg")
    expect_address(page, "?row=crane:01002&row=slide:01102")
    page.keyboard.type("crxnexx")
    expect(page.get_by_role("textbox", name="next guess")).to_have_value("crxnexx")
    page.unroute_all(behavior="wait")


def test_back_button_undoes_rows_and_not_single_clicks(page):
    add(page, "crane")
    tile(page, 1, 2).click()
    tile(page, 1, 3).click()
    add(page, "slimy 00000")
    expect_address(page, "?row=crane:01100&row=slimy:00000")
    page.go_back()
    expect_address(page, "?row=crane:01100")
    expect(page.get_by_role("group", name="Row 2,")).to_have_count(0)
    expect_count(page, "crane:01100")
    page.go_forward()
    expect(page.get_by_role("group", name="Row 2, SLIMY")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect_address(page, "?row=crane:01100")


def test_helper_can_be_used_entirely_by_keyboard(page):
    page.keyboard.type("crane01002")
    expect(tile(page, 1, 5)).to_be_focused()
    assert marks(page, 1) == "01002"
    page.keyboard.press("Enter")
    assert marks(page, 1) == "01002"
    page.keyboard.type("slide")
    expect(tile(page, 2, 1)).to_be_focused()
    assert marks(page, 2) == "----2"
    for key in ["ArrowRight", "ArrowUp", "ArrowRight", "Space", "Space", "End", "0"]:
        page.keyboard.press(key)
    assert marks(page, 2) == "01200"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(tile(page, 1, 5)).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert marks(page, 1) == "01000"
    page.keyboard.press("ArrowDown")
    assert marks(page, 1) == "01002"
    page.keyboard.type("ghost")
    expect(tile(page, 3, 1)).to_be_focused()
    page.keyboard.type("00000")
    expect(page.get_by_role("group", name="Row 3, GHOST")).to_be_visible()
    expect(tile(page, 3, 5)).to_be_focused()
    expect_address(page, "?row=crane:01002&row=slide:01200&row=ghost:00000")


def test_rows_count_and_suggestion_fit_together_on_the_smallest_phone(open_page):
    query = "row=crane:00000&row=build:00000&row=ghost:00110&used=stomp"
    page = open_page(f"/helper?{query}", viewport=SMALLEST)
    for part in (".helper-rows", ".helper-count", ".helper-word"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def press(page: Page, keys: Iterable[str]) -> None:
    for key in keys:
        page.locator(f".key[data-key='{key}']").tap()


def test_letters_and_colors_take_one_tap_each_on_a_phone(open_page):
    page = open_page("/helper", viewport=PHONE, has_touch=True, is_mobile=True)
    press(page, "cra")
    expect_typed(page, "cra")
    press(page, "ne")
    expect_address(page, "?row=crane:")
    for place in (2, 5, 5):
        tile(page, 1, place).tap()
    expect_count(page, "crane:01002")
    expect_address(page, "?row=crane:01002")
    for letter, mark in {"c": "absent", "r": "present", "e": "correct", "s": "unknown"}.items():
        expect(page.locator(f".key[data-key='{letter}']")).to_have_attribute("data-mark", mark)
    press(page, "sl")
    page.locator(".key[data-key=Backspace]").tap()
    expect_typed(page, "s")
    page.locator(".key[data-key=Enter]").tap()
    expect(page.locator("#helper-add-error")).to_contain_text("Enter a word of 5 letters")
    expect_typed(page, "s")


HINT = "Color this word first."


@pytest.mark.parametrize(
    ("keys", "marks"),
    [(["s"], ""), (["Enter", "s"], ""), (["b", "u"], "00000"), (["g", "u"], "20000")],
)
def test_typing_letters_after_an_uncolored_word_asks_for_its_colors(page, keys, marks):
    for key in ["c", "r", "a", "n", "e", *keys]:
        page.keyboard.press(key)
    expect(page.locator("#helper-add-error")).to_have_text(HINT)
    expect(page.locator("[data-announcer]")).to_have_text(HINT)
    expect_address(page, f"?row=crane:{marks}")
    expect(page.locator("#helper-add")).to_have_value("")


def test_on_screen_keys_do_not_start_a_word_until_the_last_word_has_colors(open_page):
    page = open_page("/helper?row=crane:", viewport=PHONE, has_touch=True, is_mobile=True)
    press(page, "s")
    expect(page.locator("#helper-add-error")).to_have_text(HINT)
    expect_address(page, "?row=crane:")
    tile(page, 1, 2).tap()
    expect(page.locator("#helper-add-error")).to_be_empty()
    press(page, "s")
    expect_typed(page, "s")


@pytest.mark.parametrize("pause", [0, 3_000])
def test_repeated_enter_never_colors_a_word(open_page, pause):
    page, _ = stopped(open_page, "?row=crane:00002")
    page.keyboard.type("slide")
    expect(tile(page, 2, 1)).to_be_focused()
    for _ in range(3):
        page.clock.run_for(pause)
        page.keyboard.press("Enter")
        expect(page.locator("#helper-add-error")).to_have_text(HINT)
        assert marks(page, 2) == "----2"
        expect(tile(page, 2, 1)).to_be_focused()
    page.get_by_role("button", name="Rest gray").click()
    page.clock.run_for(1)  # the end of the press
    expect(page.locator("[data-focus=play]")).to_be_visible()
    assert marks(page, 2) == "00002"
    page.keyboard.type("tough")
    expect(tile(page, 3, 1)).to_be_focused()


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize("is_touched", [False, True])
def test_on_screen_enter_never_colors_a_word(open_page, boards, is_touched):
    page = open_page(f"/helper?boards={boards}", viewport=PHONE, has_touch=is_touched)
    for letter in "crane":
        page.locator(f".key[data-key={letter}]").click()
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(boards)
    for _ in range(3):
        page.locator(".key[data-key=Enter]").click()
        page.wait_for_timeout(100)
    expect(page.locator("[data-tiles][data-waiting]")).to_have_count(boards)


@pytest.mark.parametrize("colors", ["keys", "taps"])
def test_enter_after_coloring_focuses_the_best_guess_without_playing_it(page, colors):
    page.keyboard.type("crane")
    expect(tile(page, 1, 1)).to_be_focused()
    if colors == "keys":
        page.keyboard.type("01002")
    else:
        for place in (2, 5, 5):
            tile(page, 1, place).click()
    page.keyboard.press("Enter")
    expect(page.locator("[data-focus=play]")).to_be_focused()
    expect_count(page, "crane:01002")
    expect_address(page, "?row=crane:01002")
    assert marks(page, 1) == "01002"
    word = str(result(page).get_attribute("data-suggestion"))
    page.keyboard.press("Enter")
    expect_address(page, f"?row=crane:01002&row={word}:")
    expect(tile(page, 2, 1)).to_be_focused()


@pytest.mark.parametrize(
    ("viewport", "rows"),
    [*((TALL, rows) for rows in (1, 2, 3, 4)), (PHONE, 1), (PHONE, 2)],
    ids=str,
)
def test_best_guess_and_keys_fit_on_one_phone_screen(open_page, viewport, rows):
    words = ["crane:01002", "slide:00002", "built:00000", "ghost:00000"][:rows]
    query = "&".join(f"row={word}" for word in words)
    page = open_page(f"/helper?{query}", viewport=viewport)
    for part in (".helper-rows", ".helper-count", ".helper-word", ".helper-why"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    keys, why = page.locator(".keyboard").bounding_box(), page.locator(".helper-why").bounding_box()
    assert why["y"] + why["height"] <= page.locator(".helper-result").bounding_box()["y"]
    assert keys["y"] + keys["height"] <= viewport["height"]


# The sizes of texts, and the texts that are outside of the box that should contain them.
TEXTS = """() => {
  const sizes = {}, cut = [];
  const boxes = ".key, .button, .tile, .board-card, .helper-result, .helper-bar, "
    + ".helper-entry, .site-header";
  const others = ".visually-hidden, .helper-field, .helper-more";
  for (const element of document.querySelectorAll("header *, .helper *")) {
    const text = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    if (!text || !element.checkVisibility() || element.closest(others)) continue;
    const style = getComputedStyle(element);
    if (style.position === "absolute" || parseFloat(style.fontSize) === 0) continue;
    const name = element.className || element.tagName;
    sizes[name] = Math.min(sizes[name] ?? 99, parseFloat(style.fontSize));
    const range = document.createRange();
    range.selectNodeContents(text);
    const inner = range.getBoundingClientRect();
    // Links and buttons may be in the line of the options, which is wider than the rows.
    const ways = element.closest(".helper-ways");
    const isApart = ways && getComputedStyle(ways).position === "absolute";
    const box = isApart ? document.documentElement : element.closest(boxes);
    const outer = box.getBoundingClientRect();
    const isInside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    if (!isInside || element.scrollWidth > element.clientWidth + 1 && style.overflowX !== "visible")
      cut.push(`${name}: ${text.data}`);
  }
  return [sizes, cut];
}"""
# Pairs of overlapping parts among the header, the result with its buttons, and the keys.
OVERLAPS = """() => {
  const parts = ".site-header, .helper-count, .helper-word, .helper-prompt, "
    + ".helper-result .button, .key";
  const boxes = [...document.querySelectorAll(parts)]
    .filter((part) => part.checkVisibility())
    .map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], index) => boxes.slice(index + 1)
    .filter(([, other]) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
      && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
    .map(([other]) => `${name} and ${other}`));
}"""
LARGE = {
    *("site-nav-link", "helper-title", "helper-options-open", "helper-count-main", "helper-word"),
    *("helper-count-rest", "helper-prompt", "button", "key", "tile"),
}


@pytest.mark.parametrize(
    ("viewport", "language"),
    [
        *((DESK, name) for name in ("en", "de", "es", "fr")),
        (TALL, "en"),
        *((PHONE, name) for name in ("en", "de", "es", "fr", "pt-BR")),
    ],
    ids=str,
)
def test_large_text_enlarges_the_whole_helper_and_cuts_nothing_off(
    large_text, open_page, viewport, language
):
    colors = "01002.00000.11000.20100"
    # With large text, the parts of a desktop look like those of a phone.
    normal = open_page(viewport=TALL if viewport == DESK else viewport, locale=language)
    large_text.set_viewport_size(viewport)
    large_text.set_extra_http_headers({"Accept-Language": language})
    seen = set()
    for query in (
        *("", "row=crane:01002", "row=crane:01002&row=slimy:", "row=crane:01002&hint=2"),
        *("row=crane:01002&row=truss:22222", f"boards=4&row=crane:{colors}"),
        *(f"boards=4&row=crane:{colors}&row=slimy:", f"boards=4&row=crane:{colors}&hint=2"),
    ):
        visit(normal, f"/helper?{query}")
        visit(large_text, f"/helper?{query}")
        (small, _), (large, cut) = normal.evaluate(TEXTS), large_text.evaluate(TEXTS)
        assert cut == []
        assert large_text.evaluate(OVERLAPS) == []
        assert large_text.evaluate("document.documentElement.scrollWidth") == viewport["width"]
        shared = LARGE & small.keys() & large.keys()
        assert {
            name: large[name] / small[name] for name in shared if large[name] < 1.2 * small[name]
        } == {}
        for part in large_text.locator(".helper-result, button.key").all():
            expect(part).to_be_in_viewport(ratio=0.99)
        seen |= shared
    # On a phone, only the menu shows the title.
    assert seen == LARGE - (set() if viewport == DESK else {"helper-title"})


def test_open_details_stay_open_after_a_color_changes(begun):
    open_fold(begun, "Other good guesses")
    tile(begun, 1, 1).click()
    expect_address(begun, "?row=crane:11002")
    expect_count(begun, "crane:11002")
    expect(begun.locator(".helper-table")).to_be_visible()


def test_words_left_are_shown_until_they_are_hidden(begun):
    words = begun.get_by_role("list", name="Words left").get_by_role("listitem")
    expect(words).to_have_count(60)
    expect(words.last).to_be_in_viewport(ratio=1)
    begun.get_by_role("button", name="Hide words").click()
    expect(begun.get_by_role("button", name="Show words")).to_be_focused()
    expect(words).to_have_count(0)
    begun.reload()
    begun.get_by_role("button", name="Show words").click()
    expect(words).to_have_count(60)
    expect_address(begun, "?row=crane:01002")


def test_best_guess_is_the_largest_text(begun):
    sizes = begun.locator("main *").evaluate_all(
        """(all) => all.filter((one) => one.checkVisibility() && one.textContent.trim())
          .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.className])"""
    )
    assert max(sizes)[1] == "helper-word"


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize(
    ("window", "is_touched", "is_told"),
    [(DESK, False, True), (PHONE, True, False), ({"width": 768, "height": 1024}, True, False)],
)
def test_color_keys_are_explained_only_on_devices_with_a_keyboard(
    open_page, boards, window, is_touched, is_told
):
    query = f"boards={boards}&row=crane:"
    page = open_page(
        f"/helper?{query}", viewport=window, has_touch=is_touched, is_mobile=is_touched
    )
    explanation = page.get_by_text("Or type 0 for gray, 1 for yellow, 2 for green.", exact=True)
    expect(explanation).to_be_visible(visible=is_told)


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize(
    ("width", "height"), [(600, 900), (700, 1000), (768, 1024), (820, 1180), (959, 600)]
)
def test_keys_on_a_tablet_are_as_large_as_on_a_phone(open_page, boards, width, height):
    row = ".".join(["01002"] * boards)
    page = open_page(
        f"/helper?boards={boards}&row=crane:{row}", viewport={"width": width, "height": height}
    )
    keys = [key.bounding_box() for key in page.locator(".helper .key").all()]
    play = page.locator("[data-focus=play]").bounding_box()
    word = page.locator(".helper-result .helper-word").first.bounding_box()
    assert len(keys) == 28
    assert min(key["width"] for key in keys) >= 44
    assert min(key["height"] for key in keys) >= 44
    assert max(key["y"] + key["height"] for key in keys) <= height
    assert play["y"] < word["y"] + word["height"]
    assert word["y"] < play["y"] + play["height"] <= min(key["y"] for key in keys)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_on_screen_keys_are_near_the_rows_on_a_desktop(open_page, rows):
    words = ["crane:01002", "slide:00002"][:rows]
    page = open_page("/helper?" + "&".join(f"row={word}" for word in words), viewport=DESK)
    keys, row = page.locator(".helper > .keyboard").bounding_box(), entry(page).first.bounding_box()
    assert row["height"] >= 44
    assert keys["y"] - row["y"] <= 380


def assumed(page: Page) -> list[str | None]:
    tiles = page.locator(".tile[data-assumed]")
    assert tiles.evaluate_all("(all) => all.every((one) => one.dataset.mark !== 'correct')")
    return [tile.get_attribute("value") for tile in tiles.all()]


@pytest.mark.parametrize("boards", [1, 4])
def test_tiles_assumed_to_be_gray_are_marked_until_they_are_tapped(open_page, boards):
    page = open_page(f"/helper?boards={boards}&row=crane:", viewport=TALL)
    rest = page.locator(".helper-count-rest")
    row = "1." if boards == 1 else "1.4."
    for board in range(1, boards):
        page.locator(f"[data-focus=gray-{board}]").click()
    assert assumed(page) == []
    page.locator(f"[name=tap][value='{row}2']").click()
    expect(rest).to_have_text("if the rest is gray")
    assert assumed(page) == [f"{row}{place}" for place in (1, 3, 4, 5)]
    for _ in range(3):
        page.locator(f"[name=tap][value='{row}3']").click()
    assert assumed(page) == [f"{row}{place}" for place in (1, 4, 5)]
    for place in (1, 4, 5):
        page.locator(f"[name=tap][value='{row}{place}']").click()
    assert assumed(page) == []
    expect(rest).not_to_have_text("if the rest is gray")


@pytest.mark.parametrize(
    "look", [{}, {"forced_colors": "active"}, {"color_scheme": "dark"}], ids=str
)
@pytest.mark.parametrize("boards", [1, 4])
def test_known_color_is_underlined_until_it_is_changed(open_page, boards, look):
    marks = ".".join(["00002"] * boards)
    page = open_page(
        f"/helper?boards={boards}&row=crane:{marks}&row=whole:", viewport=PHONE, **look
    )
    row = "2." if boards == 1 else "2.1."
    known, other = (page.locator(f"[name=tap][value='{row}{place}']") for place in (5, 2))
    # The tile may be replaced at any time, so it is looked up by the same call.
    line = """(value) => {
      const tile = document.querySelector(`[name=tap][value="${value}"]`);
      const { content, borderBottomWidth, borderBottomColor } = getComputedStyle(tile, "::before");
      const isSeen = borderBottomColor !== getComputedStyle(tile).backgroundColor;
      return content !== "none" && isSeen && parseFloat(borderBottomWidth) >= 2;
    }"""
    assert [page.evaluate(line, row + place) for place in "52"] == [True, False]
    with page.expect_response("**/helper?*"):
        other.click()
    expect(page.locator(".tile[data-assumed]")).to_have_count(3)
    assert [page.evaluate(line, row + place) for place in "52"] == [True, False]
    for mark, is_underlined in [("absent", False), ("present", False), ("correct", True)]:
        known.click()
        expect(known).to_have_attribute("data-mark", mark)
        assert page.evaluate(line, f"{row}5") == is_underlined
        label = known.get_attribute("aria-label") or ""
        assert label.endswith(", already known") == is_underlined


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize("viewport", [PHONE, TALL, DESK], ids=str)
def test_best_guess_of_an_unfinished_row_is_outlined_in_its_final_place(
    open_page, boards, viewport
):
    page = open_page(f"/helper?boards={boards}&row=crane:", viewport=viewport)
    row = "1." if boards == 1 else "1.4."
    for board in range(1, boards):
        page.locator(f"[data-focus=gray-{board}]").click()
    play, color = page.locator("[data-focus=play]"), "(one) => getComputedStyle(one).background"
    page.locator(f"[name=tap][value='{row}2']").click()
    expect(page.locator(".helper-count-rest")).to_have_text("if the rest is gray")
    before, outlined, best = play.bounding_box(), play.evaluate(color), play.text_content()
    caption, rest = (
        page.locator(part).bounding_box() for part in (".helper-count-main", ".helper-count-rest")
    )
    assert rest["x"] - caption["x"] - caption["width"] < 12
    for place in (1, 3, 4, 5):
        for _ in range(3):  # yellow, green, gray
            page.locator(f"[name=tap][value='{row}{place}']").click()
    expect(page.locator("[data-focus=play][data-kind=primary]")).to_have_text(best)
    expect(page.locator(".helper-count-rest")).not_to_have_text("if the rest is gray")
    assert play.bounding_box() == before
    assert play.evaluate(color) != outlined


KNOWN = "row=crane:01100&row=potsy:01001"  # MAYOR must contain A, O, R and Y


@pytest.mark.parametrize("has_scripts", [True, False])
def test_tap_colors_a_tile_as_explained_to_screen_readers(open_page, has_scripts):
    page = open_page(f"/helper?{KNOWN}&row=mayor:", viewport=PHONE, java_script_enabled=has_scripts)
    # Only screen readers get this explanation: there is no room beside two buttons.
    expect(page.get_by_text("Tap its tiles: once for yellow, twice for green.")).to_have_count(1)
    prompt = page.locator(".helper-suggestion > p")
    assert prompt.bounding_box()["width"] <= 1
    for button in page.locator(".helper-suggestion > .button").all():
        assert button.bounding_box()["width"] >= 100
    assert marks(page, 3) == "-----"
    tile(page, 3, 2).click()
    expect(tile(page, 3, 2)).to_have_attribute("data-mark", "present")
    if not has_scripts:  # the page of the response shows all tiles as colored
        return
    assert marks(page, 3) == "01000"
    assert assumed(page) == ["3.1", "3.3", "3.4", "3.5"]
    for place in (3, 4, 5):
        for color in ("present", "correct"):
            tile(page, 3, place).click()
            expect(tile(page, 3, place)).to_have_attribute("data-mark", color)
    tile(page, 3, 2).click()
    assert marks(page, 3) == "02222"
    assert assumed(page) == ["3.1"]


@pytest.mark.parametrize("colors", ["02222", "00112", "21010"])
def test_typed_digits_override_known_colors_of_all_tiles(open_page, colors):
    page = open_page(f"/helper?{KNOWN}")
    page.keyboard.type(f"mayor{colors}")
    expect_address(page, f"?{KNOWN}&row=mayor:{colors}")
    assert marks(page, 3) == colors
    assert assumed(page) == []


@pytest.mark.parametrize("taps", [["1.1.2"], ["1.1.2", "1.2.1"], ["1.4.5"]])
def test_rest_gray_button_marks_the_untouched_tiles_of_all_boards(open_page, taps):
    page = open_page("/helper?boards=4&row=crane:", viewport=TALL)
    for value in taps:
        with page.expect_response("**/helper?*"):
            page.locator(f"[name=tap][value='{value}']").click()
    assert len(assumed(page)) == 4 * len(taps)
    page.locator("[data-focus=gray]").click()
    expect(page.locator(".tile[data-assumed]")).to_have_count(0)
    expect(page.locator("[data-focus=play]")).to_be_visible()
    expect(page.locator(".helper-count-rest")).to_have_text("8 guesses left")
    assert page.locator("[name=tap]").evaluate_all(
        "(all) => all.every((one) => one.dataset.mark !== 'typed')"
    )


@pytest.mark.parametrize("way", ["button", "known", "next"])
def test_given_or_known_colors_are_not_marked_as_assumed(open_page, way):
    page = open_page("/helper?row=crane:01002&row=slide:", viewport=TALL)
    if way == "button":
        page.get_by_role("button", name="Rest gray").click()
    if way in {"known", "next"}:
        tile(page, 2, 1).click()
        expect(page.locator(".helper-count-rest")).to_have_text("if the rest is gray")
        assert assumed(page) == ["2.2", "2.3", "2.4"]  # the green E is known
    if way == "next":
        page.locator("[data-focus=play]").click()
        expect(page.locator("[data-tiles][data-waiting]")).to_have_count(1)
    if way != "known":
        expect(page.locator(".tile[data-assumed]")).to_have_count(0)


FAULT = re.compile("No matching word|Impossible colors|Check board")
# Nothing of the answer's frame or the keys may move.
FRAME = (".helper-result", "[data-focus=gray]", ".helper > .keyboard", ".helper-entry")


@pytest.mark.parametrize("viewport", [PHONE, TALL, DESK], ids=str)
@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize("way", ["tiles", "keys"])
def test_impossible_colors_are_reported_before_the_row_is_complete(
    open_page, viewport, boards, way
):
    gray = ".00000" * (boards - 1)
    typed = "" if way == "keys" else f"&row=crank:{gray}"
    page = open_page(f"/helper?boards={boards}&row=crane:00000{gray}{typed}", viewport=viewport)
    prefix, main = "2." if boards == 1 else "2.1.", page.locator("main")
    prompt, notice = page.locator(".helper-prompt"), "No word fits. Check the 2nd letter."
    second = page.locator(f"[name=tap][value='{prefix}2']")

    def frame():
        return [page.locator(part).bounding_box() for part in FRAME]

    if way == "keys":
        page.keyboard.type("crank")
        expect(page.locator(f"[name=tap][value='{prefix}1']")).to_be_focused()
        page.keyboard.press("0")
        expect(main).not_to_contain_text("No word fits")
        page.keyboard.press("1")
    else:
        before = frame()
        second.click()
    expect(prompt).to_contain_text(notice)
    assert prompt.evaluate("(one) => one.scrollHeight <= one.parentElement.clientHeight + 1")
    expect(main).not_to_contain_text(FAULT)
    expect(page.locator("[data-wrong]")).to_have_attribute("value", f"{prefix}2")
    expect(page.locator("[data-focus=gray]")).to_have_attribute("data-kind", "quiet")
    if way == "tiles":
        assert frame() == before
        for place in (1, 3, 4, 2):  # untouched tiles are not called wrong
            page.locator(f"[name=tap][value='{prefix}{place}']").click()
            expect(page.locator("[data-focus=gray]")).to_have_text("Rest gray")
        expect(prompt).to_contain_text("No word fits")
    page.locator("[data-focus=gray]").click()
    expect(main).to_contain_text(FAULT)
    expect(main).not_to_contain_text(notice)
    expect(page.locator(".tile[data-assumed]")).to_have_count(0)


@pytest.mark.parametrize("has_script", [True, False])
def test_likeliest_fix_is_in_the_place_of_the_best_guess(open_page, has_script):
    profile = {"viewport": PHONE, "java_script_enabled": has_script, "is_mobile": True}
    page = open_page("/helper?row=crane:01002", **profile)
    place = page.locator("[data-focus=play]").bounding_box()
    page.goto("/helper?row=crane:01002&row=slide:22222")
    fix = page.locator(".helper-result").get_by_role("link", name="change the 2nd letter (R)")
    if has_script:
        expect(page.locator("[data-ready]")).to_be_attached()
        assert fix.bounding_box() == place
        assert violations(page) == []
    expect(fix).to_contain_text("Make R gray in row 1")
    page.get_by_role("link", name="More fixes").click()
    listed = page.locator(".helper-fix").first
    expect(listed).to_be_in_viewport(ratio=1)
    if has_script:
        expect(listed).to_be_focused()
        end = listed.bounding_box()["y"] + listed.bounding_box()["height"]
        assert end <= page.locator(".helper-result").bounding_box()["y"]
        page.keyboard.type("mo")  # a fix keeps typed letters
    fix.click()
    expect(page).to_have_url(re.compile(r"\?row=crane:00002&row=slide:22222$"))
    if has_script:
        expect(page.locator("#helper-add")).to_have_value("mo")


@pytest.mark.parametrize(
    ("rows", "has_likeliest"),
    [("crane:01002&row=slide:22222", True), ("crane:00000&row=crank:00110", False)],
)
def test_wide_windows_show_the_list_of_fixes_below_their_buttons(open_page, rows, has_likeliest):
    page = open_page(f"/helper?row={rows}", viewport=DESK)
    expect(page.locator("[data-focus=fix]")).to_be_visible(visible=has_likeliest)
    expect(page.locator(".helper-more-fixes")).to_be_hidden()
    prompt = page.locator(".helper-suggestion > .helper-prompt")
    expect(prompt).to_be_visible(visible=not has_likeliest)
    expect(prompt).to_contain_text("from the list")
    expect(page.locator(".helper-fix").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [PHONE, TALL, DESK], ids=str)
def test_row_of_a_contradiction_is_colored_again_in_one_tap(open_page, viewport):
    page = open_page("/helper?row=crane:01002&row=pilot:", viewport=viewport)
    gray = page.locator("[data-focus=gray]").bounding_box()
    tile(page, 2, 1).focus()
    page.keyboard.type("00002")
    again = page.locator("[data-focus=again]")
    expect(again).to_have_text("Color row 2 again")
    assert again.bounding_box()["x"] == gray["x"]
    expect(page.locator(".helper-fix").first).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(600)  # a double press has no effect
    again.click()
    expect_address(page, "?row=crane:01002&row=pilot:")
    expect(tile(page, 2, 1)).to_be_focused()
    page.keyboard.type("00000")
    expect_address(page, "?row=crane:01002&row=pilot:00000")
    expect(page.locator("[data-focus=play]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_fixes_stay_inside_their_buttons_in_large_text(large_text, language):
    page = large_text
    page.set_extra_http_headers({"Accept-Language": language})
    four = "boards=4&row=crane:01002.00000.11000.20100&row=pilot:00002.00000.00001.00000"
    for query in ("row=crane:01002&row=pilot:00002", "row=crane:01002&row=slide:22222", four):
        visit(page, f"/helper?{query}")
        for width, height in [(360, 640), (390, 844), (768, 1024), (1280, 800)]:
            page.set_viewport_size({"width": width, "height": height})
            buttons = page.locator(":is(.helper-suggestion, .board-card) a.button:visible")
            assert buttons.count() == (3 if query == four else 2)
            inside = """(one) => one.scrollHeight <= one.clientHeight + 1
              && one.scrollWidth <= one.clientWidth + 1"""
            assert all(button.evaluate(inside) for button in buttons.all())
            if query == four:
                continue
            again, fix = (button.bounding_box() for button in buttons.all())
            answer = page.locator(".helper-result").bounding_box()
            count = page.locator(".helper-count").bounding_box()
            assert again["x"] + again["width"] <= fix["x"]
            assert fix["x"] + fix["width"] <= answer["x"] + answer["width"]
            assert count["y"] + count["height"] <= min(again["y"], fix["y"]) + 1


@pytest.mark.parametrize("boards", [1, 4])
def test_reason_is_beside_the_best_guess_on_a_tablet(open_page, boards):
    query = "row=crane:01002" if boards == 1 else "boards=4&row=crane:01002.00000.11000.20100"
    page = open_page(f"/helper?{query}", viewport={"width": 768, "height": 1024})
    reason = page.locator(".helper-why").text_content().strip()
    shown = page.get_by_text(reason, exact=True).filter(visible=True)
    expect(shown).to_have_count(1)
    text, word, button = (
        part.bounding_box()
        for part in (shown, page.locator(".helper-word"), page.locator("[data-focus=play]"))
    )
    assert word["x"] + word["width"] <= text["x"]
    assert text["x"] + text["width"] <= button["x"]
    assert button["y"] <= text["y"] + text["height"] / 2 <= button["y"] + button["height"]


def test_large_text_on_a_desktop_shows_reasons_below_the_rows(large_text):
    page = large_text
    page.set_viewport_size(DESK)
    tops = set()
    for rows in (0, 1, 4):
        words = ["crane:01002", "slide:00002", "built:00000", "ghost:00000"][:rows]
        visit(page, "/helper?" + "&".join(f"row={word}" for word in words))
        entry, more, answer, keys = (
            page.locator(part).bounding_box()
            for part in (".helper-entry", ".helper-more", ".helper-result", ".helper > .keyboard")
        )
        assert entry["y"] + entry["height"] <= more["y"] <= DESK["height"] - 100
        assert more["x"] + more["width"] <= min(answer["x"], keys["x"])
        assert answer["y"] + answer["height"] <= keys["y"] + 1
        assert keys["y"] + keys["height"] <= DESK["height"]
        tops.add(keys["y"])
    assert len(tops) == 1


@pytest.mark.parametrize("boards", [1, 4])
def test_contradiction_is_reported_only_after_untouched_tiles_become_gray(open_page, boards):
    gray = ".00000" * (boards - 1)
    query = f"boards={boards}&row=crane:10000{gray}&row=cloth:{gray}"
    page, main = open_page(f"/helper?{query}", viewport=TALL), "main"
    with page.expect_response("**/helper?*"):
        page.locator(f"[name=tap][value='{'2.' if boards == 1 else '2.1.'}4']").click()
    expect(page.locator("[data-focus=gray]")).to_have_text("Rest gray")
    for text in (FAULT, "No word fits"):
        expect(page.locator(main)).not_to_contain_text(text)
    page.locator("[data-focus=gray]").click()
    expect(page.locator(main)).to_contain_text(FAULT)


def test_typing_all_colors_of_a_word_leaves_no_default_colors(page):
    page.keyboard.type("crane0100")
    expect(tile(page, 1, 5)).to_be_focused()
    assert assumed(page) == ["1.5"]
    page.keyboard.press("2")
    assert assumed(page) == []
    expect_count(page, "crane:01002")
    expect(page.locator(".helper-count-rest")).to_contain_text("likely")


def test_unknown_word_suggests_similar_words_that_take_its_colors(page):
    page.keyboard.type("crabe")
    question = page.get_by_role("link", name="CRANE?")
    expect(question).to_be_visible()
    page.keyboard.type("01002")
    expect_address(page, "?row=crabe:01002")
    assert marks(page, 1) == "01002"
    expect(page.get_by_text("Not in our word list, but counted: CRABE")).to_be_visible()
    expect(question).to_have_attribute("href", re.compile("row=crane:01002"))
    question.click()
    expect_address(page, "?row=crane:01002")


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize(("before", "is_touched"), [(0, True), (1, False)])
def test_chosen_fix_replaces_the_typed_word(open_page, boards, before, is_touched):
    row = "row=crane:" + ".".join(["01002"] * boards)
    query = "&".join([f"boards={boards}"] * (boards > 1) + [row] * before)
    page = open_page(f"/helper?{query}", viewport=TALL, has_touch=True)
    page.keyboard.type("houxd")
    page.get_by_role("link", name="HOUND?").click()
    expect(page).to_have_url(re.compile("row=hound"))
    expect_typed(page, "")
    if boards == 1:  # with several boards, the first tile of a board has the focus
        if is_touched:
            press(page, ["Backspace"])
        else:
            page.keyboard.press("Backspace")
        expect_typed(page, "houn")
        expect(page.locator(".helper-row")).to_have_count(before)
        expect(page).not_to_have_url(re.compile("row=hou"))


@pytest.mark.parametrize("query", ["?row=crane:01002", "?row=crane:01002&row=slide:00002"])
def test_best_guess_replaces_typed_letters(open_page, query):
    page = open_page(f"/helper{query}")
    page.keyboard.type("ho")
    expect_typed(page, "ho")
    page.locator("[data-focus=play]").click()
    expect(page.locator(".helper-row")).to_have_count(query.count("row=") + 1)
    expect_typed(page, "")


def test_similar_word_keeps_colors_tapped_just_before(open_page):
    page, _ = stopped(open_page, "?row=crabe:")
    for place in (2, 5, 5):
        tile(page, 1, place).click()
    page.get_by_role("link", name="CRANE?").click()
    page.clock.run_for(1)  # the end of the press
    expect_address(page, "?row=crane:01002")
    expect_count(page, "crane:01002")


def test_undo_is_beside_the_last_row_and_survives_a_reload(begun):
    undo = begun.get_by_role("button", name="Undo")
    expect(undo).to_be_hidden()
    open_fold(begun, r"Played [A-Z]+\? Tap its colors")
    begun.locator(".helper-result-row").first.click()
    expect(begun.get_by_role("group", name="Row 2,")).to_be_visible()
    rows, button = begun.locator(".helper-next").bounding_box(), undo.bounding_box()
    assert button["y"] - rows["y"] - rows["height"] < 16
    begun.reload()
    undo.click()
    expect_address(begun, "?row=crane:01002")
    expect(undo).to_be_hidden()
    begun.get_by_role("button", name="Clear all rows").click()
    expect_address(begun, "")
    undo.click()
    expect_address(begun, "?row=crane:01002")


@pytest.mark.parametrize(
    ("query", "typed"),
    [("?row=crane:01002", "sli"), ("?boards=4&row=crane:", "sl"), ("?row=crane:01002", "")],
)
def test_clear_button_removes_typed_letters_and_undo_restores_them(open_page, query, typed):
    page = open_page(f"/helper{query}", viewport=TALL)
    for letter in typed:
        page.locator(f".key[data-key='{letter}']").click()
    expect_typed(page, typed)
    page.get_by_role("button", name="Clear all rows").click()
    expect(page).not_to_have_url(re.compile("row="))
    expect_typed(page, "")
    page.get_by_role("button", name="Undo").click()
    expect_address(page, query)
    expect_typed(page, typed)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize("viewport", [PHONE, TALL], ids=str)
def test_delete_button_is_apart_from_the_pencil_and_its_notice_names_undo(
    request, open_page, viewport, boards, large
):
    marks = "01002" + ".00000" * (boards - 1)
    query = f"boards={boards}&" * (boards > 1) + f"row=crane:{marks}&row=slide:{marks}"
    if large:
        page = request.getfixturevalue("large_text")
        page.set_viewport_size(viewport)
        visit(page, f"/helper?{query}")
    else:
        page = open_page(f"/helper?{query}", viewport=viewport)
    pencil = page.get_by_label("Edit row 2")
    pencil.click()
    delete, start = page.get_by_role("button", name="Delete row 2"), pencil.bounding_box()
    expect(delete).to_have_text("Delete row 2")
    box, save = delete.bounding_box(), page.get_by_label("Save row 2").bounding_box()
    assert box["x"] + box["width"] < start["x"] or box["y"] >= start["y"] + start["height"] + 40
    assert box["y"] >= save["y"] + save["height"]
    assert box["height"] >= 24
    delete.click()
    expect_address(page, f"?{query.rpartition('&')[0]}")
    said = page.locator("main").get_by_text("Row 2 deleted. Undo brings it back.")
    expect(said).to_be_in_viewport(ratio=1)
    assert said.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none" or boards == 1
    expect(page.locator("[data-announcer]")).to_contain_text("Undo brings it back.")
    page.get_by_role("button", name="Undo").click()
    expect_address(page, f"?{query}")
    expect(page.locator("main")).not_to_contain_text("Undo brings")


@pytest.mark.parametrize("locale", ["en-US", "de", "es", "fr", "pt-BR"])
@pytest.mark.parametrize("boards", [1, 4])
def test_controls_to_enter_and_clear_rows_share_a_line_on_a_small_phone(open_page, boards, locale):
    page = open_page(f"/helper?boards={boards}&row=crane:", viewport=PHONE, locale=locale)
    page.locator("[name=tap]").first.click()
    expect(page.locator("[data-undo]")).to_be_visible()
    ways = page.locator(".helper-entry > .helper-ways :is(a, summary, button)")
    boxes = [way.bounding_box() for way in ways.all() if way.is_visible()]
    assert len(boxes) == (4 if boards == 1 else 3)
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert max(middles) - min(middles) <= 3
    assert boxes[-1]["x"] + boxes[-1]["width"] <= PHONE["width"]


def test_undo_reverts_actions_one_by_one(page):
    undo = page.get_by_role("button", name="Undo")
    addresses = [""]
    page.keyboard.type("crane")
    addresses.append("?row=crane:")
    for place, taps, digits in ((2, 1, "01000"), (3, 1, "01100"), (5, 2, "01102")):
        for _ in range(taps):
            tile(page, 1, place).click()
        addresses.append(f"?row=crane:{digits}")
        expect_address(page, addresses[-1])
    add(page, "slimy 00000")
    addresses.append("?row=crane:01102&row=slimy:00000")
    expect_address(page, addresses[-1])
    page.reload()
    tile(page, 2, 1).click()
    for address in reversed(addresses):
        undo.click()
        expect_address(page, address)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if address == "?row=crane:01100":
            assert marks_and_defaults(page) == ("01100", ["1.1", "1.4", "1.5"])
        elif address == "?row=crane:":
            assert marks_and_defaults(page) == ("-----", [])
    expect(undo).to_be_hidden()


def marks_and_defaults(page: Page) -> tuple[str, list[str | None]]:
    return marks(page, 1), assumed(page)


@pytest.mark.parametrize("boards", [1, 4])
def test_focus_is_on_the_tile_that_the_next_digit_colors(open_page, boards):
    page = open_page(f"/helper?boards={boards}", viewport=DESK)
    page.keyboard.type("crane")
    tiles = page.locator("[data-tiles] .tile")
    expect(tiles.first).to_be_focused()
    for index in range(5 * boards):
        expect(tiles.nth(index)).to_be_focused()
        page.keyboard.press("1")
        expect(tiles.nth(index)).to_have_attribute("data-mark", "present")
    expect(tiles.last).to_be_focused()


def test_digits_continue_from_a_tile_that_is_reached_by_tab(page):
    page.keyboard.type("crane")
    expect(tile(page, 1, 1)).to_be_focused()
    page.locator("main").focus()
    expect(page.locator("main")).to_be_focused()
    while "1st letter C" not in str(page.locator(":focus").get_attribute("aria-label")):
        page.keyboard.press("Tab")
    page.keyboard.type("00101")
    expect(tile(page, 1, 5)).to_be_focused()
    expect_address(page, "?row=crane:00101")
    # A digit on a colored tile only corrects it.
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("2")
    expect_address(page, "?row=crane:00121")
    expect(tile(page, 1, 4)).to_be_focused()


def test_labels_of_assumed_colors_say_so(page):
    page.keyboard.type("crane")
    tile(page, 1, 2).click()
    labels = ["C, absent (assumed)", "R, present", *(f"{key}, absent (assumed)" for key in "ANE")]
    for place, label in enumerate(labels, 1):
        expect(tile(page, 1, place)).to_have_accessible_name(
            re.compile(rf" letter {re.escape(label)}$")
        )
    tile(page, 1, 1).press("0")
    expect(tile(page, 1, 1)).to_have_accessible_name("1st letter C, absent")
    for place in (3, 4, 5):
        tile(page, 1, place).press("0")
    expect(page.locator(".tile[data-assumed]")).to_have_count(0)
    expect(tile(page, 1, 3)).to_have_accessible_name("3rd letter A, absent")


@pytest.mark.parametrize(("boards", "digits"), [(1, "01002"), (1, "010"), (4, "0100201")])
def test_backspace_undoes_colors_one_by_one(open_page, boards, digits):
    page = open_page(f"/helper?boards={boards}", viewport=DESK)
    page.keyboard.type("crane")
    tiles = page.locator("[data-tiles] .tile")
    expect(tiles.first).to_be_focused()
    page.keyboard.type(digits)
    for index in reversed(range(len(digits))):
        page.keyboard.press("Backspace")
        expect(tiles.nth(index)).to_be_focused()
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        if index % 5:
            expect(tiles.nth(index)).to_have_attribute("data-assumed", "")
        else:
            expect(tiles.nth(index)).to_have_attribute("data-mark", "typed")
    page.keyboard.type(digits)
    expect(tiles.nth(len(digits) - 1)).not_to_have_attribute("data-assumed", "")
    for index, digit in enumerate(digits):
        mark = ("absent", "present", "correct")[int(digit)]
        expect(tiles.nth(index)).to_have_attribute("data-mark", mark)


@pytest.mark.parametrize("way", ["link", "menu and link", "reload"])
def test_undo_restores_rows_replaced_by_a_link(begun, way):
    tile(begun, 1, 1).click()
    expect_address(begun, "?row=crane:11002")
    origin = begun.url.partition("/helper")[0]
    if way == "menu and link":
        begun.get_by_role("link", name="History").first.click()
    begun.goto(f"{origin}/helper?row=slate:00200")
    begun.wait_for_selector("[data-ready]")
    if way == "reload":
        begun.reload()
        begun.wait_for_selector("[data-ready]")
    undo = begun.get_by_role("button", name="Undo")
    undo.click()
    expect(begun.get_by_role("group", name="Row 1, CRANE")).to_be_visible()
    expect_address(begun, "?row=crane:11002")
    undo.click()
    expect(begun.get_by_role("group", name="Row 1, SLATE")).to_be_visible()
    begun.keyboard.type("moist")
    expect(tile(begun, 2, 1)).to_be_focused()
    for _ in range(2):
        undo.click()
        begun.wait_for_timeout(300)
    expect_address(begun, "?row=crane:11002")


def test_rows_can_be_resumed_after_leaving_by_the_menu(begun):
    begun.get_by_role("link", name="History").first.click()
    begun.get_by_role("link", name="Helper").first.click()
    begun.get_by_role("link", name="Resume your rows").click()
    expect_address(begun, "?row=crane:01002")
    begun.get_by_role("button", name="Clear all rows").click()
    expect_address(begun, "")
    begun.reload()
    begun.wait_for_selector("[data-ready]")
    expect(begun.get_by_role("link", name="Resume your rows")).to_have_count(0)


def test_words_can_be_typed_after_pasting_a_grid(open_page):
    page = open_page("/helper", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", GRID)
    page.get_by_label("Add your first guess").focus()
    page.keyboard.press("Control+V")
    expect_address(page, "?row=:01002&row=:00002")
    assert marks(page, 1) == "01002"
    page.keyboard.type("cra")
    expect(tile(page, 1, 3)).to_have_text("A")
    assert marks(page, 1) == "01002"
    page.keyboard.type("ne")
    expect(page.get_by_role("group", name="Row 1, CRANE")).to_be_visible()
    page.keyboard.type("slide")
    expect_address(page, "?row=crane:01002&row=slide:00002")
    page.keyboard.press("Enter")
    expect_count(page, "crane:01002", "slide:00002")
    announcement = page.locator("[data-say]").first.get_attribute("data-say")
    expect(page.locator("[data-announcer]")).to_have_text(announcement)  # after typing has stopped
    expect_address(page, "?row=crane:01002&row=slide:00002")  # no suggestion was played


def test_changing_and_deleting_rows_by_keyboard_keeps_the_focus(open_page):
    page = open_page("/helper?row=crane:01002&row=slide:00002&row=built:00000")
    page.get_by_label("Edit row 2").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    field = page.get_by_role("textbox", name="Word in row 2")
    expect(field).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("shire")
    page.keyboard.press("Enter")
    expect_address(page, "?row=crane:01002&row=shire:00002&row=built:00000")
    expect(page.locator("summary[aria-label='Edit row 2']")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect_address(page, "?row=crane:01002&row=built:00000")
    expect(tile(page, 2, 1)).to_be_focused()
    expect(page.get_by_role("textbox", name="Word in row 2")).to_be_hidden()


@pytest.mark.parametrize("boards", [1, 4])
@pytest.mark.parametrize("way", ["button", "enter", "unchanged"])
def test_saved_row_closes_its_editor_and_focuses_its_pencil(open_page, boards, way):
    marks = ".".join(["01002", "00000", "11000", "20100"][:boards])
    page = open_page(f"/helper?boards={boards}&row=crane:{marks}", viewport=PHONE)
    pencil = page.locator("summary[aria-label='Edit row 1']")
    word = page.get_by_label("Word in row 1")
    pencil.click()
    word.fill("cranes")  # refused because of its length
    page.get_by_role("button", name="Save row 1").click()
    expect(page.locator("[data-kind=problem], .field-error:not(:empty)").first).to_be_visible()
    expect(word).to_be_visible()
    expect(word).to_have_value("cranes")
    word.fill("crane" if way == "unchanged" else "crate")
    if way == "enter":
        word.press("Enter")
    else:
        page.get_by_role("button", name="Save row 1").click()
    expect(word).to_be_hidden()
    expect(pencil).to_be_focused()
    expect(word).to_have_value("crane" if way == "unchanged" else "crate")
    pencil.click()
    expect(word).to_be_visible()


def test_grid_pasted_anywhere_on_the_page_becomes_rows(open_page):
    page = open_page("/helper", permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("(text) => navigator.clipboard.writeText(text)", "crane 01002")
    page.keyboard.press("Control+V")
    expect_address(page, "?row=crane:01002")
    page.evaluate("(text) => navigator.clipboard.writeText(text)", "nothing to see, really")
    page.keyboard.press("Control+V")
    expect(page.locator("[data-announcer]")).to_contain_text("Type a word of 5 letters")
    page.evaluate("(text) => navigator.clipboard.writeText(text)", "shore")
    open_fold(page, "Rate a guess")
    page.get_by_role("textbox", name="Rate a guess").focus()
    page.keyboard.press("Control+V")
    expect(page.get_by_role("textbox", name="Rate a guess")).to_have_value("shore")
    expect_address(page, "?row=crane:01002")


def test_ten_best_guesses_are_sorted_without_a_page_load(begun):
    words = begun.locator(".helper-table tbody th a")
    open_fold(begun, "Other good guesses")
    begun.get_by_role("button", name="Word", exact=True).click()
    expect_address(begun, "?row=crane:01002&sort=word")
    assert words.all_inner_texts() == sorted(words.all_inner_texts())
    expect(words.first).to_be_visible()
    expect(begun.locator("[aria-sort]")).to_have_attribute("data-column", "word")
    expect(begun.get_by_role("button", name="Word", exact=True)).to_be_focused()
    expect(begun.get_by_role("button", name="Undo")).to_be_hidden()


def test_enter_in_the_empty_field_focuses_the_best_guess(begun):
    begun.get_by_label("Add your next guess").press("Enter")
    expect(begun.locator("[data-focus=play]")).to_be_focused()
    expect_address(begun, "?row=crane:01002")


@pytest.mark.parametrize("target", ["[data-focus=play]", "[data-focus='tile-1.1']"])
def test_enter_held_down_counts_once(begun, target):
    begun.locator(target).focus()
    for _ in range(3):
        begun.keyboard.down("Enter")
    begun.keyboard.up("Enter")
    begun.wait_for_load_state("networkidle")
    assert begun.locator("[data-tiles]").count() == (2 if "play" in target else 1)
    assert begun.locator("[data-tiles][data-waiting]").count() == (1 if "play" in target else 0)


def test_entered_guess_is_rated_and_kept_while_marks_change(begun):
    open_fold(begun, "Rate a guess")
    begun.get_by_role("textbox", name="Rate a guess").fill("shore")
    begun.keyboard.press("Enter")
    expect(begun.locator(".helper-verdict")).to_contain_text("SHORE")
    tile(begun, 1, 1).click()
    expect_address(begun, "?row=crane:11002&guess=shore")
    expect(begun.locator(".helper-verdict")).to_contain_text("SHORE")


def test_changed_options_apply_without_a_button(begun):
    begun.get_by_text("5 letters").click()
    begun.get_by_label("Word list").select_option("pool")
    expect_address(begun, "?row=crane:01002&mode=pool")
    begun.get_by_label("Hard mode").select_option("On")
    expect_address(begun, "?row=crane:01002&mode=pool&hard=1")
    begun.get_by_label("Letters").select_option("6")
    expect_address(begun, "?length=6&mode=pool&hard=1")
    expect(begun.get_by_label("Letters")).to_be_visible()
    open_fold(begun, "Other good guesses")
    begun.get_by_role("switch", name="Only words that can be the answer").click()
    expect_address(begun, "?length=6&mode=pool&hard=1&only=1")
    begun.get_by_label("Show", exact=True).select_option("1")
    expect_address(begun, "?length=6&mode=pool&hard=1&only=1&hint=1")


def test_unreachable_server_is_reported(begun):
    begun.route("**/helper?*", lambda route: route.fulfill(status=503))
    tile(begun, 1, 1).click()
    expect(begun.locator("#helper-add-error")).to_contain_text("Can’t reach the server.")
    begun.unroute("**/helper?*")
    tile(begun, 1, 1).click()
    expect_count(begun, "crane:21002")


def test_hanging_request_is_aborted_and_keys_typed_meanwhile_count(page):
    page.evaluate(
        "() => { const { timeout } = AbortSignal;"
        " AbortSignal.timeout = (wait) => timeout.call(AbortSignal, wait / 10); }"
    )
    page.route("**/helper?*", lambda route: None)  # requests get no response
    page.locator("#helper-add").fill("slidx")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    page.keyboard.type("e")
    expect(page.locator("#helper-add-error")).to_contain_text("Can’t reach the server.")
    expect(page.locator("#helper-add")).to_have_value("slide")
    page.unroute("**/helper?*")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Row 1, SLIDE")).to_be_visible()


@pytest.mark.parametrize("word", ["crane", "crabe"])
def test_row_that_could_not_be_sent_keeps_its_word_and_colors(page, word):
    page.route("**/helper?*", lambda route: route.fulfill(status=503))
    page.keyboard.type(f"{word}01002", delay=20)
    expect(page.locator("#helper-add-error")).to_contain_text("Can’t reach the server.")
    expect(page.get_by_label("Add your first guess")).to_have_value(f"{word} 01002")
    page.unroute("**/helper?*")
    page.keyboard.press("Enter")
    expect_address(page, f"?row={word}:01002")


def test_refused_row_keeps_its_text_and_shows_the_reason(begun, open_page):
    add(begun, "cranes")
    expect(begun.locator("#helper-add-error")).to_have_text(
        "Enter a word of 5 letters, not “cranes”."
    )
    expect(begun.locator("[data-announcer]")).to_contain_text("Enter a word of 5 letters")
    expect(begun.get_by_label("Add your next guess")).to_have_value("cranes")
    expect_address(begun, "?row=crane:01002")
    page = open_page("/helper?" + "&".join(["row=crane:00000"] * 10))
    # All colors are typed before this slow response to the word.
    wait = "await new Promise((done) => setTimeout(done, 900))"
    page.evaluate(
        f"const get = fetch; window.fetch = async (...all) => {{ {wait}; return get(...all); }}"
    )
    page.keyboard.type("slimy01002", delay=20)
    expect(page.locator("#helper-add-error")).to_contain_text("You can add up to 10 rows")
    expect(page.get_by_label("Add your next guess")).to_have_value("slimy 01002")


def test_helper_without_scripts_supports_every_action_by_forms(open_page):
    page = open_page("/helper", java_script_enabled=False, viewport=SMALLEST)
    page.get_by_label("Add your first guess").fill("crane")
    page.keyboard.press("Enter")
    expect_address(page, "?row=crane:")
    expect(page.get_by_role("heading", name="Color CRANE")).to_be_visible()
    tile(page, 1, 2).click()
    tile(page, 1, 5).click()
    tile(page, 1, 5).click()
    expect_address(page, "?row=crane:01002")
    expect_count(page, "crane:01002")
    add(page, "⬛⬛🟨⬛⬛ slimy ")
    expect_address(page, "?row=crane:01002&row=slimy:00100")
    page.get_by_label("Edit row 1").click()
    page.get_by_role("button", name="Delete row 1").click()
    expect_address(page, "?row=slimy:00100")
    page.go_back()
    expect_address(page, "?row=crane:01002&row=slimy:00100")
    open_fold(page, "Other good guesses")
    page.get_by_role("button", name="Word", exact=True).click()
    words = page.locator(".helper-table tbody th a").all_inner_texts()
    assert words == sorted(words)
    page.get_by_text("5 letters").click()
    page.get_by_label("Hard mode").select_option("On")
    page.get_by_role("button", name="Apply").click()
    expect_address(page, "?row=crane:01002&row=slimy:00100&hard=1&sort=word")
    open_fold(page, "Rate a guess")
    page.get_by_role("textbox", name="Rate a guess").fill("shore")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".helper-verdict")).to_contain_text("SHORE")


def test_hidden_controls_of_the_helper_are_no_tab_stops(page):
    field(page).press_sequentially("crane")
    expect(tile(page, 1, 1)).to_be_focused()
    page.keyboard.type("01002")
    expect_count(page, "crane:01002")
    for stop in ("Edit row 1", "Add your next guess", "Use "):
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_accessible_name(re.compile(f"^{stop}"))
