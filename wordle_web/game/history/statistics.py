"""Statistics of a history: played, won, streaks, average and distribution.

They are derived from the results each time; nothing is stored twice.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.history.history import History, Tally
from wordle_web.game.history.records import DayResult, Record
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH

StatisticsKind = Literal["daily", "archive", "random", "challenge"]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one kind of game.

    Attributes:
        counts: Losses, then wins in 1 to 6 guesses.
        current_streak: Days won in a row up to today or yesterday; 0 except for daily games.
        max_streak: The longest streak ever; 0 except for daily games.
        last: Guesses of the last finished game, 0 for a loss; None if unknown.
    """

    counts: tuple[int, ...] = (0,) * (TRIES + 1)
    current_streak: int = 0
    max_streak: int = 0
    last: int | None = None

    @property
    def played(self) -> int:
        """Games finished."""
        return sum(self.counts)

    @property
    def won(self) -> int:
        """Games won."""
        return sum(self.distribution)

    @property
    def distribution(self) -> tuple[int, ...]:
        """Games won in 1, 2, … 6 guesses."""
        return self.counts[1:]

    @property
    def win_percent(self) -> int:
        """Percentage of games won, rounded; 0 before the first."""
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def average(self) -> float | None:
        """Mean guesses per won game; None before the first win."""
        guesses = sum(tries * count for tries, count in enumerate(self.counts))
        return guesses / self.won if self.won else None


def statistics(
    history: History, kind: StatisticsKind, length: int | None = None, today: int = 0
) -> Statistics:
    """Return the statistics of one kind of game, by default of all lengths.

    `today` is the day number from which the current streak is counted back; only daily games need
    it.
    """
    if kind in {"random", "challenge"}:
        return _counted(history, kind, length)
    if length not in {None, DAILY_LENGTH}:
        return Statistics()
    return _daily(history, kind == "daily", today)


def current_streak(history: History, today: int) -> int:
    """Return the number of days won in a row up to today or yesterday.

    An unfinished day does not break the streak: today, or a day whose game was begun on that day
    and is still in progress.
    """
    pending = {record.day for record in history.in_progress if record.is_on_time} | {today}
    day, streak = today, 0
    while True:
        result = history.days.result(day)
        if result is not None and result.is_on_time:
            if not result.is_won:
                return streak
            streak += 1
        elif day not in pending:
            return streak
        day -= 1


def _daily(history: History, is_on_time: bool, today: int) -> Statistics:
    results = [(day, result) for day, result in history.days if result.is_on_time == is_on_time]
    counts = _counts(result.tries for _, result in results)
    recent = _last(r for r in history.recent if r.kind == "daily" and r.is_on_time == is_on_time)
    last = results[-1][1].tries if recent is None and results else recent
    if not is_on_time:
        return Statistics(counts, last=last)
    current = current_streak(history, today)
    return Statistics(counts, current, max(current, longest_streak(results)), last)


def longest_streak(results: Iterable[tuple[int, DayResult]]) -> int:
    """Return the longest streak of consecutive days won; `results` are in order."""
    best = streak = previous = 0
    for day, result in results:
        follows = day == previous + 1
        streak = (streak if follows else 0) + 1 if result.is_won else 0
        best, previous = max(best, streak), day
    return best


def _counted(history: History, kind: str, length: int | None) -> Statistics:
    def matches(item: Tally | Record) -> bool:
        return item.kind == kind and length in {None, item.length}

    columns = zip(*(tally.counts for tally in history.tallies if matches(tally)), strict=True)
    counts = tuple(map(sum, columns)) or Statistics().counts
    return Statistics(counts, last=_last(filter(matches, history.recent)))


def _counts(tries: Iterable[int]) -> tuple[int, ...]:
    counted = Counter(tries)
    return tuple(counted[number] for number in range(TRIES + 1))


def _last(records: Iterable[Record]) -> int | None:
    return next((record.tries for record in reversed(list(records))), None)


def kinds_played(history: History) -> Iterator[tuple[StatisticsKind, int]]:
    """Yield each kind and length with a finished game, daily games first."""
    for kind in ("daily", "archive"):
        if statistics(history, kind).played:
            yield kind, DAILY_LENGTH
    played = {(tally.kind, tally.length) for tally in history.tallies}
    yield from sorted(played, key=lambda item: (item[0] != "random", item[1]))


def hardest(history: History) -> Record | None:
    """Return the hardest recent game: a loss, or else the most guesses; ties go to the latest."""
    return max(
        history.recent[::-1],
        key=lambda record: (record.outcome == "lost", len(record.guesses), record.started),
        default=None,
    )
