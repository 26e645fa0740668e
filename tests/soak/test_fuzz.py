"""Malformed forms and fuzzed requests against the real server: no fault, no growth."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.fuzz import Fuzzer, run_fuzzers
from harness.processes import Server

from wordle_web import create_app
from wordle_web.config.settings import Settings

GROWTH = 10.0  # MB
FUZZERS = 4
WARM = {"any": 6000, "form": 2000}  # what is read when first asked for has then been read
Figure = Callable[[str], None]


@pytest.mark.parametrize(("kind", "number"), [("form", 100_000), ("any", 20_000)])
def test_no_request_causes_a_fault_or_makes_the_server_grow(
    server: Server, tmp_path: Path, kind: str, number: int, is_short: bool, figure: Figure
) -> None:
    rules = create_app(Settings(instance=tmp_path / "rules")).url_map
    fuzzers = [Fuzzer(rules, server.port, seed) for seed in range(FUZZERS)]
    workers = server.children()
    for each, times in WARM.items():
        run_fuzzers(fuzzers, server.port, times, each)
    before, begun = server.memory(), time.monotonic()
    finding = run_fuzzers(fuzzers, server.port, number // 20 if is_short else number, kind)
    seconds, grown = time.monotonic() - begun, server.memory() - before
    figure(
        f"{finding.statuses.total()} requests of kind {kind} in {seconds:.0f} s: "
        f"{finding.told()}; memory {before:.0f} MB, grown by {grown:.1f} MB"
    )
    assert finding.faults == []
    assert server.children() == workers
    assert "Traceback" not in server.text()
    assert "[ERROR]" not in server.text()
    assert grown <= GROWTH
