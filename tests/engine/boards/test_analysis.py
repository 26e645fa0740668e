"""The analysis of a game of several boards ends in time, whatever the game."""

from dataclasses import replace

from wordle_web.engine.boards.analysis import analyze_boards
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import load_lexicon

LEXICON = load_lexicon("english-5")
BELIEF = belief_of(LEXICON, "real")
ANSWERS = ("crane", "slimy", "fuzzy")
GUESSES = ("trace", "kudzu", "crane", "slimy", "fuzzy")


def test_a_guess_is_best_if_no_other_does_better_on_either_figure() -> None:
    found = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=60_000)
    own = found[0].own
    assert own is not None
    less = replace(own, guess="other", expected_remaining=own.expected_remaining - 0.1)
    assert replace(found[0], best=replace(own, guess="other")).is_best
    assert not replace(found[0], best=less).is_best
    assert replace(found[0], own=less, best=own).is_best
    sure = replace(own, guess="other", expected_solved=own.expected_solved + 0.1)
    assert not replace(found[0], best=sure).is_best
    assert replace(found[0], own=less, best=replace(own, guess=less.guess)).is_best
    assert not replace(found[0], best=None).is_best
    assert not replace(found[0], own=None).is_best
    assert len(analyze_boards(LEXICON, ANSWERS, (*GUESSES, "trace"), belief=BELIEF)) == len(GUESSES)


def test_without_time_guesses_are_compared_no_more_but_still_counted() -> None:
    ticks = iter([0.0, 0.5, *[2.0] * 100])
    found = analyze_boards(
        LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=1000, clock=lambda: next(ticks)
    )
    assert [each.own is not None for each in found] == [True, False, False, False, False]
    full = analyze_boards(LEXICON, ANSWERS, GUESSES, belief=BELIEF, budget_ms=60_000)
    assert [each.steps for each in found] == [each.steps for each in full]
    assert all(each.own and each.best for each in full)
