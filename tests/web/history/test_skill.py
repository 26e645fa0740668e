"""The player's skill apart from luck: the page `/skill`, the end of a game, and the cookie."""

import math
import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
from harness.pages import Part
from web_visitor import (
    OTHERS,
    Visitor,
    answer_of_day,
    answer_of_token,
    answers_of_day,
    new_app,
)

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.rating import FinishedGame, best_guess
from wordle_web.engine.skill import Habit
from wordle_web.game.history.history import MAX_RECENT, History
from wordle_web.game.history.ratings import StoredGuess, StoredRating, rating_size, unpack_rating
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.days import daily_answer
from wordle_web.game.puzzles.variants import Variant
from wordle_web.game.rules import Status
from wordle_web.web.history import skill as page_of
from wordle_web.web.services import EXTENSION


def past_days(app, count: int, first: int = 5) -> History:
    """Return a history of days, each with two guesses before its answer."""
    parts, played = app.extensions[EXTENSION], History()
    for day in range(first, first + count):
        answer = daily_answer(day, parts.epochs, parts.all_words(5))
        words = [word for word in ("crane", "slate", "moist") if word != answer][day % 2 :]
        guesses = (*words, answer)
        played = played.with_record(Record(f"daily/{day}", 5, day, guesses, status=Status.WON))
    return played


def analyzed_games(page) -> list[str]:
    """Return the addresses of the analyses of whole games."""
    addresses = [link.address for link in page.links]
    return [url for url in addresses if url.startswith("/analysis?") and "#" not in url]


def test_finished_game_links_to_its_cost_and_luck(app, visitor):
    visitor.guess("fuzzy")
    assert 'href="/skill"' not in visitor.get("/").text
    visitor.guess(answer_of_day(app))
    assert not visitor.history.ratings  # ratings never delay a game
    assert 'href="/skill"' in visitor.get("/").text
    page = visitor.get("/skill")
    # When the rating is known, the end of a game shows it without a search.
    end = visitor.get("/")
    text = re.search(
        r"Your guesses cost \d\.\d\d more than the best · luckier by [\d.]+\d guesses", end.text
    )
    assert end.link(text[0]) == "/skill"
    rating = unpack_rating(visitor.history.recent[0].rating)
    analysis = visitor.get(page.link(answer_of_day(app).upper()))
    signs = "Luck: luckier by so many guesses than could be expected, or unluckier."
    assert [shown.text.count(signs) for shown in (page, analysis)] == [1, 1]
    assert analysis.texts("rating-figure") == [f"{rating.cost:.2f}", f"{-rating.luck:.2f}"]


def test_cookie_stores_the_cost_of_each_guess_of_a_rated_game(app, visitor):
    for word in ("fuzzy", answer_of_day(app)):
        assert not visitor.history.ratings
        visitor.guess(word)
        visitor.get("/skill")
    assert len(visitor.history.ratings) == 1 + rating_size(2)


def test_skill_page_asks_for_more_games_below_the_minimum(app, visitor):
    visitor.remember(past_days(app, 4))
    page = visitor.get("/skill")
    assert "Play 1 more single-board game" in page.text
    assert page.texts("rated-games") == ["4 of 5 games"]
    assert page.link("Play today’s word") == "/"
    days = [re.search(r"Jan \d", row[0])[0] for row in page.table()[1:]]
    assert days == ["Jan 8", "Jan 7", "Jan 6", "Jan 5"]


@pytest.mark.parametrize("count", [1, 4, 6])
def test_skill_page_names_the_most_expensive_guess_and_a_better_guess(
    app, visitor, monkeypatch, count
):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    monkeypatch.setattr(page_of, "FEW_WORDS", 0)  # the test's list is short
    visitor.remember(past_days(app, count))
    page = visitor.get("/skill")
    guess, cost, best = re.search(
        r"your ([A-Z]{5}) cost ≈?([\d.]+) guesses\. ([A-Z]{5}) would have been better\.",
        page.visible_text,
    ).groups()
    games = visitor.history.recent
    costs = [guess.cost for game in games for guess in unpack_rating(game.rating).guesses]
    assert float(cost) == max(costs)
    address, _, place = page.link("See its analysis").partition("#")
    turn = visitor.get(address).all(f".//li[@id='{place}']")[0].visible_text
    assert turn.count(cost) == 1
    assert re.search(f"Best guess: (still )?{best}\\.", turn)
    number = int(place.removeprefix("guess-"))
    assert [game.guesses[number - 1].upper() for game in games].count(guess)


def test_skill_page_prefers_an_expensive_guess_with_an_instructive_alternative(
    app, visitor, monkeypatch
):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, 6))
    pattern = r"In ([A-Z]{5}), your ([A-Z]{5}) cost ≈?([\d.]+) guesses\.(.*)See its analysis"
    # Only the answer was left, so there was nothing to learn but that.
    *worst, cost, rest = re.search(pattern, visitor.get("/skill").visible_text).groups()
    assert rest == " After SLATE only the answer fit. "
    games = visitor.history.recent
    costs = [guess.cost for game in games for guess in unpack_rating(game.rating).guesses]
    assert float(cost) == max(costs)
    lessons = iter(["", "model"])
    monkeypatch.setattr(page_of, "_better_at", lambda past, number: next(lessons))
    *second, _cost, rest = re.search(pattern, visitor.get("/skill").visible_text).groups()
    assert second != worst
    assert rest.startswith(" MODEL would have been better.")


def test_lost_game_names_the_first_guess_that_missed_the_only_word_left(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "_better_at", lambda past, number: "")  # nothing else to learn
    lexicon, answer = app.extensions[EXTENSION].lexicon(), answer_of_day(app)
    belief = belief_of(lexicon, "normal")

    def count_after(word: str) -> int:
        return len(candidates_after(lexicon, [Turn.of(word, answer)], belief))

    words = [word for word in lexicon.words if word != answer]
    first = next(word for word in words if count_after(word) == 1)
    misses = [word for word in words if word != first][:5]
    for word in (first, *misses):
        visitor.guess(word)
    text = visitor.get("/skill").visible_text
    assert f"In {answer.upper()}, your {misses[0].upper()} cost " in text
    assert f"After {first.upper()} only the answer fit." in text
    analysis = visitor.get(visitor.get("/").link("Analyze"))
    assert analysis.first(".//a[@href='#guess-2']").visible_text == "See guess 2"


@pytest.mark.parametrize(("few", "is_named"), [(1, True), (2, False)])
def test_better_guess_that_was_only_luck_is_not_named(app, monkeypatch, few, is_named):
    monkeypatch.setattr(page_of, "FEW_WORDS", few)
    monkeypatch.setattr(page_of, "_better_guess", lambda *_arguments: ("truss", 2))
    lexicon = app.extensions[EXTENSION].lexicon()
    record = Record("daily/5", 5, 5, ("crane", "truss"), status=Status.WON)
    past = SimpleNamespace(record=record, lexicon=lexicon, answers=("truss",), mode="pool")
    assert page_of._better_at(past, 0) == ("truss" if is_named else "")
    past.answers = ("model",)
    assert page_of._better_at(past, 0) == "truss"


def test_no_guess_is_called_expensive_if_all_costs_are_small(app, visitor):
    answer = answer_of_day(app)
    game = FinishedGame(app.extensions[EXTENSION].lexicon(), answer, (answer,))
    opener = best_guess(game, 0)
    visitor.guess(opener)
    while answer not in (guesses := visitor.history.in_progress[0].guesses):
        played = FinishedGame(game.lexicon, answer, (*guesses, answer))
        visitor.guess(best_guess(played, len(guesses)))
        if not visitor.history.in_progress:
            break
    assert "would have been better" not in visitor.get("/skill").visible_text


def test_skill_page_offers_a_random_word_after_todays_word(app, visitor):
    visitor.guess(answer_of_day(app))
    page = visitor.get("/skill")
    assert page.texts("button") == ["Play a random word"]
    assert visitor.post("/random").location.startswith("/random/5-normal-")


def test_skill_page_shows_mean_cost_and_luck(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, 12))
    page = visitor.get("/skill")
    folds = {fold.first(".//summary").visible_text: fold for fold in page.of_class("helper-fold")}
    figures = folds["About these figures"].texts("rating-figure")
    assert figures == page.texts("rating-figure")
    assert re.fullmatch(r"[\d.]+ ± [\d.]+", page.texts("rating-figure")[0])
    pattern = (
        r"([\d.]+) guesses a game = ([\d.]+) with best play \+ ([\d.]+) cost"
        r" ([+\u2212] [\d.]+) (?:good|bad) luck"
    )
    needed, best, cost, luck = (
        float(number.replace("\u2212", "-").replace(" ", ""))
        for number in re.search(pattern, page.visible_text).groups()
    )
    assert round(best + cost + luck, 2) == needed
    assert float(figures[0].partition(" ± ")[2]) > 0
    assert f"save you about {round(10 * cost)} guesses in" in page.visible_text
    assert re.search(
        rf"Bad luck cost you about {round(10 * luck)} guess(es)? in 10 games\.", page.visible_text
    )
    assert "Cost of 8 games in a row" in page.visible_text
    assert [label.visible_text for label in page.all(".//text[@y='168']")] == [
        "Jan 12, 2025",
        "Jan 16, 2025",
    ]
    assert len(analyzed_games(page)) == 12
    exact, every = re.search(
        r"estimated; (\d+) of (\d+) guesses are rated exactly", page.visible_text
    ).groups()
    assert int(exact) <= int(every) == sum(len(record.guesses) for record in visitor.history.recent)
    # No rating is left for the next visit.
    assert all(game.rating for game in visitor.history.recent)


def next_step(page) -> Part:
    return page.first(".//section[@aria-labelledby='next']")


@pytest.mark.parametrize(
    ("lessons", "title"),
    [(["model"], "Your costliest guess"), ([""] * 20 + ["model"], "One of your costliest guesses")],
)
def test_skill_page_does_not_call_a_single_guess_a_habit(app, visitor, monkeypatch, lessons, title):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    monkeypatch.setattr(page_of, "MAX_EXAMPLES", len(lessons))
    better = iter(lessons)
    monkeypatch.setattr(page_of, "_better_at", lambda past, number: next(better))
    visitor.remember(past_days(app, 12))
    page = visitor.get("/skill")
    assert "What to work on" not in page.visible_text
    worst = page.first(".//section[@aria-labelledby='worst']")
    assert worst.visible_text.startswith(f"{title} ")
    assert page.visible_text.count(" would have been better.") == 1 == len(worst.of_class("row"))
    assert [button.visible_text for button in page.all(".//main//*[@data-kind='primary']")] == [
        "See its analysis"
    ]
    assert "#guess-" in worst.link("See its analysis")


def test_skill_page_suggests_working_on_a_habit_that_is_certain(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    habit = Habit("opener", cost=0.3, share=0.4, is_certain=True, more=0)
    monkeypatch.setattr(page_of, "habit_of", lambda games: habit)
    visitor.remember(past_days(app, 12))
    page = visitor.get("/skill")
    step = next_step(page)
    text = (
        "Your first word is where you can gain most. That’s behind 40% of what your guesses cost."
    )
    assert f"What to work on {text} For example, in Daily " in step.visible_text
    assert step.link("See its analysis").endswith("#guess-1")
    assert "costliest guess" in page.visible_text
    assert "No habit stands out." not in page.visible_text


@pytest.mark.parametrize("is_today_over", [False, True])
def test_skill_page_offers_a_game_if_there_is_nothing_to_work_on(
    app, visitor, monkeypatch, is_today_over
):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    monkeypatch.setattr(page_of, "SLIGHT", 99)
    visitor.remember(past_days(app, 12))
    if is_today_over:
        visitor.guess(answer_of_day(app))
    step = next_step(visitor.get("/skill"))
    play = "Play a random word" if is_today_over else "Play today’s word"
    assert step.visible_text == f"No guess cost you much {play}"


@pytest.mark.parametrize(("more", "is_named"), [(28, True), (29, False), (None, False)])
def test_skill_page_predicts_a_habit_only_within_the_games_that_it_keeps(
    app, visitor, monkeypatch, more, is_named
):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    habit = Habit("opener", cost=0.3, share=0.4, is_certain=False, more=more)
    monkeypatch.setattr(page_of, "habit_of", lambda games: habit)
    visitor.remember(past_days(app, 12))
    text = visitor.get("/skill").visible_text
    assert "No habit stands out." in text
    assert ("About 28 more games may show one." in text) == is_named


@pytest.mark.parametrize("count", [0, 1, 4])
def test_skill_page_says_what_you_get_only_before_the_first_game(app, visitor, count):
    visitor.remember(past_days(app, count))
    for _ in range(9):
        page = visitor.get("/skill")
    assert ("What you get" in page.visible_text) == (count == 0)
    assert len(page.all(".//table")) == (count > 0)


SCALE = "Cost in guesses a game; shorter is better"


def player_of(page) -> list[str]:
    """Return the figures of the player on the scale: the mean and its interval."""
    player = page.first(".//li[@aria-current='true']").visible_text
    return re.findall(r"\d\.\d\d", player)


def test_scale_compares_only_games_of_the_words_that_it_names(monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    app = new_app(None)
    visitor, played = Visitor(app), past_days(app, 12)
    visitor.remember(played)
    page = visitor.get("/skill")
    assert f"{SCALE} Optimal" in page.visible_text
    only_five = player_of(page)
    assert only_five[0] == page.texts("rating-figure")[0].partition(" ")[0]
    for _game in range(4):
        path = visitor.begin(length="4")
        answer = answer_of_token(app, path)
        guesses = (*({"tale", "rich", "zeds"} - {answer}), answer)
        record = Record(path.removeprefix("/"), 4, 62, guesses, status=Status.WON)
        played = played.with_record(record)
    visitor.remember(played)
    page = visitor.get("/skill")
    assert len(analyzed_games(page)) == 16
    assert f"{SCALE} (English, 5 letters: 12 of your games)" in page.visible_text
    assert player_of(page) == only_five


def test_there_is_no_scale_until_a_word_list_has_enough_games(monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    app = new_app(None)
    visitor, played = Visitor(app), past_days(app, 4)
    path = visitor.begin(length="4")
    answer = answer_of_token(app, path)
    won = Record(path.removeprefix("/"), 4, 62, ("tale", answer), status=Status.WON)
    visitor.remember(played.with_record(won))
    page = visitor.get("/skill")
    assert page.texts("skill-level")
    assert SCALE not in page.visible_text


def test_each_row_shows_the_cost_and_luck_of_its_analysis(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, 3))
    page = visitor.get("/skill")
    addresses = analyzed_games(page)
    for address, row in zip(addresses, page.table()[1:], strict=True):
        cost, luck = visitor.get(address).texts("rating-figure")
        assert [cost, luck] == [row[2], row[3].partition(" ")[0].replace("even", "0.00")]


def test_skill_page_sorts_games_by_the_day_of_their_puzzle(app, visitor):
    for day in (61, 59, 60):
        visitor.guess("fuzzy", f"/daily/{day}")
        visitor.guess(answer_of_day(app, day), f"/daily/{day}")
    games = [row[0] for row in visitor.get("/skill").table()[1:]]
    assert [game.partition(" ")[2] for game in games] == [
        "Mar 2, 2025",
        "Mar 1, 2025",
        "Feb 28, 2025",
    ]


def test_skill_page_calls_negative_luck_good(app, visitor):
    lucky = History()
    for record in past_days(app, 12).recent:
        won = Record(record.puzzle, 5, record.started, record.guesses[-1:], status=Status.WON)
        lucky = lucky.with_record(won)
    visitor.remember(lucky)
    for _ in range(12):
        page = visitor.get("/skill")
    assert "Luck saved you about 10 guesses in 10 games." in page.visible_text


def test_skill_page_mentions_luck_that_balanced_out(app, visitor, monkeypatch):
    visitor.remember(past_days(app, 6))
    means = SimpleNamespace(needed=4.0, best=3.5, cost=0.5, luck=0.04)
    monkeypatch.setattr(page_of.Means, "of", lambda rows: means)
    assert "Good and bad luck balanced out." in visitor.get("/skill").visible_text


def test_skill_excludes_games_without_a_decision(app, visitor):
    path = visitor.begin()
    for word in OTHERS[:3]:
        visitor.guess(word, path)
    visitor.post(f"{path}/give-up")
    assert answer_of_token(app, path)
    assert "1 game is left out" in visitor.get("/skill").text
    assert not visitor.history.ratings


TOO_EARLY = "Too early to say how well you play"


@pytest.mark.parametrize(
    ("cost", "margin", "level"),
    [
        (0.05, 0.04, "You play almost perfectly"),
        (0.05, 0.06, "You play very well or even better"),
        (0.2, 0.09, "You play very well"),
        (0.25, 0.2, "You play well or even better"),
        (0.4, 0.05, "You play well"),
        (0.35, 0.1, "You play well or very well"),
        (0.6, 0.2, "You have at least a little room to improve"),
        (0.4, 0.2, TOO_EARLY),
        (0.3, 0.25, TOO_EARLY),
        (0.91, 0.7, TOO_EARLY),
        (0.91, 0.4, "You have room to improve"),
        (0.2, math.inf, TOO_EARLY),
        (0.0, 0.0, "You play almost perfectly"),
    ],
)
def test_skill_verdict_names_all_levels_of_the_confidence_interval(app, cost, margin, level):
    with app.test_request_context("/"):
        assert page_of._level(cost, margin, 7) == level


def test_skill_verdict_promises_no_more_games_than_the_history_keeps(app):
    with app.test_request_context("/"):
        text = page_of._level(0.4, 0.2, MAX_RECENT)
    assert text == "Your games vary too much to say how well you play"


@pytest.mark.parametrize(
    ("cost", "margin", "text"),
    [
        (0.02, 0.02, "Good and bad luck"),
        (0.31, 0.01, "Better guesses would save you about 3 guesses in 10 games. "),
        (0.12, 0.3, "Better guesses would save you about 1 guess in 10 games. "),
    ],
)
def test_skill_page_states_what_better_guesses_save(app, visitor, monkeypatch, cost, margin, text):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, 6))
    monkeypatch.setattr(page_of, "mean_of", lambda costs: (cost, 0.0, margin))
    means = SimpleNamespace(needed=4.0, best=3.5, cost=cost, luck=0.0)
    monkeypatch.setattr(page_of.Means, "of", lambda rows: means)
    assert visitor.get("/skill").texts("lead")[0].startswith(text)


def test_page_without_scripts_reloads_until_no_game_waits_but_not_forever(
    app, visitor, monkeypatch
):
    monkeypatch.setattr(page_of, "MAX_WORK", 1)
    visitor.remember(past_days(app, 6))
    reload = ".//noscript/meta[@http-equiv='refresh']"
    page = visitor.get("/skill")
    assert page.first(reload)["content"] == "0;url=/skill?reload=1"
    assert visitor.get("/skill?reload=3").first(reload)["content"] == "0;url=/skill?reload=4"
    for value in (page_of.MAX_RELOADS, 10**30):
        assert not visitor.get(f"/skill?reload={value}").all(reload)
    for value in ("-5", "x", ""):
        assert not visitor.get(f"/skill?reload={value}").text.count("reload=-")
    while "Rate more games" in visitor.get("/skill").text:
        pass
    assert not visitor.get("/skill").all(reload)


@pytest.mark.parametrize("count", [6, 7])
def test_result_of_few_games_is_equal_on_every_visit(app, visitor, monkeypatch, count):
    """While games wait for their rating, there is no result, which would change."""
    monkeypatch.setattr(page_of, "MAX_WORK", 1)
    visitor.remember(past_days(app, count))
    titles, results = set(), set()
    for _visit in range(3 * count):
        page = visitor.get("/skill")
        titles.add(page.first(".//h1").visible_text)
        results.update([] if "Rate more games" in page.text else [page.first(".//main").text])
        assert ("Where you stand</h2>" in page.text) <= ("Rate more games" not in page.text)
        assert len(page.texts("skill-level")) == ("Rate more games" not in page.text)
    assert titles == {f"Skill and luck in your last {count} games"}
    assert len(results) == 1
    cost, margin = map(float, page.texts("rating-figure")[0].split(" ± "))
    with app.test_request_context("/"):
        assert page.texts("skill-level") == [page_of._level(cost, margin, count)]


@pytest.mark.parametrize("kind", page_of.HABITS)
@pytest.mark.parametrize("costly", [2, 7])
def test_text_on_a_habit_counts_the_games_that_the_habit_made_worse(app, kind, costly):
    def row(cost: float) -> page_of.SkillRow:
        guess = StoredGuess(kind, cost, is_estimate=False)
        return page_of.SkillRow(None, StoredRating((guess, guess), 0.0))

    rows = [row(0.4)] * costly + [row(0.01)] * 5
    with app.test_request_context("/"):
        text = page_of._habit_text(rows, kind)
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    assert numbers == ([] if kind in {"opener", "second"} else [costly, costly + 5])


@pytest.mark.parametrize("count", [0, 4, 12])
def test_skill_page_has_one_heading_at_its_top(app, visitor, monkeypatch, count):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, count))
    page = visitor.get("/skill")
    title = page.first(".//h1")
    assert title.visible_text.startswith("Skill and luck")
    assert "visually-hidden" not in title.root.get("class", "")
    tops = page.of_class("skill-level") + page.of_class("rated-games")
    assert len(tops) == 1
    assert tops[0].root.tag == "p"
    assert not page.all(".//header//h2")


def test_skill_page_leaves_out_a_game_of_several_boards_without_mentioning_its_hint(app, visitor):
    visitor.guess("fuzzy", "/boards/2")
    visitor.post("/boards/2", {"turn": "2", "hint": "1"})
    for answer in answers_of_day(app, Variant(boards=2)):
        visitor.guess(answer, "/boards/2")
    assert visitor.history.recent[-1].hinted
    page = visitor.get("/skill")
    assert "with a hint" not in page.visible_text
    assert "1 game is left out" in page.visible_text


@pytest.mark.parametrize("count", [4, 12])
def test_skill_excludes_games_with_a_hint(app, visitor, monkeypatch, count):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    games = past_days(app, count).recent
    assert "with a hint" not in visitor.get("/skill").visible_text
    played = History()
    for game in games:
        won_by_hints = replace(game, guesses=game.guesses[-1:], hint_count=9)
        played = played.with_record(won_by_hints if game.started % 4 == 1 else game)
    visitor.remember(played)
    page = visitor.get("/skill")
    hinted = sum(game.hinted for game in visitor.history.recent)
    text = (
        "1 game with a hint doesn’t count." if hinted == 1 else "3 games with a hint don’t count."
    )
    assert text in page.visible_text
    assert "left out" not in page.visible_text
    assert len(analyzed_games(page)) == count - hinted
    assert [bool(game.rating) for game in visitor.history.recent] == [
        not game.hinted for game in visitor.history.recent
    ]


def test_ratings_beyond_the_work_limit_wait_for_the_next_visit(app, visitor, monkeypatch):
    """A visit rates a first guess or the rest of a game; first guesses are rated once."""
    monkeypatch.setattr(page_of, "MAX_WORK", 1)
    visitor.remember(past_days(app, 8))
    rated = []
    while "Rate more games" in (page := visitor.get("/skill")).text and len(rated) < 20:
        rated.append(int(re.search(r"Rated so far: (\d) of your 8 games", page.text)[1]))
        assert "Not enough games" not in page.text
        assert page.link("Rate more games") == "/skill"
    assert rated[-1] == 7
    assert all(later - earlier in {0, 1} for earlier, later in pairwise(rated))
    assert sum(later == earlier for earlier, later in pairwise(rated)) <= 2
    assert "Rate more games" not in page.text


def test_too_few_games_wait_for_their_rating_too(app, visitor, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 1)
    visitor.remember(past_days(app, 3))
    page = visitor.get("/skill")
    assert page.texts("rated-games") == ["3 of 5 games"]
    assert re.search(r"Rated so far: \d of your 3 games", page.visible_text)
    assert page.link("Rate more games") == "/skill"
    assert page.texts("button") == ["Rate more games"]


def test_another_process_shows_stored_ratings_without_a_search(app, visitor, lexicons, monkeypatch):
    monkeypatch.setattr(page_of, "MAX_WORK", 10**12)
    visitor.remember(past_days(app, 10))
    first = visitor.get("/skill")

    def search(game: FinishedGame) -> None:
        raise AssertionError(game)

    monkeypatch.setattr(page_of, "rate_game", search)
    other = Visitor(new_app(lexicons))
    other.remember(visitor.history)
    again = other.get("/skill")
    assert again.first(".//main").visible_text == first.first(".//main").visible_text
    assert "Set-Cookie" not in visitor.get("/skill").headers


def test_history_and_analysis_link_to_the_skill_page(app, visitor):
    visitor.remember(past_days(app, 1))
    assert 'href="/skill"' in visitor.get("/history").text
    page = visitor.get("/analysis?answer=crane&guess=slate&guess=crane")
    assert 'href="/skill"' in page.text


def test_shared_result_does_not_mention_skill(lexicons):
    app = new_app(lexicons)
    visitor = Visitor(app)
    visitor.guess(answer_of_day(app))
    shared = visitor.get("/").first(".//textarea").visible_text
    assert "luck" not in shared
    assert "cost" not in shared
