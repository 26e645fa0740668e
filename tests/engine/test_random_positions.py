"""In random positions, counts of words and exact suggestions equal brute force."""

import random
from collections.abc import Iterator
from functools import cache

import numpy as np

from wordle_web.engine.candidates import belief_of, candidates_after
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon, load_lexicon
from wordle_web.engine.suggestion import suggest

POSITIONS, SEED, MAX_WORDS = 300, 13, 6
WON = all_correct(5)


def positions(lexicon: Lexicon) -> Iterator[tuple[list[Turn], list[str]]]:
    """Yield turns of a game, and the words of the pool that match them."""
    dice, pool = random.Random(SEED), lexicon.pool().words
    for _ in range(POSITIONS):
        answer, left = dice.choice(pool), list(pool)
        turns: list[Turn] = []
        for guess in dice.choices((*pool, *dice.sample(lexicon.words, 500)), k=dice.randint(1, 3)):
            turns.append(Turn(guess, feedback(guess, answer)))
            left = [word for word in left if feedback(guess, word) == turns[-1].pattern]
        yield turns, left


def least_guesses(lexicon: Lexicon, words: list[str]) -> int:
    """Return the minimum total of guesses for solving all of `words`, over all guesses."""
    indices = [lexicon.index(word) for word in words]
    # Guesses with the same partition have the same cost.
    columns = np.unique(feedback_matrix(lexicon.codes, lexicon.codes[indices]), axis=0)
    patterns = [tuple(column) for column in columns.tolist()]

    @cache
    def cost(rows: frozenset[int]) -> int:
        if len(rows) <= 2:
            return 2 * len(rows) - 1
        return min(after(rows, column) for column in patterns)

    def after(rows: frozenset[int], column: tuple[int, ...]) -> int:
        cells: dict[int, set[int]] = {}
        for row in rows:
            cells.setdefault(column[row], set()).add(row)
        if len(cells) == 1:
            return 9 * len(rows)
        return len(rows) + sum(
            cost(frozenset(cell)) for pattern, cell in cells.items() if pattern != WON
        )

    return cost(frozenset(range(len(words))))


def test_suggestions_equal_brute_force_in_300_random_positions() -> None:
    lexicon = load_lexicon("english-5")
    belief = belief_of(lexicon, "normal")
    proven = 0
    for turns, left in positions(lexicon):
        assert len(candidates_after(lexicon, turns, belief)) == len(left), turns
        if not 3 <= len(left) <= MAX_WORDS:
            continue
        suggestion = suggest(lexicon, turns, belief=belief, budget_ms=5000, best=1)
        assert suggestion.candidates == len(left), turns
        if suggestion.exact and suggestion.solve_probability == 1:
            proven += 1
            guesses = round((suggestion.expected_guesses or 0) * len(left), 6)
            assert guesses == least_guesses(lexicon, left), turns
    assert proven >= POSITIONS // 10
