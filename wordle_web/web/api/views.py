"""The JSON interface: suggestions and analyses for programs, described by OpenAPI.

Requests use GET without cookies, and have the same limits as pages. Pages ignore invalid parts of
an address; here, the response to an invalid parameter is problem details with its name. No response
allows other origins, so pages of other sites cannot use this interface: requests cost the host CPU
time and count against the visitor's limit.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path

from babel.support import LazyProxy
from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from wordle_web.as_json import SCHEMAS, Schema, advice_json, analysis_json
from wordle_web.engine.advice import MAX_LISTED
from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.rows import Position, max_rows
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.parsing import whole_number
from wordle_web.web.analysis import views as analysis_views
from wordle_web.web.analysis.state import read_analysis
from wordle_web.web.helper.result import helper_result, read_state
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.http.limits import costly
from wordle_web.web.http.responses import INVALID_QUERY, problem_details
from wordle_web.web.services import services, sites, use_language
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import Pairs, Problem, excerpt

PATH = "/api/v1"
# The parts that depend on the site are added by `openapi`. Source: OpenAPI Specification 3.1.
DOCUMENT: Schema = json.loads(Path(__file__).with_name("openapi.json").read_text(encoding="utf-8"))
bp = Blueprint("api", __name__, url_prefix=PATH)

Errors = list[tuple[str, str]]  # pairs of a parameter and what is wrong with it

CACHED = "public, max-age=3600"  # not longer, since an update or a new epoch changes responses

HARD_VALUES = frozenset({"1", "true", "", "0", "false", "ultra"})
# The invalid parameter for each kind of problem that isn't named after its parameter.
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


# The text for each kind of problem. Unlike pages, the API rejects the whole query.
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
@costly()
def suggest() -> ResponseReturnValue:
    """Return the best next guess after some turns, and the words left."""
    values = tuple(request.args.items(multi=True))
    errors = _name_errors(values, "/suggest")
    lexicon_length = _use_lexicon(errors)
    if lexicon_length and all(name != "length" for name, _ in values):
        values = (("length", str(lexicon_length)), *values)
    max_words = whole_number(request.args.get("words", "0"), 0, MAX_LISTED)
    if max_words is None:
        errors.append(("words", gettext("Must be a number from 0 to %(most)s.", most=MAX_LISTED)))
    state, problems = read_state(values)
    errors += _problem_errors(problems, state.position, lexicon_length, state.length)
    if any(not row.guess or row.is_waiting for row in state.rows):
        text = gettext("Each row needs a word and its colors: crane:01002.")
        if state.count > 1:
            text = gettext("Each row needs a word and the colors of each board: crane:01002.00000.")
        errors.append(("row", text))
    if errors:
        return refusal(errors)
    result = helper_result(state)
    return answer(advice_json(result.advice, max_words or 0), is_hurried=result.is_hurried)


@bp.get("/analyse")
@costly()
def analyse() -> ResponseReturnValue:
    """Return the quality and the luck of each guess of a finished game."""
    values = tuple(request.args.items(multi=True))
    errors = _name_errors(values, "/analyse")
    lexicon_length = _use_lexicon(errors)
    state, problems = read_analysis(values, services().alphabet)
    position = state.position
    problems += analysis_views.missing_words(state)
    errors += _problem_errors(
        problems, position, lexicon_length, position.length if state.answers else lexicon_length
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
    """Return the OpenAPI document, with the word lists and the path of this site."""
    document = deepcopy(DOCUMENT)
    document["servers"] = [{"url": f"{request.script_root}{PATH}"}]
    document["components"]["schemas"].update(SCHEMAS)
    lexicons = [f"{site.language}-{length}" for site in sites() for length in site.lengths]
    choices = {"length": list(services().lengths), "lexicon": lexicons}
    for path in ("/suggest", "/analyse"):
        for parameter in document["paths"][path]["get"]["parameters"]:
            if parameter["name"] in choices:
                parameter["schema"]["enum"] = choices[parameter["name"]]
    return answer(document)


@bp.after_request
def forbid_caching(response: Response) -> Response:
    """Keep errors, which are in the visitor's language, and hurried answers out of caches."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def answer(facts: dict[str, object], *, is_hurried: bool = False) -> Response:
    """Return a response that shared caches may store, since it is the same for all visitors.

    If the search was shortened (`is_hurried`), the response must not be stored, since a later
    response may be better.
    """
    response = jsonify(facts)
    if is_hurried:
        return response
    response.headers["Cache-Control"] = CACHED
    response.add_etag(weak=True)  # weak, since the response may be compressed later
    response.make_conditional(request)
    return response


def refusal(errors: Iterable[tuple[str, str]]) -> Response:
    """Return the problem details for an invalid query."""
    return problem_details(
        422,
        gettext("Some parameters aren’t valid."),
        title=gettext("Invalid query"),
        kind=INVALID_QUERY,
        errors=tuple(dict.fromkeys(errors)),
    )


def _problem_errors(
    problems: Iterable[Problem], position: Position, lexicon_length: int, query_length: int
) -> Iterator[tuple[str, str]]:
    """Yield the invalid parameter and the details for each problem.

    `lexicon_length` is the word length of the lexicon in the query, 0 without a lexicon.
    `query_length` is the length of the words in the query.
    """
    for problem in problems:
        facts = {
            "text": problem.text,
            "words": problem.text,
            "length": position.length,
            "least": LENGTHS[0],
            "most": MAX_BOARDS if problem.kind == "answers-many" else LENGTHS[-1],
            "rows": max_rows(position.count),
            "used": MAX_USED,
        }
        yield PARAMETERS.get(problem.kind, problem.kind), str(ERRORS[problem.kind]) % facts
    if lexicon_length not in {0, query_length}:
        yield "lexicon", gettext("Its words don’t have %(length)s letters.", length=query_length)


def _name_errors(values: Pairs, path: str) -> Errors:
    """Return errors for unknown and repeated parameters, and for invalid values of `hard`."""
    errors: Errors = []
    names = [name for name, _ in values]
    parameters = DOCUMENT["paths"][path]["get"]["parameters"]
    schemas = {parameter["name"]: parameter["schema"] for parameter in parameters}
    for name in dict.fromkeys(names):
        if name not in schemas:
            errors.append((excerpt(name), gettext("Unknown parameter.")))
        elif names.count(name) > 1 and schemas[name]["type"] != "array":
            errors.append((name, gettext("Can be given only once.")))
    if any(name == "hard" and value not in HARD_VALUES for name, value in values):
        errors.append(("hard", gettext("Must be true, false, or ultra.")))
    return errors


def _use_lexicon(errors: Errors) -> int:
    """Use the language of the requested lexicon, and return its word length.

    Without a lexicon, or with an unknown lexicon, which is added to `errors`, it is 0.
    """
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
