"""Forms, addresses and methods that no browser sends: never 5xx, never a changed history."""

import io
import json
import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_visitor import Visitor, fields_of
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

FORM = "application/x-www-form-urlencoded"


@pytest.fixture(params=["/", "/boards/4"])
def started(visitor: Visitor, request: pytest.FixtureRequest) -> Visitor:
    """Somebody who has made one guess, on one board or on four."""
    visitor.home = request.param
    visitor.guess("fuzzy", visitor.home)
    return visitor


@pytest.fixture
def player(visitor: Visitor) -> Visitor:
    """Somebody who has made one guess in the game of one board."""
    visitor.home = "/"
    visitor.guess("fuzzy", visitor.home)
    return visitor


def unharmed(visitor: Visitor, answer: TestResponse, *statuses: int) -> None:
    """Check that an answer is one of a few, is a page with a way back, and changed nothing."""
    assert answer.status_code in statuses
    assert 'href="/"' in answer.text or answer.status_code == 303
    assert [record.guesses for record in visitor.history.in_progress] == [("fuzzy",)]
    assert re.search("Guess 2 of [69]", visitor.get(visitor.home).text)


@pytest.mark.parametrize(
    "guess",
    [
        lambda: (io.BytesIO(b"moist"), "moist.txt"),  # a file
        lambda: ["zzzzz", "moist"],  # of two fields of one name the first counts
    ],
)
def test_a_guess_of_another_kind_is_no_guess(started: Visitor, guess: Callable[[], object]) -> None:
    data = {**fields_of(started.page.text), "guess": guess()}
    unharmed(started, started.client.post(started.home, data=data), 422)


@pytest.mark.parametrize("path", ["/", "/random", "/settings", "/challenge"])
def test_files_in_the_place_of_fields_are_nothing(player: Visitor, path: str) -> None:
    data = {
        name: (io.BytesIO(b"x" * 50), "x.txt")
        for name in ("guess", "length", "theme", "word", "csrf_token", "turn", "day")
    }
    unharmed(player, player.client.post(path, data=data), 400, 422)


@pytest.mark.parametrize(
    "body", [b"{}", b"[]", b'"x"', b"5", b"{", b"", b'{"guess": "moist"}', b"\xff\xfe"]
)
@pytest.mark.parametrize("path", ["/", "/random", "/settings", "/challenge"])
def test_json_is_no_form(player: Visitor, body: bytes, path: str) -> None:
    token = fields_of(player.page.text)["csrf_token"]
    for headers in ({}, {"X-CSRFToken": token}):
        answer = player.client.post(
            path, data=body, content_type="application/json", headers=headers
        )
        unharmed(player, answer, 400, 422)


@pytest.mark.parametrize(
    ("number", "kind", "status"),
    [(1000, FORM, 422), (3000, FORM, 413), (21, "multipart/form-data", 413)],
)
def test_too_many_fields_are_no_guess(
    started: Visitor, number: int, kind: str, status: int
) -> None:
    data = {**fields_of(started.page.text), **{f"f{n}": "x" for n in range(number)}}
    answer = started.client.post(started.home, data=data, content_type=kind)
    unharmed(started, answer, status)


@pytest.mark.parametrize("size", [5_000, 17_000, 400_000])
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data"])
def test_a_large_form_is_too_much(started: Visitor, size: int, kind: str) -> None:
    data = {**fields_of(started.page.text), "guess": "m" * size}
    answer = started.client.post(started.home, data=data, content_type=kind)
    if size == 5_000 and kind == FORM:
        unharmed(started, answer, 422)
    else:
        unharmed(started, answer, 413)
        assert "more than the page can take" in answer.text


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        'multipart/form-data; boundary="',
        "multipart/form-data; boundary=x",
        "text/plain",
        "x",
        "",
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=nonsense",
    ],
)
def test_a_body_of_no_known_kind_is_no_form(started: Visitor, kind: str) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\nmoist\r\n--x--\r\n"
    unharmed(
        started, started.client.post(started.home, data=body, content_type=kind), 400, 413, 422
    )


def test_text_of_another_encoding_is_no_guess(started: Visitor) -> None:
    fields = fields_of(started.page.text)
    body = "&".join(f"{name}={value}" for name, value in fields.items() if name != "guess")
    for guess in ("moist".encode("utf-16"), b"\xff\xfe\xfd", b"%ff%fe%00%c3%28"):
        answer = started.client.post(
            started.home, data=body.encode() + b"&guess=" + guess, content_type=FORM
        )
        unharmed(started, answer, 400, 422)


@pytest.mark.parametrize("length", ["-1", "x", "99999", "3", "0", "", "1e3", " 5 ", "9" * 30])
def test_a_false_length_breaks_nothing(started: Visitor, length: str) -> None:
    body = b"guess=moist&turn=2&day=62"
    environ = EnvironBuilder(
        started.home, method="POST", input_stream=io.BytesIO(body)
    ).get_environ()
    environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"] = length, FORM
    environ["HTTP_COOKIE"] = f"wordle_web={started.cookie}"
    chunks, status, _ = run_wsgi_app(started.app, environ, buffered=True)
    assert status[:3] in {"400", "413", "422"}
    assert b"href=" in b"".join(chunks)
    assert re.search("Guess 2 of [69]", started.get(started.home).text)


@pytest.mark.parametrize("path", ["/", "/random", "/history", "/settings", "/daily/3", "/healthz"])
@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "X" * 300])
def test_an_unknown_method_is_told_which_there_are(player: Visitor, path: str, method: str) -> None:
    answer = player.client.open(path, method=method)
    unharmed(player, answer, 405)
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/history", "/how-to-play", "/archive", "/healthz"])
def test_a_form_to_a_page_without_one_is_405(player: Visitor, path: str) -> None:
    unharmed(player, player.post(path, {"guess": "moist"}), 405)


@pytest.mark.parametrize("path", ["/", "/history", "/random", "/settings"])
def test_head_and_options_are_answered(player: Visitor, path: str) -> None:
    head = player.client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert player.client.options(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/%ff",
        "/daily/%ff",
        "/daily/%00",
        "/random/%ff%fe",
        "/random/%2e%2e%2f",
        "/challenge/%F0%9F%92%A9",
        "/" + "x" * 5000,
        "/random/" + "x" * 5000,
        "/challenge/" + "A" * 5000,
        "/daily/" + "9" * 5000,
        "/static/../wordle_web/config.py",
        "/static/%2e%2e/%2e%2e/etc/passwd",
        "/..%5c..%5c",
        "/random/8-hard-1-" + "A" * 22,
        "/random/5-easy-1-" + "A" * 22,
        "/random/5-normal-2-" + "A" * 22,
        "/random/5-normal-1-" + "B" * 22,
        "/boards/3",
        "/boards/0",
        "/boards/64",
        "/boards/04",
        "/boards/%F0%9F%92%A9",
        "/boards/4/in-turn/x",
        "/boards/4/daily/0",
        "/boards/4/daily/63",
        "/boards/16",
        "/boards/32/daily/1",
        "/boards/4/random/5-easy-1-" + "A" * 22,
        "/boards/4/random/4-normal-9-" + "A" * 22,
        "/boards/8/random/4-normal-1-" + "A" * 22,
        "/boards/4/challenge/" + "A" * 1500,
        "/boards/4/%00",
        "/boards/" + "x" * 5000,
        "/random/" + "\N{ARABIC-INDIC DIGIT FIVE}-normal-1-" + "A" * 22,
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_that_names_nothing_is_404(player: Visitor, path: str, method: str) -> None:
    fields = fields_of(player.page.text)
    answer = player.client.open(path, method=method, data=fields if method == "POST" else None)
    unharmed(player, answer, 404)


@pytest.mark.parametrize(
    "query",
    [
        "x=" + "y" * 5000,
        "%ff=%fe",
        "a&b&c&d",
        "month=9999-99",
        "month=%00",
        "notice=added&count=x",
        "day=0",
        "board=%ff&typed=%00",
        "board=99999999999999999999&typed=" + "a" * 3000,
    ],
)
@pytest.mark.parametrize(
    "path", ["/", "/boards/4", "/history", "/random", "/settings", "/archive", "/challenge"]
)
def test_no_query_breaks_a_page(player: Visitor, path: str, query: str) -> None:
    assert player.get(f"{path}?{query}").status_code in {200, 422}


@pytest.mark.parametrize("made", ["x", "A" * 60, "A" * 5000, "%ff", "%00"])
def test_a_challenge_that_was_not_made_here_is_404(player: Visitor, made: str) -> None:
    unharmed(player, player.get(f"/challenge?made={made}"), 404)


# What nobody would ask of pages that take more than a number.
DAMAGED = {
    "/absurd": (
        "played=crane.crane",
        "played=zzzzz",
        "played=..",
        "played=%00%ff",
        "length=99&words=nowhere",
        "played=" + ".".join(["crane"] * 2000),
        "guess=%F0%9F%98%80",
        "length=5&length=6",
    ),
    "/watch": (
        "word=truss&strategy=nobody&against=nothing&seed=-1",
        "word=truss&seed=99999999999999999999&hard=yes&length=%FF",
        "word=%00%ff&strategy=%00",
        "word=" + "a" * 5000,
        "word=truss&word=level&random=",
        "word=٣",
    ),
    **dict.fromkeys(
        ("/lab", "/lab/openers", "/lab/run", "/lab/strategies.json"),
        (
            "sort=%00&order=x&tries=-1",
            "length=99&tries=99999999999&family=none",
            "opener=" + "a" * 999,
        ),
    ),
}


@pytest.mark.parametrize("path", DAMAGED)
def test_a_damaged_address_is_never_an_error(client: FlaskClient, path: str) -> None:
    for query in DAMAGED[path]:
        status = client.get(f"{path}?{query}").status_code
        assert status in {200, 422} or (path, status) == ("/watch", 303), query


def test_strange_headers_break_nothing(app: Flask, started: Visitor) -> None:
    for headers in (
        {"Accept-Language": "\xff" * 500},
        {"Accept-Language": ",".join(["xx;q=0.1"] * 2000)},
        {"Accept-Encoding": "br;q=x, gzip;q=\xff"},
        {"Cookie": ";;;=;=;" * 300},
        {"Cookie": "wordle_web=" * 300},
        {"Range": "bytes=0-"},
        {"If-None-Match": "*"},
        {"Content-Type": "\xff"},
    ):
        assert started.client.get(started.home, headers=headers).status_code == 200
    assert json.dumps([record.guesses for record in started.history.in_progress]) == '[["fuzzy"]]'


# What an address of these pages may hold: names of its fields, and values of any kind.
FIELDS = {
    "/helper": "row length mode hard used guess sort add resize tap set delete clear draft text.1",
    "/analysis": "answer guess game fill mode hard",
    "/api/v1/suggest": "row length mode hard used words game fill",
    "/api/v1/analyse": "answer guess mode hard used length words",
}
TEXTS = (
    st.text("abcersuz:012_?!🟩⬛ ,.\n\x00<>&ßİé", max_size=14)
    | st.from_regex(r"\A[a-z]{4,8}:[012]{4,8}\Z")
    | st.sampled_from(["truss", "crane", "4", "pool", "easy", "true", "1.1", "1.5.2", "-1", "1e9"])
    | st.sampled_from(["9" * 400, "\ud800", "%", "\x00", "٣"])
    | st.text(max_size=30)
)


@pytest.mark.parametrize("path", FIELDS)
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_address_at_all_is_answered_by_a_fault(
    client: FlaskClient, path: str, data: st.DataObject
) -> None:
    names = st.sampled_from([*FIELDS[path].split(), "x"])
    pairs = data.draw(st.lists(st.tuples(names, TEXTS), max_size=8))
    answer = client.get(f"{path}?{urlencode(pairs, errors='surrogatepass')}")
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        assert not path.startswith("/api/")
        assert client.get(answer.headers["Location"]).status_code in {200, 422}
