"""Merging two histories without counting a game twice, to restore a backup.

The backup may be older, newer, or from another browser. Days and recent games are matched one by
one. Tallies of one source only grow, so the larger count includes the smaller one; different
sources add up.
"""

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import zip_longest

from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SERIES,
    MAX_SOURCES,
    History,
    SeriesLog,
    Tally,
)
from wordle_web.game.history.records import DayLog, Record
from wordle_web.game.puzzles.variants import Variant

DAY_TALLIES = frozenset({"daily", "archive"})


def merged(current: History, imported: History) -> History:
    """Return `current` with everything that `imported` adds.

    Merging the same history again changes nothing. If both have a day, a game played on that day
    beats one from the archive; otherwise `current` wins.

    Raises:
        HistoryError: the days of the two span more than a century.
    """
    known = {record.puzzle for record in current.recent}
    new = [record for record in imported.recent if record.puzzle not in known]
    recent = tuple(heapq.merge(new, current.recent, key=lambda record: record.started))
    joined = History(
        days=_days(current.days, imported.days),
        recent=recent[-MAX_RECENT:],
        tallies=_tallies(current, imported),
        source=current.source,
        other_days=_other_days(current, imported),
        # Of the same games elsewhere, and so not added up.
        earlier=current.earlier or imported.earlier,
        pseudonym=current.pseudonym or imported.pseudonym,
        series=_series(current, imported),
    )
    return replace(joined, in_progress=_in_progress(joined, current, imported))


def _series(current: History, imported: History) -> tuple[SeriesLog, ...]:
    logs = {log.digest: log.results for log in imported.series}
    for log in current.series:
        pairs = zip_longest(log.results, logs.pop(log.digest, b""), fillvalue=0)
        logs[log.digest] = bytes(mine or theirs for mine, theirs in pairs)
    return tuple(SeriesLog(*each) for each in list(logs.items())[-MAX_SERIES:])


def _days(current: DayLog, imported: DayLog) -> DayLog:
    results = dict(current)
    for number, result in imported:
        known = results.get(number)
        if known is None or (result.is_on_time and not known.is_on_time):
            results[number] = result
    return DayLog.from_results(results)


def _other_days(current: History, imported: History) -> tuple[tuple[Variant, DayLog], ...]:
    variants = sorted({variant for variant, _ in (*current.other_days, *imported.other_days)})
    logs = (
        (
            variant,
            _days(_uncounted(current, imported, variant), _uncounted(imported, current, variant)),
        )
        for variant in variants
    )
    return tuple((variant, log) for variant, log in logs if len(log))


def _uncounted(one: History, other: History, variant: Variant) -> DayLog:
    """Return the days of `one` that are not among the counts of `other`.

    If both are the same player's, days before those that `other` has left are counted there.
    """
    log = one.days_of(variant)
    is_counted = any(
        tally.source == one.source and tally.variant == variant and tally.kind in DAY_TALLIES
        for tally in other.tallies
    )
    first = other.days_of(variant).first
    return DayLog.from_results(
        {day: result for day, result in log if not is_counted or day >= first}
    )


def _tallies(current: History, imported: History) -> tuple[Tally, ...]:
    tallies = {tally.key: tally for tally in imported.tallies}
    for tally in current.tallies:
        other = tallies.get(tally.key, tally)
        counts = tuple(map(max, tally.counts, other.counts))
        tallies[tally.key] = replace(tally, counts=counts)
    kept = _kept_sources(tallies.values(), current.source)
    return tuple(tallies[key] for key in sorted(tallies) if key[0] in kept)


def _kept_sources(tallies: Iterable[Tally], own: bytes) -> set[bytes]:
    """Return the sources to keep: one's own, then those with the most games, as many as fit.

    Combining two sources instead would count their games again at the next import.
    """
    games: Counter[bytes] = Counter()
    for tally in tallies:
        games[tally.source] += sum(tally.counts)
    ranked = sorted(games, key=lambda source: (source != own, -games[source], source))
    return set(ranked[:MAX_SOURCES])


def _in_progress(joined: History, current: History, imported: History) -> tuple[Record, ...]:
    """Return the games that neither has finished; those of `current` win."""
    games = {record.puzzle: record for record in imported.in_progress}
    for record in current.in_progress:
        games.pop(record.puzzle, None)
        games[record.puzzle] = record
    unfinished = [record for puzzle, record in games.items() if not joined.is_finished(puzzle)]
    return tuple(unfinished[-MAX_IN_PROGRESS:])
