"""Response times while one or eight networks use their whole budget, and for a class.

The server has two workers, the default limits and no proxy. Each address of the loopback interface
is a network.
"""

import http.client
import itertools
import multiprocessing
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from urllib.parse import urlencode

import pytest
from harness import hostile
from harness.load import WORDS
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.lab.playing import STRATEGIES
from wordle_web.web.ui.layout import REQUESTED_WITH, SCRIPT

NETWORKS = tuple(f"127.0.0.{number}" for number in range(2, 10))
CLIENTS = 8  # per network, each sending requests without a pause
# Seconds for other visitors' pages: for 99 % while one or eight networks use their budget, and for
# all while expensive links are requested at once.
ONE, EIGHT, FLOODED = 0.1, 0.3, 0.5
MAX_ABOVE_REST, MAX_LEFT = 250, 60  # MB above the idle level: at most, and 10 s later
AT_ONCE, WARMING = 64, 8
SOON = itertools.repeat(0.05)  # seconds between the guesses of a quick player
# The number of pupils, and the seconds between a pupil's taps and between a pupil's guesses.
CLASS, TAPPING, TYPING = 40, (0.3, 1.2), (1.0, 4.0)
PLAYED, HELPED = 0.05, 0.3  # seconds for 95 % of pages: of games, of the helper
PROCESSES = 4


def boards_analyses() -> Iterator[str]:
    dice, words = random.Random(5), load_lexicon("english-5").pool().words
    while True:
        fields = [("guess", word) for word in dice.sample(words, 37)]
        fields += [("answer", word) for word in dice.sample(words, 32)]
        yield "/analysis?" + urlencode(fields)


def expensive_links() -> dict[str, Iterator[str]]:
    """Return the most expensive links by page; most of them never repeat."""
    dice, words = random.Random(6), load_lexicon("english-5").words
    pairs = [("strategy", name) for name in STRATEGIES]
    rows = ([("row", f"{word}:00000") for word in dice.sample(words, 3)] for _ in itertools.count())
    return {
        "helper": hostile.helper_questions(10**6),
        "rows": (f"/helper?{urlencode(row)}" for row in rows),
        "absurd": hostile.absurd_games(10**6),
        "analysis": boards_analyses(),
        "lab": (f"/lab?tries={number % 4 + 6}" for number in itertools.count()),
        "openers": (f"/lab/openers?word={dice.choice(words)}" for _ in itertools.count()),
        "watch": (f"/watch?{urlencode([*pairs[:6], ('word', w)])}" for w in itertools.cycle(words)),
        "boards": (f"/boards/{16 + n % 2 * 16}/daily/{n % 59 + 1}" for n in itertools.count()),
    }


@pytest.fixture
def site(tmp_path):
    with gunicorn(tmp_path, workers="2", rate_limits="on", https="off") as running:
        yield running


def spend(port: int, networks: Sequence[str], stop: Event, answers: "Queue[Counter[int]]") -> None:
    """Request expensive links from some networks without a pause; ignore the responses."""
    lock, kinds, statuses = threading.Lock(), expensive_links(), Counter[int]()
    links = (next(kinds[name]) for name in itertools.cycle(kinds))

    def ask(source: str) -> None:
        while not stop.is_set():
            with lock:
                link = next(links)
            options = {"timeout": 60, "source_address": (source, 0)}
            socket = http.client.HTTPConnection("127.0.0.1", port, **options)
            try:
                socket.request("GET", link)
                answer = socket.getresponse()
                answer.read()
                statuses[answer.status] += 1
            except OSError:
                statuses[0] += 1
            finally:
                socket.close()

    with ThreadPoolExecutor(len(networks) * CLIENTS) as threads:
        list(threads.map(ask, [network for network in networks for _ in range(CLIENTS)]))
    answers.put(statuses)


@contextmanager
def spending(port: int, networks: Sequence[str]) -> Iterator[Counter[int]]:
    """Use the whole budget of some networks, from a separate process; count the responses."""
    context = multiprocessing.get_context("spawn")
    stop, answers, counts = context.Event(), context.Queue(), Counter[int]()
    process = context.Process(target=spend, args=[port, networks, stop, answers])
    process.start()
    try:
        time.sleep(3)
        yield counts
    finally:
        stop.set()
        counts.update(answers.get(timeout=90))
        process.join()


def play(port: int, seconds: float, pauses: Iterator[float]) -> list[float]:
    """Play for some seconds, and return the seconds for each page; no page may be refused."""
    times, visitor, end = [], Visitor(Socket(port)), time.monotonic() + seconds
    while time.monotonic() < end:
        page = visitor.new_game()
        for word in WORDS:
            time.sleep(next(pauses))
            began = time.perf_counter()
            page = visitor.guess_on(page, word)
            # Two requests: the form, and the resulting page.
            times.append((time.perf_counter() - began) / 2)
            assert page.status_code in {200, 422}
            if page.guess_form is None or time.monotonic() > end:
                break
    return sorted(times)


@pytest.mark.parametrize(("networks", "bound"), [(1, ONE), (8, EIGHT)])
def test_players_are_not_delayed_while_other_networks_use_their_whole_budget(
    site, networks, bound, is_short, figure
):
    seconds = 12 if is_short else 75
    quiet = play(site.port, 3, SOON)
    with spending(site.port, NETWORKS[:networks]) as statuses:
        times = play(site.port, seconds, SOON)
    high = times[int(0.99 * len(times))]
    figure(
        f"{networks} networks spend all they can, {len(times)} pages of another: 99th percentile "
        f"{1000 * high:.0f} ms, slowest {1000 * times[-1]:.0f} ms, median "
        f"{1000 * times[len(times) // 2]:.0f} ms, {1000 * quiet[len(quiet) // 2]:.0f} ms while "
        f"nobody does; answers {dict(sorted(statuses.items()))}"
    )
    assert set(statuses) <= {200, 429, 503}
    assert is_short or high <= bound


def taps(row: str, guess: str) -> Iterator[str]:
    """Yield the rows after each tap on the tiles of a guess; a tap changes a tile by one color."""
    marks = [0] * len(guess)
    yield f"{guess}:{'0' * len(guess)}"  # the first tap marks all tiles
    for place, mark in enumerate(row.partition(":")[2]):
        for _ in range(int(mark)):
            marks[place] += 1
            yield f"{guess}:{''.join(map(str, marks))}"


def ask_helper(port: int, rows: Sequence[str], times: list[float]) -> None:
    """Request the helper's page like our script, and record its seconds."""
    link = http.client.HTTPConnection("127.0.0.1", port, 30, source_address=(NETWORKS[0], 0))
    headers = {REQUESTED_WITH: SCRIPT, "Connection": "close"}
    path = "/helper?" + urlencode([("row", row) for row in rows])
    began = time.perf_counter()
    link.request("GET", path, headers=headers)
    answer = link.getresponse()
    answer.read()
    times.append(time.perf_counter() - began)
    link.close()
    assert answer.status == 200, answer.status


@dataclass(slots=True)
class Pupil:
    """A pupil who plays on the site, using the helper for a game with the same words."""

    port: int
    number: int
    games: list[float] = field(default_factory=list)  # seconds for each page of a game
    helps: list[float] = field(default_factory=list)  # seconds for each page of the helper

    def play(self, seconds: float) -> None:
        """Play for some seconds; no page may be refused."""
        dice, end = random.Random(self.number), time.monotonic() + seconds
        visitor = Visitor(Socket(self.port, source=NETWORKS[0]))
        pool = load_lexicon("english-5").pool().words
        time.sleep(dice.uniform(0, TYPING[1]))
        while time.monotonic() < end:
            page, answer, rows = visitor.new_game(), dice.choice(pool), list[str]()
            for word in WORDS:
                began = time.perf_counter()
                page = visitor.guess_on(page, word)
                self.games.append((time.perf_counter() - began) / 2)
                assert page.status_code in {200, 422}
                row = f"{word}:{digits_of(feedback(word, answer), 5)}"
                for tapped in taps(row, word):
                    time.sleep(dice.uniform(*TAPPING))
                    ask_helper(self.port, [*rows, tapped], self.helps)
                rows.append(row)
                time.sleep(dice.uniform(*TYPING))
                if page.guess_form is None or time.monotonic() > end:
                    break


def teach(port: int, numbers: Sequence[int], seconds: float) -> tuple[list[float], list[float]]:
    """Let some pupils play in this process.

    Return the response times of their game pages and of their helper pages, in seconds.
    """
    pupils = [Pupil(port, number) for number in numbers]
    with ThreadPoolExecutor(len(pupils)) as threads:
        list(threads.map(lambda pupil: pupil.play(seconds), pupils))
    return (
        [time for pupil in pupils for time in pupil.games],
        [time for pupil in pupils for time in pupil.helps],
    )


def percentile(times: Sequence[float], share: float) -> float:
    return sorted(times)[int(share * len(times))]


def test_school_class_behind_one_address_can_use_the_helper_at_every_tap(site, is_short, figure):
    seconds = 40 if is_short else 300
    context = multiprocessing.get_context("spawn")
    # The pupils play in separate processes, since forty threads would wait for each other.
    with ProcessPoolExecutor(PROCESSES, context) as processes:
        numbers = [range(first, CLASS, PROCESSES) for first in range(PROCESSES)]
        asked = [processes.submit(teach, site.port, number, seconds) for number in numbers]
        results = [future.result() for future in asked]
    games, helps = (list(itertools.chain(*times)) for times in zip(*results, strict=True))
    game, helper = percentile(games, 0.95), percentile(helps, 0.95)
    spent = site.processor_seconds()
    figure(
        f"a class of {CLASS} behind one address, {seconds} s: {len(games)} guesses, 95th "
        f"percentile {1000 * game:.0f} ms; {len(helps)} answers of the helper, "
        f"{1000 * helper:.0f} ms; {spent:.0f} s of processor; none refused"
    )
    assert is_short or game <= PLAYED
    assert is_short or helper <= HELPED


def test_memory_is_freed_after_concurrent_expensive_links(site, is_short, figure):
    kinds = expensive_links()
    # Both workers first fill their caches with words of all lengths, measurements, and so on.
    with ThreadPoolExecutor(WARMING) as threads:
        for name in kinds if not is_short else ("helper", "analysis", "boards"):
            for answer in [
                threads.submit(Visitor(Socket(site.port)).get, next(kinds[name]))
                for _ in range(WARMING)
            ]:
                assert answer.result().status_code == 200
    rest, high = site.memory(), 0.0
    for name in kinds if not is_short else ("helper", "analysis", "boards"):
        links = [next(kinds[name]) for _ in range(AT_ONCE)]
        statuses: Counter[int] = Counter()

        def ask(number: int, links: list[str] = links, statuses: Counter[int] = statuses) -> None:
            socket = Socket(site.port, source=NETWORKS[number % len(NETWORKS)])
            try:
                statuses[Visitor(socket).get(links[number]).status_code] += 1
            except OSError:  # the server closed the connection
                statuses[0] += 1

        times, peak = [], 0.0
        with ThreadPoolExecutor(AT_ONCE) as threads:
            asked = [threads.submit(ask, number) for number in range(AT_ONCE)]
            while not all(future.done() for future in asked):
                began = time.perf_counter()
                assert Visitor(Socket(site.port)).get("/").status_code == 200
                times.append(time.perf_counter() - began)
                peak = max(peak, site.memory())
        high = max(high, peak)
        figure(
            f"{AT_ONCE} of {name} at once: {peak - rest:.0f} MB above rest, slowest page "
            f"{1000 * max(times):.0f} ms of {len(times)}, answers {dict(statuses)}"
        )
        assert is_short or max(times) <= FLOODED
    time.sleep(10)
    left = site.memory() - rest
    figure(f"after dear links: {high - rest:.0f} MB above rest at most, {left:.0f} MB 10 s later")
    assert high - rest <= MAX_ABOVE_REST
    assert left <= MAX_LEFT
