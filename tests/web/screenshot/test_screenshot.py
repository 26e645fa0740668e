"""Screenshots: sent by a form or shared, then checked, corrected and used."""

import io
import tracemalloc
from urllib.parse import parse_qsl, urlsplit

import pytest
from draw_boards import Look, picture
from flask import Flask, request
from harness.visitor import Answer
from PIL import Image
from web_visitor import multipart
from werkzeug.test import TestResponse

from wordle_web.reading.lattice import MAX_ROWS
from wordle_web.reading.reader import BoardReading, DeadlineError
from wordle_web.web.screenshot import views

ROWS = [("crane", "01002"), ("slimy", "00110")]
HELPER, ANALYSIS, SHARE = "/helper/screenshot", "/analysis/screenshot", "/helper/share"
GRID = "Word 1,000 2/6\n\n⬛🟨⬛⬛🟩\n🟩🟩🟩🟩🟩"


@pytest.fixture(scope="module")
def app(shipped: Flask) -> Flask:
    return shipped


def png(image: Image.Image) -> bytes:
    stored = io.BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()


def shot(rows: list[tuple[str, str]] = ROWS, typed: str = "", look: Look | None = None) -> bytes:
    return png(picture(look or Look(), [(rows, typed)]))


def send(
    app: Flask, data: bytes | None, path: str = HELPER, script: bool = False, options: str = ""
) -> TestResponse:
    client = app.test_client()
    fields = client.get(f"{path}?{options}").fields
    headers = {"X-Requested-With": "fetch"} if script else {}
    return client.post(path, headers=headers, **multipart(fields, "screenshot", data))


def share(app: Flask, data: bytes | None = None, text: str | None = None) -> TestResponse:
    headers = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Origin": "null"}
    fields = {"text": text} if text is not None else {}
    return app.test_client().post(SHARE, headers=headers, **multipart(fields, "screenshot", data))


def query(url: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)


def page(app: Flask, url: str, status: int = 200) -> Answer:
    answer = app.test_client().get(url)
    assert answer.status_code == status
    return answer


def test_uploaded_picture_redirects_to_its_rows_or_returns_them_to_a_script(app):
    answer = send(app, shot(typed="mo"))
    assert answer.status_code == 303
    assert answer.location == f"{HELPER}?row=crane:01002&row=slimy:00110&typed=mo"
    shown = page(app, answer.location)
    assert "All letters and colors were clear" in shown.visible_text
    assert not shown.all(".//img")
    answer = send(app, shot(), script=True)
    assert answer.status_code == 200
    assert answer.fact("address") == f"{HELPER}?row=crane:01002&row=slimy:00110"


def test_reading_a_screenshot_keeps_the_options_of_the_helper(app):
    answer = send(app, shot(), options="hard=1&mode=pool")
    assert answer.location.endswith("row=slimy:00110&mode=pool&hard=1")


def test_screenshot_page_keeps_the_options_of_several_boards(app):
    several = page(app, "/helper?boards=4&order=in-turn&length=6&row=planet:010000")
    options = "boards=4&length=6&order=in-turn"
    assert f"{HELPER}?{options}" in several.addresses
    form = page(app, f"{HELPER}?{options}")
    assert f"/helper?{options}" in form.addresses
    assert form.fields["boards"] == "4"
    shown = page(app, f"{HELPER}?row=planet:010000&boards=4&order=in-turn")
    assert f"/helper?{options}" in shown.addresses


def test_doubtful_tiles_are_marked_in_the_address_and_on_the_page(app):
    answer = send(app, shot(look=Look(toast=0)))
    doubts = [value for name, value in query(answer.location) if name == "doubt"]
    assert "0.2.0" in doubts
    shown = page(app, answer.location)
    flagged = [tile["aria-label"] for tile in shown.all(".//*[@data-doubtful]")]
    assert len(flagged) == len(doubts)
    assert flagged[0].startswith("3rd letter")
    assert all(label.endswith(", not sure") for label in flagged)


@pytest.mark.parametrize(
    ("fields", "location"),
    [
        (  # the helper's options are kept in the links
            "hard=1&mode=pool&used=moist&row=crane:01002&typed=mo&word=crane&use=0",
            "/helper?row=crane:01002&mode=pool&hard=1&used=moist&draft=mo",
        ),
        ("row=planet:010020&use=0&used=moist", "/helper?row=planet:010020&length=6"),
        ("row=t?ade:01002&word=trade&use=0", "/helper?row=trade:01002"),
        (  # the order is kept for the same number of boards only; options of one board never are
            "boards=2&order=in-turn&row=crane:01002.00000&use=0",
            "/helper?boards=2&row=crane:01002.-&order=in-turn",
        ),
        (
            "boards=4&order=in-turn&row=crane:01002.00000&use=0",
            "/helper?boards=2&row=crane:01002.00000",
        ),
        ("hard=1&only=1&row=crane:01002.00000&use=0", "/helper?boards=2&row=crane:01002.00000"),
        (  # a tapped tile gets the next color and is certain
            "row=crane:01002&doubt=0.4.0&doubt=0.1.0&word=crane&tap=0.4.0",
            f"{HELPER}?row=crane:01000&doubt=0.1.0",
        ),
        (  # a corrected letter is certain, and a row with a cleared word is removed
            "row=crane:01002&row=slimy:00110&doubt=0.1.0&doubt=1.0.0&doubt=1.4.0&word=&word=Blimy",
            f"{HELPER}?row=blimy:00110&doubt=0.4.0",
        ),
    ],
)
def test_rows_of_a_screenshot_open_in_the_helper_or_are_corrected_on_the_same_page(
    app, fields, location
):
    answer = app.test_client().get(f"{HELPER}?{fields}")
    assert (answer.status_code, answer.location) == (303, location)
    assert app.test_client().get(location).status_code == 200


@pytest.mark.parametrize(("read", "word"), [("crane", "<b>x"), ("t?ade", "t?ade")])
def test_invalid_word_is_reported_and_fields_are_kept(app, read, word):
    shown = page(app, f"{HELPER}?row={read}:01002&word={word}&use=0", 422)
    assert f"Enter a word of 5 letters, not “{word}”." in shown.visible_text
    assert f"{read}:01002" in shown.values("row")
    assert shown.values("word") == [word]


def test_boards_of_one_screenshot_open_together_in_the_helper(app):
    games = [([("crane", "01002"), ("slimy", "00110")], ""), ([("crane", "20000")], "")]
    games[1][0].append(("slimy", "00000"))
    location = send(app, png(picture(Look(boards=2, tile=40), games))).location
    assert location == f"{HELPER}?row=crane:01002.20000&row=slimy:00110.00000"
    assert page(app, location).all(".//*[@aria-label='Board 2']")
    assert not page(app, f"{HELPER}?row=crane:01002").all(".//*[@aria-label='Board 1']")
    answer = app.test_client().get(f"{location}&use=0")
    assert answer.location == "/helper?boards=2&row=crane:01002.20000&row=slimy:00110.00000"
    assert app.test_client().get(answer.location).status_code == 200
    assert "Use board 2" in page(app, location.replace("helper", "analysis")).visible_text
    one = app.test_client().get(f"{location.replace('helper', 'analysis')}&use=1")
    assert one.location == "/analysis?guess=crane:20000&guess=slimy:00000"


def test_another_game_in_the_picture_can_be_chosen(app):
    games = [([("crane", "01002"), ("slimy", "00110")], ""), ([("moist", "00000")], "")]
    location = send(app, png(picture(Look(boards=2, tile=40), games))).location
    assert query(location)[:2] == [("row", "crane:01002"), ("row", "slimy:00110")]
    assert ("other", "row=moist:00000") in query(location)
    shown = page(app, location)
    assert "The picture shows several games" in shown.visible_text
    other = page(app, shown.link("MOIST"))
    assert query(other.link("CRANE SLIMY"))[0] == ("row", "crane:01002")
    left = app.test_client().get(f"{location}&word=crane&word=slimy&leave=2").location
    assert ("row", "slimy:00110") not in query(left)
    assert ("other", "row=moist:00000") in query(left)


def test_later_rows_of_a_solved_board_are_marked_by_its_answer(app):
    games = [([("crane", "00000"), ("slimy", "00000")], ""), ([("crane", "22222")], "")]
    location = send(app, png(picture(Look(boards=2, tile=40), games))).location
    assert location == f"{HELPER}?row=crane:00000.22222&row=slimy:00000.00000"


def test_screenshot_of_a_finished_game_leads_to_the_analysis(app):
    location = send(app, shot([("slate", "00202"), ("crane", "22222")]), ANALYSIS).location
    assert location.startswith(f"{ANALYSIS}?row=slate:00202&row=crane:22222")
    answer = app.test_client().get(f"{location}&use=0")
    rows = "guess=slate:00202&guess=crane:22222"
    assert answer.location == f"/analysis?answer=crane&{rows}"
    assert app.test_client().get(answer.location).status_code == 200
    rows = "row=crane:00200&row=slate:22222&row=blaze:00202"
    assert "answer=" not in app.test_client().get(f"{ANALYSIS}?{rows}&use=0").location


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (None, "Choose a picture first: a PNG, JPEG, or WebP file."),
        (b"", "Choose a picture first: a PNG, JPEG, or WebP file."),
        (b"GIF89a", "This file isn’t a PNG, JPEG, or WebP picture. Choose another."),
        (shot()[:900], "This picture is damaged or incomplete. Take the screenshot again."),
        (bytes(8 * 1024 * 1024 + 1), "This picture is too large. Crop it to the board."),
        (png(Image.new("RGB", (90, 90))), "No board found in this picture."),
        (shot([]), "No board found in this picture."),
    ],
    ids=["no file", "empty file", "gif", "cut off", "too large", "plain", "empty board"],
)
def test_unreadable_picture_is_refused_with_422(app, data, text):
    answer = send(app, data)
    assert answer.status_code == 422
    shown = answer.visible_text
    assert text in shown
    assert ("Use a screenshot, not a photo" in shown) == text.startswith("No board")


def test_shared_picture_with_doubtful_tiles_opens_the_screenshot_page(app):
    location = share(app, shot(look=Look(toast=0))).location
    assert location.startswith(f"{HELPER}?row=")
    assert "doubt=0.2.0" in location


@pytest.mark.parametrize(
    ("data", "text", "location"),
    [
        (shot(), None, "/helper?row=crane:01002&row=slimy:00110"),
        (None, GRID, "/helper?row=:01002&row=:22222"),
        (b"", GRID, "/helper?row=:01002&row=:22222"),  # some apps share an empty file with a text
        (None, None, HELPER),
        (b"x", None, f"{HELPER}?problem=format"),
        (png(Image.new("RGB", (90, 90))), None, f"{HELPER}?problem=none"),
        (None, "to be", "/helper?add=to+be"),
    ],
    ids=["picture", "grid", "grid and empty file", "nothing", "no picture", "plain", "no grid"],
)
def test_content_shared_with_the_app_redirects_to_the_helper_or_an_error_page(
    app, data, text, location
):
    answer = share(app, data, text)
    assert (answer.status_code, answer.location) == (303, location)
    assert "Set-Cookie" not in answer.headers
    assert app.test_client().get(location).status_code in {200, 422}


def test_web_manifest_has_the_address_for_shared_content(app):
    target = app.test_client().get("/site.webmanifest").get_json()["share_target"]
    assert target["action"] == SHARE
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    assert target["params"]["files"][0]["name"] == "screenshot"


@pytest.mark.parametrize(
    ("rows", "is_valid"),
    [
        ("row=crane", False),
        ("row=crane:01002&row=planet:000000", False),
        ("row=%3Cb%3E:01002", False),
        ("row=crane:" + "01002." * 16 + "01002", False),
        ("&".join(["row=crane:01002"] * (MAX_ROWS + 1)), False),
        ("row=telephone:000000000", False),
        ("row=x:9", False),
        ("&".join([f"row=crossing:{'.'.join(['00000000'] * 16)}"] * 21), True),  # the largest game
    ],
)
def test_unreadable_rows_of_an_address_are_reported(app, rows, is_valid):
    shown = page(app, f"{HELPER}?{rows}", 200 if is_valid else 422)
    assert ("isn’t a valid row and was skipped" in shown.visible_text) is not is_valid


def test_invalid_fields_cause_no_server_error(app):
    odd = ["doubt=9.9.9&tap=7.7.7", "doubt=0.9.0&word=crane", "tap=x&doubt=1", "typed=%00%ff"]
    for field in (*odd, "use=9", "use=x", f"use={'9' * 5000}"):
        answer = app.test_client().get(f"{HELPER}?row=crane:01002&{field}")
        assert answer.status_code in {200, 303, 422}, field


def test_uploaded_pictures_are_not_written_to_disk(app):
    with app.test_request_context(
        SHARE, method="POST", **multipart({}, "screenshot", bytes(2_000_000))
    ):
        request.max_content_length, request.max_form_memory_size = 3_000_000, 200_000
        assert type(request.files["screenshot"].stream) is io.BytesIO


def test_picture_that_takes_too_long_to_read_is_refused_as_too_large(app, monkeypatch):
    def never(*_: object) -> None:
        raise DeadlineError

    monkeypatch.setattr(views, "read_screenshot", never)
    answer = send(app, shot())
    assert (answer.status_code, "This picture is too large" in answer.visible_text) == (422, True)


def test_reading_a_screenshot_takes_less_than_50_megabytes(app):
    data = png(picture(Look(tile=190), [(ROWS, "")]))
    send(app, data)
    tracemalloc.start()
    try:
        send(app, data)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_typed_letter_can_be_marked_as_doubtful(client):
    page = client.get(f"{HELPER}?row=crane:01002&typed=mo&doubt=1.1.0")
    assert 'mark="typed" data-doubtful' in page.text


def test_boards_that_cannot_be_read_together_are_reported(shipped, monkeypatch):
    client = shipped.test_client()
    boards = (BoardReading(5, (("crane", "01002"),), "", ()), BoardReading(5, (), "", ()))
    monkeypatch.setattr(views, "_read_boards", lambda: (boards, ""))
    sent = multipart(client.get(HELPER).fields, "screenshot", b"")
    page = client.post(HELPER, headers={"X-Requested-With": "fetch"}, **sent)
    assert "Not all boards in this picture could be read together." in page.text
