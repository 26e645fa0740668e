"""The end of a game: unneeded elements fade out, then board and result move into place."""

import re

import pytest
from browser_looks import (
    COUNT_MOVEMENTS,
    DESK,
    EMPTY,
    PHONE,
    challenge,
    guess,
    visit,
    wait_until,
)
from playwright.sync_api import expect

from wordle_web.game.league.kept import own_game
from wordle_web.game.league.packing import pack
from wordle_web.game.league.table import ID_BYTES, ResultKey, Table
from wordle_web.game.puzzles.variants import HOME
from wordle_web.web.services import EXTENSION

# The jump of the board from its last visible position when its animation begins; the classes and
# durations, with delays, of the animations that began after the last key or click; layout shifts.
WATCH = """() => {
  const place = () => {
    const { left, top, width } = document.querySelector(".board").getBoundingClientRect();
    return [left, top, width];
  };
  Object.assign(window, { jump: 0, motions: [], shifts: 0 });
  let seen = place();
  const look = () => {
    seen = place();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    const steps = place().map((position, index) => Math.abs(position - seen[index]));
    if (this.matches(".board")) window.jump = Math.max(...steps);
    window.motions.push([this.getAttribute("class"), (options.delay ?? 0) + options.duration]);
    return animation;
  };
  for (const type of ["keydown", "pointerdown"]) {
    addEventListener(type, () => (window.motions = []), true);
  }
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts += value;
  }).observe({ type: "layout-shift" });
}"""

# The numbers next to the bar of the last game, in order.
WATCH_THE_FIGURES = """() => {
  window.figures = [];
  const look = () => {
    const figure = document.querySelector("[data-last] .bar-count")?.textContent;
    if (figure && figure !== window.figures.at(-1)) window.figures.push(figure);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("viewport", [PHONE, DESK])
@pytest.mark.parametrize("word", ["truss", "mountain"])
def test_win_animation_ends_in_time_and_without_a_layout_shift(open_page, viewport, word):
    page = open_page("/challenge", viewport=viewport)
    visit(page, challenge(page, word))
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(WATCH)
    guess(page, word)
    expect(page.get_by_role("heading", name="Genius")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Share")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Next game")).to_be_in_viewport(ratio=1)
    expect(page.locator(".row")).to_have_count(1)
    assert page.evaluate("window.jump") <= 1.5
    took = {}
    for name, ms in page.evaluate("window.motions"):
        took.setdefault(name, []).append(ms)
    longest = sum(max(took[part]) for part in ("tile", "keyboard", "result"))
    assert longest <= 2300  # including 200 ms for the response
    assert page.evaluate("window.shifts") <= 0.01
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Share")).to_be_focused()


@pytest.mark.parametrize("way", ["Enter", "click"])
def test_animation_of_the_ending_can_be_skipped(open_page, site, way):
    page = open_page(reduced_motion="no-preference")
    page.evaluate(WATCH)
    guess(page, site.answer)
    wait_until(page, "document.querySelector('.board [data-mark=correct]') !== null")
    page.keyboard.press("Enter") if way == "Enter" else page.locator(".board").click()
    page.locator("[data-result]").wait_for()
    assert sum(ms for _, ms in page.evaluate("window.motions")) == 0
    wait_until(page, "document.documentElement.dataset.motion === 'normal'")


def test_next_game_link_leads_to_a_game_not_yet_played(open_page, site):
    page = open_page()
    guess(page, site.answer)
    page.get_by_role("link", name="Next game").click()
    expect(page).to_have_url(f"{site.url}/boards/2")


def test_figure_counts_up_with_its_bar(open_page, site):
    page = open_page(reduced_motion="no-preference")
    page.evaluate(WATCH_THE_FIGURES)
    guess(page, site.answer)
    expect(page.locator("[data-last] .bar-count")).to_have_text("1")
    assert page.evaluate("window.figures") == ["0", "1"]


def test_offscreen_figure_is_not_animated(open_page, site):
    page = open_page(viewport=PHONE, reduced_motion="no-preference")
    guess(page, site.answer)
    played = page.locator(".figure > dd").first
    expect(played).not_to_be_in_viewport()
    expect(played).to_have_text("1")


def test_loss_shows_the_answer_in_view(open_page, site):
    page = open_page()
    for number, word in enumerate(site.wrong_words(5), 2):
        guess(page, word)
        expect(page.get_by_text(f"Guess {number} of 6")).to_have_count(1)
    guess(page, site.wrong_words(6)[-1])
    expect(page.get_by_text(f"The answer: {site.answer}")).to_be_in_viewport(ratio=1)


def test_result_appears_immediately_without_animations(open_page, site):
    page = open_page()
    page.evaluate(COUNT_MOVEMENTS)
    guess(page, site.answer)
    page.locator("[data-result]").wait_for()
    assert page.evaluate("window.movements") == 0
    expect(page.get_by_text("Next word in")).to_be_visible()
    expect(page.get_by_text("(00:00 UTC)")).to_be_hidden()


def test_end_of_a_first_game_looks_the_same_after_a_reload(desktop, site):
    """The board has the same size, although there was no result when the page was opened."""
    parts = ".play-days, .play-days .todays-game, .board .tile, .result, .play-aside > *"
    boxes = f"""() => Array.from(document.querySelectorAll("{parts}"), (element) =>
      JSON.stringify(element.getBoundingClientRect()))"""
    guess(desktop, site.answer)
    expect(desktop.locator(".play-days")).to_be_visible()
    wait_until(
        desktop,
        "[...document.querySelectorAll('.play link')].every(({ sheet }) => sheet)",
    )
    live = desktop.evaluate(boxes)
    desktop.reload()
    expect(desktop.locator(".play-days")).to_be_visible()
    assert desktop.evaluate(boxes) == live


def keep_table(page, site, friends):
    """Keep a table in which each friend has a different result of today."""
    if not friends:
        page.goto("/league/start")
        page.get_by_label("Your name").fill("Ana")
        page.get_by_role("button", name="Start table").click()
    else:
        settings = site.app.extensions[EXTENSION].settings
        game = own_game(HOME, settings.first_day.toordinal() - 1)
        results = {
            ResultKey(f"Friend {guesses}", game.key, site.today): {guesses: True}
            for guesses in range(2, friends + 2)
        }
        names = frozenset(result.person for result in results)
        table = Table({game.key: game}, results, sure=names, id=bytes(range(ID_BYTES)))
        page.goto(f"/league?table={pack(table, settings.daily_key.encode())[0]}")
        page.get_by_label("Your name").fill("Ana")
        page.get_by_role("button", name="Join this table").click()
    page.get_by_role("link", name="Play today’s word").wait_for()


@pytest.mark.parametrize("viewport", [(390, 844), (768, 1024), (1280, 800)])
@pytest.mark.parametrize("is_won", [True, False], ids=["won", "lost"])
@pytest.mark.parametrize("friends", [None, 0, 2, 4])
def test_links_to_the_next_game_are_in_view_after_six_guesses(
    open_page, site, viewport, is_won, friends
):
    """A table with friends takes space between the result and the links."""
    width, height = viewport
    page = open_page(EMPTY, viewport={"width": width, "height": height})
    if friends is not None:
        keep_table(page, site, friends)
    visit(page, "/")
    wrong = site.wrong_words(6)
    for number, word in enumerate(wrong[:5], 2):
        guess(page, word)
        expect(page.get_by_text(f"Guess {number} of 6")).to_have_count(1)
    guess(page, site.answer if is_won else wrong[5])
    page.get_by_role("region", name="Result", exact=True).wait_for()
    assert page.locator(".todays-table").count() == (friends is not None)
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Next game")).to_be_in_viewport(ratio=1)
    analysis = page.locator(".result-line").get_by_role("link", name="Analyze")
    assert analysis.count() == (not is_won)
    if not is_won:
        expect(analysis).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [(360, 640), (1280, 800)])
@pytest.mark.parametrize("friends", [2, 3])
def test_links_of_a_lost_game_with_a_table_are_in_view_despite_a_hint(
    open_page, site, friends, viewport
):
    page = open_page(EMPTY, viewport={"width": viewport[0], "height": viewport[1]})
    keep_table(page, site, friends)
    visit(page, "/")
    for number, word in enumerate(site.wrong_words(6)):
        guess(page, word)
        if not number:
            page.locator(".hint-button").click()
            page.locator(".hint-confirm").click()
            page.locator("[data-hint]").filter(has_text="left").wait_for()
    expect(page.locator(".board")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="Next game")).to_be_in_viewport(ratio=1)
    if viewport == (360, 640):
        shorter = page.get_by_role("button", name="Share without the table")
        expect(shorter).to_be_in_viewport(ratio=0.9)  # all but its padding
    assert page.locator(".board .tile").first.bounding_box()["width"] >= 27


def test_friends_with_the_same_result_share_a_line_of_a_small_phone(open_page, site):
    page = open_page(EMPTY, viewport=PHONE)
    keep_table(page, site, 3)
    visit(page, "/")
    for word in (*site.wrong_words(3), site.answer):
        guess(page, word)
    rows = page.locator(".todays-table li")
    expect(rows).to_have_text(
        [re.compile("Friend 2"), re.compile("Friend 3"), re.compile("You, Friend 4")]
    )
    boxes = [row.bounding_box() for row in rows.all()]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"]
    assert len({box["height"] for box in boxes}) == 1


@pytest.mark.parametrize("viewport", [(390, 844), (360, 640)])
@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "pt-BR"])
def test_share_analysis_and_next_game_buttons_are_on_one_line_after_a_loss(
    open_page, site, viewport, language
):
    width, height = viewport
    page = open_page(viewport={"width": width, "height": height}, locale=language)
    for number, word in enumerate(site.wrong_words(6), 1):
        guess(page, word)
        expect(
            page.locator(".board .tile:not([data-mark=empty], [data-mark=typed])")
        ).to_have_count(5 * number)
    page.locator("[data-result]").wait_for()
    buttons = page.locator(".result-line .button:not(.result-table):visible")
    expect(buttons).to_have_count(3)
    boxes = [button.bounding_box() for button in buttons.all()]
    assert len({(box["y"], box["height"]) for box in boxes}) == 1
    assert boxes[0]["y"] + boxes[0]["height"] <= height
    assert all(
        button.evaluate("(it) => it.scrollWidth <= it.clientWidth") for button in buttons.all()
    )
    buttons.nth(1).click()
    expect(page.locator(".analysis-lesson")).to_be_in_viewport(ratio=1)
