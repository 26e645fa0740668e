"""Load from wrk, and from visitors who keep playing while something happens to the server."""

import contextlib
import json
import random
import re
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from harness.programs import program
from harness.visitor import Answer, Socket, Visitor
from wordle_web.web.ui.layout import REQUESTED_WITH, SCRIPT

WORDS = ("crane", "moist", "bludy", "vague", "pithy", "whack", "fjord", "belly", "quota", "sixth")
TRIES = 6
ENOUGH_GUESSES = 50
MORE_SECONDS = 30


@dataclass(slots=True)
class Tally:
    pages: int = 0  # received with any status
    guesses: int = 0  # accepted
    # Failed requests: the start in seconds, and the reason.
    failures: list[tuple[float, str]] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)  # games whose state was not preserved
    slowest: float = 0.0  # time of the slowest page, in seconds
    lock: threading.Lock = field(default_factory=threading.Lock)


class Player(threading.Thread):
    """A visitor who plays random games one after another until stopped."""

    def __init__(self, site: Socket, tally: Tally, stop: threading.Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.visitor = Visitor(site)
        self.tally = tally
        self.stop = stop
        self.random = random.Random(seed)

    def run(self) -> None:
        while not self.stop.is_set():
            page = self._try(self.visitor.new_game)
            if page:
                self._play(page)

    def _play(self, page: Answer) -> None:
        """Play one game to its end, and check its state after each guess."""
        path, rows = page.request.path, 0
        words = self.random.sample(WORDS, TRIES)
        while rows < TRIES and not self.stop.is_set():
            if page.guess_form is None:
                return
            shown = self._try(partial(self.visitor.guess_on, page, words[rows]))
            while shown is None and not self.stop.is_set():
                shown = self._try(lambda: self.visitor.get(path))
            if shown is None:
                return
            page = shown
            if len(page.rows) not in {rows, rows + 1}:
                self.tally.lost.append(f"{path}: {len(page.rows)} rows after {rows + 1} guesses")
                return
            self.tally.guesses += len(page.rows) - rows
            rows = len(page.rows)

    def _try(self, ask: Callable[[], Answer]) -> Answer | None:
        start = time.monotonic()
        try:
            page = ask()
        except Exception as error:
            self._fail(start, repr(error))
            return None
        with self.tally.lock:
            self.tally.slowest = max(self.tally.slowest, time.monotonic() - start)
            self.tally.pages += 1
        if page.status_code != 200:
            self._fail(start, f"{page.status_code} {page.request.path}")
            return None
        return page

    def _fail(self, begun: float, reason: str) -> None:
        with self.tally.lock:
            self.tally.failures.append((begun, reason))


@contextlib.contextmanager
def players(sites: Sequence[Socket]) -> Iterator[Tally]:
    """Let one visitor for each of `sites` play while the block runs.

    On a slow machine, they continue for up to `MORE_SECONDS` more, until they have made enough
    guesses.
    """
    tally, stop = Tally(), threading.Event()
    threads = [Player(site, tally, stop, seed) for seed, site in enumerate(sites)]
    for thread in threads:
        thread.start()
    try:
        yield tally
        end = time.monotonic() + MORE_SECONDS
        while tally.guesses <= ENOUGH_GUESSES and time.monotonic() < end:
            time.sleep(0.05)
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)


@dataclass(frozen=True, slots=True)
class Wrk:
    rate: float  # requests per second
    requests: int  # number of requests that got a response
    errors: int  # statuses of 400 and above, and failed connections
    p99: float  # 99th percentile of the response time, in ms


WRK_SCRIPT = """
local requests = {}
local count = 0
function init(args) requests = { %s } end
function request()
  count = count %% #requests + 1
  return requests[count]
end
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format('\\nJSON {"us": %%d, "requests": %%d, "errors": %%d, "p99": %%d}\\n',
    summary.duration, summary.requests, e.connect + e.read + e.write + e.status + e.timeout,
    latency:percentile(99)))
end
"""


@dataclass(frozen=True, slots=True)
class Request:
    """A request that wrk repeats, as sent by our scripts or by a browser."""

    method: str
    path: str
    cookie: str = ""
    body: str = ""
    is_script: bool = False


def flood_command(url: str, seconds: float, connections: int, *headers: str) -> list[str]:
    """Return a command that requests a page over many connections, as fast as possible."""
    command = [program("wrk"), "-t1", f"-c{connections}", f"-d{round(seconds)}s", "--timeout=60s"]
    for header in headers:
        command += ["-H", header]
    return [*command, url]


def wrk(
    port: int, requests: Sequence[Request], folder: Path, seconds: float = 3, connections: int = 8
) -> Wrk:
    """Send requests in turn, each over its own connection, as fast as they are answered."""
    script = folder / "wrk.lua"
    script.write_text(WRK_SCRIPT % ", ".join(map(_lua, requests)), encoding="utf-8")
    command = [program("wrk"), "-t1", f"-c{connections}", f"-d{round(seconds)}s", "--latency"]
    command += ["-s", str(script), f"http://127.0.0.1:{port}/"]
    written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    match = re.search(r"^JSON (.*)$", written, re.MULTILINE)
    if match is None:
        raise AssertionError(written)
    facts = json.loads(match[1])
    return Wrk(
        facts["requests"] / facts["us"] * 1e6,
        facts["requests"],
        facts["errors"],
        facts["p99"] / 1000,
    )


def _lua(request: Request) -> str:
    headers = {"Connection": "close", "Accept-Encoding": "gzip"}
    if request.cookie:
        headers["Cookie"] = request.cookie
    if request.is_script:
        headers[REQUESTED_WITH] = SCRIPT
    body = "nil"
    if request.body:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = json.dumps(request.body)
    table = ", ".join(
        f"[{json.dumps(key)}] = {json.dumps(value)}" for key, value in headers.items()
    )
    return f'wrk.format("{request.method}", {json.dumps(request.path)}, {{ {table} }}, {body})'
