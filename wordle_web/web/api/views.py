"""The JSON interface: suggestions and analyses for programs, described by OpenAPI.

Read by GET, without cookies, under the same limits as the pages. Pages keep what they can of a
damaged address; here an invalid parameter is answered with problem details that name it. Pages of
other sites cannot use it: no response allows another origin, since each costs the host CPU time and
counts against the visitor's limit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from babel.support import LazyProxy
from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from wordle_web.engine.advice import MAX_LISTED
from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.rows import MAX_ROWS_ALONE, Position, max_rows
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import whole_number
from wordle_web.web.analysis import views as analysis_views
from wordle_web.web.analysis.state import read_analysis
from wordle_web.web.api.serializers import (
    COUNT,
    SCHEMAS,
    TEXT,
    Schema,
    advice_json,
    analysis_json,
    list_of,
    reference,
)
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.helper.views import helper_result, read_state
from wordle_web.web.http.responses import INVALID_QUERY, problem_details
from wordle_web.web.services import services, sites, use_language
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import DEFAULT_MODE, IN_TURN, MODES, Pairs, Problem, excerpt

PATH = "/api/v1"
bp = Blueprint("api", __name__, url_prefix=PATH)

Errors = list[tuple[str, str]]

CACHED = "public, max-age=3600"  # an update or a new epoch changes answers

SWITCH = frozenset({"1", "true", "", "0", "false"})
# The parameter at fault, where a problem has another name.
PARAMETERS = {
    "row-marks": "row",
    "row-length": "row",
    "too-many-rows": "row",
    "boards-count": "boards",
    "boards-marks": "row",
    "used-many": "used",
    "no-answer": "answer",
    "answer-twice": "answer",
    "answer-unknown": "answer",
    "answers-many": "answer",
    "no-rows": "guess",
    "too-many": "guess",
}


# What is wrong with a parameter. A page says what it did with the rest; here nothing is done.
ERRORS: Mapping[str, LazyProxy] = {
    "row": _("“%(text)s” must be a word and its marks: crane:01002."),
    "row-marks": _("“%(text)s” must have one digit per letter: 0, 1 or 2."),
    "row-length": _("“%(text)s” must have %(length)s letters."),
    "too-many-rows": _("Send at most %(rows)s rows, not %(text)s."),
    "boards-count": _("“%(text)s” must be a number of boards, 1 to 32."),
    "boards-marks": _("“%(text)s” must have the colors of each board: crane:01002.00000."),
    "packed": _("Unknown parameter."),
    "length": _("“%(text)s” must be a number from %(least)s to %(most)s."),
    "mode": _("“%(text)s” isn’t a word list for this length."),
    "used": _("“%(text)s” must be a word of %(length)s letters."),
    "used-many": _("Send at most %(used)s words, not %(text)s."),
    "sort": _("Unknown parameter."),
    "answer": _("“%(text)s” must be a word of %(least)s to %(most)s letters."),
    "guess": _("“%(text)s” must be a word as long as the answer, with or without its marks."),
    "too-many": _("Send at most %(rows)s guesses, not %(text)s."),
    "no-answer": _("This parameter is required."),
    "answer-twice": _("Enter each word once: boards have different answers."),
    "answer-unknown": _("Not in our word list, so it can’t be an answer: %(words)s"),
    "answers-many": _("Enter at most %(most)s answers."),
    "no-rows": _("This parameter is required."),
    "game": _("“%(text)s” has no guesses."),
}


@bp.get("/suggest")
def suggest() -> ResponseReturnValue:
    """Return the best next guess after some turns, and the words left."""
    values = tuple(request.args.items(multi=True))
    errors = _name_errors(values, suggest_parameters())
    length = _take_lexicon(errors)
    if length and all(name != "length" for name, _ in values):
        values = (("length", str(length)), *values)
    max_words = whole_number(request.args.get("words", "0"), 0, MAX_LISTED)
    if max_words is None:
        errors.append(("words", gettext("Must be a number from 0 to %(most)s.", most=MAX_LISTED)))
    state, problems = read_state(values)
    errors += _problem_errors(problems, state.position, length, state.length)
    if any(not row.guess or row.is_waiting for row in state.rows):
        detail = gettext("Each row needs a word and its colors: crane:01002.")
        if state.count > 1:
            detail = gettext(
                "Each row needs a word and the colors of each board: crane:01002.00000."
            )
        errors.append(("row", detail))
    if errors:
        return refusal(errors)
    found = helper_result(state)
    return answer(advice_json(found.advice, max_words or 0), is_hurried=found.is_hurried)


@bp.get("/analyse")
def analyse() -> ResponseReturnValue:
    """Return how good and how lucky each guess of a finished game was."""
    values = tuple(request.args.items(multi=True))
    errors = _name_errors(values, analyze_parameters())
    length = _take_lexicon(errors)
    state, problems = read_analysis(values, services().alphabet)
    position = state.position
    problems += analysis_views.missing_words(state)
    errors += _problem_errors(
        problems, position, length, position.length if state.answers else length
    )
    if not errors and not state.is_complete:
        errors.append(("guess", gettext("Send the answer and every guess as a word.")))
    if errors:
        return refusal(errors)
    lexicon = services().lexicon(position.length)
    analysis, is_hurried = analysis_views.analysis_of(lexicon, state)
    return answer(analysis_json(analysis), is_hurried=is_hurried)


@bp.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    """Return the description of this interface."""
    names = [f"{site.language}-{length}" for site in sites() for length in site.lengths]
    return answer(openapi_document(services().lengths, names, request.script_root))


@bp.after_request
def forbid_caching(response: Response) -> Response:
    """Keep refusals out of caches, since they are in the visitor's language."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def answer(facts: dict[str, object], *, is_hurried: bool = False) -> Response:
    """Return an answer. It is the same for everybody, so any cache may store it for a while.

    A hurried one is not stored, since a later one may be better.
    """
    response = jsonify(facts)
    if is_hurried:
        return response
    response.headers["Cache-Control"] = CACHED
    response.add_etag(weak=True)  # it may be compressed later
    response.make_conditional(request)
    return response


def refusal(errors: Iterable[tuple[str, str]]) -> Response:
    """Return the problem details of an invalid query."""
    return problem_details(
        422,
        gettext("Some parameters aren’t valid."),
        title=gettext("Invalid query"),
        kind=INVALID_QUERY,
        errors=tuple(dict.fromkeys(errors)),
    )


def _problem_errors(
    problems: Iterable[Problem], position: Position, wanted: int, length: int
) -> Iterator[tuple[str, str]]:
    """Yield the parameter at fault in each problem, and what is wrong with it.

    `wanted` is the length of the words of the lexicon, 0 without one.
    """
    for found in problems:
        facts = {
            "text": found.text,
            "words": found.text,
            "length": position.length,
            "least": LENGTHS[0],
            "most": MAX_BOARDS if found.kind == "answers-many" else LENGTHS[-1],
            "rows": max_rows(position.count),
            "used": MAX_USED,
        }
        yield PARAMETERS.get(found.kind, found.kind), str(ERRORS[found.kind]) % facts
    if wanted not in {0, length}:
        yield "lexicon", gettext("Its words don’t have %(length)s letters.", length=length)


def _name_errors(values: Pairs, parameters: Iterable[Schema]) -> Errors:
    """Return what is wrong with the names of parameters, and with switches."""
    errors: Errors = []
    names = [name for name, _ in values]
    schemas = {each["name"]: each["schema"] for each in parameters}
    for name in dict.fromkeys(names):
        if name not in schemas:
            errors.append((excerpt(name), gettext("Unknown parameter.")))
        elif names.count(name) > 1 and schemas[name]["type"] != "array":
            errors.append((name, gettext("Can be given only once.")))
    if any(name == "hard" and value not in SWITCH for name, value in values):
        errors.append(("hard", gettext("Must be true or false.")))
    return errors


def _take_lexicon(errors: Errors) -> int:
    """Switch to the language of the requested lexicon, and return its length; 0 without one."""
    name = request.args.get("lexicon", "")
    if not name:
        return 0
    for site in sites():
        for length in site.lengths:
            if name == f"{site.language}-{length}":
                use_language(site)
                return length
    errors.append(("lexicon", gettext("This site doesn’t have this word list.")))
    return 0


# The interface as an OpenAPI document. Source: OpenAPI Specification 3.1.
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


def _parameter(name: str, schema: Schema, description: str, *, required: bool = False) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }


ORDER = _parameter(
    "order",
    {"type": "string", "enum": [IN_TURN]},
    "With several boards: only the first unsolved board shows its colors.",
)
MODE = _parameter(
    "mode",
    {"type": "string", "enum": list(MODES), "default": DEFAULT_MODE},
    "Word list: `real` for another site's game (such as the newspaper's); the others "
    "are the pools of this site.",
)
HARD: Schema = {"type": "boolean", "default": False}
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
    """Return the description of the interface of a site that is mounted at `root`.

    Lengths are those of words in the language of the document's address; lexicons are those of all
    languages.
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
        "paths": {
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
        },
        "components": {"schemas": {**SCHEMAS, "Problem": PROBLEM}, "responses": responses},
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
        ORDER,
        _parameter(
            "length",
            {"type": "integer", "enum": list(lengths)},
            "Word length in letters. Default: the length of the first row, or 5.",
        ),
        _lexicon_parameter(lexicons),
        MODE,
        _parameter("hard", HARD, "Whether to play in hard mode."),
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
        ORDER,
        _lexicon_parameter(lexicons),
        MODE,
        _parameter("hard", HARD, "Whether the game was played in hard mode."),
    ]


def _lexicon_parameter(names: Sequence[str]) -> Schema:
    return _parameter(
        "lexicon",
        {"type": "string", **({"enum": list(names)} if names else {})},
        "Language and length of the words. Default: the language of this address, and the length "
        "of the rows or the answer.",
    )


def _responses(name: str, other: str = "") -> Schema:
    problem = {"$ref": "#/components/responses/Problem"}
    schema = {"anyOf": [reference(name), reference(other)]} if other else reference(name)
    return {"200": _response(name, schema), "422": problem, "429": problem}


def _response(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
