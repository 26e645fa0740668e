"""The benchmark runs, and reports the cost of a command; it needs lists that are not included."""

import json
import subprocess
import sys

import pytest
from benchmark import cost_of

HOLD = """
import os, sys, time
held = bytearray(b"x") * 60_000_000
child = os.fork()
if not child and sys.argv[1] == "copy":
    held = bytearray(b"y") * 60_000_000
time.sleep(0.6)
if child:
    os.wait()
    print("done")
"""


def run(*options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "scripts/benchmark.py", *options]
    return subprocess.run(command, capture_output=True, check=False)


def test_benchmark_prints_help_and_reports_an_invalid_line(tmp_path) -> None:
    assert b"Measure strategies" in run("--help").stdout
    file = tmp_path / "days.txt"
    file.write_text("2024-01-01 crane\nyesterday slate\n")
    completed = run("--days", str(file))
    assert completed.returncode == 2
    assert b"yesterday slate" in completed.stderr


def test_benchmark_plays_each_day_knowing_only_earlier_answers(tmp_path) -> None:
    words = ["crane", "slate", "moist", "ounce", "bread", "light"]
    file = tmp_path / "days.txt"
    file.write_text("".join(f"2024-01-0{n} {word}\n" for n, word in enumerate(words, 1)))
    options = ["--days", str(file), "--json"]
    facts = json.loads(run(*options, "--since", "2024-01-04").stdout)
    assert (facts["games"], facts["failed"], facts["unknown"]) == (3, 0, 0)
    assert 2 <= facts["mean"] <= facts["worst"] <= 6
    assert facts["error"] >= 0
    possible = tmp_path / "possible.txt"
    possible.write_text(" ".join(words))
    completed = run(*options, "--possible", str(possible))
    assert json.loads(completed.stdout)["nats"] < facts["nats"]


def test_memory_of_all_processes_counts_shared_pages_once() -> None:
    shared = cost_of([sys.executable, "-c", HOLD, "share"])
    copied = cost_of([sys.executable, "-c", HOLD, "copy"])
    assert shared.printed == "done\n"
    assert 60 <= shared.megabytes < 110
    assert 115 <= copied.megabytes < 170
    assert shared.seconds >= 0.6
    assert shared.processor_seconds < 5
    with pytest.raises(subprocess.CalledProcessError):
        cost_of([sys.executable, "-c", "raise SystemExit(3)"])
