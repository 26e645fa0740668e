"""Games from another site: counted on their analysis, listed and removed on the page of skill."""

import pytest
from web_visitor import Visitor, answer_of_day, new_app

from wordle_web.game.history.history import History

WON = "/analysis?answer=crane&guess=slate&guess=crane"
SIX = ("slate", "steel", "these", "truss", "level", "orbit")
LOST = "/analysis?answer=crane&" + "&".join(f"guess={guess}" for guess in SIX)
BUTTON = "Count this game for your skill"


@pytest.mark.parametrize(("url", "result"), [(WON, "2/6"), (f"{LOST}&hard=1", "X/6*")])
def test_a_game_from_elsewhere_is_counted_once_and_can_be_removed(visitor, url, result):
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
    assert "No games yet" in listed.text  # its statistics and streaks are of games here
    assert visitor.get(f"/history/{record.puzzle}").status_code == 200
    page = visitor.get("/skill")
    assert "crane</a>†" in page.text.replace("CRANE", "crane")
    assert page.first(".//option").said == f"CRANE · {result}"
    assert f'href="{url.replace("&", "&amp;")}"' in page.text
    assert len(visitor.session["r"]) == 2
    assert visitor.post("/skill", {"puzzle": record.puzzle}).location == "/skill"
    assert visitor.history == History()
    assert BUTTON in visitor.get(url).text


@pytest.mark.parametrize(
    "query",
    [
        "answer=crane&guess=slate",  # not finished
        "answer=crane&guess=slate&guess=crane&mode=pool",  # of this site
        "answer=zebra&guess=slate&guess=zebra",  # its answer is in no list
        "answer=crane+slate&guess=crane+slate",
        "answer=crane&guess=:02000&guess=crane",
        "answer=crane",
    ],
)
def test_other_games_cannot_be_counted(visitor, query):
    assert BUTTON not in visitor.get(f"/analysis?{query}").text
    assert visitor.fill("/history", to=f"/analysis?{query}").status_code == 400
    assert not visitor.history.recent


def test_a_game_of_this_site_counts_already(app, visitor):
    answer = answer_of_day(app)
    visitor.guess("fuzzy")
    visitor.guess(answer)
    before = visitor.history
    url = f"/analysis?answer={answer}&guess=fuzzy&guess={answer}"
    assert "This game counts." in visitor.get(url).text
    visitor.fill("/history", to=url)
    assert visitor.history == before
    # Nor can a game of this site be removed.
    visitor.fill("/history", {"puzzle": before.recent[0].puzzle}, to="/skill")
    assert visitor.history == before


def test_a_backup_and_a_link_carry_it(lexicons, visitor):
    visitor.fill(WON)
    backup = visitor.get("/history/download").text
    link = visitor.get("/history/move").of_class("share-text")[0].said
    for send in (lambda new: new.restore(backup), lambda new: new.fill(link, to="/history/move")):
        new = Visitor(new_app(lexicons))
        assert "count=1" in send(new).location
        assert "count=0" in send(new).location
        assert new.history == visitor.history
        assert new.history.recent[0].is_elsewhere


def test_a_token_is_needed(visitor):
    visitor.get(WON)
    assert visitor.post(WON, {"csrf_token": "0"}).status_code == 400
    assert not visitor.history.recent
