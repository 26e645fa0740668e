"""Watching a strategy solve a word."""

from dataclasses import replace

import pytest
from harness.pages import Page
from web_visitor import ANSWERS, OTHERS, Visitor, answer_of_day, new_app, parts_of, write_lexicon

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode, hard_mode_violation
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.openings import Opening, Reply, keep_opening
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.playing import TurnEffect
from wordle_web.web.watch import REASONS, reasons


def words_of(page: Page) -> list[str]:
    return ["".join(turn.texts("tile")).lower() for turn in page.all(".//li[@data-turn]")]


def test_watch_page_without_a_word_shows_no_game(visitor):
    page = visitor.get("/watch")
    assert page.status_code == 200
    assert words_of(page) == []
    assert "Set-Cookie" not in page.headers
    assert not page.of_class("watch-example")  # the examples use the shipped words


@pytest.mark.parametrize(
    ("query", "has_note"),
    [
        ("word=patch", True),
        ("word=patch&against=entropy", True),
        ("word=patch&opener=crane", False),
        ("word=patch&strategy=entropy", False),
        ("word=aahed", False),  # no answer of this site, so the opener is that of the helper
        ("word=patch+crane", False),
    ],
)
def test_watch_page_explains_an_opener_chosen_for_the_answers_of_this_site(guest, query, has_note):
    page = guest.get(f"/watch?{query}")
    opener = guest.get("/helper").fact("suggestion").upper()
    best = "is one of the best openers for"
    best = f"{words_of(page)[0].upper()} {best}" if has_note else best
    assert (f"{best} this site’s answers." in page.visible_text) == has_note
    assert (f"so Helper opens with {opener}." in page.visible_text) == has_note


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_every_strategy_solves_the_word_and_gives_reasons(visitor, strategy):
    page = visitor.get(f"/watch?word=truss&strategy={strategy}")
    assert page.status_code == 200
    assert words_of(page)[-1] == "truss"
    assert len(page.texts("watched-why")) == len(words_of(page))


@pytest.mark.parametrize("strategy", ["minimax", "fresh-letters", "optimal"])
def test_watched_strategy_follows_hard_mode(visitor, strategy):
    page = visitor.get(f"/watch?word=geese&strategy={strategy}&opener=these&hard=1")
    opener, *others = words_of(page)
    assert opener == "these"
    assert all(word[2] == "e" and word[4] == "e" for word in others)


@pytest.mark.parametrize("strategy", ["minimax", "random", "optimal"])
def test_watched_strategy_follows_ultra_hard_mode(visitor, strategy):
    page = visitor.get(f"/watch?word=geese&strategy={strategy}&opener=these&hard=ultra")
    words = words_of(page)
    turns = [Turn(word, feedback(word, "geese")) for word in words]
    assert words[-1] == "geese"
    for number, word in enumerate(words):
        assert hard_mode_violation(word, turns[:number], HardMode.ULTRA) is None


def test_two_strategies_play_side_by_side(visitor):
    page = visitor.get("/watch?word=level&strategy=entropy&against=random&opener=slate")
    words = words_of(page)
    assert words.count("slate") == 2
    assert words.count("level") == 2
    alone = visitor.get("/watch?word=level&strategy=entropy&against=entropy")
    assert words_of(alone).count("level") == 1


def test_seventh_guess_is_marked_as_too_late_in_both_games(shipped):
    path = "/watch?word=fuzzy&strategy=random&against=entropy&seed="
    pages = [Visitor(shipped).get(f"{path}{seed}") for seed in range(20)]
    limits = [page.of_class("watched-limit") for page in pages]
    turns = [[int(game["data-turns"]) for game in page.all(".//*[@data-game]")] for page in pages]
    assert [len(marks) for marks in limits] == [2 * (max(counts) > 6) for counts in turns]
    assert any(min(counts) < 7 <= max(counts) for counts in turns)


def test_address_with_a_seed_always_opens_the_same_game(visitor):
    games = {
        tuple(words_of(visitor.get(f"/watch?word=orbit&strategy=random&seed={seed}")))
        for seed in [0, 0, 1, 2, 3, 4]
    }
    assert 1 < len(games) < 6
    again = visitor.get("/watch?word=orbit&strategy=random&seed=4").link("Try other guesses")
    assert again == "/watch?word=orbit&strategy=random&seed=5"


def test_optimal_strategy_uses_stored_openings_of_custom_words(tmp_path):
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    visitor = Visitor(new_app(tmp_path))
    lexicon = parts_of(visitor.app).lexicon()
    replies = {feedback("vivid", "truss"): Reply((("fuzzy", None),), is_exact=False)}
    opening = Opening(Reply((("vivid", None),), is_exact=False), replies)
    keep_opening(lexicon, belief_of(lexicon, "normal"), False, opening)
    words = words_of(visitor.get("/watch?word=truss&strategy=optimal"))
    assert words[:2] == ["vivid", "fuzzy"]
    assert words[-1] == "truss"
    assert words_of(visitor.get("/watch?word=truss&strategy=entropy"))[0] != "vivid"


@pytest.mark.parametrize("word", ["kudzu", "dusk"])
def test_unlisted_words_and_other_lengths_can_be_watched(visitor, word):
    assert words_of(visitor.get(f"/watch?word={word}&strategy=minimax"))[-1] == word


def test_past_day_can_be_watched_by_its_number_or_date(visitor, app):
    answer = answer_of_day(app, 61)
    for day in ("61", "2025-03-02"):
        page = visitor.get(f"/watch?word={day}")
        assert page.first(".//h1").visible_text == f"Solving Daily 61: {answer.upper()}"
        assert words_of(page)[-1] == answer


def test_past_day_in_progress_is_not_revealed(visitor, app):
    answer = answer_of_day(app, 61)
    visitor.guess(next(word for word in ANSWERS if word != answer), "/daily/61")
    page = visitor.get("/watch?word=61")
    assert page.status_code == 422
    assert answer.upper() not in page.first(".//main").visible_text
    visitor.guess(answer, "/daily/61")
    assert visitor.get("/watch?word=61").status_code == 200


def test_days_in_progress_are_separate_for_each_language(tmp_path):
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path, "latin-5", OTHERS, ANSWERS)
    visitor = Visitor(new_app(tmp_path, languages=("english", "latin")))
    visitor.guess("orbit", "/latin/daily/61")
    assert visitor.get("/latin/watch?word=61").status_code == 422
    assert visitor.get("/watch?word=61").status_code == 200


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("2025-03-03", "This word is still being played"),
        ("64", "Not available yet. Choose an earlier day"),
        ("12x", "Enter a puzzle number or a date"),
        ("zzzzz", "Not in word list"),
        ("abcdefghijk", "This site has no words of this length"),
        ("a-b", "Use letters only"),
    ],
)
def test_invalid_word_or_day_is_refused_with_422(visitor, app, word, reason):
    page = visitor.get("/watch", query_string={"word": word})
    assert page.status_code == 422
    assert reason in page.visible_text
    assert page.fields["word"] == word
    assert answer_of_day(app).upper() not in page.first(".//main").visible_text


@pytest.mark.parametrize("opener", ["zzzzz", "dusk", "cr4ne", "cranes"])
def test_invalid_opener_is_refused_with_422(visitor, opener):
    page = visitor.get(f"/watch?word=truss&opener={opener}")
    assert page.status_code == 422
    assert page.announcements
    assert words_of(page) == []


def test_random_word_redirects_to_its_address(visitor):
    page = visitor.get("/watch?random=1&length=5&strategy=entropy")
    assert page.status_code == 303
    assert page.location in {f"/watch?word={word}&strategy=entropy" for word in ANSWERS}


def test_watch_page_shows_an_example_game_and_worked_examples(guest):
    page = guest.get("/watch")
    assert page.first(".//h1").visible_text == "Solving PATCH"
    purpose = "See how the solver finds a word"
    assert purpose in page.visible_text
    assert purpose not in guest.get("/watch?word=crane").visible_text
    assert words_of(page)[-1] == "patch"
    sacrifice, inference = page.of_class("watch-example")
    assert "CLAMP can’t be the answer" in sacrifice.visible_text
    assert "The story of CATCH" in page.visible_text
    third = sacrifice.of_class("watch-groups")[0].first(".//*[@aria-label]")["aria-label"]
    assert third.startswith("Guess 3: C ")  # after two guesses
    assert "A is the 4th letter" in inference.visible_text


@pytest.mark.parametrize(
    ("strategy", "number", "before", "is_possible", "rule"),
    [
        ("fixed-opener", 1, 900, True, "fixed-opener"),
        ("fixed-opener", 2, 90, False, "fresh-letters"),
        ("fresh-letters", 3, 90, False, "fresh-letters"),
        ("fresh-letters", 3, 90, True, "letter-frequency"),
        ("fresh-letters", 4, 90, False, "letter-frequency"),
        ("frequency-then-minimax", 1, 500, True, "candidate-frequency"),
        ("frequency-then-minimax", 2, 50, True, "minimax"),
        ("frequency-then-minimax", 3, 49, False, "frequency-then-minimax"),
        ("common-letters", 1, 900, True, "repeated-letters"),
        ("distinct-letters", 2, 9, True, "repeated-letters"),
    ],
)
def test_reason_names_the_rule_that_the_strategy_followed(
    app, strategy, number, before, is_possible, rule
):
    effect = TurnEffect(Turn("eerie", 0), before, 9, (), 4.2, 7, 5, 1.5, is_possible)
    with app.test_request_context():
        facts = {"words": f"{before} words", "bits": "1.50"}
        assert reasons(strategy, effect, number, False)[0] == str(REASONS[rule]) % facts


def test_guess_of_the_only_word_left_has_a_single_reason(app):
    effect = TurnEffect(Turn("eerie", 0), 1, 0, (), 0.0, 0, 1, 0.0, True)
    with app.test_request_context():
        assert reasons("minimax", effect, 4, False) == ("It’s the only word left.",)
        assert len(reasons("minimax", replace(effect, before=2), 4, False)) == 2
        assert len(reasons("minimax", replace(effect, is_possible=False), 4, True)) == 3


def test_each_guess_has_a_reason_and_its_effect_on_each_board(guest):
    page = guest.get("/watch?word=truss+crane+SLIMY+model")
    turns = page.of_class("boards-turn")
    assert f"Solved in {len(turns)} guesses of 9." in page.visible_text
    assert "A strong first guess for every board." in turns[0].visible_text
    assert len(turns[0].of_class("boards-step")) == 4
    assert len(page.all(".//*[@data-solved]")) == 4


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("crane slimz", "Not in word list"),
        ("crane crane", "Enter each word once"),
        (",+".join(["absolute"] * 8), "Enter each word once"),  # the whole parameter is read
        ("abc def", "no words of this length"),
        ("crane slimy truss model fjord waltz nymph blitz brick", "Enter at most 8 words."),
    ],
)
def test_invalid_words_of_several_boards_are_reported(guest, words, reason):
    answer = guest.get(f"/watch?word={words}")
    assert answer.status_code == 422
    assert reason in answer.visible_text
