"""Two servers behind nginx with the same keys and one Redis, like two machines."""

import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness.processes import Server
from harness.servers import gunicorn, nginx, redis
from harness.visitor import Answer, Socket, Visitor

COSTLY, MAX_COSTLY = "/lab", 1200  # a page of 10 to 50 ms of CPU time, and a limit
FEW = 20  # number of expensive pages that take far less than a whole budget
GUESSES = ("soare", "clipt", "gucky")  # not the answers


@dataclass(frozen=True, slots=True)
class Site:
    machines: tuple[Server, Server]
    store: Server
    through_nginx: Socket


@contextlib.contextmanager
def two_machines(folder: Path, **settings: str) -> Iterator[Site]:
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(redis(folder / "redis"))
        shared = {"rate_limit_storage": f"redis://127.0.0.1:{store.port}", "proxy_hops": "1"}
        first, second = (
            stack.enter_context(gunicorn(folder / name, **shared, **settings))
            for name in ("first", "second")
        )
        upstreams = [f"127.0.0.1:{machine.port}" for machine in (first, second)]
        yield Site((first, second), store, stack.enter_context(nginx(folder / "nginx", *upstreams)))


def playing(visitor: Visitor) -> Iterator[int]:
    """Play a new game, and yield the number of each guess once it is accepted."""
    page = visitor.new_game()
    for number, word in enumerate(GUESSES, 1):
        page = visitor.guess_on(page, word)
        assert page.status_code == 200
        assert len(page.rows) == number
        yield number
    assert len(visitor.get(page.request.path).rows) == len(GUESSES)


def test_no_game_is_lost_when_a_machine_is_killed(tmp_path: Path) -> None:
    with two_machines(tmp_path) as site:
        for number in playing(Visitor(site.through_nginx)):
            if number == 1:
                machine = site.machines[0]
                for pid in (machine.process.pid, *machine.children()):
                    os.kill(pid, signal.SIGKILL)
                machine.process.wait(10)


def spend(visitor: Visitor) -> None:
    """Request expensive pages until the network of a visitor has used its budget."""
    for _ in range(MAX_COSTLY):
        if visitor.get(COSTLY).status_code == 429:
            return
    pytest.fail("nobody was refused")


def refusal(visitor: Visitor) -> Answer:
    """Return the page that refuses a visitor whose network has used its budget.

    A process learns what a network has used elsewhere only after its first response to that
    network.
    """
    pages = (visitor.get(COSTLY) for _ in range(FEW))
    return next(page for page in pages if page.status_code == 429)


def test_limits_are_shared_by_both_machines(tmp_path: Path) -> None:
    with two_machines(tmp_path, rate_limits="on", cpu_budget="5") as site:
        one, other = (Visitor(Socket(machine.port)) for machine in site.machines)
        spend(one)
        page = refusal(other)
        assert 1 <= int(page.headers["retry-after"]) <= 61
        assert "Too many requests" in page.text
        for path in ("/healthz", "/"):
            assert other.get(path).status_code == 200


def test_forged_forwarding_header_does_not_evade_the_limits(tmp_path: Path) -> None:
    with two_machines(tmp_path, rate_limits="on", cpu_budget="5") as site:
        visitor = Visitor(site.through_nginx, headers={"X-Forwarded-For": "203.0.113.9"})
        spend(visitor)
        visitor.headers["X-Forwarded-For"] = "203.0.113.10"
        assert refusal(visitor)


def test_games_continue_when_the_rate_limit_store_is_unreachable(tmp_path: Path) -> None:
    with two_machines(tmp_path, rate_limits="on") as site:
        for number in playing(Visitor(site.through_nginx)):
            if number == 1:
                site.store.process.kill()
                site.store.process.wait(10)


def test_games_continue_when_the_rate_limit_store_hangs(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(64)
        store = f"redis://127.0.0.1:{silent.getsockname()[1]}"
        with gunicorn(tmp_path, rate_limits="on", rate_limit_storage=store) as server:
            start = time.monotonic()
            assert list(playing(Visitor(Socket(server.port)))) == [1, 2, 3]
            assert time.monotonic() - start < 15
