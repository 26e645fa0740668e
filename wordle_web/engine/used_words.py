"""Words that another game has used, or may use: found in any text, and packed to a bit a word.

The order of the bits is that of the likely words; a digest of these is its version and stands
before the bits, so that no bit is ever read as another word. Where a release changes the likely
words, those of before stay in `data/likely`, and lists packed by them are still read. Other words
are packed by their letters, and where a list tells when its words were used, a bit a word says
which were long ago.
"""

import functools
import hashlib
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from wordle_web.engine.candidates import (
    EARLY_WEIGHT,
    LATE_WEIGHT,
    LIKELY,
    USED_WEIGHT,
    Belief,
    belief_of,
)
from wordle_web.engine.lexicon import DATA_FOLDER, Lexicon
from wordle_web.engine.used_dates import early_words
from wordle_web.engine.words.letters import normalized, plain_letters
from wordle_web.engine.words.wordfiles import LexiconError, read_words

MAX_TEXT: Final = 256 * 1024  # characters; thirty years of daily answers with their dates
VERSION_BYTES: Final = 4
PLAIN, DEFLATED, SECTIONS = b"\x00", b"\x01", b"\x02"
MAX_BITS: Final = 1 << 17
MAX_SECTIONS: Final = 1 << 16  # bytes of a list unpacked: 8,000 words by their letters

_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class FoundWords:
    """What a text names.

    Attributes:
        words: Words of the lexicon, once each, in the order of the text.
        unknown: What has as many letters and is no word of it, once each.
        early: Those of the words that were used long ago, where the text tells.
        is_dated: Whether it tells.
    """

    words: tuple[str, ...]
    unknown: tuple[str, ...]
    early: frozenset[str] = frozenset()
    is_dated: bool = False


@dataclass(frozen=True, slots=True)
class UsedWords:
    """A list of words, as it is kept.

    Attributes:
        words: Sorted.
        early: Those of them that were used long ago.
        is_dated: Whether it is known which were.
    """

    words: tuple[str, ...] = ()
    early: frozenset[str] = frozenset()
    is_dated: bool = False

    @property
    def weights(self) -> dict[str, float]:
        """What a past answer weighs, by the word."""
        if not self.is_dated:
            return dict.fromkeys(self.words, USED_WEIGHT)
        return {word: EARLY_WEIGHT if word in self.early else LATE_WEIGHT for word in self.words}

    def with_found(self, found: FoundWords) -> "UsedWords":
        """Return the list with the words of a text; dated where that is known of at least half."""
        words = sorted({*self.words, *found.words})
        dated = {*(self.words if self.is_dated else ()), *(found.words if found.is_dated else ())}
        is_dated = 2 * len(dated) >= len(words) and bool(dated)
        early = (self.early - set(found.words if found.is_dated else ())) | found.early
        return UsedWords(tuple(words), early if is_dated else frozenset(), is_dated)


@dataclass(frozen=True, slots=True)
class OtherGame:
    """What is known of the answers of a game elsewhere.

    Attributes:
        weights: What each past answer weighs.
        possible: Its possible answers; none where they are not known.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    possible: tuple[str, ...] = ()

    def belief(self, lexicon: Lexicon, mode: str, used: Iterable[str] = ()) -> Belief:
        """Return the belief of a mode of the helper.

        What another game has used says nothing about this site's own pools.

        Args:
            lexicon: The words.
            mode: "real", or the name of a pool.
            used: Past answers that count in any mode.
        """
        weights = dict.fromkeys(used, USED_WEIGHT)
        if mode != "real":
            return belief_of(lexicon, mode, weights)
        return belief_of(lexicon, mode, {**weights, **self.weights}, self.possible)


NOTHING_KNOWN: Final = OtherGame()


# A host has one of both lists for all lexicons: 25 of 0.2 MB.
@functools.lru_cache(maxsize=32)
def other_game(lexicon: Lexicon, used: tuple[str, ...], possible: tuple[str, ...]) -> OtherGame:
    """Return what the lines of a host's two files tell, of the words of a lexicon."""
    past = UsedWords().with_found(find_used("\n".join(used), lexicon))
    return OtherGame(past.weights, find_used("\n".join(possible), lexicon).words)


def find_used(text: str, lexicon: Lexicon) -> FoundWords:
    """Return the words of `lexicon` that a text names, whatever stands between them.

    Dates, numbers and words of other lengths are passed over. In a line with words of the length
    in capitals only these count, as in "March 3: today's answer was CRANE".

    >>> from wordle_web.engine.lexicon import lexicon_of
    >>> find_used("1/3 crane, 1/4 Slate; crane, zzzzz", lexicon_of(["crane", "slate"]))
    FoundWords(words=('crane', 'slate'), unknown=('zzzzz',), early=frozenset(), is_dated=False)
    """
    plain = normalized("NFKC", text[:MAX_TEXT])[:MAX_TEXT]  # a letter may become 18
    words: dict[str, None] = {}
    unknown: dict[str, None] = {}
    lines: list[tuple[str, str]] = []
    for line in plain.splitlines():
        pieces = dict.fromkeys(piece.lower() for piece in _pieces(line, lexicon))
        known = [word for word in pieces if word in lexicon]
        words.update(dict.fromkeys(known))
        unknown.update(dict.fromkeys(word for word in pieces if word not in lexicon))
        lines += [(line, known[0])] if len(known) == 1 else []
    named = {word for _, word in lines}
    early, is_dated = early_words(lines) if 2 * len(named) >= len(words) else (frozenset(), False)
    return FoundWords(tuple(words), tuple(unknown), early, is_dated)


def _pieces(line: str, lexicon: Lexicon) -> list[str]:
    # Accents are lost and ß becomes two letters, so that the length counts on what is left.
    length = lexicon.length
    found = (piece for piece in _LETTERS.findall(line) if length / 2 <= len(piece) <= length)
    plain = (plain_letters(piece, lexicon.alphabet) for piece in found)
    pieces = [piece for piece in plain if len(piece) == length]
    return [piece for piece in pieces if piece.isupper()] or pieces


def pack(lexicon: Lexicon, used: UsedWords) -> bytes:
    """Return a list as few bytes as it takes.

    A list of likely words without dates is packed as it always was, which older releases read.
    """
    order = _likely_words(lexicon)
    chosen = set(used.words)
    bits = np.fromiter((word in chosen for word in order), dtype=np.bool_, count=len(order))
    plain = np.packbits(bits).tobytes().rstrip(b"\x00")
    others = sorted(chosen.difference(order))
    if used.is_dated or others:
        early = np.array([word in used.early for word in sorted(chosen)], dtype=np.bool_)
        ages = np.packbits(early).tobytes() if used.is_dated else b""
        sections = (plain, ages, " ".join(others).encode())
        body = b"".join(len(each).to_bytes(2, "big") + each for each in sections[:2])
        return _version_of(order) + SECTIONS + _deflated(body + sections[2])
    deflated = _deflated(plain)
    body = PLAIN + plain if len(plain) <= len(deflated) else DEFLATED + deflated
    return _version_of(order) + body


def _deflated(data: bytes) -> bytes:
    return zlib.compress(data, 9, -zlib.MAX_WBITS)


def unpack(lexicon: Lexicon, data: bytes) -> UsedWords:
    """Return the list that `pack` was given; an empty one where the order is not known."""
    version, kind, body = (
        data[:VERSION_BYTES],
        data[VERSION_BYTES : VERSION_BYTES + 1],
        data[VERSION_BYTES + 1 :],
    )
    order = _order_of(lexicon, version)
    if kind in {DEFLATED, SECTIONS}:
        size = MAX_BITS // 8 if kind == DEFLATED else MAX_SECTIONS
        try:
            body = zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, size)
        except zlib.error:
            return UsedWords()
    if kind != SECTIONS:
        return UsedWords(_words_of_bits(order, body))
    bits, rest = _section(body)
    ages, names = _section(rest)
    others = names.decode("utf-8", "replace").split()
    words = sorted({*_words_of_bits(order, bits), *others})
    is_early = np.unpackbits(np.frombuffer(ages, dtype=np.uint8)).tolist()
    early = {word for word, flag in zip(words, is_early, strict=False) if flag}
    known = tuple(word for word in words if word in lexicon)
    return UsedWords(known, frozenset(early.intersection(known)), bool(ages))


def _section(data: bytes) -> tuple[bytes, bytes]:
    """Return the section that data begin with, and what follows it."""
    end = 2 + int.from_bytes(data[:2], "big")
    return data[2:end], data[end:]


def _words_of_bits(order: Sequence[str], body: bytes) -> tuple[str, ...]:
    bits = np.unpackbits(np.frombuffer(body, dtype=np.uint8))[: len(order)]
    return tuple(order[index] for index in np.flatnonzero(bits).tolist())


def can_be_packed(lexicon: Lexicon, word: str) -> bool:
    """Tell whether `word` is a likely answer."""
    index = lexicon.index(word)
    return index is not None and bool(lexicon.prior[index] >= LIKELY)


def _order_of(lexicon: Lexicon, version: bytes) -> Sequence[str]:
    order = _likely_words(lexicon)
    return order if version == _version_of(order) else _earlier_words(version)


# About 70 B a word: 0.7 MB at most each, 11 MB where every shipped lexicon is asked for.
@functools.lru_cache(maxsize=32)
def _likely_words(lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(lexicon.words[index] for index in np.flatnonzero(lexicon.prior >= LIKELY).tolist())


# Only files of releases before are ever found; 7,000 words take 0.5 MB.
@functools.lru_cache(maxsize=8)
def _earlier_words(version: bytes) -> tuple[str, ...]:
    try:
        return read_words(DATA_FOLDER / "likely" / f"{version.hex()}.txt")
    except LexiconError:
        return ()


@functools.lru_cache(maxsize=32)
def _version_of(order: tuple[str, ...]) -> bytes:
    return hashlib.sha256("\n".join(order).encode()).digest()[:VERSION_BYTES]
