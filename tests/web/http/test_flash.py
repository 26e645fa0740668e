"""What a page tells of a form just sent: only what this site has said, and only to whom."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from flask import Flask
from web_visitor import Visitor, answer_of_day


def notices(page: str) -> bool:
    """Return whether a page tells any news."""
    return 'class="notice"' in page


@pytest.fixture
def deleted(visitor: Visitor) -> str:
    """The address to which the deletion of all games has led."""
    visitor.get("/history/delete")
    return str(visitor.post("/history/delete").headers["Location"])


@pytest.mark.parametrize(
    "path",
    [
        "/history?added=5",
        "/history?added=0",
        "/history?added=5&seal=",
        "/history?added=5&seal=0123456789abcdef",
        "/history?added=5&seal=%E2%9C%93",
        "/history?added=%C2%B2&seal=x",
        "/history?deleted=1",
        "/settings?saved=now",
        "/settings?saved=later",
    ],
)
def test_an_address_alone_tells_nothing(visitor: Visitor, path: str) -> None:
    visitor.get("/")
    page = visitor.get(path)
    assert page.status_code == 200
    assert not notices(page.text)


def test_a_friend_is_not_thanked_for_a_report(app: Flask, visitor: Visitor) -> None:
    visitor.guess(answer_of_day(app))
    address = visitor.post("/report").headers["Location"]
    assert notices(visitor.get(address).text)
    friend = Visitor(app)
    friend.guess(answer_of_day(app))
    assert not notices(friend.get(address).text)


def test_a_seal_is_of_one_page_and_one_piece_of_news(visitor: Visitor, deleted: str) -> None:
    assert notices(visitor.get(deleted).text)
    assert not notices(visitor.get(deleted.replace("deleted", "added")).text)
    assert not notices(visitor.get(deleted.replace("=1", "=2", 1)).text)
    assert not notices(visitor.get(f"/settings?{urlsplit(deleted).query}").text)


def test_under_a_path_too(make_app: Callable[..., Flask]) -> None:
    visitor = Visitor(make_app())
    base = {"base_url": "http://localhost/words"}
    visitor.get("/history/delete", **base)
    answer = visitor.post("/history/delete", **base)
    assert answer.headers["Location"].startswith("/words/history?deleted=1&seal=")
    assert notices(visitor.get(answer.headers["Location"].removeprefix("/words"), **base).text)
