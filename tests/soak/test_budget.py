"""What a network may cost others: one and eight that spend all they can, and a class that plays.

Two workers, default limits and no proxy. Each address of the loopback interface is a network.
"""

import http.client
import itertools
import multiprocessing
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from urllib.parse import urlencode

import pytest
from harness import hostile
from harness.load import WORDS
from harness.servers import gunicorn
from harness.visitor import Socket, Visitor

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.lab.playing import STRATEGIES

NETWORKS = tuple(f"127.0.0.{number}" for number in range(2, 10))
CLIENTS = 8  # of a network, each asking without a pause
ONE, EIGHT, FLOODED = 0.1, 0.3, 0.5  # seconds, for 99 % of the pages of somebody else
MAX_ABOVE_REST, MAX_LEFT = 250, 60  # MB, by proportional share; what is left 10 s later
AT_ONCE = 64
SOON = itertools.repeat(0.05)  # seconds between the guesses of somebody quick
CLASS, TYPING = 40, (1.0, 4.0)  # pupils, and seconds between the guesses of one


def boards_analyses() -> Iterator[str]:
    dice, words = random.Random(5), load_lexicon("english-5").pool().words
    while True:
        fields = [("guess", each) for each in dice.sample(words, 37)]
        fields += [("answer", each) for each in dice.sample(words, 32)]
        yield "/analysis?" + urlencode(fields)


def dear_links() -> dict[str, Iterator[str]]:
    """Return the links that cost the most, each time another one, by what they lead to."""
    dice, words = random.Random(6), load_lexicon("english-5").words
    pairs = [("strategy", name) for name in STRATEGIES]
    rows = ([("row", f"{word}:00000") for word in dice.sample(words, 3)] for _ in itertools.count())
    return {
        "helper": hostile.helper_questions(10**6),
        "rows": (f"/helper?{urlencode(each)}" for each in rows),
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
    """Ask for dear links without a pause, whatever the answers, as clients of some networks."""
    lock, kinds, statuses = threading.Lock(), dear_links(), Counter[int]()
    links = (next(kinds[name]) for name in itertools.cycle(kinds))

    def ask(source: str) -> None:
        while not stop.is_set():
            with lock:
                link = next(links)
            at = {"timeout": 60, "source_address": (source, 0)}
            socket = http.client.HTTPConnection("127.0.0.1", port, **at)
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
        list(threads.map(ask, [each for each in networks for _ in range(CLIENTS)]))
    answers.put(statuses)


@contextmanager
def spending(port: int, networks: Sequence[str]) -> Iterator[Counter[int]]:
    """Let networks spend all they can, from a process of their own; count their answers."""
    context = multiprocessing.get_context("spawn")
    stop, answers, found = context.Event(), context.Queue(), Counter[int]()
    process = context.Process(target=spend, args=[port, networks, stop, answers])
    process.start()
    try:
        time.sleep(3)
        yield found
    finally:
        stop.set()
        found.update(answers.get(timeout=90))
        process.join()


def play(port: int, seconds: float, pauses: Iterator[float], source: str = "") -> list[float]:
    """Play for some seconds; return how many seconds each page took. None may be refused."""
    times, visitor, end = [], Visitor(Socket(port, source=source)), time.monotonic() + seconds
    while time.monotonic() < end:
        page = visitor.new_game()
        for word in WORDS:
            time.sleep(next(pauses))
            began = time.perf_counter()
            page = visitor.guess_on(page, word)
            times.append((time.perf_counter() - began) / 2)  # the form, and the page it leads to
            assert page.status_code in {200, 422}
            if page.guess_form is None or time.monotonic() > end:
                break
    return sorted(times)


@pytest.mark.parametrize(("networks", "bound"), [(1, ONE), (8, EIGHT)])
def test_others_play_while_networks_spend_all_they_can(site, networks, bound, is_short, figure):
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


def test_a_class_at_one_address_is_served(site, is_short, figure):
    def pupil(number: int) -> int:
        dice = random.Random(number)
        pauses = (dice.uniform(*TYPING) for _ in itertools.count())
        return len(play(site.port, seconds, pauses, NETWORKS[0]))

    seconds = 12 if is_short else 90
    with ThreadPoolExecutor(CLASS) as threads:
        guesses = sum(threads.map(pupil, range(CLASS)))
    figure(f"a class of {CLASS} behind one address, {seconds} s: {guesses} guesses, none refused")


def test_dear_links_at_once_leave_nothing(site, is_short, figure):
    kinds = dear_links()
    for name in kinds if not is_short else ("helper", "analysis", "boards"):
        Visitor(Socket(site.port)).get(next(kinds[name]))
    rest, high = site.memory(), 0.0
    for name in kinds if not is_short else ("helper", "analysis", "boards"):
        links = [next(kinds[name]) for _ in range(AT_ONCE)]
        statuses: Counter[int] = Counter()

        def ask(number: int, links: list[str] = links, statuses: Counter[int] = statuses) -> None:
            socket = Socket(site.port, source=NETWORKS[number % len(NETWORKS)])
            statuses[Visitor(socket).get(links[number]).status_code] += 1

        times, peak = [], 0.0
        with ThreadPoolExecutor(AT_ONCE) as threads:
            asked = [threads.submit(ask, number) for number in range(AT_ONCE)]
            while not all(each.done() for each in asked):
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
