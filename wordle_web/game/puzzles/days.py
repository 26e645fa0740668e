"""Days: their numbers and dates, their epochs, and their answers.

An epoch is a period of days with one key and one version of the pools. Past days keep their epoch,
so new pools and keys never change past puzzles. Days are counted as dates, not as hours, so clock
changes never skip or repeat a day.

A day begins at midnight in `FIRST_ZONE` and ends at midnight in `LAST_ZONE`, 50 hours later. While
a day is running, its game counts for a streak, and its word is revealed only to players who have
finished the game.
"""

import functools
import hmac
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo

from wordle_web.engine.lexicon import Lexicon, with_pools
from wordle_web.game.codecs import subkey
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.parsing import linear_pattern

POOLS = ("easy", "normal", "hard")
LENGTHS = range(4, 9)
LENGTH_PATTERN = "|".join(map(str, LENGTHS))
DAILY_LENGTH = 5
DAILY_POOL = "normal"
MIN_KEY_BYTES = 16
FIRST_ZONE = timezone(timedelta(hours=14))  # the first zone in which a date begins
LAST_ZONE = timezone(timedelta(hours=-12))  # the last zone in which a date ends
# The parameters of `permuted`: the number of values, the bits and the mask of half a value, and the
# number of rounds and the bytes of a hash of the Feistel network.
DOMAIN = 1 << 16
HALF_BITS = 8
HALF_MASK = 0xFF
ROUNDS = 10
DIGEST_BYTES = 32
# Pairs of a word and the number of the first day on which it cannot be an answer.
Blocks = frozenset[tuple[str, int]]
# A number, possibly grouped with commas, periods, typographic apostrophes or any spaces.
_NUMBER = linear_pattern(r"[0-9]{1,7}|[0-9]{1,3}(?:[,.’\s][0-9]{3}){1,2}")
_DATE = linear_pattern(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class EpochError(ValueError):
    """Raised for invalid epochs; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """A period of days with one key and one version of the pools."""

    number: int  # from 0 to 9,999; part of random tokens and stored games
    first_day: int  # the number of the epoch's first day
    # The version of all pools. None means the latest one, for sites whose pools have only one.
    pool_version: int | None
    key: bytes = field(repr=False)  # at least 16 secret bytes


def daily_id(number: int, variant: Variant = HOME) -> str:
    """Return the name of a day's game in a history."""
    return f"{variant.path}daily/{number}"


def check_epochs(epochs: Sequence[Epoch]) -> tuple[Epoch, ...]:
    """Return `epochs` in the order of their first days.

    Raises:
        EpochError: no epoch covers day 1, two begin on the same day, or a key is too short.
    """
    ordered = tuple(sorted(epochs, key=lambda epoch: epoch.first_day))
    if not ordered or ordered[0].first_day > 1:
        raise EpochError("no epoch covers day 1")
    if len({epoch.first_day for epoch in ordered}) < len(ordered):
        raise EpochError("two epochs have the same first day")
    for epoch in ordered:
        if len(epoch.key) < MIN_KEY_BYTES:
            raise EpochError(f"the key of epoch {epoch.number} is shorter than 16 bytes")
    return ordered


def epoch_of_day(number: int, epochs: Sequence[Epoch]) -> Epoch:
    """Return the epoch of day `number`.

    Raises:
        PuzzleError: the day is before day 1.
    """
    earlier = [epoch for epoch in epochs if epoch.first_day <= number]
    if number < 1 or not earlier:
        raise PuzzleError("before-first", number)
    return max(earlier, key=lambda epoch: epoch.first_day)


# 32 entries of 1 kB, since they share words and arrays with the complete lexicon.
@functools.lru_cache(maxsize=32)
def with_pool_versions(lexicon: Lexicon, versions: frozenset[int]) -> Lexicon:
    """Return `lexicon` with only the pools of these `versions`, so that no future pool leaks.

    If a pool lacks a version, its latest version before that is used.
    """
    latest = {}
    for pool in sorted(lexicon.pools, key=lambda pool: pool.version):
        latest.update(
            {(pool.name, version): pool for version in versions if pool.version <= version}
        )
    chosen = set(latest.values())
    return with_pools(lexicon, tuple(pool for pool in lexicon.pools if pool in chosen))


def blocked_on(number: int, blocks: Blocks) -> frozenset[str]:
    """Return the words that must not be answers on day `number`."""
    return frozenset(word for word, since in blocks if since <= number)


def daily_answer(
    number: int, epochs: Sequence[Epoch], lexicon: Lexicon, blocks: Blocks = frozenset()
) -> str:
    """Return the answer of day `number`.

    No word is repeated within a cycle of days, and every cycle has another order. A cycle leaves a
    quarter of the pool unused; these words replace blocked words until none is left. Replacements
    depend only on earlier days of the cycle, so a block never changes days before it begins.

    Raises:
        PuzzleError: the day is before day 1.
    """
    epoch = epoch_of_day(number, epochs)
    words = lexicon.pool(DAILY_POOL, epoch.pool_version).words
    spare = days_of_cycle(len(words))
    cycle, place = divmod(number - epoch.first_day, spare)
    key = subkey(epoch.key, "daily", epoch.number, lexicon.name, DAILY_POOL, cycle)
    answer = words[permuted(place, len(words), key)]
    if answer not in blocked_on(number, blocks):
        return answer
    begin = number - place
    for day in range(max(begin, min(since for _, since in blocks)), number + 1):
        blocked = blocked_on(day, blocks)
        if words[permuted(day - begin, len(words), key)] in blocked:
            while spare < len(words) and words[permuted(spare, len(words), key)] in blocked:
                spare += 1
            spare += 1
    return words[permuted(spare - 1, len(words), key)] if spare <= len(words) else answer


def daily_answers(
    number: int,
    epochs: Sequence[Epoch],
    lexicon: Lexicon,
    variant: Variant = HOME,
    blocks: Blocks = frozenset(),
) -> tuple[str, ...]:
    """Return the answers of day `number`, one per board.

    With several boards, the answers are drawn with a key for the day, so they may recur on any
    later day. Blocked words are drawn only if there are too few others.

    Raises:
        PuzzleError: the day is before day 1, or the pool is too small.
    """
    if variant.boards == 1:
        return (daily_answer(number, epochs, lexicon, blocks),)
    epoch = epoch_of_day(number, epochs)
    words = lexicon.pool(DAILY_POOL, epoch.pool_version).words
    key = subkey(epoch.key, "boards", lexicon.name, DAILY_POOL, variant.path, number)
    return distinct_words(words, variant.boards, key, blocked_on(number, blocks))


def distinct_words(
    words: Sequence[str], count: int, key: bytes, blocked: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return `count` distinct words, drawn with a key.

    Blocked words are left out, unless there are too few others.

    Raises:
        PuzzleError: the pool has too few words.
    """
    if count > len(words):
        raise PuzzleError("few-words", count)
    if count > len(words) - len(blocked.intersection(words)):
        blocked = frozenset()
    drawn, numbers = dict[str, None](), itertools.count()
    # A blocked word, or one that was drawn before, adds nothing, so drawing continues.
    while len(drawn) < count:
        word = words[int.from_bytes(subkey(key, next(numbers))) % len(words)]
        if word not in blocked:
            drawn[word] = None
    return tuple(drawn)


def days_of_cycle(size: int) -> int:
    """Return the number of days after which the pool is reshuffled: three quarters of its size.

    If a cycle used the whole pool, players could deduce the last words from the earlier ones.

    >>> days_of_cycle(2000), days_of_cycle(1)
    (1500, 1)
    """
    return max(1, size * 3 // 4)


def permuted(index: int, size: int, key: bytes) -> int:
    """Return the image of `index` in the permutation of 0 to `size` - 1 selected by `key`.

    A balanced Feistel network over 16 bits, with rounds keyed by HMAC-SHA-256, is applied until the
    value is below `size` (cycle walking). The result is the same on every machine and version.

    >>> sorted(permuted(index, 5, b"key") for index in range(5))
    [0, 1, 2, 3, 4]

    Source: J. Black and P. Rogaway, "Ciphers with Arbitrary Finite Domains" (CT-RSA 2002), for
    cycle walking; the number of rounds is that of FF1 in NIST SP 800-38G.

    Raises:
        ValueError: `size` is not from 1 to 65,536, or `index` is not below it.
    """
    if not 0 <= index < size <= DOMAIN:
        raise ValueError(f"no place {index} in a permutation of {size} (at most {DOMAIN})")
    rounds, value = _rounds(key), index
    while True:
        left, right = value >> HALF_BITS, value & HALF_MASK
        for keyed in rounds:
            left, right = right, left ^ keyed[right]
        value = left << HALF_BITS | right
        if value < size:
            return value


# 32 entries of 3 kB: 0.1 MB at most.
@functools.lru_cache(maxsize=32)
def _rounds(key: bytes) -> tuple[bytes, ...]:
    """Return the keyed function of each round as a table of 256 bytes.

    The tables make the steps of cycle walking cheap, since small sizes need thousands of steps.
    """
    blocks = range((HALF_MASK + 1) // DIGEST_BYTES)
    return tuple(
        b"".join(hmac.digest(key, bytes((number, block)), "sha256") for block in blocks)
        for number in range(ROUNDS)
    )


def today(now: datetime, zone: tzinfo) -> date:
    """Return the calendar date in `zone` at the instant `now`.

    Raises:
        ValueError: `now` is not timezone-aware.
    """
    if now.tzinfo is None:
        raise ValueError("the time of day needs its zone")
    try:
        return now.astimezone(zone).date()
    except OverflowError:
        return date.max  # in this zone, the date would be after the end of the calendar


def day_number(day: date, first_day: date) -> int:
    """Return the number of a date: 1 for the first day, 0 or less before it.

    >>> day_number(date(2025, 1, 31), date(2025, 1, 1))
    31
    """
    return (day - first_day).days + 1


def date_of(number: int, first_day: date) -> date:
    """Return the date of a day number.

    Raises:
        PuzzleError: the calendar does not extend that far.
    """
    try:
        return first_day + timedelta(days=number - 1)
    except OverflowError as error:
        raise PuzzleError("future" if number > 0 else "before-first", number) from error


def check_day(number: int, latest: int) -> int:
    """Return `number` if its puzzle exists; `latest` is the last day that has begun.

    Raises:
        PuzzleError: the day is before day 1 or has not begun.
    """
    if number < 1:
        raise PuzzleError("before-first", number)
    if number > latest:
        raise PuzzleError("future", number)
    return number


def read_day(text: str, first_day: date) -> int:
    """Return the day number for a typed number (`1,234`, `1.234`) or date (`2025-12-31`).

    Raises:
        PuzzleError: the text is neither.
    """
    stripped = text.strip()
    if _NUMBER.fullmatch(stripped):
        return int("".join(filter(str.isdecimal, stripped)))
    if not _DATE.fullmatch(stripped):
        raise PuzzleError("day")
    try:
        return day_number(date.fromisoformat(stripped), first_day)
    except ValueError as error:
        raise PuzzleError("day") from error


def next_midnight(now: datetime, zone: tzinfo) -> datetime:
    """Return the instant at which the next date begins in `zone`.

    If the clocks skip midnight, this is the first instant of the new date. On the last date of the
    calendar, it is the end of that date in UTC.
    """
    if (day := today(now, zone)) == date.max:
        return datetime.max.replace(tzinfo=UTC)
    tomorrow = day + timedelta(days=1)
    return datetime.combine(tomorrow, time(), zone).astimezone(UTC).astimezone(zone)


def seconds_to_midnight(now: datetime, zone: tzinfo) -> int:
    """Return the seconds until the next date begins in `zone`, rounded up; at least 1."""
    left = next_midnight(now, zone).astimezone(UTC) - now.astimezone(UTC)
    return max(1, -(-left // timedelta(seconds=1)))
