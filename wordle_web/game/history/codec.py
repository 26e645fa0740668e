"""A history in few bytes, for a cookie that must not outgrow its bounds, and back.

The layout, after one byte of version: the days' states (compressed), the counts by line of
play, then of all games the facts (compressed), the guesses (compressed) and the names. Guesses
are written in letters, not as places in a word list, so that lists may change.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from wordle_web.game.history.days import LAST_DAY, MAX_SPAN, day_log
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SOURCES,
    MAX_TALLIES,
    SOURCE_BYTES,
    History,
    HistoryError,
    Tally,
    check_history,
    with_room,
)
from wordle_web.game.history.packing import Reader, number_bytes, section_bytes
from wordle_web.game.history.record_bytes import StreamReaders, read_records, write_records
from wordle_web.game.history.records import KINDS, MAX_COUNT, MAX_WORD_LENGTH
from wordle_web.game.puzzles.puzzles import POOLS
from wordle_web.game.rules import TRIES

VERSION = 1
MAX_ENCODING = 8192
MAX_FACTS = (MAX_RECENT + MAX_IN_PROGRESS) * 16
MAX_TEXT = (MAX_RECENT + MAX_IN_PROGRESS) * (TRIES + 1) * MAX_WORD_LENGTH * 4
TALLIES_ROOM = 1000  # bytes that the counts of several browsers may take from the games' guesses
MAX_NUMBER = 1_000_000_000  # what an earlier release took for a count
TALLIED = ("random", "challenge")
TALLIED_POOLS = (*POOLS, "")


class TooSmallError(ValueError):
    """A limit below what an empty history takes."""


def encode(history: History, limit: int) -> bytes:
    """Return `history` in at most `limit` bytes.

    What does not fit goes in this order: counts of other browsers where they alone take much
    room; the guesses of finished games, oldest first, but for the last; games under way
    likewise; then those two; the other counts of other browsers; and, where the results alone
    are too many (after more than ten years of them), the earliest days.

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
    streams = write_records((*history.recent, *history.in_progress))
    return b"".join(
        [
            bytes([VERSION]),
            number_bytes(history.days.first),
            section_bytes(history.days.states),
            _tallies_bytes(history),
            number_bytes(len(history.recent)),
            number_bytes(len(history.in_progress)),
            section_bytes(streams.facts),
            section_bytes(streams.text),
            streams.names,
        ]
    )


def decode(data: bytes) -> History:
    """Return the history that `encode` wrote, in this release or an earlier one.

    Raises:
        HistoryError: it is damaged, or a later release wrote it.
    """
    if not 0 < len(data) <= MAX_ENCODING:
        raise HistoryError("damaged")
    read = _READERS.get(data[0])
    if read is None:
        raise HistoryError("version")
    return read(Reader(data[1:]))


def _without_oldest(history: History) -> History:
    """Return the history without what is missed least."""
    recent, in_progress = history.recent, history.in_progress
    others = _lines_elsewhere(history)
    if others and len(_tallies_bytes(history)) > TALLIES_ROOM:
        return _without_line(history, others[0])
    if len(recent) > 1:
        return replace(history, recent=recent[1:])
    if len(in_progress) > 1:
        older = with_room(in_progress[:-1], len(in_progress) - 1)
        return replace(history, in_progress=(*older, in_progress[-1]))
    if recent or in_progress:
        return replace(history, recent=(), in_progress=() if not recent else in_progress)
    if others:
        return _without_line(history, others[0])
    if history.days:
        return replace(history, days=history.days.without_first())
    if history.tallies:
        return replace(history, tallies=history.tallies[1:])
    raise TooSmallError("no history fits into so few bytes")


def _lines_elsewhere(history: History) -> list[bytes]:
    """Return the lines of play that the history does not count itself, fewest games first."""
    games: Counter[bytes] = Counter()
    for tally in history.tallies:
        games[tally.source] += sum(tally.counts)
    return sorted(games.keys() - {history.source}, key=lambda source: (games[source], source))


def _without_line(history: History, source: bytes) -> History:
    """Return the history without the counts of one line of play."""
    kept = tuple(tally for tally in history.tallies if tally.source != source)
    return replace(history, tallies=kept)


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
    days = day_log(reader.number(LAST_DAY), reader.section(MAX_SPAN))
    tallies, source = _read_tallies(reader)
    finished, open_games = reader.number(MAX_RECENT), reader.number(MAX_IN_PROGRESS)
    facts = Reader(reader.section(MAX_FACTS))
    letters = iter(_text(reader.section(MAX_TEXT)))
    records = read_records(StreamReaders(facts, letters, reader), finished + open_games)
    reader.end()
    facts.end()
    if next(letters, None) is not None:
        raise HistoryError("damaged")
    recent, in_progress = records[:finished], records[finished:]
    return check_history(History(days, recent, in_progress, tallies, source))


def _text(data: bytes) -> str:
    """Return the guesses of all games in one text."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error


# Each layout that was ever in use keeps its reader, so that no release loses a history.
_READERS: Mapping[int, Callable[[Reader], History]] = MappingProxyType({1: _read_1})


def _read_tallies(reader: Reader) -> tuple[tuple[Tally, ...], bytes]:
    """Return the counts, and the line of play that the history counts."""
    own = reader.number(MAX_SOURCES)
    sources, tallies = [b""], []
    for _ in range(reader.number(MAX_SOURCES)):
        source = reader.take(SOURCE_BYTES)
        sources.append(source)
        tallies += [_read_tally(reader, source) for _ in range(reader.number(MAX_TALLIES))]
    if own >= len(sources):
        raise HistoryError("damaged")
    return tuple(tallies), sources[own]


def _read_tally(reader: Reader, source: bytes) -> Tally:
    """Return the counts of one kind, length and pool."""
    facts, length = reader.byte(), reader.byte()
    if facts >> 1 >= len(TALLIED_POOLS):
        raise HistoryError("damaged")
    counts = tuple(min(reader.number(MAX_NUMBER), MAX_COUNT) for _ in range(TRIES + 1))
    kind = KINDS[1 + (facts & 1)]
    return Tally(source, kind, length, TALLIED_POOLS[facts >> 1], counts)
