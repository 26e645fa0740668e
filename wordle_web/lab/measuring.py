"""Measuring a strategy over the answers of a lexicon, with the time per guess."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.simulation import Player, Progress
from wordle_web.engine.strategies import State, Strategy
from wordle_web.lab.results import StrategyResult, distribution_of, hardest_of

Clock = Callable[[], float]

SAMPLE = 1000


@dataclass(slots=True)
class TimedStrategy:
    """A strategy's rule with a stopwatch.

    Attributes:
        clock: Returns seconds.
        seconds: Time spent on guesses so far.
        guesses: Number of guesses so far.
        opener: The most recent first guess; empty before the first game.
    """

    strategy: Strategy
    clock: Clock
    seconds: float = 0.0
    guesses: int = 0
    opener: str = ""

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


def belief_in(lexicon: Lexicon, pool: str) -> Belief:
    """Return the belief in a pool, in "all" words evenly, or in the prior ("real").

    Raises:
        LexiconError: there is no such pool.
    """
    if pool != "all":
        return belief_of(lexicon, pool)
    weights, likely = np.ones(len(lexicon)), np.ones(len(lexicon), dtype=bool)
    return Belief("all", weights, likely)


def answers_of(lexicon: Lexicon, pool: str, seed: int) -> tuple[str, ...]:
    """Return the answers to play: the pool, or a thousand random words of "all"."""
    return sampled(lexicon.words, SAMPLE, seed) if pool == "all" else lexicon.pool(pool).words


def sampled(words: Sequence[str], count: int, seed: int) -> tuple[str, ...]:
    """Return `count` of the words, drawn at random, in their order; all if there are no more."""
    if count >= len(words):
        return tuple(words)
    drawn = np.random.default_rng(seed).choice(len(words), count, replace=False)
    return tuple(words[position] for position in sorted(drawn.tolist()))


def measure_strategy(
    player: Player,
    answers: Sequence[str],
    *,
    pool: str,
    clock: Clock,
    progress: Progress = lambda games: None,
) -> StrategyResult:
    """Return the result of the player's strategy over `answers`."""
    timed = TimedStrategy(player.strategy, clock)
    played = replace(player, strategy=replace(player.strategy, choose=timed, prove=None))
    found = played.simulate(answers, progress)
    return StrategyResult(
        strategy=player.strategy.name,
        pool=pool,
        given_opener=player.opener or "",
        opener=player.opener or ("" if player.strategy.is_random else timed.opener),
        hard=player.hard,
        games=len(answers),
        distribution=distribution_of(found.guesses.values()),
        milliseconds=round(timed.milliseconds, 2),
        hardest=hardest_of(found.guesses),
    )


def first_guess(player: Player) -> str:
    """Return the opener of a deterministic strategy."""
    candidates = candidates_after(player.matrix.lexicon, (), player.belief)
    rng = np.random.default_rng(player.seed)
    state = State(player.matrix, player.belief, (), candidates, player.hard, rng)
    return player.matrix.lexicon.words[player.strategy.choose(state)]
