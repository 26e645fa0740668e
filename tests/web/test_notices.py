"""What a page says of a form just sent: one of a few sentences that its address can name."""

from collections.abc import Callable

import pytest
from flask import Flask
from web_visitor import Visitor


def notices(page: str) -> bool:
    """Return whether a page shows a notice."""
    return 'class="notice"' in page


@pytest.mark.parametrize(
    "path",
    [
        "/history?notice=",
        "/history?notice=x",
        "/history?notice=saved",
        "/history?notice=<b>",
        "/history?notice=%E2%9C%93",
        "/settings?notice=deleted",
        "/settings?notice=added&count=5",
        "/random?notice=deleted",
    ],
)
def test_a_page_says_nothing_that_is_not_its_own(visitor: Visitor, path: str) -> None:
    page = visitor.get(path)
    assert page.status_code == 200
    assert not notices(page.text)


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ("2", "2 games restored."),
        ("1234", "1,234 games restored."),
        ("0", "were already here"),
        ("", "were already here"),
        ("-1", "were already here"),
        ("%C2%B2", "were already here"),
        ("9999999", "were already here"),
        ("<b>", "were already here"),
    ],
)
def test_a_count_is_a_number_of_a_few_digits(visitor: Visitor, count: str, text: str) -> None:
    assert text in visitor.get(f"/history?notice=added&count={count}").text


def test_under_a_path_too(make_app: Callable[..., Flask]) -> None:
    visitor = Visitor(make_app())
    base = {"base_url": "http://localhost/words"}
    visitor.get("/history/delete", **base)
    answer = visitor.post("/history/delete", **base)
    assert answer.headers["Location"] == "/words/history?notice=deleted"
    assert notices(visitor.get("/history?notice=deleted", **base).text)
