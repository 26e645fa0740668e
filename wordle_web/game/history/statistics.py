"""Statistics of a history: games played and won, streaks, average and distribution.

All figures are derived from the results on demand, so nothing is stored twice.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import add
from typing import Final, Literal

from wordle_web.game.history.history import EarlierStatistics, History, Tally, result_slot
from wordle_web.game.history.records import Record
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.game.puzzles.variants import HOME, Variant

StatisticsKind = Literal["daily", "archive", "random", "challenge"]
MIN_COMPARED: Final = 5  # minimum number of games for naming the hardest one
STATISTICS_KINDS: tuple[StatisticsKind, ...] = ("daily", "archive", "random", "challenge")


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of one kind of game, for one word length or for all."""

    # The number of losses, then of wins with as many guesses as boards, with one more, and so on.
    counts: tuple[int, ...] = (0,) * HOME.results
    current_streak: int = 0  # number of days won in a row up to now; 0 except for daily games
    max_streak: int = 0  # the longest streak ever; 0 except for daily games
    last: int | None = None  # guesses of the last finished game, 0 for a loss; None if unknown
    variant: Variant = HOME  # language, boards and order of the games
    earlier: int = 0  # number of these games played elsewhere
    kind: StatisticsKind = "archive"
    length: int | None = None  # the word length; None for all

    @property
    def played(self) -> int:
        """The number of finished games."""
        return sum(self.counts)

    @property
    def won(self) -> int:
        """The number of won games."""
        return sum(self.distribution)

    @property
    def distribution(self) -> tuple[int, ...]:
        """The number of games won with the fewest guesses, with one more, and so on."""
        return self.counts[1:]

    @property
    def bars(self) -> tuple[tuple[int, int, int], ...]:
        """The bars of the chart: guesses (0 for a loss), games, and percent of the longest bar.

        Losses come last. There must be at least one game.
        """
        wins = enumerate(self.distribution, self.variant.boards)
        most = max(self.counts)
        results = ((number, count) for number, count in (*wins, (0, self.counts[0])))
        return tuple((number, count, round(100 * count / most)) for number, count in results)

    @property
    def win_percent(self) -> int:
        """The percentage of games won, rounded; 0 before the first game."""
        return round(100 * self.won / self.played) if self.played else 0

    @property
    def average(self) -> float | None:
        """The mean number of guesses of won games; None before the first win."""
        fewest = self.variant.boards
        guesses = sum(tries * count for tries, count in enumerate(self.distribution, fewest))
        return guesses / self.won if self.won else None


def statistics(
    history: History,
    kind: StatisticsKind,
    length: int | None = None,
    today: int = 0,
    variant: Variant = HOME,
    *,
    ended: int | None = None,
) -> Statistics:
    """Return the statistics of one kind of game, by default for all word lengths.

    Only the streak of daily games needs `today`, the latest day that has begun, and `ended`, the
    last day that is over (by default the day before `today`).
    """
    if kind in {"random", "challenge"}:
        figures = _counted(history, kind, length, variant)
    elif length in {None, DAILY_LENGTH}:
        figures = _daily(history, kind, _running(today, ended), variant)
    else:
        figures = Statistics(variant=variant)
    return replace(figures, kind=kind, length=length)


def _running(today: int, ended: int | None) -> range:
    return range(today if ended is None else ended + 1, today + 1)


def current_streak(
    history: History, today: int, variant: Variant = HOME, *, ended: int | None = None
) -> int:
    """Return the number of days won in a row, up to now.

    Two kinds of days without a result do not end the streak: days after `ended` (by default only
    today), and days whose game was begun on time and is still in progress.
    """
    pending = {*_pending_days(history, variant), *_running(today, ended)}
    log = history.days_of(variant)
    day, streak = today, 0
    while True:
        wins = log.wins_until(day)
        day, streak = day - wins, streak + wins
        result = log.result(day)
        if (result and result.is_on_time) or day not in pending:
            return streak
        day -= 1


def _pending_days(history: History, variant: Variant) -> set[int | None]:
    games = (record for record in history.in_progress if record.variant == variant)
    return {record.day for record in games if record.is_on_time}


def _daily(history: History, kind: StatisticsKind, running: range, variant: Variant) -> Statistics:
    is_on_time = kind == "daily"
    log = history.days_of(variant)
    # Old days of other variants are stored only as counts.
    counts = list(_counted(history, kind, None, variant).counts)
    for tries, count in log.counts(is_on_time=is_on_time).items():
        counts[result_slot(variant, tries)] += count
    games = (
        record for record in history.recent if (record.kind, record.variant) == ("daily", variant)
    )
    recent = _last(record for record in games if record.is_on_time == is_on_time)
    if recent is None:  # the record of the last game is no longer stored
        results = [result.tries for _, result in log if result.is_on_time == is_on_time]
        recent = results[-1] if results else None
    if not is_on_time:
        return Statistics(tuple(counts), last=recent, variant=variant)
    current = current_streak(history, running.stop - 1, variant, ended=running.start - 1)
    longest, played_earlier = max(current, log.longest_streak), 0
    if variant == HOME and (earlier := history.earlier):
        streak, is_current = _streak_since(history, earlier, running)
        counts = list(map(add, counts, earlier.counts))
        current = max(current, streak if is_current else 0)
        longest = max(longest, earlier.max_streak, streak)
        played_earlier = earlier.played
    return Statistics(tuple(counts), current, longest, recent, variant, played_earlier)


def _streak_since(history: History, earlier: EarlierStatistics, running: range) -> tuple[int, bool]:
    """Return the streak that began elsewhere and continued here, and whether it still runs."""
    streak = earlier.current_streak
    # The day on which the streak was entered may have been played elsewhere.
    pending = {*_pending_days(history, HOME), *running, earlier.day}
    for day in range(earlier.day, running.stop):
        result = history.days.result(day)
        if result is not None and result.is_on_time:
            if not result.tries:
                return streak, False
            streak += 1
        elif day not in pending:
            return streak, False
    return streak, True


def _counted(history: History, kind: str, length: int | None, variant: Variant) -> Statistics:
    def matches(item: Tally | Record) -> bool:
        return (item.kind, item.variant) == (kind, variant) and length in {None, item.length}

    columns = zip(*(tally.counts for tally in history.tallies if matches(tally)), strict=True)
    counts = tuple(map(sum, columns)) or (0,) * variant.results
    return Statistics(counts, last=_last(filter(matches, history.own)), variant=variant)


def _last(records: Iterable[Record]) -> int | None:
    return next((record.tries for record in reversed(list(records))), None)


def kinds_played(history: History) -> Iterator[tuple[Variant, StatisticsKind, int]]:
    """Yield each variant, kind and length with finished games, sorted in this order.

    Kinds have the order of `STATISTICS_KINDS`.
    """
    days = {variant for variant, _ in history.other_days} | {HOME}
    kinds = {(tally.variant, tally.kind, tally.length) for tally in history.tallies}
    kinds |= {(variant, kind, DAILY_LENGTH) for variant in days for kind in ("daily", "archive")}
    for variant, kind, length in sorted(
        kinds, key=lambda item: (item[0], STATISTICS_KINDS.index(item[1]), item[2])
    ):
        if statistics(history, kind, length, variant=variant).played:
            yield variant, kind, length


def hardest(history: History) -> Record | None:
    """Return the hardest recent game: the one with the most guesses.

    Of games with equally many guesses, losses come first, then later games. None if there are fewer
    than `MIN_COMPARED` games. Games of several boards are left out, since they always take more
    guesses; so are games with hints, which would have taken more guesses without hints.
    """
    records = [
        record for record in history.own[::-1] if record.variant.boards == 1 and not record.hinted
    ]
    if len(records) < MIN_COMPARED:
        return None
    return max(records, key=lambda record: (len(record.guesses), not record.tries, record.started))
