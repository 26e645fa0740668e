"""Forms, addresses and methods that no browser sends cause no 5xx and no changed history."""

import io
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from web_visitor import Visitor, multipart
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def player(visitor: Visitor) -> Visitor:
    visitor.guess("fuzzy", visitor.home)
    return visitor


@pytest.fixture
def started(visitor: Visitor, home: str) -> Visitor:
    """A visitor with a game in progress, on one board or on four."""
    visitor.home = home
    visitor.guess("fuzzy", home)
    return visitor


def unharmed(visitor: Visitor, answer: TestResponse, *statuses: int) -> None:
    """Check that a response has an expected status, links back, and changed nothing."""
    assert answer.status_code in statuses
    assert 'href="/"' in answer.text or answer.status_code == 303
    assert [record.guesses for record in visitor.history.in_progress] == [("fuzzy",)]
    assert "Guess 2 of " in visitor.get(visitor.home).visible_text


@pytest.mark.parametrize(
    "guess",
    [
        lambda: (io.BytesIO(b"moist"), "moist.txt"),  # a file
        lambda: ["zzzzz", "moist"],  # the first of two fields with the same name counts
    ],
)
def test_guess_sent_as_a_file_or_after_an_invalid_guess_is_refused(started, guess):
    data = {**started.page.fields, "guess": guess()}
    unharmed(started, started.client.post(started.home, data=data), 422)


@pytest.mark.parametrize("path", ["/", "/random", "/settings", "/challenge"])
def test_files_in_place_of_form_fields_are_refused(player, path):
    data = {
        name: (io.BytesIO(b"x" * 50), "x.txt")
        for name in ("guess", "length", "theme", "word", "csrf_token", "turn", "day")
    }
    unharmed(player, player.client.post(path, data=data), 400, 422)


@pytest.mark.parametrize(
    "path", ["/random", "/settings", "/challenge", "/boards/2/challenge", "/series"]
)
def test_files_in_place_of_form_fields_change_nothing_despite_a_valid_token(player, path):
    page = player.get(path)
    form = next(form for form in page.forms if form.method == "post" and len(form.fields) > 1)
    files = {name: (io.BytesIO(b"x" * 50), "x.txt") for name in form.fields}
    token = form.fields["csrf_token"]
    unharmed(player, player.client.post(path, data={**files, "csrf_token": token}), 303, 422)
    lists = {name: [5] for name in form.fields}
    answer = player.client.post(path, json=lists, headers={"X-CSRFToken": token})
    unharmed(player, answer, 303, 422)


VALUES = (
    "1" + 400 * "0",
    "-1" + 400 * "0",
    "1e308",
    "NaN",
    "Infinity",
    "true",
    "null",
    "[1]",
    "{}",
)
VALUES += (
    "{}",
    '"\\ud800"',
    '"\\u0000"',
    "1700000000",
    "9" * 1000,
    '"x"',
    "[[[[[[[[[[[[1]]]]]]]]]]]]",
)
RECORDS = (
    '[{"author": %(v)s, "ts": 1, "text": "Wordle 925 4/6"}]',
    '[{"author": "Ana", "ts": %(v)s, "id": %(v)s, "text": "Wordle 925 4/6", "edited": %(v)s}]',
    '[{"date": %(v)s, "answer": "crane", "number": %(v)s}, {"date": "x", "answer": %(v)s}]',
    '{"gamesPlayed": %(v)s, "guesses": {"1": %(v)s, "fail": %(v)s}, "currentStreak": %(v)s}',
)


@pytest.mark.parametrize("value", VALUES, ids=[value[:12] for value in VALUES])
@pytest.mark.parametrize(
    ("path", "name"),
    [("/league", "text"), ("/history/earlier", "pasted"), ("/helper/past-answers", "text")],
)
def test_any_value_in_pasted_json_is_read_or_refused(player, path, name, value):
    player.get(path)
    for record in RECORDS:
        answer = player.post(path, {name: record % {"v": value}})
        unharmed(player, answer, 303, 422, 200)


@pytest.mark.parametrize("body", [b"[]", b"{", b"", b'{"guess": "moist"}', b"\xff\xfe"])
@pytest.mark.parametrize("path", ["/", "/random", "/settings", "/challenge"])
def test_json_body_is_refused(player, body, path):
    token = player.page.fields["csrf_token"]
    for headers in ({}, {"X-CSRFToken": token}):
        page = player.client.post(path, data=body, content_type="application/json", headers=headers)
        unharmed(player, page, 400, 422)


@pytest.mark.parametrize(
    ("number", "kind", "status"),
    [(190, FORM, 422), (200, FORM, 413), (3000, FORM, 413), (21, "multipart/form-data", 413)],
)
def test_too_many_fields_are_refused(started, number, kind, status):
    data = {**started.page.fields, **{f"f{n}": "x" for n in range(number)}}
    unharmed(started, started.client.post(started.home, data=data, content_type=kind), status)


@pytest.mark.parametrize("size", [5_000, 17_000, 400_000])
@pytest.mark.parametrize("kind", [FORM, "multipart/form-data"])
def test_oversized_form_is_refused(started, size, kind):
    data = {**started.page.fields, "guess": "m" * size}
    answer = started.client.post(started.home, data=data, content_type=kind)
    if size == 5_000:
        unharmed(started, answer, 422)
    else:
        unharmed(started, answer, 413)
        assert "more than the page can take" in answer.text


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        'multipart/form-data; boundary="',
        "multipart/form-data; boundary=x",
        "text/plain",
        "",
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=nonsense",
    ],
)
def test_body_of_unknown_type_is_refused(started, kind):
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\nmoist\r\n--x--\r\n"
    unharmed(
        started, started.client.post(started.home, data=body, content_type=kind), 400, 413, 422
    )


def test_truncated_form_is_refused(started):
    sent = multipart({**started.page.fields, "guess": "moist"}, "x", None)
    sent["data"] = sent["data"].removesuffix(b"\r\n--limit--\r\n")
    unharmed(started, started.client.post(started.home, **sent), 400, 413)


def test_guess_in_another_encoding_is_refused(started):
    fields = started.page.fields
    body = "&".join(f"{name}={value}" for name, value in fields.items() if name != "guess")
    for guess in ("moist".encode("utf-16"), b"\xff\xfe\xfd", b"%ff%fe%00%c3%28"):
        answer = started.client.post(
            started.home, data=body.encode() + b"&guess=" + guess, content_type=FORM
        )
        unharmed(started, answer, 400, 422)


@pytest.mark.parametrize("length", ["-1", "x", "99999", "3", "0", "", "1e3", " 5 ", "9" * 30])
def test_wrong_content_length_changes_nothing(started, length):
    body = b"guess=moist&turn=2&day=62"
    environ = EnvironBuilder(
        started.home, method="POST", input_stream=io.BytesIO(body)
    ).get_environ()
    environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"] = length, FORM
    environ["HTTP_COOKIE"] = f"{started.cookie_name}={started.cookie}"
    chunks, status, _ = run_wsgi_app(started.app, environ, buffered=True)
    assert status[:3] in {"400", "413", "422"}
    assert b"href=" in b"".join(chunks)
    assert "Guess 2 of " in started.get(started.home).visible_text


@pytest.mark.parametrize("path", ["/", "/history", "/daily/3"])
def test_unknown_method_gets_405_with_the_allowed_methods(player, path):
    for method in ("TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "X" * 300):
        answer = player.client.open(path, method=method)
        unharmed(player, answer, 405)
        assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("path", ["/history", "/how-to-play"])
def test_post_to_a_page_without_a_form_gets_405(player, path):
    unharmed(player, player.post(path, {"guess": "moist"}), 405)


@pytest.mark.parametrize("path", ["/", "/history", "/random", "/settings"])
def test_pages_respond_to_head_and_options(player, path):
    head = player.client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert player.client.options(path).status_code == 200


NOWHERE = """
/%00 /daily/%ff /random/%2e%2e%2f /challenge/%F0%9F%92%A9 /..%5c..%5c
/static/../wordle_web/config.py /static/%2e%2e/%2e%2e/etc/passwd
/boards/04 /boards/16 /boards/4/in-turn/x /boards/4/daily/64 /boards/32/daily/1
"""
LONG = "/random/" + "x" * 5000, "/challenge/" + "A" * 5000, "/daily/" + "9" * 5000
TOKENS = "random/5-easy-1 random/5-normal-2 boards/4/random/4-normal-9 boards/8/random/4-normal-1"
NO_TOKENS = [f"/{prefix}-{'A' * 22}" for prefix in (*TOKENS.split(), "random/\u0665-normal-1")]
NO_TOKENS += ["/random/5-normal-1-" + "B" * 22]


@pytest.mark.parametrize("path", [*NOWHERE.split(), *LONG, *NO_TOKENS])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_address_gets_404(player, path, method):
    fields = player.page.fields
    answer = player.client.open(path, method=method, data=fields if method == "POST" else None)
    unharmed(player, answer, 404)


@pytest.mark.parametrize(
    "query",
    [
        "%ff=%fe&a&b&x=" + "y" * 5000,
        "month=%00&day=0&notice=added&count=x",
        "board=%ff&typed=%00",
        "board=99999999999999999999&typed=" + "a" * 3000,
    ],
)
@pytest.mark.parametrize(
    "path", ["/", "/boards/4", "/history", "/random", "/settings", "/challenge"]
)
def test_pages_accept_any_query(player, path, query):
    assert player.get(f"{path}?{query}").status_code in {200, 422}


@pytest.mark.parametrize("made", ["x", "A" * 60, "A" * 5000, "%ff", "%00"])
def test_challenge_of_another_site_gets_404(player, made):
    unharmed(player, player.get(f"/challenge?made={made}"), 404)


def test_malformed_headers_cause_no_error(app, started):
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
    assert [record.guesses for record in started.history.in_progress] == [("fuzzy",)]


# The addresses of these pages have the names of their fields, with values of any kind.
FIELDS = {
    "/helper": "row length mode hard used guess sort add resize tap set delete clear draft text.1"
    " untouched game",
    "/analysis": "answer guess game fill mode hard",
    "/absurd": "played guess length words row",
    "/lab": "sort order length tries family opener hard",
    "/lab/openers": "sort order page best word",
    "/api/v1/suggest": "row length mode hard used words game fill",
    "/api/v1/analyse": "answer guess mode hard used length words",
}
TEXTS = (
    st.text("abcersuz:012_?!🟩⬛ ,.\n\x00<>&ßİé", max_size=14)
    | st.from_regex(r"\A[a-z]{4,8}:[012]{4,8}\Z")
    | st.sampled_from(["truss", "crane", "4", "pool", "easy", "true", "1.1", "1.5.2", "-1", "1e9"])
    | st.sampled_from(["crane.crane", "..", ".".join(["crane"] * 2000), "nowhere", "all"])
    | st.sampled_from(["9" * 400, "\ud800", "%", "\x00", "٣"])
    | st.text(max_size=30)
)


@pytest.mark.parametrize("path", FIELDS)
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_query_causes_a_server_error(client, path, data):
    names = st.sampled_from([*FIELDS[path].split(), "x"])
    pairs = data.draw(st.lists(st.tuples(names, TEXTS), max_size=8))
    answer = client.get(f"{path}?{urlencode(pairs, errors='surrogatepass')}")
    assert answer.status_code in {200, 303, 422}
    if answer.status_code == 303:
        assert not path.startswith("/api/")
        assert client.get(answer.location).status_code in {200, 422}
