"""The cost of requests that are expensive to parse, for gunicorn's threaded worker without a proxy.

The configuration is the default: two workers, no memory settings, gunicorn's limits of headers.
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from harness.oversized import archives, bodies, headers, queries
from harness.processes import Server
from harness.programs import free_port
from harness.servers import gunicorn
from harness.visitor import FORM, NAME, Socket, Visitor, ask
from web_visitor import multipart

VARIANTS = 60
MAX_ALONE, MAX_OF_EIGHT = 60, 200  # MB above the idle level: for one request, for eight
MAX_SECONDS = 0.5  # CPU time until a request is refused
SAMPLE_SECONDS = 0.02
WARM = 24

Requests = Sequence[tuple[str, bytes]]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder, port = tmp_path_factory.mktemp("plain"), free_port()
    (folder / "empty.py").touch()
    arguments = f"--config {folder}/empty.py --bind 127.0.0.1:{port} --worker-class gthread"
    arguments += " --workers 2 --threads 8 --preload --access-logfile /dev/null"
    app = "wordle_web.server.hooks:load_app()"
    with gunicorn(folder, app=app, arguments=arguments.split(), port=str(port)) as server:
        for path in ("/", "/helper", "/history", "/league", "/settings") * WARM:
            assert Visitor(Socket(port)).get(path).status_code == 200
        yield server


def request(path: str, lines: Sequence[str], body: bytes = b"", method: str = "POST") -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *lines]
    if method == "POST":
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join((*head, "", "")).encode("latin-1") + body


def of_archives(server: Server) -> Iterator[tuple[str, bytes]]:
    visitor = Visitor(Socket(server.port))
    page = visitor.get("/league")
    token = next(f.fields["csrf_token"] for f in page.forms if "csrf_token" in f.fields)
    for name, data in archives(VARIANTS):
        form = multipart({"csrf_token": token}, "file", data)
        lines = [f"Content-Type: {form['content_type']}", f"Cookie: {NAME}={visitor.cookie}"]
        yield name, request("/league", lines, form["data"])


def of_bodies(server: Server) -> Iterator[tuple[str, bytes]]:
    for number, (name, kind, body) in enumerate(bodies(VARIANTS)):
        path = ("/league", "/", "/helper/share", "/history/restore", "/nowhere")[number % 5]
        yield f"{name} to {path}", request(path, [f"Content-Type: {kind}"], body)
    yield "30 MB", request("/", [f"Content-Type: {FORM}"], b"a&" * (15 << 20))
    yield (
        "300 MB claimed",
        request("/", [f"Content-Type: {FORM}"], b"a").replace(b": 1\r", b": 300000000\r"),
    )
    chunk = b"%x\r\n" % 512 + b"a&" * 256 + b"\r\n"
    head = b"POST /league HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    yield "64 kB in chunks", head + chunk * 128 + b"0\r\n\r\n"


def of_headers(server: Server) -> Iterator[tuple[str, bytes]]:
    for number, (name, lines) in enumerate(headers(VARIANTS)):
        path = ("/", "/healthz", "/helper", "/static/x/css/site.css")[number % 4]
        yield name, request(path, [": ".join(line) for line in lines], method="GET")


def of_queries(server: Server) -> Iterator[tuple[str, bytes]]:
    for name, address in queries(VARIANTS):
        yield name, request(address, [], method="GET")


@contextlib.contextmanager
def sampled(server: Server) -> Iterator[list[float]]:
    """Sample the memory of all processes, in MB, while the block runs."""
    samples, is_over = [server.memory()], threading.Event()

    def sample() -> None:
        while not is_over.wait(SAMPLE_SECONDS):
            samples.append(server.memory())

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield samples
    finally:
        is_over.set()
        thread.join()


@pytest.mark.parametrize("kind", [of_archives, of_bodies, of_headers, of_queries])
def test_parsing_of_expensive_requests_takes_bounded_time_and_memory(site, kind, figure):
    requests, workers = list(kind(site)), site.children()
    assert len(requests) >= VARIANTS
    costs: list[tuple[float, str]] = []
    peaks: list[tuple[float, str]] = []
    statuses = Counter[int]()
    for name, sent in requests:
        rest, before = site.memory(), site.processor_seconds()
        with sampled(site) as samples:
            status = ask(site.port, sent).status
        statuses[status] += 1
        costs.append((site.processor_seconds() - before, f"{name}: {status}"))
        peaks.append((max(samples) - rest, name))
    rest = site.memory()
    with sampled(site) as samples, ThreadPoolExecutor(8) as threads:
        answers = threads.map(lambda request: ask(site.port, request[1]).status, requests)
        at_once = Counter(answers)
    of_eight = max(samples) - rest
    figure(
        f"{len(requests)} {kind.__name__[3:]}, alone: {max(peaks)[0]:.0f} MB above rest "
        f"({max(peaks)[1]}), {max(costs)[0]:.2f} s of processor ({max(costs)[1]}), "
        f"{sorted(statuses.items())}; eight at once: {of_eight:.0f} MB, {sorted(at_once.items())}"
    )
    time.sleep(0.5)
    assert site.children() == workers
    assert "Traceback" not in site.text()
    assert all(status < 500 for status in (*statuses, *at_once))
    assert statuses[0] + at_once[0] == 0  # every request got a response
    assert max(costs)[0] <= MAX_SECONDS
    assert max(peaks)[0] <= MAX_ALONE
    assert of_eight <= MAX_OF_EIGHT
