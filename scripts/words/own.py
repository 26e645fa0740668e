"""English forms of other words that are no words of their own: *wore, geese, trotting, tastiest*.

A form is a word of its own when it is used as another part of speech: *wedding* has a common
plural, *boringly* is common, *left* has many senses beside that of its verb.
"""

from words.forms import verb_stems
from words.handlists import hand_list
from words.scowl import Scowl
from words.wordnet import Sense, WordNet

# Found by reading the words on either side; what they leave wrong is in the lists by hand.
PLURAL_LEVEL, ADVERB_LEVEL = 35, 50
MIN_COUNT = 4
MIN_SENSES, MANY = 2, 10

KEPT = frozenset(hand_list("en", "kept"))


def is_mere_form(word: str, scowl: Scowl, wordnet: WordNet) -> bool:
    """Tell whether `word` is a form of another word and no word of its own."""
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
    """Tell whether no common plural, adverb or use of its own makes a participle a word."""
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
    """Tell whether a form in -er or -est of an adjective is no noun or verb besides."""
    stems = verb_stems(word, ending)
    is_compared = any(wordnet.is_part(stem, "adj", "adv") for stem in stems)
    listed = any(base != word for base in wordnet.irregular.get(word, ()))
    return (is_compared or listed) and not _senses(word, wordnet, "noun", "verb")


def _is_mere_irregular(word: str, wordnet: WordNet) -> bool:
    """Tell whether an irregular form has next to no senses and uses of its own."""
    if all(base == word for base in wordnet.irregular.get(word, ())):
        return False
    own = _senses(word, wordnet, "noun", "verb")
    return len(own) < MIN_SENSES and _count(wordnet.senses.get(word, ())) < MANY


def _senses(word: str, wordnet: WordNet, *parts: str) -> list[Sense]:
    senses = wordnet.senses.get(word, ())
    return [sense for sense in senses if sense.part in parts and not sense.is_name]


def _count(senses: list[Sense] | tuple[Sense, ...]) -> int:
    return sum(sense.count for sense in senses if not sense.is_name)
