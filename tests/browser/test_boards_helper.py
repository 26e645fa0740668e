"""The helper with several boards in a real browser: by keyboard and by touch, a guess at a time."""

import re

from browser_looks import SMALLEST, violations
from playwright.sync_api import Page, expect


def boards_helper(open_page, query: str) -> Page:
    page = open_page(f"/helper?{query}", viewport=SMALLEST)
    expect(page.locator("[data-enhance='helper'][data-ready]")).to_be_visible()
    return page


def test_a_guess_is_colored_board_by_board_with_the_keys_alone(open_page):
    page = boards_helper(open_page, "boards=2")
    page.get_by_label("Add your first guess").press_sequentially("crane")
    page.keyboard.press("Enter")
    expect(
        page.get_by_text("Tap the tiles of CRANE on each board, or pick a result.")
    ).to_be_visible()
    expect(
        page.get_by_label("Board 1, 1st letter C").or_(page.locator("[value='1.1.1']")).first
    ).to_be_focused()
    page.keyboard.type("0100200000")
    expect(page.locator("[data-suggestion]:not([data-suggestion=''])")).to_be_visible()
    expect(page).to_have_url(re.compile(r"row=crane:01002\.00000"))
    expect(page.locator("[data-announcer]")).to_contain_text("Best next guess:")
    page.get_by_role("link", name="Use ").click()
    expect(page.locator(".board-card[data-waiting]")).to_have_count(2)
    page.go_back()
    expect(page.locator(".board-card[data-waiting]")).to_have_count(0)


def test_letters_typed_on_the_button_of_the_best_guess_begin_a_word(open_page):
    page = boards_helper(open_page, "boards=2&row=crane:02001.00000")
    page.get_by_role("link", name="Use ").focus()
    page.keyboard.type("moist")
    expect(page).to_have_url(re.compile(r"row=moist:"))


def test_no_board_moves_while_a_row_is_colored_on_a_phone(open_page):
    page = boards_helper(open_page, "boards=8&row=crane:" + ".".join(["01000"] * 8) + "&row=slimy:")
    place = "each => Math.round(each.getBoundingClientRect().top + scrollY)"
    tile = page.locator("[name=tap][value='2.7.3']")
    before = tile.evaluate(place)
    page.locator("[name=tap][value='2.1.1']").click()
    expect(page.locator("[name=tap][value='2.1.1']")).to_have_attribute("data-mark", "present")
    page.get_by_role("button", name=re.compile("Solved.*Board 2")).click()
    page.get_by_role("button", name=re.compile("All gray.*Board 3")).click()
    page.locator("[name=tap][value='2.4.2']").click()
    assert page.locator(".board-card[data-waiting]").count() == 4
    expect(page).to_have_url(re.compile(r"row=slimy:10000\.22222\.00000\.01000&"))
    assert tile.evaluate(place) == before
    assert violations(page) == []


def test_to_select_a_row_is_nothing_to_undo(open_page):
    page = boards_helper(open_page, "boards=2&row=crane:02001.00000&row=moist:00000.00100")
    page.get_by_role("link", name="1 CRANE").click()
    expect(page).to_have_url(re.compile(r"at=1"))
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()


def test_the_word_that_was_meant_keeps_colors_tapped_on_many_boards(open_page) -> None:
    gray = "&row=slimy:" + ".".join(["00000"] * 32)
    page = open_page(f"/helper?boards=32{gray * 8}&row=crabe:", viewport=SMALLEST)
    expect(page.locator("[data-enhance='helper'][data-ready]")).to_be_visible()
    expect(page.locator("[name=packed]")).to_have_count(1)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)
    page.locator("[name=tap][value='9.1.2']").click()
    page.get_by_role("link", name="CRANE?").click()
    expect(page.locator(".boards-row[aria-current]")).to_contain_text("CRANE")
    expect(page.locator("[name='marks.9.1']")).to_have_value("01000")
