"""Analysis of a finished game, turn by turn."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.analysis import EVEN, FAIR, STRONG, analyze, steps_after_hints
from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import LengthError, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES, Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon
from wordle_web.engine.rating import FinishedGame, GameState, rate_game, rate_guesses

ANSWERS = ["crane", "crate", "grate", "irate", "plate", "slate", "trust", "truss"]
LEXICON = lexicon_of(ANSWERS, [*ANSWERS, "cigar", "gipsy", "fuzzy", "spilt"])
BELIEF = belief_of(LEXICON, "pool")


def analysis_of(answer, *guesses, lexicon=LEXICON, belief=BELIEF, **options):
    return analyze(lexicon, answer, guesses, belief, **options)


def test_turns_report_the_words_left_before_and_after_each_guess():
    analysis = analysis_of("slate", "crate", "plate", "slate")
    assert [
        (turn.step.turn.text(), turn.step.words_before, turn.step.words_after)
        for turn in analysis.turns
    ] == [("crate:00222", 8, 2), ("plate:02222", 2, 1), ("slate:22222", 1, 0)]
    assert analysis.answer == "slate"
    assert analysis.is_expected


def test_analysis_has_the_rating_that_rate_game_returns():
    analysis = analysis_of("slate", "fuzzy", "crate", "slate", "truss")
    rating = rate_game(FinishedGame(LEXICON, "slate", ("fuzzy", "crate", "slate"), BELIEF))
    assert analysis.rating == replace(rating, work=analysis.rating.work)
    assert tuple(turn.rating for turn in analysis.turns) == rating.guesses
    assert analysis.ignored == ("truss",)
    for turn, guess in zip(analysis.turns, rating.guesses, strict=True):
        assert turn.best.guess == guess.best
        assert turn.is_best == (guess.cost == 0)


def test_best_guess_of_the_analysis_is_the_guess_of_the_solver():
    lexicon = load_lexicon("english-5")
    belief = belief_of(lexicon, "normal")
    analysis = analysis_of("night", "crane", "slimy", lexicon=lexicon, belief=belief)
    assert analysis.turns[0].best.guess == analysis.solver[0].turn.guess
    after = analyze(lexicon, "night", [step.turn.guess for step in analysis.solver], belief)
    assert all(turn.is_best for turn in after.turns)
    assert after.solver == analysis.solver
    assert after.rating.cost == 0


def test_guess_of_the_only_word_left_is_best_and_has_no_luck():
    lexicon = lexicon_of(["crane"], ["slate"])
    belief = belief_of(lexicon, "pool")
    turn = analysis_of("crane", "crane", lexicon=lexicon, belief=belief).turns[0]
    assert (turn.rating.cost, turn.rating.luck, turn.is_best) == (0, 0, True)
    assert (turn.step.words_before, turn.step.words_after) == (1, 0)


def test_last_turn_has_no_rating_if_an_unlisted_answer_left_no_words():
    analysis = analysis_of("zzzzz", "trust", "crane", "fuzzy", "zzzzz")
    last = analysis.turns[-1]
    assert not analysis.is_expected
    assert (last.rating, last.best, last.fewer) == (None, None, None)
    assert analysis.turns[0].rating is not None
    assert (analysis.rating, analysis.summary()) == (None, "")
    assert len(analysis.solver) < TRIES


def test_best_guess_follows_hard_mode():
    turn = analysis_of("slate", "crate", "plate", "slate", hard=HardMode.ON).turns[1]
    assert turn.best.guess in {"plate", "slate", "grate", "irate"}


def test_unlisted_guess_is_analyzed():
    turn = analysis_of("slate", "zzzzz", "slate").turns[0]
    state = rate_guesses(GameState(LEXICON, (), BELIEF), "zzzzz")
    assert (turn.is_known, turn.rating.cost) == (False, state.costs[0])
    assert turn.rating.grade.name == "costly"
    assert turn.step.words_after == turn.step.words_before == 8


@pytest.mark.parametrize("guess", ["crate", "fuzzy", "slate", "spilt", "trust"])
def test_probability_of_better_results_equals_brute_force(guess):
    left = {answer: analysis_of(answer, guess).turns[0] for answer in ANSWERS}
    after = [turn.step.words_after for turn in left.values()]
    for turn in left.values():
        fewer = sum(count < turn.step.words_after for count in after) / len(after)
        equal = sum(count == turn.step.words_after for count in after) / len(after)
        assert turn.fewer == pytest.approx(fewer)
        assert turn.equal == pytest.approx(equal)


SUMMARIES = {  # by `is_won`: weak, fair, then strong guesses, each with bad, average and good luck
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
        "Better guesses were possible, and you had bad luck.",
        *["Luck wasn’t the problem: better guesses were possible."] * 2,
        "Fair guesses, but bad luck.",
        *["Fair guesses, but not enough this time."] * 2,
        "Strong guesses, but bad luck.",
        *["Strong guesses, but not enough this time."] * 2,
    ],
}


@pytest.mark.parametrize("is_won", [False, True])
def test_summary_combines_cost_and_luck(is_won):
    assert analysis_of("slate", "slate").summary() == "Right on the first guess: pure luck."
    analysis = analysis_of("slate", "crate", "slate" if is_won else "plate")
    costs = [(FAIR, 3), (STRONG, FAIR - 0.01), (0, STRONG - 0.01)]
    lucks = [(EVEN, 2), (0.01 - EVEN, EVEN - 0.01), (-2, -EVEN)]
    for row, column in product(range(3), range(3)):
        for cost, luck in product(costs[row], lucks[column]):
            (first, *_) = analysis.rating.guesses
            guesses = (replace(first, cost=cost),)
            best = analysis.rating.needed - cost - luck
            rating = replace(analysis.rating, guesses=guesses, best=best)
            assert (rating.cost, rating.luck) == pytest.approx((cost, luck))
            summary = SUMMARIES[is_won][3 * row + column]
            assert replace(analysis, rating=rating).summary() == summary


def test_analysis_without_guesses_has_only_the_path_of_the_solver():
    for answer in ("slate", "truss"):
        analysis = analysis_of(answer)
        assert (analysis.turns, analysis.rating, analysis.summary()) == ((), None, "")
        solver = analysis.solver
        before = [step.words_before for step in solver]
        assert before == [len(ANSWERS), *(step.words_after for step in solver[:-1])]
        assert (solver[-1].turn.text(), solver[-1].words_after) == (f"{answer}:22222", 0)


def test_analysis_counts_all_words_if_the_answer_is_outside_the_pool():
    analysis = analysis_of("cigar", "crane", "cigar")
    assert not analysis.is_expected
    assert analysis.turns[0].step.words_before == len(LEXICON)
    assert analysis.turns[1].step.words_after == 0
    assert analysis.solver[-1].turn.guess == "cigar"


@pytest.mark.parametrize("mode", ["normal", "easy", "real"])
@pytest.mark.parametrize("answer", ["foley", "night"])
def test_analysis_counts_the_same_words_as_the_rating(answer, mode):
    """If the answer is outside the pool, both count all matching words of the lexicon."""
    lexicon = load_lexicon("english-5")
    belief, guesses = belief_of(lexicon, mode), ("heart", "golem", answer)
    steps = [turn.step for turn in analyze(lexicon, answer, guesses, belief).turns]
    assert steps_after_hints(lexicon, answer, guesses, belief) == tuple(steps)
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses[:2]]
    if answer == "foley":
        assert steps[1].words_after == len(candidates_after(lexicon, turns))


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
def test_figures_of_any_game_are_within_bounds(answer, guesses, hard):
    analysis = analysis_of(answer, *guesses, hard=hard)
    for turn in analysis.turns:
        assert turn.rating.cost >= 0
        assert 0 <= turn.rating.chance <= 1 + 1e-9
        assert turn.step.words_after <= turn.step.words_before
    assert analysis.turns == () or analysis.turns[0].step.words_before >= len(ANSWERS)


@pytest.mark.parametrize("is_won", [False, True])
@pytest.mark.parametrize("costs", [(0, 0.3), (0.3,), (0.02, 0.31), (0.34, 0), (0.29, 0.28, 0.3)])
def test_game_with_a_costly_guess_is_not_called_strong(costs, is_won):
    analysis = analysis_of("slate", "crate", "slate" if is_won else "plate")
    first = analysis.rating.guesses[0]
    guesses = tuple(replace(first, cost=cost) for cost in costs)
    assert any(guess.grade.name == "costly" for guess in guesses)
    summary = replace(analysis, rating=replace(analysis.rating, guesses=guesses)).summary()
    assert summary
    assert "Strong" not in summary
