"""A strategy playing one word fast enough for a page, and the effect of each guess.

Known openers are not computed again; the search gets some milliseconds per guess.
"""

import functools
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Final

from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.clock import deadline
from wordle_web.engine.feedback import all_correct, feedback, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_of
from wordle_web.engine.openings import kept_reply
from wordle_web.engine.partition import measure
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES, State, Strategy, optimal_decision
from wordle_web.lab.results import results_for

BUDGET_MS: Final = 90.0
MAX_CACHED_GAMES: Final = 512
SAMPLE: Final = 8
PROMISING: Final = 2048  # guesses considered if every allowed word may be the answer
SHORT_LIST: Final = 3000  # words that a strategy can measure in time for its first guess
MEASURING: Final = {"minimax", "expected-remaining", "entropy", "most-partitions", "optimal"}

Lock = AbstractContextManager[None]


@dataclass(frozen=True, slots=True)
class TurnEffect:
    """One turn of a game, with its effect on the possible words."""

    turn: Turn
    before: int
    left: int  # number of possible words after it; 0 once the answer is found
    sample: tuple[str, ...]  # some of these, the likeliest first
    expected_remaining: float  # expected number of words left
    worst: int
    replies: int  # number of possible patterns
    entropy_bits: float
    is_possible: bool  # whether the guess could be the answer


@dataclass(frozen=True, slots=True)
class Conditions:
    """The rules that strategies play by; hashable, since games are cached."""

    lexicon: Lexicon
    mode: str  # the belief: "normal" for the pool, "real" for the prior
    opener: str = ""  # the first guess; empty leaves it to the strategy
    hard: bool = False
    seed: int = 0


# 512 games of 5 kB, each with a sample of its words: 2.6 MB at most.
@functools.lru_cache(maxsize=MAX_CACHED_GAMES)
def play_word(given: Conditions, strategy: str, word: str, lock: Lock) -> tuple[TurnEffect, ...]:
    """Return the game of `word`, turn by turn; guesses are computed under `lock`."""
    player = player_for(given, strategy, lock)
    lexicon, weights = given.lexicon, player.belief.weights
    won = all_correct(lexicon.length)
    left, effects = candidates_after(lexicon, (), player.belief), []
    for guess in player.tree([word]).walk(word):
        before, pattern = left, feedback(guess, word)
        patterns = feedback_matrix(letter_codes([guess]), lexicon.codes[before])[0]
        measures = measure(patterns[:, None], weights[before], won)
        left = before[(patterns == pattern) & (patterns != won)]
        effects.append(
            TurnEffect(
                turn=Turn(guess, pattern),
                before=len(before),
                left=len(left),
                sample=tuple(lexicon.words[each] for each in left[:SAMPLE]),
                expected_remaining=float(measures.expected_remaining[0]),
                worst=int(measures.worst[0]),
                replies=int(measures.cells[0]),
                entropy_bits=float(measures.entropy_bits[0]),
                is_possible=bool((patterns == won).any()),
            )
        )
    return tuple(effects)


def player_for(conditions: Conditions, strategy: str, lock: Lock) -> Player:
    """Return a player whose strategy decides fast enough for a page."""
    rule, belief = STRATEGIES[strategy], belief_of(conditions.lexicon, conditions.mode)
    matrix = matrix_of(conditions.lexicon)
    if conditions.mode == "real":
        # Every allowed word may be the answer, 40,000 at eight letters, and measuring as many
        # guesses against them takes too long for a page.
        matrix = replace(matrix, columns=matrix.columns[:PROMISING])

    def choose(state: State, /) -> int:
        with lock:
            if rule.prove:  # the search, which has to end in time
                return optimal_decision(state, deadline(BUDGET_MS)).guess
            return rule.choose(state)

    return Player(
        strategy=replace(rule, choose=choose, prove=None),
        matrix=matrix,
        belief=belief,
        opener=conditions.opener or _known_opener(conditions, rule, matrix, belief),
        hard=conditions.hard,
        seed=conditions.seed,
    )


def _known_opener(given: Conditions, rule: Strategy, matrix: Matrix, belief: Belief) -> str | None:
    """Return the first guess of a strategy if it is known; None has the strategy compute it.

    Built-in lexicons come with the first guess of every strategy, a host's own words at most with
    that of the search. On a long list of such words, strategies that would measure every guess
    open with the most promising word instead.
    """
    lexicon = given.lexicon
    first = kept_reply(lexicon, (), belief, False)
    if rule.prove and first:
        return first.guesses[0][0]
    if results := results_for(lexicon):
        return results.first_guesses.get(given.mode, {}).get(rule.name)
    is_long = rule.name in MEASURING and len(lexicon) > SHORT_LIST
    return lexicon.words[matrix.columns[0]] if is_long else None
