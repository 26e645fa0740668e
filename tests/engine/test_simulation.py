"""Simulations and decision trees: the same games whichever way they are counted."""

from dataclasses import replace

import pytest
from engine.alike import ANSWERS, BELIEF, LEXICON

from wordle_web.engine.feedback import feedback
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player, SimulationResult
from wordle_web.engine.strategies import STRATEGIES

MATRIX = matrix_in_memory(LEXICON)


def player_of(name: str, opener: str | None = None, seed: int = 0) -> Player:
    return Player(STRATEGIES[name], MATRIX, BELIEF, opener, seed=seed)


@pytest.mark.parametrize("name", ["optimal", "entropy", "random"])
def test_games_played_together_go_as_they_go_alone(name: str) -> None:
    player, told = player_of(name), list[int]()
    together = player.simulate(ANSWERS, told.append).guesses
    assert together == {word: len(player.tree([word]).walk(word)) for word in ANSWERS}
    assert sum(told) == len(ANSWERS)  # progress
    for each in STRATEGIES:
        assert player_of(each, "crane").tree(ANSWERS[:1]).guess == "crane"


def test_a_seed_gives_the_same_games_in_any_order() -> None:
    first = player_of("random", seed=5).simulate(ANSWERS).guesses
    again = player_of("random", seed=5).simulate(ANSWERS[::-1]).guesses
    others = [player_of("random", seed=seed).simulate(ANSWERS).guesses for seed in (6, 7)]
    assert first == again
    assert first not in others or others[0] != others[1]
    plain = Player(STRATEGIES["random"], MATRIX, BELIEF)
    assert (plain.hard, plain.seed, plain.opener) == (False, 0, None)


def test_no_opener_is_better_than_the_one_that_is_found() -> None:
    best = player_of("optimal").simulate(ANSWERS).total_guesses
    with_openers = [player_of("optimal", word).simulate(ANSWERS) for word in LEXICON.words]
    assert min(results.total_guesses for results in with_openers) == best


def test_results_are_summed_up() -> None:
    results = SimulationResult({"a": 3, "b": 4, "c": 7, "d": 0})
    assert (results.total_guesses, results.max, results.failed) == (14, 7, 2)
    assert SimulationResult({"a": 1, "b": 6, "c": 7, "d": 0}).failed == 2
    assert results.mean == pytest.approx(14 / 3)
    assert results.distribution == {0: 1, 3: 1, 4: 1, 7: 1}
    assert SimulationResult({}).mean == SimulationResult({}).win_percent == 0.0
    # A word that the strategy does not believe in is a game not won.
    results = player_of("optimal").simulate(["clomp", "catch"])
    assert results.guesses["clomp"] == 0
    assert (results.games, results.failed, results.win_percent) == (2, 1, 50.0)


def test_a_tree_is_walked_and_counted_and_says_whether_it_is_proven() -> None:
    tree = player_of("optimal").tree(ANSWERS)
    assert tree.counts() == {answer: len(tree.walk(answer)) for answer in ANSWERS}
    assert tree.is_proven
    assert not player_of("entropy").tree(ANSWERS).is_proven


def test_a_strategy_is_asked_as_long_as_there_is_a_choice() -> None:
    last = replace(STRATEGIES["random"], choose=lambda state: int(state.candidates[-1]))
    player = Player(last, MATRIX, BELIEF)
    for answer in ANSWERS:
        left, path = [word for word in LEXICON.words if word in ANSWERS], list[str]()
        while answer not in path:
            guess = left.pop()
            path.append(guess)
            left = [word for word in left if feedback(guess, word) == feedback(guess, answer)]
        assert player.tree([answer]).walk(answer) == tuple(path)
