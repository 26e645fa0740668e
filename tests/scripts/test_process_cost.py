"""What the benchmark says that a command costs."""

import subprocess
import sys

import pytest
from process_cost import cost_of

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


def test_the_memory_of_all_processes_counts_and_what_they_share_once() -> None:
    shared = cost_of([sys.executable, "-c", HOLD, "share"])
    copied = cost_of([sys.executable, "-c", HOLD, "copy"])
    assert shared.printed == "done\n"
    assert 60 <= shared.megabytes < 110
    assert 115 <= copied.megabytes < 170
    assert shared.seconds >= 0.6
    assert shared.processor_seconds < 5


def test_a_command_that_fails_is_not_measured() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        cost_of([sys.executable, "-c", "raise SystemExit(3)"])
