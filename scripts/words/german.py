"""German: the facts about words in its packages, and their base forms.

The list of 1.7 million words has only spellings. Their kinds come from three dictionaries: of nouns
with all forms (*german-nouns*, where names are a part of speech), of verbs, and of adjectives.
"""

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from wordle_web.engine.wordfiles import key_of
from wordle_web.wordlists.vocabulary import LEAST, Spelling
from words.handlists import hand_list
from words.inputs import GERMAN_ADJECTIVES, GERMAN_NOUNS, GERMAN_VERBS, GERMAN_WORDS

ENDINGS = ["e", "en", "em", "er", "es", "ste", "sten", "stem", "ster", "stes"]
ENDINGS += ["este", "esten", "ere", "eren", "erem", "erer", "eres"]
UMLAUTS = str.maketrans("äöü", "aou")
LETTERS = "abcdefghijklmnopqrstuvwxyzäöü"
MAX_LETTERS = 8
PLACE = "Toponym"
NAME = {"Eigenname", "Nachname", "Straßenname", PLACE, "Vorname"}
# Adjustments of the prior. Other games use countries, cities and rivers, but few words that the
# list of words lacks.
PLACE_SHIFT, UNLISTED_SHIFT = 2.6, -1.4
NO_WORD = {"Abkürzung", "Affix", "Buchstabe", "Gebundenes Lexem", "Suffix", "Symbol"}
NO_WORD |= {"Geflügeltes Wort", "Redewendung", "Wortverbindung"}


@dataclass(frozen=True, slots=True)
class GermanWords:
    """The content of the dictionaries; nouns and names are capitalized."""

    nouns: frozenset[str]  # nouns in their base form
    names: frozenset[str]  # words that can be names
    places: frozenset[str]  # names of places
    bases: frozenset[str]  # infinitives and adjectives in their base form, without participles
    inflected: frozenset[str]  # forms of nouns, verbs and adjectives, including participles
    declined: frozenset[str]  # stems of adjectives and pronouns, without endings

    def is_base(self, word: str) -> bool:
        """Return whether a word is in its base form."""
        if word[:1].isupper():
            return word in self.nouns
        return word in self.bases or not (word in self.inflected or self._is_declined(word))

    def _is_declined(self, word: str) -> bool:
        stems = {word.removesuffix(ending) for ending in ENDINGS if word.endswith(ending)}
        plain = {stem.translate(UMLAUTS) for stem in stems}  # "ältere" is a form of "alt"
        return not self.declined.isdisjoint(stems | plain)

    def is_doubtful(self, word: str) -> bool:
        """Return whether a word may be just a name."""
        if word in self.nouns or word.islower():
            return False
        return word in self.names or word not in self.inflected

    def shift(self, word: str, listed: Collection[str]) -> float:
        """Return the prior's adjustment for places, and for base forms missing from `listed`."""
        if self.is_doubtful(word):
            return PLACE_SHIFT if word in self.places else 0.0
        return UNLISTED_SHIFT if self.is_base(word) and word not in listed else 0.0


def german_spellings(
    packages: Mapping[str, Mapping[str, bytes]], zipfs: Mapping[str, float]
) -> tuple[Spelling, ...]:
    """Return the German spellings; names are marked as doubtful.

    Args:
        packages: The files by package name and path.
        zipfs: The Zipf frequencies of words in lower case.
    """
    german = read_german(packages)
    listed = frozenset(json.loads(packages[GERMAN_WORDS.name]["package/woerter.json"]))
    known = german.nouns | german.bases | german.inflected
    words = {word for word in known.union(listed) if _is_word(word)}
    folded: dict[str, float] = {}
    for written, zipf in zipfs.items():
        key = key_of(written, LETTERS)
        folded[key] = max(zipf, folded.get(key, LEAST))
    return tuple(
        Spelling(
            word,
            folded.get(key_of(word, LETTERS), LEAST),
            german.is_base(word),
            is_doubtful=german.is_doubtful(word),
            shift=german.shift(word, listed),
        )
        for word in sorted(words)
    )


def _is_word(word: str) -> bool:
    return len(word) <= MAX_LETTERS and word.isalpha() and (word[1:].islower())


def read_german(packages: Mapping[str, Mapping[str, bytes]]) -> GermanWords:
    """Return the content of the dictionaries of nouns, verbs and adjectives.

    Args:
        packages: The files by package name and path.
    """
    nouns, names, places, forms = _read_nouns(
        packages[GERMAN_NOUNS.name]["german_nouns/nouns.csv"].decode()
    )
    verbs = json.loads(packages[GERMAN_VERBS.name]["package/dist/verbs.json"])
    adjectives = json.loads(packages[GERMAN_ADJECTIVES.name]["package/dist/adjectives.json"])
    participles = {participle for verb in verbs.values() for participle in _participles(verb)}
    of_verbs = {form for name, verb in verbs.items() for form in _verb_forms(name, verb)}
    of_adjectives = {leaf for table in adjectives.values() for leaf in _leaves(table)}
    bases = set(verbs) | (set(adjectives) - participles) | set(hand_list("de", "lexicalized"))
    return GermanWords(
        nouns=frozenset(nouns),
        names=frozenset(names),
        places=frozenset(places),
        bases=frozenset(bases),
        inflected=frozenset((of_verbs | of_adjectives | participles | forms) - bases),
        declined=frozenset([*adjectives, *hand_list("de", "stems")]),
    )


def _read_nouns(text: str) -> tuple[set[str], set[str], set[str], set[str]]:
    """Return nouns, names, places and forms of nouns; a name with a meaning is also a noun."""
    nouns: set[str] = set()
    names: set[str] = set()
    places: set[str] = set()
    forms: set[str] = set()
    for row in csv.DictReader(io.StringIO(text)):
        kinds = set(row["pos"].split(","))
        if kinds & NAME:
            names.add(row["lemma"])
            places |= {row["lemma"]} if PLACE in kinds else set()
        elif not kinds & NO_WORD:
            nouns.add(row["lemma"])
            forms |= {cell for name, cell in row.items() if cell and " " in name}
    return nouns, names, places, forms - nouns


def _participles(verb: Mapping[str, object]) -> Iterator[str]:
    yield from _leaves([verb.get("PA1", ""), verb.get("PA2", "")])


def _verb_forms(infinitive: str, verb: Mapping[str, object]) -> Iterator[str]:
    """Yield the forms of a verb, each as one word: "arbeitet ab" becomes "abarbeitet"."""
    for form in _leaves(verb):
        # Two words are a form and its separated prefix.
        stem, _, prefix = form.partition(" ")
        yield prefix + stem
    yield infinitive


def _leaves(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    elif isinstance(table, Mapping):
        is_split = table.get("hasPrefix") is True
        for value in table.values():
            yield from _split_forms(value) if is_split else _leaves(value)
    elif isinstance(table, Collection):
        for value in table:
            yield from _leaves(value)


def _split_forms(table: object) -> Iterable[str]:
    if isinstance(table, Mapping):
        for value in table.values():
            yield from _split_forms(value)
    elif isinstance(table, list) and len(table) == 2:
        yield " ".join(table)
    else:
        yield from _leaves(table)
