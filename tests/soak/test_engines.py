"""A short tour of the site in Debian's versions of Chromium, Firefox and WebKit.

The pages come from a server in this process. Under `/phone` a page has the size of a phone in a
frame, since WebKit's window has a fixed size; under `/plain` scripts are disabled.
"""

import base64
import contextlib
import io
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, TypeVar
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import lint_styles
import pytest
from browser_features import DECLARATIONS, QUERIES, SELECTORS
from draw_boards import Look, picture
from harness.programs import MissingProgramError
from selenium.common.exceptions import (
    ElementNotInteractableException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from soak.engines import ENGINES, driven
from web_visitor import Clock
from werkzeug.serving import WSGIRequestHandler, make_server

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.web.services import EXTENSION

KEYS = {"secret_key": "only for engines " * 3, "daily_key": "words for engines " * 3}
NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
PATIENCE = 15.0
PHONE = b"""<!doctype html><body style="margin: 0">
<iframe style="border: 0; inline-size: 360px; block-size: 640px" src="%s"></iframe>"""
BUILT_WITHOUT = ("overscroll-behavior",)  # features that Debian's build of WebKit lacks
DARK = "rgb(18, 18, 19)"
GREEN = "rgb(74, 127, 69)"

Result = TypeVar("Result")


class QuietHandler(WSGIRequestHandler):
    # With HTTP/1.1, the site would still answer on persistent connections after it has stopped.
    protocol_version = "HTTP/1.0"

    def log(self, type: str, message: str, *args: Any) -> None:
        """Log nothing."""

    def run_wsgi(self) -> None:
        # A browser may connect in advance, and send its request after the server has stopped.
        if getattr(self.server, "is_stopped", False):
            self.close_connection = True
        else:
            super().run_wsgi()


def with_frames(app: WSGIApplication) -> WSGIApplication:
    """Allow framing of pages by this host, and show them without scripts under `/plain`."""

    def framed(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.startswith("/phone/"):
            query = environ.get("QUERY_STRING", "")
            body = PHONE % f"{path.removeprefix('/phone')}?{query}".encode()
            start_response("200 OK", [("Content-Type", "text/html")])
            return [body]
        is_plain = path.startswith("/plain/")
        if is_plain:
            environ["SCRIPT_NAME"], environ["PATH_INFO"] = "/plain", path.removeprefix("/plain")

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            changed = dict(headers)
            policy = changed.get("Content-Security-Policy", "")
            policy = policy.replace("; frame-ancestors 'none'", "")
            if is_plain:
                policy += "; sandbox allow-forms allow-same-origin"
            others = [
                (name, value)
                for name, value in headers
                if name not in {"Content-Security-Policy", "X-Frame-Options"}
            ]
            return start_response(status, [*others, ("Content-Security-Policy", policy)], exc_info)

        return app(environ, start)

    return framed


class Site:
    """The app on its own port, until it is stopped."""

    def __init__(self, folder: Any) -> None:
        settings = Settings(instance=folder, rate_limits=False, **KEYS)
        self.app = create_app(settings, clock=Clock(NOON))
        self.server = make_server(
            "127.0.0.1", 0, with_frames(self.app), threaded=True, request_handler=QuietHandler
        )
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    @property
    def answer(self) -> str:
        parts = self.app.extensions[EXTENSION]
        return str(daily_answer(int(parts.today), parts.epochs, parts.lexicon()))

    def stop(self) -> None:
        self.server.is_stopped = True
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


class Browser:
    """Actions of the tests in an engine."""

    def __init__(self, driver: WebDriver, url: str) -> None:
        self.driver, self.url = driver, url

    def open(self, path: str, *, on_phone: bool = False) -> None:
        self.driver.switch_to.default_content()
        self.driver.get(f"{self.url}{'/phone' if on_phone else ''}{path}")
        if on_phone:
            self.driver.switch_to.frame(self.find("iframe"))
        if not path.startswith("/plain/"):
            self.wait("return document.readyState === 'complete'")

    def find(self, selector: str) -> WebElement:
        end = time.monotonic() + PATIENCE
        while True:
            # The browser may be loading the next page.
            with contextlib.suppress(WebDriverException):
                if elements := self.driver.find_elements(By.CSS_SELECTOR, selector):
                    return elements[0]
            assert time.monotonic() < end, f"{selector} is not on the page"
            time.sleep(0.05)

    def act(self, selector: str, action: Callable[[WebElement], Result]) -> Result:
        """Act on an element of the page once it exists.

        Where browsers cannot detect that scripts are disabled, it appears late.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return action(self.find(selector))
            except (ElementNotInteractableException, StaleElementReferenceException):
                assert time.monotonic() < end, f"nothing can be done with {selector}"
                time.sleep(0.1)

    def press(self, selector: str) -> None:
        self.act(selector, WebElement.click)

    def fill(self, selector: str, text: str) -> None:
        self.act(selector, lambda field: field.send_keys(text))

    def seen(self, selector: str) -> str:
        """Return the text of an element without running a script."""
        return self.act(selector, lambda element: element.text)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, *arguments: Any) -> Any:
        """Run a script until its result is true, and return the result."""
        end = time.monotonic() + PATIENCE
        while True:
            with contextlib.suppress(WebDriverException):
                if result := self.run(script, *arguments):
                    return result
            assert time.monotonic() < end, script
            time.sleep(0.05)

    def text(self, selector: str) -> str:
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def type(self, text: str) -> None:
        ActionChains(self.driver).send_keys(text).perform()

    def tap(self, selector: str) -> None:
        """Touch an element if the engine supports that, else click it."""
        touch = ActionBuilder(self.driver, mouse=PointerInput("touch", "finger"))
        touch.pointer_action.move_to(self.find(selector)).pointer_down().pointer_up()
        touch.perform()

    def tap_word(self, word: str) -> None:
        for letter in word:
            self.tap(f'button[data-key="{letter}"]')
        self.tap('button[data-key="Enter"]')

    def wait_for_rows(self, count: int, selector: str = ".board-space") -> None:
        rows = f'{selector} [data-row="played"]'
        self.wait(
            "return document.querySelectorAll(arguments[0]).length === arguments[1]", rows, count
        )


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("instance"))
    yield site
    site.stop()


@pytest.fixture(scope="module", params=ENGINES)
def driver(request, tmp_path_factory, figure) -> Iterator[WebDriver]:
    try:
        with driven(request.param, tmp_path_factory.mktemp(request.param)) as driver:
            version = driver.capabilities["browserVersion"]
            figure(f"{request.param}: {driver.capabilities['browserName']} {version}")
            yield driver
    except MissingProgramError as error:
        if os.environ.get("CI"):
            raise
        figure(f"left out: {error}")
        pytest.skip(str(error))


@pytest.fixture
def browser(driver, site) -> Browser:
    driver.switch_to.default_content()
    driver.get(f"{site.url}/healthz")
    driver.delete_all_cookies()
    return Browser(driver, site.url)


def test_game_is_won_by_touch(browser, site):
    browser.open("/", on_phone=True)
    browser.find("[data-ready]")
    browser.tap_word("zzzzz")
    refusal = browser.wait("return document.querySelector('.refusal').textContent.trim()")
    assert "ZZZZZ" in refusal or "list" in refusal
    # The refusal is next to the typed row.
    places = browser.run(
        "return ['.refusal', '.row', '.keyboard'].map((selector) =>"
        " document.querySelector(selector).getBoundingClientRect().top)"
    )
    assert places[1] - 60 < places[0] < places[1] + 120 < places[2]
    for _ in range(5):
        browser.tap('button[data-key="Backspace"]')
    browser.tap_word("crane")
    browser.wait_for_rows(1)
    browser.tap_word(site.answer)
    browser.wait_for_rows(2)
    assert browser.find(".play[data-answer]").get_dom_attribute("data-state") == "won"
    assert browser.wait("return document.querySelector('.praise').textContent")
    color = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
    assert browser.run(color, '.board-space .tile[data-mark="correct"]') == GREEN


def test_lost_game_can_be_played_by_keyboard_and_shared(browser, site):
    browser.open("/")
    browser.find("[data-ready]")
    browser.run("document.documentElement.dataset.motion = 'reduced'")
    words = ("crane", "slimy", "bough", "voted", "plump", "thick", "would")
    for number, word in enumerate([word for word in words if word != site.answer][:6], 1):
        browser.type(word + Keys.ENTER)
        browser.wait_for_rows(number)
    assert site.answer in browser.find(".play[data-answer]").get_dom_attribute("data-answer")
    browser.find(".share button").click()
    text = browser.wait("return document.querySelector('[data-share-note]').textContent")
    assert "Copied" in text or "Copy the selected text" in text
    assert "X/6" in browser.run("return document.querySelector('.share textarea').value")


def test_guess_on_four_boards_is_played_and_a_board_can_be_selected(browser):
    browser.open("/boards/4")
    browser.find(".play[data-ready]")
    browser.type("crane" + Keys.ENTER)
    browser.wait_for_rows(4)
    browser.find('.cards > [data-card="3"]').click()
    browser.wait("return document.querySelector('.cards > [data-selected]')?.dataset.card === '3'")
    edges = browser.run(
        "return ['.board-space', '.cards'].map((selector) =>"
        " document.querySelector(selector).getBoundingClientRect().right)"
    )
    assert edges[1] <= edges[0] + 1


def test_helper_responds_to_taps(browser):
    browser.open("/helper", on_phone=True)
    browser.find(".helper[data-ready]")
    for letter in "crane":
        browser.tap(f'button[data-key="{letter}"]')
    for _ in range(2):
        browser.tap('[data-tiles] .tile[value="1.5"]')
    count = "return document.querySelector('[data-candidate-count]').dataset.candidateCount"
    browser.wait("return location.search.includes('row=crane:00002')")
    assert int(browser.wait(count)) > 1
    assert browser.text(".helper-word").strip()
    assert "reach the server" not in browser.text("#helper-add-error")


def test_screenshot_is_read(browser):
    data = io.BytesIO()
    rows = [("crane", "01002"), ("slimy", "00110")]
    picture(Look(), [(rows, "")]).save(data, "PNG")
    browser.open("/helper/screenshot")
    browser.find(".shot[data-ready]")
    browser.run(
        """const bytes = Uint8Array.from(atob(arguments[0]), (sign) => sign.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], "game.png", { type: "image/png" }));
        const input = document.querySelector("[name=screenshot]");
        input.files = files.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));""",
        base64.b64encode(data.getvalue()).decode(),
    )
    browser.find("[data-reading]")
    tiles = "document.querySelectorAll('.shot-rows .tile')"
    letters = browser.run(f"return Array.from({tiles}, (tile) => tile.textContent.trim())")
    assert "".join(letters).lower() == "craneslimy"


def test_settings_apply_immediately_and_persist(browser):
    page = "return getComputedStyle(document.body).backgroundColor === arguments[0]"
    browser.open("/settings")
    browser.wait(
        "return document.querySelector('[data-enhance=settings] .settings-end button').hidden"
    )
    browser.find('[name="theme"][value="dark"]').click()
    browser.wait("return document.documentElement.dataset.theme === 'dark'")
    browser.wait(page, DARK)
    browser.open("/")
    browser.wait(page, DARK)


def test_pressed_button_is_sent_with_its_form(browser):
    browser.open("/")
    browser.find("[data-ready]")
    browser.find(".welcome button").click()
    browser.wait("return document.querySelector('.welcome').hidden")
    # The server is notified in the background.
    page = "fetch('/').then((answer) => answer.text())"
    browser.wait(f'return {page}.then((text) => /class="welcome"[^>]* hidden/.test(text))')


def test_pages_work_without_scripts(browser, site):
    browser.open("/plain/")
    for number, word in enumerate(("crane", site.answer), 1):
        browser.fill(".guess-input", word)
        browser.press(".guess-button")
        browser.find(f'[data-row="played"]:nth-child({number})')
    assert browser.seen(".praise")
    assert site.answer.upper() in browser.seen(".board-space").replace("\n", "")
    browser.open("/plain/helper")
    browser.press("#helper-add")
    browser.fill("#helper-add", "crane 01002")
    browser.press('[data-focus="add"]')
    assert browser.seen(".helper-word")


def test_offline_page_is_shown(driver, tmp_path):
    site = Site(tmp_path)
    try:
        browser = Browser(driver, site.url)
        browser.open("/healthz")
        driver.delete_all_cookies()
        browser.open("/")
        browser.find("[data-ready]")
        browser.type("crane" + Keys.ENTER)
        browser.wait_for_rows(1)
        browser.open("/helper")
        worker = "navigator.serviceWorker"
        browser.wait(f"return {worker}.ready.then(() => Boolean({worker}.controller))")
    finally:
        site.stop()
    with contextlib.suppress(WebDriverException):
        driver.get(f"{site.url}/random")
    assert browser.wait("return document.querySelector('h1')?.textContent") == "No connection"


def test_declarations_that_a_browser_drops_are_in_the_feature_table(browser):
    """WebKit 2.38, which is Safari 16.0, drops every feature that is newer."""
    asked = [
        piece
        for piece in lint_styles.questions(lint_styles.read(lint_styles.ROOT / "static"))
        if piece.kind != "property" and not piece.has_fallback
    ]
    browser.open("/phone/healthz")  # this page has no policy against styles
    known = browser.run(
        f"return ({lint_styles.ASK})(arguments[0])", [[piece.kind, piece.text] for piece in asked]
    )
    features = (*DECLARATIONS, *SELECTORS, *QUERIES)
    dropped = [piece for piece, is_known in zip(asked, known, strict=True) if not is_known]
    assert not [
        f"{piece.place}: {piece.text}"
        for piece in dropped
        if not piece.text.startswith(BUILT_WITHOUT)
        and not any(feature.pattern.search(piece.text) for feature in features)
    ]
