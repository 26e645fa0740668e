"""Measures a strategy on the answers of a lexicon, with the time per guess."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wordle_web.engine.candidates import Belief, belief_of, candidates_after
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.simulation import Player, Progress
from wordle_web.engine.strategies import State, Strategy
from wordle_web.lab.results import Result, distribution_of, hardest_of

Clock = Callable[[], float]

SAMPLE = 1000


@dataclass(slots=True)
class Timed:
    """A strategy's rule with a stopwatch.

    Attributes:
        strategy: The rule.
        clock: Returns seconds.
        seconds: Spent on guesses so far.
        guesses: Chosen so far.
        opener: The last first guess; empty before one was chosen.
    """

    strategy: Strategy
    clock: Clock
    seconds: float = 0.0
    guesses: int = 0
    opener: str = ""

    def __call__(self, state: State, /) -> int:
        """Choose a guess and measure the time."""
        began = self.clock()
        chosen = self.strategy.choose(state)
        self.seconds += self.clock() - began
        self.guesses += 1
        if not state.turns:
            self.opener = state.lexicon.words[chosen]
        return chosen

    @property
    def milliseconds(self) -> float:
        """Time of a guess, on average, in ms."""
        return 1000 * self.seconds / self.guesses if self.guesses else 0.0


def belief_in(lexicon: Lexicon, world: str) -> Belief:
    """Return what a strategy believes in a world: "normal", "all", or "real" for the prior.

    Raises:
        LexiconError: there is no such pool.
    """
    if world != "all":
        return belief_of(lexicon, world)
    weights, likely = np.ones(len(lexicon)), np.ones(len(lexicon), dtype=bool)
    return Belief("all", weights, likely)


def answers_of(lexicon: Lexicon, world: str, seed: int) -> tuple[str, ...]:
    """Return the answers of a world: the whole pool, or a thousand random words."""
    if world != "all":
        return lexicon.pool(world).words
    if len(lexicon) <= SAMPLE:
        return lexicon.words
    drawn = np.random.default_rng(seed).choice(len(lexicon), SAMPLE, replace=False)
    return tuple(lexicon.words[position] for position in sorted(drawn.tolist()))


def measure_strategy(
    player: Player,
    answers: Sequence[str],
    *,
    world: str,
    clock: Clock,
    progress: Progress = lambda games: None,
) -> Result:
    """Return what the strategy of `player` achieves against `answers`."""
    timed = Timed(player.strategy, clock)
    played = replace(player, strategy=replace(player.strategy, choose=timed, prove=None))
    found = played.simulate(answers, progress)
    return Result(
        strategy=player.strategy.name,
        world=world,
        asked=player.opener or "",
        opener=player.opener or ("" if player.strategy.is_random else timed.opener),
        hard=player.hard,
        games=len(answers),
        distribution=distribution_of(found.guesses.values()),
        milliseconds=round(timed.milliseconds, 2),
        hardest=hardest_of(found.guesses),
    )


def first_guess(player: Player) -> str:
    """Return the opener of a strategy that is not random."""
    candidates = candidates_after(player.matrix.lexicon, (), player.belief)
    rng = np.random.default_rng(player.seed)
    state = State(player.matrix, player.belief, (), candidates, player.hard, rng)
    return player.matrix.lexicon.words[player.strategy.choose(state)]
