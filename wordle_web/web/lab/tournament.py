"""A tournament played within one request, in slices so that other pages need not wait.

After each guess it pauses for as long as the guess took; each process computes one guess at a time;
it stops when its time is up. Nothing is stored.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Final

from wordle_web.engine.clock import Stopwatch
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.strategies import State
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.playing import Conditions, TimedStrategy, player_for
from wordle_web.lab.results import StrategyResult
from wordle_web.web.lab.state import TournamentState
from wordle_web.web.lab.tables import result_row
from wordle_web.web.turns import SEARCH_LOCK
from wordle_web.web.ui.components import MAX_BARS, Facts
from wordle_web.web.ui.i18n import gettext

HIGHEST: Final = 0.6  # the share of games that fills a picture, as not all are known yet
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


class BusyError(Exception):
    """The process already runs as many tournaments as it may."""


class TimeOverError(Exception):
    """The time of a tournament is up."""


@dataclass(slots=True)
class ThrottledStrategy:
    """A strategy that pauses after each guess and remembers its choices."""

    timed: TimedStrategy
    deadline: float  # of the tournament, in seconds of the clock
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


def play_tournament(
    conditions: Conditions,
    strategies: Iterable[str],
    answers: Sequence[str],
    clock: Stopwatch = time.perf_counter,
    sleep: Sleep = time.sleep,
    seconds: float = MAX_SECONDS,
) -> Iterator[StrategyResult | None]:
    """Yield each strategy's result in order, while there is time.

    A result has fewer games than there are answers if time ran out. Without a result, None is
    yielded about every second, so that the caller notices a visitor who has left.
    """
    deadline = clock() + seconds
    for name in strategies:
        last_heartbeat = clock()
        player = player_for(conditions, name, SEARCH_LOCK)
        timed = TimedStrategy(player.strategy, clock)
        throttled = ThrottledStrategy(timed, deadline, sleep)
        player = replace(player, strategy=replace(player.strategy, choose=throttled))
        games: dict[str, tuple[str, ...]] = {}
        with suppress(TimeOverError):
            for answer in answers:
                games[answer] = player.tree([answer]).walk(answer)
                if clock() - last_heartbeat >= HEARTBEAT_SECONDS:
                    yield None
                    last_heartbeat = clock()
        counts = {answer: len(guesses) for answer, guesses in games.items()}
        openers = {guesses[0] for guesses in games.values()}
        yield StrategyResult.of_games(
            counts,
            strategy=name,
            pool=DAILY_POOL,
            given_opener=conditions.opener,
            opener=openers.pop() if len(openers) == 1 else "",
            hard=conditions.hard,
            milliseconds=round(timed.milliseconds, 2),
        )


def tournament_rows(
    results: Iterable[StrategyResult | None], state: TournamentState, slot: ExitStack
) -> Iterator[Facts | None]:
    """Yield a row for each result as soon as its games are over, and None while there is nothing.

    `slot` is closed after the last row, before the rest of the page is sent.
    """
    with slot:
        for result in results:
            if result is None:
                yield None
                continue
            row = result_row(result, state.tries, MAX_BARS, HIGHEST, state.seed)
            if not result.games:
                row["note"] = gettext("Time ran out before the first game.")
            elif result.games < state.games:
                row["note"] = gettext("Time ran out before all words were played.")
            yield row
