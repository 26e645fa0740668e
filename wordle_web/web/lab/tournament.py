"""A tournament played within a visitor's own request, in slices so that other pages need not wait.

After each guess it pauses for as long as the guess took, one guess is computed at a time in each
process, and it stops when its time is up. Nothing is stored.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Final

from wordle_web.engine.boards.simulation import Stopwatch
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import State
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.measuring import TimedStrategy, sampled
from wordle_web.lab.playing import Conditions, player_for
from wordle_web.lab.results import StrategyResult, distribution_of, hardest_of
from wordle_web.web.fair_lock import SEARCH_LOCK, BusyError

MAX_AT_ONCE: Final = 2
MAX_SECONDS: Final = 60.0
MAX_PAUSE: Final = 0.05
HEARTBEAT_SECONDS: Final = 1.0  # only sending something shows that a visitor has left

Sleep = Callable[[float], None]

_SLOTS = threading.BoundedSemaphore(MAX_AT_ONCE)


def take_slot() -> ExitStack:
    """Take one of the few slots for tournaments; closing it, even twice, frees it.

    Raises:
        BusyError: the process already runs as many tournaments as it may.
    """
    if not _SLOTS.acquire(blocking=False):
        raise BusyError
    # Closed when the games end, and again when the response does, which is the only one of the
    # two if the visitor leaves.
    slot = ExitStack()
    slot.callback(_SLOTS.release)
    return slot


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is to be played.

    Attributes:
        conditions: The same for all strategies.
        strategies: Names, in the order in which they play.
    """

    conditions: Conditions
    strategies: tuple[str, ...]
    answers: tuple[str, ...]


class TimeOverError(Exception):
    """The time of a tournament is up."""


@dataclass(slots=True)
class ThrottledStrategy:
    """A strategy that pauses after each guess and remembers its choices.

    Attributes:
        deadline: When the tournament ends, in seconds of the clock.
        sleep: Pauses for that many seconds.
        chosen: The guess after which turns.
    """

    timed: TimedStrategy
    deadline: float
    sleep: Sleep
    chosen: dict[tuple[Turn, ...], int] = field(default_factory=dict)

    def __call__(self, state: State, /) -> int:
        """Choose a guess.

        Raises:
            TimeOverError: there is no time for another one.
        """
        # Many games begin alike: a strategy without randomness computes each state once.
        if not self.timed.strategy.is_random and state.turns in self.chosen:
            return self.chosen[state.turns]
        if self.timed.clock() >= self.deadline:
            raise TimeOverError
        before = self.timed.seconds
        guess = self.chosen[state.turns] = self.timed(state)
        self.sleep(min(self.timed.seconds - before, MAX_PAUSE))
        return guess


def sample_answers(lexicon: Lexicon, games: int, seed: int) -> tuple[str, ...]:
    """Return random words of the pool, in alphabetical order."""
    return tuple(sorted(sampled(lexicon.pool(DAILY_POOL).words, games, seed)))


def play_tournament(
    tournament: Tournament,
    clock: Stopwatch = time.perf_counter,
    sleep: Sleep = time.sleep,
    seconds: float = MAX_SECONDS,
) -> Iterator[StrategyResult | None]:
    """Yield each strategy's result in order, while there is time.

    A result has fewer games than there are answers if time ran out. Without a result, None is
    yielded about every second, so that the caller notices a visitor who has left.
    """
    deadline = clock() + seconds
    for name in tournament.strategies:
        last_heartbeat = clock()
        player = player_for(tournament.conditions, name, SEARCH_LOCK)
        timed = TimedStrategy(player.strategy, clock)
        throttled = ThrottledStrategy(timed, deadline, sleep)
        player = replace(player, strategy=replace(player.strategy, choose=throttled))
        games: dict[str, tuple[str, ...]] = {}
        with suppress(TimeOverError):
            for answer in tournament.answers:
                games[answer] = player.tree([answer]).walk(answer)
                if clock() - last_heartbeat >= HEARTBEAT_SECONDS:
                    yield None
                    last_heartbeat = clock()
        yield _result(tournament.conditions, timed, games)


def _result(
    conditions: Conditions, timed: TimedStrategy, games: Mapping[str, Sequence[str]]
) -> StrategyResult:
    counts = {answer: len(guesses) for answer, guesses in games.items()}
    openers = {guesses[0] for guesses in games.values()}
    return StrategyResult(
        strategy=timed.strategy.name,
        pool=DAILY_POOL,
        given_opener=conditions.opener,
        opener=openers.pop() if len(openers) == 1 else "",
        hard=conditions.hard,
        games=len(counts),
        distribution=distribution_of(counts.values()),
        milliseconds=round(timed.milliseconds, 2),
        hardest=hardest_of(counts),
    )
