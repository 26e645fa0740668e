"""Absurd mode, in a browser and without JavaScript."""

from browser_looks import PHONE, guess, wait_until
from playwright.sync_api import expect
from web_visitor import absurd_game


def test_absurd_game_of_more_than_six_guesses_can_be_played(open_page):
    page = open_page("/absurd", viewport=PHONE, reduced_motion="reduce")
    expect(page.get_by_text("1,768 words left")).to_be_visible()
    idea = page.get_by_text("The word isn’t chosen yet and dodges every guess.")
    expect(idea).to_be_in_viewport(ratio=1)
    assert idea.bounding_box()["y"] < page.locator(".board").bounding_box()["y"]
    words = absurd_game("puppy")
    assert len(words) > 6
    for number, word in enumerate(words, 1):
        expect(page.get_by_text(f"Guess {number}", exact=True)).to_be_visible()
        guess(page, word)
        expect(page.get_by_role("group", name=f"Guess {number}: {word[0].upper()}")).to_be_visible()
        if number == 1:
            page.wait_for_url("**/absurd?played=puppy")
            expect(page.get_by_text("1,768 words left")).to_have_count(0)
            link = page.get_by_role("link", name="Open in Helper")
            expect(link).to_have_attribute("href", "/helper?row=puppy:00000&length=5&mode=pool")
            page.reload()
    expect(page.get_by_role("heading", name=f"{len(words)} guesses")).to_be_visible()
    expect(page.get_by_role("heading", name="Proof")).to_be_visible()
    expect(idea).to_have_count(0)
    assert page.url.endswith("/absurd?played=" + ".".join(words))


def test_latest_row_is_visible_and_keys_scroll_to_earlier_rows(open_page):
    words = ("crane", "moist", "fuzzy", "bulky", "gypsy", "jumpy", "whelp", "vivid", "aahed")
    page = open_page("/absurd?played=" + ".".join(words), viewport=PHONE)
    space = page.locator(".board-space")
    row, around = page.locator('[data-row="current"]').bounding_box(), space.bounding_box()
    assert row["y"] >= around["y"] - 1
    assert row["y"] + row["height"] <= around["y"] + around["height"] + 1
    space.focus()
    before = space.evaluate("element => element.scrollTop")
    page.keyboard.press("ArrowUp")
    wait_until(page, "before => document.querySelector('.board-space').scrollTop < before", before)
    guess(page, "dodge")
    expect(page.get_by_text("Guess 11", exact=True)).to_be_visible()
