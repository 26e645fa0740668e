"""The prior: how likely each allowed word is to be the kind of word that is an answer.

A logistic sum over how common the word is, what form it is, where it is spelled so and how
many senses it has.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from wordle_web.wordlists.vocabulary import AVOIDED
from words.forms import Form
from words.scowl import Scowl
from words.wordnet import WordNet

INTERCEPT = 0.5
LEVELS = ((20, 1.5), (35, 0.0), (40, -1.0), (50, -2.0), (55, -3.0), (60, -3.5), (70, -4.5))
RAREST = -6.0
FORMS = {
    (Form.PLURAL, False): -6.0,
    (Form.PLURAL, True): -5.0,
    (Form.PAST, False): -3.5,
    (Form.PAST, True): -4.5,
    (Form.PARTICIPLE, False): -3.5,
    (Form.COMPARATIVE, False): -0.5,
}
FOREIGN = -2.5
NO_ENTRY = -0.5
ONLY_NAME = -0.5
SENSES = 1.5
MAX_SENSES = 2.5
SPREAD = 0.01
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Traits:
    """What the prior looks at."""

    level: int  # SCOWL's, 10 to 95, or 99
    form: Form | None  # the inflected form, if it is one
    has_entry: bool  # whether WordNet has the word itself, or as an irregular form
    is_foreign: bool  # whether it is spelled so only outside the United States
    is_only_name: bool  # whether WordNet has it as a name only
    senses: int  # how many senses WordNet gives the word itself


def traits_of(word: str, form: Form | None, scowl: Scowl, wordnet: WordNet) -> Traits:
    """Return what the prior looks at in `word`."""
    return Traits(
        level=scowl.level(word),
        form=form,
        has_entry=wordnet.has_entry(word),
        is_foreign=scowl.is_foreign_spelling(word),
        is_only_name=wordnet.is_only_name(word),
        senses=len(wordnet.senses.get(word, ())),
    )


def probability(traits: Traits) -> float:
    """Return the probability, 0 to 1, that a word with `traits` is an answer's kind of word."""
    x = INTERCEPT + next((term for top, term in LEVELS if traits.level <= top), RAREST)
    x += FORMS[traits.form, traits.has_entry] if traits.form else 0.0
    x += FOREIGN if traits.is_foreign else 0.0
    plain = traits.form is None and not traits.is_foreign
    x += NO_ENTRY if plain and not traits.has_entry else 0.0
    x += ONLY_NAME if traits.is_only_name else 0.0
    x += SENSES * min(math.log1p(traits.senses), MAX_SENSES)
    return 1 / (1 + math.exp(-x))


def prior_of(traits: Mapping[str, Traits], avoided: Collection[str] = ()) -> Mapping[str, int]:
    """Return the prior of each word in millionths, a hundredth of the mass spread evenly.

    Words in `avoided` get the least there is: the helper never suggests them.
    """
    chances = {word: probability(facts) for word, facts in traits.items()}
    mean = math.fsum(chances.values()) / len(chances)
    spread = {word: (1 - SPREAD) * chance + SPREAD * mean for word, chance in chances.items()}
    return {
        word: AVOIDED if word in avoided else round(MILLION * chance)
        for word, chance in spread.items()
    }
