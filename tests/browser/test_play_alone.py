"""Whole games with the keyboard alone, or without sight, by names and announcements."""

import re
from collections.abc import Iterator

import pytest
from browser_looks import PATIENCE, PAUSE
from playwright.sync_api import Page, expect

from wordle_web.engine.candidates import narrow
from wordle_web.engine.knowledge import Turn

DIGITS = {"absent": "0", "present": "1", "correct": "2"}


def focused(page: Page) -> str:
    return str(
        page.evaluate(
            "document.activeElement.getAttribute('aria-label') "
            "?? document.activeElement.labels?.[0]?.textContent.trim() "
            "?? document.activeElement.textContent.trim()"
        )
    )


def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press a key until the element with that name has the focus, and check for a focus outline.

    The outline is on the element, or on the one after it.
    """
    for _ in range(40):
        page.keyboard.press(key)
        if focused(page) == name:
            break
    assert focused(page) == name
    outline = page.evaluate(
        "(() => { const style = getComputedStyle(document.activeElement);"
        " const beside = document.activeElement.nextElementSibling;"
        " const other = beside ? getComputedStyle(beside).outlineStyle : 'none';"
        " return [style.outlineStyle, other]; })()"
    )
    assert set(outline) != {"none"}


def test_settings_and_a_whole_game_work_by_keyboard_only(desktop, site):
    press = desktop.keyboard.press
    tab_to(desktop, "Skip to content")
    tab_to(desktop, "More")
    press("Enter")
    tab_to(desktop, "Settings")
    press("Enter")
    expect(desktop.get_by_role("heading", name="Settings")).to_be_visible()
    tab_to(desktop, "System default")
    press("ArrowRight")
    press("ArrowRight")
    assert focused(desktop) == "Dark"
    expect(desktop.get_by_text("Settings saved.")).to_be_visible()
    expect(desktop.locator("html")).to_have_attribute("data-theme", "dark")
    tab_to(desktop, "Wordle-web")
    press("Enter")
    expect(desktop.locator(".play[data-ready]")).to_be_visible()
    for number, word in enumerate([*site.wrong_words(2), site.answer], 1):
        desktop.keyboard.type(word)
        press("Enter")
        if number < 3:
            expect(desktop.locator(".guess-label")).to_have_text(f"Guess {number + 1} of 6")
    expect(desktop.get_by_role("heading", name="Impressive")).to_be_visible()
    assert focused(desktop) == "Result"
    desktop.evaluate("navigator.clipboard.writeText = async (text) => { window.shared = text; }, 0")
    tab_to(desktop, "Share")
    press("Enter")
    expect(desktop.get_by_text("Copied. The link only works on this computer.")).to_be_visible()
    assert " 3/6" in desktop.evaluate("window.shared")
    tab_to(desktop, "History", "Shift+Tab")
    press("Enter")
    expect(desktop.get_by_role("heading", name="History", exact=True)).to_be_visible()
    tab_to(desktop, f"Replay Daily {site.today:,}, 3/6")
    press("Enter")
    standing = desktop.locator(".replay-status")
    expect(standing).to_contain_text("Guess 1 of 3")
    tab_to(desktop, "Next")
    press("Enter")
    expect(standing).to_contain_text("Guess 2 of 3")
    press("ArrowRight")
    expect(standing).to_contain_text("Guess 3 of 3")
    press("Home")
    expect(standing).to_contain_text("Before the first guess")
    press("ArrowRight")
    press("ArrowRight")
    expect(standing).to_contain_text("Guess 2 of 3")
    desktop.reload()
    expect(standing).to_contain_text("Guess 2 of 3")


class Listener:
    """A player who knows only announcements and the names of controls."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(
            """() => {
              window.heard = [];
              const say = (records) => records.forEach(({ target }) => {
                const live = target.closest?.("[role=status], [role=alert]");
                const text = live?.textContent.trim();
                if (text && window.heard.at(-1) !== text) window.heard.push(text);
              });
              new MutationObserver(say).observe(document.body, { childList: true, subtree: true });
            }"""
        )

    def press(self, name: str) -> None:
        named = re.compile(rf"^{name}( absent| present| correct)?$")
        self.page.get_by_role("button", name=named).dispatch_event("click")

    def spell(self, word: str) -> None:
        for letter in word.upper():
            self.press(letter)
        self.press("Enter")

    def hear(self, pattern: str) -> re.Match[str]:
        """Wait for an announcement, and return the match."""
        for _ in range(PATIENCE // PAUSE):
            heard: list[str] = self.page.evaluate("window.heard")
            heard_match = next(
                (match for text in heard if (match := re.match(pattern, text))), None
            )
            if heard_match:
                return heard_match
            self.page.wait_for_timeout(PAUSE)
        pytest.fail(f"nothing like {pattern!r} was announced: {heard}")


def turns_of(guesses: list[str], texts: list[str]) -> Iterator[Turn]:
    for guess, text in zip(guesses, texts, strict=True):
        marks = re.findall(r"\b[A-Z] (absent|present|correct)", text)
        yield Turn.parse(f"{guess}:{''.join(DIGITS[mark] for mark in marks)}")


def test_whole_game_can_be_played_using_only_labels_and_announcements(phone, site):
    lexicon = site.app.extensions["wordle_web"].lexicon()
    player = Listener(phone)
    assert phone.get_by_role("heading", level=1).inner_text() == f"Daily {site.today:,}"
    player.spell("abc")
    player.hear("Not enough letters")
    for _ in "abc":
        player.press("Backspace")
    guesses: list[str] = []
    texts: list[str] = []
    left = lexicon.pool("normal").indices
    while not texts or "The answer is" not in texts[-1]:
        assert len(guesses) < 6
        guesses.append(lexicon.words[left[len(left) // 2]])
        player.spell(guesses[-1])
        texts.append(player.hear(rf"Guess {len(guesses)}: .*")[0])
        left = narrow(lexicon, tuple(turns_of(guesses, texts)), left)
        assert len(left)
    assert texts[-1].endswith(f"The answer is {site.answer.upper()}.")
    assert site.answer in {lexicon.words[index] for index in left}
    expect(phone.get_by_role("region", name="Result", exact=True)).to_be_focused()
    assert sum("The answer is" in text for text in phone.evaluate("window.heard")) == 1
