"""Request ids: with them, a host finds the log lines of an error that a visitor reports.

Ids are created here and never taken from a header, which could put anything into the log.
"""

import secrets
from collections.abc import Mapping
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import has_request_context, request

_KEY: Final = "wordle_web.request_id"
_BYTES: Final = 4


def mark(environ: WSGIEnvironment) -> None:
    """Assign an id to a request."""
    environ[_KEY] = secrets.token_hex(_BYTES)


def id_of(environ: Mapping[str, Any]) -> str:
    """Return the id of a request; empty if the request did not reach the application."""
    return str(environ.get(_KEY, ""))


def current_id() -> str:
    """Return the id of the current request; empty outside of requests."""
    return id_of(request.environ) if has_request_context() else ""
