"""What holds on every page, seen by somebody who has played for a year.

In each theme and contrast no violation that axe knows and text that can be read; targets that
can be hit; nothing that scrolls sideways.
"""

import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_looks import SMALL_TARGETS, contrast
from playwright.sync_api import Page

from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import History
from wordle_web.game.history.records import record_of
from wordle_web.game.puzzles.puzzles import (
    daily_answer,
    daily_id,
    new_token,
    random_answer,
    random_id,
)
from wordle_web.game.rules import Game

THEMES = [("light", "normal"), ("dark", "normal"), ("light", "high"), ("dark", "high")]
STATES = [
    "/daily/400",
    "/random/5-easy-1-AAAAAAAAAAAAAAAAAAAAAA",
    "/random/8-hard-1-AAAAAAAAAAAAAAAAAAAAAA/give-up",
    "/history?year=2025",
    "/history/daily/424",
    "/history/daily/424?move=0",
    "/archive?month=2026-02",
    "/archive?day=x",
    "/helper?row=crane:01002&row=moist:00000",
    "/helper?row=crane:00000&row=crane:22222",
    "/analysis?answer=crane&guess=moist&guess=trace&guess=crane",
    "/challenge?made=x",
    "/no-such-page",
]
TEXTS = """() => {
  const painted = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const says = (element) => Array.from(element.childNodes)
    .some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim());
  return Array.from(document.querySelectorAll("body *"))
    .filter((element) => says(element) && element.checkVisibility() && !element.closest("svg"))
    .map((element) => ({
      name: `${element.className} ${element.textContent.trim().slice(0, 40)}`,
      text: getComputedStyle(element).color,
      fill: painted(element),
    }));
}"""


def rich_history(site) -> History:
    """Return the history of somebody who has played for a year."""
    parts = site.app.extensions["wordle_web"]
    history = History()
    words = parts.lexicon().pool("normal").words
    for day in range(60, site.today):
        answer = daily_answer(day, parts.epochs, parts.lexicon())
        wrong = [word for word in words[day : day + 7] if word != answer][:6]
        guesses = wrong if day % 9 == 0 else [*wrong[: day % 6], answer]
        if day % 7:
            game = Game(answer, tuple(guesses), day % 5 == 0)
            history = history.with_record(record_of(daily_id(day), game, day))
    for length in (4, 5, 6, 7, 8):
        token = new_token(length, "normal", 1, secrets.token_bytes)
        answer = random_answer(token, parts.epochs, parts.lexicon(length))
        guess = parts.lexicon(length).pool("normal").words[length]
        record = record_of(random_id(token), Game(answer, (guess,)), site.today, length % 2 == 0)
        history = history.with_record(record)
    return history


@pytest.fixture
def visit(open_page, site):
    """Return what opens a page as somebody who has played for a year."""
    app = site.app
    signer = app.session_interface.get_signing_serializer(app)
    value = signer.dumps({"h": encode(rich_history(site), 4093)})
    cookie = {"name": app.config["SESSION_COOKIE_NAME"], "value": value, "url": site.url}

    def visit_it(path: str, **options: object) -> Page:
        page = open_page("about:blank", **options)
        page.context.add_cookies([cookie])
        page.goto(path)
        return page

    return visit_it


def pages(site) -> list[str]:
    """Return the addresses of all pages, and of some of their states."""
    found = []
    client = site.app.test_client()
    for rule in site.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.arguments:
            with client.get(rule.rule) as page:
                if page.mimetype == "text/html":
                    found.append(rule.rule)
    return [*found, *STATES]


def test_every_page_is_accessible_and_legible_in_every_theme(visit, site) -> None:
    page = visit("/")
    problems = []
    for path in pages(site):
        page.goto(path)
        for theme, kind in THEMES:
            page.evaluate(
                "([theme, contrast]) => Object.assign(document.documentElement.dataset, "
                "{ theme, contrast, motion: 'reduced' })",
                [theme, kind],
            )
            for each in Axe().run(page).response["violations"]:
                problems += [f"{path} {theme} {kind} {each['id']}: {each['nodes'][0]['html'][:99]}"]
            for text in page.evaluate(TEXTS):
                if contrast(text["text"], text["fill"]) < 4.5:
                    problems.append(f"{path} {theme} {kind} pale: {text}")
    assert problems == []


def test_every_page_fits_320_pixels_and_has_targets_large_enough(visit, site) -> None:
    page = visit("/", viewport={"width": 320, "height": 568})
    problems = []
    for path in pages(site):
        page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width != 320:
            problems.append(f"{path} is {width} wide")
        problems += [f"{path} {each}" for each in page.evaluate(SMALL_TARGETS)]
    assert problems == []


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
@pytest.mark.parametrize("length", [4, 5, 6, 7, 8])
def test_a_game_of_any_length_fits_a_small_phone_in_every_language(
    open_page, length: int, locale: str
) -> None:
    page = open_page(
        f"/random/{length}-normal-1-AAAAAAAAAAAAAAAAAAAAAA",
        viewport={"width": 360, "height": 640},
        locale=locale,
    )
    page.keyboard.type("xz")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    root = "document.documentElement"
    size = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
    assert size == [360, 640]
    tile = page.locator(".board .tile").first.bounding_box()
    assert tile["width"] >= 30


def test_system_colours_keep_everything_told_apart(visit, site) -> None:
    page = visit(f"/daily/{site.today - 1}", forced_colors="active")
    marks = page.locator(".board .tile").evaluate_all(
        "(tiles) => tiles.map((tile) => [tile.dataset.mark, getComputedStyle(tile).borderTopStyle,"
        " getComputedStyle(tile).backgroundColor].join())"
    )
    looks = {}
    for mark, *look in (each.split(",", 1) for each in marks):
        looks.setdefault(mark, set()).add(look[0])
    assert all(len(look) == 1 for look in looks.values())
    assert len({next(iter(look)) for look in looks.values()}) == len(looks)
    page.goto("/history")
    bars = page.locator(".month-days rect").evaluate_all(
        "(bars) => bars.map((bar) => bar.dataset.day + getComputedStyle(bar).fill"
        " + getComputedStyle(bar).stroke)"
    )
    assert len(set(bars)) == 3
