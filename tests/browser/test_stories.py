"""Stories of more than one page: without a connection, and with a backup that is refused."""

import pytest
from browser_looks import DESK, TOUCHED
from playwright.sync_api import expect


@pytest.mark.parametrize("options", [TOUCHED, {"viewport": DESK}], ids=["phone", "desk"])
def test_without_a_connection_a_kind_page_comes(open_page, watch, options):
    page = open_page("/", fresh=True, service_workers="allow", **options)
    page.goto("/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/archive")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Your games are safe in this browser.")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "44px"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="Archive")).to_be_visible()
    kept = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys())"
        ".map(({ url }) => new URL(url).pathname))"
    )
    assert len(kept) == 4
    assert [path for path in kept if not path.startswith("/static/")] == ["/offline"]
    watch.problems[:] = [each for each in watch.problems if "ERR_INTERNET" not in each]


def test_a_refused_backup_says_so_on_top_and_at_its_field(open_page):
    page = open_page("/history", **TOUCHED)
    file = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_role("heading", name="Back up and restore").click()
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("main > .notice")).to_contain_text("Nothing was changed.")
    expect(page.get_by_label("Backup file")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
