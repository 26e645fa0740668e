"""Failed pages and lost games during reloads, restarts and kills of workers."""

import contextlib
import os
import signal
import socket
import time
from contextlib import ExitStack
from urllib.parse import urlencode

import pytest
from harness.load import ENOUGH_GUESSES, Tally, players
from harness.processes import Figure, Server, connections_of, is_stopped, wait_until
from harness.servers import caddy, gunicorn, gunicorn_of_held_socket, nginx
from harness.visitor import FORM, NAME, Socket, Visitor

TIMES = 5
VISITORS = 6
THREADS = 4


def judge(what: str, tally: Tally, figure: Figure, may_fail: bool = False) -> None:
    """Report the visitors' results; no game may be lost, and pages may fail only if `may_fail`."""
    figure(
        f"{what}: {tally.pages} pages, {tally.guesses} guesses, {len(tally.failures)} failed, "
        f"{len(tally.lost)} games lost, slowest page {tally.slowest:.2f} s"
    )
    assert may_fail or tally.failures == []
    assert tally.lost == []
    assert tally.guesses > ENOUGH_GUESSES


@pytest.fixture(params=["directly", "through nginx", "through caddy"])
def way(request, server, tmp_path):
    """The address of the server, or of a proxy in front of it."""
    if request.param == "directly":
        yield Socket(server.port)
        return
    if request.param == "through caddy":
        request.getfixturevalue("has_caddy")
    proxy = nginx if request.param == "through nginx" else caddy
    with proxy(tmp_path / "proxy", f"127.0.0.1:{server.port}") as site:
        yield site


def test_no_page_fails_during_reloads_under_load(server, way, request, is_short, figure):
    times = 2 if is_short else TIMES
    with players([way] * VISITORS) as tally:
        for _ in range(times):
            time.sleep(0.5)
            old = set(server.children())
            server.send(signal.SIGHUP)
            wait_until(lambda old=old: not old & set(server.children()), server, 60)
    judge(f"SIGHUP x {times} {request.node.callspec.params['way']}", tally, figure)


def test_guess_resent_after_its_worker_died_counts_once(tmp_path):
    with gunicorn(tmp_path, workers="1") as server:
        visitor = Visitor(Socket(server.port))
        form = visitor.new_game().guess_form
        (worker,) = server.children()
        with contextlib.closing(Socket(server.port).connect()) as link:
            link.request("GET", "/healthz")
            assert link.getresponse().read()
            # The connection persists, so that only this worker can respond to the next request.
            os.kill(worker, signal.SIGSTOP)
            wait_until(lambda: is_stopped(worker), server)
            headers = {"Content-Type": FORM, "Cookie": f"{NAME}={visitor.cookie}"}
            link.request("POST", form.action, urlencode({**form.fields, "guess": "mohel"}), headers)
            os.kill(worker, signal.SIGKILL)
            with pytest.raises(ConnectionError):
                link.getresponse()
        for _ in range(2):
            assert len(visitor.submit(form, guess="mohel").rows) == 1


def test_no_page_fails_during_a_rolling_restart_under_load(tmp_path, figure):
    with ExitStack() as outer:
        stacks = [outer.enter_context(ExitStack()) for _ in range(2)]
        machines = [stack.enter_context(gunicorn(tmp_path)) for stack in stacks]
        ports = [machine.port for machine in machines]
        upstreams = [f"127.0.0.1:{port} max_fails=0" for port in ports]
        site = outer.enter_context(nginx(tmp_path / "nginx", *upstreams))
        with players([site] * VISITORS) as tally:
            for stack, port in zip(stacks, ports, strict=True):
                time.sleep(1)
                stack.close()
                time.sleep(0.5)
                stack.enter_context(gunicorn(tmp_path, port=str(port)))
            time.sleep(1)
    judge("rolling restart of two machines through nginx", tally, figure)


def test_no_page_fails_during_a_restart_on_a_socket_held_open(tmp_path, figure):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(512)
        port = listener.getsockname()[1]
        number = listener.fileno()
        with ExitStack() as stack:
            stack.enter_context(gunicorn_of_held_socket(tmp_path, number, port))
            with players([Socket(port)] * VISITORS) as tally:
                for _ in range(2):
                    time.sleep(1)
                    stack.close()
                    stack.enter_context(gunicorn_of_held_socket(tmp_path, number, port))
                time.sleep(1)
    judge("restart x 2, socket held as systemd does", tally, figure)


def test_killed_workers_fail_only_their_current_requests(tmp_path, is_short, figure):
    times = 2 if is_short else TIMES
    with (
        gunicorn(tmp_path, threads=str(THREADS)) as server,
        players([Socket(server.port)] * 2 * THREADS) as tally,
    ):
        for _ in range(times):
            failed_before = len(tally.failures)
            held = kill_a_worker(server)
            assert len(tally.failures) - failed_before <= held
    judge(f"kill -9 of a worker of {THREADS} threads x {times}", tally, figure, may_fail=True)


def test_killed_workers_behind_nginx_fail_only_responses_in_progress(tmp_path, is_short, figure):
    times = 2 if is_short else TIMES
    with (
        gunicorn(tmp_path, threads=str(THREADS)) as server,
        nginx(tmp_path / "nginx", f"127.0.0.1:{server.port}") as site,
        players([site] * 2 * THREADS) as tally,
    ):
        for _ in range(times):
            kill_a_worker(server)
    judge(f"kill -9 of a worker x {times} through nginx", tally, figure, may_fail=True)
    half_sent = [text for _, text in tally.failures if text.startswith("IncompleteRead")]
    assert len(half_sent) == len(tally.failures)
    assert len(half_sent) <= times


def kill_a_worker(server: Server) -> int:
    """Kill a worker under load, wait for its successor, and return its number of requests."""
    time.sleep(0.7)
    workers = server.children()
    os.kill(workers[0], signal.SIGSTOP)
    wait_until(lambda: is_stopped(workers[0]), server)
    held = connections_of(workers[0])
    os.kill(workers[0], signal.SIGKILL)
    wait_until(
        lambda: workers[0] not in server.children() and len(server.children()) == len(workers),
        server,
    )
    time.sleep(0.7)
    return held
