"""A player's history: an immutable value with methods that return a changed history.

`codec` packs a history into bytes, `statistics` summarizes it, and `export` writes backups and
merges two histories.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Literal

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.ratings import rating_size
from wordle_web.game.history.records import (
    LAST_DAY,
    MAX_COUNT,
    MAX_WORD_LENGTH,
    DayLog,
    DayResult,
    Record,
    check_record,
)
from wordle_web.game.puzzles.days import DAILY_LENGTH, LENGTHS, POOLS, daily_id
from wordle_web.game.puzzles.variants import HOME, Kind, Variant, read_id
from wordle_web.game.rules import Status


@dataclass(frozen=True, slots=True)
class EarlierStatistics:
    """Statistics of daily games played on another site."""

    counts: tuple[int, ...]  # losses, then wins in 1 to 6 guesses
    current_streak: int  # number of days won in a row, as entered
    max_streak: int  # the longest streak, as entered
    day: int  # number of the day when these were entered; the streak continues from it

    @property
    def played(self) -> int:
        """The number of finished games."""
        return sum(self.counts)

    @property
    def won(self) -> int:
        """The number of won games."""
        return sum(self.counts[1:])


def check_earlier(earlier: EarlierStatistics) -> EarlierStatistics:
    """Return `earlier` if these statistics are possible.

    Raises:
        HistoryError: no real games have these statistics.
    """
    is_counted = len(earlier.counts) == HOME.results and earlier.played
    if not is_counted or not all(0 <= count <= MAX_COUNT for count in earlier.counts):
        raise HistoryError("count")
    if not 0 <= earlier.current_streak <= earlier.max_streak <= earlier.won:
        raise HistoryError("count")
    if not 0 <= earlier.day <= LAST_DAY:
        raise HistoryError("day")
    return earlier


TallyKind = Literal["random", "challenge", "daily", "archive"]
KINDS_OF_DAYS: Final[tuple[tuple[TallyKind, bool], ...]] = (("daily", True), ("archive", False))

MAX_RECENT = 40
MAX_IN_PROGRESS = 12
MAX_SOURCES = 16  # including the history's own source, even before its first count
MAX_TALLIES = 1000
MAX_VARIANTS = 200
# One step of `with_oldest_days_counted` turns `COUNTED_DAYS` days of a variant into counts, or a
# quarter of its days if that is more. It repeats this, always for the variant with the most days,
# until more than a sixteenth of all days are counted. Therefore, fewer than a hundred steps shorten
# even a long history.
COUNTED_DAYS = 30
COUNTED_SHARE = 16
SOURCE_BYTES = 4
PSEUDONYM_BYTES = 6
MAX_SERIES = 4
MAX_SERIES_DAYS = 31
DIGEST_BYTES = 8


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of finished games of one kind, length, pool and variant, by result."""

    # The id of the history that counted the games, so that merging histories counts no game twice.
    source: bytes
    # "random" or "challenge". Variants other than `HOME` also have "daily" and "archive", for days
    # that did not fit into the cookie.
    kind: TallyKind
    length: int
    pool: str  # the pool of random games; otherwise empty
    # The number of losses, then of wins with as many guesses as boards, with one more, and so on.
    counts: tuple[int, ...] = ()
    variant: Variant = HOME

    @property
    def key(self) -> tuple[bytes, str, int, str, Variant]:
        """The fields that identify a tally; tallies are sorted by them."""
        return (self.source, self.kind, self.length, self.pool, self.variant)

    @property
    def is_possible(self) -> bool:
        """Whether games of this kind, length and pool exist and can have these results."""
        if len(self.counts) != self.variant.results:
            return False
        if self.kind == "random":
            return self.pool in POOLS and self.length in LENGTHS
        if self.kind == "challenge":
            return not self.pool and 1 <= self.length <= MAX_WORD_LENGTH
        is_day = self.kind in {"daily", "archive"} and self.variant != HOME
        return is_day and not self.pool and self.length in LENGTHS


def result_slot(variant: Variant, tries: int) -> int:
    """Return the index of a result in a tally: 0 for a loss, 1 for a win in the fewest guesses."""
    return tries - variant.boards + 1 if tries else 0


@dataclass(frozen=True, slots=True)
class SeriesLog:
    """The results of a series, day by day, without the guesses."""

    digest: bytes  # identifies the series; derived from its token
    results: bytes  # one byte per day: 0 not finished, 1 lost, 2 won with one guess, and so on

    @property
    def is_possible(self) -> bool:
        """Whether the log has a valid size and only possible results."""
        is_sized = len(self.digest) == DIGEST_BYTES and len(self.results) <= MAX_SERIES_DAYS
        return is_sized and max(self.results, default=0) <= HOME.tries + 1

    def result(self, number: int) -> tuple[Status, int]:
        """Return the status of a day's game, and the number of guesses if it is won, otherwise 0.

        `number` counts days from 1. A game that has not ended counts as new.
        """
        state = self.results[number - 1] if number <= len(self.results) else 0
        return (Status.WON, state - 1) if state > 1 else ((Status.NEW, Status.LOST)[state], 0)


@dataclass(frozen=True, slots=True)
class History:
    """Everything stored about a player's games."""

    # Results of daily games of the variant `HOME`, including those from the archive.
    days: DayLog = field(default_factory=DayLog)
    recent: tuple[Record, ...] = ()  # the last finished games with their guesses, oldest first
    in_progress: tuple[Record, ...] = ()  # unfinished games, the most recently played last
    # Counts of finished random games and challenges, including those in `recent` that were played
    # here, and of days that were removed from `other_days`.
    tallies: tuple[Tally, ...] = ()
    # The source of this history's own tallies; empty before the first one.
    source: bytes = b""
    # Results of daily games of other variants, sorted by variant. Old results become tallies if
    # they do not fit into the cookie.
    other_days: tuple[tuple[Variant, DayLog], ...] = ()
    # Statistics of daily games elsewhere; None until the player enters them.
    earlier: EarlierStatistics | None = None
    # Random bytes for the seals of results; empty until a player wants seals.
    pseudonym: bytes = b""
    series: tuple[SeriesLog, ...] = ()  # results of the latest series, most recently played last

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been played yet."""
        return self == History()

    @property
    def variants(self) -> frozenset[Variant]:
        """The variants of all games except daily results of `HOME`."""
        games = {record.variant for record in (*self.recent, *self.in_progress)}
        days = {variant for variant, _ in self.other_days}
        return frozenset(games | days | {tally.variant for tally in self.tallies})

    @property
    def last_day(self) -> int:
        """The latest day of a result, a game or earlier statistics, at least 0."""
        logs = (self.days, *(log for _, log in self.other_days))
        records = (*self.recent, *self.in_progress)
        days = (day for record in records for day in (record.started, record.day or 0))
        return max(0, self.earlier.day if self.earlier else 0, *(log.last for log in logs), *days)

    @property
    def own(self) -> tuple[Record, ...]:
        """The last finished games that were played here."""
        return tuple(record for record in self.recent if not record.is_elsewhere)

    @property
    def ratings(self) -> bytes:
        """The ratings of the last games, latest first: byte 1 and the rating, or byte 0 if none.

        Zeros at the end are left out.
        """
        ratings = [bytes([bool(game.rating)]) + game.rating for game in reversed(self.recent)]
        while ratings and ratings[-1] == b"\0":
            ratings.pop()
        return b"".join(ratings)

    def with_ratings(self, ratings: bytes) -> "History":
        """Return the history with ratings for its last games, in the format of `ratings`."""
        games, start = list(self.recent), 0
        for index in reversed(range(len(games))):
            end = start + 1
            if ratings[start:end] == b"\1":
                end += rating_size(len(games[index].guesses))
            if end > len(ratings):
                break
            games[index] = replace(games[index], rating=ratings[start + 1 : end])
            start = end
        return replace(self, recent=tuple(games)) if ratings else self

    def days_of(self, variant: Variant) -> DayLog:
        """Return the results of daily games of a variant."""
        return self.days if variant == HOME else dict(self.other_days).get(variant, DayLog())

    def with_days(self, variant: Variant, days: DayLog) -> "History":
        """Return the history with the results of daily games of a variant replaced."""
        if variant == HOME:
            return replace(self, days=days)
        logs = {**dict(self.other_days), variant: days}
        return replace(self, other_days=tuple(sorted((v, d) for v, d in logs.items() if len(d))))

    def record(self, puzzle: str) -> Record | None:
        """Return the record of a puzzle that is in progress or recently finished, or None."""
        known = (*self.in_progress, *self.recent)
        return next((record for record in known if record.puzzle == puzzle), None)

    def day_game(self, number: int, variant: Variant = HOME) -> tuple[Status, int, bool]:
        """Return a day's status, its guesses (0 if lost), and whether hints were used.

        The last value is False until the game is finished.
        """
        if result := self.days_of(variant).result(number):
            return result.status, result.tries, result.hinted
        record = self.record(daily_id(number, variant))
        guesses = len(record.guesses) if record else 0
        return (Status.PLAYING if guesses else Status.NEW), guesses, False

    def latest(self, kind: Kind, variant: Variant = HOME) -> Record | None:
        """Return the most recently played unfinished game of a kind, or None."""
        wanted = (kind, variant)
        games = (
            record for record in self.in_progress[::-1] if (record.kind, record.variant) == wanted
        )
        return next(games, None)

    def last(self, kind: Kind, variant: Variant = HOME) -> Record | None:
        """Return the last unfinished game of a kind, otherwise the last finished one, or None."""
        return History(in_progress=(*self.recent, *self.in_progress)).latest(kind, variant)

    def is_finished(self, puzzle: str) -> bool:
        """Return whether a puzzle is known to be finished."""
        known = read_id(puzzle)
        if known and known[1] == "daily" and self.days_of(known[0]).result(int(known[2])):
            return True
        return any(record.puzzle == puzzle for record in self.recent)

    def with_record(self, record: Record) -> "History":
        """Return the history with `record` as the state of its game.

        A game that is already finished is neither changed nor counted again.

        Raises:
            HistoryError: no real game could have this record.
        """
        check_record(record)
        if (before := self.record(record.puzzle)) and before.is_restored:
            record = replace(record, is_restored=True)
        if self.is_finished(record.puzzle):
            return self.without(record.puzzle)
        if not record.is_over:
            others = self.without(record.puzzle).in_progress
            return replace(self, in_progress=(*with_room(others), record))
        if record.kind == "daily":
            result = DayResult(record.tries, record.hard, record.is_on_time, record.hinted)
            results = {**dict(self.days_of(record.variant)), int(record.name): result}
            later = self.with_days(record.variant, DayLog.from_results(results))
        else:
            source = self.source or source_of(record.puzzle)
            tally = Tally(source, record.kind, record.length, record.pool, variant=record.variant)
            later = self.counted(tally, record.tries)
        recent = (*self.recent, record)[-MAX_RECENT:]
        return replace(later.without(record.puzzle), recent=recent)

    def has_game(self, record: Record) -> bool:
        """Return whether a game from elsewhere is already stored, or was played here."""
        # Records of games lost here have no answer, since it can be derived again; challenges have
        # one.
        return any(
            (other.variant, other.guesses) == (record.variant, record.guesses)
            and other.answer in {record.answer, ""}
            for other in self.recent
        )

    def with_elsewhere(self, record: Record) -> "History":
        """Return the history with a game from elsewhere, which may replace the oldest game.

        Raises:
            HistoryError: no real game could have this record.
        """
        if self.has_game(check_record(record)):
            return self
        recent = (*self.recent, record)
        return replace(self, recent=without_oldest_game(recent) if recent[MAX_RECENT:] else recent)

    def without_elsewhere(self, puzzle: str) -> "History":
        """Return the history without a game from elsewhere."""
        games = (
            record for record in self.recent if record.puzzle != puzzle or not record.is_elsewhere
        )
        return replace(self, recent=tuple(games))

    def without(self, puzzle: str) -> "History":
        """Return the history without the unfinished game of `puzzle`."""
        games = tuple(record for record in self.in_progress if record.puzzle != puzzle)
        return replace(self, in_progress=games)

    def series_log(self, digest: bytes) -> SeriesLog:
        """Return the results of a series; empty unless it was played recently."""
        known = (log for log in self.series if log.digest == digest)
        return next(known, SeriesLog(digest, b""))

    def with_series_result(self, digest: bytes, day: int, tries: int) -> "History":
        """Return the history with the result of a day of a series.

        `day` counts from 0. `tries` is the number of guesses, 0 for a loss.
        """
        before = self.series_log(digest).results.ljust(day + 1, b"\0")
        results = before[:day] + bytes([1 + tries]) + before[day + 1 :]
        others = tuple(log for log in self.series if log.digest != digest)
        return replace(self, series=(*others, SeriesLog(digest, results))[-MAX_SERIES:])

    def counted(self, tally: Tally, *tries: int) -> "History":
        """Return the history with games added to the tally with the key of `tally`.

        `tries` are the numbers of guesses of the games, 0 for a loss.
        """
        tallies = {known.key: known for known in self.tallies}
        counts = list(tallies.get(tally.key, tally).counts or (0,) * tally.variant.results)
        for number in tries:
            slot = result_slot(tally.variant, number)
            counts[slot] = min(counts[slot] + 1, MAX_COUNT)
        tallies[tally.key] = replace(tally, counts=tuple(counts))
        remaining = within_sources(tallies.values(), tally.source)
        return replace(self, tallies=remaining, source=tally.source)

    @property
    def sources(self) -> frozenset[bytes]:
        """The id of the history, or all ids that it may get once days are turned into counts."""
        if self.source:
            return frozenset({self.source})
        return frozenset(source_of(daily_id(log.first, name)) for name, log in self.other_days)

    def with_oldest_days_counted(self) -> "History":
        """Return the history with the earliest results of the largest `other_days` as counts."""
        later, left = self, sum(len(log) for _, log in self.other_days) // COUNTED_SHARE
        while left >= 0 and later.other_days:
            variant, log = max(later.other_days, key=lambda item: len(item[1]))
            number = max(COUNTED_DAYS, len(log) // 4)
            counted = list(islice(log, number))
            source = later.source or source_of(daily_id(log.first, variant))
            for kind, is_on_time in KINDS_OF_DAYS:
                tries = [result.tries for _, result in counted if result.is_on_time == is_on_time]
                if tries:
                    tally = Tally(source, kind, DAILY_LENGTH, "", (), variant)
                    later = later.counted(tally, *tries)
            later, left = later.with_days(variant, log.after(counted[-1][0])), left - number
        return later


def within_sources(tallies: Iterable[Tally], own: bytes) -> tuple[Tally, ...]:
    """Return sorted tallies of at most `MAX_SOURCES` sources.

    One place is reserved for the history's own source; of the others, those with the most games are
    kept. Their tallies are not combined, since the next import would then count their games again.
    """
    games: Counter[bytes] = Counter()
    by_key = {tally.key: tally for tally in tallies}
    for tally in by_key.values():
        games[tally.source] += sum(tally.counts)
    others = sorted(games.keys() - {own}, key=lambda source: (-games[source], source))
    sources = {own, *others[: MAX_SOURCES - 1]}
    return tuple(by_key[key] for key in sorted(by_key) if by_key[key].source in sources)


def source_of(puzzle: str) -> bytes:
    """Return the id of a history, 4 bytes derived from its first counted game."""
    return hashlib.sha256(puzzle.encode()).digest()[:SOURCE_BYTES]


def with_room(records: tuple[Record, ...], maximum: int = MAX_IN_PROGRESS) -> tuple[Record, ...]:
    """Return unfinished games with room for one more; there may be at most `maximum`.

    If there are as many, the oldest game that cannot count for a streak is removed, or the oldest
    one if all can.
    """
    if len(records) < maximum:
        return records
    oldest = next((record for record in records if not record.is_on_time), records[0])
    return tuple(record for record in records if record is not oldest)


def without_oldest_game(recent: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return finished games without the oldest one.

    If there are games from elsewhere, which all have one board, the oldest game of one board is
    removed instead, so that they do not displace games of several boards. The last game stays.
    """
    older = recent[:-1] if any(record.is_elsewhere for record in recent) else ()
    oldest = next((record for record in older if record.variant.boards == 1), recent[0])
    return tuple(record for record in recent if record is not oldest)


def check_history(history: History) -> History:
    """Return `history` if its parts, which are already validated, are consistent.

    Raises:
        HistoryError: a game or tally is duplicated or misplaced, or there are too many.
    """
    puzzles = [record.puzzle for record in (*history.recent, *history.in_progress)]
    finished = [record for record in (*history.recent, *history.in_progress) if record.is_over]
    if len(set(puzzles)) < len(puzzles) or tuple(finished) != history.recent:
        raise HistoryError("record")
    if len(history.recent) > MAX_RECENT or len(history.in_progress) > MAX_IN_PROGRESS:
        raise HistoryError("record")
    variants = [variant for variant, _ in history.other_days]
    if variants != sorted(set(variants)) or HOME in variants or len(variants) > MAX_VARIANTS:
        raise HistoryError("day")
    keys = [tally.key for tally in history.tallies]
    if keys != sorted(set(keys)) or len({tally.source for tally in history.tallies}) > MAX_SOURCES:
        raise HistoryError("count")
    if not all(tally.is_possible for tally in history.tallies):
        raise HistoryError("count")
    if history.earlier:
        check_earlier(history.earlier)
    if len(history.pseudonym) not in {0, PSEUDONYM_BYTES}:
        raise HistoryError("damaged")
    digests = {log.digest for log in history.series}
    if len(digests) < len(history.series) or len(digests) > MAX_SERIES:
        raise HistoryError("record")
    if not all(log.is_possible for log in history.series):
        raise HistoryError("record")
    return history
