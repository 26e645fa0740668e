"""The benchmark can be run: it needs lists that are not included, so no other test does."""

import subprocess
import sys


def test_the_benchmark_says_what_it_measures() -> None:
    told = subprocess.run(
        [sys.executable, "scripts/benchmark.py", "--help"], capture_output=True, check=True
    )
    assert b"Measure strategies" in told.stdout
