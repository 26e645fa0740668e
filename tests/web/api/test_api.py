"""The JSON API: responses, errors, and the promises of its OpenAPI document.

The full responses to single queries are in `frozen_positions.json`.
"""

import json
from contextlib import nullcontext
from types import SimpleNamespace

import jsonschema
import pytest
from click.testing import CliRunner
from openapi_spec_validator import validate
from web_visitor import Clock, new_app, write_lexicon

from wordle_web import create_app
from wordle_web.as_json import DIAGNOSIS
from wordle_web.cli.commands import main
from wordle_web.config.settings import Settings
from wordle_web.engine.advice import MAX_LISTED
from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.rows import max_rows
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.web.analysis import views as analysis_views
from wordle_web.web.helper import result as helper_result
from wordle_web.web.helper.state import MAX_USED
from wordle_web.web.http.limits import Accounts
from wordle_web.web.http.responses import MEDIA_TYPE
from wordle_web.web.turns import MIN_SEARCH_MS
from wordle_web.web.ui.queries import MODES

SUGGEST = "/api/v1/suggest"
ANALYSE = "/api/v1/analyse"


@pytest.fixture(scope="module")
def client():
    """A client on a day when the latest pools, those of the command line, have begun."""
    return new_app(None).test_client(use_cookies=False)


@pytest.fixture(scope="module")
def document(client):
    return client.get("/api/v1/openapi.json").get_json()


@pytest.mark.parametrize("order", ["", "in-turn"])
def test_api_and_command_line_return_the_same_analysis_of_several_boards(client, order):
    query = "guess=trace&guess=slimy&guess=crane&mode=pool"
    query += f"&order={order}" if order else ""
    facts = client.get(f"{ANALYSE}?answer=crane,slimy&{query}").get_json()
    options = ["analyse", "crane,slimy", "trace", "slimy", "crane", "--mode", "normal", "--json"]
    options += ["--in-turn"] if order else []
    printed = json.loads(CliRunner().invoke(main, options).output)
    assert printed.keys() == {*facts, "lexicon", "mode", "used"}
    assert (facts["answers"], facts["is_solved"]) == (["crane", "slimy"], True)
    boards = [[board["board"] for board in turn["boards"]] for turn in facts["turns"]]
    assert boards == ([[1], [1], [1]] if order else [[1, 2], [1, 2], [1]])
    for mine, theirs in zip(facts["turns"], printed["turns"], strict=True):
        assert mine.keys() == theirs.keys()
        assert mine["boards"] == theirs["boards"]
        assert mine["expected_remaining"] == theirs["expected_remaining"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (f"{SUGGEST}?row=crane:01002&words=9", "Suggestion"),
        (f"{SUGGEST}?row=crane:22221&hard=true", "Suggestion"),
        (f"{SUGGEST}?row=crane:01002&hard=ultra", "Suggestion"),
        (f"{ANALYSE}?answer=truss&guess=crane&guess=zzzzz&hard=1", "Analysis"),
        (f"{ANALYSE}?answer=truss&guess=crane&guess=zzzzz&hard=ultra", "Analysis"),
        (f"{ANALYSE}?answer=crane,slimy&guess=trace&guess=slimy&guess=crane", "BoardsAnalysis"),
        (f"{SUGGEST}?row=crane", "Problem"),
    ],
)
def test_responses_match_the_openapi_document(client, document, path, name):
    schema = {**document["components"]["schemas"][name], "additionalProperties": False}
    jsonschema.validate(client.get(path).get_json(), {**document, **schema})


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        (f"{SUGGEST}?row=crane:01002&row=planet:010020", {"row"}),
        (f"{SUGGEST}?length=9&mode=x&used=no", {"length", "mode", "used"}),
        (f"{SUGGEST}?words=-1&hard=maybe", {"words", "hard"}),
        (f"{SUGGEST}?length=5&length=5", {"length"}),
        (f"{SUGGEST}?words=9999999999", {"words"}),
        (f"{SUGGEST}?boards=two", {"boards"}),
        (f"{SUGGEST}?boards=2&row=crane:01002.00000.00000", {"row"}),
        (f"{SUGGEST}?boards=2&row=:01002.00000", {"row"}),
        (f"{SUGGEST}?boards=2&packed=AAAA", {"packed"}),
        (f"{ANALYSE}?answer=truss&guess=:01002", {"guess"}),
        (f"{ANALYSE}?answer=truss&guess=planet", {"guess"}),
        (f"{ANALYSE}?answer=crane,slimy&guess=planet&mode=x", {"guess", "mode"}),
        (f"{ANALYSE}?answer=crane,zzzzz&guess=crane", {"answer"}),
        (f"{ANALYSE}?answer=crane,crane&guess=crane", {"answer"}),
        (f"{ANALYSE}?answer={'crane,' * 33}&guess=crane", {"answer"}),
    ],
)
def test_problem_details_name_every_invalid_parameter(client, path, parameters):
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (422, MEDIA_TYPE)
    facts = answer.get_json()
    assert facts["status"] == 422
    assert {error["parameter"] for error in facts["errors"]} == parameters
    assert all(error["detail"] for error in facts["errors"])


@pytest.mark.parametrize(
    ("method", "path", "status", "detail"),
    [
        ("GET", "/api/v1/nothing", 404, "There is nothing at this address. Check the path."),
        ("POST", SUGGEST, 405, "This address accepts GET only."),
        ("DELETE", ANALYSE, 405, "This address accepts GET only."),
    ],
)
def test_routing_errors_of_the_api_are_problem_details(client, method, path, status, detail):
    answer = client.open(path, method=method)
    assert (answer.status_code, answer.mimetype) == (status, MEDIA_TYPE)
    assert answer.get_json()["status"] == status
    assert answer.get_json()["detail"] == detail


@pytest.mark.parametrize(
    "path",
    [f"{SUGGEST}?row=crane:01002", f"{ANALYSE}?answer=truss&guess=truss", "/api/v1/openapi.json"],
)
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_response_can_be_cached_and_revalidated(client, path, encoding):
    headers = {"Accept-Encoding": encoding}
    answer = client.get(path, headers=headers)
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert "Cookie" not in answer.headers["Vary"]
    assert "Set-Cookie" not in answer.headers
    # The ETag is weak, since it is the same for every compression of the content.
    assert answer.headers["ETag"].startswith("W/")
    same = client.get(path, headers={**headers, "If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304
    assert not same.data
    assert client.get(path, headers={**headers, "If-None-Match": '"x"'}).status_code == 200


# No other test sends these queries, so their responses are not cached in this process yet.
@pytest.mark.parametrize(
    ("path", "is_shared"),
    [
        (f"{SUGGEST}?row=mushy:01000", False),
        (f"{ANALYSE}?answer=truss,mushy&guess=mushy&guess=plaid", False),
        (f"{ANALYSE}?answer=truss&guess=mushy&guess=plaid", True),  # its search is never cut short
    ],
)
def test_response_of_a_shortened_search_is_not_cached(client, path, is_shared, monkeypatch):
    with monkeypatch.context() as crowded:
        for views in (helper_result, analysis_views):
            crowded.setattr(views, "search_time", lambda _: nullcontext(MIN_SEARCH_MS))
        answer = client.get(path)
    assert answer.status_code == 200
    assert (answer.headers["Cache-Control"] == "no-store") is not is_shared
    assert ("ETag" in answer.headers) is is_shared
    assert client.get(path).headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.parametrize(
    "path", [f"{SUGGEST}?row=crane", f"{SUGGEST}?row=crane:01002", ANALYSE, "/api/v1/openapi.json"]
)
def test_api_forbids_cross_origin_reads(client, path):
    answer = client.get(path, headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Set-Cookie" not in answer.headers
    is_public = "public" in answer.headers.get("Cache-Control", "")
    assert is_public == (answer.status_code == 200)


def test_head_answers_like_get_and_options_lists_the_allowed_methods(client):
    path = f"{SUGGEST}?row=crane:01002"
    head, answer = client.head(path), client.get(path)
    assert (head.status_code, head.mimetype, head.data) == (200, answer.mimetype, b"")
    assert client.options(path).allow.as_set() == {"get", "head", "options"}
    assert client.post(path).allow.as_set() == {"get", "head", "options"}


def test_api_shares_the_cpu_budget_of_pages(tmp_path, monkeypatch):
    client = create_app(Settings(instance=tmp_path), clock=Clock()).test_client()
    assert client.get(f"{SUGGEST}?length=4").status_code == 200
    monkeypatch.setattr(Accounts, "spent", lambda *_: (10**9, 30.0))
    refused = client.get(f"{SUGGEST}?length=4")
    assert (refused.status_code, refused.mimetype) == (429, MEDIA_TYPE)
    assert int(refused.headers["Retry-After"]) > 1


def test_openapi_document_is_valid_and_describes_its_parameters(document):
    validate(document)
    assert document["openapi"].startswith("3.1")
    for path in ("/suggest", "/analyse"):
        operation = document["paths"][path]["get"]
        assert all(
            parameter["schema"] and parameter["description"]
            for parameter in operation["parameters"]
        )
        assert set(operation["responses"]) == {"200", "422", "429"}


def test_limits_in_the_openapi_document_match_the_code(document):
    schemas = {
        parameter["name"]: parameter["schema"]
        for path in ("/suggest", "/analyse")
        for parameter in document["paths"][path]["get"]["parameters"]
    }
    rows, word = max_rows(MAX_BOARDS), f"[a-zäñöü]{{{LENGTHS[0]},{LENGTHS[-1]}}}"
    assert {schemas[name]["maxItems"] for name in ("row", "guess")} == {rows}
    assert schemas["row"]["items"]["pattern"].startswith(f"^{word}:")
    assert schemas["answer"]["pattern"] == f"^{word}(,{word}){{0,{MAX_BOARDS - 1}}}$"
    assert (schemas["boards"]["maximum"], schemas["used"]["maxItems"]) == (MAX_BOARDS, MAX_USED)
    assert schemas["words"]["maximum"] == MAX_LISTED
    assert schemas["mode"] == {"type": "string", "enum": list(MODES), "default": MODES[0]}
    assert schemas["length"]["enum"] == list(LENGTHS)


def test_api_lists_at_most_ten_fixes():
    fixes = DIAGNOSIS["fixes"].value
    assert fixes
    assert fixes(SimpleNamespace(fixes=tuple(range(12)))) == tuple(range(10))


def test_api_lists_words_only_on_request(client, document):
    parameters = document["paths"]["/suggest"]["get"]["parameters"]
    (words,) = (parameter["schema"] for parameter in parameters if parameter["name"] == "words")
    assert words["default"] == 0
    assert client.get(f"{SUGGEST}?row=crane:01002").get_json()["words"] == []


@pytest.fixture(scope="module")
def latin(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lexicons")
    write_lexicon(folder, "english-5", ("crane", "slate"), ("moist",))
    write_lexicon(folder, "english-4", ("able", "bore"), ("crow",))
    write_lexicon(folder, "latin-5", ("locus", "rosas", "virus"), ("amare",))
    return new_app(folder, languages=("english", "latin")).test_client()


def test_lexicon_parameter_selects_the_words(latin):
    for address in (f"{SUGGEST}?lexicon=latin-5&mode=pool", f"/latin{SUGGEST}?mode=pool"):
        assert latin.get(address).json["candidates"] == 3
    for path in (f"/latin{SUGGEST}?lexicon=english-4&mode=pool", f"{SUGGEST}?length=4&mode=pool"):
        assert latin.get(path).json["candidates"] == 2
    game = "answer=virus&guess=amare&guess=virus"
    assert latin.get(f"{ANALYSE}?lexicon=latin-5&{game}").status_code == 200
    assert (
        latin.get(f"{ANALYSE}?{game}&mode=real").json
        != latin.get(f"{ANALYSE}?lexicon=latin-5&{game}&mode=real").json
    )


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        (f"{SUGGEST}?lexicon=greek-5", "This site doesn’t have this word list."),
        (f"{SUGGEST}?lexicon=latin-4", "This site doesn’t have this word list."),
        (f"{SUGGEST}?lexicon=english-4&length=5", "Its words don’t have 5 letters."),
        (
            f"{ANALYSE}?lexicon=english-4&answer=crane&guess=crane",
            "Its words don’t have 5 letters.",
        ),
    ],
)
def test_lexicon_of_another_length_or_language_is_refused(latin, query, detail):
    answer = latin.get(query)
    assert answer.status_code == 422
    assert {"parameter": "lexicon", "detail": detail} in answer.json["errors"]
