"""The analysis in a real browser: entered, read, accessible."""

import pytest
from browser_looks import SMALLEST
from playwright.sync_api import expect

REPORT = "/analysis?answer=truss&guess=crane&guess=slimy&guess=roust&guess=truss&mode=pool"


@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_pasted_grid_is_analyzed_once_its_words_are_typed(open_page, java_script_enabled) -> None:
    page = open_page("/analysis", viewport=SMALLEST, java_script_enabled=java_script_enabled)
    page.get_by_label("Guesses or shared grid").fill("Game 7 2/6\n\n⬛🟩⬛⬛⬛\n🟩🟩🟩🟩🟩")
    page.get_by_label("Answer").fill("truss")
    page.get_by_role("button", name="Analyze").click()
    page.get_by_label("Word in row 1").fill("crane")
    page.get_by_role("button", name="Analyze").click()
    expect(page.get_by_role("heading", name="TRUSS in 2 guesses")).to_be_visible()
    expect(page.get_by_role("group", name="Guess 1: C absent, R correct").first).to_be_visible()
    picture = page.locator(".chart-picture")
    expect(picture).to_have_attribute("aria-label", page.locator(".chart figcaption").inner_text())


def test_a_turn_leads_to_its_position_in_the_helper(open_page) -> None:
    page = open_page(REPORT)
    page.get_by_role("link", name="See why").nth(0).click()
    expect(page.get_by_role("group", name="Row 1, CRANE")).to_be_visible()
    expect(page.get_by_role("textbox", name="Rate a guess")).to_have_value("slimy")
