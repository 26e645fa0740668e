"""Playing a word by a strategy in the time that a page has, and what each guess did.

A strategy opens with what was found out once and kept with the lab's results; the search
thinks for so many milliseconds a guess. Imports the engine and the lab's results.
"""

import functools
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from wordle_web.engine.arrays import Indices
from wordle_web.engine.candidates import Belief, candidates_after
from wordle_web.engine.feedback import all_correct, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, available_matrix
from wordle_web.engine.openings import kept_reply
from wordle_web.engine.partition import measure
from wordle_web.engine.search.planning import plan
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import STRATEGIES, Choose, State, Strategy
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.results import results_for
from wordle_web.web.helper.solve import belief_for
from wordle_web.web.http.fair_lock import SEARCH_LOCK

BUDGET_S: Final = 0.09
MAX_CACHED_GAMES: Final = 512
SAMPLE: Final = 8
PROMISING: Final = 2048
SHORT_LIST: Final = 3000
MEASURING: Final = frozenset(
    {"minimax", "expected-remaining", "entropy", "most-partitions", "optimal"}
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One turn of a game that was watched, with what it did.

    Attributes:
        turn: The guess with its pattern.
        before: Words possible before it.
        left: Words possible after it; 0 once the answer is found.
        sample: Some of these, the likely ones first.
        expected: Words expected to be left, on average.
        worst: Words left in the worst case.
        groups: How many patterns could come back.
        bits: Information expected, in bits.
        is_possible: Whether the guess could be the answer.
    """

    turn: Turn
    before: int
    left: int
    sample: tuple[str, ...]
    expected: float
    worst: int
    groups: int
    bits: float
    is_possible: bool


@dataclass(frozen=True, slots=True)
class Question:
    """Which game is to be played; hashable, since games are kept.

    Attributes:
        lexicon: The words.
        mode: "normal" where the strategy believes the pool, "real" where it believes the prior.
        strategy: Its name.
        opener: The first guess; empty leaves it to the strategy.
        hard: Whether every revealed hint must be used.
        seed: Where lots start from.
    """

    lexicon: Lexicon
    mode: str
    strategy: str
    opener: str = ""
    hard: bool = False
    seed: int = 0


@functools.lru_cache(maxsize=MAX_CACHED_GAMES)
def watched(question: Question, word: str, folder: Path | None) -> tuple[Seen, ...]:
    """Return the game of `word`, turn by turn."""
    guesses = player_of(question, folder).tree([word]).walk(word)
    return _seen(question.lexicon, belief_for(question.lexicon, question.mode, ()), guesses, word)


def player_of(question: Question, folder: Path | None) -> Player:
    """Return who plays: a strategy that takes no longer for a guess than a page can wait."""
    strategy = STRATEGIES[question.strategy]
    matrix = matrix_for(question.lexicon, question.mode, folder)
    return Player(
        strategy=replace(strategy, choose=_one_at_a_time(strategy, folder), prove=None),
        matrix=matrix,
        belief=belief_for(question.lexicon, question.mode, ()),
        opener=question.opener or usual_opener(matrix, question, folder),
        hard=question.hard,
        seed=question.seed,
    )


def matrix_for(lexicon: Lexicon, mode: str, folder: Path | None) -> Matrix:
    """Return the patterns to play by.

    Where every allowed word may be the answer only the most promising guesses are weighed while
    many are left: of eight letters there are 40,000, and a page cannot wait for them all.
    """
    matrix = available_matrix(lexicon, folder)
    return matrix if mode == DAILY_POOL else _promising(matrix)


@functools.lru_cache(maxsize=16)
def _promising(matrix: Matrix) -> Matrix:
    """Return a matrix with its most promising guesses alone."""
    return replace(matrix, columns=matrix.columns[:PROMISING])


def usual_opener(matrix: Matrix, question: Question, folder: Path | None) -> str | None:
    """Return what a strategy opens with, where it is not to think about it now.

    What was found out once is known for the shipped words, and what the search opens with for a
    host's own. For those any other strategy says the most promising word, where weighing them all
    would take too long; None for a short list.
    """
    lexicon, mode, strategy = question.lexicon, question.mode, question.strategy
    first = kept_reply(lexicon, (), belief_for(lexicon, mode, ()), False, folder)
    if STRATEGIES[strategy].prove and first:
        return first.guesses[0][0]
    results = results_for(lexicon)
    if results:
        return results.first_guesses.get(mode, {}).get(strategy)
    is_long = strategy in MEASURING and len(lexicon) > SHORT_LIST
    return lexicon.words[matrix.columns[0]] if is_long else None


def _one_at_a_time(strategy: Strategy, folder: Path | None) -> Choose:
    """Return the rule of a strategy; one is followed at a time in each process."""
    choose = functools.partial(_hurried, folder) if strategy.prove else strategy.choose

    def chosen(state: State, /) -> int:
        """Choose a guess."""
        with SEARCH_LOCK:
            return choose(state)

    return chosen


def _hurried(folder: Path | None, state: State, /) -> int:
    """Return the best guess that is known, or that the search finds in its time."""
    known = kept_reply(state.lexicon, state.turns, state.belief, state.hard, folder)
    place = state.lexicon.index(known.guesses[0][0]) if known else None
    return _found(state) if place is None else place


def _found(state: State) -> int:
    """Return the best guess that the search finds in its time."""
    deadline = time.perf_counter() + BUDGET_S
    found = plan(
        state.matrix,
        state.candidates,
        state.weights,
        state.left,
        state.allowed,
        should_stop=lambda: time.perf_counter() >= deadline,
    )
    return found.guess


def _seen(
    lexicon: Lexicon, belief: Belief, guesses: tuple[str, ...], word: str
) -> tuple[Seen, ...]:
    """Return what each guess did to the words that were possible."""
    left = candidates_after(lexicon, (), belief)
    seen = []
    for guess in guesses:
        each, left = _step(lexicon, belief, left, guess, word)
        seen.append(each)
    return tuple(seen)


def _step(
    lexicon: Lexicon, belief: Belief, before: Indices, guess: str, word: str
) -> tuple[Seen, Indices]:
    """Return what one guess does, and the words that are possible after it."""
    codes = letter_codes([guess])
    patterns = feedback_matrix(codes, lexicon.codes[before])
    pattern = int(feedback_matrix(codes, letter_codes([word]))[0, 0])
    measures = measure(patterns.T, belief.weights[before], all_correct(lexicon.length))
    after = before[patterns[0] == pattern]
    is_found = pattern == all_correct(lexicon.length)
    seen = Seen(
        turn=Turn(guess, pattern),
        before=len(before),
        left=0 if is_found else len(after),
        sample=() if is_found else tuple(lexicon.words[each] for each in after[:SAMPLE]),
        expected=float(measures.expected_remaining[0]),
        worst=int(measures.worst[0]),
        groups=int(measures.cells[0]),
        bits=float(measures.entropy_bits[0]),
        is_possible=bool((patterns[0] == all_correct(lexicon.length)).any()),
    )
    return seen, after
