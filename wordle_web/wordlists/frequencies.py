"""How often words are used: wordfreq's files, or lists of words with their counts.

The measure is the Zipf frequency: the base-10 logarithm of how often a word comes in a billion
words. 3 is a word in a million, 6 one in a thousand.
"""

import gzip
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

GZIP: Final = b"\x1f\x8b"
BILLION: Final = 9.0  # its base-10 logarithm
CENTIBELS: Final = 100
HEADER: Final = 32  # bytes in which wordfreq names the format of its files
LEAST: Final = 0.0  # of a word that no list knows


class FrequencyError(ValueError):
    """A list of frequencies that cannot be read, in one line."""


def read_frequencies(data: bytes) -> Mapping[str, float]:
    """Return the Zipf frequency of each word of a list, gzipped or not.

    The list is a file of wordfreq's (`large_it.msgpack.gz`), or lines of a word and its count.

    Raises:
        FrequencyError: it is neither.
    """
    try:
        plain = gzip.decompress(data) if data.startswith(GZIP) else data
    except (OSError, EOFError) as error:
        raise FrequencyError("the list of frequencies is no whole gzip file") from error
    is_wordfreq = b"format" in plain[:HEADER]
    return _from_wordfreq(plain) if is_wordfreq and not plain[:1].isalpha() else _from_counts(plain)


def summed(zipfs: Sequence[float]) -> float:
    """Return the Zipf frequency of several spellings together.

    >>> summed([3.0, 3.0]) > 3.3
    True
    """
    if not zipfs:
        return LEAST
    return math.log10(math.fsum(10**zipf for zipf in zipfs))


def _from_counts(plain: bytes) -> Mapping[str, float]:
    try:
        lines = plain.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise FrequencyError("the list of frequencies is not UTF-8 text") from error
    counts: dict[str, float] = {}
    for number, line in enumerate(lines, start=1):
        parts = line.split()
        if not parts:
            continue
        try:
            count = float(parts[-1])
        except ValueError:
            count = 0.0
        if len(parts) != 2 or not 0 < count < math.inf:
            reason = f"line {number:,} of the list of frequencies is no word with its count"
            raise FrequencyError(f"{reason}: {line[:40]!r}")
        word = parts[0].lower()
        counts[word] = counts.get(word, 0.0) + count
    if not counts:
        raise FrequencyError("the list of frequencies has no words")
    total = math.log10(math.fsum(counts.values()))
    return {word: BILLION + math.log10(count) - total for word, count in counts.items()}


def _from_wordfreq(plain: bytes) -> Mapping[str, float]:
    """Return wordfreq's frequencies: lists of words, each a hundredth of a decade rarer."""
    try:
        header, *bins = _unpacked(plain, 0)[0]
        if header.get("format") != "cB" or header.get("version") != 1:
            raise FrequencyError("the list of frequencies is of a format that is not known")
        return {word: BILLION - at / CENTIBELS for at, words in enumerate(bins) for word in words}
    except (IndexError, AttributeError, TypeError, ValueError, RecursionError) as error:
        raise FrequencyError("the list of frequencies is damaged") from error


def _unpacked(data: bytes, place: int) -> tuple[Any, int]:
    """Return the value that begins at `place`, and its end: as much of msgpack as wordfreq uses.

    Source: https://github.com/msgpack/msgpack/blob/master/spec.md
    """
    kind, place = data[place], place + 1
    if kind < 0x80:
        return kind, place
    if kind in (0xD9, 0xDA) or 0xA0 <= kind < 0xC0:  # text
        wide = {0xD9: 1, 0xDA: 2}.get(kind, 0)
        size = int.from_bytes(data[place : place + wide]) if wide else kind & 0x1F
        start = place + wide
        if start + size > len(data):
            raise IndexError(start)
        return data[start : start + size].decode("utf-8"), start + size
    if kind in (0xDC, 0xDD) or 0x90 <= kind < 0xA0:  # a list
        wide = {0xDC: 2, 0xDD: 4}.get(kind, 0)
        size = int.from_bytes(data[place : place + wide]) if wide else kind & 0x0F
        place, values = place + wide, []
        for _ in range(size):
            value, place = _unpacked(data, place)
            values.append(value)
        return values, place
    if 0x80 <= kind < 0x90:  # a mapping
        pairs = {}
        for _ in range(kind & 0x0F):
            key, place = _unpacked(data, place)
            pairs[key], place = _unpacked(data, place)
        return pairs, place
    raise ValueError(kind)
