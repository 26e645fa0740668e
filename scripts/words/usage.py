"""How often other definitions use a word in each of its meanings.

The texts that were tagged by hand are few: most meanings were never counted. The dictionary's own
definitions are texts, too: *ravine* is explained by "gorge", and which of its meanings is the
right one there, the words beside it tell, as far as they stand with that meaning as well.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

WORD = re.compile(r"[a-z]+")
ENDINGS = ("ing", "ed", "s")
MIN_STEM = 3
# What both have in common, in bits, and how far it is ahead of the next meaning.
MIN_SHARED, LEAD = 8.0, 1.15
LINKED = 20.0  # the definition is of a kind or a part of that meaning

Key = tuple[str, int]  # of a meaning: its part of speech and its offset in the file


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning as others see it: the words that explain it, and the meanings linked to it."""

    terms: frozenset[str]
    links: frozenset[Key]


def terms_of(text: str) -> frozenset[str]:
    """Return the words of `text` without their endings.

    >>> sorted(terms_of("eating greedily; eats"))
    ['eat', 'greedily']
    """
    return frozenset(map(_stem, WORD.findall(text.lower())))


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + MIN_STEM and word[-2:] != "ss":
            return word.removesuffix(ending)
    return word


class Usage:
    """The definitions of a dictionary, as texts that use words."""

    def __init__(self, meanings: Mapping[Key, Meaning]) -> None:
        """Note where each term stands, and how much it tells: a rare one more."""
        self._meanings = meanings
        self._places: dict[str, list[Key]] = defaultdict(list)
        for key, meaning in meanings.items():
            for term in meaning.terms:
                self._places[term].append(key)
        self._bits = {term: math.log2(len(meanings) / len(at)) for term, at in self._places.items()}

    def counts(self, word: str, keys: Sequence[Key]) -> list[int]:
        """Return how many definitions of others use `word` in each of its meanings `keys`."""
        found = [0] * len(keys)
        if len(keys) > 1:
            known = [self._known_of(key) for key in keys]
            for meant in self._uses(_stem(word), keys, known):
                found[meant] += 1
        return found

    def _known_of(self, key: Key) -> frozenset[str]:
        """Return the terms of a meaning and of those that it is linked to."""
        links = (self._meanings[link].terms for link in self._meanings[key].links)
        return self._meanings[key].terms.union(*links)

    def _uses(
        self, term: str, keys: Sequence[Key], known: Sequence[frozenset[str]]
    ) -> Iterator[int]:
        """Yield the place of the meaning that each definition with `term` uses, if it is clear."""
        for at in self._places[term]:
            if at in keys:
                continue
            beside = self._meanings[at].terms - {term}
            shared = [
                math.fsum(self._bits[each] for each in beside & terms)
                + LINKED * (key in self._meanings[at].links)
                for key, terms in zip(keys, known, strict=True)
            ]
            *_, second, first = sorted(shared)
            if first >= MIN_SHARED and first > LEAD * second:
                yield shared.index(first)
