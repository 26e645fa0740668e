"""A history in few bytes for the cookie, and back.

Layout, after one byte of version: the results of days (compressed), the tallies, then for all
games the facts (compressed), the guesses (compressed) and the names. Data of one kind is kept
together because it compresses better; names are random and not compressed. Guesses are letters,
not indices in a word list, so that lists may change. Decoding hostile bytes raises nothing but
`HistoryError` and does bounded work.
"""

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import Final

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.history import (
    MAX_IN_PROGRESS,
    MAX_RECENT,
    MAX_SOURCES,
    MAX_TALLIES,
    SOURCE_BYTES,
    History,
    Tally,
    check_history,
    with_room,
)
from wordle_web.game.history.records import (
    KINDS,
    LAST_DAY,
    MAX_COUNT,
    MAX_SPAN,
    MAX_WORD_LENGTH,
    OUTCOMES,
    DayLog,
    Record,
    check_record,
)
from wordle_web.game.puzzles.puzzles import NONCE_BYTES, POOLS, RandomPuzzle, read_token

VERSION: Final = 1
MAX_ENCODING: Final = 8192
MAX_FACTS: Final = (MAX_RECENT + MAX_IN_PROGRESS) * 16
MAX_TEXT: Final = (MAX_RECENT + MAX_IN_PROGRESS) * (TRIES + 1) * MAX_WORD_LENGTH * 4
MAX_TALLIES_BYTES: Final = 1000  # beyond this, tallies of other browsers go before guesses
MAX_NUMBER: Final = 1_000_000_000  # the highest count that an earlier release accepted
MAX_EPOCH: Final = 9999
MAX_VARINT_BYTES: Final = 5
DIGEST_BYTES: Final = 8
TALLIED: Final = ("random", "challenge")
TALLIED_POOLS: Final = (*POOLS, "")
RAW_DEFLATE: Final = -zlib.MAX_WBITS  # without header or checksum, since the session is signed
# Days in random order compress better without looking for repetitions.
STRATEGIES: Final = (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY)


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
    # What a part takes after compression is only known by compressing what is left.
    while len(written) > limit:
        history = _without_oldest(history)
        written = encode_whole(history)
    return written


def encode_whole(history: History) -> bytes:
    """Return `history` in as many bytes as it takes."""
    facts, names, words, previous = [], [], [], 0
    for record in (*history.recent, *history.in_progress):
        record_facts, name = _write_record(record, previous)
        facts.append(record_facts)
        names.append(name)
        words += [*record.guesses, record.answer]
        previous = record.started
    return b"".join(
        [
            bytes([VERSION]),
            varint(history.days.first),
            section(history.days.states),
            _write_tallies(history),
            varint(len(history.recent)),
            varint(len(history.in_progress)),
            section(b"".join(facts)),
            section("".join(words).encode()),
            *names,
        ]
    )


def decode(data: bytes) -> History:
    """Return the history that `encode` wrote, in this release or an earlier one.

    Raises:
        HistoryError: it is damaged, or a later release wrote it.
    """
    if not 0 < len(data) <= MAX_ENCODING:
        raise HistoryError("damaged")
    # Every layout ever used keeps its reader, so that no release loses a history.
    if data[0] != VERSION:
        raise HistoryError("version")
    reader = ByteReader(data[1:])
    days = DayLog.from_states(reader.varint(LAST_DAY), reader.section(MAX_SPAN))
    tallies, source = _read_tallies(reader)
    finished, open_games = reader.varint(MAX_RECENT), reader.varint(MAX_IN_PROGRESS)
    facts = ByteReader(reader.section(MAX_FACTS))
    try:
        letters = iter(reader.section(MAX_TEXT).decode())
    except UnicodeDecodeError as error:
        raise HistoryError("damaged") from error
    records: list[Record] = []
    for _ in range(finished + open_games):
        previous = records[-1].started if records else 0
        records.append(_read_record(facts, letters, reader, previous))
    reader.end()
    facts.end()
    if next(letters, None) is not None:
        raise HistoryError("damaged")
    recent, in_progress = tuple(records[:finished]), tuple(records[finished:])
    return check_history(History(days, recent, in_progress, tallies, source))


def _without_oldest(history: History) -> History:
    recent, in_progress = history.recent, history.in_progress
    others = _sources_elsewhere(history)
    if others and len(_write_tallies(history)) > MAX_TALLIES_BYTES:
        return _without_source(history, others[0])
    if len(recent) > 1:
        return replace(history, recent=recent[1:])
    if len(in_progress) > 1:
        older = with_room(in_progress[:-1], len(in_progress) - 1)
        return replace(history, in_progress=(*older, in_progress[-1]))
    if recent:
        return replace(history, recent=())
    if in_progress:
        return replace(history, in_progress=())
    if others:
        return _without_source(history, others[0])
    if history.days:
        return replace(history, days=history.days.without_first())
    if history.tallies:
        return replace(history, tallies=history.tallies[1:])
    raise TooSmallError("no history fits into so few bytes")


def _sources_elsewhere(history: History) -> list[bytes]:
    # Fewest games first: they are the first to go.
    games: Counter[bytes] = Counter()
    for tally in history.tallies:
        games[tally.source] += sum(tally.counts)
    return sorted(games.keys() - {history.source}, key=lambda source: (games[source], source))


def _without_source(history: History, source: bytes) -> History:
    kept = tuple(tally for tally in history.tallies if tally.source != source)
    return replace(history, tallies=kept)


def _write_tallies(history: History) -> bytes:
    groups = [
        (source, list(tallies))
        for source, tallies in groupby(history.tallies, key=lambda tally: tally.source)
    ]
    sources = [source for source, _ in groups]
    own = sources.index(history.source) + 1 if history.source in sources else 0
    written = [varint(own), varint(len(groups))]
    for source, tallies in groups:
        written += [source, varint(len(tallies)), *map(_write_tally, tallies)]
    return b"".join(written)


def _write_tally(tally: Tally) -> bytes:
    facts = TALLIED.index(tally.kind) | TALLIED_POOLS.index(tally.pool) << 1
    return bytes([facts, tally.length]) + b"".join(map(varint, tally.counts))


def _read_tallies(reader: "ByteReader") -> tuple[tuple[Tally, ...], bytes]:
    """Return the counts, and the line of play that the history counts."""
    own = reader.varint(MAX_SOURCES)
    sources, tallies = [b""], []
    for _ in range(reader.varint(MAX_SOURCES)):
        source = reader.take(SOURCE_BYTES)
        sources.append(source)
        tallies += [_read_tally(reader, source) for _ in range(reader.varint(MAX_TALLIES))]
    if own >= len(sources):
        raise HistoryError("damaged")
    return tuple(tallies), sources[own]


def _read_tally(reader: "ByteReader", source: bytes) -> Tally:
    facts, length = reader.byte(), reader.byte()
    if facts >> 1 >= len(TALLIED_POOLS):
        raise HistoryError("damaged")
    counts = tuple(min(reader.varint(MAX_NUMBER), MAX_COUNT) for _ in range(TRIES + 1))
    return Tally(source, TALLIED[facts & 1], length, TALLIED_POOLS[facts >> 1], counts)


def _write_record(record: Record, previous: int) -> tuple[bytes, bytes]:
    """Return a game's facts, its day counted from `previous`, and the random part of its name."""
    head = (
        KINDS.index(record.kind)
        | record.hard << 2
        | OUTCOMES.index(record.outcome) << 3
        | len(record.guesses) << 5
    )
    facts = bytes([head, record.length]) + varint(zigzag(record.started - previous))
    if record.kind == "daily":
        return facts + varint(zigzag(int(record.name) - record.started)), b""
    if record.kind == "challenge":
        return facts, bytes.fromhex(record.name)
    puzzle = read_token(record.name)
    return facts + bytes([POOLS.index(puzzle.pool)]) + varint(puzzle.epoch), puzzle.nonce


def _read_record(
    facts: "ByteReader", letters: Iterator[str], names: "ByteReader", previous: int
) -> Record:
    head, length = facts.byte(), facts.byte()
    if head & 3 >= len(KINDS) or head >> 3 & 3 >= len(OUTCOMES):
        raise HistoryError("damaged")
    kind, outcome = KINDS[head & 3], OUTCOMES[head >> 3 & 3]
    started = previous + unzigzag(facts.varint(2 * LAST_DAY))
    if kind == "daily":
        name = str(started + unzigzag(facts.varint(2 * LAST_DAY)))
    elif kind == "random":
        pool, epoch = facts.byte(), facts.varint(MAX_EPOCH)
        if pool >= len(POOLS):
            raise HistoryError("damaged")
        name = RandomPuzzle(length, POOLS[pool], epoch, names.take(NONCE_BYTES)).token
    else:
        name = names.take(DIGEST_BYTES).hex()
    guesses = tuple("".join(islice(letters, length)) for _ in range(head >> 5))
    has_answer = kind == "challenge" and outcome == "lost"
    answer = "".join(islice(letters, length)) if has_answer else ""
    hard = bool(head >> 2 & 1)
    return check_record(Record(f"{kind}/{name}", length, started, guesses, hard, outcome, answer))


def varint(number: int) -> bytes:
    r"""Return a number from 0 to 2^35 - 1 in as few bytes as it needs, seven bits in each.

    >>> varint(5), varint(300)
    (b'\x05', b'\xac\x02')
    """
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def zigzag(number: int) -> int:
    """Return 0, 1, 2, 3, 4 for 0, -1, 1, -2, 2, so that a number near 0 stays small."""
    return 2 * number if number >= 0 else -2 * number - 1


def unzigzag(number: int) -> int:
    """Return the number that `zigzag` makes `number` of."""
    return -(number + 1) // 2 if number % 2 else number // 2


def section(data: bytes) -> bytes:
    """Return `data` compressed, with its length before it."""
    packers = (zlib.compressobj(9, zlib.DEFLATED, RAW_DEFLATE, 9, each) for each in STRATEGIES)
    packed = min((packer.compress(data) + packer.flush() for packer in packers), key=len)
    return varint(len(packed)) + packed


class ByteReader:
    """Reads from bytes, front to back; every method raises `HistoryError` at their end."""

    def __init__(self, data: bytes) -> None:
        """Begin at the front of `data`."""
        self._data = data
        self._offset = 0

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        end = self._offset + count
        if end > len(self._data):
            raise HistoryError("damaged")
        taken = self._data[self._offset : end]
        self._offset = end
        return taken

    def byte(self) -> int:
        """Return the next byte."""
        return self.take(1)[0]

    def varint(self, maximum: int) -> int:
        """Return the next number.

        Raises:
            HistoryError: it is larger than `maximum`, or there is none.
        """
        number = 0
        for shift in range(0, 7 * MAX_VARINT_BYTES, 7):
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
        if byte >= 0x80 or number > maximum:
            raise HistoryError("count")
        return number

    def section(self, max_size: int) -> bytes:
        """Return the next compressed section, at most `max_size` bytes when unpacked.

        Raises:
            HistoryError: it is larger, cut off, or no such section.
        """
        unpacker = zlib.decompressobj(RAW_DEFLATE)
        try:
            data = unpacker.decompress(self.take(self.varint(len(self._data))), max_size + 1)
        except zlib.error as error:
            raise HistoryError("damaged") from error
        if len(data) > max_size or not unpacker.eof or unpacker.unused_data:
            raise HistoryError("damaged")
        return data

    def end(self) -> None:
        """Check that nothing is left.

        Raises:
            HistoryError: something is.
        """
        if self._offset < len(self._data):
            raise HistoryError("damaged")
