"""Past or possible answers of another game: parsed from any text, and packed into a bit per word.

The bits are in the order of the likely words. A digest of the likely words comes first: if it does
not match, the list is read as empty, so no bit is taken for another word. Other words are packed as
letters. If a list has dates or numbers, another bit per word marks the oldest words.
"""

import functools
import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from typing import Final

import numpy as np

from wordle_web.engine.answer_lists import answer_lines
from wordle_web.engine.candidates import (
    EARLY_WEIGHT,
    LATE_WEIGHT,
    LIKELY,
    USED_WEIGHT,
    Belief,
    belief_of,
    likely_answers,
)
from wordle_web.engine.dates import named_dates
from wordle_web.engine.letters import normalized, plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.parsing import linear_pattern

MIN_SPAN: Final = 365  # minimum difference between the first and last date or number of a list
MIN_SHARE: Final = 0.9  # minimum share of words that have a date or number on their line
EARLY_SHARE: Final = 1 / 6  # share of words that count as early; these are repeated more often

MAX_NUMBERS: Final = 4  # numbers tried per line, as in a table with month, day and number
BY_DATE: Final = (0, 1)  # indices of the ways in `parse_answer_list` that read dates
_NUMERIC = linear_pattern(r"\b(\d{1,4})[-/.](\d{1,2})[-/.](\d{2,4})\b")
_NUMBER = linear_pattern(r"(?<![\d/:-])(?<!\d[.,])(\d{1,5})(?![\d/:-]|[.,]\d)")
_NUMBERING = linear_pattern(r"\s{0,99}\d{1,5}[.)]\s")


def _is_plausible(days: Mapping[str, int], lines: Sequence[tuple[str, str]]) -> bool:
    """Return whether these numbers look like the days of words, not like line numbers."""
    words = {word for _, word in lines}
    if not days or len(days) < MIN_SHARE * len(words):
        return False
    if len(set(days.values())) < MIN_SHARE * len(days):
        return False
    if max(days.values()) - min(days.values()) < MIN_SPAN:
        return False
    # Sorted by day, answers are in no alphabetical order, unlike the lines of a word list.
    order = sorted(days, key=lambda word: days[word])
    rising = sum(one < other for one, other in pairwise(order))
    return 1 - MIN_SHARE < rising / len(order) < MIN_SHARE


def _by_date(lines: Sequence[tuple[str, str]], *, swapped: bool) -> dict[str, int]:
    """Return the latest date of each word, as an ordinal; empty if a date is impossible.

    `swapped` puts the day before the month in numeric dates.
    """
    days: dict[str, int] = {}
    for line, word in lines:
        try:
            dates = list(_dates(line.lower(), swapped=swapped))
        except ValueError:
            return {}
        if dates:
            days[word] = max(dates[0], days.get(word, dates[0]))
    return days


def _dates(line: str, *, swapped: bool) -> Iterator[int]:
    """Yield the ordinals of the dates in a line; `ValueError` if one of them is impossible."""
    for first, second, third in _NUMERIC.findall(line):
        if len(first) == 4:
            yield date(int(first), int(second), int(third)).toordinal()
        else:
            year = int(third) + (2000 if len(third) == 2 else 0)
            month, day = (second, first) if swapped else (first, second)
            yield date(year, int(month), int(day)).toordinal()
    for named in named_dates(line):
        yield date(*named).toordinal()


def _by_number(lines: Sequence[tuple[str, str]], *, place: int) -> dict[str, int]:
    """Return the highest puzzle number of each word; empty if the numbers count something else.

    `place` is the index of the puzzle number among the numbers of a line.
    """
    numbered = []
    for line, word in lines:
        numbers_of_line = _NUMBER.findall(line)
        if len(numbers_of_line) > place:
            numbered.append((word, int(numbers_of_line[place])))
    numbers = [number for _, number in numbered]
    is_counted = numbers == list(range(1, len(numbers) + 1))
    if is_counted and all(_NUMBERING.match(line) for line, _ in lines):
        return {}
    # With one word a day, gaps this wide mean that the numbers count something else.
    if numbers and max(numbers) - min(numbers) > 2 * len(numbers) + MIN_SPAN:
        return {}
    days: dict[str, int] = {}
    for word, number in numbered:
        days[word] = max(number, days.get(word, number))
    return days


MAX_TEXT: Final = 256 * 1024  # characters; thirty years of daily answers with their dates
VERSION_BYTES: Final = 4
MAX_BYTES: Final = 1 << 16  # limit of an unpacked list: 8,000 words as letters

_LETTERS = linear_pattern(r"(?<![^\W\d_])[^\W\d_]{1,64}")


@dataclass(frozen=True, slots=True)
class AnswerList:
    """The answers parsed from a text."""

    words: tuple[str, ...]  # words of the lexicon, once each, in the order of the text
    unknown: tuple[str, ...]  # words of the same length that are not in the lexicon, once each
    early: frozenset[str]  # the oldest words, if the list is dated
    is_dated: bool  # whether the text has dates or puzzle numbers
    # A text that parses to the same result: one word per line, with its date or number.
    listed: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class UsedWords:
    """A list of past answers."""

    words: tuple[str, ...] = ()  # sorted
    early: frozenset[str] = frozenset()  # the oldest words
    is_dated: bool = False  # whether it is known which words are early

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each past answer."""
        if not self.is_dated:
            return dict.fromkeys(self.words, USED_WEIGHT)
        return {word: EARLY_WEIGHT if word in self.early else LATE_WEIGHT for word in self.words}

    def with_answers(self, others: AnswerList) -> "UsedWords":
        """Return the list with further words; it is dated if at least half of all words are."""
        words = sorted({*self.words, *others.words})
        dated = {*(self.words if self.is_dated else ()), *(others.words if others.is_dated else ())}
        is_dated = 2 * len(dated) >= len(words) and bool(dated)
        early = (self.early - set(others.words if others.is_dated else ())) | others.early
        return UsedWords(tuple(words), early if is_dated else frozenset(), is_dated)


@dataclass(frozen=True, slots=True)
class OtherGame:
    """The known answers of another game."""

    weights: Mapping[str, float] = field(default_factory=dict)  # the weight of each past answer
    possible: tuple[str, ...] = ()  # its possible answers; empty if unknown

    def belief(self, lexicon: Lexicon, mode: str, used_words: Iterable[str] = ()) -> Belief:
        """Return the belief for a mode of the helper.

        `used_words` are more past answers. In modes for pools of this site, only these count.
        """
        weights = dict.fromkeys(used_words, USED_WEIGHT)
        if mode != "real":
            return belief_of(lexicon, mode, weights)
        return belief_of(lexicon, mode, {**weights, **self.weights}, self.possible)


# One entry of 0.2 MB per lexicon; 25 are built in.
@functools.lru_cache(maxsize=32)
def other_game(
    lexicon: Lexicon, used_words: tuple[str, ...], possible: tuple[str, ...]
) -> OtherGame:
    """Parse the lines of a host's files of past and possible answers."""
    past = UsedWords().with_answers(parse_answer_list("\n".join(used_words), lexicon))
    return OtherGame(past.weights, parse_answer_list("\n".join(possible), lexicon).words)


def parse_answer_list(text: str, lexicon: Lexicon) -> AnswerList:
    """Return the words of `lexicon` that occur in a text as answers.

    In JSON, tables and lines with dates, only the answers are read. Any other text is read as a
    list of words, and words of other lengths are ignored. If a line has words of the right length
    in capitals, only these count, as in "March 3: today's answer was CRANE".

    >>> from wordle_web.engine.lexicon import lexicon_of
    >>> parse_answer_list("1/3 crane, 1/4 Slate; crane, zzzzz", lexicon_of(["crane", "slate"]))
    AnswerList(words=('crane', 'slate'), unknown=('zzzzz',), early=frozenset(), is_dated=False)
    """
    plain = normalized("NFKC", text[:MAX_TEXT])[:MAX_TEXT]  # one character may become 18
    length = lexicon.length
    words: dict[str, None] = {}
    unknown: dict[str, None] = {}
    lines: list[tuple[str, str]] = []  # the lines with exactly one word, and that word
    for line in answer_lines(plain, lexicon):
        # The length is checked later, since accents are removed and ß becomes two letters.
        near = (piece for piece in _LETTERS.findall(line) if length / 2 <= len(piece) <= length)
        folded = (plain_letters(piece, lexicon.alphabet) for piece in near)
        fitting = [piece for piece in folded if len(piece) == length]
        capital = [piece for piece in fitting if piece.isupper()]
        pieces = dict.fromkeys(piece.lower() for piece in capital or fitting)
        known = [word for word in pieces if word in lexicon]
        words.update(dict.fromkeys(known))
        unknown.update(dict.fromkeys(word for word in pieces if word not in lexicon))
        lines += [(line, known[0])] if len(known) == 1 else []
    early, days, chosen = frozenset[str](), None, None
    # Dates or numbers are read if at least half of the words stand alone on a line, as in a list of
    # past answers.
    if 2 * len({word for _, word in lines}) >= len(words):
        ways = (
            *(_by_date(lines, swapped=swapped) for swapped in (False, True)),
            *(_by_number(lines, place=place) for place in range(MAX_NUMBERS)),
        )
        chosen = next(
            (place for place, days in enumerate(ways) if _is_plausible(days, lines)), None
        )
        days = ways[chosen] if chosen is not None else None
    if days:
        order = sorted(days, key=days.__getitem__)
        early = frozenset(order[: round(len(order) * EARLY_SHARE)])
    listed = []
    for word in words:
        day = (days or {}).get(word)
        when = (
            "" if day is None else f"{date.fromordinal(day)} " if chosen in BY_DATE else f"{day} "
        )
        listed.append(f"{when}{word}")
    return AnswerList(
        tuple(words), tuple(unknown), early, bool(days), "\n".join((*listed, *unknown))
    )


def pack(lexicon: Lexicon, used_words: UsedWords) -> bytes:
    """Return a list in as few bytes as possible."""
    order, chosen = _likely_words(lexicon), set(used_words.words)
    bits = np.fromiter((word in chosen for word in order), dtype=np.bool_, count=len(order))
    flags = np.packbits(bits).tobytes().rstrip(b"\x00")
    early = np.fromiter(
        (word in used_words.early for word in sorted(chosen)), np.bool_, len(chosen)
    )
    ages = np.packbits(early).tobytes() if used_words.is_dated else b""
    body = b"".join(len(section).to_bytes(2, "big") + section for section in (flags, ages))
    others = " ".join(sorted(chosen.difference(order))).encode()
    return _version_of(order) + zlib.compress(body + others, 9, -zlib.MAX_WBITS)


def unpack(lexicon: Lexicon, data: bytes) -> UsedWords:
    """Return the unpacked list; empty if it is damaged or was packed with other likely words."""
    order = _likely_words(lexicon)
    if data[:VERSION_BYTES] != _version_of(order):
        return UsedWords()
    try:
        body = zlib.decompressobj(-zlib.MAX_WBITS).decompress(data[VERSION_BYTES:], MAX_BYTES)
    except zlib.error:
        return UsedWords()
    flags, rest = _section(body)
    ages, names = _section(rest)
    others = names.decode("utf-8", "replace").split()
    words = sorted({*_words_of_bits(order, flags), *others})
    is_early = np.unpackbits(np.frombuffer(ages, dtype=np.uint8)).tolist()
    early = {word for word, flag in zip(words, is_early, strict=False) if flag}
    known = tuple(word for word in words if word in lexicon)
    return UsedWords(known, frozenset(early.intersection(known)), bool(ages))


def _section(data: bytes) -> tuple[bytes, bytes]:
    end = 2 + int.from_bytes(data[:2], "big")
    return data[2:end], data[end:]


def _words_of_bits(order: Sequence[str], body: bytes) -> tuple[str, ...]:
    bits = np.unpackbits(np.frombuffer(body, dtype=np.uint8))[: len(order)]
    return tuple(order[index] for index in np.flatnonzero(bits).tolist())


def is_likely(lexicon: Lexicon, word: str) -> bool:
    """Return whether `word` is a likely answer; these are packed as bits, not as letters."""
    index = lexicon.index(word)
    return index is not None and bool(lexicon.prior[index] >= LIKELY)


# About 70 B per word: at most 0.7 MB per lexicon, 11 MB for all built-in lexicons.
@functools.lru_cache(maxsize=32)
def _likely_words(lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(lexicon.words[index] for index in likely_answers(lexicon).tolist())


@functools.lru_cache(maxsize=32)
def _version_of(order: tuple[str, ...]) -> bytes:
    return hashlib.sha256("\n".join(order).encode()).digest()[:VERSION_BYTES]
