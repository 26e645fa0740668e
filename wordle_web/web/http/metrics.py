"""Prometheus metrics: requests by page and status, and response times.

They are off unless a token is set. The workers share their counts in files, preferably in a memory
file system: if the files are on a disk and it is full, the workers crash.
"""

import atexit
import contextlib
import hmac
import os
import shutil
import tempfile
import time
from pathlib import Path

from flask import Flask, Response, abort, g, request

from wordle_web.config.settings import SettingsError, variable_name

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the environment variable that prometheus_client reads
MEMORY = "/dev/shm"  # noqa: S108  # a private folder is made in it
TRIAL = 64 * 1024  # bytes written to test whether the folder has room
NO_PLACE = (
    f"{variable_name('metrics_token')} is set, but the processes have no writable folder to "
    f"share their counts: neither {MEMORY} nor a temporary folder. Make one writable, or "
    "unset the token."
)
# Other methods are counted together, since clients can send any text as the method.
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
# Upper bounds of the buckets for response times.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


def init_app(app: Flask, token: str) -> None:
    """Count the requests to `app` and serve the metrics, if a token is set."""
    if not token:
        return
    share_folder()
    # Imported late, since the library reads `FOLDER` on import.
    from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram
    from prometheus_client import generate_latest as figures
    from prometheus_client.multiprocess import MultiProcessCollector

    labels = ("page", "method", "status")
    answered = Counter("wordle_web_requests", "Requests answered.", labels, registry=None)
    seconds = Histogram(
        "wordle_web_seconds", "Response time in seconds.", ("page",), registry=None, buckets=SECONDS
    )

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def count(response: Response) -> Response:
        page = request.endpoint or "none"
        method = request.method if request.method in METHODS else "other"
        answered.labels(page, method, response.status_code).inc()
        seconds.labels(page).observe(time.perf_counter() - g.get("started", time.perf_counter()))
        return response

    @app.get("/metrics")
    def metrics() -> Response:
        """Return the metrics to clients with the token, and 404 to all others."""
        kind, _, claimed = request.headers.get("Authorization", "").partition(" ")
        claimed = claimed.strip() if kind.lower() == "bearer" else ""
        if not hmac.compare_digest(claimed.encode(errors="replace"), token.encode()):
            abort(404)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it has no types
        return Response(figures(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


def share_folder() -> None:
    """Create the folder in which all processes forked from this one share their counts.

    A folder that the environment already names is used instead.

    Raises:
        SettingsError: the folder cannot be created anywhere.
    """
    if os.environ.get(FOLDER):
        return
    for place in (MEMORY, None):  # None is the system's folder for temporary files
        with contextlib.suppress(OSError):
            folder = tempfile.mkdtemp(prefix="wordle-web-metrics-", dir=place)
            atexit.register(_remove, folder, os.getpid())
            trial = Path(folder, "trial")
            trial.write_bytes(bytes(TRIAL))
            trial.unlink()
            os.environ[FOLDER] = folder
            return
    raise SettingsError((NO_PLACE,))


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # only the process that created the folder may delete it
        shutil.rmtree(folder, ignore_errors=True)
