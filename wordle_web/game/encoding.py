"""A history in few bytes, for a cookie that must not outgrow its bounds, and back.

The layout, after one byte of version: the days' states (compressed), all guesses in one text
(compressed), the counts by line of play, then the games, each one byte of facts and its
puzzle's name. The text holds letters, not places in a word list, so lists may change.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from wordle_web.game.daylog import LAST_DAY, LONGEST_SPAN, day_log
from wordle_web.game.history import (
    MOST_RECENT,
    MOST_SOURCES,
    MOST_TALLIES,
    MOST_UNDER_WAY,
    SOURCE_BYTES,
    History,
    HistoryError,
    Tally,
    check_history,
    with_room,
)
from wordle_web.game.packing import Reader, number_bytes, section_bytes
from wordle_web.game.puzzles import POOLS
from wordle_web.game.record_bytes import read_record, record_bytes, words_of
from wordle_web.game.records import KINDS, LARGEST_COUNT, LONGEST_WORD
from wordle_web.game.rules import TRIES

VERSION = 1
LONGEST_ENCODING = 8192
LONGEST_TEXT = (MOST_RECENT + MOST_UNDER_WAY) * (TRIES + 1) * LONGEST_WORD * 4
TALLIED = ("random", "challenge")
TALLIED_POOLS = (*POOLS, "")


class TooSmallError(ValueError):
    """A limit below what an empty history takes."""


def encode(history: History, limit: int) -> bytes:
    """Return `history` in at most `limit` bytes.

    What does not fit goes in this order: finished games' guesses, oldest first; games under
    way, oldest first, but for the one touched last; then that one; and, where even the results
    alone are too many (after more than ten years of them), the earliest days.

    Raises:
        TooSmallError: the limit is too small for any history.
    """
    written = encode_whole(history)
    while len(written) > limit:
        history = _without_oldest(history)
        written = encode_whole(history)
    return written


def encode_whole(history: History) -> bytes:
    """Return `history` in as many bytes as it takes."""
    records = (*history.recent, *history.under_way)
    text = "".join(word for record in records for word in words_of(record))
    return b"".join(
        [
            bytes([VERSION]),
            number_bytes(history.days.first),
            section_bytes(history.days.states),
            section_bytes(text.encode()),
            _tallies_bytes(history),
            number_bytes(len(history.recent)),
            number_bytes(len(history.under_way)),
            *map(record_bytes, records),
        ]
    )


def decode(data: bytes) -> History:
    """Return the history that `encode` wrote, in this release or an earlier one.

    Raises:
        HistoryError: it is damaged, or a later release wrote it.
    """
    if not 0 < len(data) <= LONGEST_ENCODING:
        raise HistoryError("damaged")
    read = _READERS.get(data[0])
    if read is None:
        raise HistoryError("version")
    return read(Reader(data[1:]))


def _without_oldest(history: History) -> History:
    """Return the history without what is missed least."""
    if history.recent:
        return replace(history, recent=history.recent[1:])
    if history.under_way:
        older, latest = history.under_way[:-1], history.under_way[-1:]
        kept = (*with_room(older, len(older)), *latest) if older else ()
        return replace(history, under_way=kept)
    if history.days:
        return replace(history, days=history.days.without_first())
    if history.tallies:
        return replace(history, tallies=history.tallies[1:])
    raise TooSmallError("no history fits into so few bytes")


def _tallies_bytes(history: History) -> bytes:
    """Return the counts, by line of play, after the line that this history counts."""
    groups = [
        (source, list(tallies))
        for source, tallies in groupby(history.tallies, key=lambda tally: tally.source)
    ]
    sources = [source for source, _ in groups]
    own = sources.index(history.source) + 1 if history.source in sources else 0
    written = [number_bytes(own), number_bytes(len(groups))]
    for source, tallies in groups:
        written += [source, number_bytes(len(tallies)), *map(_tally_bytes, tallies)]
    return b"".join(written)


def _tally_bytes(tally: Tally) -> bytes:
    """Return the counts of one kind, length and pool."""
    facts = TALLIED.index(tally.kind) | TALLIED_POOLS.index(tally.pool) << 1
    return bytes([facts, tally.length]) + b"".join(map(number_bytes, tally.counts))


def _read_1(reader: Reader) -> History:
    """Return a history of the first layout."""
    days = day_log(reader.number(LAST_DAY), reader.section(LONGEST_SPAN))
    try:
        letters = iter(reader.section(LONGEST_TEXT).decode())
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    tallies, source = _read_tallies(reader)
    finished, open_games = reader.number(MOST_RECENT), reader.number(MOST_UNDER_WAY)
    recent = tuple(read_record(reader, letters) for _ in range(finished))
    under_way = tuple(read_record(reader, letters) for _ in range(open_games))
    reader.end()
    if next(letters, None) is not None:
        raise HistoryError("damaged")
    return check_history(History(days, recent, under_way, tallies, source))


# Each layout that was ever in use keeps its reader, so that no release loses a history.
_READERS: Mapping[int, Callable[[Reader], History]] = MappingProxyType({1: _read_1})


def _read_tallies(reader: Reader) -> tuple[tuple[Tally, ...], bytes]:
    """Return the counts, and the line of play that the history counts."""
    own = reader.number(MOST_SOURCES)
    sources, tallies = [b""], []
    for _ in range(reader.number(MOST_SOURCES)):
        source = reader.take(SOURCE_BYTES)
        sources.append(source)
        tallies += [_read_tally(reader, source) for _ in range(reader.number(MOST_TALLIES))]
    if own >= len(sources):
        raise HistoryError("damaged")
    return tuple(tallies), sources[own]


def _read_tally(reader: Reader, source: bytes) -> Tally:
    """Return the counts of one kind, length and pool."""
    facts, length = reader.byte(), reader.byte()
    if facts >> 1 >= len(TALLIED_POOLS):
        raise HistoryError("damaged")
    counts = tuple(reader.number(LARGEST_COUNT) for _ in range(TRIES + 1))
    kind = KINDS[1 + (facts & 1)]
    return Tally(source, kind, length, TALLIED_POOLS[facts >> 1], counts)
