"""Words that another game has used: found in any text, and packed to a bit a word.

Only likely answers are packed, since a tenth of next to nothing changes nothing. The order of the
bits is that of the likely words; a digest of these is its version and stands before the bits, so
that no bit is ever read as another word. Where a release changes the likely words, those of before
stay in `data/likely`, and lists packed by them are still read.
"""

import functools
import hashlib
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.candidates import LIKELY
from wordle_web.engine.lexicon import DATA_FOLDER, Lexicon
from wordle_web.engine.words.letters import normalized, plain_letters
from wordle_web.engine.words.wordfiles import LexiconError, read_words

MAX_TEXT: Final = 256 * 1024  # characters; thirty years of daily answers with their dates
VERSION_BYTES: Final = 4
PLAIN, DEFLATED = b"\x00", b"\x01"
MAX_BITS: Final = 1 << 17

_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class FoundWords:
    """What a text names.

    Attributes:
        words: Words of the lexicon, once each, in the order of the text.
        unknown: What has as many letters and is no word of it, once each.
    """

    words: tuple[str, ...]
    unknown: tuple[str, ...]


def find_used(text: str, lexicon: Lexicon) -> FoundWords:
    """Return the words of `lexicon` that a text names, whatever stands between them.

    Dates, numbers and words of other lengths are passed over. In a line with words of the length
    in capitals only these count, as in "March 3: today's answer was CRANE".

    >>> from wordle_web.engine.lexicon import lexicon_of
    >>> find_used("1/3 crane, 1/4 Slate; crane, zzzzz", lexicon_of(["crane", "slate"]))
    FoundWords(words=('crane', 'slate'), unknown=('zzzzz',))
    """
    plain = normalized("NFKC", text[:MAX_TEXT])[:MAX_TEXT]  # a letter may become 18
    pieces = (piece for line in plain.splitlines() for piece in _pieces(line, lexicon))
    words: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for piece in dict.fromkeys(pieces):
        word = piece.lower()
        found = words if word in lexicon else unknown
        found[word] = None
    return FoundWords(tuple(words), tuple(unknown))


def _pieces(line: str, lexicon: Lexicon) -> list[str]:
    # Accents are lost and ß becomes two letters, so that the length counts on what is left.
    length = lexicon.length
    found = (piece for piece in _LETTERS.findall(line) if length / 2 <= len(piece) <= length)
    plain = (plain_letters(piece, lexicon.alphabet) for piece in found)
    pieces = [piece for piece in plain if len(piece) == length]
    return [piece for piece in pieces if piece.isupper()] or pieces


def pack(lexicon: Lexicon, words: Iterable[str]) -> bytes:
    """Return those of `words` that are likely answers, as few bytes as it takes."""
    order = _likely_words(lexicon)
    chosen = set(words)
    bits = np.fromiter((word in chosen for word in order), dtype=np.bool_, count=len(order))
    plain = np.packbits(bits).tobytes().rstrip(b"\x00")
    deflated = zlib.compress(plain, 9, -zlib.MAX_WBITS)
    body = PLAIN + plain if len(plain) <= len(deflated) else DEFLATED + deflated
    return _version_of(order) + body


def unpack(lexicon: Lexicon, data: bytes) -> tuple[str, ...]:
    """Return the words that `pack` was given, sorted; none where the order is not known."""
    version, kind, body = (
        data[:VERSION_BYTES],
        data[VERSION_BYTES : VERSION_BYTES + 1],
        data[VERSION_BYTES + 1 :],
    )
    order = _order_of(lexicon, version)
    if kind == DEFLATED:
        try:
            body = zlib.decompressobj(-zlib.MAX_WBITS).decompress(body, MAX_BITS // 8)
        except zlib.error:
            return ()
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
