"""HTTP errors with a sentence for the visitor, and problem details for programs."""

import json
from collections.abc import Sequence
from http import HTTPStatus

from flask import Response, current_app
from werkzeug.exceptions import HTTPException

MEDIA_TYPE = "application/problem+json"
INVALID_QUERY = "tag:wordle-web,2025:invalid-query"


class SentenceError(HTTPException):
    """An error whose description is a sentence for its page, in the visitor's language."""

    def __init__(self, code: int, sentence: str = "") -> None:
        """Keep the code, and the sentence unless the usual one for the code will do."""
        super().__init__(sentence)
        self.code = code


def error_answer(code: int, sentence: str = "") -> Response:
    """Return the page of an error as a response, so that the caller can add headers."""
    error = SentenceError(code, sentence)
    return current_app.make_response(current_app.handle_user_exception(error))


def problem_details(
    code: int,
    detail: str = "",
    *,
    title: str = "",
    kind: str = "about:blank",
    errors: Sequence[tuple[str, str]] = (),
) -> Response:
    """Return problem details.

    Source: RFC 9457, "Problem Details for HTTP APIs".

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
