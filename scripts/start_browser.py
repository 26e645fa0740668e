"""The Chromium of the browser tests, for scripts."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FIND = Path(__file__).with_name("find_browser.sh")


@contextmanager
def chromium(*arguments: str) -> Iterator[Browser]:
    """Start the browser from `find_browser.sh`, with `arguments`, until the block ends."""
    completed = subprocess.run([FIND], capture_output=True, text=True, check=True)  # noqa: S603  # ours
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=completed.stdout.splitlines()[-1], args=["--no-sandbox", *arguments]
        )
        yield browser
        browser.close()
