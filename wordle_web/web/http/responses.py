"""Responses: problem details, and compression.

Dynamic responses (pages, results of the API, pictures of results) are compressed at a fast level,
since a visitor is waiting for them.
"""

import functools
import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType

import brotli  # type: ignore[import-untyped,unused-ignore]  # it has no types
from flask import Response, request

from wordle_web.parsing import linear_pattern
from wordle_web.web.http.security import vary

MEDIA_TYPE = "application/problem+json"
INVALID_QUERY = "tag:wordle-web,2025:invalid-query"  # problem type of invalid parameters
COMPRESSED = frozenset({"text/html", "text/csv", "application/json", "image/svg+xml"})
MIN_BYTES = 500  # smaller responses fit into the first packet anyway
# Brotli compresses larger responses at a higher level, which saves a tenth of the bytes in about
# the same time.
LARGE_BYTES = 32_000
ENCODERS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {
        "br": lambda content: brotli.compress(
            content, quality=1 + 2 * (len(content) > LARGE_BYTES)
        ),
        "gzip": functools.partial(gzip.compress, compresslevel=1, mtime=0),
    }
)

_QUALITY = linear_pattern(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")


def problem_details(
    code: int,
    detail: str = "",
    *,
    title: str = "",
    kind: str = "about:blank",
    errors: Sequence[tuple[str, str]] = (),
) -> Response:
    """Return problem details; `errors` has pairs of an invalid parameter and its problem.

    Source: RFC 9457, "Problem Details for HTTP APIs".
    """
    facts: dict[str, object] = {
        "type": kind,
        "title": title or HTTPStatus(code).phrase,
        "status": code,
    }
    if detail:
        facts["detail"] = detail
    if errors:
        facts["errors"] = [{"parameter": name, "detail": text} for name, text in errors]
    return Response(json.dumps(facts, ensure_ascii=False), code, mimetype=MEDIA_TYPE)


def compress(response: Response) -> Response:
    """Compress a response if its type and size are worth it, and the client accepts an encoding.

    Streamed responses are not compressed.
    """
    if response.mimetype not in COMPRESSED or response.is_streamed or response.content_encoding:
        return response
    vary(response, "Accept-Encoding")
    encoding = best_encoding(request.environ.get("HTTP_ACCEPT_ENCODING", ""))
    if encoding and len(content := response.get_data()) >= MIN_BYTES:
        response.set_data(ENCODERS[encoding](content))
        response.headers["Content-Encoding"] = encoding
    return response


def best_encoding(accepted: str) -> str | None:
    """Return the best supported encoding for an `Accept-Encoding` header, or None.

    >>> best_encoding("gzip, deflate, br"), best_encoding("gzip;q=0.5, *;q=0"), best_encoding("")
    ('br', 'gzip', None)
    """
    weights = qualities(accepted)
    best = max(ENCODERS, key=lambda name: weights.get(name, weights.get("*", 0.0)))
    return best if weights.get(best, weights.get("*", 0.0)) else None


def qualities(accepted: str) -> dict[str, float]:
    """Map the items of a header such as `Accept-Language`, in lower case, to their qualities.

    Items with an invalid quality are ignored. (Werkzeug's parser also reads other parameters, which
    would take a twentieth of the time of a short page.)

    >>> qualities("de-AT, en;q=0.8, fr; q=2")
    {'de-at': 1.0, 'en': 0.8}

    Source: RFC 9110, section 12.4.2.
    """
    values = {}
    for item in accepted.lower().split(","):
        name, _, quality = item.partition(";")
        number = quality.strip().removeprefix("q=") or "1"
        if _QUALITY.fullmatch(number):
            values[name.strip()] = float(number)
    return values
