"""Chromium without the features that older browsers lack, and with scripts that do not load.

`tests/soak/test_engines.py` uses a real Safari 16.0; iOS 15 and Firefox 115 are not available.
"""

import re

import pytest
from browser_looks import EMPTY, PHONE, TOUCHED, guess, visit
from playwright.sync_api import Page, Route, expect

IOS_15 = """
delete AbortSignal.any;
delete AbortSignal.timeout;
delete HTMLFormElement.prototype.requestSubmit;
delete Element.prototype.checkVisibility;
const Fields = FormData;
window.FormData = class extends Fields { constructor(form) { super(form); } };
"""
# By browser, replacements in style sheets with which Chromium shows pages as that browser would.
STYLES = {
    "iOS 15": (
        (r"@supports not \(width: ?1cqi\)", "@media all"),
        (r"@container[^{]*\{", "@media not all {"),
        (r"container-type", "x-container-type"),
        (r"(\d)cq[ib]\b", r"\1xx"),
    ),
    "Firefox 115": ((r"@supports selector\(:has\(a\)\)", "@media not all"), (r":has\(", ":x-has(")),
}


def open_older(open_page, path: str, name: str) -> Page:
    page = open_page(EMPTY, fresh=True, **TOUCHED)

    def answer(route: Route) -> None:
        response = route.fetch()
        style = response.text()
        for pattern, text in STYLES[name]:
            style = re.sub(pattern, text, style)
        route.fulfill(response=response, body=style)

    page.route("**/css/*.css", answer)
    if name == "iOS 15":
        page.add_init_script(IOS_15)
    visit(page, path)
    return page


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("path", ["/", "/boards/4", "/boards/32"])
def test_game_fits_and_plays_in_an_older_browser(open_page, name, path):
    page = open_older(open_page, path, name)
    guess(page, "crane")
    expect(
        page.locator('.cards [data-row="played"], .board > [data-row="played"]').first
    ).to_be_visible()
    width, height = page.evaluate(
        "[document.documentElement.scrollWidth, document.body.scrollHeight]"
    )
    assert (width, height) == (PHONE["width"], PHONE["height"])
    tile = page.locator('[data-row="played"] > .tile').first.bounding_box()
    assert 12 < tile["width"] < 60
    sides = page.locator(".board-space").evaluate(
        "(space) => [space.scrollWidth, space.clientWidth]"
    )
    assert sides[0] <= sides[1]


@pytest.mark.parametrize("name", STYLES)
def test_helper_works_in_an_older_browser(open_page, name):
    page = open_older(open_page, "/helper", name)
    for letter in "crane":
        page.locator(f'button[data-key="{letter}"]').tap()
    page.get_by_role("button", name="5th letter E").tap()
    expect(page).to_have_url(re.compile(r"row=crane%3A00001|row=crane:00001"))
    expect(page.locator(".helper-word")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_pressed_buttons_and_settings_are_sent_in_ios_15(open_page):
    page = open_older(open_page, "/", "iOS 15")
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.get_by_role("button", name="Close").tap()
    page.reload()
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    visit(page, "/settings")
    page.get_by_role("radio", name="Dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.fixture
def broken(open_page, watch):
    """Return a function that opens a page in which one script has a syntax error."""

    pages = []

    def open_it(path: str, module: str) -> Page:
        page = open_page(EMPTY, viewport=PHONE)
        pages.append(page)
        page.route(
            f"**/js/{module}.js",
            lambda route: route.fulfill(body="const = ;", content_type="text/javascript"),
        )
        page.goto(path)
        return page

    yield open_it
    # Errors on these pages are expected; all have occurred once the page has been left.
    for page in pages:
        page.unroute_all()
        page.goto(EMPTY)
    watch.problems.clear()


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("/", "main"),
        ("/", "fragments"),
        ("/", "play/game"),
        ("/", "play/keyboard"),
        ("/boards/2", "main"),
        ("/boards/2", "play/boards"),
    ],
)
def test_game_can_be_played_by_form_if_a_script_fails(broken, path, module):
    page = broken(path, module)
    for word in ("crane", "slimy"):
        page.locator(".guess-input").fill(word)
        page.get_by_role("button", name="Guess", exact=True).click()
        expect(
            page.locator('[data-row="played"]')
            .filter(has_text=re.compile(r"\s*".join(word), re.I))
            .first
        ).to_be_visible()


@pytest.mark.parametrize("module", ["main", "fragments", "play/result"])
def test_result_can_be_copied_if_a_script_fails(broken, site, module):
    page = broken("/", module)
    page.locator(".guess-input").fill(site.answer)
    page.keyboard.press("Enter")
    expect(page.get_by_label("Text to share")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_hidden()


@pytest.mark.parametrize("module", ["main", "fragments", "helper", "helper/rows", "play/keyboard"])
def test_helper_works_by_form_if_a_script_fails(broken, module):
    page = broken("/helper", module)
    page.locator("#helper-add").click()
    page.keyboard.type("crane 01002")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page).to_have_url(re.compile("row=crane"))
    page.get_by_role("button", name="1st letter C").click()
    expect(page.get_by_role("button", name="1st letter C, present")).to_be_visible()


@pytest.mark.parametrize("module", ["main", "fragments", "settings"])
def test_settings_can_be_saved_by_button_if_a_script_fails(broken, module):
    page = broken("/settings", module)
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("module", ["main", "fragments", "watch"])
def test_watched_game_shows_all_guesses_if_a_script_fails(broken, module):
    page = broken("/watch?word=crane", module)
    last = page.locator(".watched-turn:not([inert])").last
    expect(last.locator(".watched-text")).to_be_visible()
    assert (
        last.locator(".tile").first.evaluate("(tile) => getComputedStyle(tile).fontSize") != "0px"
    )
    expect(page.locator(".watch-player")).to_be_hidden()
