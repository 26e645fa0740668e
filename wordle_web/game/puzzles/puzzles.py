"""The answer, or answers, of a day or of a random token.

Every puzzle belongs to an epoch: a period of days with one key and one version of the pools. Past
days keep their epoch, so new pools and keys never change past puzzles.
"""

import functools
import hashlib
import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from wordle_web.engine.lexicon import Lexicon, with_pools
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles import base64url
from wordle_web.game.puzzles.permutation import permuted
from wordle_web.game.puzzles.subkeys import subkey
from wordle_web.game.puzzles.variants import HOME, Variant

POOLS = ("easy", "normal", "hard")
LENGTHS = range(4, 9)
LENGTH_PATTERN = "|".join(map(str, LENGTHS))
DAILY_LENGTH = 5
DAILY_POOL = "normal"
NONCE_BYTES = 16
MIN_KEY_BYTES = 16

_TOKEN = re.compile(
    rf"(?P<length>{LENGTH_PATTERN})-(?P<pool>{'|'.join(POOLS)})-(?P<epoch>0|[1-9][0-9]{{0,3}})"
    r"-(?P<nonce>[A-Za-z0-9_-]{22})"
)


class EpochError(ValueError):
    """A wrong configuration of epochs; the message says how."""


@dataclass(frozen=True, slots=True)
class Epoch:
    """A period of days with one key and one version of the pools.

    Attributes:
        number: From 0 to 9,999; part of random tokens and stored games.
        first_day: The number of its first day.
        pool_version: The version of every pool in it; None for the latest, which suits only a
            host that keeps a single version.
        key: At least 16 secret bytes.
    """

    number: int
    first_day: int
    pool_version: int | None
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RandomPuzzle:
    """The content of a random token: length, pool, epoch and 16 random bytes."""

    length: int
    pool: str
    epoch: int
    nonce: bytes

    @property
    def token(self) -> str:
        """The URL-safe token: `5-normal-1-` and 22 characters."""
        return f"{self.length}-{self.pool}-{self.epoch}-{base64url.encode(self.nonce)}"


def daily_id(number: int, variant: Variant = HOME) -> str:
    """Return the name of a day's game in a history."""
    return f"{variant.path}daily/{number}"


def random_id(token: str, variant: Variant = HOME) -> str:
    """Return the name of a random game in a history."""
    return f"{variant.path}random/{token}"


def challenge_id(token: str, variant: Variant = HOME) -> str:
    """Return the name of a challenge in a history; it reveals neither word nor link."""
    digest = hashlib.sha256(token.encode(errors="replace")).hexdigest()
    return f"{variant.path}challenge/{digest[:16]}"


def check_epochs(epochs: Sequence[Epoch]) -> tuple[Epoch, ...]:
    """Return `epochs` in the order of their first days.

    Raises:
        EpochError: no epoch covers day 1, two share a number or first day, or a number or key is
            invalid.
    """
    ordered = tuple(sorted(epochs, key=lambda epoch: epoch.first_day))
    if not ordered or ordered[0].first_day > 1:
        raise EpochError("no epoch covers day 1")
    for name in ("number", "first_day"):
        values = [getattr(epoch, name) for epoch in ordered]
        if len(set(values)) < len(values):
            raise EpochError(f"two epochs have the same {name}")
    for epoch in ordered:
        if len(epoch.key) < MIN_KEY_BYTES:
            raise EpochError(f"the key of epoch {epoch.number} is shorter than 16 bytes")
        if not 0 <= epoch.number <= 9999:
            raise EpochError(f"epoch number {epoch.number} is not between 0 and 9999")
    return ordered


def epoch_of_day(number: int, epochs: Sequence[Epoch]) -> Epoch:
    """Return the epoch that day `number` belongs to.

    Raises:
        PuzzleError: the day is before the first.
    """
    begun = [epoch for epoch in epochs if epoch.first_day <= number]
    if number < 1 or not begun:
        raise PuzzleError("before-first", number)
    return max(begun, key=lambda epoch: epoch.first_day)


def epoch_numbered(number: int, epochs: Sequence[Epoch]) -> Epoch:
    """Return the epoch with that number.

    Raises:
        PuzzleError: it is not (or no longer) configured.
    """
    for epoch in epochs:
        if epoch.number == number:
            return epoch
    raise PuzzleError("unknown-epoch")


# 32 of 1 kB, which share words and arrays with the whole lexicon.
@functools.lru_cache(maxsize=32)
def with_pool_versions(lexicon: Lexicon, versions: frozenset[int]) -> Lexicon:
    """Return a lexicon with the pools that `versions` stand for, so that no future pool leaks.

    A version that a pool does not have stands for the latest before it.
    """
    latest = {}
    for pool in sorted(lexicon.pools, key=lambda pool: pool.version):
        latest.update({(pool.name, each): pool for each in versions if pool.version <= each})
    chosen = set(latest.values())
    return with_pools(lexicon, tuple(pool for pool in lexicon.pools if pool in chosen))


def daily_answer(number: int, epochs: Sequence[Epoch], lexicon: Lexicon) -> str:
    """Return the answer of day `number`.

    Within a cycle of days no word repeats; each cycle has another order.

    Raises:
        PuzzleError: the day is before the first.
    """
    epoch = epoch_of_day(number, epochs)
    words = lexicon.pool(DAILY_POOL, epoch.pool_version).words
    cycle, place = divmod(number - epoch.first_day, days_of_cycle(len(words)))
    key = subkey(epoch.key, "daily", epoch.number, lexicon.name, DAILY_POOL, cycle)
    return words[permuted(place, len(words), key)]


def daily_answers(
    number: int, epochs: Sequence[Epoch], lexicon: Lexicon, variant: Variant = HOME
) -> tuple[str, ...]:
    """Return the answers of day `number`, one per board.

    Those of several boards come from a key of that day alone: they have no cycles.

    Raises:
        PuzzleError: the day is before the first, or the pool is too small.
    """
    if variant.boards == 1:
        return (daily_answer(number, epochs, lexicon),)
    epoch = epoch_of_day(number, epochs)
    words = lexicon.pool(DAILY_POOL, epoch.pool_version).words
    key = subkey(epoch.key, "boards", lexicon.name, DAILY_POOL, variant.path, number)
    return _distinct(words, variant.boards, key)


def _distinct(words: Sequence[str], count: int, key: bytes) -> tuple[str, ...]:
    # An index that came before is drawn again.
    if count > len(words):
        raise PuzzleError("few-words", count)
    drawn: dict[str, None] = {}
    for number in itertools.count():
        if len(drawn) == count:
            break
        drawn[words[int.from_bytes(subkey(key, number)) % len(words)]] = None
    return tuple(drawn)


def days_of_cycle(size: int) -> int:
    """Return the length of a cycle, after which the pool is reshuffled: three quarters of it.

    If a cycle used the whole pool, anyone who crossed out the past words would know the last ones.

    >>> days_of_cycle(2000), days_of_cycle(1)
    (1500, 1)
    """
    return max(1, size * 3 // 4)


def new_token(length: int, pool: str, epoch: int, randbytes: Callable[[int], bytes]) -> str:
    """Return a new random token; `randbytes` returns secure random bytes.

    Raises:
        PuzzleError: there is no such length or pool.
    """
    if length not in LENGTHS or pool not in POOLS:
        raise PuzzleError("token")
    return RandomPuzzle(length, pool, epoch, randbytes(NONCE_BYTES)).token


def read_token(token: str) -> RandomPuzzle:
    """Return the content of a random token.

    Raises:
        PuzzleError: it is malformed.
    """
    match = _TOKEN.fullmatch(token)
    nonce = base64url.decode(match["nonce"]) if match else None
    if match is None or nonce is None:
        raise PuzzleError("token")
    return RandomPuzzle(int(match["length"]), match["pool"], int(match["epoch"]), nonce)


def random_answers(
    token: str, epochs: Sequence[Epoch], lexicon: Lexicon, variant: Variant = HOME
) -> tuple[str, ...]:
    """Return the answers of a random token, one per board, in the lexicon of its length.

    256 bits are reduced modulo the pool, so no word is more likely than another by more than one
    part in 2^240. The same token has other words in every variant.

    Raises:
        PuzzleError: the token is malformed or for another length, its epoch is not configured, or
            the pool is too small.
    """
    puzzle = read_token(token)
    if puzzle.length != lexicon.length:
        raise PuzzleError("token")
    epoch = epoch_numbered(puzzle.epoch, epochs)
    words = lexicon.pool(puzzle.pool, epoch.pool_version).words
    key = subkey(epoch.key, "random")
    if variant.boards > 1:
        boards_key = subkey(key, lexicon.name, puzzle.token, variant.path)
        return _distinct(words, variant.boards, boards_key)
    digest = subkey(key, lexicon.name, puzzle.token)
    return (words[int.from_bytes(digest) % len(words)],)
