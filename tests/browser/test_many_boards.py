"""The helper with so many boards that its address packs their rows, in a real browser."""

from browser_looks import SMALLEST
from playwright.sync_api import expect


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
