"""Computed colors: text at least 4.5 to 1, edges of tiles at least 3 to 1, in every theme."""

import pytest
from browser_looks import contrast
from playwright.sync_api import Page

THEMES = [
    "light, normal contrast",
    "dark, normal contrast",
    "light, high contrast",
    "dark, high contrast",
]

COLORS = """(section) => {
  const painted = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const color = getComputedStyle(each).backgroundColor;
      if (color !== "rgba(0, 0, 0, 0)") return color;
    }
    return "rgb(255, 255, 255)";
  };
  const read = (element) => ({
    name: element.getAttribute("aria-label") ?? element.textContent.trim(),
    text: getComputedStyle(element).color,
    fill: painted(element),
    edge: getComputedStyle(element).borderTopColor,
    around: painted(element.parentElement),
  });
  const all = (selector) => Array.from(section.querySelectorAll(selector), read);
  return { tiles: all(".tile"), texts: all(".key, p, a, span, h3, button") };
}"""


@pytest.fixture
def gallery(open_page) -> Page:
    return open_page("/gallery")


def test_tiles_stand_out_by_fill_or_edge(gallery: Page) -> None:
    names = {"correct", "present", "absent", "typed", "empty"}
    for theme in THEMES:
        tiles = gallery.get_by_role("region", name=theme).evaluate(COLORS)["tiles"]
        assert {tile["name"] for tile in tiles} == names
        faint = {
            tile["name"]: contrast(tile["edge"], tile["around"])
            for tile in tiles
            if contrast(tile["edge"], tile["around"]) < 3
        }
        assert (theme, faint) == (theme, {})


def test_marks_differ_in_more_than_hue_with_high_contrast(gallery: Page) -> None:
    for theme in THEMES:
        sizes = gallery.get_by_role("region", name=theme).evaluate(
            """(section) => ["correct", "present"].map((mark) => {
              const tile = section.querySelector(`.tile[data-mark=${mark}]`);
              return parseFloat(getComputedStyle(tile, "::after").width);
            })"""
        )
        assert all(size > 0 for size in sizes) == ("high" in theme)


def test_system_colors_keep_the_marks_apart(open_page) -> None:
    page = open_page("/gallery", forced_colors="active")
    styles = page.evaluate(
        """() => ["correct", "present", "absent"].map((mark) => {
          const style = getComputedStyle(document.querySelector(`.tile[data-mark=${mark}]`));
          return `${style.borderTopStyle} ${style.borderTopWidth}`;
        })"""
    )
    assert len(set(styles)) == 3
