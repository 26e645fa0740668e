"""Games from another site: counted on their analysis, listed and removed on the page of skill."""

from collections.abc import Iterable

import pytest
from web_visitor import Visitor, answer_of_day, new_app

from wordle_web.game.history.codec import decode, encode
from wordle_web.game.history.history import MAX_RECENT, History
from wordle_web.game.history.records import Record, record_elsewhere, record_of
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import Game, Status

WON = "/analysis?answer=crane&guess=slate&guess=crane"
SIX = ("slate", "steel", "these", "truss", "level", "orbit")
LOST = "/analysis?answer=crane&" + "&".join(f"guess={guess}" for guess in SIX)
BUTTON = "Count this game for your skill"


def words(*guesses: str, answer: str = "crane") -> Record:
    return record_elsewhere(HOME, answer, guesses, False, 9)


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


def own(count: int, variant: Variant = HOME) -> Iterable[Record]:
    answers = ("crane", "slate", "truss", "level")[: variant.boards]
    game = Game(answers[0], answers, tries=variant.tries, others=answers[1:])
    for day in range(1, count + 1):
        yield record_of(f"{variant.path}daily/{day}", game, day)


def test_it_takes_the_room_of_the_oldest_game_of_one_board():
    played, boards = History(), Variant(boards=4)
    for record in (*own(2, boards), *own(MAX_RECENT - 2)):
        played = played.with_record(record)
    later = played.with_elsewhere(words("slate", "crane"))
    assert later.recent == (*played.recent[:2], *played.recent[3:], words("slate", "crane"))
    assert (later.days, later.tallies) == (played.days, played.tallies)
    size = len(encode(later, 4000))
    kept = decode(encode(later, size - 8))
    assert len(kept.recent) < MAX_RECENT
    assert kept.recent[:2] == played.recent[:2]
    assert kept.recent[-1].is_elsewhere
    assert (kept.days, kept.other_days) == (played.days, played.other_days)
    # Without any from elsewhere, the oldest goes, whatever it is.
    assert decode(encode(played, len(encode(played, 4000)) - 1)).recent[0] != played.recent[0]


def test_games_are_told_apart_by_language_answer_and_guesses():
    games = [
        words("slate", "crane"),
        words("truss", "crane"),
        words(*SIX),
        words(*SIX, answer="eerie"),
        record_elsewhere(Variant("pt"), "crane", ("slate", "crane"), False, 9),
    ]
    played = History()
    for record in (*games, *games):
        played = played.with_elsewhere(record)
    assert played.recent == tuple(games)
    assert decode(encode(played, 4000)) == played
    assert [each.status for each in games[2:4]] == [Status.LOST] * 2
    assert all(not record.is_elsewhere for record in own(3))
