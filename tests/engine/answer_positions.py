"""Print advice, with all digits of its figures, to compare the results of processors."""

import random
from itertools import count

import numpy as np

from wordle_web.engine.advice import advise, letter_hint, pattern_counts
from wordle_web.engine.analysis import analyze
from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn, learn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.matrix import matrix_of
from wordle_web.engine.rows import Position, Row
from wordle_web.engine.strategies import STRATEGIES, State

STEP = 0.0005  # seconds that pass at each reading of the clock


def answer(lexicon: Lexicon, mode: str, rng: random.Random) -> None:
    belief, ticks = belief_of(lexicon, mode), count()
    for boards in (1, 1, 2, 4):
        words = rng.sample(lexicon.pool().words, boards)
        guesses = rng.sample(lexicon.words, rng.choice((1, 2)))
        rows = [
            Row(guess, tuple(digits_of(feedback(guess, word), lexicon.length) for word in words))
            for guess in guesses
        ]
        position = Position(tuple(rows), boards, lexicon.length)
        for hard in (HardMode.OFF, HardMode.ON)[: 2 if boards == 1 else 1]:
            advice = advise(lexicon, position, belief, hard=hard, clock=lambda: next(ticks) * STEP)
            print(mode, advice.suggestion)


def choose(lexicon: Lexicon, mode: str, rng: random.Random) -> None:
    belief = belief_of(lexicon, mode)
    guess, word = rng.choice(lexicon.words), rng.choice(lexicon.pool().words)
    turns = (Turn(guess, feedback(guess, word)),)
    left = candidates_after(lexicon, turns, belief)
    for name, strategy in STRATEGIES.items():
        state = State(matrix_of(lexicon), belief, turns, left, False, np.random.default_rng(1))
        if name != "optimal":
            print(name, lexicon.words[strategy.choose(state)])
    print(pattern_counts(lexicon, left, belief, guess).likeliest(5))
    print(letter_hint(lexicon, left, belief, learn(turns, lexicon.length, lexicon.alphabet)))


if __name__ == "__main__":
    rng = random.Random(20)
    english, spanish = load_lexicon("english-5"), load_lexicon("spanish-5")
    for lexicon in (english, spanish):
        for mode in ("real", "normal"):
            answer(lexicon, mode, rng)
            choose(lexicon, mode, rng)
    ticks = count()
    for _ in range(3):
        word, *guesses = rng.sample(english.pool().words, 4)
        print(analyze(english, word, guesses, belief_of(english)))
