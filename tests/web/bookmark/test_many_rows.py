"""What becomes of more rows than the helper takes."""

from web_visitor import Visitor


def test_the_helper_says_how_many_rows_of_a_page_it_leaves_out(visitor: Visitor) -> None:
    found = visitor.get("/helper/read?v=1" + "&row=crane:01002" * 12)
    page = visitor.get(found.headers["Location"])
    assert page.status_code == 422
    assert "The link has 12 rows. Only the first 10 were kept." in page.said
    refused = visitor.get("/helper/read?v=1" + "&row=crane:01002" * 50)
    assert "problem=page-none" in refused.headers["Location"]
