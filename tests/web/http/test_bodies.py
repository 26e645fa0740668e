"""Limits of request bodies for each URL, and the cleanup of bodies."""

import gc
import re
import weakref
from contextlib import nullcontext
from io import BytesIO

import pytest
from web_visitor import multipart
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.test import EnvironBuilder, run_wsgi_app

from wordle_web.web.http.bodies import (
    BLOCK_BYTES,
    MAX_FIELDS,
    MAX_FORM_BYTES,
    MULTIPART,
    URLENCODED,
    BoundedParser,
    body_limits,
)


class Body(BytesIO):
    """A body whose deletion can be observed."""


class Unread(BytesIO):
    """An empty body that records the sizes of reads."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[int | None] = []

    def read(self, size: int | None = -1) -> bytes:
        self.blocks.append(size)
        return b""


LARGE = 8 * 1024


@pytest.mark.parametrize(
    ("method", "path", "kilobytes", "form_kilobytes"),
    [
        ("POST", "/", 16, 16),
        ("GET", "/", 16, 16),
        ("POST", "/nowhere", 16, 16),
        ("PUT", "/helper/screenshot", 16, 16),
        ("POST", "/helper/screenshot", LARGE + 64, 64),
        ("POST", "/analysis/screenshot", LARGE + 64, 64),
        ("POST", "/helper/%73hare", LARGE + 64, 64),
        ("POST", "/xx/helper/share", 16, 16),
        ("POST", "/league", LARGE + 64, 64),
        ("POST", "/history/restore", 500, 64),
        ("POST", "/helper/past-answers", 256, 64),
        ("POST", "/series", 32, 32),
    ],
)
def test_too_long_bodies_are_refused_by_content_length(
    app, method, path, kilobytes, form_kilobytes
):
    for kind, most in ((MULTIPART, kilobytes), (URLENCODED, form_kilobytes)):
        for excess in (0, 1):
            body = Unread()
            environ = EnvironBuilder(path, method=method, input_stream=body).get_environ()
            length = most * 1024 + excess
            environ["CONTENT_LENGTH"] = str(length)
            environ["CONTENT_TYPE"] = f"{kind}; boundary=limit"
            _, line, _ = run_wsgi_app(app, environ, buffered=True)
            assert (line[:3] == "413") is bool(excess), (kind, line)
            if excess:  # one block of the body is read and discarded
                assert body.blocks == [min(length, 64 * 1024)]


def test_every_larger_body_limit_belongs_to_an_existing_view(app):
    assert body_limits(app).keys() <= app.view_functions.keys()
    assert all(body > MAX_FORM_BYTES for body, _ in body_limits(app).values())


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
@pytest.mark.parametrize("path", ["/", "/league", "/nowhere"])
def test_chunked_bodies_are_refused(app, method, path):
    body = BytesIO(b"5\r\nguess\r\n0\r\n\r\n")
    environ = EnvironBuilder(path, method=method, input_stream=body).get_environ()
    environ |= {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
    environ.pop("CONTENT_LENGTH", None)
    pieces, line, _ = run_wsgi_app(app, environ, buffered=True)
    assert line.startswith("411")
    assert b"<h1" in b"".join(pieces)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("POST", "/"), ("POST", "/nowhere"), ("PUT", "/"), ("POST", "/helper/share")],
)
def test_request_bodies_are_freed_after_the_response(app, method, path):
    gc.collect()
    gc.disable()
    try:
        body = Body(b"a=b")
        seen = weakref.ref(body)
        environ = EnvironBuilder(path, method=method, input_stream=body).get_environ()
        run_wsgi_app(app, environ, buffered=True)
        del body, environ
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("path", ["/series", "/league", "/history", "/helper/past-answers"])
def test_forms_with_long_texts_or_files_are_multipart(visitor, path):
    forms = re.findall(r"<form [^>]*>.*?</form>", visitor.get(path).text, re.DOTALL)
    long = [form for form in forms if "<textarea" in form or 'type="file"' in form]
    assert long
    assert all('enctype="multipart/form-data"' in form for form in long)


@pytest.mark.parametrize("size", [*range(BLOCK_BYTES - 150, BLOCK_BYTES + 50), 3 * BLOCK_BYTES])
def test_multipart_parsing_does_not_depend_on_block_boundaries(size):
    text, file = "x" * size, b"\r\ny\n--lim" * 9
    sent = multipart({"text": text, "other": "ö"}, "file", file)["data"]
    parser = BoundedParser(max_form_memory_size=LARGE * 1024, max_form_parts=3)
    _, fields, files = parser.parse(BytesIO(sent), MULTIPART, len(sent), {"boundary": "limit"})
    assert list(fields.items(multi=True)) == [("text", text), ("other", "ö")]
    assert files["file"].read() == file


@pytest.mark.parametrize(
    ("head", "is_taken"),
    [(b"x" * 3_000, True), (b"x" * 9_000, False), (b"a: b\r\n" * 2_000, False)],
)
def test_headers_of_multipart_parts_are_limited(head, is_taken):
    sent = b'--b\r\nContent-Disposition: form-data; name="f"\r\nX: %s\r\n\r\ny\r\n--b--\r\n' % head
    parser = BoundedParser(max_form_memory_size=LARGE * 1024, max_form_parts=3)
    with nullcontext() if is_taken else pytest.raises(RequestEntityTooLarge):
        fields = parser.parse(BytesIO(sent), MULTIPART, len(sent), {"boundary": "b"})[1]
        assert fields.to_dict() == {"f": "y"}


@pytest.mark.parametrize("fields", [MAX_FIELDS, MAX_FIELDS + 1])
@pytest.mark.parametrize("unit", ["a", "=", "a=b", "%41"])
def test_urlencoded_form_with_too_many_fields_is_refused(fields, unit):
    sent = "&".join([unit] * fields).encode()
    with nullcontext() if fields == MAX_FIELDS else pytest.raises(RequestEntityTooLarge):
        values = BoundedParser().parse(BytesIO(sent), URLENCODED, len(sent))[1]
        assert len(list(values.items(multi=True))) == fields


@pytest.mark.parametrize("length", [1, 70, 71, 90, 200])
def test_boundaries_of_up_to_200_characters_are_accepted(length):
    boundary = "b" * length
    sent = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="f"\r\n\r\ny\r\n--{boundary}--\r\n'
    )
    parser = BoundedParser(max_form_memory_size=LARGE * 1024, max_form_parts=3)
    options = {"boundary": boundary}
    fields = parser.parse(BytesIO(sent.encode()), MULTIPART, len(sent), options)[1]
    assert list(fields.items()) == [("f", "y")]
