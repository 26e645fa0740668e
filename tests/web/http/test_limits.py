"""What a network may spend, who is refused first, and when a request ends."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from flask import Flask, Response, request
from limits.storage import MemoryStorage
from web_visitor import Visitor, static_url
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests
from werkzeug.test import TestResponse

from wordle_web.web import fair_lock
from wordle_web.web.fair_lock import (
    SEARCH_LOCK,
    BusyError,
    MachineLock,
    OverdueError,
    allow_processor_time,
    check_deadline,
)
from wordle_web.web.http import limits
from wordle_web.web.http.limits import (
    COSTLY_MS,
    RECENT,
    Accounts,
    Budget,
    Charge,
    charge_while_streamed,
    client_network,
)


class Processor:
    """The processor time of this thread and the minute, as a test sets them."""

    def __init__(self) -> None:
        self.now, self.minute = 0.0, 7

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    made = Processor()
    monkeypatch.setattr(time, "thread_time", made)
    monkeypatch.setattr(limits, "_minute", lambda: made.minute)
    return made


@pytest.fixture
def ask(make_app: Callable[..., Flask], processor: Processor) -> Callable[..., TestResponse]:
    """Asks for a page that costs so many seconds; a network may spend ten."""
    app = make_app(rate_limits=True, processor_budget=10)

    @app.before_request
    def work() -> None:
        processor.now += float(request.headers.get("Cost", 0))

    client = app.test_client()

    def ask(path: str, cost: float = 0, address: str = "192.0.2.1", method="GET") -> TestResponse:
        environ = {"REMOTE_ADDR": address, "HTTP_COST": str(cost)}
        return client.open(path, method=method, environ_base=environ, buffered=True)

    return ask


def test_a_network_that_has_spent_its_budget_waits_for_the_next_minute(ask, processor):
    assert [ask("/history", 3).status_code for _ in range(4)] == [200, 200, 200, 429]
    page = ask("/history")
    seconds = int(page.headers["Retry-After"])
    assert page.status_code == 429
    assert 2 <= seconds <= 61
    assert f"Try again in {seconds} seconds" in page.text
    assert ask("/history", address="192.0.2.2").status_code == 200
    processor.minute += 1
    assert ask("/history").status_code == 200


def test_nothing_is_set_aside_for_a_request_that_was_refused_or_has_ended(ask):
    assert ask("/history", 4).status_code == 200
    assert ask("/history", 4).status_code == 200
    assert [ask("/history").status_code for _ in range(9)] == [429] * 9
    assert [ask("/archive", 0.1).status_code for _ in range(9)] == [200] * 9


def test_games_are_refused_last(ask):
    assert [ask("/history", 4.9).status_code for _ in range(3)] == [200, 200, 429]
    assert ask("/settings", 0.2).status_code == 200
    assert ask("/settings").status_code == 429
    assert [ask("/", 1).status_code for _ in range(5)] == [200, 200, 200, 200, 200]
    assert ask("/").status_code == 429


def test_unknown_addresses_count_but_health_checks_and_files_do_not(ask, app):
    assert [ask(f"/nothing/{n}", 4).status_code for n in range(3)] == [404, 404, 429]
    assert ask("/history", method="BREW").status_code == 429
    for path in ("/healthz", "/readyz", static_url(app, "css/site.css")):
        assert ask(path).status_code == 200


def test_a_guess_that_is_refused_loses_nothing(make_app, monkeypatch):
    visitor = Visitor(make_app(rate_limits=True))
    visitor.guess("moist")
    before = visitor.history
    monkeypatch.setattr(Accounts, "spent", lambda *_: 10**9)
    assert visitor.post("/", {"guess": "fuzzy"}).status_code == 429
    assert visitor.history == before


def test_a_stream_is_charged_when_it_is_closed(make_app, processor):
    app = make_app(rate_limits=True, processor_budget=10)

    def rows() -> Iterator[str]:
        for _ in range(3):
            processor.now += 4
            yield "row"

    @app.get("/rows")
    def view() -> Response:
        response = Response(rows())
        charge_while_streamed(response)
        return response

    client = app.test_client()
    assert client.get("/history", buffered=True).status_code == 200  # measured: not a costly one
    stream = client.get("/rows")
    assert client.get("/history", buffered=True).status_code == 200
    assert stream.text == "row" * 3
    stream.close()
    assert client.get("/history", buffered=True).status_code == 429


def test_what_long_addresses_cost_is_not_expected_of_short_ones(ask):
    assert ask("/history?x=" + "x" * 2000, 6).status_code == 200
    assert ask("/history", 1).status_code == 200
    assert ask("/history?x=" + "x" * 2000).status_code == 429
    assert ask("/history").status_code == 200


@contextmanager
def charged(
    budget: Budget, network: str = "192.0.2.1", route: str = "GET /", *, is_play: bool = False
) -> Iterator[None]:
    charge = Charge(budget, network, route, is_play=is_play)
    try:
        charge.admit()
        yield
    finally:
        charge.close()


def charge(budget: Budget, route: str, processor: Processor, seconds: float) -> int:
    """Charge a network for a request; return what it had spent before, this one set aside."""
    spent = budget.accounts.add("192.0.2.1", processor.minute, 0)
    with charged(budget, route=route):
        spent = budget.accounts.add("192.0.2.1", processor.minute, 0) - spent
        processor.now += seconds
    return spent


def test_what_a_route_cost_lately_is_set_aside(processor):
    budget = Budget(10)
    assert charge(budget, "GET /", processor, 0.2) == COSTLY_MS
    assert charge(budget, "GET /", processor, 0.01) == 200
    assert charge(budget, "GET /x", processor, 0.01) == COSTLY_MS
    costs = [charge(budget, "GET /", processor, 0.06) for _ in range(RECENT)]
    assert costs[0] == costs[-2] == 200
    assert charge(budget, "GET /", processor, 0) == 60
    for _ in range(RECENT):
        charge(budget, "GET /", processor, 0.03)
    assert charge(budget, "GET /", processor, 0) == 0  # little is counted when it has ended


def test_what_goes_on_into_the_next_minute_is_charged_there(processor):
    budget = Budget(10)
    with charged(budget):
        processor.now += 3
        processor.minute += 1
    assert budget.accounts.add("192.0.2.1", processor.minute, 0) == 3000


def test_a_network_has_one_costly_request_at_a_time_and_plays_meanwhile(processor, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE_SECONDS", 0.01)
    budget = Budget(10)
    charge(budget, "GET /x", processor, 0.1)
    charge(budget, "GET /cheap", processor, 0)
    ask = partial(charged, budget, route="GET /x")
    with ask():
        with pytest.raises(ServiceUnavailable), ask():
            pass
        with ask("192.0.2.2"), ask(route="GET /cheap"), ask(is_play=True), ask(is_play=True):
            pass
    with ask():
        pass


def test_pages_of_refusals_are_made_one_at_a_time(processor):
    budget, done = Budget(10), threading.Event()
    budget.accounts.add("192.0.2.1", processor.minute, 20_000)

    def refuse() -> Charge:
        charge = Charge(budget, "192.0.2.1", "GET /", is_play=False)
        with pytest.raises(TooManyRequests):
            charge.admit()
        done.set()
        return charge

    first, others = refuse(), list[Charge]()
    done.clear()
    thread = threading.Thread(target=lambda: others.append(refuse()))
    thread.start()
    assert not done.wait(0.05)
    first.close()
    assert done.wait(5)
    thread.join()
    others[0].close()
    refuse().close()


def test_costly_requests_have_turns_by_network_and_room_for_newcomers():
    lock, order, threads = MachineLock(6, 4, places=2, newcomers=1), [], []

    def work(client: str) -> None:
        with lock.turn(client, 5.0):
            order.append(client)

    with lock.turn("a", 5.0):
        with lock.turn("x", 5.0):
            for number, client in enumerate("aabb", 3):
                threads.append(threading.Thread(target=work, args=[client]))
                threads[-1].start()
                while len(lock._queue) < number:
                    pass
            for client in "ab":
                with pytest.raises(BusyError), lock.turn(client, 5.0):
                    pass
            with pytest.raises(BusyError), lock.turn("c", 0.01):
                pass
        for thread in threads[2:]:
            thread.join()
        assert order == ["b", "b"]
    for thread in threads:
        thread.join()
    assert order == ["b", "b", "a", "a"]
    assert not lock._begun
    lock = MachineLock(1, 2, places=3, newcomers=1)
    with lock.turn("a", 5.0), lock.turn("b", 5.0):
        for client in "bc":
            with pytest.raises(BusyError), lock.turn(client, 5.0):
                pass


def test_while_the_store_cannot_be_reached_each_process_counts_alone(make_app, caplog):
    visitor = Visitor(make_app(rate_limits=True, rate_limit_storage="redis://127.0.0.1:1"))
    assert visitor.guess("moist").status_code == 303
    assert visitor.get("/history").status_code == 200
    assert caplog.text.count("counts alone") == 1


def test_a_shared_store_counts_for_all_processes(processor):
    store = MemoryStorage()
    one, other = (Budget(10, store) for _ in range(2))
    one.accounts.add("192.0.2.1", processor.minute, 9_999)
    with charged(one, is_play=True), pytest.raises(TooManyRequests), charged(other):
        pass  # what is costly asks the store before it begins
    with pytest.raises(TooManyRequests), charged(other):
        pass
    with charged(one, "192.0.2.2"):
        pass


def test_accounts_are_forgotten_with_their_minute():
    accounts = Accounts()
    assert [accounts.add("a", 1, each) for each in (5, 7, -3)] == [5, 12, 9]
    accounts.add("b", 1, 1)
    assert len(accounts._spent) == 2
    assert accounts.add("a", 2, 4) == 4
    assert len(accounts._spent) == 1


def test_a_request_ends_when_its_processor_time_is_used_up(make_app, processor):
    app = make_app()

    @app.before_request
    def work() -> None:
        processor.now += 6
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


def test_a_request_that_waits_too_long_lets_others_search(app, processor):
    with app.test_request_context():
        allow_processor_time(60)
        processor.now += 59
        with SEARCH_LOCK:
            processor.now += 2
        with pytest.raises(OverdueError), SEARCH_LOCK:
            pass
    with SEARCH_LOCK:
        pass


@pytest.mark.parametrize("how", ["shutdown", "reset"])
def test_a_request_ends_when_nobody_waits_for_it(app, how, monkeypatch):
    monkeypatch.setattr(fair_lock, "LOOK_SECONDS", 0.01)
    lock = MachineLock(2, 2)
    server, client = socket.socketpair()
    with server, client, app.test_request_context(environ_base={"gunicorn.socket": server}):
        check_deadline()
        if how == "shutdown":
            client.shutdown(socket.SHUT_WR)
        else:
            server.send(b"never read")
            client.close()
        with lock.turn("a", 60), pytest.raises(OverdueError), lock.turn("b", 60):
            pass


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:ffff::1", "2001:db8:1:ffff::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:50000", "192.0.2.1"),
        ("[2001:db8:1:2::1]:50000", "2001:db8:1:2::"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_whose_requests_are_counted_together(app, address, network):
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": address}):
        assert client_network() == network
