"""Gunicorn's log: one line per request and event, in JSON in production, plain text in local mode.

The log has no IP addresses, query strings or tokens. Exceptions are logged with type and location,
but without the message, which may contain an answer or text that a visitor typed.
"""

import json
import logging
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from gunicorn.glogging import Logger

from wordle_web.parsing import linear_pattern
from wordle_web.web.http.request_ids import current_id, id_of

LOGGER_NAME = "wordle_web"
MAX_METHOD_LENGTH = 10
MAX_NAME_LENGTH = 20  # characters of the logged part of a path
FAILED = "Error handling request"

_REFUSED = linear_pattern(r"Invalid request from ip=\S{0,200}: (?P<reason>[\w ]{0,200})")


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line."""
        facts: dict[str, object] = {
            "time": _instant(record.created),
            "level": record.levelname.lower(),
            "process": record.process,
            "message": message_of(record),
        }
        if request_id := current_id():
            facts["request"] = request_id
        if record.exc_info and record.exc_info[1]:
            facts["fault"] = list(fault_locations(record.exc_info[1]))
        return json.dumps(facts, ensure_ascii=False)


class PlainFormatter(logging.Formatter):
    """Formats a record as plain text."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line, followed by the locations of an exception."""
        fault = fault_locations(record.exc_info[1]) if record.exc_info else ()
        moment = f"{datetime.fromtimestamp(record.created):%H:%M:%S}"
        first = f"{moment} {record.levelname.lower()}: {message_of(record)}"
        if request_id := current_id():
            first += f" (request {request_id})"
        return "\n    ".join((first, *fault))


def message_of(record: logging.LogRecord) -> str:
    """Return the message of a record without text from a request."""
    message = record.getMessage()
    if refused := _REFUSED.match(message):
        return f"Bad request: {refused['reason'].strip() or 'malformed'}"
    return FAILED if message.startswith(FAILED) else message


def fault_locations(fault: BaseException | None) -> Iterator[str]:
    """Yield the type and the stack of an exception, then of its causes."""
    while fault:
        yield type(fault).__name__
        for frame in traceback.extract_tb(fault.__traceback__):
            yield f"{frame.filename}:{frame.lineno} {frame.name}"
        fault = fault.__cause__ or fault.__context__


def logged_path(uri: str) -> str:
    """Return the part of a URL that may be logged: the first name of its path.

    Tokens in paths identify games, and query strings of the helper almost reveal the answer.

    >>> logged_path("/history"), logged_path("/random/5-normal-1-abc?a=b"), logged_path("/<b>")
    ('/history', '/random/*', '/*')
    """
    head, rest = uri.partition("?")[0].lstrip("/").partition("/")[::2]
    is_plain = head.isascii() and head.replace("-", "").isalnum() and len(head) <= MAX_NAME_LENGTH
    shown = head if is_plain or not head else "*"
    return f"/{shown}/*" if rest else f"/{shown}"


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's logger, which writes anonymous lines of JSON."""

    formatter: logging.Formatter = JsonFormatter()

    def setup(self, cfg: Any) -> None:
        """Set up gunicorn's loggers and the site's logger with the same format."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(self.formatter)
        app_log = logging.getLogger(LOGGER_NAME)
        app_log.handlers = [logging.StreamHandler(sys.stderr)]
        app_log.handlers[0].setFormatter(self.formatter)
        app_log.setLevel(self.error_log.level)
        app_log.propagate = False

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Log a warning, unless it says that SIGINT or SIGQUIT ended a worker."""
        if args[1:] not in {("SIGINT",), ("SIGQUIT",)}:
            super().warning(msg, *args, **kwargs)

    def access(
        self, resp: Any, req: Any, environ: Mapping[str, Any], request_time: timedelta
    ) -> None:
        """Log a request after the response."""
        if self.access_log_enabled:
            method = str(environ.get("REQUEST_METHOD", ""))[:MAX_METHOD_LENGTH]
            path = logged_path(environ.get("RAW_URI", ""))
            status = int(str(resp.status).split()[0])
            milliseconds = round(request_time.total_seconds() * 1000, 1)
            self.answered(method, path, status, resp.sent, milliseconds, id_of(environ))

    def answered(
        self, method: str, path: str, status: int, sent: int, milliseconds: float, request_id: str
    ) -> None:
        """Log a request with its method, path, status, bytes sent, time in ms and id."""
        facts = {"time": _instant(time.time()), "method": method, "path": path, "status": status}
        facts |= {"bytes": sent, "ms": milliseconds, "request": request_id}
        self.access_log.info("%s", json.dumps(facts))


class HomeLog(ServerLog):
    """Gunicorn's logger for local mode, which writes plain text and omits static files."""

    formatter = PlainFormatter()

    def answered(
        self, method: str, path: str, status: int, sent: int, milliseconds: float, request_id: str
    ) -> None:
        """Log a request in plain text, unless it is for a static file."""
        if not path.startswith("/static/"):
            moment = f"{datetime.now():%H:%M:%S}"
            self.access_log.info("%s %s %s %d %.0f ms", moment, method, path, status, milliseconds)


def _instant(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
