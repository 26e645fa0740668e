"""The end of a game: praise while the board is whole, then all moves into place without a jump."""

import pytest
from browser_looks import COUNT_MOVEMENTS, DESK, PHONE, guess
from playwright.sync_api import expect

# How far the board is, when it begins to move, from where it was seen last; and its time.
WATCH_THE_BOARD = """() => {
  const place = () => {
    const { left, top, width } = document.querySelector(".board").getBoundingClientRect();
    return [left, top, width];
  };
  let seen = place();
  const look = () => {
    seen = place();
    if (!window.moved) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    if (this.matches(".board")) {
      const steps = place().map((each, index) => Math.abs(each - seen[index]));
      window.moved = [Math.max(...steps), options.duration];
    }
    return animation;
  };
}"""


# What has stood beside the bar of the last game, in its order.
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
def test_a_win_is_praised_on_the_whole_board_which_then_moves_without_a_jump(
    open_page, site, viewport
) -> None:
    page = open_page(viewport=viewport, reduced_motion="no-preference")
    page.evaluate(WATCH_THE_BOARD)
    before = page.locator(".board").bounding_box()
    guess(page, site.answer)
    expect(page.locator(".moment")).to_have_text("Genius")
    expect(page.locator(".keyboard")).to_have_count(1)
    assert page.locator(".board").bounding_box() == before
    page.locator("[data-result]").wait_for()
    step, duration = page.evaluate("window.moved")
    assert step <= 1.5
    assert 200 <= duration <= 300
    share = page.get_by_role("button", name="Share")
    expect(share).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    expect(share).to_be_focused()


def test_a_figure_counts_up_with_its_bar(open_page, site) -> None:
    page = open_page(reduced_motion="no-preference")
    page.evaluate(WATCH_THE_FIGURES)
    guess(page, site.answer)
    expect(page.locator("[data-last] .bar-count")).to_have_text("1")
    assert page.evaluate("window.figures") == ["0", "1"]


def test_a_loss_shows_the_answer_first(open_page, site) -> None:
    page = open_page()
    for number, word in enumerate(site.wrong_words(5), 2):
        guess(page, word)
        expect(page.get_by_text(f"Guess {number} of 6")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    guess(page, site.wrong_words(6)[-1])
    expect(page.locator(".moment")).to_have_text(f"The answer: {site.answer.upper()}")


def test_without_motion_the_result_is_there_at_once(open_page, site) -> None:
    page = open_page()
    page.evaluate(COUNT_MOVEMENTS)
    guess(page, site.answer)
    page.locator("[data-result]").wait_for()
    assert page.evaluate("window.movements") == 0
    expect(page.locator(".moment")).to_have_count(0)
