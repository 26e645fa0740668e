"""What players do, from end to end: on a phone and at a desk, with JavaScript and without."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from browser_looks import DESK, TOUCHED, challenge
from playwright.sync_api import Page, expect

from wordle_web.game.puzzles.puzzles import daily_answer


@dataclass
class Player:
    open_page: Any
    site: Any
    options: dict[str, Any]
    has_scripts: bool

    def visit(self, path: str, **more: Any) -> Page:
        options = {"java_script_enabled": self.has_scripts, **self.options, **more}
        return self.open_page(path, **options)

    def guess(self, page: Page, word: str) -> None:
        rows = page.locator('.board:not(.mini-board) > [data-row="played"]')
        before = rows.count() if page.locator(".play").count() else 0
        if self.has_scripts:
            expect(page.locator(".play")).to_have_attribute("data-ready", "")
            page.keyboard.type(word)
            page.keyboard.press("Enter")
        else:
            page.locator("#guess").fill(word)
            page.locator(".guess-button").click()
        expect(page.locator('.play-game [data-row="played"]')).to_have_count(before + 1)

    def win(self, page: Page) -> None:
        parts = self.site.app.extensions["wordle_web"]
        day = int(page.locator(".play").get_attribute("data-puzzle").removeprefix("daily/"))
        self.guess(page, daily_answer(day, parts.epochs, parts.lexicon()))
        expect(page.get_by_role("heading", name="Genius")).to_be_visible()


@pytest.fixture(params=["phone", "desk, plain"])
def player(request: pytest.FixtureRequest, open_page, site) -> Player:
    options = TOUCHED if "phone" in request.param else {"viewport": DESK}
    return Player(open_page, site, options, "plain" not in request.param)


def test_today_and_the_archive(player):
    page = player.visit("/")
    expect(page.get_by_role("heading", name=f"Daily {player.site.today:,}")).to_be_visible()
    player.win(page)
    expect(page.get_by_text("Next word in")).to_be_visible()
    expect(page.get_by_text("(00:00 UTC)")).to_be_visible(visible=not player.has_scripts)
    page.goto("/archive")
    expect(page.get_by_role("link", name=re.compile(r"March 2, 2026: 1$"))).to_be_visible()
    page.get_by_label("Puzzle number or date").fill("2026-02-27")
    page.get_by_role("button", name="Open puzzle").click()
    expect(page.get_by_text("February 27, 2026")).to_be_visible()
    player.win(page)
    page.goto("/archive?month=2026-02")
    page.get_by_label("Puzzle number or date").fill(str(player.site.today - 1))
    page.get_by_role("button", name="Open puzzle").click()
    expect(page.get_by_text("March 1, 2026")).to_be_visible()
    page.goto("/history")
    daily = page.get_by_role("region", name="Daily games", exact=True)
    expect(daily.locator("dd").nth(2)).to_have_text("1")
    page.goto("/archive")
    page.get_by_label("Puzzle number or date").fill("2026-03-03")
    page.get_by_role("button", name="Open puzzle").click()
    expect(page.get_by_role("alert")).to_contain_text("Not available yet. Choose an earlier day.")


def test_a_challenge_for_a_friend(player):
    page = player.visit("/challenge")
    page.get_by_role("textbox", name="Word", exact=True).fill("zzzzz")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("alert")).to_contain_text("isn’t in our word list")
    link = challenge(page, "truss", Your_name="Ann <i>& Co</i>", Hint="it bears a roof")
    assert "truss" not in link
    friend = player.visit(link)
    expect(friend.get_by_role("heading", name="Challenge from Ann <i>& Co</i>")).to_be_visible()
    expect(friend.get_by_text("Hint: it bears a roof")).to_be_visible()
    player.guess(friend, "crane")
    player.guess(friend, "truss")
    expect(friend.get_by_role("heading", name="Magnificent")).to_be_visible()


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
