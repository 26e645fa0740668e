"""What guesses cost, against exhaustive searches; and what a player's costs tell."""

import math
import random
from collections.abc import Iterator

import numpy as np
import pytest

from wordle_web.engine import (
    FinishedGame,
    GameState,
    Turn,
    belief_of,
    candidates_after,
    feedback,
    lexicon_of,
    load_lexicon,
    rate,
    regret,
    skill,
)
from wordle_web.engine.feedback import all_correct, feedback_matrix
from wordle_web.engine.hard_mode import allowed_guesses, hard_rules
from wordle_web.engine.search.solver import EVERY, Search, SearchProblem
from wordle_web.engine.skill import KINDS, UNSEEN, RatedGame, RatedGuess, mean_of, student

ENGLISH = load_lexicon("english-5")
NORMAL = belief_of(ENGLISH, "normal")
POOL = ENGLISH.pool().words
EVEN = tuple(0.1 for _ in KINDS)


def states(hard: bool, count: int, most: int) -> Iterator[tuple[GameState, str]]:
    """Yield random states of few words, each with a guess that is allowed there."""
    dice = random.Random(37)
    while count:
        answer, turns = dice.choice(POOL), list[Turn]()
        for _ in range(dice.randint(1, 3)):
            allowed = allowed_guesses(ENGLISH.codes, turns if hard else ())
            words = {ENGLISH.words[index] for index in np.flatnonzero(allowed).tolist()}
            likely = [word for word in POOL if word in words]
            turns.append(Turn(guess := dice.choice(likely), feedback(guess, answer)))
        left = candidates_after(ENGLISH, turns, NORMAL)
        allowed = allowed_guesses(ENGLISH.codes, turns if hard else ())
        if 3 <= len(left) <= most:
            count -= 1
            guess = ENGLISH.words[dice.choice(np.flatnonzero(allowed).tolist())]
            yield GameState(ENGLISH, tuple(turns), NORMAL, hard), guess


def exhaustive(state: GameState, guess: str) -> float:
    """Return what a guess costs, by trying every guess at every node."""
    left = candidates_after(ENGLISH, state.turns, NORMAL)
    codes, index = ENGLISH.codes, ENGLISH.index(guess)
    assert index is not None
    patterns = np.ascontiguousarray(feedback_matrix(codes, codes[left]).T)
    rules = hard_rules(codes) if state.hard else None
    search = Search(SearchProblem(patterns, NORMAL.weights[left], left, all_correct(5), rules))
    root = search.start(9)
    if state.hard:
        allowed = np.flatnonzero(allowed_guesses(codes, state.turns))
        root = type(root)(root.rows, root.left, allowed)
    best = search.try_guesses(root, search.scan(root), EVERY, math.inf).upper
    own = search.cost_of(root, search.scan(root), index, EVERY).total
    return (own - best) / len(left)


@pytest.mark.parametrize("hard", [False, True])
def test_costs_agree_with_an_exhaustive_search(hard: bool) -> None:
    for state, guess in states(hard, 12, 25):
        found = regret(state, guess)
        error = 0.02 if found.is_estimate[0] else 1e-9
        assert found.costs[0] == pytest.approx(exhaustive(state, guess), abs=error)


def test_many_guesses_of_one_state_are_an_array() -> None:
    found = regret(
        GameState(ENGLISH, (Turn.parse("raise:00000"),), NORMAL), "could", "mount", "zzzzz"
    )
    assert found.costs.shape == (3,)
    assert found.costs.dtype == np.float64
    assert found.is_estimate.dtype == bool
    assert (found.costs >= 0).all()
    assert 0.9 < found.costs[2] <= 1
    assert regret(GameState(ENGLISH, (), NORMAL)).costs.shape == (0,)


def test_no_word_left_costs_nothing() -> None:
    found = regret(GameState(ENGLISH, (Turn.parse("zzzzz:22222"),)), "crane")
    assert (found.best, found.expected, found.costs.tolist()) == ("", 0.0, [0.0])


def walked(game: FinishedGame) -> RatedGame:
    """Return a game rated, checked step by step: each state's value leads to the next one's."""
    found = rate(game)
    assert found.needed == pytest.approx(found.best + found.cost + found.luck, abs=1e-9)
    assert all(guess.cost >= 0 for guess in found.guesses)
    return found


@pytest.mark.parametrize("hard", [False, True])
def test_best_cost_and_luck_make_what_a_game_needed(hard: bool) -> None:
    won = walked(FinishedGame(ENGLISH, "night", ("raise", "night"), NORMAL, hard))
    assert (won.needed, len(won.guesses)) == (2, 2)
    lost = walked(FinishedGame(ENGLISH, "night", ("raise", "eight", "light"), NORMAL, hard))
    assert lost.needed > 3  # the engine plays on, and its guesses cost nothing
    assert len(lost.guesses) == 3
    assert walked(FinishedGame(ENGLISH, "truss", ("crane", "truss"), NORMAL, hard)).needed == 2


def test_luck_of_the_best_play_is_even_over_all_answers() -> None:
    words = lexicon_of(["eight", "fight", "light", "might", "night", "sight"], ["films", "terns"])
    ends = []
    for answer in words.pool().words:
        first = regret(GameState(words, (), belief_of(words, "pool"))).best
        ends.append(rate(FinishedGame(words, answer, (first,), belief_of(words, "pool"))))
    assert sum(end.luck for end in ends) == pytest.approx(0, abs=1e-9)
    assert all(end.cost == 0 for end in ends)


def test_an_answer_of_no_list_cannot_be_rated() -> None:
    with pytest.raises(ValueError, match="zzzzz"):
        rate(FinishedGame(ENGLISH, "zzzzz", ("crane",)))


@pytest.mark.parametrize(
    ("answer", "guesses", "kinds"),
    [
        ("night", "crane crimp", "opener absent"),
        ("night", "raise think", "opener place"),
        ("lover", "raise cover hover", "opener gamble other"),
        ("lover", "raise cover hover mover lower", "opener gamble other other detour"),
    ],
)
def test_guesses_are_sorted_into_kinds(answer: str, guesses: str, kinds: str) -> None:
    found = rate(FinishedGame(ENGLISH, answer, tuple(guesses.split()), NORMAL))
    assert " ".join(guess.kind for guess in found.guesses) == kinds


def played(*costs: tuple[str, float]) -> RatedGame:
    """Return a game of the kinds and costs given."""
    guesses = [RatedGuess("crane", "slate", cost, kind, False, EVEN) for kind, cost in costs]  # type: ignore[arg-type]
    return RatedGame(4, 3.4, sum(cost for _, cost in costs), tuple(guesses), 0)


def test_a_habit_is_named_with_what_it_costs() -> None:
    games = [played(("opener", 0.05), ("absent", 0.2 + 0.01 * at)) for at in range(9)]
    habit = skill(games).habit
    assert habit.is_certain
    assert habit.kind == "absent"
    assert habit.more == 0
    assert habit.cost == pytest.approx(0.24)
    assert habit.share == pytest.approx(0.24 / 0.29)
    assert habit.even == pytest.approx(1 / len(KINDS))


def test_without_certainty_it_says_how_many_games_more() -> None:
    costs = [0.5, 0, 0, 0.4, 0, 0.1, 0, 0]
    games = [played(("absent", cost), ("other", 0.2)) for cost in costs]
    habit = skill(games).habit
    assert not habit.is_certain
    assert habit.more
    assert skill(games[:4]).habit is None
    assert skill([played(("other", 0.0))] * 8).habit is None


def test_the_interval_is_by_students_t() -> None:
    quantiles = [student(0.975, freedom) for freedom in (5, 10, 39)]
    assert quantiles == pytest.approx([2.5706, 2.2281, 2.0227], abs=4e-4)
    mean, error, margin = mean_of([0.0, 0.4, 0.2, 0.2] * 10)
    assert (mean, error) == (pytest.approx(0.2), pytest.approx(0.02265, abs=1e-5))
    wider = math.sqrt(error**2 + UNSEEN**2 / 40**2)  # as if one more game had cost that
    assert margin == pytest.approx(2.023 * wider, abs=1e-4)
    assert mean_of([0.3])[1:] == (math.inf, math.inf)
