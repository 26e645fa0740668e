"""What an access log may know of a request."""

from collections.abc import Callable

import pytest
from flask import Flask, request

from wordle_web.web.http.access_log import LOGGED, logged_path


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/", "/"),
        ("", "/"),
        ("/helper", "/helper"),
        ("/how-to-play", "/how-to-play"),
        ("/random/5-normal-1-AAAA", "/random/*"),
        ("/challenge/secret", "/challenge/*"),
        ("/daily/12", "/daily/*"),
        ("//evil", "/evil"),
        ("/crane:01002", "/*"),
        ('/"x', "/*"),
        ("/\n", "/*"),
        ("/" + "x" * 21, "/*"),
        ("/\N{SNOWMAN}", "/*"),
    ],
)
def test_only_the_first_part_of_a_path_is_logged(path: str, logged: str) -> None:
    assert logged_path(path) == logged


def test_the_path_to_log_stands_in_the_environment_of_each_request(
    make_app: Callable[..., Flask],
) -> None:
    app, seen = make_app(), []
    app.before_request(lambda: seen.append(request.environ[LOGGED]))
    app.test_client().get("/random/5-normal-1-AAAA?row=crane")
    assert seen == ["/random/*"]
