"""The helper under gunicorn: from a new row to a suggestion, and pages meanwhile.

Times are those of a visitor on the loopback interface, so the server's own are below them.
"""

import contextlib
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

import pytest
from harness.load import Request, wrk
from harness.processes import Server
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

from wordle_web.engine.candidates import narrow
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon

LENGTHS = (5, 5, 5, 5, 4, 6, 7, 8)
OPENERS = ("crane", "slate", "adieu", "stare", "raise", "salet", "audio", "trace")
POSITIONS, MIN_LEFT, CLIENTS, PAGES_A_SECOND = 300, 3, 8, 20
MEDIAN, PERCENTILE, PAGE_PERCENTILE = 40, 130, 100  # ms
Figure = Callable[[str], None]
Fields = list[tuple[str, str]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with gunicorn(tmp_path_factory.mktemp("app"), workers="2") as running:
        for length in dict.fromkeys(LENGTHS):
            ask(running.port, [("length", str(length)), ("row", f"{'x' * length}:{'0' * length}")])
        yield running


def positions(count: int, seed: int) -> Iterator[tuple[Fields, str]]:
    """Yield the rows of games under way, and the row that is typed next; three words are left."""
    dice, found = random.Random(seed), 0
    while found < count:
        length = dice.choice(LENGTHS)
        lexicon = load_lexicon(f"english-{length}")
        pool = lexicon.pool().words
        answer, first = dice.choice(pool), dice.choice(OPENERS if length == 5 else pool)
        later = dice.choices(pool, k=dice.choice((0, 0, 1, 1, 2, 3)))
        guesses = (dice.choice((first, dice.choice(lexicon.words))), *later)
        turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
        if len(narrow(lexicon, turns)) >= MIN_LEFT:
            found += 1
            rows = [turn.text() for turn in turns]
            fields = [("row", row) for row in rows[:-1]]
            yield [*fields, ("length", str(length))], rows[-1]


def ask(port: int, fields: Fields) -> float:
    """Return the ms until the helper has answered, its redirection followed."""
    visitor = Visitor(Socket(port))
    began = time.perf_counter()
    page = visitor.get("/helper?" + urlencode(fields))
    spent = 1000 * (time.perf_counter() - began)
    assert page.status_code == 200
    assert "data-suggestion" in page.text
    return spent


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def test_a_new_row_is_answered_in_a_blink(app: Server, is_short: bool, figure: Figure) -> None:
    count = 60 if is_short else POSITIONS
    times = [ask(app.port, [*fields, ("add", row)]) for fields, row in positions(count, 1)]
    median, high = statistics.median(times), percentile(times, 0.99)
    figure(
        f"helper, a new row to a suggestion, {count} positions: median {median:.0f} ms, "
        f"99th percentile {high:.0f} ms, slowest {max(times):.0f} ms"
    )
    assert is_short or median <= MEDIAN
    assert is_short or high <= PERCENTILE


@contextlib.contextmanager
def clients(port: int, folder: Path, seconds: float, figure: Figure) -> Iterator[None]:
    """Let eight clients ask the helper without a pause for some seconds."""
    rows = ([*fields, ("row", row)] for fields, row in positions(600, 2))
    asked = [Request("GET", "/helper?" + urlencode(each)) for each in rows]
    folder.mkdir()
    with ThreadPoolExecutor(1) as pool:
        answered = pool.submit(wrk, port, asked, folder, seconds, CLIENTS)
        yield
        measured = answered.result()
    assert measured.errors == 0
    figure(f"eight clients: {measured.rate:.0f} questions a second, 99th {measured.p99:.0f} ms")


def pages(port: int, seconds: float) -> list[float]:
    """Return the ms of ordinary pages, asked for at a steady pace."""
    dice, times = random.Random(3), []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        page = Visitor(Socket(port)).get(dice.choice(("/", "/how-to-play", "/random")))
        times.append(1000 * (time.perf_counter() - began))
        assert page.status_code == 200
        time.sleep(max(0.0, 1 / PAGES_A_SECOND - times[-1] / 1000))
    return times


def test_pages_stay_quick(app: Server, tmp_path: Path, is_short: bool, figure: Figure) -> None:
    seconds = 6 if is_short else 30
    quiet = pages(app.port, 3)
    with clients(app.port, tmp_path / "asked", seconds + 2, figure):
        time.sleep(1)
        busy = pages(app.port, seconds)
    high = percentile(busy, 0.99)
    figure(
        f"pages while eight clients ask the helper: 99th percentile {high:.0f} ms of {len(busy)}, "
        f"median {statistics.median(busy):.0f} ms; {statistics.median(quiet):.0f} ms otherwise"
    )
    assert is_short or high <= PAGE_PERCENTILE
