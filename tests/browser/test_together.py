"""Flows over several pages, such as leagues, series, and moving a history."""

import pytest
import zxingcpp
from browser.test_every_page import OPEN_FOLDS, enlarged, misfits, pale_texts, small_targets
from browser_looks import DESK, EMPTY, PHONE, SMALLEST, TOUCHED, guess, violations
from game.league.corpus import CHATS
from PIL import Image
from playwright.sync_api import Page, expect

# In a chat whose dates have the day first, a date with the month first is invalid.
CHAT = "\n".join(chat.text for chat in CHATS if chat.name != "an American date")


def make_table(page: Page) -> None:
    page.goto("/league")
    page.get_by_label("Messages from your chat").fill(CHAT)
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("region", name="Standings")).to_be_visible()
    expect(page.get_by_role("heading", name="Who had these results?")).to_be_visible()


def make_series(page: Page) -> None:
    page.goto("/series")
    words = "crane: a bird\nslate\ntruss\nabide\nmoist"
    page.get_by_role("textbox", name="Words", exact=True).fill(words)
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("heading", name="Your series is ready")).to_be_visible()


def ask_to_move(page: Page) -> None:
    page.goto("/")
    page.wait_for_selector("[data-ready]")
    guess(page, "crane")
    expect(
        page.locator(".board .tile:is([data-mark=absent], [data-mark=present])").first
    ).to_be_visible()
    page.goto("/history/move")


@pytest.mark.parametrize("make", [make_table, make_series, ask_to_move])
def test_page_after_each_flow_is_accessible_legible_and_fits(open_page, make):
    page = open_page(EMPTY)
    make(page)
    page.evaluate(OPEN_FOLDS)
    problems = misfits(page, 1280)
    page.set_viewport_size(SMALLEST)
    problems += [*misfits(page, 320), *small_targets(page, 320), *enlarged(page, 390, 320)]
    page.set_viewport_size(DESK)
    problems += [*small_targets(page, 1280), *pale_texts(page), *violations(page)]
    assert problems == []


def test_code_on_a_phone_screen_moves_games_to_another_phone(open_page, tmp_path):
    page = open_page(EMPTY, viewport=PHONE, color_scheme="dark")
    ask_to_move(page)
    shot = tmp_path / "code.png"
    page.get_by_role("img", name="Code 1 of 1").screenshot(path=shot)
    with Image.open(shot) as image:
        barcodes = zxingcpp.read_barcodes(image.convert("L"))
    other = open_page(EMPTY, viewport=PHONE)
    other.goto(barcodes[0].text)
    other.get_by_role("button", name="Add games").click()
    expect(other.get_by_role("heading", name="In progress")).to_be_visible()


@pytest.mark.parametrize("options", [TOUCHED, {"viewport": DESK}], ids=["phone", "desk"])
def test_offline_page_is_shown_without_a_connection(open_page, watch, options):
    page = open_page("/", fresh=True, service_workers="allow", **options)
    page.goto("/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/history")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.get_by_text("Your games are safe in this browser.")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).minHeight") == "44px"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="History", exact=True)).to_be_visible()
    cached = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys())"
        ".map(({ url }) => new URL(url).pathname))"
    )
    assert len(cached) == 4
    assert [path for path in cached if not path.startswith("/static/")] == ["/offline"]
    watch.problems[:] = [problem for problem in watch.problems if "ERR_INTERNET" not in problem]


def test_refused_backup_is_reported_at_the_top_and_at_its_field(open_page):
    page = open_page("/history", **TOUCHED)
    file = {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_role("heading", name="Back up and restore").click()
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("main > .notice")).to_contain_text("Nothing was changed.")
    expect(page.get_by_label("Backup file")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
