"""A finished game, turn by turn."""

from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from engine.brute_force import brute_force
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine import analysis as module
from wordle_web.engine.analysis import (
    analyze,
    cells_of,
    luck_of,
    skill_of,
    solver_guesses,
    solver_turns,
)
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import LengthError, feedback
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.suggestion import suggest

ANSWERS = ["crane", "crate", "grate", "irate", "plate", "slate", "trust", "truss"]
LEXICON = lexicon_of(ANSWERS, [*ANSWERS, "cigar", "gipsy", "fuzzy", "spilt"])
BELIEF = belief_of(LEXICON, "pool")


def analysis_of(answer, *guesses, lexicon=LEXICON, belief=BELIEF, **options):
    return analyze(lexicon, answer, guesses, belief, **options)


def test_each_turn_says_what_was_left_before_and_after():
    analysis = analysis_of("slate", "crate", "plate", "slate")
    assert [
        (turn.step.turn.text(), turn.step.words_before, turn.step.words_after)
        for turn in analysis.turns
    ] == [("crate:00222", 8, 2), ("plate:02222", 2, 1), ("slate:22222", 1, 0)]
    assert analysis.answer == "slate"
    assert analysis.is_expected


def test_the_guesses_of_the_solver_are_counted_where_six_are_enough():
    assert solver_guesses(LEXICON, "slate", BELIEF, budget_ms=1000) in range(1, TRIES + 1)
    # Of eight answers that differ in their first letter each guess leaves all others.
    rhymes = [letter + "ight" for letter in "efrlmnst"]
    counts = [
        solver_guesses(
            lexicon_of(rhymes), word, belief_of(lexicon_of(rhymes), "pool"), budget_ms=1000
        )
        for word in rhymes
    ]
    assert sorted(counts) == [0, 0, 1, 2, 3, 4, 5, 6]


def test_the_best_guess_scores_full_skill_and_a_useless_one_none():
    opener = suggest(LEXICON, (), belief=BELIEF).guess
    analysis = analysis_of("slate", opener, "fuzzy")
    assert [(turn.skill, turn.is_best) for turn in analysis.turns] == [(99, True), (0, False)]
    assert analysis.turns[0].best.guess == opener
    assert analysis.skill == round(99 / 2)
    assert analysis.luck == round(sum(turn.luck for turn in analysis.turns) / 2)


@pytest.mark.parametrize(
    "answers",
    [
        ["might", "night", "light", "sight"],
        ["crane", "crate", "grate", "irate", "plate"],
        ["watch", "match", "catch", "hatch", "patch"],
        ["slate", "stale", "least", "steal"],
    ],
)
def test_all_guesses_as_good_as_the_best_score_full_skill_and_no_others(answers):
    allowed = [*answers, "clomp", "shunt", "pitch"]
    lexicon = lexicon_of(answers, allowed)
    belief = belief_of(lexicon, "pool")
    weights = dict.fromkeys(answers, 1.0)
    costs = {guess: brute_force(weights, allowed, 9, first=[guess]) for guess in allowed}
    for guess, cost in costs.items():
        turn = analysis_of(answers[0], guess, lexicon=lexicon, belief=belief).turns[0]
        lost = (cost - min(costs.values())) / len(answers)
        assert turn.skill == round(99 * (1 - min(lost, 1))), guess


def test_the_only_word_left_is_best_and_neither_lucky_nor_unlucky():
    lexicon = lexicon_of(["crane"], ["slate"])
    belief = belief_of(lexicon, "pool")
    turn = analysis_of("crane", "crane", lexicon=lexicon, belief=belief).turns[0]
    assert (turn.skill, turn.luck) == (99, 50)
    assert (turn.step.words_before, turn.step.words_after) == (1, 0)


def test_the_last_guess_is_judged_by_its_chance_alone():
    """U is in two words alone, so six are left after FUZZY, however often it is guessed."""
    for guess, chance, skill in (("crane", 1 / 6, 99), ("cigar", 0, 0)):
        turn = analysis_of("slate", *["fuzzy"] * 5, guess).turns[-1]
        assert turn.solved == pytest.approx((chance, 1 / 6))
        assert (turn.skill, turn.lost) == (skill, 0)


@pytest.mark.parametrize("guess", ["crane", "crate", "plate", "cigar"])
def test_with_two_guesses_left_one_word_of_each_cell_is_found(guess):
    words = [word for word in ANSWERS if "u" not in word]
    cells = {feedback(guess, word) for word in words}
    turn = analysis_of("slate", *["fuzzy"] * 4, guess).turns[-1]
    assert turn.solved[0] == pytest.approx(len(cells) / len(words))
    with_three_left = analysis_of("slate", *["fuzzy"] * 3, guess).turns[-1]
    largest = max(Counter(feedback(guess, word) for word in words).values())
    assert (with_three_left.solved[0] == pytest.approx(1)) == (largest <= 3)


def test_an_answer_outside_the_lexicon_leaves_no_word_and_no_figures():
    analysis = analysis_of("zzzzz", "trust", "crane", "fuzzy", "zzzzz")
    last = analysis.turns[-1]
    assert not analysis.is_expected
    assert (last.skill, last.luck, last.best) == (None, None, None)
    assert len(analysis.solver) < TRIES
    assert analysis.skill is not None
    nowhere = suggest(LEXICON, (), belief=BELIEF)
    assert len(solver_turns("zzzzz", lambda turns: nowhere)) == 6


def test_in_hard_mode_the_best_guess_is_one_that_is_allowed():
    turn = analysis_of("slate", "crate", "plate", "slate", hard=True).turns[1]
    assert turn.best.guess in {"plate", "slate", "grate", "irate"}


def test_a_guess_of_no_list_is_analyzed():
    turn = analysis_of("slate", "zzzzz", "slate").turns[0]
    assert (turn.is_known, turn.skill) == (False, 0)
    assert turn.step.words_after == turn.step.words_before == 8


@pytest.mark.parametrize("guess", ["crate", "fuzzy", "slate", "spilt", "trust"])
def test_luck_and_the_share_of_better_results_count_the_same_answers(guess):
    """Against brute force: what the guess leaves for each of the answers that there could be."""
    left = {answer: analysis_of(answer, guess).turns[0] for answer in ANSWERS}
    for turn in left.values():
        after = [other.step.words_after for other in left.values()]
        fewer = sum(each < turn.step.words_after for each in after) / len(after)
        more = sum(each > turn.step.words_after for each in after) / len(after)
        assert turn.fewer == pytest.approx(fewer)
        assert turn.luck == round(99 * (more + (1 - fewer - more) / 2))


SAID = {  # whether the game was won: for weak, fair and strong guesses, with bad to good luck
    True: [
        "You won the hard way: weak guesses and bad luck.",
        "You won, but better guesses were possible.",
        "You won more by luck than by skill.",
        "Fair guesses: you won despite bad luck.",
        "Fair guesses and average luck.",
        "Fair guesses, and luck helped you win.",
        "Strong guesses: you won despite bad luck.",
        "Strong guesses and average luck: you earned this win.",
        "Strong guesses and good luck.",
    ],
    False: [
        "Bad luck, and better guesses were possible.",
        *["Luck wasn’t the problem: better guesses were possible."] * 2,
        "Fair guesses, but bad luck.",
        *["Fair guesses, but not enough this time."] * 2,
        "Strong guesses, but bad luck.",
        *["Strong guesses, but not enough this time."] * 2,
    ],
}


@pytest.mark.parametrize("is_won", [False, True])
def test_a_sentence_weighs_skill_and_luck(is_won):
    assert analysis_of("slate", "slate").summary() == "Right on the first guess: pure luck."
    analysis = analysis_of("slate", "crate", "slate" if is_won else "plate")
    for row, skills in enumerate([(0, 64), (65, 79), (80, 99)]):
        for column, fortunes in enumerate([(0, 40), (41, 59), (60, 99)]):
            for skill, luck in product(skills, fortunes):
                turns = tuple(replace(turn, skill=skill, luck=luck) for turn in analysis.turns)
                said = SAID[is_won][3 * row + column]
                assert replace(analysis, turns=turns).summary() == said


def test_no_guesses_give_the_path_of_the_solver_alone_and_no_figures():
    for answer in ("slate", "truss"):
        analysis = analysis_of(answer)
        assert (analysis.turns, analysis.skill, analysis.summary()) == ((), None, "")
        solver = analysis.solver
        before = [step.words_before for step in solver]
        assert before == [len(ANSWERS), *(step.words_after for step in solver[:-1])]
        assert (solver[-1].turn.text(), solver[-1].words_after) == (f"{answer}:22222", 0)


def test_an_answer_that_was_not_expected_is_taken_as_the_least_likely():
    analysis = analysis_of("cigar", "crane", "cigar")
    assert not analysis.is_expected
    assert analysis.turns[0].step.words_before == len(ANSWERS) + 1
    assert analysis.turns[1].step.words_after == 0
    assert analysis.solver[-1].turn.guess == "cigar"


@pytest.mark.parametrize(("answer", "guess"), [("slates", "slates"), ("slate", "slates")])
def test_words_of_another_length_are_refused(answer, guess):
    with pytest.raises(LengthError):
        analysis_of(answer, guess)


@settings(max_examples=40)
@given(
    st.sampled_from(LEXICON.words),
    st.lists(st.text("acegirst", min_size=5, max_size=5), max_size=6),
    st.booleans(),
)
def test_any_game_is_analyzed_within_the_bounds(answer, guesses, hard):
    analysis = analysis_of(answer, *guesses, hard=hard)
    for turn in analysis.turns:
        assert turn.skill is None or 0 <= turn.skill <= 99
        assert turn.luck is None or 0 <= turn.luck <= 99
        assert turn.step.words_after <= turn.step.words_before
    assert analysis.turns == () or analysis.turns[0].step.words_before >= len(ANSWERS)


def test_a_guess_loses_nothing_exactly_where_it_is_the_best():
    lexicon = load_lexicon("english-5")
    found = analyze(lexicon, "truss", ("slate", "crane", "truss"), belief_of(lexicon, "normal"))
    for turn in found.turns:
        assert turn.lost >= 0
        assert turn.is_best or turn.lost > 0
    assert any(turn.lost for turn in found.turns)
    best = found.turns[0].best.guess
    (turn,) = analyze(lexicon, "truss", (best,), belief_of(lexicon, "normal")).turns
    assert (turn.skill, turn.lost) == (99, 0)


WON = 242


def cells(patterns, weights=None):
    weights = np.ones(len(patterns)) if weights is None else np.array(weights, dtype=float)
    return cells_of(np.array(patterns, dtype=np.uint8), weights, WON)


def test_cells_are_counted_and_weighed():
    found = cells([0, WON, 3, 0], [1, 2, 4, 1])
    assert found.patterns.tolist() == [0, 3, WON]
    assert found.left.tolist() == [2, 1, 0]
    assert found.shares.tolist() == [0.25, 0.5, 0.25]
    assert found.further.tolist() == [1.5, 1, 0]
    assert found.patterns.dtype == np.uint8
    assert found.further.dtype == found.shares.dtype == np.float64


COSTS = [
    *(([WON], 1), ([0], 2), ([WON, 0], 1.5), ([0, 1], 2), ([0, 0], 2.5), ([WON, 0, 1], 5 / 3)),
    *(([WON, 0, 0], 2), ([0, 0, 0], 1 + 5 / 3)),
    ([0] * 2315, 1 + 7920 / 2315),  # all answers of the benchmark
]


@pytest.mark.parametrize(("patterns", "guesses"), COSTS)
def test_words_cost_what_perfect_play_costs(patterns, guesses):
    assert cells(patterns).cost == pytest.approx(guesses)


def test_many_uneven_words_cost_guesses_by_their_bits():
    assert cells([0, 0], [9, 1]).cost == pytest.approx(2.1, abs=0.01)
    for patterns, guesses in (([WON, 0], 1.1), ([0, WON], 1.9)):  # it is worth guessing
        assert cells(patterns, [9, 1]).cost == pytest.approx(guesses)
    weights = np.tile([1.0, 3.0], 1000)
    shares = weights / weights.sum()
    bits = -float(shares @ np.log2(shares))
    expected = 2 + bits * (7920 / 2315 - 1) / np.log2(2315)
    assert cells([0] * 2000, weights).cost == pytest.approx(expected)


@pytest.mark.parametrize(
    ("lost", "whole", "skill"),
    [(0, 0.8, 99), (-0.3, 0.8, 99), (0.4, 0.8, 50), (0.8, 0.8, 0), (1.7, 0.8, 0), (0.1, 0, 0)],
)
def test_skill_is_the_part_of_a_turn_that_was_not_lost(lost, whole, skill):
    assert skill_of(lost, whole) == skill


LUCK = [
    *(([WON], WON, 50), ([5], 5, 50), ([WON, 0], WON, 74), ([WON, 0], 0, 25), ([0, 1], 7, None)),
    *(([0, 1, 1, 1], 0, 87), ([0, 1, 1, 1], 1, 37)),
    *(([WON] + [0] * 199, WON, 99), ([1] + [0] * 199, 0, 49)),
]


@pytest.mark.parametrize(("patterns", "pattern", "luck"), LUCK)
def test_luck_is_the_share_of_answers_that_would_have_left_more(patterns, pattern, luck):
    found = luck_of(cells(patterns), pattern)
    assert (found and found[0]) == luck
    assert found is None or luck == round(99 * (1 - found[1] - found[2] / 2))
    for weights, share in (([1, 99], 99), ([99, 1], 50)):
        assert luck_of(cells([WON, 0], weights), WON)[0] == share


def test_a_turn_with_sixteen_words_left_is_judged_by_a_search():
    words = "batch catch hatch latch match patch watch bound found hound mound pound round sound"
    lexicon = lexicon_of([*words.split(), "crane", "slate"])
    timeless = {"belief": belief_of(lexicon, "pool"), "clock": lambda: 0.0}
    best = suggest(lexicon, (), **timeless).best
    assert len(lexicon) == module.MAX_PLAYED_OUT
    for each in best:
        turn = analysis_of("slate", each.guess, lexicon=lexicon, **timeless).turns[0]
        lost = each.expected_guesses - best[0].expected_guesses
        assert turn.lost == pytest.approx(lost, abs=1e-9)
