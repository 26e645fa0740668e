"""The games of a history in few bytes, and back.

Three streams, each of one nature, so that each compresses well: small numbers (the facts),
letters (the guesses), and names that look random (tokens), which are left as they are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from wordle_web.game.history.days import LAST_DAY
from wordle_web.game.history.errors import HistoryError
from wordle_web.game.history.packing import Reader, folded, number_bytes, unfolded
from wordle_web.game.history.records import KINDS, OUTCOMES, Record, check_record
from wordle_web.game.puzzles.puzzles import NONCE_BYTES, POOLS, RandomPuzzle, read_token

LAST_EPOCH = 9999
DIGEST_BYTES = 8


@dataclass(frozen=True, slots=True)
class Streams:
    """What is written of games: their facts, their guesses, and their puzzles' names."""

    facts: bytes
    text: bytes
    names: bytes


@dataclass(frozen=True, slots=True)
class StreamReaders:
    """What games are read from; each stream is used up from its front."""

    facts: Reader
    letters: Iterator[str]
    names: Reader


def write_records(records: Iterable[Record]) -> Streams:
    """Return what is written of `records`."""
    facts, words, names, previous = [], [], [], 0
    for record in records:
        facts.append(_common_facts(record, previous) + _FACT_WRITERS[record.kind](record))
        words += [*record.guesses, record.answer]
        names.append(_name_bytes(record))
        previous = record.started
    return Streams(b"".join(facts), "".join(words).encode(), b"".join(names))


def read_records(readers: StreamReaders, count: int) -> tuple[Record, ...]:
    """Return the next `count` games.

    Raises:
        HistoryError: something written cannot be.
    """
    records: list[Record] = []
    for _ in range(count):
        records.append(_read_record(readers, records[-1].started if records else 0))
    return tuple(records)


def _common_facts(record: Record, previous: int) -> bytes:
    """Return kind, mode, outcome and number of guesses in one byte, the length, and the day.

    The day on which it was begun is counted from that of the game before.
    """
    facts = (
        KINDS.index(record.kind)
        | record.hard << 2
        | OUTCOMES.index(record.outcome) << 3
        | len(record.guesses) << 5
    )
    return bytes([facts, record.length]) + number_bytes(folded(record.started - previous))


def _daily_facts(record: Record) -> bytes:
    """Return how far the puzzle's day is from that on which the game was begun."""
    return number_bytes(folded(int(record.name) - record.started))


def _random_facts(record: Record) -> bytes:
    """Return the pool and the epoch of a random token."""
    puzzle = read_token(record.name)
    return bytes([POOLS.index(puzzle.pool)]) + number_bytes(puzzle.epoch)


def _challenge_facts(record: Record) -> bytes:
    """Return nothing: a challenge has no facts of its own."""
    return b""


_FACT_WRITERS: Mapping[str, Callable[[Record], bytes]] = MappingProxyType(
    {"daily": _daily_facts, "random": _random_facts, "challenge": _challenge_facts}
)


def _name_bytes(record: Record) -> bytes:
    """Return the random part of a puzzle's name."""
    if record.kind == "random":
        return read_token(record.name).nonce
    return bytes.fromhex(record.name) if record.kind == "challenge" else b""


def _read_record(readers: StreamReaders, previous: int) -> Record:
    """Return the next game; the one before it was begun on day `previous`."""
    facts, length = readers.facts.byte(), readers.facts.byte()
    if facts & 3 >= len(KINDS) or facts >> 3 & 3 >= len(OUTCOMES):
        raise HistoryError("damaged")
    kind, outcome = KINDS[facts & 3], OUTCOMES[facts >> 3 & 3]
    started = previous + unfolded(readers.facts.number(2 * LAST_DAY))
    name = _NAME_READERS[kind](readers, length, started)
    guesses = tuple("".join(islice(readers.letters, length)) for _ in range(facts >> 5))
    is_told = kind == "challenge" and outcome == "lost"
    answer = "".join(islice(readers.letters, length)) if is_told else ""
    hard = bool(facts >> 2 & 1)
    record = Record(f"{kind}/{name}", length, started, guesses, hard, outcome, answer)
    return check_record(record)


def _read_daily(readers: StreamReaders, length: int, started: int) -> str:
    """Return the number of a day."""
    return str(started + unfolded(readers.facts.number(2 * LAST_DAY)))


def _read_random(readers: StreamReaders, length: int, started: int) -> str:
    """Return a random token."""
    pool, epoch = readers.facts.byte(), readers.facts.number(LAST_EPOCH)
    if pool >= len(POOLS):
        raise HistoryError("damaged")
    return RandomPuzzle(length, POOLS[pool], epoch, readers.names.take(NONCE_BYTES)).token


def _read_challenge(readers: StreamReaders, length: int, started: int) -> str:
    """Return the digits that name a challenge."""
    return readers.names.take(DIGEST_BYTES).hex()


_NAME_READERS: Mapping[str, Callable[[StreamReaders, int, int], str]] = MappingProxyType(
    {"daily": _read_daily, "random": _read_random, "challenge": _read_challenge}
)
