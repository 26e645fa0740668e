"""Proofs that words cannot all be solved within a number of guesses."""

from collections import Counter
from itertools import product
from random import Random

import numpy as np
from engine.brute_force import brute_force

from wordle_web.engine import simulation
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.matrix import matrix_in_memory
from wordle_web.engine.search.within import Prover
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES


def test_hopelessness_proof_agrees_with_brute_force():
    dice, met = Random(5), Counter[bool]()
    # Each word of a family takes a guess of its own, so that some lists are hopeless in several
    # ways.
    pool = [*map("".join, product("abc", repeat=3)), *(f"{first}ad" for first in "efghijkl")]
    for size in (3, 5, 9, 12, 14) * 3:
        words = dice.sample(pool, size + 4)
        answers, weights = words[:size], dict.fromkeys(words[:size], 1.0)
        lexicon = lexicon_of(answers, words)
        for within in (2, 3, 4):
            for opener in (None, dice.choice(words)):
                player = Player(
                    STRATEGIES["optimal"],
                    matrix_in_memory(lexicon),
                    belief_of(lexicon, "normal"),
                    opener,
                    within=within,
                )
                first = [opener] if opener else ()
                least = brute_force(weights, words, within, first=first, loss=1000)
                assert player.cannot_win() == (least >= 1000)
                met[player.cannot_win()] += 1
    assert min(met.values()) > 10


def test_more_words_than_patterns_are_proven_hopeless_with_three_guesses():
    patterns = np.random.default_rng(5).integers(0, 9, (100, 100), dtype=np.uint8)
    np.fill_diagonal(patterns, 9)
    assert Prover(patterns, 9, lambda: False).is_hopeless(np.arange(100), 3)


def test_unfinished_search_is_not_a_proof(monkeypatch):
    answers = ["batch", "catch", "hatch", "latch", "match", "patch", "watch"]
    lexicon = lexicon_of(answers)
    assert len({feedback("batch", word) for word in answers}) == 2
    player = Player(
        STRATEGIES["optimal"], matrix_in_memory(lexicon), belief_of(lexicon, "normal"), within=4
    )
    assert player.cannot_win()
    for most, is_proven in ((-1, False), (1624, False), (1625, True)):
        monkeypatch.setattr(simulation, "MAX_PROVING", most)
        assert player.cannot_win() == is_proven
