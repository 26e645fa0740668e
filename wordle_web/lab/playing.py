"""Games played by strategies: single games, fast enough for a page, and many games with times.

For a page, known openers are not computed again, and the search has `BUDGET_MS` per guess.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from wordle_web.engine.boards.policy import choose
from wordle_web.engine.boards.simulation import BoardsGame, PairWalk
from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.clock import Stopwatch, deadline
from wordle_web.engine.feedback import all_correct, feedback, patterns_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory, matrix_of
from wordle_web.engine.openings import stored_reply
from wordle_web.engine.partition import measure
from wordle_web.engine.simulation import Player, Progress
from wordle_web.engine.strategies import STRATEGIES, State, Strategy, optimal_decision
from wordle_web.engine.wordfiles import DataError
from wordle_web.lab.results import BoardsResult, distribution_of, results_for

BUDGET_MS: Final = 90.0  # time for one guess of the search on a page
MAX_CACHED_GAMES: Final = 512
SAMPLE: Final = 8  # number of words left that `TurnEffect` lists
PROMISING: Final = 2048  # number of guesses considered if every allowed word may be the answer
SHORT_LIST: Final = 3000  # up to this many words, a page can measure all first guesses
# The strategies that measure every guess.
MEASURING: Final = {"minimax", "expected-remaining", "entropy", "most-partitions", "optimal"}

Lock = AbstractContextManager[None]


@dataclass(frozen=True, slots=True)
class TurnEffect:
    """One turn of a game, and its effect on the possible words."""

    turn: Turn
    before: int  # number of possible words before the guess
    left: int  # number of possible words after it; 0 once the answer is found
    sample: tuple[str, ...]  # some of the words left, the likeliest first
    expected_remaining: float  # expected number of words left, before the reply was known
    worst: int  # number of words left in the worst case
    replies: int  # number of possible patterns
    entropy_bits: float  # expected information of the pattern, in bits
    is_possible: bool  # whether the guess could be the answer


class Conditions(NamedTuple):
    """The conditions under which a strategy plays; hashable, since games are cached."""

    lexicon: Lexicon
    mode: str  # the belief: "normal" for the pool, "real" for the prior
    opener: str = ""  # the first guess; if empty, the strategy chooses it
    hard: HardMode = HardMode.OFF
    seed: int = 0  # the seed of random strategies


# 512 games of 5 kB each, including a sample of the words: 2.6 MB at most.
@functools.lru_cache(maxsize=MAX_CACHED_GAMES)
def play_word(given: Conditions, strategy: str, word: str, lock: Lock) -> tuple[TurnEffect, ...]:
    """Return the turns of a strategy's game for the answer `word`.

    `lock` is held while a guess is computed.
    """
    player = player_for(given, strategy, lock)
    lexicon, weights = given.lexicon, player.belief.weights
    won = all_correct(lexicon.length)
    left, effects = candidates_after(lexicon, (), player.belief), []
    for guess in player.tree([word]).walk(word):
        before, pattern = left, feedback(guess, word)
        patterns = patterns_of(guess, lexicon.codes[before])
        measures = measure(patterns[:, None], weights[before], won)
        left = before[(patterns == pattern) & (patterns != won)]
        effects.append(
            TurnEffect(
                turn=Turn(guess, pattern),
                before=len(before),
                left=len(left),
                sample=tuple(lexicon.words[index] for index in left[:SAMPLE]),
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
        # If every allowed word may be the answer, there are 40,000 candidates of eight letters.
        # Measuring as many guesses against them takes too long for a page.
        matrix = replace(matrix, columns=matrix.columns[:PROMISING])

    def choose(state: State, /) -> int:
        with lock:
            if rule.prove:  # this is the search, which needs a time limit
                return optimal_decision(state, deadline(BUDGET_MS)).guess
            return rule.choose(state)

    return Player(
        strategy=replace(rule, choose=choose, prove=None),  # or the player would call `prove`
        matrix=matrix,
        belief=belief,
        opener=conditions.opener or _known_opener(conditions, rule, matrix, belief),
        hard=conditions.hard,
        seed=conditions.seed,
    )


def _known_opener(given: Conditions, rule: Strategy, matrix: Matrix, belief: Belief) -> str | None:
    """Return the first guess of a strategy if it is known; None if it must be computed.

    Built-in lexicons are shipped with the first guesses of all strategies that are not random. For
    a host's own words, at most the first guess of the search is stored. If there are many such
    words, strategies that would have to measure every guess open with the most promising word.
    """
    lexicon = given.lexicon
    first = stored_reply(lexicon, (), belief, HardMode.OFF)
    if rule.prove and first:
        return first.guesses[0][0]
    results = None
    with suppress(DataError):  # if the file is damaged, computing the guess only takes longer
        results = results_for(lexicon)
    if results:
        return results.first_guesses.get(given.mode, {}).get(rule.name)
    is_long = rule.name in MEASURING and len(lexicon) > SHORT_LIST
    return lexicon.words[matrix.columns[0]] if is_long else None


# Yields the results of a task for all items, in order: `map`, or a parallel equivalent.
MapParts = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


@dataclass(slots=True)
class TimedStrategy:
    """A strategy that measures the time of its guesses."""

    strategy: Strategy
    clock: Stopwatch
    seconds: float = 0.0  # time spent on guesses so far
    guesses: int = 0  # number of guesses so far
    opener: str = ""  # the most recent first guess; empty before the first game

    def __call__(self, state: State, /) -> int:
        """Return the guess of the strategy, and add the time that it took."""
        began = self.clock()
        chosen = self.strategy.choose(state)
        self.seconds += self.clock() - began
        self.guesses += 1
        if not state.turns:
            self.opener = state.lexicon.words[chosen]
        return chosen

    @property
    def milliseconds(self) -> float:
        """The mean time per guess, in ms; 0 before the first guess."""
        return 1000 * self.seconds / self.guesses if self.guesses else 0.0


def sampled(words: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    """Return `count` random words in their original order; all words if there are no more."""
    if count >= len(words):
        return tuple(words)
    drawn = np.random.default_rng(seed).choice(len(words), count, replace=False)
    return tuple(words[position] for position in sorted(drawn.tolist()))


def drawn_games(
    words: Sequence[str], boards: int, games: int, seed: int
) -> tuple[tuple[str, ...], ...]:
    """Return the answers of random games, each with one distinct word per board."""
    rng = np.random.default_rng(seed)
    drawn = (rng.choice(len(words), boards, replace=False).tolist() for _ in range(games))
    return tuple(tuple(words[index] for index in game) for game in drawn)


def result_of(games: Iterable[BoardsGame], *, in_turn: bool, seed: int) -> BoardsResult:
    """Return the combined result of games with the same opener and number of boards.

    `seed` is the seed with which the answers were drawn.
    """
    played = tuple(games)
    times = np.concatenate([game.milliseconds for game in played])
    return BoardsResult(
        boards=len(played[0].answers),
        in_turn=in_turn,
        opener=played[0].guesses[0],
        games=len(played),
        seed=seed,
        distribution=distribution_of(len(game.guesses) for game in played),
        milliseconds=round(float(times.mean()), 2),
        milliseconds_p95=round(float(np.percentile(times, 95)), 2),
    )


def measure_pairs(
    lexicon: Lexicon,
    *,
    opener: str,
    progress: Progress = lambda pairs: None,
    matrix: Matrix | None = None,
    map_parts: MapParts = map,
) -> BoardsResult:
    """Return the result of the games for all pairs of answers in the normal pool.

    Pairs are played in parts. `map_parts` plays the parts, sequentially or in parallel, and
    `progress` is called with the number of pairs in each part.

    Raises:
        ValueError: the opener is not in the lexicon.
    """
    matrix = matrix or matrix_in_memory(lexicon)
    walk = PairWalk(matrix, partial(choose, matrix), max_guesses(2))
    first = lexicon.index(opener)
    if first is None:
        raise ValueError(f"{opener!r} is not in the word list")
    parts = walk.parts(np.sort(lexicon.pool().indices), first)
    counts: Counter[int] = Counter()
    for part in map_parts(walk.walk, parts):
        counts.update(part)
        progress(part.total())
    return BoardsResult(
        boards=2,
        in_turn=False,
        opener=opener,
        games=counts.total(),
        seed=None,
        distribution=distribution_of(counts.elements()),
    )
