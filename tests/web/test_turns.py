"""Costly requests wait in a queue, share the time for searches, and end at their deadline."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from flask import Flask, g

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import Position, Row
from wordle_web.web import turns
from wordle_web.web.helper import result as helper
from wordle_web.web.helper.result import HelperResult
from wordle_web.web.http.limits import TURNS
from wordle_web.web.turns import (
    MIN_SEARCH_MS,
    SEARCH_LOCK,
    CrowdedError,
    OverdueError,
    Turns,
    allow_cpu_time,
    check_deadline,
    search_time,
)


class Requests:
    """Costly requests in threads, which compute until a test ends them."""

    def __init__(self, most: int) -> None:
        self.turns = Turns(most, 2)
        self.begun = list[str]()  # requests that have begun to compute, in order
        self.crowded = list[str]()
        self.shares = list[int]()
        self._changed = threading.Condition()
        self._ended = set[str]()
        self._threads = dict[str, threading.Thread]()

    def send(self, *names: str) -> None:
        """Send requests such as `a1`, of network `a`, and wait until they are in the queue."""
        for name in names:
            before = self.turns._counts().total() + len(self.crowded)
            self._threads[name] = threading.Thread(target=self._request, args=[name])
            self._threads[name].start()
            while self.turns._counts().total() + len(self.crowded) <= before:
                self._threads[name].join(0.005)

    def end(self, name: str) -> None:
        """End a computing request."""
        with self._changed:
            self._ended.add(name)
            self._changed.notify_all()
        self._threads[name].join(30)
        assert not self._threads[name].is_alive()

    def wait(self, is_true: Callable[[], bool]) -> None:
        with self._changed:
            while not is_true():
                self._changed.wait(0.005)

    def _request(self, name: str) -> None:
        try:
            with self.turns.turn(name[0]) as share, self._changed:
                self.begun.append(name)
                self.shares.append(share)
                self._changed.notify_all()
                self._changed.wait_for(lambda: name in self._ended)
        except CrowdedError:
            with self._changed:
                self.crowded.append(name)
                self._changed.notify_all()


def begin(requests: Requests, *names: str) -> None:
    """Assert that exactly these requests begin, in this order."""
    requests.wait(lambda: len(requests.begun) >= len(names))
    assert requests.begun == list(names)


def test_networks_take_turns_and_compute_one_request_at_a_time():
    requests = Requests(9)
    requests.send("a1", "a2", "a3")
    begin(requests, "a1")
    requests.send("b1", "b2", "c1")
    begin(requests, "a1", "b1")
    order = ["a1", "b1"]
    for ending, following in [("a1", "c1"), ("b1", "a2"), ("c1", "b2"), ("a2", "a3")]:
        requests.end(ending)
        order.append(following)
        begin(requests, *order)
    requests.end("a3")
    requests.end("b2")
    assert not requests.turns._counts()


def test_full_queue_drops_a_request_of_the_network_with_the_most_requests():
    requests = Requests(4)
    requests.send("a1", "a2", "a3", "a4")
    begin(requests, "a1")
    requests.send("b1")
    requests.wait(lambda: requests.crowded == ["a4"])
    begin(requests, "a1", "b1")
    requests.send("a5")
    assert requests.crowded == ["a4", "a5"]
    requests.send("b2")
    requests.wait(lambda: requests.crowded == ["a4", "a5", "a3"])
    requests.send("b3", "a6")
    assert requests.crowded == ["a4", "a5", "a3", "b3", "a6"]
    requests.send("c1")
    assert len(requests.crowded) == 6
    for name in ("a1", "b1"):
        requests.end(name)
    left = [name for name in ("a2", "b2", "c1") if name not in requests.crowded]
    for name in left:
        requests.end(name)
    assert not requests.turns._counts()


def test_failed_request_releases_its_turn():
    queue = Turns(1, 2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError), queue.turn("a"):
            assert 1 // 0
    with queue.turn("a"), pytest.raises(CrowdedError), queue.turn("b"):
        pass


def test_forty_clients_behind_one_address_fit_into_the_queue(make_app):
    app = make_app()
    requests = Requests(app.extensions[TURNS]._most)
    names = [f"a{number}" for number in range(40)]
    requests.send(*names)
    for name in names:
        requests.end(name)
    assert (requests.begun, requests.crowded) == (names, [])


@pytest.mark.parametrize("threads", [1, 2, 8, 64, 256])
def test_costly_requests_use_at_most_three_quarters_of_the_threads_but_at_least_one(
    make_app, threads
):
    most = make_app(threads=threads).extensions[TURNS]._most
    assert 1 <= most <= max(1, threads * 3 / 4)


def test_search_time_is_divided_among_waiting_requests_and_networks():
    requests = Requests(20)
    requests.send("a1", "a2", "a3", "b1", "c1", "d1", "e1")
    begin(requests, "a1", "b1")
    order = ["a1", "b1"]
    for ending, following in (("a1", "c1"), ("b1", "d1"), ("c1", "e1"), ("d1", "a2")):
        requests.end(ending)
        order.append(following)
        begin(requests, *order)
    requests.end("e1")
    requests.end("a2")
    requests.end("a3")
    assert requests.shares[2:] == [5, 4, 3, 2, 1]


def test_search_time_is_divided_among_waiting_requests_down_to_a_minimum(app):
    with search_time(90.0) as ms:
        assert ms == 90.0
    for crowd, share in ((1, 90.0), (3, 30.0), (40, MIN_SEARCH_MS)):
        with app.test_request_context():
            g.crowd = crowd
            with search_time(90.0) as ms:
                assert ms == share
    with pytest.raises(ZeroDivisionError), search_time(90.0) as ms:
        assert 1 / (ms - 90.0)
    with search_time(90.0):
        pass


@pytest.mark.parametrize("how", ["shutdown", "reset"])
def test_request_ends_after_its_client_disconnects(app, how, monkeypatch):
    monkeypatch.setattr(turns, "LOOK_SECONDS", 0.01)
    queue = Turns(9, 2)
    server, client = socket.socketpair()
    with server, client, app.test_request_context(environ_base={"gunicorn.socket": server}):
        check_deadline()
        if how == "shutdown":
            client.shutdown(socket.SHUT_WR)
        else:
            server.send(b"never read")
            client.close()
        with queue.turn("a"):
            assert queue._counts().total() == 1
            with pytest.raises(OverdueError), queue.turn("a"):
                pass
            assert queue._counts().total() == 1


@pytest.fixture
def spend(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A function that pretends to use the given seconds of CPU time."""
    now = 0.0

    def spend(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "thread_time", lambda: now)
    return spend


def test_request_ends_at_its_cpu_limit(make_app: Callable[..., Flask], spend):
    app = make_app()

    @app.before_request
    def work() -> None:
        spend(6)
        check_deadline()

    for path, sentence in (
        ("/helper", "These rows take too long to work out"),
        ("/league", "Send a shorter part of the chat"),
        ("/analysis", "This game takes too long to analyze"),
        ("/settings", "This is more than the page can take"),
    ):
        page = app.test_client().get(path)
        assert page.status_code == 413
        assert sentence in page.text


def test_request_that_exceeds_its_deadline_releases_the_search_lock(app, spend):
    with app.test_request_context():
        allow_cpu_time(60)
        spend(59)
        with SEARCH_LOCK:
            spend(2)
        with pytest.raises(OverdueError), SEARCH_LOCK:
            pass
    with SEARCH_LOCK:
        pass


def advice_on(turns: tuple[Turn, ...], mode: str) -> HelperResult:
    lexicon = load_lexicon("english-5")
    position = Position(tuple(map(Row.of, turns)))
    return helper.advise_cached(lexicon, position, belief_of(lexicon, mode), hard=HardMode.OFF)


def share_times(monkeypatch: pytest.MonkeyPatch, *shares: float) -> None:
    """Set the times of the next searches, in ms."""
    left = iter(shares)

    @contextmanager
    def share(_budget_ms: float) -> Iterator[float]:
        yield next(left)

    monkeypatch.setattr(helper, "search_time", share)


def test_result_of_a_shortened_search_is_not_cached(monkeypatch):
    share_times(monkeypatch, 5.0, 5.0, 90.0)
    turns = (Turn.parse("crony:00000"),)
    hurried = advice_on(turns, "real")
    assert advice_on(turns, "real") is not hurried
    calm = advice_on(turns, "real")
    assert hurried is not calm
    assert hurried.advice.boards == calm.advice.boards
    assert advice_on(turns, "real") is calm


def test_exact_result_of_a_shortened_search_is_cached(monkeypatch):
    share_times(monkeypatch, 80.0)
    turns = Turn.parse("crony:01002"), Turn.parse("slimy:00002")
    assert advice_on(turns, "easy") is advice_on(turns, "easy")
