"""What players do, from end to end: on a phone and at a desk, with JavaScript and without."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browser_looks import DESK, TOUCHED
from playwright.sync_api import Page, expect

from wordle_web.game.puzzles.puzzles import daily_answer, random_answers


@dataclass
class Player:
    """Somebody with a browser of their own."""

    open_page: Any
    site: Any
    options: dict[str, Any]
    has_scripts: bool

    def visit(self, path: str, **more: Any) -> Page:
        """Open a page in a browser that has not been here before."""
        return self.open_page(
            path, java_script_enabled=self.has_scripts, **{**self.options, **more}
        )

    def guess(self, page: Page, word: str) -> None:
        """Guess a word on the page of a game, and wait until it has been judged."""
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

    def answer(self, page: Page) -> str:
        """Return the answer of the random game or the day on a page."""
        parts = self.site.app.extensions["wordle_web"]
        kind, name = page.locator(".play").get_attribute("data-puzzle").split("/")
        if kind == "daily":
            return daily_answer(int(name), parts.epochs, parts.lexicon())
        return random_answers(name, parts.epochs, parts.lexicon(int(name[0])))[0]

    def win(self, page: Page) -> None:
        """Find the word of the game on a page."""
        self.guess(page, self.answer(page))
        expect(page.get_by_role("heading", name="Genius")).to_be_visible()


@pytest.fixture(params=["phone", "desk, plain"])
def player(request: pytest.FixtureRequest, open_page, site) -> Player:
    options = TOUCHED if "phone" in request.param else {"viewport": DESK}
    return Player(open_page, site, options, "plain" not in request.param)


def choose(page: Page, *labels: str) -> None:
    """Choose settings by their labels, and save them where they do not apply by themselves."""
    for label in labels:
        page.get_by_label(label, exact=True).first.check(force=True)
    save = page.locator("main .button[data-kind=primary]")
    if save.is_visible():
        save.click()
    said = page.get_by_role("status").filter(has_text=re.compile("saved|salvas"))
    expect(said.first).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_today_and_the_archive(player: Player) -> None:
    page = player.visit("/")
    expect(page.get_by_role("heading", name=f"Daily {player.site.today:,}")).to_be_visible()
    player.win(page)
    expect(page.get_by_text("Next word in")).to_be_visible()
    expect(page.get_by_text("(00:00 UTC)")).to_be_visible()
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


def test_a_random_word_given_up_and_shared(player: Player) -> None:
    page = player.visit("/random")
    page.get_by_label("6", exact=True).check(force=True)
    page.get_by_label("Easy", exact=True).check(force=True)
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".play")).to_have_attribute("data-length", "6")
    link, answer = page.url, player.answer(page)
    words = player.site.app.extensions["wordle_web"].lexicon(6).pool("easy").words
    player.guess(page, next(word for word in words if word != answer))
    page.get_by_role("link", name="Give up").click()
    page.get_by_role("link", name="Keep playing").click()
    expect(page.get_by_label("Guess 2 of 6")).to_have_count(1)
    page.get_by_role("link", name="Give up").click()
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_text(f"The answer: {answer}")).to_be_visible()
    friend = player.visit(link)
    player.win(friend)
    friend.get_by_role("button", name="Next game").click()
    expect(friend.get_by_text("6 letters, easy words")).to_be_visible()
    assert friend.url != link
    friend.get_by_role("link", name="Random").click()
    expect(friend.get_by_label("6", exact=True)).to_be_checked()
    expect(friend.get_by_label("Easy", exact=True)).to_be_checked()


def test_a_challenge_for_a_friend(player: Player) -> None:
    page = player.visit("/challenge")
    page.get_by_role("textbox", name="Word", exact=True).fill("zzzzz")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_role("alert")).to_contain_text("isn’t in our word list")
    page.get_by_role("textbox", name="Word", exact=True).fill("truss")
    page.get_by_label("Your name").fill("Ann <i>& Co</i>")
    page.get_by_label("Hint").fill("it bears a roof")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_role("link", name="Open challenge").get_attribute("href")
    assert "truss" not in link
    friend = player.visit(link)
    expect(friend.get_by_role("heading", name="Challenge from Ann <i>& Co</i>")).to_be_visible()
    expect(friend.get_by_text("Hint: it bears a roof")).to_be_visible()
    player.guess(friend, "crane")
    player.guess(friend, "truss")
    expect(friend.get_by_role("heading", name="Magnificent")).to_be_visible()


def test_a_history_replayed_kept_deleted_and_brought_back(player: Player, tmp_path: Path) -> None:
    page = player.visit("/")
    player.guess(page, player.site.wrong_words(1)[0])
    player.guess(page, player.site.answer)
    page.goto("/history")
    expect(page.get_by_role("region", name="Daily games", exact=True)).to_contain_text("Played")
    month = page.get_by_role("region", name="March 2026")
    expect(month.get_by_role("link", name=f"{player.site.today}, March 2, 2026: 2")).to_be_visible()
    toughest = page.get_by_role("region", name="Toughest word")
    expect(toughest).to_contain_text(player.site.answer.upper())
    page.get_by_role("link", name=re.compile("^Replay Daily")).first.click()
    expect(page.locator(".replay-status")).to_contain_text("Guess 1 of 2")
    page.get_by_role("link", name="Next").click()
    standing = page.locator(".replay-status")
    expect(standing).to_have_text(f"Guess 2 of 2 The answer is {player.site.answer.upper()}.")
    page.get_by_role("link", name="Start").click()
    expect(standing).to_contain_text("Before the first guess")
    page.goto("/history")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download backup").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.get_by_role("link", name="Delete history").click()
    page.get_by_role("button", name="Delete history").click()
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("1 game restored.")).to_be_visible()
    expect(page.get_by_role("region", name="Daily games", exact=True)).to_contain_text("Played")
    file.write_text("damaged")
    page.get_by_label("Backup file").set_input_files(file)
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("alert")).to_have_text(
        "This isn’t a backup from this site. Nothing was changed."
    )


def test_the_game_is_explained_and_the_word_too(player: Player) -> None:
    page = player.visit("/how-to-play")
    for name in ("What the colors mean", "Repeated letters", "Hard mode", "Daily word"):
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    row = page.get_by_role("group", name="Guess 1: T correct, H correct, E correct")
    expect(row.get_by_role("img", name="5th letter E, absent: no other E")).to_be_visible()
    parts = player.site.app.extensions["wordle_web"]
    answers = ((day, daily_answer(day, parts.epochs, parts.lexicon())) for day in range(1, 99))
    day, senses = next(
        (d, s) for d, answer in answers if (s := parts.lexicon().definitions(answer))
    )
    page.goto(f"/daily/{day}")
    player.win(page)
    expect(page.get_by_role("region", name="What it means")).to_contain_text(senses[0])
    link = page.get_by_role("link", name="Analyze this game")
    link.click()
    expect(page).to_have_url(re.compile(r"/analysis\?answer="))
    expect(page.get_by_role("heading").first).to_be_visible()


def test_a_player_from_brazil_reads_portuguese_or_what_they_choose(player: Player) -> None:
    page = player.visit("/", locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
    expect(page.get_by_text("2 de março de 2026")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollHeight") == page.viewport_size["height"]
    player.guess(page, player.site.answer)
    expect(page.get_by_role("heading", name="Genial")).to_be_visible()
    page.goto("/settings")
    choose(page, "English")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    choose(page, "Português (Brasil)")
    page.get_by_role("link", name="Histórico").click()
    expect(page.get_by_role("region", name="Palavras do dia", exact=True)).to_contain_text(
        "Vitórias (%)"
    )


@pytest.mark.parametrize("options", [TOUCHED, {"viewport": DESK}], ids=["phone", "desk"])
def test_without_a_connection_a_kind_page_comes(open_page, watch, options: dict[str, Any]) -> None:
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
