"""Processes with their output in a file: starting, waiting, measuring, and always ending them."""

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Figure = Callable[[str], None]  # receives a measurement, printed at the end of the run
PATIENCE = 15.0  # seconds to wait for a condition
# The time until a server is ready on a busy machine; other tests measure the time of starts.
STARTING = 60.0


class ServerError(RuntimeError):
    """A server that fails to do something, with its output."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that listens on a port of the loopback interface."""

    process: "subprocess.Popen[bytes]"
    port: int
    log: Path

    def text(self) -> str:
        """Return the output of the process."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def children(self) -> tuple[int, ...]:
        """Return the ids of the process's children; for gunicorn, its workers."""
        return children_of(self.process.pid)

    def memory(self) -> float:
        """Return the memory of the process and its children, shared pages counted once, in MB."""
        return sum(map(memory_of, (self.process.pid, *self.children())))

    def processor_seconds(self) -> float:
        """Return the CPU time of the process and its living children."""
        return sum(map(processor_seconds_of, (self.process.pid, *self.children())))

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """End the process and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(PATIENCE * 2)
        except subprocess.TimeoutExpired as error:
            self.process.kill()
            raise ServerError(f"did not stop:\n{self.text()[-4000:]}") from error


@contextlib.contextmanager
def running(
    command: Sequence[str],
    port: int,
    folder: Path,
    *,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    is_ready: Callable[[int], bool] | None = None,
    pass_fds: Sequence[int] = (),
    start_new_session: bool = False,
) -> Iterator[Server]:
    """Run a server while the block runs; it is ready when the block begins."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"{Path(command[0]).name}-{port}.log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environ,
            cwd=cwd,
            pass_fds=pass_fds,
            start_new_session=start_new_session,
        )
    server = Server(process, port, log)
    try:
        wait_until(lambda: (is_ready or listens)(port), server, STARTING)
        yield server
    finally:
        server.stop()


def wait_until(holds: Callable[[], bool], server: Server, patience: float = PATIENCE) -> None:
    """Wait until a condition holds for a server.

    Raises:
        ServerError: the server ended, or time is up.
    """
    end = time.monotonic() + patience
    while not holds():
        if server.process.poll() is not None:
            raise ServerError(f"ended with {server.process.returncode}:\n{server.text()[-4000:]}")
        if time.monotonic() > end:
            raise ServerError(f"is not ready after {patience} s:\n{server.text()[-4000:]}")
        time.sleep(0.01)


def listens(port: int) -> bool:
    with socket.socket() as visitor:
        visitor.settimeout(1)
        return visitor.connect_ex(("127.0.0.1", port)) == 0


def children_of(pid: int) -> tuple[int, ...]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return ()
    return tuple(map(int, text.split()))


def connections_of(pid: int) -> int:
    """Return the number of open TCP connections of a process; both ends count."""
    rows = Path(f"/proc/{pid}/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    established = {f"socket:[{row.split()[9]}]" for row in rows if row.split()[3] == "01"}
    sockets = {str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()}
    return len(established & sockets)


def memory_of(pid: int) -> float:
    """Return the proportional set size (PSS) of a process in MB; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def processor_seconds_of(pid: int) -> float:
    """Return the CPU time of a process; 0 if it has ended."""
    if not (figures := _stat(pid)):
        return 0.0
    user, system = figures[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def is_stopped(pid: int) -> bool:
    return _stat(pid)[:1] == ["T"]


def _stat(pid: int) -> list[str]:
    """Return the fields of a process's stat file from the state on; none if it has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
