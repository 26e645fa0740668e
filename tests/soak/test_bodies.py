"""Bodies of 8 MB, refused or read: their memory is freed, and other visitors don't wait."""

import contextlib
import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from harness import hostile
from harness.pictures import BOUNDED, SCREENSHOT, large_picture, picture_form, readable, send
from harness.processes import Server
from harness.servers import gunicorn, nginx
from harness.visitor import Socket, Visitor

MEGABYTE = 1024 * 1024
LARGE = 8 * MEGABYTE
REFUSED = 270
# Limits of the memory (PSS), in MB: while bodies are sent one by one, above the idle level
# afterward, with forty pictures at once, and with a mixture of requests.
MAX_MEMORY, MAX_LEFT, MAX_OF_FORTY, MAX_OF_ALL = 250, 40, 400, 512
SETTLED = 5.0  # seconds until the remaining memory is measured
MAX_WAIT = 1.0  # seconds that a request of another player may take
MAX_TURN = 5.0  # seconds until a single picture of another visitor is read
CROWD = 10
REFUSALS = {413, 429, 503}


@contextlib.contextmanager
def watched(server: Server) -> Iterator[list[float]]:
    """Sample the memory of a server's processes, in MB; all processes must survive."""
    readings, processes, is_over = [0.0], server.children(), threading.Event()

    def look() -> None:
        while not is_over.wait(0.1):
            readings.append(server.memory())

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield readings
    finally:
        is_over.set()
        thread.join()
    assert server.children() == processes


def settle(server: Server) -> None:
    for path in ("/", "/helper", "/history") * 8:
        assert Visitor(Socket(server.port)).get(path).status_code == 200


@pytest.mark.parametrize("way", ["direct", "nginx"])
def test_memory_of_all_request_bodies_is_freed(tmp_path, way, is_short, figure):
    plain = {"Content-Type": "application/x-www-form-urlencoded"}
    kinds = [
        ("/", b"guess=" + b"a" * LARGE, plain),
        (SCREENSHOT, picture_form(b"x" * (LARGE - MEGABYTE)), BOUNDED),
        ("/nowhere", b"a" * LARGE, plain),
        ("/helper/share", picture_form(readable()), BOUNDED),
    ]
    with contextlib.ExitStack() as stack:
        hops = "1" if way == "nginx" else "0"
        server = stack.enter_context(gunicorn(tmp_path / "app", proxy_hops=hops))
        site = Socket(server.port)
        if way == "nginx":
            site = stack.enter_context(nginx(tmp_path / "nginx", f"127.0.0.1:{server.port}"))
        settle(server)
        rest, statuses = server.memory(), Counter[int]()
        with watched(server) as memory:
            for number in range(REFUSED // (3 if is_short else 1)):
                statuses[send(site, *kinds[number % len(kinds)]).status] += 1
        time.sleep(SETTLED)
        left = server.memory() - rest
        figure(
            f"{statuses.total()} bodies of up to 8 MB, {way}: {dict(statuses)}, at most "
            f"{max(memory):.0f} MB, {left:.0f} MB above rest {SETTLED:.0f} s later"
        )
        assert statuses.keys() == {303, 400, 413}
        assert max(memory) <= MAX_MEMORY
        assert left <= MAX_LEFT


@pytest.fixture
def public(tmp_path):
    """A server, and its address through nginx."""
    with (
        gunicorn(tmp_path / "app", proxy_hops="1") as server,
        nginx(tmp_path / "nginx", f"127.0.0.1:{server.port}") as site,
    ):
        settle(server)
        yield server, site


def test_forty_concurrent_pictures_do_not_delay_players(public, is_short, figure):
    server, site = public
    waits = []
    body, headers = large_picture(site)
    with ThreadPoolExecutor(40) as threads:
        with watched(server) as memory:
            sent = [threads.submit(send, site, SCREENSHOT, body, headers) for _ in range(40)]
            while not all(future.done() for future in sent):
                start = time.monotonic()
                assert Visitor(replace(site, source="127.0.0.2")).get("/").status_code == 200
                waits.append(time.monotonic() - start)
                time.sleep(0.05)
        statuses = Counter(future.result().status for future in sent)
        figure(
            f"40 pictures of 8 MB at once: {dict(statuses)}, at most {max(memory):.0f} MB, a page "
            f"meanwhile within {max(waits):.2f} s"
        )
        # 422 means that no board was found, so the picture was read.
        assert statuses[422]
        assert statuses.keys() <= REFUSALS | {422}
        assert max(memory) <= MAX_OF_FORTY
        assert is_short or max(waits) <= MAX_WAIT


def test_many_uploads_from_one_client_do_not_block_others(public, is_short, figure):
    _, site = public
    is_over, statuses = threading.Event(), Counter[int]()
    body, headers = large_picture(site)
    with ThreadPoolExecutor(CROWD) as threads:

        def send_without_end() -> None:
            while not is_over.is_set():
                with contextlib.suppress(OSError, http.client.HTTPException):
                    statuses[send(site, SCREENSHOT, body, headers).status] += 1

        crowd = [threads.submit(send_without_end) for _ in range(CROWD)]
        turns = []
        try:
            for _ in range(3 if is_short else 10):
                time.sleep(1)
                sent = send(replace(site, source="127.0.0.2"), SCREENSHOT, body, headers)
                turns.append((sent.seconds, sent.status))
        finally:
            is_over.set()
        for future in crowd:
            future.result()
        figure(
            f"{CROWD} that send pictures without end ({dict(statuses)}): another one's are read in "
            + ", ".join(f"{seconds:.1f} s" for seconds, _ in turns)
        )
        assert {status for _, status in turns} == {422}
        assert is_short or max(seconds for seconds, _ in turns) <= MAX_TURN


def test_concurrent_large_bodies_fit_into_the_memory_of_a_container(server, is_short, figure):
    settle(server)
    site, share = Socket(server.port), 4 if is_short else 1
    picture, headers = large_picture(site)
    with ThreadPoolExecutor(8) as threads:
        plain = {"Content-Type": "application/x-www-form-urlencoded"}
        floods: list[Callable[[], object]] = [
            *[lambda: send(site, SCREENSHOT, picture, headers)] * (80 // share),
            *[lambda: send(site, "/", b"a" * LARGE, plain)] * (80 // share),
            *[lambda: send(site, SCREENSHOT, picture, BOUNDED)] * (80 // share),
            *[
                lambda address=address: Visitor(site).get(address)
                for address in hostile.helper_questions(320 // share)
            ],
        ]
        order = np.random.default_rng(7).permutation(len(floods))
        with watched(server) as memory:
            list(threads.map(lambda number: floods[number](), order))
        figure(f"{len(floods)} hostile requests by eight at once: at most {max(memory):.0f} MB")
        assert max(memory) <= MAX_OF_ALL
