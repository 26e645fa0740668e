"""The lab in a browser: choices, sorting, openers, a tournament as it comes in."""

from collections.abc import Callable

from browser_looks import PHONE, SMALLEST
from playwright.sync_api import Page, expect

Open = Callable[..., Page]


def test_the_table_follows_its_choices(open_page: Open) -> None:
    page = open_page("/lab")
    expect(page.get_by_role("button", name="Show table", exact=True)).to_be_hidden()
    page.get_by_label("Type").select_option("Full search")
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(1)
    page.wait_for_url("**/lab?**family=search**")
    page.go_back()
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(14)


def test_the_table_is_sorted_in_place(open_page: Open) -> None:
    page = open_page("/lab")
    page.get_by_role("link", name="Average guesses").click()
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")
    expect(page.get_by_role("link", name="Average guesses")).to_be_focused()
    page.get_by_label("Tries allowed").first.select_option("4")
    page.wait_for_url("**/lab?**tries=4**")
    assert "sort=mean" in page.url
    expect(page.locator(".lab-strategies tbody th").first).to_contain_text("Optimal")


def test_everything_works_without_javascript(open_page: Open) -> None:
    page = open_page("/lab", java_script_enabled=False, viewport=PHONE)
    page.get_by_role("link", name="Won").click()
    assert "sort=won" in page.url
    page.get_by_label("Letters").first.select_option("4")
    page.get_by_role("button", name="Show table", exact=True).click()
    assert "length=4" in page.url
    page.get_by_label("Number of words").select_option("20")
    page.get_by_role("button", name="Run tournament").click()
    expect(page.get_by_text("Done.")).to_be_visible(timeout=60_000)
    expect(page.locator(".lab-strategies tbody tr")).to_have_count(5)


def test_a_tournament_is_kept_as_a_file(open_page: Open) -> None:
    page = open_page("/lab/run?strategy=random&strategy=minimax&games=20", viewport=PHONE)
    with page.expect_download() as kept:
        page.get_by_role("link", name="CSV").click()
    assert kept.value.suggested_filename == "tournament.csv"
    lines = kept.value.path().read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1] for line in lines] == ["strategy", "random", "minimax"]


def test_a_seed_that_is_none_is_told_of_by_the_browser(open_page: Open) -> None:
    page = open_page("/lab", java_script_enabled=False)
    page.get_by_label("Random seed").fill("-3")
    page.get_by_role("button", name="Run tournament").click()
    assert page.url.endswith("/lab")


def test_published_figures_stand_one_under_another_on_a_phone(open_page: Open) -> None:
    page = open_page("/lab", viewport=SMALLEST)
    cells = page.locator(".lab-claims tr:has(td)").first.locator("td")
    theirs, ours = (cells.nth(place).bounding_box() for place in (0, 1))
    assert theirs["x"] == ours["x"]
    assert theirs["y"] + theirs["height"] <= ours["y"]
    assert max(theirs["height"], ours["height"]) < 30
