"""Sharing without a clipboard, with the system's share sheet, or by selecting the squares."""

import re

import pytest
from browser_looks import DESK, PHONE, TOUCHED, challenge, guess, press_and_load, visit, wait_until
from playwright.sync_api import Page, expect


@pytest.fixture(params=[TOUCHED, {"viewport": DESK}], ids=["phone", "desk"])
def insecure(request, open_page, site, watch):
    """Today's game over plain HTTP, from a host name that is not localhost."""
    page = open_page(site.url.replace("127.0.0.1", "play.example"), **request.param)
    assert not page.evaluate("isSecureContext || 'clipboard' in navigator || 'share' in navigator")
    yield page
    # Chromium reports that a header for secure contexts is ignored here.
    watch.problems[:] = [problem for problem in watch.problems if "Opener-Policy" not in problem]


def win(page: Page, site) -> None:
    guess(page, site.wrong_words(1)[0])
    page.get_by_text("Guess 2 of 6").wait_for(state="attached")
    guess(page, site.answer)
    page.get_by_role("button", name="Share").wait_for()


PLACES = """() => Array.from(document.querySelectorAll("main *"))
  .filter((element) => element.checkVisibility() && !element.matches("[data-share-note]"))
  .map((element) => element.getBoundingClientRect())
  .map(({ top, height }) => [top, height])"""


def test_copying_a_result_over_http_causes_no_layout_shift(insecure, site):
    win(insecure, site)
    field = insecure.get_by_role("textbox", name="Text to share")
    expect(field).to_be_hidden()
    # The countdown changes meanwhile, but not its size.
    before = insecure.evaluate(PLACES)
    insecure.get_by_role("button", name="Share").click()
    expect(insecure.get_by_text("Copied to clipboard")).to_be_in_viewport(ratio=1)
    assert insecure.evaluate(PLACES) == before
    expect(field).to_be_hidden()
    expect(insecure.get_by_role("button", name="Share")).to_be_focused()
    insecure.goto(insecure.url + "challenge")
    word = insecure.get_by_role("textbox", name="Clue")
    word.press("Control+v")
    expect(word).to_have_value(
        re.compile(f"^Wordle-web {site.today:,} 2/6  .+/daily/{site.today}$")
    )


@pytest.mark.parametrize("size", [PHONE, {"width": 390, "height": 844}, DESK])
def test_copying_a_result_causes_no_layout_shift(open_page, site, size):
    page = open_page(viewport=size, permissions=("clipboard-read", "clipboard-write"))
    win(page, site)
    before = page.evaluate(PLACES)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Copied. The link only works on this computer.")).to_be_visible()
    assert page.evaluate(PLACES) == before


def test_text_that_cannot_be_copied_is_selected_with_instructions(insecure, site):
    insecure.evaluate("document.execCommand = () => false, 0")
    win(insecure, site)
    insecure.get_by_role("button", name="Share").click()
    expect(insecure.get_by_text("Copy the selected text")).to_be_in_viewport(ratio=1)
    assert insecure.evaluate("getSelection().toString()").startswith("Wordle-web")


@pytest.mark.parametrize(("scheme", "absent"), [("light", "⬜"), ("dark", "⬛")])
def test_squares_of_the_share_text_follow_the_system_theme(open_page, site, scheme, absent):
    page = open_page(color_scheme=scheme)
    win(page, site)
    text = page.get_by_role("textbox", name="Text to share", include_hidden=True).input_value()
    assert absent in text
    assert {"⬜": "⬛", "⬛": "⬜"}[absent] not in text


def test_phone_opens_the_share_sheet_and_closing_it_is_no_error(open_page, site):
    page = open_page(**TOUCHED)
    page.evaluate(
        """() => {
          navigator.share = async ({ text }) => {
            window.shared = text;
            throw new DOMException("closed", "AbortError");
          };
        }"""
    )
    win(page, site)
    page.get_by_role("button", name="Share").tap()
    wait_until(page, "window.shared")
    expect(page.get_by_role("textbox", name="Text to share")).to_be_hidden()
    expect(page.locator("[data-share-note]")).to_be_empty()


def test_friends_result_returns_to_the_author_of_the_challenge_in_one_tap(open_page):
    page = open_page("/challenge", permissions=["clipboard-read", "clipboard-write"])
    link = challenge(page, "truss", Your_name="Anna")
    expect(page.get_by_text("Nothing is stored here.")).to_be_visible()
    visit(page, link)
    guess(page, "truss")
    page.get_by_role("button", name="Tell Anna").click()
    expect(page.get_by_text("The link only works on this computer.")).to_be_in_viewport(ratio=1)
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("I solved your word in 1/6\n\n🟩🟩🟩🟩🟩\n")
    assert text.endswith(f"{link}?grid=22222")


def test_share_text_without_the_table_can_be_copied_over_http(insecure, site):
    home = insecure.url
    insecure.goto(f"{home}league/start")
    insecure.get_by_label("Your name").fill("Ana")
    insecure.get_by_role("button", name="Start table").click()
    insecure.get_by_role("link", name="Play today’s word").wait_for()
    visit(insecure, home)
    guess(insecure, site.answer)
    button = insecure.get_by_role("button", name="Share without the table")
    button.click()
    expect(insecure.get_by_text("Copied to clipboard")).to_be_visible()
    expect(button).to_be_focused()
    expect(insecure.locator("textarea:visible")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_confirmation_is_clear_of_the_focus_ring(open_page, site, size):
    page = open_page(viewport=size, permissions=("clipboard-read", "clipboard-write"))
    win(page, site)
    page.get_by_role("button", name="Share").press("Enter")
    note = page.get_by_text("Copied. The link only works on this computer.")
    expect(note).to_be_visible()
    ring = page.get_by_role("button", name="Share").evaluate(
        """(button) => {
          const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(button);
          if (outlineStyle === "none") return NaN;
          const { bottom } = button.getBoundingClientRect();
          return bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset);
        }"""
    )
    capitals = note.evaluate(
        """(note) => {
          const { top, height } = note.getBoundingClientRect();
          return top + (height - parseFloat(getComputedStyle(note).fontSize)) / 2;
        }"""
    )
    assert capitals >= ring


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_without_scripts_the_text_to_share_is_apart_from_the_buttons(open_page, site, size):
    page = open_page(viewport=size, java_script_enabled=False)
    page.locator("#guess").fill(site.answer)
    press_and_load(page.locator(".guess-button"))
    field = page.get_by_role("textbox", name="Text to share").bounding_box()
    for button in page.locator(".result-line .button:visible").all():
        box = button.bounding_box()
        assert (
            box["y"] >= field["y"] + field["height"] + 8
            or box["y"] + box["height"] + 8 <= field["y"]
        )
