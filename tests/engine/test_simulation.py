"""Simulations and decision trees result in the same games."""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from engine.alike import ANSWERS, BELIEF, LEXICON
from engine.brute_force import brute_force

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES

MATRIX = matrix_in_memory(LEXICON)


def player_of(name: str, opener: str | None = None, seed: int = 0) -> Player:
    return Player(STRATEGIES[name], MATRIX, BELIEF, opener, seed=seed)


@pytest.mark.parametrize("name", ["optimal", "entropy", "random"])
def test_playing_games_together_gives_the_same_results_as_playing_them_alone(name: str) -> None:
    player, progress = player_of(name), list[int]()
    together = player.simulate(ANSWERS, progress.append)
    assert together == {word: len(player.tree([word]).walk(word)) for word in ANSWERS}
    assert sum(progress) == len(ANSWERS)  # progress is reported in games
    for strategy in STRATEGIES:
        assert player_of(strategy, "crane").tree(ANSWERS[:1]).guess == "crane"


def test_seeded_random_games_do_not_depend_on_the_order_of_answers() -> None:
    first = player_of("random", seed=5).simulate(ANSWERS)
    again = player_of("random", seed=5).simulate(ANSWERS[::-1])
    others = [player_of("random", seed=seed).simulate(ANSWERS) for seed in (6, 7)]
    assert first == again
    assert first not in others or others[0] != others[1]
    plain = Player(STRATEGIES["random"], MATRIX, BELIEF)
    assert (plain.hard, plain.seed, plain.opener) == (HardMode.OFF, 0, None)


def test_optimal_strategy_starts_with_the_best_opener() -> None:
    best = player_of("optimal").simulate(ANSWERS)
    with_openers = [player_of("optimal", word).simulate(ANSWERS) for word in LEXICON.words]
    assert min(sum(guesses.values()) for guesses in with_openers) == sum(best.values())


@pytest.mark.parametrize("hard", list(HardMode))
def test_tree_with_a_limit_of_guesses_loses_as_few_words_as_possible(hard: HardMode) -> None:
    dice, compared = random.Random(3), Counter[int]()
    for _ in range(8):
        drawn = dice.sample(
            ["".join(letters) for letters in itertools.product("abcd", repeat=2)], 11
        )
        lexicon = lexicon_of(drawn[:9], drawn[9:])
        weights, belief = dict.fromkeys(drawn[:9], 1.0), belief_of(lexicon, "normal")
        for within in (2, 3, 4):
            player = Player(
                STRATEGIES["optimal"], matrix_in_memory(lexicon), belief, hard=hard, within=within
            )
            counts = player.simulate(drawn[:9]).values()
            late = sum(count > within for count in counts)
            least = brute_force(weights, drawn, within, () if hard else None, loss=1000, mode=hard)
            assert late == least // 1000
            assert late or sum(counts) == least
            compared[late] += 1
    assert len(compared) >= 3


def test_answer_outside_the_belief_is_not_solved() -> None:
    assert player_of("optimal").simulate(["clomp"]) == {"clomp": 0}


def test_tree_counts_guesses_and_reports_whether_the_total_is_proven() -> None:
    tree = player_of("optimal").tree(ANSWERS)
    assert tree.counts() == {answer: len(tree.walk(answer)) for answer in ANSWERS}
    assert tree.is_proven
    assert not player_of("entropy").tree(ANSWERS).is_proven


def test_tree_follows_the_choices_of_the_strategy() -> None:
    last = replace(STRATEGIES["random"], choose=lambda state: int(state.candidates[-1]))
    player = Player(last, MATRIX, BELIEF)
    for answer in ANSWERS:
        left, path = [word for word in LEXICON.words if word in ANSWERS], list[str]()
        while answer not in path:
            guess = left.pop()
            path.append(guess)
            left = [word for word in left if feedback(guess, word) == feedback(guess, answer)]
        assert player.tree([answer]).walk(answer) == tuple(path)
