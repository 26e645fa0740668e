"""What guesses are ranked by: found by a search where there is time, estimated where not."""

from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon, lexicon_of, load_lexicon
from wordle_web.engine.search.bounds import estimated_guesses
from wordle_web.engine.suggestion import (
    FINISH_MS,
    RankedGuess,
    Suggestion,
    completed,
    rank_guess,
    suggest,
)

ANSWERS = "batch catch hatch latch match patch watch bound found hound mound pound round sound"
HELPERS = "champ blimp clomp whelp probs fjord vibex waltz nymph crane slate"
MAX_ERROR = 0.25  # guesses


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    """Return words that are hard to tell apart, and some that help."""
    return lexicon_of(ANSWERS.split(), [*ANSWERS.split(), *HELPERS.split()])


def figures(found: Suggestion) -> list[float]:
    """Return what each of the best guesses is expected to need."""
    assert all(each.expected_guesses is not None for each in found.best)
    return [each.expected_guesses or 0.0 for each in found.best]


def see_that_ranks_follow_the_figure(found: Suggestion) -> None:
    """See that nothing that is shown as worse stands before the better."""
    assert found.best[0].guess == found.guess
    assert found.best[0].expected_guesses == found.expected_guesses
    assert figures(found) == sorted(figures(found))


turns_of = st.lists(st.sampled_from(ANSWERS.split() + HELPERS.split()), max_size=5)


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(ANSWERS.split()), turns_of, st.sampled_from([0.0, 90.0]), st.booleans())
def test_every_ranked_guess_has_the_figure_it_is_ranked_by(
    answer: str, guesses: list[str], budget_ms: float, hard: bool
) -> None:
    lexicon = lexicon_of(ANSWERS.split(), [*ANSWERS.split(), *HELPERS.split()])
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    found = suggest(
        lexicon, turns, belief=belief_of(lexicon, "normal"), hard=hard, budget_ms=budget_ms
    )
    see_that_ranks_follow_the_figure(found)


@pytest.mark.parametrize("row", ["crony:00000", "crony:01002", "pious:00000"])
def test_the_shipped_words_are_ranked_by_one_figure_without_time_as_well(row: str) -> None:
    lexicon = load_lexicon("english-5")
    for mode in ("real", "normal"):
        for budget_ms in (0.0, 60.0):
            found = suggest(
                lexicon, [Turn.parse(row)], belief=belief_of(lexicon, mode), budget_ms=budget_ms
            )
            see_that_ranks_follow_the_figure(found)
            assert budget_ms or all(each.is_estimate for each in found.best)


@pytest.mark.parametrize("mode", ["real", "normal", "easy", "hard"])
@pytest.mark.parametrize("hard", [False, True])
def test_kept_openings_are_ranked_by_that_figure_too(mode: str, hard: bool) -> None:
    lexicon = load_lexicon("english-5")
    see_that_ranks_follow_the_figure(
        suggest(lexicon, [], belief=belief_of(lexicon, mode), hard=hard)
    )


def test_with_time_nothing_is_estimated(lexicon: Lexicon) -> None:
    found = suggest(lexicon, [], belief=belief_of(lexicon, "normal"), budget_ms=5000)
    assert found.exact
    assert len(found.best) == 10
    assert not any(each.is_estimate for each in found.best)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_the_figures_are_those_of_playing_it_out(lexicon: Lexicon, left: int) -> None:
    belief = belief_of(lexicon, "normal")
    found = suggest(lexicon, [], belief=belief, guesses_left=left, budget_ms=5000)
    for each in found.best[:4]:
        assert each.expected_guesses == pytest.approx(played_out(lexicon, each, left))


def played_out(lexicon: Lexicon, ranked: RankedGuess, left: int) -> float:
    """Return what a guess needs on average, twenty more for a word that is not found."""
    belief, total = belief_of(lexicon, "normal"), 0.0
    for answer in lexicon.pool().words:
        turn = Turn(ranked.guess, feedback(ranked.guess, answer))
        if turn.guess == answer:
            total += 1
        elif left == 1:
            total += 21
        else:
            after = suggest(
                lexicon, [turn], belief=belief, guesses_left=left - 1, budget_ms=5000, best=1
            )
            total += 1 + (after.expected_guesses or 0.0)
    return total / len(lexicon.pool().words)


@pytest.mark.parametrize("length", [5, 6, 7, 8])
def test_estimates_are_near_what_a_search_finds(length: int) -> None:
    lexicon = load_lexicon(f"english-{length}")
    belief, words = belief_of(lexicon, "normal"), lexicon.pool().words
    for answer in words[100:400:100]:
        turns = [
            Turn(words[0], feedback(words[0], answer)),
            Turn(words[-1], feedback(words[-1], answer)),
        ]
        found = suggest(lexicon, turns, belief=belief, budget_ms=5000)
        left = [word for word in words if all(feedback(t.guess, word) == t.pattern for t in turns)]
        known = [each for each in found.best if not each.is_estimate]
        patterns = feedback_matrix(
            letter_codes([each.guess for each in known]), letter_codes(left)
        ).T
        estimates = estimated_guesses(patterns, np.ones(len(left)), all_correct(length))
        assert estimates.shape == (len(known),)
        assert estimates.dtype == np.float64
        for each, estimate in zip(known, estimates, strict=True):
            assert abs(estimate - (each.expected_guesses or 0.0)) < MAX_ERROR


@given(st.lists(st.tuples(st.none() | st.floats(1, 9), st.floats(1, 9)), min_size=1))
def test_gaps_are_filled_and_nothing_falls_below_the_best(
    pairs: list[tuple[float | None, float]],
) -> None:
    known, estimates = zip(*pairs, strict=True)
    filled = completed(known, np.array(estimates))
    assert min(filled) == filled[0]
    for figure, cost in zip(filled, known, strict=True):
        assert cost is None or figure == max(cost, filled[0])
    gaps = [
        (estimate, f) for (cost, estimate), f in zip(pairs, filled, strict=True) if cost is None
    ]
    assert all(a[1] <= b[1] for a, b in pairwise(sorted(gaps)))


def test_the_time_of_a_suggestion_is_that_of_the_clock(lexicon: Lexicon) -> None:
    ticks = count(start=5.0, step=0.001)
    found = suggest(
        lexicon, (), belief=belief_of(lexicon, "normal"), clock=lambda: next(ticks), best=1
    )
    assert 2 <= found.milliseconds < 1000
    assert suggest(
        lexicon, [Turn("crane", 242)], belief=belief_of(lexicon, "normal"), clock=lambda: 5.0
    ) == Suggestion(0, 0, None, None, True, 0.0, ())


def test_a_search_ends_when_its_time_is_up(lexicon: Lexicon) -> None:
    belief = belief_of(lexicon, "normal")
    stopped, finished = (
        suggest(lexicon, (), belief=belief, budget_ms=budget_ms, clock=lambda: 0.0)
        for budget_ms in (FINISH_MS, FINISH_MS + 1)
    )
    assert all(each.is_estimate for each in stopped.best)
    assert not any(each.is_estimate for each in finished.best)


def test_a_guess_among_the_best_has_the_same_measures_when_rated(lexicon: Lexicon) -> None:
    belief = belief_of(lexicon, "normal")
    best = suggest(lexicon, (), belief=belief).best
    assert [rank_guess(lexicon, (), each.guess, belief, best) for each in best] == list(best)
    other = rank_guess(lexicon, (), "vibex", belief, best)
    assert (other.guess, other.is_estimate, other.is_candidate) == ("vibex", True, False)
