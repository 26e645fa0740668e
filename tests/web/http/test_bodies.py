"""How large a body an address takes, and that a request leaves none behind."""

import gc
import weakref
from io import BytesIO

import pytest
from werkzeug.exceptions import LengthRequired, RequestEntityTooLarge, ServiceUnavailable
from werkzeug.test import EnvironBuilder, run_wsgi_app

from wordle_web.web.http.bodies import MAX_FORM_BYTES, RefusedBody, body_limits


class Body(BytesIO):
    """A body whose end can be seen."""


@pytest.mark.parametrize(
    ("method", "path", "kilobytes"),
    [
        ("POST", "/", 16),
        ("POST", "/nowhere", 16),
        ("PUT", "/helper/screenshot", 16),
        ("POST", "/helper/screenshot", 8 * 1024 + 64),
        ("POST", "/analysis/screenshot", 8 * 1024 + 64),
        ("POST", "/helper/%73hare", 8 * 1024 + 64),
        ("POST", "/xx/helper/share", 16),
        ("POST", "/history/restore", 500),
        ("POST", "/history/bring-back", 500),
        ("POST", "/helper/past-answers", 256),
    ],
)
def test_an_address_takes_so_much(app, method, path, kilobytes):
    assert app.max_body(method, path) == kilobytes * 1024


def test_only_views_that_exist_take_more(app):
    assert body_limits(app).keys() <= app.view_functions.keys()
    assert all(body > MAX_FORM_BYTES for body, _ in body_limits(app).values())


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/suggest", "/nowhere"])
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (LengthRequired(), 411),
        (RequestEntityTooLarge(), 413),
        (ServiceUnavailable(retry_after=5), 503),
    ],
)
def test_a_body_that_was_not_kept_is_answered_with_words(app, path, error, status):
    environ = EnvironBuilder(path, method="GET").get_environ()
    environ["wsgi.input"] = RefusedBody(error)
    pieces, line, headers = run_wsgi_app(app, environ)
    assert line.startswith(str(status))
    assert len(b"".join(pieces)) > 100
    assert headers.get("Retry-After") == ("5" if status == 503 else None)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("POST", "/"), ("POST", "/nowhere"), ("PUT", "/"), ("POST", "/helper/share")],
)
def test_nothing_keeps_a_body_after_its_answer(app, method, path):
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
