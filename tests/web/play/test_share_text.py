"""What a result says when it is shared."""

import pytest
from web_visitor import answer_of_day, answer_of_token


def test_a_daily_result_ends_with_its_address_if_that_is_wanted(app, visitor):
    visitor.guess(answer_of_day(app))
    assert "Daily 62" in visitor.page.text
    assert "http" not in "".join(visitor.page.shared)
    assert visitor.fill("/settings", {"link": "y"}).status_code == 303
    assert visitor.get("/").shared[-1] == "http://localhost/daily/62"


@pytest.mark.parametrize(
    ("grid", "line"),
    [
        ("00000-22222", "You: 3/6 · Your friend: 2/6"),
        ("00000-10000-01000-22222", "You: 3/6 · Your friend: 4/6"),
        ("00000-01000-00100-00010-00001-10000", "You: 3/6 · Your friend: X/6"),
        ("22222x", None),
        ("2222", None),
    ],
)
def test_a_result_sent_by_a_friend_stands_beside_ones_own(app, visitor, wrong, grid, line):
    path = visitor.begin()
    for word in (*wrong[:2], answer_of_token(app, path)):
        assert "Your friend" not in visitor.get(f"{path}?grid={grid}").text
        visitor.get(visitor.post(visitor.page.guess_form.action, {"guess": word}).location)
    assert visitor.page.texts("comparison") == [line] * bool(line)
    assert visitor.page.shared[0] == "Wordle-web, 5 letters, normal words 3/6"
    own = visitor.page.shared[-1]
    assert "Your friend" not in visitor.get(own.removeprefix("http://localhost")).text
