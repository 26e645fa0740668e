"""What a command costs: its time, and the memory of all its processes together (Linux)."""

import resource
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command cost.

    Attributes:
        seconds: From its beginning to its end.
        processor_seconds: Of all its processes.
        megabytes: The most memory that its processes had together; shared pages count once.
        printed: What it printed.
    """

    seconds: float
    processor_seconds: float
    megabytes: float
    printed: str


def cost_of(command: Sequence[str]) -> Cost:
    """Run a command to its end and return what it cost.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    before, began, most = _processor_seconds(), time.perf_counter(), 0.0
    with tempfile.TemporaryFile("w+") as printed:
        process = subprocess.Popen(command, stdout=printed)  # noqa: S603  # our own command
        while process.poll() is None:
            most = max(most, sum(map(_megabytes, _family(process.pid))))
            time.sleep(LOOK_SECONDS)
        seconds = time.perf_counter() - began
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        printed.seek(0)
        return Cost(seconds, _processor_seconds() - before, most, printed.read())


def _processor_seconds() -> float:
    """Return what the processes took that this one has begun and that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _family(pid: int) -> Iterator[int]:
    """Yield a process and those that it has begun."""
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from _family(int(child))


def _megabytes(pid: int) -> float:
    """Return a process's memory, pages parted among those that share them."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0
