"""Inflected forms: plurals, past forms, -ing forms and comparatives.

A stem is a word without its ending. It is valid if the dictionary has it as a part of speech that
takes the ending. A form is a separate word if it is also used as another part of speech: *wedding*
has a common plural, *boring* has a common adverb, *left* has many senses besides that of its verb.
The words *wore, geese, trotting, tastiest* are only forms.
"""

from collections.abc import Collection
from enum import Enum

from words.handlists import hand_list
from words.scowl import Scowl
from words.wordnet import Sense, WordNet

COMMON = 50  # maximum SCOWL level of a common word
# These limits were chosen by reading the words just above and below each. The exceptions are in
# lists written by hand.
PLURAL_LEVEL, ADVERB_LEVEL = 35, 50  # maximum SCOWL levels of a participle's plural and adverb
MIN_COUNT = 4  # minimum number of a participle's uses as a noun or adjective
MIN_SENSES, MANY = 2, 10  # minimum numbers of an irregular form's senses or uses

KEPT = frozenset(hand_list("en", "kept"))


class Form(Enum):
    """The kind of an inflected form."""

    PLURAL = "-s"
    PAST = "-ed"
    PARTICIPLE = "-ing"
    COMPARATIVE = "-er or -est"


def known_stems(scowl: Scowl, wordnet: WordNet) -> frozenset[str]:
    """Return the words that may be singulars of plurals."""
    common = {word for word, level in scowl.levels.items() if level <= COMMON}
    return frozenset(common.union(wordnet.senses))


def form_of(
    word: str, wordnet: WordNet, known: Collection[str], dictionary: Collection[str]
) -> Form | None:
    """Return the kind of inflected form that `word` is, or None.

    Words in -ing, -er and -est that have an entry are separate words. For a word without an entry,
    any word of the dictionary may be the stem of a plural or a past form.

    Args:
        word: The word.
        wordnet: Parts of speech and entries.
        known: Possible singulars of plurals that have an entry.
        dictionary: All words of the dictionary.
    """
    listed = wordnet.has_entry(word)
    if word.endswith("s") and not word.endswith("ss"):
        stems = plural_stems(word)
        is_form = _any_in(stems, known) or (not listed and _any_in(stems, dictionary))
        return Form.PLURAL if is_form else None
    if word.endswith("ed"):
        stems = verb_stems(word, "ed")
        is_form = _any_is(wordnet, stems, "verb") or (not listed and _any_in(stems, dictionary))
        return Form.PAST if is_form else None
    return None if listed else _form_without_entry(word, wordnet)


def _form_without_entry(word: str, wordnet: WordNet) -> Form | None:
    """Return the kind of form in -ing, -er or -est that `word` is, or None."""
    if word.endswith("ing"):
        return Form.PARTICIPLE if _any_is(wordnet, verb_stems(word, "ing"), "verb") else None
    for ending in ("er", "est"):
        if word.endswith(ending) and _any_is(wordnet, verb_stems(word, ending), "adj", "adv"):
            return Form.COMPARATIVE
    return None


def plural_stems(word: str) -> tuple[str, ...]:
    """Return the possible singular forms of `word`.

    >>> plural_stems("flies")
    ('flie', 'fli', 'fly')
    """
    if word.endswith("ies"):
        return word[:-1], word[:-2], word[:-3] + "y"
    return (word[:-1], word[:-2]) if word.endswith("es") else (word[:-1],)


def verb_stems(word: str, ending: str) -> tuple[str, ...]:
    """Return the possible stems of `word`: as is, with e, with y for i, or with one letter fewer.

    >>> verb_stems("tried", "ed")
    ('tri', 'trie', 'try')
    """
    stem = word.removesuffix(ending)
    stems = [stem, stem + "e"]
    if len(stem) > 1 and stem[-1] == stem[-2]:
        stems.append(stem[:-1])
    if stem.endswith("i") and ending != "ing":
        stems.append(stem[:-1] + "y")
    return tuple(stems)


def _any_is(wordnet: WordNet, words: Collection[str], *parts: str) -> bool:
    """Return whether one of `words` is one of `parts` of speech."""
    return any(wordnet.is_part(word, *parts) for word in words)


def _any_in(words: Collection[str], known: Collection[str]) -> bool:
    """Return whether one of `words` is in `known`."""
    return any(word in known for word in words)


def is_mere_form(word: str, scowl: Scowl, wordnet: WordNet) -> bool:
    """Return whether `word` is only a form of another word, not a separate word."""
    if word in KEPT:
        return False
    if word.endswith("ing"):
        return _is_mere_participle(word, "ing", scowl, wordnet)
    if word.endswith("ed") and not _senses(word, wordnet, "noun", "verb"):
        return _is_mere_participle(word, "ed", scowl, wordnet)
    for ending in ("er", "est"):
        if word.endswith(ending):
            return _is_mere_comparative(word, ending, wordnet)
    if word.endswith("men") and wordnet.is_part(word.removesuffix("men") + "man", "noun"):
        return True
    return _is_mere_irregular(word, wordnet)


def _is_mere_participle(word: str, ending: str, scowl: Scowl, wordnet: WordNet) -> bool:
    """Return whether a participle is rarely another word, and has no common plural or adverb."""
    stems = {*verb_stems(word, ending), *wordnet.irregular.get(word, ())}
    verbs = [stem for stem in stems - {word} if wordnet.is_part(stem, "verb")]
    nouns, adjectives = _senses(word, wordnet, "noun"), _senses(word, wordnet, "adj")
    is_noun = nouns and scowl.level(word + "s") <= PLURAL_LEVEL
    is_adjective = adjectives and scowl.level(word + "ly") <= ADVERB_LEVEL
    if not verbs or is_noun or is_adjective:
        return False
    own = _count([*nouns, *adjectives])
    of_verb = max(_count(_senses(verb, wordnet, "verb")) for verb in verbs)
    return own < MIN_COUNT or own < of_verb / 2


def _is_mere_comparative(word: str, ending: str, wordnet: WordNet) -> bool:
    """Return whether a form in -er or -est of an adjective is not also a noun or verb."""
    stems = verb_stems(word, ending)
    is_compared = any(wordnet.is_part(stem, "adj", "adv") for stem in stems)
    listed = any(base != word for base in wordnet.irregular.get(word, ()))
    return (is_compared or listed) and not _senses(word, wordnet, "noun", "verb")


def _is_mere_irregular(word: str, wordnet: WordNet) -> bool:
    """Return whether an irregular form has almost no senses and uses of its own."""
    if all(base == word for base in wordnet.irregular.get(word, ())):
        return False
    own = _senses(word, wordnet, "noun", "verb")
    return len(own) < MIN_SENSES and _count(wordnet.senses.get(word, ())) < MANY


def _senses(word: str, wordnet: WordNet, *parts: str) -> list[Sense]:
    senses = wordnet.senses.get(word, ())
    return [sense for sense in senses if sense.part in parts and not sense.is_name]


def _count(senses: list[Sense] | tuple[Sense, ...]) -> int:
    return sum(sense.count for sense in senses if not sense.is_name)
