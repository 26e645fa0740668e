"""Measure how long a key and a guess take to be seen on 32 boards, on a slow phone.

    .venv/bin/python scripts/benchmark_keys.py http://127.0.0.1:8000 [http://127.0.0.1:8001 ...]

Each address serves a version of the site; they take turns, since machines are noisy.
"""

import statistics
import sys
from collections.abc import Sequence

from playwright.sync_api import Browser, ViewportSize
from start_browser import chromium

PHONE = ViewportSize(width=390, height=844)
SLOWER = 4
ROUNDS = 3
WORDS = ("crane", "moist", "plumb")
OBSERVE = """() => {
    window.keys = [];
    window.frames = [];
    const keep = (list) => keys.push(...list.getEntries().filter(({ name }) => name === "keydown"));
    new PerformanceObserver(keep).observe({ type: "event", durationThreshold: 16 });
    const frame = (last) => requestAnimationFrame((now) => {
        frames.push(now - last);
        frame(now);
    });
    frame(performance.now());
}"""


def measure(browser: Browser, url: str) -> tuple[list[float], list[float]]:
    """Return the ms from each key to its paint, and of the longest frame of each guess."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, is_mobile=True)
    page = context.new_page()
    page.goto(f"{url}/boards/32")
    page.wait_for_selector("[data-ready]")
    page.evaluate(OBSERVE)
    rate = {"rate": SLOWER}
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", rate)
    longest = []
    for number, word in enumerate(WORDS, 2):
        for letter in word:
            page.keyboard.press(letter)
            page.wait_for_timeout(300)
        page.evaluate("frames.length = 0")
        page.keyboard.press("Enter")
        page.get_by_text(f"Guess {number} of").wait_for()
        page.wait_for_timeout(500)
        longest.append(float(page.evaluate("Math.max(...frames)")))
    keys = [float(each) for each in page.evaluate("keys.map(({ duration }) => duration)")]
    context.close()
    return keys, longest


def main(urls: Sequence[str]) -> None:
    """Print for each address the figures of all rounds."""
    found: dict[str, tuple[list[float], list[float]]] = {url: ([], []) for url in urls}
    with chromium() as browser:
        for url in list(urls) * ROUNDS:
            for kept, new in zip(found[url], measure(browser, url), strict=True):
                kept.extend(new)
    for url, (keys, frames) in found.items():
        median, p95 = statistics.median(keys), statistics.quantiles(keys, n=20)[-1]
        guess = f"longest frame of a guess: median {statistics.median(frames):.0f}"
        print(f"{url}: key to paint {median:.0f} ms, p95 {p95:.0f}; {guess} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
