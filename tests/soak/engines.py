"""The three browser engines, each driven by WebDriver without a window.

Debian has drivers for Chromium and WebKit. Firefox has a built-in driver, Marionette, with nearly
the same protocol over a socket; the class `Marionette` translates Selenium's commands.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.programs import MissingProgramError, program
from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver

ENGINES = ("chromium", "firefox", "webkit")
START_SECONDS = 30.0
WAIT_SECONDS = 10
# The headless shell is omitted: in Debian, its driver ends only the start script, not the browser.
CHROMIUMS = ("chromium", "google-chrome")
# Selenium's commands with their Marionette names.
MARIONETTE = {
    Command.NEW_SESSION: "NewSession",
    Command.QUIT: "DeleteSession",
    Command.GET: "Navigate",
    Command.REFRESH: "Refresh",
    Command.GET_CURRENT_URL: "GetCurrentURL",
    Command.FIND_ELEMENT: "FindElement",
    Command.FIND_ELEMENTS: "FindElements",
    Command.CLICK_ELEMENT: "ElementClick",
    Command.CLEAR_ELEMENT: "ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "GetElementText",
    Command.GET_ELEMENT_ATTRIBUTE: "GetElementAttribute",
    Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
    Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
    Command.W3C_ACTIONS: "PerformActions",
    Command.W3C_CLEAR_ACTIONS: "ReleaseActions",
    Command.DELETE_ALL_COOKIES: "DeleteAllCookies",
    Command.SWITCH_TO_FRAME: "SwitchToFrame",
    Command.SCREENSHOT: "TakeScreenshot",
    Command.SET_WINDOW_RECT: "SetWindowRect",
    Command.SET_TIMEOUTS: "SetTimeouts",
}


class Marionette(RemoteConnection):
    """Selenium's connection to a Firefox started with `-marionette`."""

    def __init__(self, port: int) -> None:
        """Connect, and read Firefox's greeting."""
        super().__init__(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return the response in Selenium's form."""
        self._number += 1
        given = {name: value for name, value in params.items() if name != "sessionId"}
        if command == Command.NEW_SESSION:
            given = given["capabilities"]["alwaysMatch"]
        if command == Command.SCREENSHOT:
            given = {"full": False}
        message = json.dumps([0, self._number, f"WebDriver:{MARIONETTE[command]}", given])
        self._socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self._read()
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        is_wrapped = isinstance(result, dict) and list(result) == ["value"]
        return {"value": result["value"] if is_wrapped else result}

    def close(self) -> None:
        """Close the connection."""
        self._file.close()
        self._socket.close()

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._file.read(1)
        return json.loads(self._file.read(int(size[:-1])))


@contextmanager
def driven(engine: str, folder: Path) -> Iterator[WebDriver]:
    """Start an engine with its profile in a folder, and yield its driver.

    Raises:
        MissingProgramError: the engine or its driver is not installed.
    """
    start = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}[engine]
    with start(folder) as driver:
        driver.set_script_timeout(WAIT_SECONDS)
        if engine != "webkit":  # its window already has this size
            driver.set_window_size(1280, 850)
        yield driver


def _any_program(*names: str) -> str:
    paths = (shutil.which(name) for name in names)
    path = next((path for path in paths if path), None)
    if not path:
        raise MissingProgramError(names[0])
    return path


@contextmanager
def _chromium(folder: Path) -> Iterator[WebDriver]:
    options = webdriver.ChromeOptions()
    options.binary_location = _any_program(*CHROMIUMS)
    for argument in ("--headless", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    service = webdriver.ChromeService(program("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def _webkit(folder: Path) -> Iterator[WebDriver]:
    options = webdriver.WPEWebKitOptions()
    paths = sorted(Path("/usr/lib").glob("*/wpe-webkit-*/MiniBrowser"))
    if not paths:
        raise MissingProgramError("WPEWebDriver")
    options.binary_location = str(paths[-1])
    for argument in ("--automation", "--headless"):
        options.add_argument(argument)
    # The profile is in the browser's home, so a separate home gives a separate profile.
    environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    service = webdriver.WPEWebKitService(program("WPEWebDriver"), env=environ)
    service.start()
    try:
        connection = RemoteConnection(client_config=ClientConfig(service.service_url))
        driver = webdriver.Remote(connection, options=options)
        yield driver
        driver.quit()
    finally:
        service.stop()


@contextmanager
def _firefox(folder: Path) -> Iterator[WebDriver]:
    settings = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False}
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [
        program("firefox-esr"),
        "-headless",
        "-marionette",
        "-no-remote",
        "-profile",
        str(folder),
    ]
    environ = {**os.environ, "HOME": str(folder), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    log = (folder / "firefox.log").open("wb")
    with log, subprocess.Popen(command, stdout=log, stderr=log, env=environ) as process:
        try:
            connection = Marionette(_marionette_port(folder, process))
            yield webdriver.Remote(connection, options=webdriver.FirefoxOptions())
            connection.close()
        finally:
            process.kill()


def _marionette_port(folder: Path, process: "subprocess.Popen[bytes]") -> int:
    """Return the port on which Firefox listens, as soon as it does."""
    end = time.monotonic() + START_SECONDS
    path = folder / "MarionetteActivePort"
    while not path.exists() or not path.read_text("utf-8").strip():
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError((folder / "firefox.log").read_text("utf-8"))
        time.sleep(0.1)
    return int(path.read_text("utf-8"))
