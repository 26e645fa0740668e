"""What the JSON interface promises, as an OpenAPI document.

Source: OpenAPI Specification 3.1.
"""

from collections.abc import Sequence

from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.api.serializers import COUNT, SCHEMAS, TEXT, Schema, list_of, reference
from wordle_web.web.helper.solve import MAX_LISTED
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.ui.game_urls import DEFAULT_MODE, MAX_ROWS, MODES

PATH = "/api/v1"
VERSION = "1.0.0"
DESCRIPTION = (
    "The best next guess, and the analysis of a finished game. Asked without cookies and without "
    "a key, within the limits of the site's helper, which are counted by address. Not for pages "
    "of other origins: no answer allows one."
)

WORD: Schema = {"type": "string", "pattern": "^[a-z]{4,8}$"}
TURN: Schema = {
    "type": "string",
    "pattern": "^[a-z]{4,8}:[012]{4,8}$",
    "examples": ["crane:01002"],
    "description": "A guess and one digit a letter: 0 absent, 1 present, 2 correct.",
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
            "description": "What is wrong, by RFC 9457.",
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
                    "summary": "The best next guess after some turns, and what is left.",
                    "parameters": suggest_parameters(lengths),
                    "responses": _responses("Suggestion"),
                }
            },
            "/analyse": {
                "get": {
                    "operationId": "analyse",
                    "summary": "How good and how lucky each guess of a finished game was.",
                    "parameters": analyse_parameters(),
                    "responses": _responses("Analysis"),
                }
            },
            "/openapi.json": {
                "get": {
                    "operationId": "openapi",
                    "summary": "This document.",
                    "responses": {"200": _response("The document.", {"type": "object"})},
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
            "The turns, in order; all of one length.",
        ),
        _parameter(
            "length",
            {"type": "integer", "enum": list(lengths)},
            "Letters of the words; default as long as the first row, or five.",
        ),
        _mode_parameter(),
        _hard_parameter("Whether every revealed hint must be used."),
        _parameter(
            "used",
            {**list_of(WORD), "maxItems": MAX_USED},
            "Words that were answers already; they count a tenth.",
        ),
        _parameter(
            "words",
            {**COUNT, "maximum": MAX_LISTED, "default": 0},
            "How many of the words left to list, likely ones first.",
        ),
    ]


def analyse_parameters() -> list[Schema]:
    """Return the parameters of `/analyse`."""
    guesses: Schema = {**list_of(WORD), "minItems": 1, "maxItems": MAX_ROWS}
    return [
        _parameter("answer", WORD, "The answer of the game.", required=True),
        _parameter("guess", guesses, "The guesses, in order.", required=True),
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
        "`real` is a game elsewhere; the others are the pools of this site.",
    )


def _hard_parameter(description: str) -> Schema:
    return _parameter("hard", {"type": "boolean", "default": False}, description)


def _responses(name: str) -> Schema:
    problem = {"$ref": "#/components/responses/Problem"}
    return {"200": _response(name, reference(name)), "422": problem, "429": problem}


def _response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
