"""The results of the daily games: one byte a day, from the first day played to the last.

Years of results stay small in memory and in the cookie. Standard library only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from wordle_web.game.history.errors import HistoryError

NONE: Final = 0
STATES: Final = 29
LAST_DAY: Final = 4_000_000
MAX_SPAN: Final = 40_000


@dataclass(frozen=True, slots=True)
class DayResult:
    """How one day's game ended.

    Attributes:
        tries: Guesses of a win, 1 to 6; 0 for a loss.
        hard: Whether it was played in hard mode.
        is_on_time: Whether it was begun on its day; otherwise it comes from the archive.
    """

    tries: int
    hard: bool = False
    is_on_time: bool = True

    @property
    def is_won(self) -> bool:
        """Whether the answer was found."""
        return self.tries > 0

    @property
    def state(self) -> int:
        """The result as one number, from 1 to 28."""
        return 1 + 4 * self.tries + 2 * self.hard + self.is_on_time


_RESULTS: Final = tuple(
    DayResult(tries, hard, is_on_time)
    for tries in range(7)
    for hard in (False, True)
    for is_on_time in (False, True)
)


@dataclass(frozen=True, slots=True)
class DayLog:
    """Results by day number.

    Attributes:
        first: The day of the first state; 0 where there are none.
        states: One a day, 0 for a day not played; neither the first nor the last is 0.
    """

    first: int = 0
    states: bytes = b""

    def __len__(self) -> int:
        """Return the number of results."""
        return len(self.states) - self.states.count(NONE)

    def __iter__(self) -> Iterator[tuple[int, DayResult]]:
        """Yield each day played with its result, in order."""
        for number, state in enumerate(self.states, self.first):
            if state != NONE:
                yield number, result_of(state)

    def result(self, number: int) -> DayResult | None:
        """Return the result of a day, or None where it was not played to the end."""
        if not self.first <= number < self.first + len(self.states):
            return None
        state = self.states[number - self.first]
        return None if state == NONE else result_of(state)

    def with_result(self, number: int, result: DayResult) -> "DayLog":
        """Return the log with the result of one day set.

        Raises:
            HistoryError: the day cannot be, or lies more than a century from another.
        """
        return log_of({**dict(self), number: result})

    def without_first(self) -> "DayLog":
        """Return the log without its earliest result."""
        return day_log(self.first + 1, self.states[1:])


def log_of(results: Mapping[int, DayResult]) -> DayLog:
    """Return the log of all `results` by day number.

    Raises:
        HistoryError: a day cannot be, or two lie more than a century apart.
    """
    if not results:
        return DayLog()
    first, last = min(results), max(results)
    if last - first >= MAX_SPAN:
        raise HistoryError("day")
    states = bytearray(last - first + 1)
    for number, result in results.items():
        states[number - first] = result.state
    return day_log(first, bytes(states))


def result_of(state: int) -> DayResult:
    """Return the result that a state from 1 to 28 stands for."""
    return _RESULTS[state - 1]


def day_log(first: int, states: bytes) -> DayLog:
    """Return the log of `states` from day `first`, without days not played at either end.

    Raises:
        HistoryError: a state or a day cannot be.
    """
    later = states.lstrip(b"\0")
    start = first + len(states) - len(later)
    kept = later.rstrip(b"\0")
    if not kept:
        return DayLog()
    if max(kept) >= STATES or len(kept) > MAX_SPAN:
        raise HistoryError("day")
    if not 1 <= start <= LAST_DAY - len(kept):
        raise HistoryError("day")
    return DayLog(start, kept)
