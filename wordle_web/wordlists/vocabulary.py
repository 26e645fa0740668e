"""The words of a language by key: spellings, their frequencies, and their kinds.

Games compare keys (`sabia`); people write spellings (`sabia`, `sábia`). Frequencies are read from
wordfreq's files, or from lists of words and counts. Zipf frequencies are used: the base-10
logarithm of the number of occurrences in a billion words. A value of 3 is one in a million words, 6
is one in a thousand.
"""

import gzip
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from wordle_web.engine.wordfiles import SPELLINGS_FILE, key_of
from wordle_web.parsing import linear_pattern
from wordle_web.wordlists.hunspell import Form

LATIN: Final = "abcdefghijklmnopqrstuvwxyz"

# The alphabets of languages that need more or other letters than `LATIN`.
ALPHABETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "belarusian": "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "bulgarian": "абвгдежзийклмнопрстуфхцчшщъьюя",
        "danish": LATIN + "æøå",
        "estonian": LATIN + "äöüõ",
        "finnish": LATIN + "äö",
        "german": LATIN + "äöü",
        "greek": "αβγδεζηθικλμνξοπρστυφχψω",
        "hebrew": "אבגדהוזחטיכלמנסעפצקרשת",
        "norwegian": LATIN + "æøå",
        "polish": "aąbcćdeęfghijklłmnńoóprsśtuwyzźż",
        "russian": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "spanish": LATIN + "ñ",
        "swedish": LATIN + "åäö",
        "turkish": "abcçdefgğhıijklmnoöprsştuüvyz",
        "ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    }
)


def letters_of(language: str) -> str:
    """Return the letters for typing words of a language.

    >>> letters_of("italian") == LATIN, letters_of("turkish")[9:12]
    (True, 'hıi')
    """
    return ALPHABETS.get(language, LATIN)


# With at least this Zipf frequency, a second spelling is shown next to the first, and a word that
# is missing from the dictionary may be guessed.
COMMON: Final = 3.0
CLOSE: Final = 0.7  # other second spellings are shown if rarer than the first by at most this
MAX_SHOWN: Final = 3  # spellings
# A form that is more common than its stem by this much is a separate word: dictionaries that list
# "bolhar" may not list "bolha". Base forms that are rarer than another spelling by more than this
# are not preferred to it.
OWN: Final = 1.0
KNOWN: Final = 2.6  # minimum Zipf frequency of a form that counts as a separate word
_ROMAN = linear_pattern(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a key."""

    word: str  # the spelling
    zipf: float  # its Zipf frequency; 0 if no list has it
    is_base: bool  # whether it is a dictionary entry, not an inflected form
    is_plural: bool = False  # whether it is the plural of another word of the language
    is_doubtful: bool = False  # whether it may be just a name
    shift: float = 0.0  # adjustment by source, added to the log odds of being an answer


@dataclass(frozen=True, slots=True)
class Entry:
    """A key and its spellings, the commonest first."""

    key: str
    spellings: tuple[Spelling, ...]

    @property
    def zipf(self) -> float:
        """The Zipf frequency of all spellings together."""
        return summed([spelling.zipf for spelling in self.spellings])

    @property
    def bases(self) -> tuple[Spelling, ...]:
        """The spellings that are dictionary entries and not plurals of others."""
        return tuple(
            spelling for spelling in self.spellings if spelling.is_base and not spelling.is_plural
        )

    @property
    def base_zipf(self) -> float:
        """The Zipf frequency of the base forms only."""
        return summed([base.zipf for base in self.bases])

    @property
    def shown(self) -> tuple[str, ...]:
        """The commonest spelling, and others that are common too.

        If there are base forms that are common enough, only these are shown: "choco" without
        "chocó".
        """
        is_known = self.base_zipf >= max(HARD, self.spellings[0].zipf - OWN)
        first, *rest = self.bases if is_known else self.spellings
        others = (
            spelling.word
            for spelling in rest
            if (spelling.zipf >= COMMON or spelling.zipf >= max(first.zipf - CLOSE, 1.0))
            # Frequencies ignore case, so only one of "Hecke" and "hecke" is shown.
            and spelling.word.lower() != first.word.lower()
        )
        return (first.word, *others)[:MAX_SHOWN]


def spellings_of(forms: Iterable[Form], zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the distinct spellings in a dictionary, without names and abbreviations.

    `zipfs` are the Zipf frequencies of words in lower case.
    """
    stems: dict[str, set[str]] = defaultdict(set)
    for form in forms:
        # Names cannot be recognized in scripts without capitals.
        if form.word.isalpha() and form.word == form.word.lower() and not form.stem[:1].isupper():
            stems[form.word].add(form.stem)
    spellings = []
    for word in sorted(stems):
        zipf = zipfs.get(word, LEAST)
        lead = zipf - max(zipfs.get(stem, LEAST) for stem in stems[word])
        is_own = zipf >= KNOWN and lead >= OWN and not word.endswith(("s", "x"))
        spellings.append(Spelling(word, zipf, is_base=word in stems[word] or is_own))
    return tuple(spellings)


def with_common(spellings: Sequence[Spelling], zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return `spellings` and common words that the dictionary lacks, such as "covid".

    The words are added as inflected forms, so that they are in no pool.

    `zipfs` are the Zipf frequencies of words in lower case.
    """
    known = {spelling.word for spelling in spellings}
    added = (
        Spelling(word, zipf, is_base=False)
        for word, zipf in sorted(zipfs.items())
        if zipf >= COMMON and word not in known and word.isalpha()
    )
    return (*spellings, *added)


def entries_of(
    spellings: Iterable[Spelling], letters: str, lengths: Collection[int]
) -> tuple[Entry, ...]:
    """Return the keys of the given lengths with their spellings, sorted by key.

    Spellings that use letters outside `letters`, or whose key is a Roman numeral, are left out.
    """
    by_key: dict[str, dict[str, Spelling]] = defaultdict(dict)
    for spelling in spellings:
        key = key_of(spelling.word, letters)
        if len(key) in lengths and set(key) <= set(letters) and not _ROMAN.fullmatch(key):
            by_key[key][spelling.word] = spelling
    return tuple(
        Entry(
            key, tuple(sorted(by_key[key].values(), key=lambda s: (-s.zipf, not s.is_base, s.word)))
        )
        for key in sorted(by_key)
    )


KINK: Final = 4.2  # the Zipf frequency from which on `Terms.above_kink` applies
FOREIGN_LEAD: Final = 1.3  # words more common by this in another language belong to that language
SPREAD: Final = 0.01  # share of the prior for all words, so that no allowed word is impossible
MILLION: Final = 1_000_000
AVOIDED: Final = 1  # the prior, in millionths, of a word to suggest only as a last resort
# The minimum Zipf frequencies of the pools. The normal pool includes the easy one; the hard pool
# has only words that are rarer than those of the normal one.
EASY: Final = 3.6
NORMAL: Final = 2.6
HARD: Final = 2.2


@dataclass(frozen=True, slots=True)
class Terms:
    """The coefficients of a logistic regression for whether a key is suitable as an answer."""

    intercept: float = -3.8  # for a base form that is in no list of frequencies
    zipf: float = 1.36  # per unit of the Zipf frequency
    above_kink: float = -1.74  # additionally, per unit above `KINK`
    derived: float = -1.45  # for an inflected form
    plural: float = -0.25  # additionally, for a plural
    infinitive: float = 0.0  # for the infinitive of a verb
    doubtful: float = -1.4  # for a word that may be just a name
    foreign: float = -2.0  # for a word that is much more common in another language
    infinitives: tuple[str, ...] = ()  # endings of infinitives

    def probability(self, entry: Entry, is_foreign: bool = False) -> float:
        """Return the probability, 0 to 1, that a key is suitable as an answer."""
        sums = [self._sum(entry.zipf) + self.derived]
        sums[0] += max((spelling.shift for spelling in entry.spellings), default=0.0)
        sums[0] += self.doubtful * all(spelling.is_doubtful for spelling in entry.spellings)
        sums[0] += self.plural * any(spelling.is_plural for spelling in entry.spellings)
        if bases := entry.bases:
            base = self._sum(entry.base_zipf)
            base += self.infinitive * bases[0].word.endswith(self.infinitives)
            base += self.doubtful * all(base.is_doubtful for base in bases)
            base += max(base.shift for base in bases)
            sums.append(base)
        x = max(sums) + self.foreign * is_foreign
        return 1 / (1 + math.exp(-x))

    def _sum(self, zipf: float) -> float:
        return self.intercept + self.zipf * zipf + self.above_kink * max(0.0, zipf - KINK)


def foreign_keys(
    entries: Sequence[Entry],
    others: Sequence[Mapping[str, float]],
    names: Collection[str] = (),
) -> frozenset[str]:
    """Return the keys that are much more common in another language than in their own.

    Args:
        entries: The keys of the language.
        others: For each other language, Zipf frequencies by word; only words that equal a key are
            compared.
        names: Words that the dictionary also has with a capital. They count as foreign names if
            they are at least as common in another language.
    """
    return frozenset(
        entry.key
        for entry in entries
        if max((zipfs.get(entry.key, LEAST) for zipfs in others), default=LEAST)
        >= entry.zipf + (0 if entry.spellings[0].word in names else FOREIGN_LEAD)
    )


def prior_of(
    entries: Sequence[Entry],
    terms: Terms,
    foreign: Collection[str] = (),
    avoided: Collection[str] = (),
) -> dict[str, int]:
    """Return the prior of each key in millionths.

    Keys in `avoided` get the lowest value, so the helper suggests them only as a last resort.
    """
    chances = {entry.key: terms.probability(entry, entry.key in foreign) for entry in entries}
    mean = math.fsum(chances.values()) / len(chances)
    return {
        key: AVOIDED if key in avoided else round(MILLION * ((1 - SPREAD) * chance + SPREAD * mean))
        for key, chance in chances.items()
    }


def pools_of(entries: Sequence[Entry], barred: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the keys of each pool, in the order of `entries`.

    These are base forms that are common enough and not just names. Keys in `barred` are left out.
    """
    levels = {
        entry.key: entry.base_zipf
        for entry in entries
        if entry.key not in barred and any(not base.is_doubtful for base in entry.bases)
    }
    return {
        "easy": tuple(key for key, zipf in levels.items() if zipf >= EASY),
        "hard": tuple(key for key, zipf in levels.items() if HARD <= zipf < NORMAL),
        "normal": tuple(key for key, zipf in levels.items() if zipf >= NORMAL),
    }


def lexicon_files(
    entries: Sequence[Entry],
    prior: Mapping[str, int],
    pools: Mapping[tuple[str, int], Sequence[str]],
) -> dict[str, str]:
    """Return the files of a lexicon, as texts by path inside its folder.

    `entries` are sorted by key, `prior` is in millionths, and `pools` are by name and version.
    """
    files = {
        "words.txt": lines(entry.key for entry in entries),
        "prior.txt": lines(f"{prior[entry.key]:06d}" for entry in entries),
    }
    # A key that equals its spelling needs no line.
    written = ((entry.shown, entry.key) for entry in entries if entry.spellings)
    if shown := [words for words, key in written if words != (key,)]:
        files[SPELLINGS_FILE] = lines(" ".join(words) for words in shown)
    files |= {f"pools/{name}-{version}.txt": lines(pool) for (name, version), pool in pools.items()}
    return files


def lines(items: Iterable[str]) -> str:
    """Return `items` as lines of text."""
    return "".join(f"{item}\n" for item in items)


GZIP: Final = b"\x1f\x8b"
BILLION: Final = 9.0  # base-10 logarithm of a billion
CENTIBELS: Final = 100  # centibels per unit of a base-10 logarithm
HEADER: Final = 32  # maximum size in bytes of the header of wordfreq's files
LEAST: Final = 0.0  # frequency of a word that is in no list


class FrequencyError(ValueError):
    """Raised for an unreadable list of frequencies; the message is one line."""


def read_frequencies(data: bytes) -> Mapping[str, float]:
    """Return the Zipf frequencies in a file, which may be gzipped.

    The file is one of wordfreq's (`large_it.msgpack.gz`), or has lines with a word and its count.

    Raises:
        FrequencyError: the file has neither format.
    """
    try:
        plain = gzip.decompress(data) if data.startswith(GZIP) else data
    except (OSError, EOFError) as error:
        raise FrequencyError("the list of frequencies is no whole gzip file") from error
    is_wordfreq = b"format" in plain[:HEADER]
    return _from_wordfreq(plain) if is_wordfreq and not plain[:1].isalpha() else _from_counts(plain)


def summed(zipfs: Sequence[float]) -> float:
    """Return the Zipf frequency of several spellings combined.

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
    """Return the frequencies in wordfreq's format, a list of lists of equally common words.

    The base-10 logarithm of the frequency falls by 0.01 from list to list.
    """
    try:
        header, *bins = _unpacked(plain, 0)[0]
        if header.get("format") != "cB" or header.get("version") != 1:
            raise FrequencyError("the list of frequencies is of a format that is not known")
        return {
            word: BILLION - number / CENTIBELS
            for number, words in enumerate(bins)
            for word in words
        }
    except (IndexError, AttributeError, TypeError, ValueError, RecursionError) as error:
        raise FrequencyError("the list of frequencies is damaged") from error


def _unpacked(data: bytes, place: int) -> tuple[Any, int]:
    """Parse the msgpack value at `place`, and return it with its end.

    Only types that wordfreq uses are supported.

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
