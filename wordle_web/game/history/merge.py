"""A history that comes from another browser or from a backup, merged without counting a game twice.

It may be older or newer than the one here. Days and recent games are matched one by one. Tallies of
one source only grow, so the larger count includes the smaller one; different sources add up. On its
way to another browser a history is signed, valid for minutes, and split into parts for QR codes.
"""

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from wordle_web.game.codecs import read_signed, signed
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import decode, encode_whole
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SERIES,
    MAX_SOURCES,
    History,
    SeriesLog,
    Tally,
)
from wordle_web.game.history.records import DayLog
from wordle_web.game.puzzles.variants import Variant

DAY_TALLIES = frozenset({"daily", "archive"})
VALID_SECONDS: Final = 600
TIME_BYTES: Final = 5
MAX_PARTS: Final = 3
DAYS_OF_PIECE: Final = 365


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
    logs = {log.digest: log.results for log in imported.series}
    for log in current.series:
        pairs = zip_longest(log.results, logs.pop(log.digest, b""), fillvalue=0)
        logs[log.digest] = bytes(mine or theirs for mine, theirs in pairs)
    joined = History(
        days=_days(current.days, imported.days),
        recent=recent[-MAX_RECENT:],
        tallies=_tallies(current, imported),
        source=current.source,
        # Of the same games elsewhere, and so not added up.
        earlier=current.earlier or imported.earlier,
        pseudonym=current.pseudonym or imported.pseudonym,
        series=tuple(SeriesLog(*each) for each in list(logs.items())[-MAX_SERIES:]),
    )
    for variant in {variant for variant, _ in (*current.other_days, *imported.other_days)}:
        here = _uncounted(current, imported, variant)
        there = _uncounted(imported, current, variant)
        joined = joined.with_days(variant, _days(here, there))
    # Games unfinished in both; `current` wins.
    games = {record.puzzle: record for record in imported.in_progress}
    for record in current.in_progress:
        games.pop(record.puzzle, None)
        games[record.puzzle] = record
    unfinished = [record for puzzle, record in games.items() if not joined.is_finished(puzzle)]
    return replace(joined, in_progress=tuple(unfinished[-MAX_IN_PROGRESS:]))


def _days(current: DayLog, imported: DayLog) -> DayLog:
    results = dict(current)
    for number, result in imported:
        known = results.get(number)
        if known is None or (result.is_on_time and not known.is_on_time):
            results[number] = result
    return DayLog.from_results(results)


def _uncounted(one: History, other: History, variant: Variant) -> DayLog:
    """Return the days of `one` that `other` has not yet turned into counts.

    If both are the same player's, days before those that `other` has left are counted there.
    """
    log = one.days_of(variant)
    is_counted = any(
        tally.source == one.source and tally.variant == variant and tally.kind in DAY_TALLIES
        for tally in other.tallies
    )
    first = other.days_of(variant).first
    return DayLog.from_results({day: found for day, found in log if not is_counted or day >= first})


def _tallies(current: History, imported: History) -> tuple[Tally, ...]:
    tallies = {tally.key: tally for tally in imported.tallies}
    for tally in current.tallies:
        other = tallies.get(tally.key, tally)
        counts = tuple(map(max, tally.counts, other.counts))
        tallies[tally.key] = replace(tally, counts=counts)
    games: Counter[bytes] = Counter()
    for tally in tallies.values():
        games[tally.source] += sum(tally.counts)
    # The player's own source stays, then those with the most games, as many as fit. Combining two
    # sources instead would count their games again at the next import.
    own = current.source
    ranked = sorted(games, key=lambda source: (source != own, -games[source], source))
    return tuple(tallies[key] for key in sorted(tallies) if key[0] in ranked[:MAX_SOURCES])


def sealed(data: bytes, now: int, key: bytes) -> str:
    """Return the token of a history, or of a part of it, as packed by `codec`, at a time in s."""
    return signed(now.to_bytes(TIME_BYTES) + data, key, "move")


def unsealed(token: str, now: int, keys: Sequence[bytes]) -> History:
    """Return the history in a token that any of `keys` signed.

    Raises:
        HistoryError: "moved" if it is too old; "damaged" if it was altered, or signed elsewhere.
    """
    dated, is_ours = read_signed(token, keys, "move")
    if not is_ours:
        raise HistoryError("code")
    if abs(now - int.from_bytes(dated[:TIME_BYTES])) > VALID_SECONDS:
        raise HistoryError("moved")
    return decode(dated[TIME_BYTES:])


def parts(history: History, limit: int) -> tuple[tuple[bytes, ...], int]:
    """Return a history in at most three parts of `limit` bytes, and how many games do not fit.

    Any of them can be merged by itself, in any order. Daily results come first, then counts, then
    the last games, the latest first.
    """
    days = history.days
    pieces = [History(earlier=history.earlier, pseudonym=history.pseudonym, series=history.series)]
    for start in range(0, len(days.states), DAYS_OF_PIECE):
        states = days.states[start : start + DAYS_OF_PIECE]
        pieces.append(History(days=DayLog.from_states(days.first + start, states)))
    pieces += [History(other_days=(item,)) for item in history.other_days]
    pieces += [History(tallies=(tally,)) for tally in history.tallies]
    for record in reversed((*history.recent, *history.in_progress)):
        is_over = record.is_over
        pieces.append(History(recent=(record,)) if is_over else History(in_progress=(record,)))
    made, part, left = list[bytes](), History(), 0
    for piece in pieces:
        together = merged(part, piece)
        if len(encode_whole(together)) <= limit:
            part = together
        elif len(made) + 1 < MAX_PARTS and len(encode_whole(piece)) <= limit:
            made.append(encode_whole(part))
            part = piece
        else:
            left += len(piece.days) + len(piece.recent) + len(piece.in_progress)
    return (*made, encode_whole(part)), left
