"""Malformed forms and fuzzed requests against the real server: no fault, no growth."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from harness.fuzz import Fuzzer
from harness.visitor import ask

from wordle_web import create_app
from wordle_web.config.settings import Settings

GROWTH = 10.0  # MB
FUZZERS = 4
WARM = {"any": 6000, "form": 2000}  # what is read when first asked for has then been read


@pytest.mark.parametrize(("kind", "number"), [("form", 100_000), ("any", 20_000)])
def test_no_request_causes_a_fault_or_makes_the_server_grow(
    server, tmp_path, kind, number, is_short, figure
):
    rules = create_app(Settings(instance=tmp_path / "rules")).url_map
    fuzzers = [Fuzzer(rules, server.port, seed) for seed in range(FUZZERS)]

    def send(kind: str, number: int) -> list[tuple[int, bytes]]:
        def work(fuzzer: Fuzzer) -> list[tuple[int, bytes]]:
            requests = (getattr(fuzzer, kind)() for _ in range(number // FUZZERS))
            return [(ask(server.port, request).status, request[:400]) for request in requests]

        with ThreadPoolExecutor(FUZZERS) as threads:
            return list(chain.from_iterable(threads.map(work, fuzzers)))

    workers = server.children()
    for each, times in WARM.items():
        send(each, times)
    before, begun = server.memory(), time.monotonic()
    answers = send(kind, number // 20 if is_short else number)
    seconds, grown = time.monotonic() - begun, server.memory() - before
    figure(
        f"{len(answers)} requests of kind {kind} in {seconds:.0f} s: "
        f"{sorted(Counter(status for status, _ in answers).items())}; "
        f"memory {before:.0f} MB, grown by {grown:.1f} MB"
    )
    assert [(status, request) for status, request in answers if status >= 500] == []
    assert server.children() == workers
    assert "Traceback" not in server.text()
    assert "[ERROR]" not in server.text()
    assert grown <= GROWTH
