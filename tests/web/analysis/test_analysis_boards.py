"""The analysis of a finished game of several boards."""

import re

import pytest

from wordle_web import create_app
from wordle_web.config.settings import Settings

GAME = "/analysis?answer=crane+slimy&guess=trace+slimy+crane&mode=pool"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    app = create_app(Settings(instance=tmp_path_factory.mktemp("i"), rate_limits=False))
    return app.test_client()


def test_each_guess_says_what_it_did_and_what_was_better(client):
    page = client.get(GAME)
    assert page.status_code == 200
    turns = page.text.split('class="boards-turn"')[1:]
    assert [boards_of(turn) for turn in turns] == [["1", "2"], ["", "2"], ["1"]]
    assert "All boards solved in 3 guesses." in page.text
    assert " were expected." in turns[0]
    assert "expected" not in turns[-1]  # nothing is left
    assert page.text.count("data-solved") == 2


def boards_of(turn: str) -> list[str]:
    """Return the numbers of the boards that a guess changed, with "" in the place of others."""
    return re.findall(r'<li (?:aria-hidden="true"|class="boards-step".*?>Board (\d))', turn)


def test_a_guess_shows_the_boards_that_it_changed_each_at_its_place(client):
    page = client.get(
        "/analysis?answer=crane+slimy+truss+pound&guess=trace+truss+crane+crane+pound+slimy"
    )
    turns = [boards_of(turn) for turn in page.text.split('class="boards-turn"')[1:]]
    assert len(turns) == 6
    assert turns[0] == ["1", "2", "3", "4"]
    assert all(number in ("", str(place)) for turn in turns for place, number in enumerate(turn, 1))
    assert turns[3] == []  # guessed twice
    assert page.text.count("Nothing new on any board.") == 1
    assert turns[-1] == ["", "2"]


def test_a_best_guess_is_called_so(client):
    # The last word of a board is known: no guess does better.
    page = client.get("/analysis?answer=crane+crank&guess=crank+crane&mode=pool")
    turns = page.text.split('class="boards-turn"')[1:]
    assert "The best guess." in turns[-1]


def test_words_left_are_counted_among_the_answers_that_could_be(client):
    pages = [client.get(GAME.replace("pool", mode)).text for mode in ("pool", "real")]
    pool, real = (re.search(r"([\d,]+) words left", page)[1] for page in pages)
    assert len(pool) < len(real) == len("1,000")


def test_a_word_list_that_we_do_not_have_is_told_as_with_one_board(client):
    for query in ("answer=truss&guess=truss", "answer=crane+slimy&guess=crane+slimy"):
        page = client.get(f"/analysis?{query}&mode=odd")
        assert page.status_code == 422
        assert "There is no word list “odd” for this length." in page.text


def test_in_turn_a_board_is_judged_once_it_is_shown(client):
    page = client.get(f"{GAME}&order=in-turn")
    turns = page.text.split('class="boards-turn"')[1:]
    # After the first guess its word is known: the second tells nothing new.
    assert [boards_of(turn) for turn in turns] == [["1"], [], ["1"]]
    assert "Board 2" not in page.text
    assert "All boards solved in 3 guesses." in page.text


def test_one_answer_on_two_boards_is_refused(client):
    page = client.get("/analysis?answer=crane+slimy+crane&guess=trace")
    assert "Enter each word once: boards have different answers." in page.text
    assert "boards-turn" not in page.text


def test_a_pasted_game_leads_to_its_address(client):
    answer = client.get("/analysis?answer=crane+slimy&game=trace%0ASLIMY%0Acrane")
    assert answer.status_code == 303
    assert answer.headers["Location"] == "/analysis?answer=crane+slimy&guess=trace+slimy+crane"


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("answer=crane+slimz&guess=trace", "cannot be an answer: SLIMZ"),
        ("answer=crane+slimy", "Enter your guesses, too."),
        ("answer=crane+able&guess=trace", "cannot be an answer: ABLE"),
        ("answer=ab+cd&guess=ab", "Enter an answer of 4 to 8 letters, not “cd”"),
        ("answer=" + "+".join(["crane"] * 33) + "&guess=crane", "at most 32 answers"),
        ("answer=crane+slimy&guess=tra+12345", "must have 5 letters: TRA, 12345"),
        ("answer=crane+slimy&guess=" + "+".join(["trace"] * 42), "at most 41 guesses"),
    ],
)
def test_what_cannot_be_analyzed_is_told(client, query, reason):
    answer = client.get(f"/analysis?{query}")
    assert answer.status_code == 422
    assert reason in answer.text
