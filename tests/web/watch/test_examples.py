"""The claims in the worked examples are true for real marks."""

import numpy as np
import pytest

from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.matrix import matrix_in_memory, matrix_of
from wordle_web.engine.partition import measure
from wordle_web.engine.search.solver import EVERY, NEVER, Search, SearchProblem
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.web.watch import INFERENCE, SACRIFICE

FIVE = load_lexicon("english-5")
ANSWER, GUESS, TURNS = SACRIFICE.answer, SACRIFICE.guess, SACRIFICE.turns
OPENER = TURNS[0].guess


def game(strategy: str, answer: str, opener: str) -> tuple[str, ...]:
    player = Player(STRATEGIES[strategy], matrix_of(FIVE), belief_of(FIVE, "pool"), opener)
    return player.tree([answer]).walk(answer)


def test_sacrifice_leaves_fewer_words_than_any_possible_word():
    left = narrow(FIVE, TURNS, FIVE.pool().indices)
    words = [FIVE.words[position] for position in left]
    codes = letter_codes([GUESS, *words])
    patterns, weights = feedback_matrix(codes, FIVE.codes[left]).T, np.ones(len(left))
    mine, *theirs = measure(patterns, weights, all_correct(5)).expected_remaining
    best, word = min(zip(theirs, words, strict=True))
    assert mine == pytest.approx(SACRIFICE.left)
    assert (word, pytest.approx(best)) == SACRIFICE.possible
    assert mine < 0.6 * best
    groups: dict[Turn, list[str]] = {}
    for word in sorted(words):
        groups.setdefault(Turn(GUESS, feedback(GUESS, word)), []).append(word)
    assert {turn: tuple(group) for turn, group in groups.items()} == SACRIFICE.words
    assert [turn.pattern for turn in SACRIFICE.words] == sorted(turn.pattern for turn in groups)
    assert GUESS not in words


def test_sacrifice_is_proven_to_be_the_best_guess():
    left = narrow(FIVE, TURNS, FIVE.pool().indices)
    patterns, selection = matrix_in_memory(FIVE).gather(left, None, hurried=False)
    search = Search(SearchProblem(patterns, np.ones(len(left)), selection.own, all_correct(5)))
    tries = 6 - len(TURNS)
    root = search.start(tries)
    scan = search.scan(root)

    def cost(guess: int) -> float:
        return search.evaluate(root, scan, guess, EVERY, NEVER)[0].total

    assert selection.is_complete
    sacrifice = int(np.flatnonzero(selection.guesses == FIVE.index(GUESS))[0])
    assert cost(sacrifice) == search.solve(tries).upper
    assert cost(sacrifice) < min(map(cost, selection.own.tolist()))


def test_sacrifice_in_the_example_saves_four_guesses():
    assert len(game("minimax", ANSWER, OPENER)) == 8
    sacrificing = game("frequency-then-minimax", ANSWER, OPENER)
    assert sacrificing == (*(turn.guess for turn in TURNS), GUESS, ANSWER)


def test_both_published_strategies_solve_catch_with_correct_feedback():
    assert len(game("minimax", "catch", "later")) == 4
    assert len(game("frequency-then-minimax", "catch", "later")) == 3


def test_example_infers_a_position_from_two_yellow_tiles():
    known = learn(INFERENCE.turns, 5, FIVE.alphabet)
    assert known.inferred == {3: "a"} == {INFERENCE.inferred: "a"}
    tiles = [pair for turn in INFERENCE.turns for pair in zip(turn.guess, turn.marks, strict=True)]
    assert [mark for letter, mark in tiles if letter == "a"] == [1, 1]
    assert len(known.greens) == 2
    assert INFERENCE.places == tuple(known.positions.get(place, "") for place in range(5))
    left = narrow(FIVE, INFERENCE.turns, FIVE.pool().indices)
    assert INFERENCE.words == tuple(FIVE.words[position] for position in sorted(left))
