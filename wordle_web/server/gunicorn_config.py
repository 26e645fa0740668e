"""How gunicorn serves the application, with or without a proxy: what `wordle-web serve` runs.

Where it listens and how many it is come from `WORDLE_WEB_BIND`, `_WORKERS` and `_THREADS`.
"""

import contextlib
import ctypes
import gc
import os
import signal
import sys
from pathlib import Path
from typing import Any

# One heap for all threads: with glibc's one for each, the helper's passing arrays would leave
# holes in every one of them, and a worker would grow to twice its size. And what is freed goes
# back to the system: glibc would raise both limits to several times the largest array.
LIMITS = {-8: 1, -3: 4 << 20, -1: 2 << 20}  # M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
with contextlib.suppress(AttributeError, OSError, TypeError):
    for each in LIMITS.items():
        ctypes.CDLL(None).mallopt(*each)
# A page makes hundreds of small objects that end with it: looking for circles among them each
# time took a twentieth of the processor.
gc.set_threshold(5_000, 20, 20)
# A page does not wait long for its turn while the helper computes beside it.
sys.setswitchinterval(0.001)

from wordle_web.config.settings import read_environment  # noqa: E402  # after the line above
from wordle_web.server.hooks import exit_unless_free, print_addresses  # noqa: E402  # likewise

# What is wrong stops the start when the application is loaded, together with all else.
_settings = read_environment(os.environ)[0]
_is_home = _settings.mode == "local"

wsgi_app = "wordle_web.server.hooks:load_app()"
bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "wordle_web.server.worker.BufferingWorker"
# Words are read once, before the workers are forked, and shared by them.
preload_app = True
graceful_timeout = 20
# A worker takes no more than it works on: what it has not taken, its neighbors take, and a
# worker that is killed fails nobody else. Connections that are still arriving do not count.
worker_connections = threads
keepalive = 0
control_socket_disable = True
# The workers' signs of life go to memory, since a busy disk would make them look dead.
if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK):  # noqa: S108  # by purpose
    worker_tmp_dir = "/dev/shm"  # noqa: S108  # gunicorn makes a private file there
limit_request_line = 4094
limit_request_fields = 50
limit_request_field_size = 8190
forwarder_headers = ""  # by SCRIPT_NAME, a visitor of a proxy on this machine could cause a 500

# No visitor address, query string or token. Lines of JSON in production, plain text at home.
logger_class = f"wordle_web.server.logging.{'HomeLog' if _is_home else 'ServerLog'}"
loglevel = "warning" if _is_home else "info"
accesslog = "-"


def on_starting(server: Any) -> None:
    """Exit with a one-line message if another process listens on an address."""
    exit_unless_free(server.address)


_ENDINGS = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM}


def pre_fork(server: Any, worker: Any) -> None:
    """Hold back signals that a worker in the making would lose: it would stay for 20 seconds."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)


def post_worker_init(worker: Any = None) -> None:
    """Let them through again, in the worker as in its parent."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)


os.register_at_fork(after_in_parent=post_worker_init)


def when_ready(server: Any) -> None:
    """Say where to play.

    What was loaded before the fork is set aside, so that collecting garbage copies none of it.
    """
    if _is_home:
        # Those of systemd, too, which `bind` does not name.
        print_addresses([each.getsockname() for each in server.LISTENERS])
    gc.collect()
    gc.freeze()
