"""Uploaded files, which stay in memory.

Werkzeug writes files of more than 500 kB to a temporary file. Nobody's screenshot is to end up on a
disk, not even for a moment; the limits of each form's body bound what memory they take.
"""

from io import BytesIO
from typing import IO

from flask import Request


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
