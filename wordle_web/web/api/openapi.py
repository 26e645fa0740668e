"""The JSON interface as an OpenAPI document.

Source: OpenAPI Specification 3.1.
"""

from collections.abc import Sequence

from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.api.serializers import COUNT, SCHEMAS, TEXT, Schema, list_of, reference
from wordle_web.web.helper.solve import MAX_LISTED
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.ui.queries import DEFAULT_MODE, MAX_ROWS, MODES

PATH = "/api/v1"
VERSION = "1.0.0"
DESCRIPTION = (
    "Suggests the best next guess and analyzes finished games. No cookies and no API key "
    "needed. Rate-limited per client IP, together with the site's helper. Cross-origin "
    "requests from browsers are not allowed (no CORS)."
)

WORD: Schema = {"type": "string", "pattern": "^[a-z]{4,8}$"}
TURN: Schema = {
    "type": "string",
    "pattern": "^[a-z]{4,8}:[012]{4,8}$",
    "examples": ["crane:01002"],
    "description": "A guess and one digit per letter: "
    "0 absent (gray), 1 present (yellow), 2 correct (green).",
}
ERROR: Schema = {
    "type": "object",
    "properties": {"parameter": TEXT, "detail": TEXT},
    "required": ["parameter", "detail"],
    "additionalProperties": False,
}
PROBLEM: Schema = {
    "type": "object",
    "properties": {
        "type": TEXT,
        "title": TEXT,
        "status": COUNT,
        "detail": TEXT,
        "errors": list_of(ERROR),
    },
    "required": ["type", "title", "status"],
}


def openapi_document(lengths: Sequence[int], root: str = "") -> Schema:
    """Return the description of the interface of a site with words of these `lengths`."""
    problem = {"schema": reference("Problem")}
    responses = {
        "Problem": {
            "description": "Problem details (RFC 9457).",
            "content": {"application/problem+json": problem},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Wordle-web", "version": VERSION, "description": DESCRIPTION},
        "servers": [{"url": f"{root}{PATH}"}],
        "paths": {
            "/suggest": {
                "get": {
                    "operationId": "suggest",
                    "summary": "Suggest the best next guess and list the words left.",
                    "parameters": suggest_parameters(lengths),
                    "responses": _responses("Suggestion"),
                }
            },
            "/analyse": {
                "get": {
                    "operationId": "analyse",
                    "summary": "Rate the skill and luck of each guess in a finished game.",
                    "parameters": analyze_parameters(),
                    "responses": _responses("Analysis"),
                }
            },
            "/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "Get this OpenAPI document.",
                    "responses": {"200": _response("OpenAPI document.", {"type": "object"})},
                }
            },
        },
        "components": {"schemas": {**SCHEMAS, "Problem": PROBLEM}, "responses": responses},
    }


def suggest_parameters(lengths: Sequence[int] = LENGTHS) -> list[Schema]:
    """Return the parameters of `/suggest` of a site with words of these `lengths`."""
    return [
        _parameter(
            "row",
            {**list_of(TURN), "maxItems": MAX_ROWS},
            "The turns in order, all of the same length.",
        ),
        _parameter(
            "length",
            {"type": "integer", "enum": list(lengths)},
            "Word length in letters. Default: the length of the first row, or 5.",
        ),
        _mode_parameter(),
        _hard_parameter("Whether to play in hard mode."),
        _parameter(
            "used",
            {**list_of(WORD), "maxItems": MAX_USED},
            "Past answers of the other game, weighted 0.1: since 2026, the newspaper's game reuses "
            "about one answer in ten.",
        ),
        _parameter(
            "words",
            {**COUNT, "maximum": MAX_LISTED, "default": 0},
            "How many of the words left to list, most likely first.",
        ),
    ]


def analyze_parameters() -> list[Schema]:
    """Return the parameters of `/analyse`."""
    guesses: Schema = {**list_of(WORD), "minItems": 1, "maxItems": MAX_ROWS}
    return [
        _parameter("answer", WORD, "The answer of the game.", required=True),
        _parameter("guess", guesses, "The guesses in order.", required=True),
        _mode_parameter(),
        _hard_parameter("Whether the game was played in hard mode."),
    ]


def _parameter(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }


def _mode_parameter() -> Schema:
    return _parameter(
        "mode",
        {"type": "string", "enum": list(MODES), "default": DEFAULT_MODE},
        "Word list: `real` for another site's game (such as the newspaper's); the others "
        "are the pools of this site.",
    )


def _hard_parameter(description: str) -> Schema:
    return _parameter("hard", {"type": "boolean", "default": False}, description)


def _responses(name: str) -> Schema:
    problem = {"$ref": "#/components/responses/Problem"}
    return {"200": _response(name, reference(name)), "422": problem, "429": problem}


def _response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
