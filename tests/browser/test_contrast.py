"""Computed colors: text at least 4.5 to 1, edges of tiles at least 3 to 1, in every theme."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_looks import challenge, contrast, visit
from playwright.sync_api import Page, expect

MARKS = ["correct", "present", "absent"]
THEMES = [(theme, contrast) for theme in ("light", "dark") for contrast in ("normal", "high")]

COLORS = """(board) => {
  const painted = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const read = (element) => ({
    mark: element.dataset.mark,
    edge: getComputedStyle(element).borderTopColor,
    around: painted(element.parentElement),
  });
  return Array.from(board.querySelectorAll(".tile"), read);
}"""


@pytest.fixture
def marks(open_page, site) -> Callable[..., Iterator[Page]]:
    def show(**options: Any) -> Iterator[Page]:
        page = open_page("/challenge", **options)
        visit(page, challenge(page, "crane"))
        page.keyboard.type("react\nst")
        expect(page.locator("[data-mark=typed]")).to_have_count(2)
        for theme, chosen in THEMES:
            page.locator("html").evaluate(
                "(root, chosen) => Object.assign(root.dataset, chosen)",
                {"theme": theme, "contrast": chosen},
            )
            yield page

    return show


def test_tiles_stand_out_by_fill_or_edge(marks):
    for page, theme in zip(marks(), THEMES, strict=True):
        tiles = page.locator(".board").evaluate(COLORS)
        assert {tile["mark"] for tile in tiles} == {*MARKS, "typed", "empty"}
        ratios = {tile["mark"]: contrast(tile["edge"], tile["around"]) for tile in tiles}
        assert (theme, [mark for mark, ratio in ratios.items() if ratio < 3]) == (theme, [])


def test_marks_differ_in_more_than_hue_with_high_contrast(marks):
    for page, (_, chosen) in zip(marks(), THEMES, strict=True):
        sizes = page.locator(".board").evaluate(
            """(board) => ["correct", "present"].map((mark) => {
              const tile = board.querySelector(`.tile[data-mark=${mark}]`);
              return parseFloat(getComputedStyle(tile, "::after").width);
            })"""
        )
        assert all(size > 0 for size in sizes) == (chosen == "high")


def test_system_colors_keep_the_marks_apart(marks):
    page = next(marks(forced_colors="active"))
    styles = page.evaluate(
        """(marks) => marks.map((mark) => {
          const style = getComputedStyle(document.querySelector(`.tile[data-mark=${mark}]`));
          return `${style.borderTopStyle} ${style.borderTopWidth}`;
        })""",
        MARKS,
    )
    assert len(set(styles)) == 3
