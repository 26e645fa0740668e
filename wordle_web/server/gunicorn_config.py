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

# All threads share one glibc heap, which returns freed memory. With a heap per thread, the helper's
# arrays fragment every heap: after 300 requests, 499 MB were in use instead of 189 MB.
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
preload_app = True  # words are read once, and workers share them
graceful_timeout = 20  # seconds; systemd and containers wait for 30
keepalive = 75  # seconds; longer than proxies, so that no connection is closed during a request
control_socket_disable = True
limit_request_line = 4094
limit_request_fields = 50
# Large enough for a `Cookie` header that includes cookies of other apps on this host.
limit_request_field_size = 16384
# With the header SCRIPT_NAME, a visitor behind a proxy on this machine could cause a 500.
forwarder_headers = ""
# Thanks to this folder, workers can start on a read-only disk, and a busy disk can't delay
# heartbeats.
if os.access("/dev/shm", os.W_OK):  # noqa: S108  # on purpose
    worker_tmp_dir = "/dev/shm"  # noqa: S108  # gunicorn makes a private file there

# Logs contain no visitor addresses, query strings or tokens. They are JSON lines in production,
# and plain text in local mode.
logger_class = f"wordle_web.server.logging.{'HomeLog' if _is_home else 'ServerLog'}"
loglevel = _settings.log_level or ("warning" if _is_home else "info")
accesslog = "-"

# Browsers open spare connections, and gthread would assign a thread to every silent one. Instead,
# silent connections stay in the kernel until data arrives, or for this number of seconds.
SILENT_SECONDS: Final = 60
# The maximum time that a thread waits for a client to send or to accept bytes.
CLIENT_SECONDS: Final = 10


def on_starting(server: Any) -> None:
    """Exit with a one-line message if another process listens on an address."""
    exit_unless_free(server.address)


def when_ready(server: Any) -> None:
    """Set the timeouts of connections, and print where to play.

    A server that was started in a terminal ends when the terminal is closed. Otherwise gunicorn
    would restart its workers and keep the port. With `nohup` and in services, the input is not a
    terminal.

    Objects loaded before the fork are frozen, since the garbage collector would write to them, and
    every worker would get its own copy of that memory.
    """
    for listener in server.LISTENERS:
        bound_waits(listener.sock)
    if _is_home:
        # Unlike `bind`, these include the addresses of sockets that systemd passes in.
        print_addresses([listener.getsockname() for listener in server.LISTENERS])
    if sys.stdin is not None and sys.stdin.isatty():
        signal.signal(signal.SIGHUP, lambda *_: server.signal(signal.SIGTERM, None))
    gc.collect()
    gc.freeze()


def bound_waits(listener: socket.socket, seconds: int = CLIENT_SECONDS) -> None:
    """Leave silent connections in the kernel, and wait at most `seconds` for a client.

    On Linux, accepted connections inherit the options of a TCP listener.
    """
    if listener.family == socket.AF_UNIX:
        return
    timeout = struct.pack("@ll", seconds, 0)  # timeval
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeout)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeout)
    if option := getattr(socket, "TCP_DEFER_ACCEPT", None):
        listener.setsockopt(socket.IPPROTO_TCP, option, SILENT_SECONDS)
