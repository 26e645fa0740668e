"""The benchmark can be run: it needs lists that are not included, so no other test does."""

import json
import subprocess
import sys


def test_the_benchmark_says_what_it_measures() -> None:
    told = subprocess.run(
        [sys.executable, "scripts/benchmark.py", "--help"], capture_output=True, check=True
    )
    assert b"Measure strategies" in told.stdout


def test_days_are_played_knowing_only_those_before(tmp_path) -> None:
    words = ["crane", "slate", "moist", "ounce", "bread", "light"]
    file = tmp_path / "days.txt"
    file.write_text("".join(f"2024-01-0{n} {word}\n" for n, word in enumerate(words, 1)))
    command = [sys.executable, "scripts/benchmark.py", "--days", str(file), "--json"]
    told = subprocess.run([*command, "--since", "2024-01-04"], capture_output=True, check=True)
    found = json.loads(told.stdout)
    assert (found["games"], found["failed"], found["unknown"]) == (3, 0, 0)
    assert 2 <= found["mean"] <= found["worst"] <= 6
    assert found["error"] >= 0
    possible = tmp_path / "possible.txt"
    possible.write_text(" ".join(words))
    told = subprocess.run([*command, "--possible", str(possible)], capture_output=True, check=True)
    assert json.loads(told.stdout)["nats"] < found["nats"]


def test_a_line_that_is_no_day_is_named(tmp_path) -> None:
    file = tmp_path / "days.txt"
    file.write_text("2024-01-01 crane\nyesterday slate\n")
    command = [sys.executable, "scripts/benchmark.py", "--days", str(file)]
    told = subprocess.run(command, capture_output=True, check=False)
    assert told.returncode == 2
    assert b"yesterday slate" in told.stderr
