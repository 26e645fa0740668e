"""Random answers, a strategy with a stopwatch, and the policy over games of several boards."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from wordle_web.engine.boards.policy import choose
from wordle_web.engine.boards.simulation import BoardsGame, PairWalk
from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.clock import Stopwatch
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.engine.simulation import Progress
from wordle_web.engine.strategies import State, Strategy
from wordle_web.lab.results import BoardsResult, distribution_of

# Yields what a task makes of each item, in order: `map`, or the same in several processes.
Each = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


@dataclass(slots=True)
class TimedStrategy:
    """A strategy's rule with a stopwatch."""

    strategy: Strategy
    clock: Stopwatch
    seconds: float = 0.0  # time spent on guesses so far
    guesses: int = 0  # number of guesses so far
    opener: str = ""  # the most recent first guess; empty before the first game

    def __call__(self, state: State, /) -> int:
        """Choose a guess and add the time it took."""
        began = self.clock()
        chosen = self.strategy.choose(state)
        self.seconds += self.clock() - began
        self.guesses += 1
        if not state.turns:
            self.opener = state.lexicon.words[chosen]
        return chosen

    @property
    def milliseconds(self) -> float:
        """Mean time per guess, in ms."""
        return 1000 * self.seconds / self.guesses if self.guesses else 0.0


def sampled(words: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    """Return `count` of the words, drawn at random, in their order; all if there are no more."""
    if count >= len(words):
        return tuple(words)
    drawn = np.random.default_rng(seed).choice(len(words), count, replace=False)
    return tuple(words[position] for position in sorted(drawn.tolist()))


def drawn_games(
    words: Sequence[str], boards: int, games: int, seed: int
) -> tuple[tuple[str, ...], ...]:
    """Return the answers of games: for each, as many different words as boards."""
    rng = np.random.default_rng(seed)
    drawn = (rng.choice(len(words), boards, replace=False).tolist() for _ in range(games))
    return tuple(tuple(words[index] for index in game) for game in drawn)


def result_of(games: Iterable[BoardsGame], *, in_turn: bool, seed: int) -> BoardsResult:
    """Return the result of games of the same number of boards."""
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
    each: Each = map,
) -> BoardsResult:
    """Return the result of every pair of two answers of the normal pool.

    `progress` is called with the number of pairs that were played; `each` plays the parts, one
    after the other or several at once.
    """
    matrix = matrix or matrix_in_memory(lexicon)
    walk = PairWalk(matrix, partial(choose, matrix), max_guesses(2))
    first = lexicon.index(opener)
    if first is None:
        raise ValueError(f"{opener!r} is not in the word list")
    parts = walk.parts(np.sort(lexicon.pool().indices), first)
    counts: Counter[int] = Counter()
    for found in each(walk.walk, parts):
        counts.update(found)
        progress(found.total())
    return BoardsResult(
        boards=2,
        in_turn=False,
        opener=opener,
        games=counts.total(),
        seed=None,
        distribution=distribution_of(counts.elements()),
    )
