"""A player's history: a frozen value whose methods return the next one.

`codec` packs it into bytes, `statistics` summarizes it, `merge` joins two, `export` backs it up.
"""

import hashlib
from dataclasses import dataclass, field, replace

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.records import (
    MAX_COUNT,
    MAX_WORD_LENGTH,
    DayLog,
    DayResult,
    Kind,
    Record,
    check_record,
)
from wordle_web.game.puzzles.puzzles import LENGTHS, POOLS

MAX_RECENT = 40
MAX_IN_PROGRESS = 12
MAX_SOURCES = 16
MAX_TALLIES = 64
SOURCE_BYTES = 4


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of finished games of one kind, length and pool, by result.

    Attributes:
        source: Identifies the history that did the counting, so that two histories can be merged
            without counting a game twice.
        kind: "random" or "challenge".
        length: Letters of the answers.
        pool: The pool of random games; empty for challenges.
        counts: Losses, then wins in 1 to 6 guesses.
    """

    source: bytes
    kind: Kind
    length: int
    pool: str
    counts: tuple[int, ...] = (0,) * (TRIES + 1)

    @property
    def key(self) -> tuple[bytes, str, int, str]:
        """What is counted; tallies are sorted by it."""
        return (self.source, self.kind, self.length, self.pool)


@dataclass(frozen=True, slots=True)
class History:
    """Everything stored about a player's games.

    Attributes:
        days: Results of daily games, including those from the archive.
        recent: The last finished games with their guesses, oldest first.
        in_progress: Unfinished games, the most recently played last.
        tallies: Counts of finished random games and challenges, including those in `recent`.
        source: The source of the tallies that this history adds to; empty before the first.
    """

    days: DayLog = field(default_factory=DayLog)
    recent: tuple[Record, ...] = ()
    in_progress: tuple[Record, ...] = ()
    tallies: tuple[Tally, ...] = ()
    source: bytes = b""

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been played yet."""
        return self == History()

    def record(self, puzzle: str) -> Record | None:
        """Return the game of a puzzle, in progress or among the last finished ones."""
        known = (*self.in_progress, *self.recent)
        return next((record for record in known if record.puzzle == puzzle), None)

    def latest(self, kind: Kind) -> Record | None:
        """Return the most recently played unfinished game of a kind, or None."""
        games = [record for record in self.in_progress if record.kind == kind]
        return games[-1] if games else None

    def last(self, kind: Kind) -> Record | None:
        """Return the last game of a kind, unfinished ones first, or None."""
        finished = [record for record in self.recent if record.kind == kind]
        return self.latest(kind) or (finished[-1] if finished else None)

    def is_finished(self, puzzle: str) -> bool:
        """Whether a puzzle is known to be finished, even long ago."""
        kind, _, name = puzzle.partition("/")
        if kind == "daily" and self.days.result(int(name)):
            return True
        return any(record.puzzle == puzzle for record in self.recent)

    def with_record(self, record: Record) -> "History":
        """Return the history with `record` as the state of its game.

        A finished puzzle stays as it is and is not counted again.

        Raises:
            HistoryError: no real game could have this record.
        """
        check_record(record)
        if self.is_finished(record.puzzle):
            return self.without(record.puzzle)
        if record.is_over:
            return self._with_finished(record)
        others = self.without(record.puzzle).in_progress
        return replace(self, in_progress=(*with_room(others), record))

    def without(self, puzzle: str) -> "History":
        """Return the history without the unfinished game of `puzzle`."""
        kept = tuple(record for record in self.in_progress if record.puzzle != puzzle)
        return replace(self, in_progress=kept)

    def _with_finished(self, record: Record) -> "History":
        later = self._with_day(record) if record.kind == "daily" else self._with_count(record)
        recent = (*self.recent, record)[-MAX_RECENT:]
        return replace(later.without(record.puzzle), recent=recent)

    def _with_day(self, record: Record) -> "History":
        result = DayResult(record.tries, record.hard, record.is_on_time)
        return replace(self, days=self.days.with_result(int(record.name), result))

    def _with_count(self, record: Record) -> "History":
        source = self.source or source_of(record)
        new = Tally(source, record.kind, record.length, record.pool)
        old = next((tally for tally in self.tallies if tally.key == new.key), new)
        counts = tuple(
            min(count + (n == record.tries), MAX_COUNT) for n, count in enumerate(old.counts)
        )
        others = (tally for tally in self.tallies if tally.key != new.key)
        tallies = sorted((*others, replace(old, counts=counts)), key=lambda tally: tally.key)
        return replace(self, tallies=tuple(tallies), source=source)


def source_of(record: Record) -> bytes:
    """Return the source named after its first counted game: 4 bytes."""
    return hashlib.sha256(record.puzzle.encode()).digest()[:SOURCE_BYTES]


def with_room(records: tuple[Record, ...], maximum: int = MAX_IN_PROGRESS) -> tuple[Record, ...]:
    """Return unfinished games with room for one more within `maximum`.

    The oldest game goes that is not a daily begun on its day, or the oldest if all are.
    """
    if len(records) < maximum:
        return records
    oldest = next((record for record in records if not record.is_on_time), records[0])
    return tuple(record for record in records if record is not oldest)


def check_history(history: History) -> History:
    """Return `history` if its parts are consistent; each part has been checked by itself.

    Raises:
        HistoryError: a game or tally is duplicated or misplaced, or there are too many.
    """
    puzzles = [record.puzzle for record in (*history.recent, *history.in_progress)]
    finished = [record for record in (*history.recent, *history.in_progress) if record.is_over]
    if len(set(puzzles)) < len(puzzles) or tuple(finished) != history.recent:
        raise HistoryError("record")
    if len(history.recent) > MAX_RECENT or len(history.in_progress) > MAX_IN_PROGRESS:
        raise HistoryError("record")
    _check_tallies(history.tallies)
    return history


def _check_tallies(tallies: tuple[Tally, ...]) -> None:
    keys = [tally.key for tally in tallies]
    if keys != sorted(set(keys)) or len({tally.source for tally in tallies}) > MAX_SOURCES:
        raise HistoryError("count")
    for tally in tallies:
        is_random = tally.kind == "random" and tally.pool in POOLS and tally.length in LENGTHS
        is_challenge = tally.kind == "challenge" and not tally.pool
        if not (is_random or (is_challenge and 1 <= tally.length <= MAX_WORD_LENGTH)):
            raise HistoryError("count")
