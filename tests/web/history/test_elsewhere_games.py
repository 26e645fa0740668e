"""Games from another site: added on their analysis, listed and removed on the skill page."""

import pytest
from web_visitor import Visitor, answer_of_day, new_app

from wordle_web.game.history.history import History

WON = "/analysis?answer=crane&guess=slate&guess=crane"
SIX = ("slate", "steel", "these", "truss", "level", "orbit")
LOST = "/analysis?answer=crane&" + "&".join(f"guess={guess}" for guess in SIX)
BUTTON = "Count this game for your skill"


@pytest.mark.parametrize(("url", "result"), [(WON, "2/6"), (f"{LOST}&hard=1", "X/6*")])
def test_game_from_elsewhere_counts_once_and_can_be_removed(visitor, url, result):
    assert BUTTON in visitor.get(url).text
    assert visitor.post(url).location == url
    assert visitor.post(url).location == url
    page = visitor.get(url)
    assert "This game counts." in page.text
    assert BUTTON not in page.text
    (record,) = visitor.history.recent
    assert (record.is_elsewhere, record.game("crane").answer) == (True, "crane")
    listed = visitor.get("/history")
    assert "Another site, 5 letters" in listed.text
    assert "No games yet" in listed.text  # the history counts only games of this site
    assert visitor.get(f"/history/{record.puzzle}").status_code == 200
    page = visitor.get("/skill")
    assert "crane</a>†" in page.text.replace("CRANE", "crane")
    assert page.first(".//option").visible_text == f"CRANE · {result}"
    assert f'href="{url.replace("&", "&amp;")}"' in page.text
    assert visitor.history.recent[0].rating
    assert visitor.post("/skill", {"puzzle": record.puzzle}).location == "/skill"
    assert visitor.history == History()
    assert BUTTON in visitor.get(url).text


def test_latest_game_from_elsewhere_comes_first(visitor):
    for url in (WON, LOST):
        visitor.get(url)
        visitor.post(url)
    offered = [option.visible_text for option in visitor.get("/skill").all(".//option")]
    assert offered == ["CRANE · X/6", "CRANE · 2/6"]


@pytest.mark.parametrize(
    "query",
    [
        "answer=crane&guess=slate",  # not finished
        "answer=crane&guess=slate&guess=crane&mode=pool",  # a game of this site
        "answer=zebra&guess=slate&guess=zebra",  # the answer is in no list
        "answer=crane+slate&guess=crane+slate",
        "answer=crane&guess=:02000&guess=crane",
        "answer=crane",
    ],
)
def test_analysis_of_an_incomplete_or_unknown_game_cannot_be_counted(visitor, query):
    assert BUTTON not in visitor.get(f"/analysis?{query}").text
    assert visitor.fill("/history", to=f"/analysis?{query}").status_code == 400
    assert not visitor.history.recent


def test_game_of_this_site_already_counts_and_cannot_be_removed(app, visitor):
    answer = answer_of_day(app)
    visitor.guess("fuzzy")
    visitor.guess(answer)
    before = visitor.history
    url = f"/analysis?answer={answer}&guess=fuzzy&guess={answer}"
    assert "This game counts." in visitor.get(url).text
    visitor.fill("/history", to=url)
    assert visitor.history == before
    # A game of this site can't be removed here.
    visitor.fill("/history", {"puzzle": before.recent[0].puzzle}, to="/skill")
    assert visitor.history == before


def test_backup_and_move_link_include_games_from_elsewhere(lexicons, visitor):
    visitor.fill(WON)
    backup = visitor.get("/history/download").text
    link = visitor.get("/history/move").of_class("share-text")[0].visible_text
    for send in (lambda new: new.restore(backup), lambda new: new.fill(link, to="/history/move")):
        new = Visitor(new_app(lexicons))
        assert "count=1" in send(new).location
        assert "count=0" in send(new).location
        assert new.history == visitor.history
        assert new.history.recent[0].is_elsewhere


FIELDS = {"played": "200", "current_streak": "31", "max_streak": "60"}
FIELDS |= {f"won_{n}": text for n, text in enumerate(("", "6", "40", "80", "50", "20"), 1)}


def figures(visitor: Visitor) -> list[str]:
    return list(visitor.get("/history").of_class("statistics")[0].definitions.values())


def test_entered_statistics_are_counted_and_marked_and_can_be_removed(app, visitor):
    assert visitor.fill("/history/earlier", FIELDS).location == "/history?notice=earlier"
    text = visitor.get("/history?notice=earlier").text
    assert "Your statistics from another site were added." in text
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
def test_impossible_value_is_refused_at_its_field_and_redisplayed(visitor, field, typed, reason):
    answer = visitor.fill("/history/earlier", {**FIELDS, field: typed})
    assert answer.status_code == 422
    assert reason in answer.text
    assert f'value="{typed}"' in answer.text
    assert visitor.history.earlier is None


GROUPED = ("1,316", "1.316", "1\u202f316", "1\u00a0316", "1 316", "1’316", "1'316", "1\u2009316")
GROUPED += ("\uff11\uff0c\uff13\uff11\uff16", "\u06f1\u066c\u06f3\u06f1\u06f6")
GROUPED += ("\u0967,\u0969\u0967\u096c", " 1316\u200b", "\u200e1,316")


@pytest.mark.parametrize("typed", GROUPED)
def test_numbers_with_grouped_digits_are_read(visitor, typed):
    assert visitor.fill("/history/earlier", {**FIELDS, "played": typed}).status_code == 303
    assert visitor.history.earlier.played == 1316


@pytest.mark.parametrize("typed", ["1.31", "1,3160", "1,316.5", "1.5", "13 16", "1,316.000", "-5"])
def test_number_that_may_be_a_fraction_is_refused(visitor, typed):
    assert visitor.fill("/history/earlier", {**FIELDS, "played": typed}).status_code == 422


def test_pasted_statistics_fill_the_form(visitor):
    text = '{"gamesPlayed":72,"currentStreak":7,"maxStreak":31,"guesses":{"3":60,"fail":12}}'
    answer = visitor.fill("/history/earlier", {"pasted": text})
    assert answer.status_code == 303
    page = visitor.get(answer.location)
    values = {field["name"]: field["value"] for field in page.all(".//input[@inputmode='numeric']")}
    assert (values["played"], values["won_3"], values["max_streak"]) == ("72", "60", "31")
    assert visitor.history.earlier is None  # not before the player has seen the form
    refused = visitor.fill("/history/earlier", {"pasted": "Played 72"})
    assert refused.status_code == 422
    assert "No statistics found." in refused.text
    assert "Played 72</textarea>" in refused.text
