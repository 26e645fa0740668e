"""Giving up a game."""

import pytest
from web_visitor import Visitor, answer_of_token

from wordle_web.game.rules import Status

CURRENT = ".//*[@data-row='current']"


@pytest.fixture
def path(visitor: Visitor) -> str:
    found = visitor.begin()
    visitor.guess("aahed", found)
    return found


def test_giving_up_is_asked_for_first(visitor, path):
    assert f"{path}/give-up" in visitor.get(path).addresses
    assert len(visitor.page.all(CURRENT)) == 1
    page = visitor.get(f"{path}/give-up")
    assert "Give up this game?" in page.text
    assert path in page.addresses
    assert answer_of_token(visitor.app, path) not in page.text
    assert visitor.history.in_progress[0].status is Status.PLAYING


def test_a_game_given_up_is_lost_and_shows_its_word(visitor, path):
    answer = visitor.fill(f"{path}/give-up")
    assert (answer.status_code, answer.location) == (303, path)
    page = visitor.get(path)
    assert page.state == "lost"
    assert page.fact("answer") == answer_of_token(visitor.app, path)
    assert len(page.rows) == 1
    assert not page.all(CURRENT)
    assert "X/6" in page.text
    assert "give-up" not in page.text
    assert visitor.history.recent[0].status is Status.LOST
    assert visitor.history.tallies[0].counts[0] == 1


def test_a_game_given_up_stays_so(visitor, path):
    visitor.get(f"{path}/give-up")
    token = visitor.page.fields
    visitor.post(f"{path}/give-up")
    before = visitor.history
    assert visitor.client.get(f"{path}/give-up").status_code == 303
    assert visitor.client.post(f"{path}/give-up", data=token).status_code == 303
    guess = {**token, "guess": "fuzzy", "turn": "2"}
    assert visitor.client.post(path, data=guess).status_code == 422
    assert visitor.history == before


def test_a_challenge_can_be_given_up_unseen(visitor):
    challenge = visitor.challenge("crane")
    visitor.fill(f"{challenge}/give-up")
    page = visitor.get(challenge)
    assert page.state == "lost"
    assert page.fact("answer") == "crane"
    assert visitor.history.recent[0].answer == "crane"
    assert visitor.get("/history").status_code == 200
    assert visitor.get(f"/history/{visitor.history.recent[0].puzzle}").status_code == 404


def test_giving_up_needs_the_token(visitor, path):
    for each in (path, visitor.challenge("crane")):
        answer = visitor.client.post(f"{each}/give-up")
        assert answer.status_code == 400
        assert "Give up this game?" in answer.text
    assert len(visitor.history.in_progress) == 1


def test_a_daily_word_is_not_given_up(visitor):
    for name in ("/random/x", "/challenge/x", "/daily/62"):
        assert visitor.get(f"{name}/give-up").status_code == 404
    assert "/give-up" not in visitor.get("/").text
