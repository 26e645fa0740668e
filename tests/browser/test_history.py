"""The history in a browser: what a refused backup says, on a small phone too."""

from browser_looks import TOUCHED
from playwright.sync_api import expect


def test_a_refused_backup_says_so_on_top_and_at_its_field(open_page) -> None:
    page = open_page("/history", **TOUCHED)
    file = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("main > .notice")).to_contain_text("Nothing was changed.")
    expect(page.get_by_label("Backup file")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
