"""Giving up a game."""

import pytest
from web_visitor import Visitor, answer_of_token, fields_of, rows_of, state_of


@pytest.fixture
def path(visitor: Visitor) -> str:
    """A random game under way, with one guess."""
    found = visitor.begin()
    visitor.guess("aahed", found)
    return found


@pytest.fixture
def challenge(visitor: Visitor) -> str:
    """A challenge that nobody has played."""
    return visitor.challenge("crane")


def test_giving_up_is_asked_for_first(visitor: Visitor, path: str) -> None:
    assert f'href="{path}/give-up"' in visitor.get(path).text
    assert visitor.page.text.count('data-row="current"') == 1
    page = visitor.get(f"{path}/give-up")
    assert "Give up this game?" in page.text
    assert f'href="{path}"' in page.text
    assert answer_of_token(visitor.app, path) not in page.text
    assert visitor.history.in_progress[0].outcome == "under way"


def test_a_game_given_up_is_lost_and_shows_its_word(visitor: Visitor, path: str) -> None:
    answer = visitor.fill(f"{path}/give-up")
    assert (answer.status_code, answer.headers["Location"]) == (303, path)
    page = visitor.get(path)
    assert state_of(page) == "lost"
    assert f'data-answer="{answer_of_token(visitor.app, path)}"' in page.text
    assert len(rows_of(page)) == 1
    assert 'data-row="current"' not in page.text
    assert "X/6" in page.text
    assert "give-up" not in page.text
    assert visitor.history.recent[0].outcome == "lost"
    assert visitor.history.tallies[0].counts[0] == 1


def test_a_game_given_up_stays_so(visitor: Visitor, path: str) -> None:
    visitor.get(f"{path}/give-up")
    token = fields_of(visitor.page.text)
    visitor.post(f"{path}/give-up")
    before = visitor.history
    assert visitor.client.get(f"{path}/give-up").status_code == 303
    assert visitor.client.post(f"{path}/give-up", data=token).status_code == 303
    guess = {**token, "guess": "fuzzy", "turn": "2"}
    assert visitor.client.post(path, data=guess).status_code == 422
    assert visitor.history == before


def test_a_challenge_can_be_given_up_unseen(visitor: Visitor, challenge: str) -> None:
    visitor.fill(f"{challenge}/give-up")
    page = visitor.get(challenge)
    assert state_of(page) == "lost"
    assert 'data-answer="crane"' in page.text
    assert visitor.history.recent[0].answer == "crane"
    assert visitor.get("/history").status_code == 200
    assert visitor.get(f"/history/{visitor.history.recent[0].puzzle}").status_code == 404


def test_giving_up_needs_the_token(visitor: Visitor, path: str, challenge: str) -> None:
    for each in (path, challenge):
        answer = visitor.client.post(f"{each}/give-up")
        assert answer.status_code == 400
        assert "Give up this game?" in answer.text
    assert len(visitor.history.in_progress) == 1


def test_a_daily_word_is_not_given_up(visitor: Visitor) -> None:
    for name in ("/random/x", "/challenge/x", "/daily/62"):
        assert visitor.get(f"{name}/give-up").status_code == 404
    assert "/give-up" not in visitor.get("/").text
