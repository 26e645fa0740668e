"""Errors as RFC 9457 problem details, for what programs ask.

Source: RFC 9457, "Problem Details for HTTP APIs".
"""

import json
from collections.abc import Sequence
from http import HTTPStatus

from flask import Response

MEDIA_TYPE = "application/problem+json"
INVALID_QUERY = "tag:wordle-web,2025:invalid-query"


def problem(
    code: int,
    detail: str = "",
    *,
    title: str = "",
    kind: str = "about:blank",
    errors: Sequence[tuple[str, str]] = (),
) -> Response:
    """Return problem details.

    Args:
        code: The HTTP status.
        detail: What is wrong with this request.
        title: What is wrong with requests of this kind; default the status in words.
        kind: The URI that names the kind.
        errors: The parameters at fault, each with what is wrong with it.
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
