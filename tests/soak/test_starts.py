"""Starting the server: times, and read-only or full disks."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness.processes import running, wait_until
from harness.programs import free_port
from harness.servers import KEYS, ROOT, answers, environment, gunicorn
from harness.visitor import Socket, Visitor

# Seconds to the first page, with words of one language: with caches, and without.
CACHED, UNCACHED = 1.5, 5.0
EVERY_LANGUAGE = 3.0  # seconds to the first page, with words of five languages and caches
FIRST_QUESTION = 1.0  # seconds for the first requests of the helper
INTERRUPTED = 1.0  # seconds from an interrupt to the end
METRICS_TOKEN = "Kp8sWq3zXv6yTn1bRm4cHj7dFg2kLe5u"
SERVE = [str(Path(sys.executable).with_name("wordle-web")), "serve"]
GUNICORN = Path(sys.executable).with_name("gunicorn")


def seconds_to_first_page(folder: Path, **settings: str) -> float:
    start = time.monotonic()
    with gunicorn(folder, **settings) as server:
        assert Visitor(Socket(server.port)).get("/").status_code == 200
        return time.monotonic() - start


def test_first_page_is_served_soon_after_the_start(tmp_path, is_short, figure, monkeypatch):
    every = min(seconds_to_first_page(tmp_path) for _ in range(3))
    figure(f"start to first page with five languages: {every:.2f} s")
    one = {"languages": "english"}
    cached = min(seconds_to_first_page(tmp_path, **one) for _ in range(3))

    def uncached(folder: Path, **settings: str) -> dict[str, str]:
        return {**environment(folder, **settings), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}

    monkeypatch.setattr("harness.servers.environment", uncached)
    folders = [tmp_path / f"uncached-{name}" for name in "ab"]
    bare = min(seconds_to_first_page(folder, **one) for folder in folders)
    figure(f"start to first page: {cached:.2f} s, {bare:.2f} s without caches")
    assert is_short or every <= EVERY_LANGUAGE
    assert is_short or cached <= CACHED
    assert is_short or bare <= UNCACHED


def test_first_helper_requests_are_fast(tmp_path, is_short, figure):
    with gunicorn(tmp_path) as server:
        visitor, slowest = Visitor(Socket(server.port)), 0.0
        for word in ("strategy", "stained", "strain", "moist", "mint"):
            start = time.monotonic()
            page = visitor.get(f"/helper?row={word}:{'0' * len(word)}&length={len(word)}")
            slowest = max(slowest, time.monotonic() - start)
            assert page.fact("suggestion")
        assert len(server.children()) == 2
    figure(f"first questions after a start: slowest {slowest:.2f} s")
    assert not (tmp_path / "instance").exists()
    assert is_short or slowest <= FIRST_QUESTION


def test_local_start_prints_the_url_or_names_the_process_using_the_address(tmp_path):
    port = free_port()
    environ = {**local_environment(tmp_path), "WORDLE_WEB_BIND": f"127.0.0.1:{port}"}
    # No request is sent before the lines are read, since it would add a line.
    with running(SERVE, port, tmp_path, environ=environ, cwd=ROOT) as server:
        wait_until(lambda: server.text().endswith(f":{port}\n"), server)
        keys, ready = server.text().splitlines()
        path = tmp_path / "instance" / "keys.env"
        assert re.fullmatch(
            rf"[\d:]{{8}} warning: Made new keys in {path}\. Keep a copy: .+\.", keys
        )
        assert ready == f"wordle-web is ready: open http://127.0.0.1:{port}"
        assert answers(port)
        start = time.monotonic()
        second = subprocess.run(
            SERVE, check=False, capture_output=True, text=True, cwd=ROOT, env=environ, timeout=30
        )
        assert time.monotonic() - start < 4
    assert second.returncode == 1
    last = second.stderr.splitlines()[-1]
    assert last.startswith(f"wordle-web cannot listen on 127.0.0.1:{port}: address already in use")
    assert "WORDLE_WEB_BIND" in last
    assert "Traceback" not in second.stderr
    assert second.stderr.count("127.0.0.1") == 2


def test_local_server_stops_soon_after_an_interrupt(tmp_path, is_short, figure):
    port = free_port()
    environ = {**local_environment(tmp_path), "WORDLE_WEB_BIND": f"127.0.0.1:{port}"}
    with running(SERVE, port, tmp_path, environ=environ, cwd=tmp_path, is_ready=answers) as server:
        assert Visitor(Socket(port)).get("/how-to-play").status_code == 200
        paths = ("/healthz", "/how-to-play")
        wait_until(lambda: all(path in server.text() for path in paths), server)
        before = server.text()
        start = time.monotonic()
        # A terminal interrupts all its processes, including workers.
        for pid in (*server.children(), server.process.pid):
            os.kill(pid, signal.SIGINT)
        assert server.process.wait(10) == 0
        seconds = time.monotonic() - start
        assert server.text() == before
    figure(f"from an interrupt to the end: {seconds:.2f} s")
    plain = r"\d\d:\d\d:\d\d GET /(healthz|how-to-play) 200 \d+ ms"
    keys, ready, *requests = before.splitlines()
    assert "Made new keys in" in keys
    assert "is ready" in ready
    assert all(re.fullmatch(plain, line) for line in requests)
    assert is_short or seconds <= INTERRUPTED


def local_environment(folder: Path, **settings: str) -> dict[str, str]:
    environ = environment(folder, mode="local", https="off", **settings)
    return {name: value for name, value in environ.items() if name not in KEYS}


def test_server_with_keys_in_the_environment_runs_on_a_read_only_disk(tmp_path):
    command = ["unshare", "--mount", "/bin/true"]
    if os.geteuid() or subprocess.run(command, check=False).returncode:
        pytest.fail("a read-only disk needs the right to mount: run this as root")
    serves(
        tmp_path,
        "exec unshare --mount /bin/bash -c '"
        "mount --bind -o ro / / 2>/dev/null; mount -o remount,ro,bind / && "
        "mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp && "
        "! touch /tmp/x 2>/dev/null && "
        f"exec {GUNICORN} wsgi:app'",
        metrics_token=METRICS_TOKEN,
    )


def test_server_with_keys_in_the_environment_runs_on_a_full_disk(tmp_path):
    serves(tmp_path, f"exec > >(cat) 2>&1; ulimit -f 0; trap '' XFSZ; exec {GUNICORN} wsgi:app")


def serves(folder: Path, command: str, **settings: str) -> None:
    """Check that a server started by a command serves games, the helper and styles."""
    port = free_port()
    environ = environment(folder, bind=f"127.0.0.1:{port}", **settings)
    options = {"environ": environ, "cwd": ROOT, "is_ready": answers}
    with running(["/bin/bash", "-c", command], port, folder, **options) as server:
        visitor = Visitor(Socket(server.port))
        page = visitor.guess_on(visitor.get("/"), "soare")
        assert len(page.rows) == 1
        assert len(visitor.guess_on(visitor.new_game(8), "strategy").rows) == 1
        assert visitor.get("/helper?row=strategy:00000000&length=8").fact("suggestion")
        for address in page.addresses:
            if address.startswith("/static/"):
                assert visitor.get(address).status_code == 200, address
        assert "Traceback" not in server.text()
