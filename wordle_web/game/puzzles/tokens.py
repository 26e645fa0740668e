"""Tokens of random games, their answers, and the names of games in a history."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.codecs import from_base64url, subkey, to_base64url
from wordle_web.game.errors import PuzzleError
from wordle_web.game.puzzles.days import LENGTH_PATTERN, LENGTHS, POOLS, Epoch, distinct_words
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.parsing import linear_pattern

NONCE_BYTES = 16
_TOKEN = linear_pattern(
    rf"(?P<length>{LENGTH_PATTERN})-(?P<pool>{'|'.join(POOLS)})-(?P<epoch>0|[1-9][0-9]{{0,3}})"
    r"-(?P<nonce>[A-Za-z0-9_-]{22})"
)


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
        return f"{self.length}-{self.pool}-{self.epoch}-{to_base64url(self.nonce)}"


def random_id(token: str, variant: Variant = HOME) -> str:
    """Return the name of a random game in a history."""
    return f"{variant.path}random/{token}"


def challenge_id(token: str, variant: Variant = HOME) -> str:
    """Return the name of a challenge in a history; it reveals neither the word nor the link."""
    digest = hashlib.sha256(token.encode(errors="replace")).hexdigest()
    return f"{variant.path}challenge/{digest[:16]}"


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
        PuzzleError: the token is malformed.
    """
    match = _TOKEN.fullmatch(token)
    nonce = from_base64url(match["nonce"]) if match else None
    if match is None or nonce is None:
        raise PuzzleError("token")
    return RandomPuzzle(int(match["length"]), match["pool"], int(match["epoch"]), nonce)


def random_answers(
    token: str, epochs: Sequence[Epoch], lexicon: Lexicon, variant: Variant = HOME
) -> tuple[str, ...]:
    """Return the answers of a random token, one per board.

    256 bits are reduced modulo the pool size, so the probabilities of words differ by less than one
    part in 2^240. The same token has different words in each variant.

    Raises:
        PuzzleError: the token is malformed or for another length than that of `lexicon`, its epoch
            is not configured, or the pool is too small.
    """
    puzzle = read_token(token)
    if puzzle.length != lexicon.length:
        raise PuzzleError("token")
    epoch = next((epoch for epoch in epochs if epoch.number == puzzle.epoch), None)
    if epoch is None:
        raise PuzzleError("unknown-epoch")
    words = lexicon.pool(puzzle.pool, epoch.pool_version).words
    key = subkey(epoch.key, "random")
    if variant.boards > 1:
        boards_key = subkey(key, lexicon.name, puzzle.token, variant.path)
        return distinct_words(words, variant.boards, boards_key)
    digest = subkey(key, lexicon.name, puzzle.token)
    return (words[int.from_bytes(digest) % len(words)],)
