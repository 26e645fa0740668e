"""Gunicorn's configuration for `wordle-web serve`: threaded workers, with or without a proxy.

Addresses, workers and threads come from `WORDLE_WEB_BIND`, `_WORKERS` and `_THREADS`.
"""

import contextlib
import ctypes
import gc
import os
import signal
import socket
import struct
import sys
from typing import Any, Final

# One glibc heap for all threads, which returns freed memory. With a heap per thread, the helper's
# arrays fragment every one: 300 requests left 499 MB instead of 189.
ALLOCATOR = {-8: 1, -3: 4 << 20, -1: 2 << 20}  # M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
with contextlib.suppress(AttributeError, OSError, TypeError):
    for option in ALLOCATOR.items():
        ctypes.CDLL(None).mallopt(*option)

from wordle_web.config.settings import read_environment  # noqa: E402  # NumPy comes after mallopt
from wordle_web.server.hooks import exit_unless_free, print_addresses  # noqa: E402  # likewise

# `load_app` reports problems with the settings, together with all others.
_settings = read_environment(os.environ)[0]
_is_home = _settings.mode == "local"

wsgi_app = "wordle_web.server.hooks:load_app()"
bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "gthread"
preload_app = True  # words are read once and shared by the workers
graceful_timeout = 20  # systemd and containers wait for 30
keepalive = 75  # longer than proxies keep connections open, so that none is closed during a request
control_socket_disable = True
limit_request_line = 4094
limit_request_fields = 50
# For a `Cookie` line that includes those of other apps on this host.
limit_request_field_size = 16384
# With SCRIPT_NAME, a visitor behind a proxy on this machine could cause a 500.
forwarder_headers = ""
# Workers can then start on a read-only disk, and a busy disk does not delay their heartbeats.
if os.access("/dev/shm", os.W_OK):  # noqa: S108  # on purpose
    worker_tmp_dir = "/dev/shm"  # noqa: S108  # gunicorn makes a private file there

# Without visitor addresses, query strings and tokens. JSON lines in production, plain text in local
# mode.
logger_class = f"wordle_web.server.logging.{'HomeLog' if _is_home else 'ServerLog'}"
loglevel = _settings.log_level or ("warning" if _is_home else "info")
accesslog = "-"

# Browsers open spare connections, and gthread would assign a thread to each silent one. This option
# leaves them in the kernel until data arrives, or for so many seconds.
SILENT_SECONDS: Final = 60
# The maximum time for which a thread waits for bytes from a client, or for a client to accept some.
CLIENT_SECONDS: Final = 10


def on_starting(server: Any) -> None:
    """Exit with a one-line message if another process listens on an address."""
    exit_unless_free(server.address)


def when_ready(server: Any) -> None:
    """Set the timeouts of connections, and print where to play.

    A server that was started in a terminal ends when the terminal is closed; gunicorn would restart
    its workers instead and keep the port. `nohup` and services have no terminal as their input.

    The garbage collector would write to each object loaded before the fork, so that each worker
    gets its own copy of that memory; freezing these objects avoids this.
    """
    for listener in server.LISTENERS:
        bound_waits(listener.sock)
    if _is_home:
        # Includes the addresses of systemd's sockets, which are not in `bind`.
        print_addresses([listener.getsockname() for listener in server.LISTENERS])
    if sys.stdin is not None and sys.stdin.isatty():
        signal.signal(signal.SIGHUP, lambda *_: server.signal(signal.SIGTERM, None))
    gc.collect()
    gc.freeze()


def bound_waits(listener: socket.socket, seconds: int = CLIENT_SECONDS) -> None:
    """Leave silent connections in the kernel, and limit each wait for a client to `seconds`.

    Accepted connections inherit the options of a TCP listener (Linux).
    """
    if listener.family == socket.AF_UNIX:
        return
    timeout = struct.pack("@ll", seconds, 0)  # timeval
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeout)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeout)
    if option := getattr(socket, "TCP_DEFER_ACCEPT", None):
        listener.setsockopt(socket.IPPROTO_TCP, option, SILENT_SECONDS)
