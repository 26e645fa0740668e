"""Take the README's screenshots.

Serves the application on a free port with a fixed clock and fixed keys, so that the same code gives
the same pictures, and visits it with the Chromium of the browser tests.
"""

import argparse
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page
from start_browser import chromium
from werkzeug.serving import WSGIRequestHandler, make_server

from wordle_web import create_app
from wordle_web.config.settings import Settings

HERE = Path(__file__).resolve().parent
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PHONE = (390, 844)
DESK = (1280, 800)


@dataclass(frozen=True)
class Shot:
    """One picture: its file name, URL, size in CSS pixels, theme, and the guesses to make."""

    name: str
    path: str
    size: tuple[int, int] = PHONE
    scheme: Literal["light", "dark"] = "light"
    guesses: tuple[str, ...] = ()


SHOTS = (
    Shot("play-desk", "/", DESK, "dark", ("crane", "slipt", "moody")),
    Shot("helper-empty", "/helper"),
    Shot("helper-row", "/helper?row=crane:01002"),
    Shot("helper-desk", "/helper?row=crane:01002", DESK),
    Shot("helper-dark", "/helper?row=salet:00110", PHONE, "dark"),
    Shot("helper-last-word", "/helper?row=crane:01002&row=slimy:00110"),
    Shot("helper-impossible-marks", "/helper?row=crane:22221"),
    Shot("helper-contradiction", "/helper?row=crane:01002&row=slimy:00110&row=mitre:02222"),
)


class QuietHandler(WSGIRequestHandler):
    """A handler without access logs."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Log nothing."""


@contextmanager
def served() -> Iterator[str]:
    """Serve the application until the block ends; yield its URL."""
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
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
        server.server_close()


def opened(browser: Browser, shot: Shot, address: str) -> Page:
    """Return a page of the shot's size and theme, at its URL, without animations."""
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


def play(page: Page, guesses: tuple[str, ...]) -> None:
    """Make some guesses at the day's word."""
    for guess in guesses:
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        page.wait_for_timeout(700)


def main(folder: Path) -> None:
    """Take every picture into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    arguments = ("--disable-gpu", "--disable-background-networking")
    with served() as address, chromium(*arguments) as browser:
        for shot in SHOTS:
            page = opened(browser, shot, address)
            if shot.guesses:
                play(page, shot.guesses)
            page.screenshot(path=folder / f"{shot.name}.png")
            page.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    pictures = HERE.parent / "docs" / "screenshots"
    parser.add_argument("folder", nargs="?", type=Path, default=pictures, help="output folder")
    main(parser.parse_args().folder)
