"""A live server with its own clock, and pages of a real Chromium.

Each worker of pytest-xdist has one server and one browser; each test has pages with empty
profiles. Pages have no animations unless a test enables them.

A console error, an uncaught exception or a violation of the content security policy on one of its
pages fails a test. The policy is never bypassed.
"""

import os
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from browser_looks import DESK, EMPTY, PATIENCE, PHONE, TOUCHED, visit
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)
from web_visitor import Clock
from werkzeug.serving import WSGIRequestHandler, make_server

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.web.services import EXTENSION

HERE = Path(__file__).parent
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
# The keys are fixed, so that words are the same each time and failures are reproducible.
KEYS = {"secret_key": "only for browsers " * 3, "daily_key": "words for browsers " * 3}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A name for this machine other than localhost: over plain HTTP, its pages are not secure
    # contexts.
    "--host-resolver-rules=MAP play.example 127.0.0.1",
    # Chromium would start a spare renderer with each profile, at 0.4 s of CPU time. Other sites
    # still get their own renderers.
    "--renderer-process-limit=1",
]

# Chromium starts a process per profile, so a test changes these settings on an existing page.
USUAL_LOOK = {
    "color_scheme": "light",
    "contrast": "no-preference",
    "forced_colors": "none",
    "reduced_motion": "reduce",
}
USUAL_PROFILE = {"service_workers": "block"}
MOVING = {"reduced_motion": "no-preference"}

Open = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as one that needs a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True)
class Site:
    url: str
    app: Flask
    clock: Clock

    @property
    def today(self) -> int:
        return int(self.app.extensions[EXTENSION].today)

    @property
    def answer(self) -> str:
        parts = self.app.extensions[EXTENSION]
        return daily_answer(self.today, parts.epochs, parts.lexicon())

    def wrong_words(self, count: int) -> list[str]:
        pool = self.app.extensions[EXTENSION].lexicon().pool("easy").words
        return [word for word in pool if word != self.answer][:count]


class QuietHandler(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    clock = Clock(NOON)
    folder = tmp_path_factory.mktemp("instance")
    app = create_app(Settings(instance=folder, rate_limits=False, **KEYS), clock=clock)
    wsgi = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
    thread = threading.Thread(target=wsgi.serve_forever, daemon=True)
    thread.start()
    yield Site(f"http://127.0.0.1:{wsgi.server_port}", app, clock)
    wsgi.shutdown()
    thread.join()
    wsgi.server_close()


@pytest.fixture
def site(server: Site) -> Site:
    server.clock.now = NOON
    return server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        yield chromium
        chromium.close()


def find_browser() -> str:
    """Return the path of a Chromium; if there is none, fail with instructions."""
    named = os.environ.get("WORDLE_WEB_CHROMIUM")
    if named:
        return named
    script = HERE.parents[1] / "scripts" / "find_browser.sh"
    completed = subprocess.run([script], capture_output=True, text=True, check=False)
    if completed.returncode:
        pytest.fail(completed.stderr, pytrace=False)
    return completed.stdout.splitlines()[-1]


@dataclass
class Watch:
    """The errors on the pages of a test."""

    problems: list[str] = field(default_factory=list)

    def profile(self, profile: BrowserContext) -> None:
        profile.on("console", self.console)
        profile.on("weberror", lambda event: self.problems.append(f"uncaught: {event.error}"))

    def console(self, message: ConsoleMessage) -> None:
        """Record an error, except error statuses of pages, which the tests check themselves."""
        is_status = message.text.startswith("Failed to load resource: the server responded with")
        is_page = is_status and "/static/" not in message.location["url"]
        if message.type == "error" and not is_page:
            self.problems.append(f"console: {message.text}")


@pytest.fixture(scope="session")
def noted() -> Watch:
    return Watch()


@pytest.fixture
def watch(noted: Watch) -> Iterator[Watch]:
    noted.problems.clear()
    yield noted
    assert not noted.problems


class Pages:
    """Pages that are cleared after a test and reused, each with its own profile.

    A new profile costs Chromium a second of CPU time, and clearing a profile a tenth of a second.
    """

    def __init__(self, browser: Browser, url: str, watch: Watch) -> None:
        self.browser, self.url, self.watch = browser, url, watch
        self.idle: dict[str, list[Page]] = {}
        self.kinds: dict[Page, str] = {}

    def take(
        self, viewport: ViewportSize, look: dict[str, Any], profile: dict[str, Any], fresh: bool
    ) -> Page:
        """Return an empty page; if `fresh`, it has an empty cache and is not reused."""
        kind = repr(sorted(profile.items()))
        idle = self.idle.setdefault(kind, [])
        if idle and not fresh:
            page = idle.pop()
            page.set_viewport_size(viewport)
            page.emulate_media(**look)
        else:
            context = self.browser.new_context(
                base_url=self.url, viewport=viewport, **look, **profile
            )
            context.set_default_timeout(PATIENCE)
            self.watch.profile(context)
            page = context.new_page()
            if not fresh:
                self.kinds[page] = kind
        return page

    def give_back(self, page: Page, is_sound: bool) -> None:
        """Clear a page for the next test; if it isn't sound, close it with its profile."""
        context = page.context
        kind = self.kinds.get(page)
        is_sound = is_sound and kind is not None and context.pages == [page]
        if kind is None or not is_sound or page.evaluate("'__pwClock' in globalThis"):
            self.kinds.pop(page, None)
            context.close()
            return
        if page.url.startswith("http"):
            # The page itself stores typed letters when it is left.
            page.evaluate(
                "localStorage.clear(), addEventListener('pagehide', () => sessionStorage.clear())"
            )
        context.clear_cookies()
        context.clear_permissions()
        page.unroute_all()
        page.mouse.move(-1, -1)
        page.goto(EMPTY)
        self.idle[kind].append(page)


@pytest.fixture(scope="session")
def pages(browser: Browser, server: Site, noted: Watch) -> Pages:
    return Pages(browser, server.url, noted)


@pytest.fixture
def open_page(
    pages: Pages, site: Site, watch: Watch, request: pytest.FixtureRequest
) -> Iterator[Open]:
    """Return a function that opens a page for a new visitor: `open_page("/", viewport=…, …)`."""
    in_use = []
    failures = request.session.testsfailed

    def open_it(
        path: str = "/",
        viewport: ViewportSize = DESK,
        permissions: Sequence[str] = (),
        fresh: bool = False,
        clocked: bool = False,
        **options: Any,
    ) -> Page:
        look = {name: options.pop(name, value) for name, value in USUAL_LOOK.items()}
        page = pages.take(viewport, look, {**USUAL_PROFILE, **options}, fresh)
        in_use.append(page)
        if permissions:
            page.context.grant_permissions(permissions)
        if clocked:
            page.clock.install()
        if options.get("java_script_enabled", True):
            visit(page, path)
        else:
            page.goto(path)
        return page

    yield open_it
    for page in in_use:
        pages.give_back(page, request.session.testsfailed == failures)


@pytest.fixture
def desktop(open_page: Open) -> Page:
    return open_page()


@pytest.fixture
def moving(open_page: Open) -> Page:
    return open_page(**MOVING)


@pytest.fixture
def phone(open_page: Open) -> Page:
    return open_page(**TOUCHED)


@pytest.fixture
def large_text(browser: Browser, site: Site) -> Iterator[Page]:
    """A page on a phone with text at twice the size, which media queries take into account."""
    arguments = [*ARGUMENTS, "--blink-settings=defaultFontSize=32"]
    with browser.browser_type.launch(executable_path=find_browser(), args=arguments) as large:
        yield large.new_page(base_url=site.url, viewport={"width": 390, "height": 844})


@pytest.fixture
def plain(open_page: Open) -> Page:
    return open_page(viewport=PHONE, java_script_enabled=False)
