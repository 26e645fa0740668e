"""Merging two histories without counting a game twice, to restore a backup.

The backup may be older, newer, or from another browser. Days and recent games are matched one by
one. Tallies of one source only grow, so the larger count includes the smaller one; different
sources add up.
"""

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from wordle_web.game.history.history import MAX_IN_PROGRESS, MAX_RECENT, MAX_SOURCES, History, Tally
from wordle_web.game.history.records import DayLog, Record


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
    )
    return replace(joined, in_progress=_in_progress(joined, current, imported))


def _days(current: DayLog, imported: DayLog) -> DayLog:
    results = dict(current)
    for number, result in imported:
        known = results.get(number)
        if known is None or (result.is_on_time and not known.is_on_time):
            results[number] = result
    return DayLog.from_results(results)


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
