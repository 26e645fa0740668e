"""The definitions shown after a game: at most two senses of each word of the pools."""

import re
from collections.abc import Iterable, Iterator, Mapping

from words.forms import plural_stems, verb_stems
from words.wordnet import Sense, WordNet

MAX_SENSES = 2
PARTS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
UNFIT = re.compile(
    r"\bslurs?\b|(?:offensive|obscene|derogatory|disparaging|vulgar) (?:term|name|word)"
    r"|sexual (?:intercourse|procreation)"
)
COARSE = re.compile(r"\bsex|genital|penis|vagina|prostitut")
ENDINGS = {"ed": ("verb",), "ing": ("verb",), "er": ("adj", "adv"), "est": ("adj", "adv")}


def definitions_of(words: Iterable[str], wordnet: WordNet) -> Mapping[str, tuple[str, ...]]:
    """Return the definitions of those of `words` that have one, sorted by word."""
    found = {word: define(word, wordnet) for word in sorted(words)}
    return {word: senses for word, senses in found.items() if senses}


def define(word: str, wordnet: WordNet) -> tuple[str, ...]:
    """Return at most two senses of `word`, of itself or else of its base form."""
    own = _choose(wordnet.senses.get(word, ()))
    if own:
        return tuple(f"{PARTS[sense.part]}: {sense.gloss}" for sense in own)
    for base, parts in _bases_of(word, wordnet):
        senses = [sense for sense in wordnet.senses.get(base, ()) if sense.part in parts]
        chosen = _choose(senses)
        if chosen:
            return tuple(f"{base}, {PARTS[sense.part]}: {sense.gloss}" for sense in chosen)
    return ()


def _choose(senses: Iterable[Sense]) -> tuple[Sense, ...]:
    """Return the commonest senses that are neither names nor slurs, coarse ones only if alone."""
    fit = [sense for sense in senses if not sense.is_name and not UNFIT.search(sense.gloss)]
    polite = [sense for sense in fit if not COARSE.search(sense.gloss)]
    ranked = sorted(polite or fit, key=lambda sense: (-sense.count, sense.number))
    return tuple(ranked[:MAX_SENSES])


def _bases_of(word: str, wordnet: WordNet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what `word` may be a form of, with the parts of speech it may be then."""
    for base in wordnet.irregular.get(word, ()):
        yield base, tuple(PARTS)
    if word.endswith("men"):
        yield word[:-3] + "man", ("noun",)
    if word.endswith("s"):
        for base in plural_stems(word):
            yield base, ("noun", "verb")
    for ending, parts in ENDINGS.items():
        if word.endswith(ending):
            for base in verb_stems(word, ending):
                yield base, parts
