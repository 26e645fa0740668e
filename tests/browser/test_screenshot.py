"""A screenshot of this site's own board, read on its own pages."""

import re

import pytest
from browser_looks import PHONE, Held
from playwright.sync_api import Page, expect

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.reading.screenshots import read_screenshot

ROWS = "row=crane:01002&row=slimy:00110"
GAME = f"/helper?{ROWS}"
SHOWN = re.compile(rf"/helper/screenshot\?{ROWS}$")
# Fires the browser's event for a pasted picture, since tests can't fill the clipboard on a page
# without HTTPS.
PASTE = """async (bytes) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true }));
}"""

# Whether the page accepts a drag over it, and a drop.
DRAG_AND_DROP = """(bytes) => {
  const root = document.querySelector(".shot");
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(bytes)], "image.png", { type: "image/png" }));
  return ["dragover", "drop"].map((name) => {
    root.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true }));
    return "over" in root.dataset;
  });
}"""


def choose(page: Page, picture: bytes) -> None:
    file = {"name": "screen.png", "mimeType": "image/png", "buffer": picture}
    page.get_by_label("Screenshot").set_input_files(file)


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_rows_read_from_a_picture_are_corrected_and_used(open_page, java_script_enabled):
    page = open_page(GAME, viewport=PHONE, java_script_enabled=java_script_enabled)
    picture = page.screenshot()
    page.get_by_role("link", name="Read a screenshot").click()
    choose(page, picture)
    if not java_script_enabled:
        page.get_by_role("button", name="Read", exact=True).click()
    expect(page).to_have_url(SHOWN)
    expect(page.get_by_role("img", name="Your picture")).to_have_count(int(java_script_enabled))
    page.get_by_role("button", name="1st letter C, absent").click()
    expect(page).to_have_url(re.compile("row=crane:11002"))
    page.get_by_label("Edit row 1").click()
    page.get_by_label("Word in row 1").fill("trace")
    page.get_by_role("button", name="Use these rows").click()
    expect(page).to_have_url(re.compile(r"/helper\?row=trace:11002&row=slimy:00110$"))


def test_picture_chosen_before_the_script_loads_is_read(open_page):
    page = open_page(GAME, viewport=PHONE)
    picture = page.screenshot()
    held = Held(page, "**/js/screenshot.js")
    page.get_by_role("link", name="Read a screenshot").click()
    choose(page, picture)
    held.release()
    page.unroute_all()
    expect(page).to_have_url(SHOWN)
    page.get_by_role("button", name="1st letter C, absent").click()
    expect(page).to_have_url(re.compile("row=crane:11002"))
    page.get_by_role("button", name="Use these rows").click()
    expect(page).to_have_url(re.compile(r"/helper\?row=crane:11002"))
    page.go_back()
    page.wait_for_selector("[data-ready]")
    expect(page.get_by_role("button", name="1st letter C, present")).to_be_visible()
    expect(page.get_by_role("img", name="Your picture")).to_be_visible()


def test_row_can_be_left_out_and_rows_used_without_scrolling(open_page):
    page = open_page(GAME, viewport={"width": 360, "height": 640})
    picture = page.screenshot()
    page.goto("/helper/screenshot")
    choose(page, picture)
    expect(page).to_have_url(SHOWN)
    expect(page.get_by_role("button", name="Use these rows")).to_be_in_viewport(ratio=1)
    page.get_by_label("Edit row 1").click()
    page.get_by_role("button", name="Leave out row 1").click()
    expect(page).to_have_url(re.compile(r"/helper/screenshot\?row=slimy:00110$"))
    expect(page.get_by_role("img", name="Your picture")).to_be_visible()


def test_picture_area_accepts_taps_and_drops(open_page):
    page = open_page(GAME, viewport=PHONE)
    picture = page.screenshot()
    page.goto("/helper/screenshot")
    with page.expect_file_chooser():
        page.locator(".shot-drop").click(position={"x": 8, "y": 8})
    assert page.evaluate(DRAG_AND_DROP, list(picture)) == [True, False]
    expect(page).to_have_url(SHOWN)


@pytest.mark.parametrize("options", ["hard=1", "boards=4"])
def test_picture_pasted_into_the_helper_is_read_with_its_options(open_page, options):
    page = open_page(GAME)
    picture = page.screenshot()
    page.goto(f"/helper?{options}")
    page.wait_for_selector("[data-ready]")
    page.evaluate(PASTE, list(picture))
    expect(page.get_by_role("img", name="Your picture")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/helper/screenshot\?{ROWS}&{options}$"))
    page.get_by_role("button", name="Use these rows").click()
    expect(page).to_have_url(re.compile(r"/helper\?"))
    page.go_back()
    expect(page.get_by_role("img", name="Your picture")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Your guesses")).to_be_attached()


def test_screenshots_of_this_site_are_read_in_every_theme(open_page):
    words = [load_lexicon("english-5")]
    page = open_page(GAME)
    for theme, contrast in (("light", "normal"), ("dark", "normal"), ("light", "high")):
        page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
        page.evaluate(f"document.documentElement.dataset.contrast = '{contrast}'")
        (board,) = read_screenshot(page.screenshot(), words)
        assert list(board.rows) == [("crane", "01002"), ("slimy", "00110")], (theme, contrast)


def test_picture_that_a_proxy_refuses_is_reported_as_too_large(open_page):
    page = open_page("/helper/screenshot", viewport=PHONE)
    page.route("**/helper/screenshot", lambda route: route.fulfill(status=413, body="<h1>No</h1>"))
    choose(page, b"not a picture")
    text = "This picture is too large. Crop it to the board."
    expect(page.locator("[data-status]")).to_have_text(text)
