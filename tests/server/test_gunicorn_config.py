"""The real server: limits of requests; silent, slow and disconnected clients; Unix sockets."""

import http.client
import os
import pty
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness.processes import Server, running, wait_until
from harness.programs import free_port
from harness.servers import ROOT, answers, environment, gunicorn

from wordle_web.server.gunicorn_config import bound_waits, limit_request_field_size

PATIENCE = 60  # seconds until a test fails
HALVES = {
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    "body": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\nguess=",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with one thread, so that one blocked request blocks all others."""
    options = {"app": "harness.waiting:app", "workers": "1", "threads": "1"}
    with gunicorn(tmp_path_factory.mktemp("server"), **options) as running:
        yield running


def connect(server: Server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)


@pytest.mark.parametrize(("size", "status"), [(limit_request_field_size, 200), (17_000, 431)])
def test_cookie_header_of_more_than_16_kb_is_refused(
    server: Server, size: int, status: int
) -> None:
    value = "a" * (size - len("Cookie: \r\n"))
    with closing(connect(server)) as link:
        link.request("GET", "/", headers={"Cookie": value})
        assert link.getresponse().status == status


def test_connection_is_reused_for_several_requests(server: Server) -> None:
    with closing(connect(server)) as link:
        for size in (0, 5, 100_000):
            link.request("POST", "/", b"a" * size)
            assert link.getresponse().read() == b"%d" % size
            opened = link.sock
        assert opened is not None


@pytest.mark.parametrize("requests", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_disconnecting_frees_the_thread_of_a_request(server: Server, requests: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as link:
        if requests:  # the connection stays open, and is reused
            link.sendall(requests)
            assert link.recv(65536).startswith(b"HTTP/1.1 200")
        link.sendall(b"GET /compute HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with closing(connect(server)) as link:
        link.request("GET", "/")
        assert link.getresponse().status == 200


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        bound_waits(made, seconds=1)
        made.settimeout(PATIENCE)
        yield made


@pytest.mark.skipif(not hasattr(socket, "TCP_DEFER_ACCEPT"), reason="not on this system")
def test_kernel_accepts_a_connection_only_after_the_client_sends_data(
    listener: socket.socket,
) -> None:
    address = listener.getsockname()
    with socket.create_connection(address), socket.create_connection(address) as speaker:
        speaker.sendall(b"GET")
        accepted, peer = listener.accept()
        with accepted:
            assert peer == speaker.getsockname()
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems inherit no timeouts")
def test_worker_thread_has_a_timeout_for_reading_and_writing(listener: socket.socket) -> None:
    with socket.create_connection(listener.getsockname()) as client:
        client.sendall(b"G")
        accepted, _ = listener.accept()
        with accepted:
            accepted.settimeout(None)  # as gthread does in a thread
            assert accepted.recv(1) == b"G"
            with pytest.raises(BlockingIOError):
                accepted.recv(1)
            with pytest.raises(BlockingIOError):
                accepted.sendall(bytes(64 << 20))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems inherit no timeouts")
@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_incomplete_request_frees_its_thread_after_a_timeout(tmp_path: Path, half: bytes) -> None:
    config = tmp_path / "quick.py"
    config.write_text(
        "from wordle_web.server.gunicorn_config import *\n"
        "def when_ready(server):\n"
        "    for listener in server.LISTENERS:\n"
        "        bound_waits(listener.sock, seconds=1)\n"
    )
    options = {"app": "harness.waiting:app", "workers": "1", "threads": "1"}
    with gunicorn(tmp_path, arguments=["--config", str(config)], **options) as server:
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as link:
            link.sendall(half)
            with closing(connect(server)) as other:
                other.request("GET", "/")
                assert other.getresponse().status == 200
        assert "Traceback" not in server.text()


def test_server_on_a_unix_socket_responds_and_stops_its_workers(tmp_path: Path) -> None:
    path = tmp_path / "words.sock"
    command = [str(Path(sys.executable).with_name("gunicorn")), "harness.waiting:app"]
    environ = environment(tmp_path, bind=f"unix:{path}", workers="1")

    def answers(_: int) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.settimeout(PATIENCE)
                link.connect(str(path))
                link.sendall(b"GET / HTTP/1.0\r\n\r\n")
                return link.recv(12).endswith(b" 200")
        except OSError:
            return False

    with running(command, 0, tmp_path, environ=environ, cwd=ROOT, is_ready=answers) as server:
        workers = server.children()
        assert server.stop(signal.SIGTERM) == 0
        assert not any(map(is_alive, workers))


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("prefix", [[], ["nohup"]], ids=["in a terminal", "with nohup"])
def test_closing_the_terminal_stops_the_server_unless_started_with_nohup(
    tmp_path: Path, prefix: list[str]
) -> None:
    keyboard, terminal = pty.openpty()
    # If a session leader has no terminal, the first terminal that it opens becomes its own.
    command = ["/bin/sh", "-c", 'exec "$@" <"$0" >"$0" 2>"$0"', os.ttyname(terminal)]
    command += [*prefix, sys.executable, "-m", "gunicorn", "harness.waiting:app"]
    command += ["--config", "python:wordle_web.server.gunicorn_config"]
    port = free_port()
    environ = environment(tmp_path, bind=f"127.0.0.1:{port}", workers="1")
    options = {"environ": environ, "cwd": tmp_path, "is_ready": answers}
    with running(command, port, tmp_path, start_new_session=True, **options) as server:
        old = server.children()
        os.close(terminal)
        os.close(keyboard)
        if prefix:
            wait_until(lambda: answers(port) and not set(old) & set(server.children()), server)
        else:
            # Python ends with 120 if it cannot write its last output to the closed terminal.
            assert server.process.wait(PATIENCE) in {0, 120}
            assert not any(map(is_alive, old))


def test_hang_up_signal_without_a_terminal_restarts_the_workers(server: Server) -> None:
    old = server.children()
    server.send(signal.SIGHUP)
    wait_until(lambda: answers(server.port) and not set(old) & set(server.children()), server)
