"""The definitions shown after a game: at most two senses of each word of the pools.

The commonest sense comes first. Senses are compared by the number of their uses in texts whose
words were tagged with senses. Few words occur in them often enough, so two more counts are used:
links to other meanings, such as kinds of an animal, and uses in other definitions. Of a noun and an
equally common sense of another part of speech, the noun comes first, since most people think of it
first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from math import log2

from words.forms import plural_stems, verb_stems
from words.handlists import hand_meanings
from words.wordnet import Sense, WordNet

MAX_SENSES = 2
MAX_LENGTH = 120  # characters, including the part of speech
PARTS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
UNFIT = re.compile(
    r"\bslurs?\b|(?:offensive|obscene|derogatory|disparaging|vulgar|ethnic) (?:term|name|word)"
    r"|\bsex|genital|penis|vagina|vulva|scrot|testic|\banus\b|prostitut|brothel|\brap(?:e|ist)\b"
    r"|masturbat|copulat|erotic|lewd|orgasm|semen|sperm\b|incest|castrat|nipple|buttocks"
)
GRIM = re.compile(
    r"excrement|f(?:a)?eces|urin(?:e|at)|defecat|intestin|bowel|\bpus\b|vomit|mucus|phlegm|hernia"
    r"|corpse|cadaver|carrion|slaughter|mutilat|dismember|disembowel|behead|decapitat|tortur"
    r"|lynch|dissect|from graves|suicide|massacre|gangren|putrid|decaying|maggot|parasit"
    r"|leprosy|syphilis|abortion|Nazi|Negro|slave|whip|hanged|drug|narcotic"
)
BIOGRAPHY = re.compile(
    r"\d{3}|\b(?:United States|English|French|German|Italian|Greek) \w+ (?:who|\()"
)
SPORTS = re.compile(r"golf|baseball|cricket|football|boxing|hockey|tennis|\bball\b|\bbatter\b")
# A field in parentheses, as in "(physics) a deformation", marks a meaning for specialists.
FIELD = re.compile(
    r"\((?!computer|used|usually|often|of |formal|British|chiefly|plural|informal)[a-z ]+\) "
)
# Patterns for the ends of clauses and phrases, and for texts that must not be an end.
CLAUSE = re.compile(r"[;,] | \(")
PHRASE = re.compile(r" (?:and|as|at|but|by|for|from|in|of|on|or|that|to|when|where|which|with)\b")
DANGLING = re.compile(
    r"; \w+$|\b(?:an?|against|and|as|because|but|by|is|it|just|of|or|such|than|that|the|to|with)$"
)
ENDINGS = {"ed": ("verb",), "ing": ("verb",), "er": ("adj", "adv"), "est": ("adj", "adv")}

# Our own definitions, for words that WordNet lacks, explains for specialists, or orders oddly.
OWN = hand_meanings("en")

# Weights for the logarithms of a sense's counts, and a penalty for each earlier sense. All weights
# were chosen by reading definitions.
COUNTED, LINKED, USED, LATER = 0.75, 0.7, 0.5, 0.2
# The limit of the count of links, and the weight of a word's place among the synonyms.
MAX_RELATIONS, RARER = 15, -0.1
# Terms of the score for nouns, and for definitions that contain the word, are unpleasant, or belong
# to a sport or another field.
NOUN, CIRCULAR, GRIMNESS, SPORT, FIELDS = 0.5, -0.6, -1.5, -1.5, -1.5
NEAR = 1.5  # a second sense is left out if its score is lower by more than this


def definitions_of(words: Iterable[str], wordnet: WordNet) -> Mapping[str, tuple[str, ...]]:
    """Return the definitions of `words`, sorted; words without definitions are left out."""
    senses_of = {word: define(word, wordnet) for word in sorted(words)}
    return {word: senses for word, senses in senses_of.items() if senses}


def define(
    word: str, wordnet: WordNet, written: Mapping[str, tuple[str, ...]] = OWN
) -> tuple[str, ...]:
    """Return at most two senses of `word`: written by hand, from WordNet, or of its base form."""
    if word in written:
        return written[word]
    own = _choose(word, wordnet.senses.get(word, ()))
    if own:
        return tuple(shortened(f"{PARTS[sense.part]}: {sense.gloss}") for sense in own)
    for base, parts in _bases_of(word, wordnet):
        senses = [sense for sense in wordnet.senses.get(base, ()) if sense.part in parts]
        chosen = _choose(base, senses)
        if chosen:
            return tuple(
                shortened(f"{base}, {PARTS[choice.part]}: {choice.gloss}") for choice in chosen
            )
    return ()


def shortened(text: str) -> str:
    """Shorten `text` to the length limit, after a clause if possible, or else after a phrase."""
    if len(text) <= MAX_LENGTH:
        return text
    for ends in (CLAUSE, PHRASE):
        starts = [match.start() for match in ends.finditer(text) if match.start() <= MAX_LENGTH]
        for clause in (text[:start] for start in reversed(starts)):
            whole = clause.count("(") == clause.count(")") and not DANGLING.search(clause)
            if len(clause) >= MAX_LENGTH // 3 and whole:
                return clause
    return text[: text.rindex(" ", 0, MAX_LENGTH)].rstrip(" ,;") + "…"


def _choose(word: str, senses: Iterable[Sense]) -> tuple[Sense, ...]:
    """Return the commonest suitable senses; only the first one may be unpleasant."""
    fit = [sense for sense in senses if _is_fit(sense)]
    if not fit:
        return ()
    ranked = sorted(fit, key=lambda sense: -_commonness(word, sense, fit))
    least = _commonness(word, ranked[0], fit) - NEAR
    others = (
        sense
        for sense in ranked[1:]
        if _commonness(word, sense, fit) >= least and not GRIM.search(sense.gloss)
    )
    return (ranked[0], *others)[:MAX_SENSES]


def _is_fit(sense: Sense) -> bool:
    # A name, such as Roman, counts as a word only if texts use it as one.
    is_word = not sense.is_name or (sense.count > 0 and not BIOGRAPHY.search(sense.gloss))
    return is_word and not UNFIT.search(sense.gloss)


def _commonness(word: str, sense: Sense, senses: Iterable[Sense]) -> float:
    """Return a score for how likely people mean `sense` by `word`; higher is likelier."""
    earlier = sum(other.part == sense.part and other.number < sense.number for other in senses)
    return (
        COUNTED * log2(1 + sense.count)
        + LINKED * log2(1 + min(sense.relations, MAX_RELATIONS) / (1 + sense.place))
        + RARER * sense.place
        + USED * log2(1 + sense.uses)
        - LATER * earlier
        + NOUN * (sense.part == "noun")
        + CIRCULAR * (word.rstrip("e") in sense.gloss)
        + GRIMNESS * bool(GRIM.search(sense.gloss))
        + SPORT * bool(SPORTS.search(sense.gloss))
        + FIELDS * bool(FIELD.match(sense.gloss))
    )


def _bases_of(word: str, wordnet: WordNet) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield possible base forms of `word`, and the parts of speech that `word` would then have."""
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
