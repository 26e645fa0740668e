"""What a page says of a form just sent: one of a few sentences that its address can name."""

import pytest
from web_visitor import Visitor


@pytest.mark.parametrize(
    "path",
    [
        "/history?notice=",
        "/history?notice=<b>",
        "/settings?notice=added&count=5",
        "/random?notice=deleted",
    ],
)
def test_a_page_says_nothing_that_is_not_its_own(visitor, path):
    page = visitor.get(path)
    assert page.status_code == 200
    assert page.announcements == ()


@pytest.mark.parametrize(
    ("count", "text"),
    [
        ("2", "2 games restored."),
        ("1234", "1,234 games restored."),
        ("0", "were already here"),
        ("-1", "were already here"),
        ("%C2%B2", "were already here"),
        ("9999999", "were already here"),
    ],
)
def test_a_count_is_a_number_of_a_few_digits(visitor, count, text):
    assert text in visitor.get(f"/history?notice=added&count={count}").text


def test_under_a_path_too(make_app):
    visitor = Visitor(make_app())
    base = {"base_url": "http://localhost/words"}
    visitor.get("/history/delete", **base)
    assert visitor.post("/history/delete", **base).location == "/words/history?notice=deleted"
    assert visitor.get("/history?notice=deleted", **base).announcements == ("History deleted.",)
