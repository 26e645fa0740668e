"""The form for statistics from elsewhere."""

import pytest
from web_visitor import Visitor, answer_of_day

FIELDS = {"played": "200", "current_streak": "31", "max_streak": "60"}
FIELDS |= {f"won_{n}": text for n, text in enumerate(("", "6", "40", "80", "50", "20"), 1)}


def figures(visitor: Visitor) -> list[str]:
    return list(visitor.get("/history").of_class("statistics")[0].definitions.values())


def test_what_is_entered_once_counts_is_marked_and_can_be_removed(app, visitor):
    assert visitor.fill("/history/earlier", FIELDS).location == "/history?notice=earlier"
    told = visitor.get("/history?notice=earlier").text
    assert "Your statistics from another site were added." in told
    assert figures(visitor) == ["200", "98", "31", "60", "4.19"]
    visitor.guess(answer_of_day(app))
    assert "Includes 200 games from another site." in visitor.page.text
    assert figures(visitor)[:4] == ["201", "98", "32", "60"]
    assert "include 200 games" in visitor.get("/history/earlier").text
    visitor.post("/history/earlier/remove")
    assert figures(visitor)[:4] == ["1", "100", "1", "1"]
    # Every game may be won in one streak.
    all_won = {"played": "196", "current_streak": "196", "max_streak": "196"}
    other = Visitor(app)
    other.fill("/history/earlier", FIELDS | all_won)
    assert figures(other) == ["196", "100", "196", "196", "4.19"]


@pytest.mark.parametrize(
    ("field", "typed", "reason"),
    [
        ("played", "", "Enter how many games you’ve played."),
        ("played", "195", "You entered 196 wins, so this must be 196 or more."),
        ("played", "many", "Enter a whole number up to 100,000."),
        ("won_2", "100001", "Enter a whole number up to 100,000."),
        ("max_streak", "30", "This is shorter than the current streak. Enter that number or more."),
        ("max_streak", "197", "A streak can’t be longer than the number of games won."),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_stays_typed(visitor, field, typed, reason):
    answer = visitor.fill("/history/earlier", {**FIELDS, field: typed})
    assert answer.status_code == 422
    assert reason in answer.text
    assert f'value="{typed}"' in answer.text
    assert visitor.history.earlier is None
