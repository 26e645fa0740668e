"""Budgets of networks, and the order in which requests are refused."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO

import pytest
from flask import Flask, request, stream_with_context
from web_visitor import Visitor, static_url
from werkzeug.test import TestResponse

from wordle_web.web.analysis import views as analysis_views
from wordle_web.web.http import limits
from wordle_web.web.http.limits import (
    SECONDS,
    TURNS,
    UPLOAD_BYTES,
    Accounts,
    client_network,
)
from wordle_web.web.http.shared_store import ALONE_SECONDS, STORE_SECONDS, SharedStore

GAME = "/analysis?answer=crane&guess=slate&guess=crane"


class Clock:
    """A clock that a test sets, in seconds."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that replaces the CPU time of the thread."""
    clock = Clock()
    monkeypatch.setattr(time, "thread_time", clock)
    return clock


@pytest.fixture
def monotonic(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(time.monotonic())
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


Ask = Callable[..., TestResponse]


@pytest.fixture
def ask(make_app: Callable[..., Flask], processor: Clock) -> Ask:
    """A function that requests a page of the given CPU seconds; a network may use ten."""
    app = make_app(rate_limits=True, cpu_budget=10)

    @app.before_request
    def work() -> None:
        processor.now += float(request.headers.get("Cost", 0))

    client = app.test_client()

    def ask(path: str, cost: float = 0, address: str = "192.0.2.1", method="GET") -> TestResponse:
        environ = {"REMOTE_ADDR": address, "HTTP_COST": str(cost)}
        return client.open(path, method=method, environ_base=environ, buffered=True)

    return ask


def test_network_without_budget_is_refused_until_the_minute_is_over(ask, monotonic):
    assert [ask("/history", 3).status_code for _ in range(5)] == [200, 200, 200, 200, 429]
    monotonic.now += 20
    page = ask("/history")
    assert (page.status_code, page.headers["Retry-After"]) == (429, "41")
    assert "Try again in 41 seconds" in page.text
    assert ask("/history", address="192.0.2.2").status_code == 200
    monotonic.now += 41
    assert ask("/history").status_code == 200


@pytest.mark.parametrize("step", [-86_400, 86_400])
def test_budget_ignores_changes_to_the_wall_clock(ask, monotonic, monkeypatch, step):
    assert ask("/history", 11).status_code == 200
    wall = time.time() + step
    monkeypatch.setattr(time, "time", lambda: wall)
    assert ask("/history").status_code == 429
    assert ask("/history", address="192.0.2.2").status_code == 200
    monotonic.now += SECONDS + 1
    assert ask("/history", 11).status_code == 200
    assert ask("/history").status_code == 429


def test_games_have_a_reserved_budget_that_refusals_do_not_consume(ask):
    assert ask("/history", 10.5).status_code == 200
    assert [ask("/history", 9).status_code for _ in range(9)] == [429] * 9
    assert [ask("/", 1.2).status_code for _ in range(5)] == [200, 200, 200, 200, 429]


def test_unknown_addresses_are_charged_but_health_checks_and_files_are_free(ask, app):
    statuses = [ask(f"/nothing/{number}", 4).status_code for number in range(4)]
    assert statuses == [404, 404, 404, 429]
    assert ask("/history", method="BREW").status_code == 429
    for path in ("/healthz", "/readyz", static_url(app, "css/site.css")):
        assert ask(path).status_code == 200


def test_rate_limited_guess_loses_no_game(make_app, monkeypatch):
    visitor = Visitor(make_app(rate_limits=True))
    visitor.guess("moist")
    before = visitor.history
    monkeypatch.setattr(Accounts, "spent", lambda *_: (10**9, 30.0))
    assert visitor.post("/", {"guess": "fuzzy"}).status_code == 429
    assert visitor.history == before


def test_cpu_time_of_a_streamed_response_is_charged_at_its_end(make_app, processor):
    app = make_app(rate_limits=True, cpu_budget=10)

    @app.get("/rows")
    @stream_with_context
    def rows() -> Iterator[str]:
        for _ in range(3):
            processor.now += 4
            yield "row"

    client = app.test_client()
    assert client.get("/rows", buffered=True).text == "row" * 3
    assert client.get("/history", buffered=True).status_code == 429


def test_addresses_of_one_ipv6_network_share_a_budget(ask):
    for number in range(4):
        assert ask("/history", 3, f"2001:db8:0:7:{number}::1").status_code == 200
    assert ask("/history", 0, "2001:db8:0:7:ffff::9").status_code == 429
    assert ask("/history", 0, "2001:db8:0:8::1").status_code == 200


def test_cheap_requests_from_one_address_do_not_delay_costly_requests_from_another(
    make_app, monkeypatch
):
    app = make_app(rate_limits=True)
    turns, go, order = app.extensions[TURNS], threading.Event(), list[str]()
    analyze = analysis_views.analysis_of

    def analysis_of(*args: object) -> object:
        order.append(client_network())
        go.wait(30)
        return analyze(*args)

    def get(address: str, path: str = GAME) -> int:
        return app.test_client().get(path, environ_base={"REMOTE_ADDR": address}).status_code

    def start(address: str, waiting: int) -> threading.Thread:
        thread = threading.Thread(target=get, args=[address])
        thread.start()
        while turns._counts().total() < waiting:
            thread.join(0.01)
        return thread

    monkeypatch.setattr(analysis_views, "analysis_of", analysis_of)
    cheap = "/analysis?x=" + "a" * 4000
    assert {get("192.0.2.1", f"{cheap}{number}") for number in range(90)} == {200}
    threads = [start("192.0.2.1", number) for number in range(1, 31)]
    threads.append(start("192.0.2.2", 31))
    while len(order) < 2:
        threads[-1].join(0.01)
    assert order == ["192.0.2.1", "192.0.2.2"]
    go.set()
    for thread in threads:
        thread.join()
    assert len(order) == 31


def test_short_requests_to_a_costly_view_are_not_queued(make_app):
    entered = list[str]()

    class Entered:
        def turn(self, network: str) -> None:
            entered.append(network)
            raise ZeroDivisionError

    app = make_app()
    app.extensions[TURNS] = Entered()
    client = app.test_client()
    for path in ("/analysis", "/absurd?guess=crane", "/league"):
        assert client.get(path).status_code < 400
    for path in (GAME, "/absurd?played=" + "crane" * 60, "/league?table=" + "x" * 600, "/helper"):
        with suppress(ZeroDivisionError):
            client.get(path)
    assert len(entered) == 4


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded", b"text=crane"),
        ("multipart/form-data; boundary=part", b"--part--\r\n"),
    ],
)
def test_body_without_a_token_is_read_before_the_turn_of_its_request(make_app, kind, body):
    left = list[bytes]()

    class Entered:
        def turn(self, _network: str) -> None:
            left.append(stream.read())
            raise ZeroDivisionError

    stream, app = BytesIO(body), make_app()
    app.extensions[TURNS] = Entered()
    with suppress(ZeroDivisionError):
        app.test_client().post(
            "/helper/share", input_stream=stream, content_length=len(body), content_type=kind
        )
    assert left == [b""]


def test_uploads_of_a_network_are_received_one_at_a_time(make_app):
    app, go, begun = make_app(), threading.Event(), list[str]()

    @app.before_request
    def receive() -> None:
        begun.append(client_network())
        go.wait(30)

    def send(address: str, size: int) -> threading.Thread:
        environ = {"REMOTE_ADDR": address}
        form = "multipart/form-data; boundary=part"
        body = {"data": bytes(size), "content_type": form, "environ_base": environ}
        thread = threading.Thread(target=lambda: app.test_client().post("/helper/share", **body))
        thread.start()
        return thread

    threads = [send("192.0.2.1", UPLOAD_BYTES + 1) for _ in range(3)]
    while not begun and threads[0].is_alive():
        threads[0].join(0.01)
    threads.append(send("192.0.2.2", UPLOAD_BYTES + 1))
    threads.append(send("192.0.2.1", 100))
    while len(begun) < 3 and threads[-1].is_alive():
        threads[0].join(0.01)
    assert sorted(begun) == ["192.0.2.1", "192.0.2.1", "192.0.2.2"]
    go.set()
    for thread in threads:
        thread.join()
    assert len(begun) == 5


def test_hanging_store_is_skipped_for_a_while(monotonic, caplog):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        accounts = Accounts(SharedStore(f"redis://127.0.0.1:{silent.getsockname()[1]}"))
        for turn in (1, 2):
            for _ in range(20):
                accounts.charge("192.0.2.1", 500)
            assert accounts.spent("192.0.2.1")[0] == 10_000 * turn
            silent.accept()[0].close()
            with pytest.raises(BlockingIOError):  # there was no other request
                silent.accept()
            monotonic.now += ALONE_SECONDS + 1
    assert caplog.text.count("counts alone") == 2


def test_requests_do_not_wait_behind_a_hanging_lookup_of_the_store(monotonic, monkeypatch):
    looking, go = threading.Event(), threading.Event()

    def lookup(*_args: object, **_options: object) -> None:
        looking.set()
        go.wait()
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    accounts = Accounts(SharedStore("redis://store:6379"))
    first = threading.Thread(target=accounts.charge, args=("192.0.2.1", 500))
    first.start()
    looking.wait()
    monotonic.now += STORE_SECONDS + 0.1
    accounts.charge("192.0.2.2", 500)  # is counted without waiting for the store
    assert accounts.spent("192.0.2.2")[0] == 500
    go.set()
    first.join()
    assert accounts.spent("192.0.2.1")[0] == 500


def test_games_continue_while_the_store_is_unreachable(make_app, caplog):
    visitor = Visitor(make_app(rate_limits=True, rate_limit_storage="redis://127.0.0.1:1"))
    assert visitor.guess("moist").status_code == 303
    assert visitor.get("/history").status_code == 200
    assert caplog.text.count("counts alone") == 1


def test_redis_client_is_imported_only_if_a_redis_store_is_configured(tmp_path):
    code = "import sys, wordle_web; wordle_web.create_app(); sys.exit('redis' in sys.modules)"
    for url, status in {"memory://": 0, "redis://127.0.0.1:1": 1}.items():
        settings = {"INSTANCE": str(tmp_path), "RATE_LIMITS": "on", "RATE_LIMIT_STORAGE": url}
        environment = {f"WORDLE_WEB_{name}": value for name, value in settings.items()}
        command = [sys.executable, "-c", code]
        result = subprocess.run(command, env={**os.environ, **environment}, check=False)
        assert result.returncode == status


def test_oldest_networks_are_evicted_above_the_limit(monkeypatch, monotonic):
    monkeypatch.setattr(limits, "MAX_NETWORKS", 3)
    accounts = Accounts()
    for number in range(5):
        accounts.charge(f"192.0.2.{number}", 7)
    accounts.charge("192.0.2.2", 1)
    spent = [accounts.spent(f"192.0.2.{number}")[0] for number in range(5)]
    assert spent == [0, 0, 8, 7, 7]
    monotonic.now += SECONDS
    accounts.charge("192.0.2.2", 1)  # in a new minute, so this network is the youngest
    accounts.charge("192.0.2.9", 1)
    assert accounts._spent.keys() == {"192.0.2.4", "192.0.2.2", "192.0.2.9"}


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
        ("x" * 8000, "x" * 45),
        ("", ""),
    ],
)
def test_client_network_is_an_address_or_an_ipv6_network(app, address, network):
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": address}):
        assert client_network() == network
