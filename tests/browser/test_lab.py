"""The lab in a browser: choices, sorting, openers, a tournament as it comes in."""

from browser_looks import PHONE
from playwright.sync_api import expect


def test_the_table_follows_its_choices(open_page):
    page = open_page("/lab")
    expect(page.get_by_role("button", name="Show table", exact=True)).to_be_hidden()
    page.get_by_label("Type").select_option("Full search")
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(1)
    page.wait_for_url("**/lab?**family=search**")
    page.go_back()
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(14)


def test_the_table_is_sorted_in_place(open_page):
    page = open_page("/lab")
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")
    page.get_by_role("link", name="Average guesses").click()
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Fresh letters")
    expect(page.get_by_role("link", name="Average guesses")).to_be_focused()
    page.get_by_label("Tries allowed").first.select_option("4")
    page.wait_for_url("**/lab?**tries=4**")
    assert "sort=mean" in page.url
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Fresh letters")


def test_a_phone_has_the_figures_of_a_row_beside_each_other(open_page):
    page = open_page("/lab", viewport=PHONE)
    won = page.get_by_role("row").nth(1).get_by_role("cell").nth(1)
    page.get_by_text("Published results", exact=True).click()
    theirs, ours = page.locator(".lab-claims tr").nth(2).get_by_role("cell").all()
    for cell in (won, theirs, ours):
        box = cell.bounding_box()
        assert box["x"] + box["width"] <= PHONE["width"] - 16
    assert theirs.bounding_box()["y"] == ours.bounding_box()["y"]
