"""One game of a history in few bytes, and back: its facts and its puzzle's name.

Its guesses stand in the text of the whole history; here only their number is kept.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType

from wordle_web.game.daylog import LAST_DAY
from wordle_web.game.history_errors import HistoryError
from wordle_web.game.packing import Reader, folded, number_bytes, unfolded
from wordle_web.game.puzzles import NONCE_BYTES, POOLS, RandomPuzzle, read_token
from wordle_web.game.records import KINDS, OUTCOMES, Record, check_record

LAST_EPOCH = 9999
DIGEST_BYTES = 8


def words_of(record: Record) -> Iterator[str]:
    """Yield the words of a record in the order in which they are written."""
    yield from record.guesses
    if record.answer:
        yield record.answer


def record_bytes(record: Record) -> bytes:
    """Return the facts of a game and its puzzle's name."""
    facts = (
        KINDS.index(record.kind)
        | record.hard << 2
        | OUTCOMES.index(record.outcome) << 3
        | len(record.guesses) << 5
    )
    return bytes([facts, record.length]) + _NAME_WRITERS[record.kind](record)


def _daily_name(record: Record) -> bytes:
    """Return the day, and how far from it the game was begun."""
    day = int(record.name)
    return number_bytes(day) + number_bytes(folded(record.started - day))


def _random_name(record: Record) -> bytes:
    """Return what a random token names, and the day on which the game was begun."""
    puzzle = read_token(record.name)
    facts = bytes([POOLS.index(puzzle.pool)]) + number_bytes(puzzle.epoch)
    return facts + puzzle.nonce + number_bytes(record.started)


def _challenge_name(record: Record) -> bytes:
    """Return the name of a challenge, and the day on which the game was begun."""
    return bytes.fromhex(record.name) + number_bytes(record.started)


_NAME_WRITERS: Mapping[str, Callable[[Record], bytes]] = MappingProxyType(
    {"daily": _daily_name, "random": _random_name, "challenge": _challenge_name}
)


def read_record(reader: Reader, letters: Iterator[str]) -> Record:
    """Return one game, its guesses taken from `letters`."""
    facts, length = reader.byte(), reader.byte()
    kind, outcome = facts & 3, facts >> 3 & 3
    if kind >= len(KINDS) or outcome >= len(OUTCOMES):
        raise HistoryError("damaged")
    name, started = _NAME_READERS[KINDS[kind]](reader, length)
    guesses = tuple("".join(islice(letters, length)) for _ in range(facts >> 5))
    is_told = KINDS[kind] == "challenge" and OUTCOMES[outcome] == "lost"
    answer = "".join(islice(letters, length)) if is_told else ""
    puzzle = f"{KINDS[kind]}/{name}"
    hard = bool(facts >> 2 & 1)
    return check_record(Record(puzzle, length, started, guesses, hard, OUTCOMES[outcome], answer))


def _read_daily(reader: Reader, length: int) -> tuple[str, int]:
    """Return the number of a day, and the day on which its game was begun."""
    day = reader.number(LAST_DAY)
    return str(day), day + unfolded(reader.number(2 * LAST_DAY))


def _read_random(reader: Reader, length: int) -> tuple[str, int]:
    """Return a random token, and the day on which its game was begun."""
    pool, epoch = reader.byte(), reader.number(LAST_EPOCH)
    if pool >= len(POOLS):
        raise HistoryError("damaged")
    nonce = reader.take(NONCE_BYTES)
    return RandomPuzzle(length, POOLS[pool], epoch, nonce).token, reader.number(LAST_DAY)


def _read_challenge(reader: Reader, length: int) -> tuple[str, int]:
    """Return the name of a challenge, and the day on which its game was begun."""
    return reader.take(DIGEST_BYTES).hex(), reader.number(LAST_DAY)


_NAME_READERS: Mapping[str, Callable[[Reader, int], tuple[str, int]]] = MappingProxyType(
    {"daily": _read_daily, "random": _read_random, "challenge": _read_challenge}
)
