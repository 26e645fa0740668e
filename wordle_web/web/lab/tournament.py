"""A fresh tournament in a visitor's own request: slice by slice, so that no page waits for it.

Between two guesses it rests as long as the guess took, a guess is thought about by one at a
time in each process, and it ends when its time is over, whatever it has come to. Nothing of it
is kept. Imports the engine and what plays for `/watch`.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np

from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.simulation import Player
from wordle_web.engine.strategies import Choose, State
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.results import Result, distribution_of, hardest_of
from wordle_web.web.watch.playing import Question, player_of

MAX_AT_ONCE: Final = 2
MAX_SECONDS: Final = 60.0
MAX_PAUSE: Final = 0.05
BREATH_SECONDS: Final = 1.0  # a visitor who has left is noticed when something is sent
GAMES: Final = (20, 50, 100, 200)

Clock = Callable[[], float]
Sleep = Callable[[float], None]

_PLACES = threading.BoundedSemaphore(MAX_AT_ONCE)


class BusyError(ValueError):
    """As many tournaments are running as a process lets run."""


class Slot:
    """One of the few tournaments that may run at once; given back once, however often asked."""

    def __init__(self) -> None:
        """Take a place.

        Raises:
            BusyError: there is none.
        """
        if not _PLACES.acquire(blocking=False):
            raise BusyError
        self._is_taken = True

    def leave(self) -> None:
        """Give the place back."""
        if self._is_taken:
            self._is_taken = False
            with suppress(ValueError):
                _PLACES.release()


@dataclass(frozen=True, slots=True)
class Entry:
    """What is to be played.

    Attributes:
        lexicon: The words.
        strategies: Names, in the order in which they play.
        answers: The words to be found.
        opener: The first guess of all; empty for their own.
        hard: Whether every revealed hint must be used.
        seed: Where lots start from.
    """

    lexicon: Lexicon
    strategies: tuple[str, ...]
    answers: tuple[str, ...]
    opener: str = ""
    hard: bool = False
    seed: int = 0


class TimeOverError(Exception):
    """The time of a tournament is over."""


@dataclass(slots=True)
class ThrottledStrategy:
    """A rule that rests between guesses and remembers what it said.

    Attributes:
        choose: The rule.
        is_random: Whether the same state may be answered differently.
        deadline: When the tournament ends, in seconds of the clock.
        clock: Returns seconds.
        sleep: Rests for so many seconds.
        said: What was chosen after which turns.
        seconds: Spent on guesses so far.
        guesses: Thought about so far.
    """

    choose: Choose
    is_random: bool
    deadline: float
    clock: Clock
    sleep: Sleep
    said: dict[tuple[Turn, ...], int] = field(default_factory=dict)
    seconds: float = 0.0
    guesses: int = 0

    def __call__(self, state: State, /) -> int:
        """Choose a guess.

        Raises:
            TimeOverError: there is no time for another one.
        """
        known = None if self.is_random else self.said.get(state.turns)
        if known is not None:
            return known
        began = self.clock()
        if began >= self.deadline:
            raise TimeOverError
        chosen = self.said[state.turns] = self.choose(state)
        took = self.clock() - began
        self.seconds += took
        self.guesses += 1
        self.sleep(min(took, MAX_PAUSE))
        return chosen


def drawn_answers(lexicon: Lexicon, games: int, seed: int) -> tuple[str, ...]:
    """Return words of the pool, drawn by lot, in the order of the alphabet."""
    words = lexicon.pool(DAILY_POOL).words
    if games >= len(words):
        return tuple(sorted(words))
    drawn = np.random.default_rng(seed).choice(len(words), games, replace=False)
    return tuple(sorted(words[place] for place in drawn.tolist()))


def played(
    entry: Entry,
    folder: Path,
    clock: Clock = time.perf_counter,
    sleep: Sleep = time.sleep,
    seconds: float = MAX_SECONDS,
) -> Iterator[Result | None]:
    """Yield what each strategy achieves, one after another, as far as there is time.

    A result has fewer games than there are answers where the time was over. None is yielded
    about every second without a result: an occasion to tell whether anybody still waits.
    """
    deadline = clock() + seconds
    for name in entry.strategies:
        question = Question(entry.lexicon, DAILY_POOL, name, entry.opener, entry.hard, entry.seed)
        player = player_of(question, folder)
        strategy = player.strategy
        paced = ThrottledStrategy(strategy.choose, strategy.is_random, deadline, clock, sleep)
        games: list[tuple[str, ...]] = []
        pacing = replace(player, strategy=replace(strategy, choose=paced))
        yield from _heartbeats(_games(pacing, entry.answers, games), clock)
        yield _result(entry, name, paced, games)


def _games(player: Player, answers: Sequence[str], games: list[tuple[str, ...]]) -> Iterator[None]:
    """Play, add the guesses of each game to `games`, and yield after each while there is time."""
    with suppress(TimeOverError):
        for answer in answers:
            games.append(player.tree([answer]).walk(answer))
            yield


def _heartbeats(steps: Iterator[None], clock: Clock) -> Iterator[None]:
    """Yield after the steps that end a second without one."""
    last = clock()
    for _ in steps:
        if clock() - last >= BREATH_SECONDS:
            yield
            last = clock()


def _result(
    entry: Entry, name: str, paced: ThrottledStrategy, games: Sequence[tuple[str, ...]]
) -> Result:
    """Return what one strategy achieved in the games that there was time for."""
    counts = {answer: len(guesses) for answer, guesses in zip(entry.answers, games, strict=False)}
    openers = {guesses[0] for guesses in games}
    return Result(
        strategy=name,
        world=DAILY_POOL,
        asked=entry.opener,
        opener=openers.pop() if len(openers) == 1 else "",
        hard=entry.hard,
        games=len(counts),
        distribution=distribution_of(counts.values()),
        milliseconds=round(1000 * paced.seconds / max(1, paced.guesses), 2),
        hardest=hardest_of(counts),
    )
