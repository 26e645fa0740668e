"""Size limits for request bodies, and a form parser that keeps all files in memory.

Most views accept only short forms. `allow_body` raises the limit of a view. The proxies in
`deploy/` allow slightly more, so that this site can show its own error page. Long texts, files and
pictures are sent as multipart, in few parts with short headers.

Werkzeug writes uploads of more than 500 kB to a temporary file. Screenshots must never be written
to a disk, so all files stay in memory; the size limits bound how much they take.
"""

import ctypes
from collections.abc import Iterator
from contextlib import suppress
from io import BytesIO
from typing import IO, Final, cast

from flask import Blueprint, Flask, Request, abort, request
from flask.blueprints import BlueprintSetupState
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import LengthRequired, RequestEntityTooLarge
from werkzeug.formparser import FormDataParser
from werkzeug.sansio.multipart import (
    Data,
    Epilogue,
    Event,
    Field,
    File,
    MultipartDecoder,
    NeedData,
)

MULTIPART: Final = "multipart/form-data"
URLENCODED: Final = "application/x-www-form-urlencoded"
MAX_FORM_BYTES: Final = 16 * 1024
# Larger bodies must be multipart: two bytes of a urlencoded body can be a field, which takes a
# hundred times as much memory.
MAX_URLENCODED_BYTES: Final = 64 * 1024
MAX_FIELDS: Final = 200
MAX_PARTS: Final = 20
# A multipart body is read in blocks of this size. The headers of a part may fill at most two
# blocks, which is enough: even a long file name takes only a quarter of a block.
BLOCK_BYTES: Final = 4 * 1024
# RFC 2046 allows 70 characters. Some clients, such as Werkzeug's, send a few more.
MAX_BOUNDARY: Final = 200
MAX_CONTENT_TYPE: Final = 256  # characters
LIMITS: Final = "body limits"  # the key in `app.extensions`

Fields = MultiDict[str, str]
Files = MultiDict[str, FileStorage]


class BoundedParser(FormDataParser):
    """Parses forms with a bounded number of fields, and parts with short headers.

    Werkzeug's parser does not count urlencoded fields, and limits the headers of a part only by the
    limit of all fields together.
    """

    def parse(
        self,
        stream: IO[bytes],
        mimetype: str,
        content_length: int | None,
        options: dict[str, str] | None = None,
    ) -> tuple[IO[bytes], Fields, Files]:
        """Return the stream, the fields and the files.

        There are no fields and no files if the body is damaged or is not a form.

        Raises:
            RequestEntityTooLarge: there are too many fields or parts, or the fields or the headers
                of a part are too long.
        """
        if mimetype == URLENCODED:
            body = stream.read()
            if body.count(b"&") >= MAX_FIELDS:
                raise RequestEntityTooLarge
            return super().parse(BytesIO(body), mimetype, content_length, options)
        boundary = (options or {}).get("boundary", "")
        if mimetype == MULTIPART and boundary.isascii() and 0 < len(boundary) <= MAX_BOUNDARY:
            with suppress(ValueError):
                return stream, *self._read_parts(stream, boundary.encode())
        return stream, Fields(), Files()

    def _read_parts(self, stream: IO[bytes], boundary: bytes) -> tuple[Fields, Files]:
        fields, files, room = Fields(), Files(), self.max_form_memory_size or 0
        part, content = None, BytesIO()
        for event in self._events(stream, boundary):
            if isinstance(event, Field | File):
                part, content = event, BytesIO()
            elif isinstance(event, Data) and part and part.name:
                content.write(event.data)
                room -= 0 if isinstance(part, File) else len(event.data)
                if room < 0:
                    raise RequestEntityTooLarge
                if event.more_data:
                    continue
                if isinstance(part, File):
                    content.seek(0)
                    files.add(part.name, FileStorage(content, part.filename, part.name))
                else:
                    fields.add(part.name, content.getvalue().decode("utf-8", "replace"))
        return fields, files

    def _events(self, stream: IO[bytes], boundary: bytes) -> Iterator[Event]:
        decoder = MultipartDecoder(boundary, 2 * BLOCK_BYTES, max_parts=self.max_form_parts)
        is_over = False
        while not is_over:
            block = stream.read(BLOCK_BYTES)
            # If a block ended between the two dashes after the last boundary, the decoder would
            # mistake the CR before that boundary for content.
            if block.endswith(b"-"):
                block += stream.read(1)
            is_over = not block
            decoder.receive_data(block or None)
            while not isinstance(event := decoder.next_event(), NeedData | Epilogue):
                yield event


class MemoryRequest(Request):
    """A request with files in memory, which are freed with the request."""

    form_data_parser_class = BoundedParser

    def close(self) -> None:
        """Close the files, and break reference cycles that would keep the body in memory.

        The cycles lead through the environment, and through the traceback of a routing error.
        """
        super().close()
        self.routing_exception = None
        self.environ.pop("werkzeug.request", None)


def init_app(app: Flask) -> None:
    """Limit the bodies of all requests to `app`."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_FORM_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_FORM_BYTES,
        MAX_FORM_PARTS=MAX_PARTS,
    )
    limits = body_limits(app)

    @app.before_request
    def bound() -> None:
        """Refuse a body that is too large, by its Content-Length, before it is read.

        Raises:
            LengthRequired: the body is chunked.
            RequestEntityTooLarge: the body is larger than the view accepts.
            BadRequest: the content type is too long.
        """
        environ = request.environ
        # Gunicorn sets this flag on every request, and Werkzeug then accepts a body that is shorter
        # than its Content-Length. Half a guess must not count.
        environ.pop("wsgi.input_terminated", None)
        if "HTTP_TRANSFER_ENCODING" in environ:
            raise LengthRequired
        if len(environ.get("CONTENT_TYPE", "")) > MAX_CONTENT_TYPE:
            abort(400)
        if not environ.get("CONTENT_LENGTH"):
            return
        most, fields = limits.get(request.endpoint or "", (MAX_FORM_BYTES, MAX_FORM_BYTES))
        if request.mimetype != MULTIPART:
            most = min(most, MAX_URLENCODED_BYTES)
        request.max_content_length, request.max_form_memory_size = most, fields
        if (request.content_length or 0) > most:
            raise RequestEntityTooLarge


def allow_body(blueprint: Blueprint, view: str, body: int, fields: int | None = None) -> None:
    """Let a view accept `body` bytes, of which at most `fields` (default: all) are not files.

    Bodies larger than `MAX_URLENCODED_BYTES` must be multipart.
    """

    def note(state: BlueprintSetupState) -> None:
        limit = body, body if fields is None else fields
        body_limits(cast(Flask, state.app))[f"{blueprint.name}.{view}"] = limit

    blueprint.record_once(note)


def body_limits(app: Flask) -> dict[str, tuple[int, int]]:
    """Return the limits of views that accept more than a short form, by endpoint.

    Each pair is the maximum size of the whole body, and that of its fields without files, in bytes.
    """
    return cast(dict[str, tuple[int, int]], app.extensions.setdefault(LIMITS, {}))


def give_back_memory() -> None:
    """Return freed memory to the system.

    By itself, glibc returns only the end of its heap, and a picture leaves gaps of 15 MB below it.
    """
    with suppress(AttributeError, OSError, TypeError):  # the C library isn't glibc
        ctypes.CDLL(None).malloc_trim(0)
