"""What the JSON interface promises, as an OpenAPI document.

Source: OpenAPI Specification 3.1.
"""

from collections.abc import Mapping, Sequence

from wordle_web.web.helper.state import MAX_ROWS, MODES

PATH = "/api/v1"
VERSION = "1.0.0"
ABOUT = (
    "The best next guess, and the analysis of a finished game. Asked without cookies and without "
    "a key, within the limits of the site's helper, which are counted by address. Not for pages "
    "of other origins: no answer allows one."
)
MAX_WORDS = 1000
MAX_GUESSES = 10

Schema = dict[str, object]
Parameters = Mapping[str, bool]  # the name of each parameter, and whether it can be repeated

SUGGEST: Parameters = {
    "row": True,
    "length": False,
    "mode": False,
    "hard": False,
    "used": True,
    "words": False,
}
ANALYSE: Parameters = {"answer": False, "guess": True, "mode": False, "hard": False}

NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
SWITCH: Schema = {"type": "boolean"}
WORD: Schema = {"type": "string", "pattern": "^[a-z]{4,8}$"}
MARKS: Schema = {"type": "string", "pattern": "^[012]{4,8}$"}
TURN: Schema = {
    "type": "string",
    "pattern": "^[a-z]{4,8}:[012]{4,8}$",
    "examples": ["crane:01002"],
    "description": "A guess and one digit a letter: 0 absent, 1 present, 2 correct.",
}
RATING: Schema = {"type": ["integer", "null"], "minimum": 0, "maximum": 99}


def openapi_document(lengths: Sequence[int], root: str = "") -> Schema:
    """Return the description of the interface of a site with words of these `lengths`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Wordle-web",
            "version": VERSION,
            "description": ABOUT,
        },
        "servers": [{"url": f"{root}{PATH}"}],
        "paths": {
            "/suggest": {"get": _suggest_operation(lengths)},
            "/analyse": {"get": _analyse_operation()},
            "/openapi.json": {"get": _openapi()},
        },
        "components": {"schemas": _schemas(), "responses": _responses()},
    }


def _suggest_operation(lengths: Sequence[int]) -> Schema:
    """Return the operation that suggests."""
    rows: Schema = {"type": "array", "items": TURN, "maxItems": MAX_ROWS}
    words: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_WORDS, "default": 0}
    used: Schema = {"type": "array", "items": WORD, "maxItems": 40}
    return {
        "operationId": "suggest",
        "summary": "The best next guess after some turns, and what is left.",
        "parameters": [
            _parameter("row", rows, "The turns, in order; all of one length."),
            _parameter(
                "length",
                {"type": "integer", "enum": list(lengths)},
                "Letters of the words; default as long as the first row, or five.",
            ),
            _mode(),
            _hard("Whether every revealed hint must be used."),
            _parameter("used", used, "Words that were answers already; they count a tenth."),
            _parameter("words", words, "How many of the words left to list, likely ones first."),
        ],
        "responses": _answers("Suggestion"),
    }


def _analyse_operation() -> Schema:
    """Return the operation that analyses."""
    guesses: Schema = {"type": "array", "items": WORD, "minItems": 1, "maxItems": MAX_GUESSES}
    return {
        "operationId": "analyse",
        "summary": "How good and how lucky each guess of a finished game was.",
        "parameters": [
            _parameter("answer", WORD, "The answer of the game.", required=True),
            _parameter("guess", guesses, "The guesses, in order.", required=True),
            _mode(),
            _hard("Whether the game was played in hard mode."),
        ],
        "responses": _answers("Analysis"),
    }


def _openapi() -> Schema:
    """Return the operation that describes this interface."""
    content = {"application/json": {"schema": {"type": "object"}}}
    return {
        "operationId": "openapi",
        "summary": "This document.",
        "responses": {"200": {"description": "The document.", "content": content}},
    }


def _parameter(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    """Return a parameter of the query; lists repeat it."""
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }


def _mode() -> Schema:
    """Return the parameter that says whose words are believed in."""
    return _parameter(
        "mode",
        {"type": "string", "enum": list(MODES), "default": "real"},
        "`real` is a game elsewhere; the others are the pools of this site.",
    )


def _hard(description: str) -> Schema:
    """Return the switch of hard mode."""
    return _parameter("hard", {"type": "boolean", "default": False}, description)


def _answers(name: str) -> Schema:
    """Return the answers of an operation that returns the schema `name`."""
    schema = {"$ref": f"#/components/schemas/{name}"}
    return {
        "200": {"description": name, "content": {"application/json": {"schema": schema}}},
        "422": {"$ref": "#/components/responses/Problem"},
        "429": {"$ref": "#/components/responses/Problem"},
    }


def _responses() -> Schema:
    """Return the answers that operations share."""
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema}}
    return {"Problem": {"description": "What is wrong, by RFC 9457.", "content": content}}


def _schemas() -> Schema:
    """Return what operations answer with."""
    step: Schema = {"guess": TEXT, "marks": MARKS, "words_before": COUNT, "words_after": COUNT}
    return {
        "RankedGuess": _object(_ranked_guess()),
        "Suggestion": _object(_suggestion()),
        "Diagnosis": _object(_diagnosis()),
        "Step": _object(step),
        "Turn": _object({**step, **_turn()}),
        "Analysis": _object(_analysis()),
        "Problem": _problem(),
    }


def _analysis() -> Schema:
    """Return the fields of an analysis."""
    return {
        "answer": TEXT,
        "is_expected": SWITCH,
        "skill": RATING,
        "luck": RATING,
        "turns": _list(_reference("Turn")),
        "solver": _list(_reference("Step")),
    }


def _turn() -> Schema:
    """Return the fields of a turn of the player that a step has not."""
    return {
        "expected_remaining": NUMBER,
        "skill": RATING,
        "luck": RATING,
        "guesses_lost": _or_null("number"),
        "is_known": SWITCH,
        "hard_mode_violation": _or_null("string"),
        "best": {"anyOf": [_reference("RankedGuess"), {"type": "null"}]},
    }


def _ranked_guess() -> Schema:
    """Return the fields of a guess with its measures."""
    return {
        "guess": TEXT,
        "expected_remaining": NUMBER,
        "entropy_bits": NUMBER,
        "worst": COUNT,
        "answer_probability": {"type": "number", "minimum": 0, "maximum": 1},
        "is_candidate": SWITCH,
        "expected_guesses": _or_null("number"),
        "is_estimate": SWITCH,
    }


def _suggestion() -> Schema:
    """Return the fields of a suggestion."""
    word = _object({"word": TEXT, "probability": NUMBER})
    return {
        "candidates": COUNT,
        "likely": COUNT,
        "suggestion": _or_null("string"),
        "expected_guesses": _or_null("number"),
        "exact": SWITCH,
        "milliseconds": NUMBER,
        "best": _list(_reference("RankedGuess")),
        "words": _list(word),
        "diagnosis": {"anyOf": [_reference("Diagnosis"), {"type": "null"}]},
    }


def _diagnosis() -> Schema:
    """Return the fields of a diagnosis."""
    row: Schema = {"type": "integer", "minimum": 1}
    return {
        "wider": COUNT,
        "conflict": _list(row),
        "at_fault": _list(row),
        "impossible": _list(_object({"row": row, "reason": TEXT, "fix": TEXT})),
        "fixes": _list(_object({"row": row, "turn": TEXT, "words": COUNT})),
    }


def _problem() -> Schema:
    """Return problem details with the parameters at fault."""
    error = _object({"parameter": TEXT, "detail": TEXT})
    fields = {"type": TEXT, "title": TEXT, "status": COUNT, "detail": TEXT, "errors": _list(error)}
    return {"type": "object", "properties": fields, "required": ["type", "title", "status"]}


def _object(fields: Schema) -> Schema:
    """Return an object that has all of `fields` and no others."""
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    """Return a list of `items`."""
    return {"type": "array", "items": items}


def _or_null(kind: str) -> Schema:
    """Return a value of a kind, or none."""
    return {"type": [kind, "null"]}


def _reference(name: str) -> Schema:
    """Return a reference to the schema `name`."""
    return {"$ref": f"#/components/schemas/{name}"}
