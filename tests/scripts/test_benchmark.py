"""The benchmark can be run: it needs lists that are not included, so no other test does."""

import json
import subprocess
import sys


def benchmark(*options: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "scripts/benchmark.py", *options]
    return subprocess.run(command, capture_output=True, check=False)


def test_the_benchmark_says_what_it_measures() -> None:
    assert b"Measure strategies" in benchmark("--help").stdout


def test_days_are_played_knowing_only_those_before(tmp_path) -> None:
    words = ["crane", "slate", "moist", "ounce", "bread", "light"]
    file = tmp_path / "days.txt"
    file.write_text("".join(f"2024-01-0{n} {word}\n" for n, word in enumerate(words, 1)))
    options = ["--days", str(file), "--json"]
    found = json.loads(benchmark(*options, "--since", "2024-01-04").stdout)
    assert (found["games"], found["failed"], found["unknown"]) == (3, 0, 0)
    assert 2 <= found["mean"] <= found["worst"] <= 6
    assert found["error"] >= 0
    possible = tmp_path / "possible.txt"
    possible.write_text(" ".join(words))
    told = benchmark(*options, "--possible", str(possible))
    assert json.loads(told.stdout)["nats"] < found["nats"]


def test_a_line_that_is_no_day_is_named(tmp_path) -> None:
    file = tmp_path / "days.txt"
    file.write_text("2024-01-01 crane\nyesterday slate\n")
    told = benchmark("--days", str(file))
    assert told.returncode == 2
    assert b"yesterday slate" in told.stderr
