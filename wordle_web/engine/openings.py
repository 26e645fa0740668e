"""Openings: the best first guess for a belief, and replies to patterns that leave many words.

They are the same for everybody, take seconds to find, and are therefore found once: those of
the shipped lexicons are shipped, others are kept in the cache folder by whoever finds them.
Imports the engine only.
"""

import functools
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from wordle_web.engine.belief import Belief
from wordle_web.engine.feedback import (
    digits_of,
    feedback_matrix,
    letter_codes,
    pattern_from_digits,
)
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import DATA_FOLDER, Lexicon
from wordle_web.engine.matrix import Matrix, replacing
from wordle_web.engine.search.bounds import Positions
from wordle_web.engine.search.hard_mode import allowed_guesses
from wordle_web.engine.search.planning import plan
from wordle_web.engine.states import TRIES

SHIPPED: Final = DATA_FOLDER / "openings"
MAX_CACHED_GUESSES: Final = 10
MIN_WORDS: Final = 40  # of a cell; the reply to a smaller one is found at once when asked for
REPLY_PLACES: Final = 4_000  # so far each state is searched


@dataclass(frozen=True, slots=True)
class Reply:
    """What was found for a state.

    Attributes:
        guesses: The best guesses, the best one first, each with the guesses it is expected to
            need; None where that is not known.
        is_exact: Whether no guess can be better than the first.
    """

    guesses: tuple[tuple[str, float | None], ...]
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """A first guess and the replies to it.

    Attributes:
        first: What was found for the first guess.
        replies: By pattern of the first guess.
        others: Replies to other first guesses, which many play; by guess, then by its pattern.
    """

    first: Reply
    replies: Mapping[int, Reply] = field(default_factory=dict)
    others: Mapping[str, Mapping[int, Reply]] = field(default_factory=dict)

    def reply(self, turns: Sequence[Turn]) -> Reply | None:
        """Return what was found after `turns`; None where nothing was looked for."""
        if not turns:
            return self.first
        guess, pattern = turns[0].guess, turns[0].pattern
        replies = self.replies if guess == self.first.guesses[0][0] else self.others.get(guess, {})
        return replies.get(pattern) if len(turns) == 1 else None


def fingerprint(lexicon: Lexicon, belief: Belief, hard: bool) -> str:
    """Return what tells one question from another: words, weights and mode."""
    facts = lexicon.digest.encode() + belief.weights.tobytes() + bytes([hard])
    return hashlib.sha256(facts).hexdigest()[:16]


def find_opening(
    lexicon: Lexicon, belief: Belief, hard: bool, folder: Path | None
) -> Opening | None:
    """Return the opening that was kept for a belief, or None; it may be kept later."""
    with suppress(LookupError):
        return _kept_opening(lexicon, belief, hard, folder)
    return None


def kept_reply(
    lexicon: Lexicon, turns: Sequence[Turn], belief: Belief, hard: bool, folder: Path | None
) -> Reply | None:
    """Return what was found after `turns` and kept of an opening, or None."""
    opening = find_opening(lexicon, belief, hard, folder) if len(turns) <= 1 else None
    return opening.reply(turns) if opening else None


@functools.lru_cache(maxsize=64)
def _kept_opening(lexicon: Lexicon, belief: Belief, hard: bool, folder: Path | None) -> Opening:
    """Return the opening that was kept for a belief, read once.

    Raises:
        LookupError: There is none, or it cannot be read.
    """
    key = fingerprint(lexicon, belief, hard)
    for place in (SHIPPED, folder):
        with suppress(OSError, ValueError, KeyError, TypeError):
            if place is not None:
                return _read(json.loads(_path(place, lexicon).read_bytes())[key])
    raise LookupError(key)


def keep_opening(
    lexicon: Lexicon, belief: Belief, hard: bool, folder: Path, opening: Opening
) -> None:
    """Write an opening into a folder, beside those that it has for the same words.

    Raises:
        OSError: The folder cannot be written.
    """
    path = _path(folder, lexicon)
    kept: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        kept = json.loads(path.read_bytes())
    kept[fingerprint(lexicon, belief, hard)] = _plain(opening, lexicon.length)
    lines = (f"{json.dumps(key)}:{_dense(kept[key])}" for key in sorted(kept))
    with replacing(path) as file:
        file.write(("{" + ",\n".join(lines) + "}\n").encode())
    _kept_opening.cache_clear()


def build_opening(
    matrix: Matrix,
    belief: Belief,
    *,
    hard: bool = False,
    opener: str | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Opening:
    """Return the best opening and the replies to it; takes seconds to minutes.

    Args:
        matrix: The patterns of the lexicon.
        belief: How likely each word is.
        hard: Whether every revealed hint must be used.
        opener: The first guess, where it is given.
        progress: Told how many of the replies are done.
    """
    found = _heaviest_first(belief)
    first = Reply(((opener, None),), False) if opener else _reply(matrix, belief, found, (), hard)
    guess = first.guesses[0][0]
    return Opening(first, build_replies(matrix, belief, guess, hard=hard, progress=progress))


def build_replies(
    matrix: Matrix,
    belief: Belief,
    guess: str,
    *,
    hard: bool = False,
    fewest: int = MIN_WORDS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> dict[int, Reply]:
    """Return the replies to a first guess, by its pattern; takes seconds to minutes.

    Args:
        matrix: The patterns of the lexicon.
        belief: How likely each word is.
        guess: The first guess.
        hard: Whether every revealed hint must be used.
        fewest: Words that a pattern must leave; where it leaves fewer the reply is soon found.
        progress: Told how many of the replies are done.
    """
    found = _heaviest_first(belief)
    patterns = feedback_matrix(letter_codes([guess]), matrix.lexicon.codes[found])[0]
    replies = {}
    cells = np.flatnonzero(np.bincount(patterns) >= fewest).tolist()
    for done, pattern in enumerate(cells, 1):
        turns = (Turn(guess, pattern),)
        replies[pattern] = _reply(matrix, belief, found[patterns == pattern], turns, hard)
        progress(done, len(cells))
    return replies


def _heaviest_first(belief: Belief) -> Positions:
    """Return the positions of the words that are believed in, the heaviest first."""
    found = np.flatnonzero(belief.weights)
    return found[np.argsort(-belief.weights[found], kind="stable")]


def _reply(
    matrix: Matrix, belief: Belief, found: Positions, turns: Sequence[Turn], hard: bool
) -> Reply:
    """Return the best guesses against the words left."""
    lexicon = matrix.lexicon
    allowed = allowed_guesses(lexicon.codes, turns) if hard else None
    left = TRIES - len(turns)
    weights = belief.weights[found]
    made = plan(
        matrix, found, weights, left, allowed, wanted=MAX_CACHED_GUESSES, most_places=REPLY_PLACES
    )
    columns = made.thought.ranking[:MAX_CACHED_GUESSES]
    words = (lexicon.words[made.guesses[column]] for column in columns)
    costs = map(made.expected_guesses, columns)
    return Reply(tuple(zip(words, costs, strict=True)), made.is_exact)


def _path(folder: Path, lexicon: Lexicon) -> Path:
    """Return where a folder keeps the openings of a lexicon."""
    return folder / f"{lexicon.name}.json"


def _dense(plain: Any) -> str:
    """Return JSON without spaces."""
    return json.dumps(plain, separators=(",", ":"))


def _plain(opening: Opening, length: int) -> list[Any]:
    """Return an opening as lists and dictionaries."""
    others = {
        guess: _plain_replies(replies, length) for guess, replies in sorted(opening.others.items())
    }
    plain = [_plain_reply(opening.first), _plain_replies(opening.replies, length)]
    return [*plain, others] if others else plain


def _plain_replies(replies: Mapping[int, Reply], length: int) -> dict[str, Any]:
    """Return replies by the digits of their patterns."""
    return {
        digits_of(pattern, length): _plain_reply(reply)
        for pattern, reply in sorted(replies.items())
    }


def _plain_reply(reply: Reply) -> list[Any]:
    """Return a reply as a list: whether it is exact, then words and expected guesses in turn."""
    return [int(reply.is_exact), *_flat(reply.guesses)]


def _flat(guesses: Sequence[tuple[str, float | None]]) -> Iterator[str | float | None]:
    """Yield words and expected guesses in turn."""
    for word, cost in guesses:
        yield word
        yield None if cost is None else round(cost, 5)


def _read(plain: Any) -> Opening:
    """Return the opening of lists and dictionaries."""
    first, replies, *more = plain
    others = {guess: _read_replies(each) for guess, each in (more[0] if more else {}).items()}
    return Opening(_read_reply(first), _read_replies(replies), others)


def _read_replies(plain: Any) -> dict[int, Reply]:
    """Return the replies of a dictionary."""
    return {pattern_from_digits(digits): _read_reply(reply) for digits, reply in plain.items()}


def _read_reply(plain: Any) -> Reply:
    """Return the reply of a list."""
    is_exact, *flat = plain
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return Reply(tuple((str(word), cost) for word, cost in pairs), bool(is_exact))
