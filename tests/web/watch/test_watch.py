"""Watching strategies solve a word."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from web_visitor import (
    ANSWERS,
    OTHERS,
    Visitor,
    answer_of_day,
    new_app,
    parts_of,
    write_lexicon,
)

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.openings import Opening, Reply, keep_opening
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.playing import TurnEffect
from wordle_web.web.watch.examples import SACRIFICE
from wordle_web.web.watch.page import REASONS, reasons


def words_of(page: str) -> list[str]:
    """Return the guesses on a page, in the order shown."""
    turns = re.findall(r'<li class="watched-turn".*?</div>', page, re.DOTALL)
    return ["".join(re.findall(r'class="tile"[^>]*>(\w)<', turn)).lower() for turn in turns]


def test_before_a_word_is_given_nothing_is_played(visitor: Visitor) -> None:
    page = visitor.get("/watch")
    assert page.status_code == 200
    assert words_of(page.text) == []
    assert "Set-Cookie" not in page.headers
    assert "download" not in page.text
    assert "CLUMP" not in page.text  # an example about the shipped words


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_every_strategy_finds_the_word_and_says_why(visitor: Visitor, strategy: str) -> None:
    page = visitor.get(f"/watch?word=truss&strategy={strategy}")
    assert page.status_code == 200
    assert words_of(page.text)[-1] == "truss"
    assert page.text.count("watched-why") == len(words_of(page.text))


@pytest.mark.parametrize("strategy", ["minimax", "fresh-letters", "optimal"])
def test_hard_mode_is_kept(visitor: Visitor, strategy: str) -> None:
    page = visitor.get(f"/watch?word=geese&strategy={strategy}&opener=these&hard=1")
    assert words_of(page.text)[0] == "these"
    assert all(word[2] == "e" and word[4] == "e" for word in words_of(page.text)[1:])


def test_two_strategies_play_side_by_side(visitor: Visitor) -> None:
    page = visitor.get("/watch?word=level&strategy=entropy&against=random&opener=slate")
    assert page.text.count("data-game") == 3  # two games and their number
    words = words_of(page.text)
    assert words.count("slate") == 2
    assert words.count("level") == 2
    alone = visitor.get("/watch?word=level&strategy=entropy&against=entropy")
    assert words_of(alone.text).count("level") == 1


def test_what_was_played_can_be_had_as_a_file(visitor: Visitor) -> None:
    page = visitor.get("/watch?word=level&strategy=entropy&against=random&opener=slate").text
    links = [unescape(link) for link in re.findall(r'<a href="([^"]*)" download>', page)]
    table, objects = (visitor.get(link) for link in links)
    assert table.headers["Content-Disposition"] == 'attachment; filename="watch.csv"'
    rows = json.loads(objects.text)
    assert [row["guess"] for row in rows] == words_of(page)
    assert rows[0]["row"] == "slate:01001"
    assert {row["strategy"] for row in rows} == {"entropy", "random"}
    assert [row["turn"] for row in rows if row["strategy"] == "random"][:2] == [1, 2]
    read = list(csv.DictReader(io.StringIO(table.text, newline="")))
    assert [row["row"] for row in read] == [row["row"] for row in rows]


def test_only_what_can_be_watched_is_a_file(visitor: Visitor) -> None:
    for query, said in (
        ("", "This site has no words of this length."),
        ("word=level&opener=abc", "Not enough letters"),
    ):
        page = visitor.get(f"/watch.csv?{query}")
        assert (page.status_code, said in page.text) == (422, True)
    assert visitor.get("/watch.txt?word=level").status_code == 404
    assert visitor.get("/watch.csv?word=level+crane").status_code == 404


def test_an_address_always_shows_the_same_game(visitor: Visitor) -> None:
    games = {
        tuple(words_of(visitor.get(f"/watch?word=orbit&strategy=random&seed={seed}").text))
        for seed in [0, 0, 1, 2, 3, 4]
    }
    assert 1 < len(games) < 6
    assert 'seed=5"' in visitor.get("/watch?word=orbit&strategy=random&seed=4").text


def test_the_search_opens_with_what_was_found_ahead_for_a_hosts_own_words(
    tmp_path: Path,
) -> None:
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    visitor = Visitor(new_app(tmp_path))
    lexicon = parts_of(visitor.app).lexicon()
    replies = {feedback("vivid", "truss"): Reply((("fuzzy", None),), is_exact=False)}
    opening = Opening(Reply((("vivid", None),), is_exact=False), replies)
    keep_opening(lexicon, belief_of(lexicon, "normal"), False, opening)
    words = words_of(visitor.get("/watch?word=truss&strategy=optimal").text)
    assert words[:2] == ["vivid", "fuzzy"]
    assert words[-1] == "truss"
    assert words_of(visitor.get("/watch?word=truss&strategy=entropy").text)[0] != "vivid"


@pytest.mark.parametrize("word", ["kudzu", "dusk"])
def test_words_outside_the_pool_and_of_other_lengths_are_found_too(
    visitor: Visitor, word: str
) -> None:
    assert words_of(visitor.get(f"/watch?word={word}&strategy=minimax").text)[-1] == word


def test_a_past_day_is_watched_by_its_number_or_date(visitor: Visitor, app: Flask) -> None:
    answer = answer_of_day(app, 61)
    for day in ("61", "2025-03-02"):
        page = visitor.get(f"/watch?word={day}")
        assert f"Daily 61: {answer.upper()}" in page.text
        assert words_of(page.text)[-1] == answer


def test_a_past_day_that_is_being_played_is_not_given_away(visitor: Visitor, app: Flask) -> None:
    answer = answer_of_day(app, 61)
    visitor.guess(next(word for word in ANSWERS if word != answer), "/daily/61")
    page = visitor.get("/watch?word=61")
    assert page.status_code == 422
    assert answer.upper() not in page.text.partition("<main")[2]
    visitor.guess(answer, "/daily/61")
    assert visitor.get("/watch?word=61").status_code == 200


def test_each_language_has_its_own_day_that_is_being_played(tmp_path: Path) -> None:
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path, "latin-5", OTHERS, ANSWERS)
    visitor = Visitor(new_app(tmp_path, languages=("english", "latin")))
    visitor.guess("orbit", "/latin/daily/61")
    assert visitor.get("/latin/watch?word=61").status_code == 422
    assert visitor.get("/watch?word=61").status_code == 200


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("62", "This word is still being played"),
        ("2025-03-03", "This word is still being played"),
        ("63", "Not available yet. Choose an earlier day"),
        ("0", "The first puzzle is no. 1"),
        ("12x", "Enter a puzzle number or a date"),
        ("zzzzz", "Not in word list"),
        ("abcdefghijk", "This site has no words of this length"),
        ("a-b", "Use letters only"),
    ],
)
def test_what_cannot_be_watched_is_refused_with_422(
    visitor: Visitor, app: Flask, word: str, reason: str
) -> None:
    page = visitor.get("/watch", query_string={"word": word})
    assert page.status_code == 422
    assert reason in page.text
    assert f'value="{word}"' in page.text
    file = visitor.get("/watch.csv", query_string={"word": word})
    assert (file.status_code, reason in file.text) == (422, True)
    assert answer_of_day(app).upper() not in page.text.partition("<main")[2]


@pytest.mark.parametrize("opener", ["zzzzz", "dusk", "cr4ne", "cranes"])
def test_an_opener_that_cannot_be_said_is_refused_with_422(visitor: Visitor, opener: str) -> None:
    page = visitor.get(f"/watch?word=truss&opener={opener}")
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert words_of(page.text) == []


def test_a_random_word_leads_to_its_address(visitor: Visitor) -> None:
    page = visitor.get("/watch?random=1&length=5&strategy=entropy")
    assert page.status_code == 303
    assert re.fullmatch(r"/watch\?word=\w{5}&strategy=entropy", page.location)
    assert page.location[12:17] in ANSWERS


def test_the_shipped_words_come_with_worked_examples() -> None:
    page = Visitor(new_app(None)).get("/watch").text
    assert f"{SACRIFICE.upper()} can’t be the answer" in page
    assert "A is the 4th letter" in page
    assert "The story of CATCH" in page
    assert f'aria-label="Guess 3: {SACRIFICE[0].upper()} ' in page  # after two guesses


@pytest.mark.parametrize(
    ("strategy", "number", "before", "is_possible", "rule"),
    [
        ("fixed-opener", 1, 900, True, "fixed-opener"),
        ("fixed-opener", 2, 90, False, "fresh-letters"),
        ("fresh-letters", 1, 900, True, "fresh-letters"),
        ("fresh-letters", 3, 90, False, "fresh-letters"),
        ("fresh-letters", 3, 90, True, "letter-frequency"),
        ("fresh-letters", 4, 90, False, "letter-frequency"),
        ("frequency-then-minimax", 1, 500, True, "candidate-frequency"),
        ("frequency-then-minimax", 2, 499, True, "minimax"),
        ("frequency-then-minimax", 2, 50, True, "minimax"),
        ("frequency-then-minimax", 3, 49, False, "frequency-then-minimax"),
        ("minimax", 1, 900, True, "minimax"),
        ("common-letters", 1, 900, True, "repeated-letters"),
        ("distinct-letters", 2, 9, True, "repeated-letters"),
        ("random", 2, 9, True, "random"),
    ],
)
def test_the_reason_is_that_of_the_rule_a_strategy_followed(
    app: Flask, strategy: str, number: int, before: int, is_possible: bool, rule: str
) -> None:
    effect = TurnEffect(Turn("eerie", 0), before, 9, (), 4.2, 7, 5, 1.5, is_possible)
    with app.test_request_context():
        facts = {"words": f"{before} words", "bits": "1.50"}
        assert reasons(strategy, effect, number, False)[0] == str(REASONS[rule]) % facts


def test_every_strategy_says_why_it_picked_a_word() -> None:
    assert set(STRATEGIES) <= set(REASONS)


def test_a_word_that_is_left_alone_needs_no_other_reason(app: Flask) -> None:
    effect = TurnEffect(Turn("eerie", 0), 1, 0, (), 0.0, 0, 1, 0.0, True)
    with app.test_request_context():
        assert reasons("minimax", effect, 4, False) == ("It’s the only word left.",)
        assert len(reasons("minimax", replace(effect, before=2), 4, False)) == 2
        assert len(reasons("minimax", replace(effect, is_possible=False), 4, True)) == 3
