"""States of pages that no other test comes to, so that each part of each template is rendered."""

import random
import secrets
from functools import cache, partial
from itertools import count

import pytest
from game.league.corpus import GRID
from web_visitor import absurd_game, answers_of_day, multipart, new_app

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.skill import KINDS, RatedGame, RatedGuess
from wordle_web.engine.used_words import is_likely
from wordle_web.game.history.history import History
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.puzzles import daily_answer, new_token, random_answers, random_id
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Status
from wordle_web.reading.reader import BoardReading
from wordle_web.web.history import skill
from wordle_web.web.lab import views as lab
from wordle_web.web.lab.tournament import play_tournament
from wordle_web.web.screenshot import views as screenshot


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("/analysis?order=in-turn&answer=crane+slate", '<input type="hidden" name="order"'),
        ("/analysis?guess=:02000&guess=truss&hard=1", 'id="blank-answer"'),
        ("/analysis?guess=:02000&guess=truss&hard=1", '<input type="hidden" name="hard"'),
        ("/helper/bookmark?works=1", "It works: both rows were read"),
        ("/helper/past-answers?unlikely=2", "2 rare words skipped"),
        ("/helper/screenshot?row=crane:01002&typed=mo&doubt=1.1.0", 'mark="typed" data-doubtful'),
    ],
)
def test_an_address_shows(client, address, shown):
    assert shown in client.get(address).text


def test_a_dated_list_of_past_answers_says_what_its_words_weigh(shipped):
    lexicon, page, client = load_lexicon("english-5"), "/helper/past-answers", shipped.test_client()
    words = [word for word in lexicon.words if is_likely(lexicon, word)]
    text = "\n".join(f"{w},{n}" for n, w in enumerate(random.Random(2).sample(words, 600)))
    client.post(page, data={"csrf_token": client.get(page).fields["csrf_token"], "text": text})
    assert "Your list has dates or numbers" in client.get(page).text


def test_the_end_of_a_game_that_dodges_leads_to_who_takes_reports():
    client = new_app(None, reports="mailto:words@example.org").test_client()
    page = client.get(f"/absurd?played={'.'.join(absurd_game())}")
    assert "mailto:words@example.org" in page.text


def test_a_board_that_was_not_solved_is_marked_in_the_history(app, visitor, wrong):
    for word in (answers_of_day(app, Variant(boards=2))[0], *wrong):
        visitor.guess(word, "/boards/2")
    lost = visitor.get("/history").all(".//span[@data-state='lost']")
    assert [each.said for each in lost] == ["X"]


def test_a_player_with_a_habit_is_told_on_a_scale(shipped, guest, monkeypatch):
    costs = (0.5 - at / 100 for at in count())

    @cache
    def rated(*_):
        guess = RatedGuess("fuzzy", "slate", next(costs), "absent", False, (0.1,) * len(KINDS))
        return RatedGame(4, 3.4, guess.cost, (guess,), 0)

    monkeypatch.setattr(skill, "cached_rate", rated)
    parts, played = shipped.extensions["wordle_web"], History()
    for day in range(5, 15):
        words = ("fuzzy", daily_answer(day, parts.epochs, parts.all_words(5)))
        played = played.with_record(Record(f"daily/{day}", 5, day, words, status=Status.WON))
    token = new_token(6, "normal", 1, secrets.token_bytes)
    answers = random_answers(token, parts.epochs, parts.all_words(6))
    mixed = Record(random_id(token), 6, 15, answers, status=Status.WON)
    guest.remember(played.with_record(mixed))
    page = guest.get("/skill")
    assert "you played FUZZY. SLATE was 0.50 guesses better." in page.text
    assert page.first(".//li[@aria-current]").said.startswith("You")
    assert "(English, 5 letters)" in page.text


def test_a_strategy_without_a_game_has_no_figures(client, monkeypatch):
    monkeypatch.setattr(lab, "play_tournament", partial(play_tournament, seconds=0.0))
    page = client.get("/lab/run?strategy=random&games=20")
    assert "Time ran out before the first game." in page.text


@pytest.mark.parametrize("tries", [(3, 2), (3,)])
def test_two_results_of_a_day_in_a_league_are_flagged(visitor, tries):
    visitor.get("/league")
    text = "\n".join(f"01.01.24, 2{n}:41 - Ana: Wordle 926 {n}/6{GRID}" for n in tries)
    table = visitor.post(
        "/league", {"text": text, "group": "Us"}, content_type="multipart/form-data"
    )
    is_told = "Marked days have two different results." in visitor.get(table.location).text
    assert is_told is (len(tries) == 2)


def test_boards_that_do_not_belong_together_are_told(shipped, monkeypatch):
    client = shipped.test_client()
    boards = (BoardReading(5, (("crane", "01002"),), "", ()), BoardReading(5, (), "", ()))
    monkeypatch.setattr(screenshot, "_read_boards", lambda: (boards, ""))
    sent = multipart(client.get("/helper/screenshot").fields, "screenshot", b"")
    page = client.post("/helper/screenshot", headers={"X-Requested-With": "fetch"}, **sent)
    assert "Not all boards in this picture could be read together." in page.text
