"""Addresses with a slash too many."""

import pytest
from web_visitor import Visitor


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/helper/?row=crane:01002&add=%C3%A9", "/helper?row=crane:01002&add=%C3%A9"),
        ("/boards/4/in-turn/", "/boards/4/in-turn"),
        ("/daily/10//", "/daily/10"),
        ("/api/v1/suggest/", "/api/v1/suggest"),
    ],
)
def test_a_slash_too_many_leads_to_the_page(visitor: Visitor, path: str, page: str) -> None:
    answer = visitor.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (308, page)


@pytest.mark.parametrize("path", ["/nothing/", "/.//play.example/", "/%5Cplay.example/"])
def test_where_no_page_is_nothing_leads_away(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).status_code == 404
