"""What the German list does not say: which nouns are no names, and which words are inflected.

The list has 1.7 million words with their capitals and nothing else, but its words tell of each
other: a noun ends many compounds (*Krankenhaus*) and a name hardly any, and an inflected form
stands beside the word it comes from.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from wordle_web.engine.words.spellings import key_of
from wordle_web.wordlists.frequencies import LEAST
from wordle_web.wordlists.vocabulary import Spelling

LETTERS = "abcdefghijklmnopqrstuvwxyzäöü"
MAX_LETTERS = 8
SURE = 2  # compounds that end in a noun
BEGUN = 3  # or begin with one, for what may be a name as well
LONGER = 3  # letters by which a compound is longer
LEAD = 0.7  # Zipf by which a word is commoner than what it seems to come from, if it does not
RARER = 1.0  # Zipf by which a subjunctive is rarer
ADJECTIVE = ("e", "en", "em", "er", "es")
VERB = ("", "e", "t", "st", "te", "ten", "test", "tet", "et", "est", "ete", "eten", "end")
NOUN = ("e", "n", "en", "er", "ern", "nen", "se", "sen")
UMLAUTS = str.maketrans("äöüÄÖÜ", "aouAOU")


@dataclass(frozen=True, slots=True)
class GermanWords:
    """The words of the list, and what they tell of each other.

    Attributes:
        words: All of them.
        small: Those without a capital.
        nouns: Those with one that end compounds.
        begun: How many words begin with so many letters.
        zipfs: Zipf frequencies, by the folded word.
    """

    words: frozenset[str]
    small: frozenset[str]
    nouns: frozenset[str]
    begun: Mapping[str, int]
    zipfs: Mapping[str, float]

    def zipf(self, word: str) -> float:
        """Return the Zipf frequency of a word."""
        return self.zipfs.get(key_of(word, LETTERS), LEAST)

    def is_base_noun(self, word: str) -> bool:
        """Tell whether a noun is no plural and no other case."""
        if word.endswith("s") and self._comes_from(word, ("s", "es", "ses")):
            return False
        # With a genitive of its own it is no plural: "Wagens", but not "Rosens".
        if word + "s" in self.words and not word.endswith("e"):
            return True
        changed = word.translate(UMLAUTS)
        is_changed = changed != word and self._comes_from(word, ("", "s", *NOUN), changed)
        return not (is_changed or self._comes_from(word, NOUN))

    def _comes_from(self, word: str, endings: Collection[str], changed: str = "") -> bool:
        stems = {
            (changed or word).removesuffix(ending)
            for ending in endings
            if word.endswith(ending) and (changed or ending)
        }
        return any(
            stem in self.nouns and self.zipf(word) <= self.zipf(stem) + LEAD for stem in stems
        )

    def is_base(self, word: str) -> bool:
        """Tell whether a word without a capital is no inflected form."""
        return not (self._is_declined(word) or self._is_conjugated(word))

    def _is_declined(self, word: str) -> bool:
        small = self.small
        for ending in ADJECTIVE:
            stem = word.removesuffix(ending)
            if not word.endswith(ending) or len(stem) <= 2 or stem + "em" not in small:
                continue
            # "edle" is of "edel", "teure" of "teuer".
            stems = {stem, f"{stem[:-1]}e{stem[-1]}"} & small
            # "müde" is commoner than "müd", and no form of it.
            if any(self.zipf(word) <= self.zipf(each) + LEAD for each in stems):
                return True
        return any(
            word.endswith(ending) and word.removesuffix(ending) in small
            for ending in ("ste", "sten")
        )

    def _is_conjugated(self, word: str) -> bool:
        small = self.small
        for ending in VERB:
            stem = word.removesuffix(ending) if ending else word
            infinitives = {stem + "en", stem + "n"}
            finite = {stem + "t", stem + "et"} - {word}
            if (
                word.endswith(ending)
                and len(stem) >= 2
                and word not in infinitives
                and infinitives & small
                and (finite & small or word == stem + "t")
            ):
                return True
        # Strong forms: "zog" beside "zogst", "gibt" beside "gibst", "zogen" beside "zog".
        if word + "st" in small and {word + "t", word + "et"} & small:
            return word + "em" not in small  # "mein" is no form of "meinen"
        if word.endswith("t") and word[:-1] + "st" in small:
            return True
        # A subjunctive, "gäben", is much rarer than its past, "gaben".
        plain = word.translate(UMLAUTS)
        if plain != word and plain in small and self.zipf(plain) >= self.zipf(word) + RARER:
            return True
        past = word.removesuffix("en")
        is_past = past != word and {past, past + "st", past + "t"} <= small
        return is_past and self.zipf(past) >= self.zipf(word)


def read_german(listed: Collection[str], zipfs: Mapping[str, float]) -> GermanWords:
    """Return the words of the list with what they tell of each other.

    Args:
        listed: The words, with capitals.
        zipfs: The Zipf frequency of each word, in lower case.
    """
    ends: Counter[str] = Counter()
    begun: Counter[str] = Counter()
    for word in map(str.lower, listed):
        for size in range(3, min(MAX_LETTERS, len(word) - LONGER) + 1):
            ends[word[-size:]] += 1
            begun[word[:size]] += 1
    capital = {word for word in listed if word[:1].isupper() and word[1:].islower()}
    return GermanWords(
        words=frozenset(listed),
        small=frozenset(word for word in listed if word.islower()),
        nouns=frozenset(word for word in capital if ends[word.lower()] >= SURE),
        begun={word: begun[word.lower()] for word in capital},
        zipfs=zipfs,
    )


def german_spellings(listed: Collection[str], zipfs: Mapping[str, float]) -> tuple[Spelling, ...]:
    """Return the spellings of German, names left out as far as the list tells.

    Args:
        listed: The words of the list, with capitals.
        zipfs: The Zipf frequency of each word, in lower case.
    """
    german = read_german(listed, zipfs)
    found = []
    for word in sorted(listed):
        if len(word) > MAX_LETTERS or not word.isalpha():
            continue
        if word in german.small:
            found.append(Spelling(word, german.zipf(word), german.is_base(word)))
        elif word in german.nouns:
            found.append(Spelling(word, german.zipf(word), german.is_base_noun(word)))
        elif german.begun.get(word, 0) >= BEGUN:
            base = german.is_base_noun(word)
            found.append(Spelling(word, german.zipf(word), base, is_doubtful=True))
    return tuple(found)
