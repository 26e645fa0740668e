"""Startup hooks for gunicorn: load the application, check the addresses, print where to play."""

import contextlib
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordle_web import create_app
from wordle_web.config.settings import SettingsError, variable_name

if TYPE_CHECKING:
    from flask import Flask

BindAddress = tuple[str, int] | str | int

OPEN: Final = "WORDLE_WEB_OPEN"  # set by `wordle-web serve --open`
REASONS: Final = {
    errno.EADDRINUSE: "address already in use",
    errno.EACCES: "permission denied for this user",
    errno.EADDRNOTAVAIL: "this machine has no such address",
}


def load_app() -> "Flask":
    """Return the application, or exit with one sentence for each problem."""
    # Imported here, since commands need only the functions for addresses.
    from wordle_web.web.app import warm_up

    try:
        app = create_app()
        warm_up(app)
    except SettingsError as error:
        sys.exit(f"wordle-web cannot start.\n{error}")
    return app


def exit_unless_free(addresses: Sequence[BindAddress]) -> None:
    """Exit with one sentence if an address cannot be bound.

    Gunicorn itself would retry five times, and would not name a setting. Sockets that systemd
    passes in are not checked.
    """
    if "LISTEN_FDS" in os.environ or "GUNICORN_FD" in os.environ:
        return
    for reason in filter(None, map(bind_problem, addresses)):
        sys.exit(cannot_listen(reason))


def cannot_listen(reason: str) -> str:
    """Return the error message for an address that cannot be bound."""
    port = 8002 if ":8001" in reason else 8001
    address, _, why = reason.rpartition(": ")
    used = address.rpartition(":")[2]
    # Debian does not have lsof by default, and macOS does not have ss.
    command = f"ss -ltnp sport = :{used}" if sys.platform == "linux" else f"lsof -ti :{used}"
    holder = f"Perhaps it runs already: `{command}` shows its process, `kill PID` ends it. "
    option = "--host 0.0.0.0" if why == REASONS[errno.EADDRNOTAVAIL] else f"--port {port}"
    return (
        f"wordle-web cannot listen on {reason}. "
        f"{holder if why == REASONS[errno.EADDRINUSE] else ''}Use `{option}`, or set "
        f"{variable_name('bind')} to another address, such as 127.0.0.1:{port}."
    )


def bind_problem(address: BindAddress, *, may_be_in_use: bool = False) -> str:
    """Return an address and the reason why it cannot be bound; empty if it can be bound."""
    if isinstance(address, str):
        folder = Path(address).absolute().parent
        return "" if os.access(folder, os.W_OK) else f"{address}: cannot create a socket there"
    if not isinstance(address, tuple):  # a file descriptor
        return ""
    host, port = address[:2]
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
    except OSError as error:
        if may_be_in_use and error.errno == errno.EADDRINUSE:
            return ""
        known = REASONS.get(error.errno or 0, error.strerror or str(error))
        return f"{written_address(host, port)}: {known}"
    return ""


def print_addresses(addresses: Sequence[BindAddress]) -> None:
    """Print where to play, and open it in a browser if requested."""
    for address in addresses:
        if urls := list(browser_addresses(address)):
            print(f"wordle-web is ready: open {urls_text(urls)}", file=sys.stderr, flush=True)
            if os.environ.pop(OPEN, ""):
                webbrowser.open(urls[0])


def browser_addresses(address: BindAddress) -> Iterator[str]:
    """Yield the URLs for a browser on this machine and on its networks.

    >>> list(browser_addresses(("::1", 80))), list(browser_addresses("/run/words.sock"))
    (['http://[::1]:80'], [])
    """
    if not isinstance(address, tuple):
        return
    host, port = address[:2]
    hosts: tuple[str, ...] = (host,)
    if host in {"", "0.0.0.0", "::"}:  # noqa: S104  # all of them, as configured
        # Not "localhost", since browsers keep a separate history for every name of a machine.
        hosts = ("127.0.0.1", *(network_addresses(4, 6) if ":" in host else network_addresses(4)))
    yield from (f"http://{written_address(host, port)}" for host in hosts)


def urls_text(urls: Sequence[str]) -> str:
    """Return the URL for this machine, followed by those for other devices.

    >>> urls_text(["http://127.0.0.1:80", "http://192.168.1.5:80"])
    'http://127.0.0.1:80 here, or http://192.168.1.5:80 on any device in your network'
    """
    here, *network = urls
    if not network:
        return here
    return f"{here} here, or {' or '.join(network)} on any device in your network"


def network_addresses(*versions: int) -> tuple[str, ...]:
    """Return this machine's network addresses of the given IP `versions`.

    Empty in a container, whose addresses are not reachable from outside.
    """
    # The image sets `container`: with a read-only root, podman hides its file.
    is_image = os.environ.get("container") == "oci"  # noqa: SIM112  # lower-case by convention
    if is_image or any(map(os.path.exists, ("/.dockerenv", "/run/.containerenv"))):
        return ()
    addresses: list[str] = []
    # Connecting a datagram socket sends nothing; it only looks up the route.
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as routed:
            routed.connect((elsewhere, 9))
            addresses.append(routed.getsockname()[0])
    with contextlib.suppress(OSError):
        addresses += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    known = map(ip_address, dict.fromkeys(addresses))
    return tuple(
        str(address)
        for address in known
        if address.version in versions and not (address.is_loopback or address.is_link_local)
    )


def written_address(host: str, port: int) -> str:
    """Return HOST:PORT, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
