"""Take the README's screenshots.

The script serves the application on a free port with a fixed clock and fixed keys, so that the same
code gives the same pictures, and visits it with the Chromium of the browser tests.
"""

import argparse
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from flask import Flask
from playwright.sync_api import Browser, Page
from start_browser import chromium
from werkzeug.serving import WSGIRequestHandler, make_server

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine import belief_of, load_lexicon, solve
from wordle_web.web.services import first_services

HERE = Path(__file__).resolve().parent
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PHONE = (390, 844)
DESK = (1280, 800)
FINISHED_DAYS = range(407, 426)  # played for the page of skill; all are before the day of `NOON`
LEAGUE_DAYS = range(419, 426)
# Each person's number of guesses on each of `LEAGUE_DAYS`.
RESULTS = {"Ana": "4424463", "Leo": "4446633", "Mia": "4333454", "Noah": "4544546"}


@dataclass(frozen=True)
class Shot:
    """A picture: its file name, URL, size in CSS pixels, theme, and preparation."""

    name: str
    path: str
    size: tuple[int, int] = PHONE
    scheme: Literal["light", "dark"] = "light"
    prepare: Callable[[Page, Flask], None] | None = None  # called with the page at `path`


def play_today(page: Page, app: Flask) -> None:
    """Make some guesses at the day's word."""
    play(page, ("crane", "slipt", "moody"))


def play_days(page: Page, app: Flask) -> None:
    """Finish some earlier days with the guesses of a strategy, and open the page of skill."""
    address, lexicon = page.url.rstrip("/"), load_lexicon("english-5")
    with app.app_context():
        answers = {day: first_services().daily_answers(day)[0] for day in FINISHED_DAYS}
    belief = belief_of(lexicon, "normal")
    for day, answer in answers.items():
        turns = solve(lexicon, answer, "candidate-frequency", belief=belief, opener="crane")[:6]
        page.goto(f"{address}/daily/{day}", wait_until="networkidle")
        play(page, tuple(turn.guess for turn in turns))
        page.wait_for_selector("[data-answer]", state="attached")  # the last guess was saved
    page.goto(f"{address}/skill")


def make_league(page: Page, app: Flask) -> None:
    """Paste a group's results."""
    lines = [
        f"{name}: Wordle-web {day} {results[place]}/6"
        for place, day in enumerate(LEAGUE_DAYS)
        for name, results in RESULTS.items()
    ]
    page.get_by_label("Messages from your chat").fill("\n".join(lines))
    page.get_by_role("button", name="Create table").click()


def play(page: Page, guesses: tuple[str, ...]) -> None:
    """Type some guesses."""
    for guess in guesses:
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        page.wait_for_timeout(700)


SHOTS = (
    Shot("play-desk", "/", DESK, "dark", play_today),
    Shot("helper-empty", "/helper"),
    Shot("helper-row", "/helper?row=crane:01002"),
    Shot("helper-desk", "/helper?row=crane:01002", DESK),
    Shot("helper-dark", "/helper?row=salet:00110", PHONE, "dark"),
    Shot("helper-last-word", "/helper?row=crane:01002&row=slimy:00110"),
    Shot("helper-impossible-marks", "/helper?row=crane:22221"),
    Shot("helper-contradiction", "/helper?row=crane:01002&row=slimy:00110&row=mitre:02222"),
    Shot("league-desk", "/league", DESK, "light", make_league),
    Shot("skill-desk", "/", DESK, "dark", play_days),
)


class QuietHandler(WSGIRequestHandler):
    """A handler without access logs."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def served() -> Iterator[tuple[str, Flask]]:
    """Serve the application until the block ends; yield its URL and the application."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            instance=Path(folder),
            rate_limits=False,
            secret_key="only for pictures " * 3,
            daily_key="words for pictures " * 3,
        )
        app = create_app(settings, clock=lambda: NOON)
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", app
        server.shutdown()
        thread.join()
        server.server_close()


def opened(browser: Browser, shot: Shot, address: str) -> Page:
    """Open the shot's URL with its size and theme, without animations, and return the page."""
    width, height = shot.size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme=shot.scheme,
        reduced_motion="reduce",
        device_scale_factor=1.5,
    )
    page.goto(address + shot.path)
    page.wait_for_load_state("networkidle")
    return page


def main(folder: Path) -> None:
    """Take every picture into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    arguments = ("--disable-gpu", "--disable-background-networking")
    with served() as (address, app), chromium(*arguments) as browser:
        for shot in SHOTS:
            page = opened(browser, shot, address)
            if shot.prepare:
                shot.prepare(page, app)
                page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{shot.name}.png")
            page.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    pictures = HERE.parent / "docs" / "screenshots"
    parser.add_argument("folder", nargs="?", type=Path, default=pictures, help="output folder")
    main(parser.parse_args().folder)
