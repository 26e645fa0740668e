"""A language's words by key: every spelling of each, how often it is used, and what it is.

A key is what games compare (`sabia`); its spellings are what people write (`sabia`, `sábia`).
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from wordle_web.engine.words.spellings import key_of
from wordle_web.wordlists.frequencies import LEAST, summed
from wordle_web.wordlists.hunspell import Form

COMMON: Final = 3.0  # Zipf: a second spelling this common is shown beside the first
CLOSE: Final = 0.7  # or one that is not much rarer than the first
MAX_SHOWN: Final = 3
# A form this much commoner than its verb, and itself known, is a word of its own: a dictionary
# that lists "bolhar" leaves "bolha" to it.
OWN: Final = 1.0
KNOWN: Final = 2.6
# A plural is one, but for words that are far commoner so ("férias").
PLURAL_LEAD: Final = 0.3
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to write a key.

    Attributes:
        word: As it is written.
        zipf: Its Zipf frequency; 0 where no list knows it.
        is_base: Whether it is a dictionary's entry, and no inflected form.
        is_plural: Whether it is the plural of another word of the language.
        is_doubtful: Whether it may be a name only.
    """

    word: str
    zipf: float
    is_base: bool
    is_plural: bool = False
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its spellings, the commonest first."""

    key: str
    spellings: tuple[Spelling, ...]

    @property
    def zipf(self) -> float:
        """The Zipf frequency of all spellings together."""
        return summed([each.zipf for each in self.spellings])

    @property
    def bases(self) -> tuple[Spelling, ...]:
        """The spellings that are entries of a dictionary, and no plurals of others."""
        return tuple(each for each in self.spellings if each.is_base and not each.is_plural)

    @property
    def base_zipf(self) -> float:
        """The Zipf frequency of these alone."""
        return summed([each.zipf for each in self.bases])

    @property
    def shown(self) -> tuple[str, ...]:
        """The commonest spelling, and others that are common too."""
        first = self.spellings[0]
        others = (
            each.word
            for each in self.spellings[1:]
            if (each.zipf >= COMMON or each.zipf >= max(first.zipf - CLOSE, 1.0))
            # Frequencies know no capitals: "pause" is there only as a form of a verb.
            and (each.is_base or each.word.lower() != first.word.lower())
        )
        return (first.word, *others)[:MAX_SHOWN]


def spellings_of(forms: Iterable[Form], zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the spellings that a dictionary gives, each once; names and abbreviations left out.

    Args:
        forms: What the dictionary expands to.
        zipfs: The Zipf frequency of each word, in lower case.
    """
    stems: dict[str, set[str]] = defaultdict(set)
    for form in forms:
        # Scripts without capitals tell nothing of names.
        if form.word.isalpha() and form.word == form.word.lower() and not form.stem[:1].isupper():
            stems[form.word].add(form.stem)
    return tuple(
        Spelling(word, zipfs.get(word, LEAST), _is_base(word, stems[word], zipfs))
        for word in sorted(stems)
    )


def _is_base(word: str, stems: Collection[str], zipfs: Mapping[str, float]) -> bool:
    zipf = zipfs.get(word, LEAST)
    lead = zipf - max(zipfs.get(stem, LEAST) for stem in stems)
    return word in stems or (zipf >= KNOWN and lead >= OWN and not word.endswith(("s", "x")))


def with_plurals(
    spellings: Collection[Spelling], endings: Mapping[str, str]
) -> tuple[Spelling, ...]:
    """Return spellings with those marked that are plurals of other base words.

    Args:
        spellings: All spellings of a language.
        endings: How a plural ends, and what its singular has there: {"s": "", "ns": "m"}.
    """
    zipf_of = {each.word: each.zipf for each in spellings}

    def is_plural(each: Spelling) -> bool:
        singulars = (
            each.word.removesuffix(ending) + before
            for ending, before in endings.items()
            if each.word.endswith(ending)
        )
        return any(
            single != each.word and each.zipf < zipf_of.get(single, -9.0) + PLURAL_LEAD
            for single in singulars
        )

    return tuple(
        Spelling(each.word, each.zipf, each.is_base, is_plural(each), each.is_doubtful)
        for each in spellings
    )


def _commonness(each: Spelling) -> tuple[float, bool, str]:
    return (-each.zipf, not each.is_base, each.word)


def entries_of(
    spellings: Iterable[Spelling], letters: str, lengths: Collection[int]
) -> tuple[Entry, ...]:
    """Return the keys of some lengths with their spellings, sorted by key.

    Args:
        spellings: All spellings of a language.
        letters: The letters of its keys; a spelling that needs others is left out.
        lengths: Of the keys.
    """
    found: dict[str, dict[str, Spelling]] = defaultdict(dict)
    for each in spellings:
        key = key_of(each.word, letters)
        if len(key) in lengths and set(key) <= set(letters) and not _ROMAN.fullmatch(key):
            found[key][each.word] = each
    return tuple(
        Entry(key, tuple(sorted(found[key].values(), key=_commonness))) for key in sorted(found)
    )
