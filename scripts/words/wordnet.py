"""WordNet: parts of speech, senses with their glosses, and irregular forms.

Its database is read from the files of the package (formats: the manual page wndb(5WN)).
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

PARTS = ("noun", "verb", "adj", "adv")
PART_OF_POINTER = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
PART_OF_TYPE = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
MARKER = re.compile(r"\((?:a|p|ip)\)$")
EXAMPLES = re.compile(r'[;:,]?\s*"')
LETTERS = re.compile(r"[a-z]+")
ENDINGS = ("ing", "ed", "s")
MIN_STEM = 3
# The minimum information, in bits, that a definition must share with the best meaning, and the
# factor by which this must exceed the information shared with the second-best one.
MIN_SHARED, LEAD = 8.0, 1.15
LINKED = 20.0  # bits added if a definition's own meaning is linked to the meaning of the word

Key = tuple[str, int]  # key of a meaning: its part of speech and its offset in the file

Counts = Mapping[
    tuple[str, str, int], int
]  # number of uses, by word, part of speech and number of the sense


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word."""

    part: str  # "noun", "verb", "adj" or "adv"
    number: int  # rank among the word's senses of that part of speech, from 1
    count: int  # number of uses in texts tagged by hand
    is_name: bool  # whether the word is capitalized in this sense
    gloss: str  # the definition, without examples
    relations: int = 0  # number of links to other meanings: kinds, parts, and so on
    # Index of the word among the synonyms of the meaning, from 0; usual words come first.
    place: int = 0
    uses: int = 0  # number of definitions of other meanings that use the word in this sense


@dataclass(frozen=True, slots=True)
class WordNet:
    """The senses of single words, and the base forms of irregular forms."""

    senses: Mapping[str, tuple[Sense, ...]]
    irregular: Mapping[str, tuple[str, ...]]

    def has_entry(self, word: str) -> bool:
        """Return whether `word` has senses of its own or is a known irregular form."""
        return word in self.senses or word in self.irregular

    def is_part(self, word: str, *parts: str) -> bool:
        """Return whether `word` has a sense as one of `parts`."""
        return any(sense.part in parts for sense in self.senses.get(word, ()))

    def is_only_name(self, word: str) -> bool:
        """Return whether every sense of `word` is a name."""
        return word in self.senses and all(sense.is_name for sense in self.senses[word])


@dataclass(frozen=True, slots=True)
class Meaning:
    """A meaning with its context: the words of its definition, and the linked meanings."""

    terms: frozenset[str]
    links: frozenset[Key]


def terms_of(text: str) -> frozenset[str]:
    """Return the words of `text` without their endings.

    >>> sorted(terms_of("eating greedily; eats"))
    ['eat', 'greedily']
    """
    return frozenset(map(_stem, LETTERS.findall(text.lower())))


def _stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + MIN_STEM and word[-2:] != "ss":
            return word.removesuffix(ending)
    return word


class Usage:
    """How often other definitions use a word in each of its meanings.

    Few texts are tagged by hand, so most meanings have no count. The dictionary's own definitions
    are used as texts, too. For example, the definition of *ravine* contains "gorge". The words next
    to it show which meaning of "gorge" is used, if they also occur in the context of that meaning.
    """

    def __init__(self, meanings: Mapping[Key, Meaning]) -> None:
        """Index the occurrences of terms, and their information, which is higher for rare terms."""
        self._meanings = meanings
        self._places: dict[str, list[Key]] = defaultdict(list)
        for key, meaning in meanings.items():
            for term in meaning.terms:
                self._places[term].append(key)
        self._bits = {
            term: math.log2(len(meanings) / len(places)) for term, places in self._places.items()
        }

    def counts(self, word: str, keys: Sequence[Key]) -> list[int]:
        """Return the number of definitions that use `word` in each of its meanings `keys`.

        A single meaning is not counted, since there is nothing to compare it with.
        """
        counts = [0] * len(keys)
        if len(keys) > 1:
            known = [self._known_of(key) for key in keys]
            for meant in self._uses(_stem(word), keys, known):
                counts[meant] += 1
        return counts

    def _known_of(self, key: Key) -> frozenset[str]:
        """Return the terms of a meaning and of the meanings linked to it."""
        links = (self._meanings[link].terms for link in self._meanings[key].links)
        return self._meanings[key].terms.union(*links)

    def _uses(
        self, term: str, keys: Sequence[Key], known: Sequence[frozenset[str]]
    ) -> Iterator[int]:
        """Yield, for each definition that uses `term`, the index of the meaning, if it is clear."""
        for place in self._places[term]:
            if place in keys:
                continue
            beside = self._meanings[place].terms - {term}
            shared = [
                math.fsum(self._bits[term] for term in beside & terms)
                + LINKED * (key in self._meanings[place].links)
                for key, terms in zip(keys, known, strict=True)
            ]
            *_, second, first = sorted(shared)
            if first >= MIN_SHARED and first > LEAD * second:
                yield shared.index(first)


def read_wordnet(files: Mapping[str, bytes]) -> WordNet:
    """Return the database, given its files by path."""
    named = {path.rsplit("/", 1)[-1]: data for path, data in files.items()}
    counts = _read_counts(named["cntlist.rev"].decode())
    senses: dict[str, tuple[Sense, ...]] = {}
    keys: dict[str, tuple[Key, ...]] = {}
    irregular: dict[str, tuple[str, ...]] = {}
    for part in PARTS:
        data = named[f"data.{part}"]
        for word, offsets in _read_index(named[f"index.{part}"].decode()):
            senses[word] = senses.get(word, ()) + tuple(
                _read_sense(word, part, number, counts, data[offset : data.index(b"\n", offset)])
                for number, offset in enumerate(offsets, start=1)
            )
            keys[word] = keys.get(word, ()) + tuple((part, offset) for offset in offsets)
        for form, *bases in map(str.split, named[f"{part}.exc"].decode().splitlines()):
            irregular[form] = irregular.get(form, ()) + tuple(bases)
    usage = Usage({key: meaning for part in PARTS for key, meaning in _meanings(part, named)})
    senses_of = {
        word: tuple(map(_with_uses, meanings, usage.counts(word, keys[word])))
        for word, meanings in senses.items()
    }
    return WordNet(senses_of, irregular)


def _with_uses(sense: Sense, uses: int) -> Sense:
    return replace(sense, uses=uses)


def _meanings(part: str, named: Mapping[str, bytes]) -> Iterator[tuple[Key, Meaning]]:
    """Yield the keys and the meanings in a data file."""
    for line in named[f"data.{part}"].decode("latin-1").splitlines():
        if line.startswith(" "):  # this is the license
            continue
        head, _, gloss = line.partition(" | ")
        offset, *fields = head.split(" ")
        end = 3 + 2 * int(fields[2], 16)
        pointers = fields[end + 1 : end + 1 + 4 * int(fields[end])]
        links = frozenset(
            (PART_OF_POINTER[kind], int(offset))
            for offset, kind in zip(pointers[1::4], pointers[2::4], strict=True)
        )
        lemmas = " ".join(MARKER.sub("", lemma) for lemma in fields[3:end:2])
        yield (part, int(offset)), Meaning(terms_of(f"{lemmas} {gloss}"), links)


def _read_counts(text: str) -> Counts:
    """Return how often each sense was tagged, by word, part of speech and number."""
    counts = {}
    for key, number, count in map(str.split, text.splitlines()):
        word, _, rest = key.partition("%")
        counts[word, PART_OF_TYPE[rest[0]], int(number)] = int(count)
    return counts


def _read_index(text: str) -> Iterator[tuple[str, list[int]]]:
    """Yield single words of an index and the offsets of their synsets, commonest first."""
    for line in text.splitlines():
        word, *fields = line.split(" ")
        if LETTERS.fullmatch(word):
            filled = [field for field in fields if field]
            yield word, [int(offset) for offset in filled[-int(filled[1]) :]]


def _read_sense(word: str, part: str, number: int, counts: Counts, line: bytes) -> Sense:
    """Return the sense of `word` in a synset, which is a `line` of a data file."""
    head, _, gloss = line.decode("latin-1").partition(" | ")
    fields = head.split(" ")
    end = 4 + 2 * int(fields[3], 16)
    lemmas = [MARKER.sub("", lemma) for lemma in fields[4:end:2]]
    meaning = EXAMPLES.split(gloss.strip(), maxsplit=1)[0].strip()
    count = counts.get((word, part, number), 0)
    place = [lemma.lower() for lemma in lemmas].index(word)
    return Sense(part, number, count, word not in lemmas, meaning, int(fields[end]), place)
