"""Uploaded files, which stay in memory, and the larger bodies that some forms may have.

Werkzeug writes files of more than 500 kB to a temporary file. Nobody's screenshot is to end up on a
disk, not even for a moment; the limits of each form's body bound what memory they take.
"""

from collections.abc import Collection
from io import BytesIO
from typing import IO

from flask import Blueprint, Request, request


def allow_larger(
    bp: Blueprint, endpoints: Collection[str], body: int, memory: int | None = None
) -> None:
    """Allow some forms of `bp` a larger body than others, in bytes, and as much in memory."""

    @bp.url_value_preprocessor
    def allow(endpoint: str | None, values: object) -> None:
        if endpoint in endpoints:
            request.max_content_length = body
            request.max_form_memory_size = memory or body


class MemoryRequest(Request):
    """A request whose files are read into memory."""

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return BytesIO()
