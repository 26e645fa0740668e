"""SCOWL: the frequency levels of words, their regions of spelling, and names.

Its files are named `<region>-<kind>.<level>`; levels are from 10 (commonest) to 95.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

FILE = re.compile(r"(?:.*/)?(?P<region>[a-z_0-9]+?)-(?P<kind>[a-z-]+)\.(?P<level>\d\d)")
LETTERS = re.compile(r"[a-z]+")
AMERICAN = ("english", "american")
NAMES = ("proper-names", "upper")
UNLISTED = 99  # the level of words that are in no list
# A word is foreign if it is at least this many levels later in the American lists, and a variant
# spelling if it is so in the lists without variants.
LATER = 10
# British endings and spellings, and their American equivalents.
TWINS = (
    *(("re", "er"), ("our", "or"), ("ise", "ize"), ("yse", "yze"), ("ae", "e"), ("oe", "e")),
    *(("ould", "old"), ("oult", "olt"), ("ll", "l"), ("l", "ll"), ("ey", "ay"), ("yre", "ire")),
    *(("ough", "ow"), ("que", "ck"), ("ogue", "og"), ("ence", "ense"), ("aul", "al"), ("mme", "m")),
    *(("isa", "iza"), ("isi", "izi"), ("osy", "ozy"), ("torey", "tory"), ("gaol", "jail")),
    *(("kerb", "curb"), ("ph", "f"), ("eing", "ing"), ("yj", "aj"), ("gg", "g"), ("miaow", "meow")),
    *(("augh", "af"), ("tise", "tice"), ("desp", "disp"), ("enqu", "inqu"), ("arte", "arti")),
)


@dataclass(frozen=True, slots=True)
class Scowl:
    """The SCOWL levels of listed words, 10 (commonest) to 95."""

    # The lowest level in any region. Australian lists are excluded, since they mix slang with
    # common words.
    levels: Mapping[str, int]
    standard: Mapping[str, int]  # the same, without the lists of variant spellings
    # The lowest level in the lists for all regions and for the United States.
    american: Mapping[str, int]
    # The lowest level of proper names and other capitalized words, in lower case.
    names: Mapping[str, int]

    def level(self, word: str) -> int:
        """Return the level of `word`, 10 (the commonest) to 95; 99 if it is not listed."""
        return self.levels.get(word, UNLISTED)

    def is_foreign_spelling(self, word: str) -> bool:
        """Return whether the American lists have `word` at least 10 levels later, or never."""
        return self._is_later(word, self.american)

    def is_variant(self, word: str) -> bool:
        """Return whether the lists without variants have `word` 10 levels later, or never."""
        return self._is_later(word, self.standard)

    def _is_later(self, word: str, levels: Mapping[str, int]) -> bool:
        """Return whether `levels` have a listed `word` at least 10 levels later, or never."""
        later = self.level(word) + LATER
        return word in self.levels and levels.get(word, later) >= later


def is_british(word: str, scowl: Scowl) -> bool:
    """Return whether `word` is a foreign spelling of a word in the American lists."""
    if not scowl.is_foreign_spelling(word):
        return False
    level = scowl.level(word)
    return any(
        scowl.american.get(word[:start] + american + word[start + len(british) :], UNLISTED)
        <= level + LATER
        for british, american in TWINS
        for start in range(len(word) - len(british) + 1)
        if word.startswith(british, start)
    )


def fold(word: str) -> str:
    """Return `word` without its accents.

    >>> fold("voilà")
    'voila'
    """
    decomposed = unicodedata.normalize("NFKD", word)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def read_scowl(files: Mapping[str, bytes]) -> Scowl:
    """Return the content of the lists in `files`, by path; other files are ignored."""
    levels: dict[str, int] = {}
    standard: dict[str, int] = {}
    american: dict[str, int] = {}
    names: dict[str, int] = {}
    for path, data in sorted(files.items()):
        named = FILE.fullmatch(path)
        if not named:
            continue
        words = [fold(line) for line in data.decode("utf-8").split()]
        level, region = int(named["level"]), named["region"]
        if named["kind"] in NAMES:
            _lower(names, [word.lower() for word in words], level)
        elif named["kind"] == "words" and not region.startswith("australian"):
            _lower(levels, words, level)
            if "variant" not in region:
                _lower(standard, words, level)
            if region in AMERICAN:
                _lower(american, words, level)
    return Scowl(levels, standard, american, names)


def _lower(levels: dict[str, int], words: list[str], level: int) -> None:
    """Add `words` with letters a to z at `level`, unless they already have a lower one."""
    for word in filter(LETTERS.fullmatch, words):
        levels[word] = min(level, levels.get(word, UNLISTED))
