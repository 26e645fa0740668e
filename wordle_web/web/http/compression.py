"""Compression of what is made on request: pages, answers of the API, pictures of results.

At the fastest level, since each is made for one visitor, who is waiting for it.
"""

import functools
import gzip
from collections.abc import Callable, Mapping
from types import MappingProxyType

import brotli  # type: ignore[import-untyped,unused-ignore]  # it has no types
from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

COMPRESSED = frozenset({"text/html", "text/csv", "application/json", "image/svg+xml"})
MIN_BYTES = 500  # less fits into the first packet anyway
ENCODERS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {
        "br": functools.partial(brotli.compress, quality=1),
        "gzip": functools.partial(gzip.compress, compresslevel=1, mtime=0),
    }
)


def init_compression(app: Flask) -> None:
    """Compress the answers of `app`."""
    app.after_request(compress)


def compress(response: Response) -> Response:
    """Compress an answer, unless it is streamed: nobody is to wait for a row of a tournament."""
    if response.mimetype not in COMPRESSED or response.is_streamed or response.content_encoding:
        return response
    vary(response, "Accept-Encoding")
    encoding = best_encoding(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
    if encoding and len(content := response.get_data()) >= MIN_BYTES:
        response.set_data(ENCODERS[encoding](content))
        response.headers["Content-Encoding"] = encoding
    return response


def vary(response: Response, name: str) -> None:
    """Tell caches that an answer depends on a header, as `response.vary.add` does more slowly."""
    others = response.headers.get("Vary")
    response.headers["Vary"] = f"{others}, {name}" if others else name


# 64 of 8 kB, the longest header: 0.5 MB at most.
@functools.lru_cache(maxsize=64)
def best_encoding(accepted: str) -> str | None:
    """Return the encoding that suits a header `Accept-Encoding` best; None for none of ours.

    >>> best_encoding("gzip, deflate, br"), best_encoding("gzip"), best_encoding("identity")
    ('br', 'gzip', None)
    """
    return parse_accept_header(accepted, Accept).best_match(ENCODERS)
