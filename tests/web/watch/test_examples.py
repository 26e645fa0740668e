"""What the worked examples claim holds under right marks."""

import numpy as np

from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.feedback import all_correct
from wordle_web.engine.knowledge import learn
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.matrix import matrix_in_memory, matrix_of
from wordle_web.engine.search.solver import EVERY, NEVER, Search, SearchProblem
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.web.watch import (
    INFERRED,
    SACRIFICE,
    SACRIFICED,
    SHOWN,
    SO_FAR,
    inference,
    turns_of,
    words_left,
)

FIVE = load_lexicon("english-5")


def game(strategy: str, answer: str, opener: str) -> tuple[str, ...]:
    player = Player(STRATEGIES[strategy], matrix_of(FIVE), belief_of(FIVE, "pool"), opener)
    return player.tree([answer]).walk(answer)


def test_the_sacrifice_leaves_fewer_words_than_any_possible_word():
    left = narrow(FIVE, turns_of(SO_FAR, SACRIFICED), FIVE.pool().indices)
    assert len(left) == 9
    assert FIVE.index(SACRIFICE) not in left
    best = words_left(FIVE, left, [FIVE.words[position] for position in left]).min()
    assert words_left(FIVE, left, [SACRIFICE]) < 0.6 * best


def test_the_sacrifice_is_proven_to_be_the_best_guess():
    turns = turns_of(SO_FAR, SACRIFICED)
    left = narrow(FIVE, turns, FIVE.pool().indices)
    patterns, selection = matrix_in_memory(FIVE).gather(left, None, hurried=False)
    search = Search(SearchProblem(patterns, np.ones(len(left)), selection.own, all_correct(5)))
    tries = 6 - len(turns)
    root = search.start(tries)
    scan = search.scan(root)

    def cost(guess: int) -> float:
        return search.evaluate(root, scan, guess, EVERY, NEVER)[0].total

    assert selection.is_complete
    sacrifice = int(np.flatnonzero(selection.guesses == FIVE.index(SACRIFICE))[0])
    assert cost(sacrifice) == search.solve(tries).upper
    assert cost(sacrifice) < min(map(cost, selection.own.tolist()))


def test_possible_words_only_need_eight_guesses_and_a_sacrifice_four():
    assert len(game("minimax", SACRIFICED, SO_FAR[0])) == 8
    sacrificing = game("frequency-then-minimax", SACRIFICED, SO_FAR[0])
    assert sacrificing == (*SO_FAR, SACRIFICE, SACRIFICED)


def test_under_right_marks_both_ways_find_catch_soon():
    assert len(game("minimax", "catch", "later")) == 4
    assert len(game("frequency-then-minimax", "catch", "later")) == 3


def test_the_inferred_place_was_never_green_and_two_tiles_were_yellow():
    turns = turns_of(SHOWN, INFERRED)
    known = learn(turns, 5)
    ((place, letter),) = known.inferred.items()
    assert (place, letter) == (3, "a")
    marks = {
        (at, mark)
        for turn in turns
        for at, (each, mark) in enumerate(zip(turn.guess, turn.marks, strict=True))
        if each == letter
    }
    assert len(marks) == 2
    assert {mark for _, mark in marks} == {1}
    assert len(known.greens) == 2


def test_the_inferred_place_is_that_of_the_example():
    ((place, letter),) = learn(turns_of(SHOWN, INFERRED), 5, FIVE.alphabet).inferred.items()
    example = inference()
    assert (example.inferred, example.places[place]) == (place, letter)
