"""What an access log may know of a request."""

from collections.abc import Callable

import pytest
from flask import Flask

from wordle_web.web.http.access_log import LOGGED, LoggedPath, logged_path


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


def test_the_path_to_log_stands_in_the_environment_of_each_request() -> None:
    environ = {"PATH_INFO": "/random/5-normal-1-AAAA", "QUERY_STRING": "row=crane"}
    LoggedPath(lambda environ, start: [])(environ, lambda *_: lambda _: None)
    assert environ[LOGGED] == "/random/*"


def test_every_application_leaves_it(make_app: Callable[..., Flask]) -> None:
    app = make_app()
    seen = []
    app.before_request(lambda: seen.append(__import__("flask").request.environ[LOGGED]))
    app.test_client().get("/daily/3?x=y")
    assert seen == ["/daily/*"]
