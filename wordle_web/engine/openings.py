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
from wordle_web.engine.bounds import Positions
from wordle_web.engine.feedback import (
    digits_of,
    feedback_matrix,
    letter_codes,
    pattern_from_digits,
)
from wordle_web.engine.hardmode import allowed_guesses
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import DATA_FOLDER, Lexicon
from wordle_web.engine.matrix import Matrix, replacing
from wordle_web.engine.planning import plan
from wordle_web.engine.states import TRIES

SHIPPED: Final = DATA_FOLDER / "openings"
KEPT_GUESSES: Final = 10
FEWEST_WORDS: Final = 40  # of a cell; the reply to a smaller one is found at once when asked for
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
    """

    first: Reply
    replies: Mapping[int, Reply] = field(default_factory=dict)

    def reply(self, turns: Sequence[Turn]) -> Reply | None:
        """Return what was found after `turns`; None where nothing was looked for."""
        if not turns:
            return self.first
        if len(turns) == 1 and turns[0].guess == self.first.guesses[0][0]:
            return self.replies.get(turns[0].pattern)
        return None


def fingerprint(lexicon: Lexicon, belief: Belief, hard: bool) -> str:
    """Return what tells one question from another: words, weights and mode."""
    facts = lexicon.digest.encode() + belief.weights.tobytes() + bytes([hard])
    return hashlib.sha256(facts).hexdigest()[:16]


@functools.lru_cache(maxsize=64)
def find_opening(
    lexicon: Lexicon, belief: Belief, hard: bool, folder: Path | None
) -> Opening | None:
    """Return the opening that was kept for a belief, or None."""
    key = fingerprint(lexicon, belief, hard)
    for place in (SHIPPED, folder):
        with suppress(OSError, ValueError, KeyError, TypeError):
            if place is not None:
                return _read(json.loads(_path(place, lexicon).read_bytes())[key])
    return None


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
    find_opening.cache_clear()


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
    lexicon = matrix.lexicon
    found = np.flatnonzero(belief.weights)
    found = found[np.argsort(-belief.weights[found], kind="stable")]
    first = Reply(((opener, None),), False) if opener else _reply(matrix, belief, found, (), hard)
    guess = first.guesses[0][0]
    patterns = feedback_matrix(letter_codes([guess]), lexicon.codes[found])[0]
    replies = {}
    cells = np.flatnonzero(np.bincount(patterns) >= FEWEST_WORDS).tolist()
    for done, pattern in enumerate(cells, 1):
        turns = (Turn(guess, pattern),)
        replies[pattern] = _reply(matrix, belief, found[patterns == pattern], turns, hard)
        progress(done, len(cells))
    return Opening(first, replies)


def _reply(
    matrix: Matrix, belief: Belief, found: Positions, turns: Sequence[Turn], hard: bool
) -> Reply:
    """Return the best guesses against the words left."""
    lexicon = matrix.lexicon
    allowed = allowed_guesses(lexicon.codes, turns) if hard else None
    left = TRIES - len(turns)
    weights = belief.weights[found]
    made = plan(matrix, found, weights, left, allowed, ranked=True, most_places=REPLY_PLACES)
    columns = made.thought.ranking[:KEPT_GUESSES]
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
    replies = {
        digits_of(pattern, length): _plain_reply(reply)
        for pattern, reply in sorted(opening.replies.items())
    }
    return [_plain_reply(opening.first), replies]


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
    first, replies = plain
    read = {pattern_from_digits(digits): _read_reply(reply) for digits, reply in replies.items()}
    return Opening(_read_reply(first), read)


def _read_reply(plain: Any) -> Reply:
    """Return the reply of a list."""
    is_exact, *flat = plain
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return Reply(tuple((str(word), cost) for word, cost in pairs), bool(is_exact))
