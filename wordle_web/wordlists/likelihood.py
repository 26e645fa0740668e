"""The prior of a language's words, and the pools of answers: both from how common a word is.

The prior is a logistic of the Zipf frequency with a kink: above 4.2 a word grows no likelier, since
the commonest words of a language are its small ones.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wordle_web.wordlists.frequencies import LEAST
from wordle_web.wordlists.vocabulary import Entry

KINK: Final = 4.2
FOREIGN_LEAD: Final = 1.3  # so much commoner in another language, a word is of that one
SPREAD: Final = 0.01  # of the mass, so that no allowed word is impossible
MILLION: Final = 1_000_000
EASY: Final = 3.6  # Zipf frequencies from which a word is in a pool
NORMAL: Final = 2.6
HARD: Final = 2.2


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of the logistic sum.

    Attributes:
        intercept: Of a base form that no list of frequencies knows.
        zipf: For each step of the Zipf frequency.
        above_kink: For each step of it above 4.2, on top.
        derived: For an inflected form.
        plural: For a plural, on top.
        infinitive: For the infinitive of a verb.
        doubtful: For what may be a name only.
        foreign: For a word that is much commoner in another language.
        infinitives: How infinitives end.
    """

    intercept: float = -3.8
    zipf: float = 1.36
    above_kink: float = -1.74
    derived: float = -1.45
    plural: float = -0.25
    infinitive: float = 0.0
    doubtful: float = -1.4
    foreign: float = -2.0
    infinitives: tuple[str, ...] = ()

    def probability(self, entry: Entry, is_foreign: bool = False) -> float:
        """Return the probability, 0 to 1, that a key is an answer's kind of word."""
        sums = [self._sum(entry.zipf) + self.derived]
        sums[0] += self.doubtful * all(each.is_doubtful for each in entry.spellings)
        sums[0] += self.plural * any(each.is_plural for each in entry.spellings)
        if bases := entry.bases:
            base = self._sum(entry.base_zipf)
            base += self.infinitive * bases[0].word.endswith(self.infinitives)
            base += self.doubtful * all(each.is_doubtful for each in bases)
            sums.append(base)
        x = max(sums) + self.foreign * is_foreign
        return 1 / (1 + math.exp(-x))

    def _sum(self, zipf: float) -> float:
        return self.intercept + self.zipf * zipf + self.above_kink * max(0.0, zipf - KINK)


def foreign_keys(entries: Sequence[Entry], others: Sequence[Mapping[str, float]]) -> frozenset[str]:
    """Return the keys that are much commoner in another language than in their own.

    Args:
        entries: The words.
        others: The Zipf frequencies of the words of other languages, by their folded spelling.
    """
    return frozenset(
        entry.key
        for entry in entries
        if max((zipfs.get(entry.key, LEAST) for zipfs in others), default=LEAST)
        >= entry.zipf + FOREIGN_LEAD
    )


def prior_of(
    entries: Sequence[Entry], terms: Terms, foreign: Collection[str] = ()
) -> dict[str, int]:
    """Return the prior of each key in millionths."""
    chances = {entry.key: terms.probability(entry, entry.key in foreign) for entry in entries}
    mean = math.fsum(chances.values()) / len(chances)
    return {
        key: round(MILLION * ((1 - SPREAD) * chance + SPREAD * mean))
        for key, chance in chances.items()
    }


def pools_of(entries: Sequence[Entry], barred: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the keys of each pool, sorted: base forms that are common enough.

    Args:
        entries: The words.
        barred: Keys that are never answers.
    """
    levels = {
        entry.key: entry.base_zipf
        for entry in entries
        if entry.key not in barred and any(not each.is_doubtful for each in entry.bases)
    }
    return {
        "easy": tuple(key for key, zipf in levels.items() if zipf >= EASY),
        "hard": tuple(key for key, zipf in levels.items() if HARD <= zipf < NORMAL),
        "normal": tuple(key for key, zipf in levels.items() if zipf >= NORMAL),
    }
