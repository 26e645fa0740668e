"""The JSON interface as an OpenAPI document.

Source: OpenAPI Specification 3.1.
"""

from collections.abc import Sequence

from wordle_web.engine.advice import MAX_LISTED
from wordle_web.engine.boards.turns import MAX_BOARDS
from wordle_web.engine.rows import MAX_ROWS_ALONE, max_rows
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.api.serializers import COUNT, SCHEMAS, TEXT, Schema, list_of, reference
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.ui.queries import DEFAULT_MODE, IN_TURN, MODES

PATH = "/api/v1"
VERSION = "1.0.0"
DESCRIPTION = (
    "Suggests the best next guess and analyzes finished games. No cookies and no API key "
    "needed. Rate-limited per client IP, together with the site's helper. Cross-origin "
    "requests from browsers are not allowed (no CORS)."
)

# The letters of the built-in word lists; accents are removed from others.
_WORD = f"[a-zäñöü]{{{LENGTHS[0]},{LENGTHS[-1]}}}"
_MOST_MARKS = MAX_BOARDS * (LENGTHS[-1] + 1) - 1  # with the dots between boards
WORD: Schema = {"type": "string", "pattern": f"^{_WORD}$"}
TURN: Schema = {
    "type": "string",
    "pattern": f"^{_WORD}:[-.012]{{{LENGTHS[0]},{_MOST_MARKS}}}$",
    "examples": ["crane:01002", "crane:01002.00000"],
    "description": "A guess and one digit per letter: "
    "0 absent (gray), 1 present (yellow), 2 correct (green). With several boards, the digits of "
    "each, separated by dots; - for a board that is solved, or not shown yet.",
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


def openapi_document(
    lengths: Sequence[int], lexicons: Sequence[str] = (), root: str = ""
) -> Schema:
    """Return the description of the interface of a site with these `lexicons`.

    Args:
        lengths: Of the words in the language of the document's address.
        lexicons: Their names, those of other languages included.
        root: The path that the site is mounted at.
    """
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
        "paths": _paths(lengths, lexicons),
        "components": {"schemas": {**SCHEMAS, "Problem": PROBLEM}, "responses": responses},
    }


def _paths(lengths: Sequence[int], lexicons: Sequence[str]) -> Schema:
    return {
        "/suggest": {
            "get": {
                "operationId": "suggest",
                "summary": "Suggest the best next guess and list the words left.",
                "parameters": suggest_parameters(lengths, lexicons),
                "responses": _responses("Suggestion", "BoardsSuggestion"),
            }
        },
        "/analyse": {
            "get": {
                "operationId": "analyse",
                "summary": "Rate the skill and luck of each guess in a finished game.",
                "parameters": analyze_parameters(lexicons),
                "responses": _responses("Analysis", "BoardsAnalysis"),
            }
        },
        "/openapi.json": {
            "get": {
                "operationId": "openapi",
                "summary": "Get this OpenAPI document.",
                "responses": {"200": _response("OpenAPI document.", {"type": "object"})},
            }
        },
    }


def suggest_parameters(
    lengths: Sequence[int] = LENGTHS, lexicons: Sequence[str] = ()
) -> list[Schema]:
    """Return the parameters of `/suggest` of a site with words of these `lengths`."""
    return [
        _parameter(
            "row",
            {**list_of(TURN), "maxItems": max_rows(MAX_BOARDS)},
            "The turns in order, all of the same length.",
        ),
        _parameter(
            "boards",
            {"type": "integer", "minimum": 1, "maximum": MAX_BOARDS, "default": 1},
            "Number of boards. From 2 on, `hard` has no effect.",
        ),
        _order_parameter(),
        _parameter(
            "length",
            {"type": "integer", "enum": list(lengths)},
            "Word length in letters. Default: the length of the first row, or 5.",
        ),
        _lexicon_parameter(lexicons),
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
            "How many of the words left to list, most likely first; of each board.",
        ),
    ]


def analyze_parameters(lexicons: Sequence[str] = ()) -> list[Schema]:
    """Return the parameters of `/analyse`."""
    answers: Schema = {
        "type": "string",
        "pattern": f"^{_WORD}(,{_WORD}){{0,{MAX_BOARDS - 1}}}$",
        "examples": ["truss", "crane,slimy"],
    }
    guesses: Schema = {**list_of(WORD), "minItems": 1, "maxItems": max_rows(MAX_BOARDS)}
    return [
        _parameter("answer", answers, "The answer; of several boards, with commas.", required=True),
        _parameter(
            "guess",
            guesses,
            f"The guesses in order; of one board, {MAX_ROWS_ALONE} at most.",
            required=True,
        ),
        _order_parameter(),
        _lexicon_parameter(lexicons),
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


def _order_parameter() -> Schema:
    return _parameter(
        "order",
        {"type": "string", "enum": [IN_TURN]},
        "With several boards: only the first unsolved board shows its colors.",
    )


def _lexicon_parameter(names: Sequence[str]) -> Schema:
    return _parameter(
        "lexicon",
        {"type": "string", **({"enum": list(names)} if names else {})},
        "Language and length of the words. Default: the language of this address, and the length "
        "of the rows or the answer.",
    )


def _mode_parameter() -> Schema:
    return _parameter(
        "mode",
        {"type": "string", "enum": list(MODES), "default": DEFAULT_MODE},
        "Word list: `real` for another site's game (such as the newspaper's); the others "
        "are the pools of this site.",
    )


def _hard_parameter(description: str) -> Schema:
    return _parameter("hard", {"type": "boolean", "default": False}, description)


def _responses(name: str, other: str = "") -> Schema:
    problem = {"$ref": "#/components/responses/Problem"}
    schema = {"anyOf": [reference(name), reference(other)]} if other else reference(name)
    return {"200": _response(name, schema), "422": problem, "429": problem}


def _response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
