"""Uploaded files, which stay in memory.

Werkzeug writes files of more than 500 kB to a temporary file. Nobody's screenshot is to end up on a
disk, not even for a moment; the limits of each form's body bound what memory they take.
"""

from io import BytesIO
from typing import IO, cast

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property


class MemoryRequest(Request):
    """A request whose files are read into memory."""

    @cached_property
    def cookies(self) -> ImmutableMultiDict[str, str]:
        """The cookies; Werkzeug would look through all headers for more than one line of them."""
        found = parse_cookie(self.environ.get("HTTP_COOKIE"), self.dict_storage_class)
        return cast(ImmutableMultiDict[str, str], found)

    def _get_file_stream(
        self,
        total_content_length: int | None,
        content_type: str | None,
        filename: str | None = None,
        content_length: int | None = None,
    ) -> IO[bytes]:
        return BytesIO()
