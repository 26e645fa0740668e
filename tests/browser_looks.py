"""Shared helpers of the browser tests: windows, typing, contrast, movement, small targets, axe."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, Route, ViewportSize

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 640}
SMALLEST: ViewportSize = {"width": 320, "height": 568}
TOUCHED: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

# Plain text, since leaving the site for about:blank would make Chromium replace its process twice.
EMPTY = "/healthz"

PATIENCE = 30_000  # ms that a busy machine may take for a step that an idle machine does at once
PAUSE = 20  # ms between two checks of a condition

GAME = "[data-enhance=game]:not([data-ready]) [data-fragment=form]"
READY = f"!document.querySelector('{GAME}, [data-enhance=helper]:not([data-ready])')"

# Animations of `pointer-events` don't count: they only make a button wait after a press.
COUNT_MOVEMENTS = """() => {
  window.movements = 0;
  const look = () => {
    const takesTime = ({ effect }) => effect.getComputedTiming().endTime > 0;
    const frames = ({ effect }) => effect.getKeyframes();
    const isShown = (animation) => frames(animation).some((frame) => !("pointerEvents" in frame));
    const moving = document.getAnimations().filter((one) => takesTime(one) && isShown(one));
    window.movements += moving.length;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""

SMALL_TARGETS = """() => {
  const targets = document.querySelectorAll("a, button, input, select, summary, textarea");
  const isInText = (element) => {
    const text = element.closest("p, li:not(:has(.button, .choice))")?.textContent.trim();
    return text && text !== element.textContent.trim();
  };
  return Array.from(targets)
    .filter((element) => element.checkVisibility() && !isInText(element))
    .map((element) => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && (box.width < 24 || box.height < 24))
    .map(([name, box]) => `${name} ${box.width} by ${box.height}`);
}"""

# Checking contrast takes axe three times as long as everything else, so of equal-looking texts in
# equal-looking containers it checks only the first and the last.
VIOLATIONS = """async () => {
  const look = (element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [element.tagName, element.className, color, backgroundColor].join();
  };
  const texts = { first: new Map(), last: new Map() };
  for (const element of document.querySelectorAll("body *")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!says || !element.checkVisibility()) continue;
    const around = element.parentElement;
    const kind = [element, around, around.parentElement].map(look).join();
    if (!texts.first.has(kind)) texts.first.set(kind, element);
    texts.last.set(kind, element);
  }
  const include = [...new Set([...texts.first.values(), ...texts.last.values()])];
  const [contrast, resultTypes] = ["color-contrast", ["violations"]];
  const runs = [
    await axe.run({ resultTypes, rules: { [contrast]: { enabled: false } } }),
    include.length && (await axe.run({ include }, { resultTypes, runOnly: [contrast] })),
  ];
  return runs.flatMap((run) => run.violations ?? []);
}"""


def luminance(color: str) -> float:
    """Return the relative luminance of `rgb(…)`. Source: WCAG 2.2."""
    channels = [float(part) / 255 for part in color.partition("(")[2].rstrip(")").split(",")[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colors, from 1 to 21. Source: WCAG 2.2."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def wait_until(page: Page, condition: str, argument: Any = None) -> None:
    """Wait until an expression, or a function called with `argument`, is true on a page.

    Playwright's own function polls with `eval`, which the page's security policy forbids.
    """
    for _ in range(PATIENCE // PAUSE):
        if page.evaluate(condition, argument):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(f"never true: {condition}")


class Held:
    """Requests of a page that are held back until the test releases them."""

    def __init__(self, page: Page, url: str, times: int | None = None) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(url, lambda route: self.routes.append(route), times=times)

    def release(self, number: int = 1) -> None:
        """Release a request by its number, counted from 1, as soon as it has been made."""
        for _ in range(PATIENCE // PAUSE):
            if len(self.routes) >= number:
                break
            self.page.wait_for_timeout(PAUSE)
        self.routes[number - 1].continue_()


def violations(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"(() => {{ {AXE_SCRIPT} }})()")
    violations = page.evaluate(VIOLATIONS)
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in violations
        for node in violation["nodes"]
    ]


def settle(page: Page) -> None:
    """Wait until the page has drawn its immediate response to the last key."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def visit(page: Page, path: str) -> None:
    """Open a page, and wait until it handles keys, since its script is loaded later."""
    page.goto(path)
    wait_until(page, READY)


def guess(page: Page, word: str) -> None:
    page.keyboard.type(word)
    page.keyboard.press("Enter")


def press_and_load(button: Locator) -> None:
    """Press a button of a page without scripts, and wait until the next page is loaded.

    A press waits only until the answer begins, so reading the page at once can find it empty.
    """
    with button.page.expect_navigation():
        button.click()


def tap(page: Page, word: str, enter: str = "Enter") -> None:
    for letter in word:
        page.locator(f'button.key[data-key="{letter}"]').tap()
    page.get_by_role("button", name=enter).tap()


def size(page: Page) -> tuple[int, int]:
    root = "document.documentElement"
    return page.evaluate(f"{root}.scrollWidth"), page.evaluate(f"{root}.scrollHeight")


def challenge(page: Page, word: str, **texts: str) -> str:
    """Create a challenge on its page, filling fields by their labels."""
    page.get_by_role("textbox", name="Word, 4 to 8 letters").fill(word)
    for label, text in texts.items():
        page.get_by_label(label.replace("_", " ")).fill(text)
    page.get_by_role("button", name="Create link").click()
    return str(page.get_by_role("link", name="Open challenge").get_attribute("href"))


def typed_row(page: Page) -> str:
    return "".join(page.locator('[data-row="current"] .tile').all_inner_texts()).lower()


def sizes_received(page: Page) -> list[float]:
    """Return a list that grows by the compressed size of each response from now on, in bytes."""
    visit = page.context.new_cdp_session(page)
    visit.send("Network.enable")
    received: list[float] = []
    visit.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    return received


@contextmanager
def counted_updates(page: Page) -> Iterator[dict[str, int]]:
    """Count Chromium's updates of styles (`style`) and layouts (`layout`) within the block.

    A layout that restyles elements because the size of their container changed also counts as an
    update of styles.
    """
    settle(page)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    names = {"style": "RecalcStyleCount", "layout": "LayoutCount"}

    def totals() -> dict[str, int]:
        metrics = session.send("Performance.getMetrics")["metrics"]
        values = {metric["name"]: int(metric["value"]) for metric in metrics}
        return {key: values[name] for key, name in names.items()}

    before = totals()
    updates: dict[str, int] = {}
    yield updates
    settle(page)
    updates.update({key: total - before[key] for key, total in totals().items()})
    session.detach()


def box(page: Page, selector: str) -> dict[str, float]:
    bounds = page.locator(selector).bounding_box()
    return dict(bounds)
