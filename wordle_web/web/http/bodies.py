"""Bodies of requests: how large each address takes them, what was refused, and files in memory.

Most addresses take a short form. A view that takes more says so with `allow_body`, next to its
blueprint; the worker asks `max_body` before it keeps a byte, and the proxies in `deploy/` allow
what this table does.

Werkzeug writes files of more than 500 kB to a temporary file. Nobody's screenshot is to end up on a
disk, not even for a moment; the limits of each form's body bound what memory they take.
"""

import ctypes
from contextlib import suppress
from io import BytesIO
from typing import IO, Final, cast

from flask import Blueprint, Flask, Request, request
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

MAX_FORM_BYTES: Final = 16 * 1024
MAX_FIELD_BYTES: Final = 4 * 1024
MAX_FIELDS: Final = 20
LIMITS: Final = "body limits"


class RefusedBody(BytesIO):
    """Stands in for a body that was not kept: empty, and with the reason."""

    def __init__(self, error: HTTPException) -> None:
        """Keep the error that answers the request."""
        super().__init__()
        self.error = error


class MemoryRequest(Request):
    """A request whose files are read into memory, and let go with it."""

    def close(self) -> None:
        """Let go of the files, and of what leads back to this request: circles keep the body.

        These are the environment, and the traceback of the error that no address was found with.
        """
        super().close()
        self.routing_exception = None
        self.environ.pop("werkzeug.request", None)

    def _get_file_stream(self, *args: object, **kwargs: object) -> IO[bytes]:
        return BytesIO()


def init_app(app: Flask) -> None:
    """Bound the bodies of all requests to `app`, and answer those that the worker refused."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_FIELD_BYTES,
        MAX_FORM_PARTS=MAX_FIELDS,
    )

    limits = body_limits(app)

    @app.before_request
    def bound() -> None:
        if limit := limits.get(request.endpoint or ""):
            request.max_content_length, request.max_form_memory_size = limit
        body = request.environ["wsgi.input"]
        if isinstance(body, RefusedBody):
            raise body.error


def allow_body(blueprint: Blueprint, view: str, body: int, fields: int | None = None) -> None:
    """Let a view take `body` bytes, of which at most `fields` are form fields (default: all)."""

    def note(state: BlueprintSetupState) -> None:
        limit = body, body if fields is None else fields
        body_limits(cast(Flask, state.app))[f"{blueprint.name}.{view}"] = limit

    blueprint.record_once(note)


def body_limits(app: Flask) -> dict[str, tuple[int, int]]:
    """Return the limits of the views that take more than a short form, by endpoint.

    In bytes: the whole body, and its fields without the files, which Werkzeug keeps in memory
    anyway.
    """
    return cast(dict[str, tuple[int, int]], app.extensions.setdefault(LIMITS, {}))


def give_back_memory() -> None:
    """Give what was freed back to the system.

    By itself glibc gives back only the end of its heap. Below it a picture leaves holes of 15 MB.
    """
    with suppress(AttributeError, OSError, TypeError):  # another C library, or none by this name
        ctypes.CDLL(None).malloc_trim(0)


def max_body(app: Flask, method: str, path: str) -> int:
    """Return how many bytes a body may have at an address, without the prefix of its language."""
    try:
        endpoint, _ = app.url_map.bind("").match(path, method)
    except (HTTPException, RequestRedirect):
        return MAX_FORM_BYTES
    return body_limits(app).get(endpoint, (MAX_FORM_BYTES, 0))[0]
