"""Startup hooks for gunicorn, called by `gunicorn.conf.py`.

They check that the addresses are free and print where to play.
"""

import errno
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from wordle_web.config.settings import variable_name

Address = tuple[str, int] | str | int

REASONS: Final = {
    errno.EADDRINUSE: "address already in use",
    errno.EACCES: "permission denied for this user",
    errno.EADDRNOTAVAIL: "this machine has no such address",
}


def exit_unless_free(addresses: Sequence[Address]) -> None:
    """Exit with one sentence if an address cannot be bound.

    Gunicorn alone would retry five times and name no setting. Sockets passed in by the system, as
    by systemd, are not checked.
    """
    if "LISTEN_FDS" in os.environ or "GUNICORN_FD" in os.environ:
        return
    for reason in filter(None, map(bind_problem, addresses)):
        sys.exit(
            f"wordle-web cannot listen on {reason}. Set {variable_name('bind')} to "
            "another address, such as 127.0.0.1:8001."
        )


def bind_problem(address: Address) -> str:
    """Return which address cannot be bound, and why; empty if it can."""
    if isinstance(address, str):
        folder = Path(address).absolute().parent
        return "" if os.access(folder, os.W_OK) else f"{address}: cannot create a socket there"
    if not isinstance(address, tuple):
        return ""
    host, port = address[:2]
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
    except OSError as error:
        known = REASONS.get(error.errno or 0, error.strerror or str(error))
        return f"{_written(host, port)}: {known}"
    return ""


def print_addresses(addresses: Sequence[Address]) -> None:
    """Print where to play."""
    for address in browser_addresses(addresses):
        print(f"\n  wordle-web is ready: open {address}\n", file=sys.stderr, flush=True)


def browser_addresses(addresses: Sequence[Address]) -> Iterator[str]:
    """Yield the addresses that a browser on this machine can open.

    >>> list(browser_addresses([("0.0.0.0", 8000), ("::1", 80), "/run/words.sock"]))
    ['http://localhost:8000', 'http://[::1]:80']
    """
    for address in addresses:
        if isinstance(address, tuple):
            host, port = address[:2]
            yield f"http://{_written('localhost' if _is_everywhere(host) else host, port)}"


def _is_everywhere(host: str) -> bool:
    try:
        return not host or ip_address(host).is_unspecified
    except ValueError:
        return False


def _written(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
