"""The ranking of guesses: by a search if there is time, otherwise by estimates."""

import math
import random
from dataclasses import replace
from functools import cache
from itertools import count, dropwhile, pairwise

import numpy as np
import pytest
from engine.alike import ANSWERS, BELIEF, HELPERS, LEXICON
from hypothesis import example, given, settings
from hypothesis import strategies as st

from wordle_web.engine import suggestion
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.clock import Stopwatch
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.partition import estimated_guesses
from wordle_web.engine.planning import Outlook
from wordle_web.engine.suggestion import RankedGuess, Suggestion, familiarity, rank_guess, suggest

MAX_ERROR = 0.25  # guesses by which an estimate may be wrong
ENGLISH = load_lexicon("english-5")
NORMAL = belief_of(ENGLISH, "normal")
EFFORTS = (1, 10, 40, 160, 640, 2560)  # number of clock readings until time is up


def check_order(suggested: Suggestion) -> None:
    assert suggested.best[0].guess == suggested.guess
    assert suggested.best[0].expected_guesses == suggested.expected_guesses
    first, *costs = [guess.cost for guess in suggested.best]
    assert costs == sorted(costs)
    # An equally good guess may come first because it is better known.
    assert first - min([first, *costs]) < suggestion.SAME
    for guess in suggested.best:
        assert 1 <= guess.expected_guesses <= suggested.guesses_left
        if guess.solve_probability is not None:
            assert 0 <= guess.solve_probability <= 1
            assert guess.cost >= guess.expected_guesses - 1e-9


turns_of = st.lists(st.sampled_from(ANSWERS + HELPERS), max_size=5)


@settings(max_examples=50)
@given(st.sampled_from(ANSWERS), turns_of, st.sampled_from([0.0, 90.0]), st.sampled_from(HardMode))
def test_guesses_are_ranked_by_cost(
    answer: str, guesses: list[str], budget_ms: float, hard: HardMode
) -> None:
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    options = {"belief": BELIEF, "hard": hard, "budget_ms": budget_ms}
    check_order(suggest(LEXICON, turns, **options))


@pytest.mark.parametrize("row", ["crony:00000", "crony:01002", "pious:00000"])
def test_best_guesses_are_in_order_of_cost_with_and_without_time(row: str) -> None:
    turns = [Turn.parse(row)]
    for mode in ("real", "normal"):
        belief = belief_of(ENGLISH, mode)
        for budget_ms in (0.0, 60.0):
            suggestion = suggest(ENGLISH, turns, belief=belief, budget_ms=budget_ms)
            check_order(suggestion)
            assert budget_ms or all(guess.is_estimate for guess in suggestion.best)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_figures_of_a_suggestion_equal_those_of_played_games(left: int) -> None:
    suggestion = suggest(LEXICON, [], belief=BELIEF, guesses_left=left, budget_ms=math.inf)
    for guess in suggestion.best[:4]:
        guesses, solved = played_out(guess, left)
        assert guess.expected_guesses == pytest.approx(guesses)
        assert guess.solve_probability == pytest.approx(solved)
        assert guess.cost == pytest.approx(guesses + 20 * (1 - solved))


def played_out(ranked: RankedGuess, left: int) -> tuple[float, float]:
    """Return the mean number of guesses and the share of words that are solved."""
    total, solved = 0.0, 0.0
    for answer in ANSWERS:
        turn = Turn(ranked.guess, feedback(ranked.guess, answer))
        total += 1
        if turn.guess == answer:
            solved += 1
        elif left > 1:
            options = {"guesses_left": left - 1, "budget_ms": math.inf, "best": 1}
            after = suggest(LEXICON, [turn], belief=BELIEF, **options)
            total += after.expected_guesses or 0.0
            solved += after.solve_probability or 0.0
    return total / len(ANSWERS), solved / len(ANSWERS)


def test_last_guess_is_the_likeliest_word_left() -> None:
    for rows in (["crane:00000"] * 5, ["batch:02222", "catch:02222", "hatch:02222"]):
        turns = [Turn.parse(row) for row in rows]
        suggestion = suggest(ENGLISH, turns, belief=belief_of(ENGLISH), guesses_left=1)
        assert suggestion.is_last_guess
        assert suggestion.exact
        assert all(guess.is_candidate and not guess.is_estimate for guess in suggestion.best)
        assert suggestion.solve_probability == pytest.approx(suggestion.best[0].answer_probability)
        chances = [guess.answer_probability for guess in suggestion.best]
        assert chances == sorted(chances, reverse=True)
        assert {guess.expected_guesses for guess in suggestion.best} == {1.0}


def test_suggesting_only_answers_uses_stored_openers_without_a_search() -> None:
    belief = belief_of(ENGLISH, "pool")
    stored = stored_reply(ENGLISH, (), belief, hard=HardMode.OFF)
    likely = {ENGLISH.words[index] for index in np.flatnonzero(belief.weights).tolist()}
    expected = [word for word, _ in stored.guesses if word in likely]
    suggestion = suggest(ENGLISH, (), belief=belief, answers_only=True, budget_ms=0)
    assert [guess.guess for guess in suggestion.best] == expected[:10]
    assert len(expected) > 1


def test_figure_that_ignores_unlikely_words_is_an_estimate() -> None:
    turns, belief = [Turn.parse("crony:00000")], belief_of(ENGLISH)
    suggestion = suggest(ENGLISH, turns, belief=belief, budget_ms=math.inf)
    assert suggestion.best[0].solve_probability is not None
    assert suggestion.best[0].is_estimate
    assert not suggestion.exact
    later = suggest(ENGLISH, [*turns, Turn.parse("slate:00000")], belief=belief)
    assert not later.best[0].is_estimate


@pytest.mark.parametrize("length", [5, 6, 7, 8])
def test_estimates_are_close_to_search_results(length: int) -> None:
    lexicon = load_lexicon(f"english-{length}")
    belief, words = belief_of(lexicon, "normal"), lexicon.pool().words
    for answer in words[100:400:100]:
        turns = [Turn(guess, feedback(guess, answer)) for guess in (words[0], words[-1])]
        suggestion = suggest(lexicon, turns, belief=belief, budget_ms=math.inf)
        left = [word for word in words if all(feedback(t.guess, word) == t.pattern for t in turns)]
        known = [guess for guess in suggestion.best if not guess.is_estimate]
        guesses = letter_codes([guess.guess for guess in known])
        patterns = feedback_matrix(guesses, letter_codes(left)).T
        estimates = estimated_guesses(patterns, np.ones(len(left)), all_correct(length))
        assert estimates.shape == (len(known),)
        assert estimates.dtype == np.float64
        for guess, estimate in zip(known, estimates, strict=True):
            assert abs(estimate - (guess.expected_guesses or 0.0)) < MAX_ERROR


@given(st.lists(st.tuples(st.none() | st.floats(1, 9), st.floats(1, 9)), min_size=1))
def test_completed_costs_are_never_below_the_cost_of_the_best_guess(
    pairs: list[tuple[float | None, float]],
) -> None:
    known, estimates = zip(*pairs, strict=True)
    filled = suggestion.completed(known, np.array(estimates))
    assert min(filled) == filled[0]
    for figure, cost in zip(filled, known, strict=True):
        assert cost is None or figure == max(cost, filled[0])
    gaps = [
        (estimate, f) for (cost, estimate), f in zip(pairs, filled, strict=True) if cost is None
    ]
    assert all(a[1] <= b[1] for a, b in pairwise(sorted(gaps)))


def test_suggestion_has_only_estimates_if_there_is_no_time_to_search() -> None:
    for more, is_estimate in ((0, True), (1, False)):
        budget_ms = suggestion.FINISH_MS + more
        suggested = suggest(LEXICON, (), belief=BELIEF, budget_ms=budget_ms, clock=lambda: 0.0)
        assert [guess.is_estimate for guess in suggested.best] == [is_estimate] * 10
        assert suggested.exact != is_estimate
    suggested = suggest(LEXICON, (), belief=BELIEF, clock=count(5.0, 0.001).__next__, best=1)
    assert 2 <= suggested.milliseconds < 1000
    turns = [Turn("crane", 242)]
    nothing = suggest(LEXICON, turns, belief=BELIEF, clock=count(5, 2).__next__)
    assert nothing == Suggestion(0, 0, None, None, None, 5, True, 2000, ())


def test_rating_of_a_best_guess_equals_its_ranking() -> None:
    best = suggest(LEXICON, (), belief=BELIEF).best
    assert [rank_guess(LEXICON, (), guess.guess, BELIEF, best) for guess in best] == list(best)
    other = rank_guess(LEXICON, (), "vibex", BELIEF, best)
    assert (other.guess, other.is_estimate, other.is_candidate) == ("vibex", True, False)
    nothing = rank_guess(LEXICON, [Turn("crane", 242)], "batch", BELIEF)
    assert nothing == RankedGuess("batch", 0.0, 0.0, 0, 0.0, False)
    known = RankedGuess("crane", 1.0, 2.0, 1, 0.5, True, 2.5, 0.75)
    assert known.outlook == Outlook(2.5, 0.75)
    assert replace(known, solve_probability=None).outlook is None
    assert replace(known, expected_guesses=None).outlook is None


def test_estimate_of_a_guess_with_large_cells_exceeds_its_bound() -> None:
    for cells in (1, 2):  # a guess with a single cell reveals nothing
        patterns = np.repeat(np.arange(cells, dtype=np.uint8), 16 // cells)[:, None]
        bound = (3 * 16 - cells) / 16
        assert bound < estimated_guesses(patterns, np.ones(16), 242)[0] < bound + 0.5


def test_sample_of_very_many_words_gives_nearly_the_same_figures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    belief = belief_of(ENGLISH)
    words = ("slate", "crane", "trace", "audio", "stone", "house")
    whole = [rank_guess(ENGLISH, (), word, belief) for word in words]
    monkeypatch.setattr("wordle_web.engine.suggestion.MAX_MEASURED", 12_000)
    monkeypatch.setattr("wordle_web.engine.suggestion.THINNED", 5_000)
    thinned = [rank_guess(ENGLISH, (), word, belief) for word in words]
    for some, every in zip(thinned, whole, strict=True):
        assert some.answer_probability == pytest.approx(every.answer_probability)
        assert some.entropy_bits == pytest.approx(every.entropy_bits, abs=0.025)
        assert some.expected_remaining == pytest.approx(every.expected_remaining, rel=0.05)
        assert some.worst == pytest.approx(every.worst, rel=0.1)
    assert sum(guess.worst for guess in thinned) == pytest.approx(
        sum(guess.worst for guess in whole), rel=0.03
    )


@pytest.mark.parametrize("words", [9, 10])
def test_sampled_words_have_the_weight_of_the_words_they_represent(
    words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of four words represent themselves, the third represents four, the last all others."""
    monkeypatch.setattr("wordle_web.engine.suggestion.MAX_MEASURED", words - 1)
    monkeypatch.setattr("wordle_web.engine.suggestion.THINNED", 4)
    lexicon = lexicon_of(sorted(ANSWERS)[:words])
    weights = np.arange(words, 0.0, -1.0)
    belief = Belief("own", weights, weights > 0)
    # CATCH also represents FOUND, HATCH and HOUND. As a guess, it separates BATCH from BOUND.
    rated = rank_guess(lexicon, (), "catch", belief)
    assert rated.answer_probability == pytest.approx(weights[2] / weights.sum())
    nothing = rank_guess(lexicon, (), "fjrks", belief)
    assert nothing.worst == words
    assert nothing.expected_remaining == pytest.approx(words)
    monkeypatch.setattr("wordle_web.engine.suggestion.MAX_MEASURED", words)
    assert rank_guess(lexicon, (), "catch", belief) != rated


def counting_clock(looks: int) -> Stopwatch:
    """Return a clock that reaches 90 ms after `looks` readings, to limit work instead of time."""
    step = 0.09 / looks
    return count(step=step).__next__


def _first_rows(count: int) -> list[Turn]:
    dice = random.Random(200)
    words = [ENGLISH.pool(name).words for name in ("easy", "normal")]
    pairs = [[dice.choice(dice.choice(words)) for _ in range(2)] for _ in range(count)]
    return [Turn(guess, feedback(guess, answer)) for guess, answer in pairs if guess != answer]


@cache
def _hurried(turn: Turn) -> Suggestion:
    """Return the suggestion without time to search, so that it does not depend on the machine."""
    return suggest(ENGLISH, [turn], belief=belief_of(ENGLISH), budget_ms=1)


def test_quick_suggestion_also_names_a_familiar_word_that_can_be_the_answer() -> None:
    belief = belief_of(ENGLISH)
    known = set(ENGLISH.pool("normal").words)
    named = 0
    for turn in _first_rows(200):
        hurried = _hurried(turn)
        candidates = candidates_after(ENGLISH, [turn], belief)
        left = suggestion.remaining(ENGLISH, candidates, belief, 60)
        chances = zip(left.words, left.probabilities, strict=True)
        is_wanted = any(chance >= 0.02 and word in known for word, chance in chances)
        best, plausible = hurried.best[0], hurried.plausible
        if plausible is None:
            assert best.is_candidate
            assert best.guess in known
        elif is_wanted:
            named += 1
            assert plausible.guess in known
            assert plausible.is_candidate
            assert plausible.expected_guesses is not None
            assert plausible.guess != best.guess
    assert named >= 20


def test_best_known_guess_is_ranked_first_at_equal_cost() -> None:
    known, preferred = familiarity(ENGLISH), 0
    for turn in _first_rows(60):
        best = suggest(ENGLISH, [turn], belief=NORMAL, clock=counting_clock(400)).best
        levels = {guess.guess: int(known[ENGLISH.index(guess.guess)]) for guess in best}
        equal = [
            levels[guess.guess]
            for guess in best
            if guess.outlook and guess.cost - best[0].cost < suggestion.SAME
        ]
        assert levels[best[0].guess] == max(equal, default=levels[best[0].guess])
        preferred += max(equal, default=0) > min(equal, default=0)
        assert [guess.cost for guess in best] == sorted(guess.cost for guess in best)
    assert preferred >= 3


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(ENGLISH.pool("normal").words),
    st.lists(st.sampled_from(ENGLISH.words), min_size=1, max_size=2),
    st.sampled_from(["real", "normal"]),
    st.sampled_from(HardMode),
    st.booleans(),
)
@example("bleep", ["japan"], "normal", HardMode.OFF, False)
@example("adore", ["terts"], "normal", HardMode.OFF, False)
def test_more_effort_never_increases_the_cost(
    answer: str, guesses: list[str], mode: str, hard: HardMode, answers_only: bool
) -> None:
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    options = {"hard": hard, "answers_only": answers_only}
    suggestions = [
        suggest(
            ENGLISH, turns, belief=belief_of(ENGLISH, mode), clock=counting_clock(looks), **options
        )
        for looks in EFFORTS
    ]
    # Before the search has found any cost, only estimates rank the guesses.
    searched = list(dropwhile(lambda suggested: not suggested.best[0].outlook, suggestions))
    known = familiarity(ENGLISH)
    for shorter, longer in pairwise(searched):
        assert longer.best[0].outlook
        change = longer.best[0].cost - shorter.best[0].cost
        assert change < suggestion.SAME
        if longer.guess != shorter.guess and change > -suggestion.SAME:
            assert known[ENGLISH.index(longer.guess)] > known[ENGLISH.index(shorter.guess)]


def test_exact_search_prefers_familiar_words_only_at_equal_cost() -> None:
    belief = belief_of(ENGLISH)
    turns = [Turn.parse("evade:00010"), Turn.parse("shoal:00000")]
    suggestion = suggest(ENGLISH, turns, belief=belief, budget_ms=math.inf)
    unfamiliar, *others = suggestion.best
    assert suggestion.exact
    assert not familiarity(ENGLISH)[ENGLISH.index(unfamiliar.guess)]
    # A familiar word costs so little more that an estimate would prefer it.
    near = [other for other in others if other.cost < unfamiliar.cost + 0.01]
    assert any(familiarity(ENGLISH)[ENGLISH.index(guess.guess)] for guess in near)
    assert all(guess.cost > unfamiliar.cost for guess in near)


@pytest.mark.parametrize("language", ["english", "french", "german", "portuguese", "spanish"])
def test_avoided_word_is_suggested_only_if_no_other_word_fits(language: str) -> None:
    lexicon, rng = load_lexicon(f"{language}-5"), np.random.default_rng(59)
    avoided = {lexicon.words[index] for index in lexicon.avoided}
    pool = lexicon.pool().words
    # If the answer is an avoided word, it is likelier that no other word fits.
    answers = [*rng.choice(pool, 15), *rng.choice(sorted(avoided), 15)]
    for answer in map(str, answers):
        guesses = map(str, rng.choice(pool, int(rng.integers(1, 5))))
        turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
        suggestion = suggest(lexicon, turns, budget_ms=0)
        fitting = {lexicon.words[index] for index in candidates_after(lexicon, turns)}
        assert suggestion.guess not in avoided or fitting <= avoided, (answer, turns)
