"""The lab in a browser: choices, sorting, openers, a tournament as it comes in."""

from browser_looks import SMALLEST
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
    page.get_by_role("link", name="Average guesses").click()
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")
    expect(page.get_by_role("link", name="Average guesses")).to_be_focused()
    page.get_by_label("Tries allowed").first.select_option("4")
    page.wait_for_url("**/lab?**tries=4**")
    assert "sort=mean" in page.url
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")


def test_published_figures_stand_one_under_another_on_a_phone(open_page):
    page = open_page("/lab", viewport=SMALLEST)
    cells = page.locator(".lab-claims tr:has(td)").first.locator("td")
    theirs, ours = (cells.nth(place).bounding_box() for place in (0, 1))
    assert theirs["x"] == ours["x"]
    assert theirs["y"] + theirs["height"] <= ours["y"]
    assert max(theirs["height"], ours["height"]) < 30
