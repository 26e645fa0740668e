"""The prior: the probability that an allowed word is suitable as an answer.

It is a logistic regression on a word's frequency, form, region of spelling and number of senses.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from wordle_web.wordlists.vocabulary import AVOIDED
from words.forms import Form
from words.scowl import Scowl
from words.wordnet import WordNet

# The coefficients of the regression. `LEVELS` has the highest SCOWL level of each term, and `FORMS`
# a term for each kind of form without and with an entry in WordNet.
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
MAX_SENSES = 2.5  # limit of the logarithm of the number of senses
SPREAD = 0.01  # share of the total that all words share evenly
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Traits:
    """The facts on which the prior is based."""

    level: int  # SCOWL's level, 10 to 95; 99 if the word is not listed
    form: Form | None  # the kind of inflected form; None if it is not one
    has_entry: bool  # whether WordNet has an entry for the word, or has it as an irregular form
    is_foreign: bool  # whether this spelling is mostly used outside the United States
    is_only_name: bool  # whether WordNet has the word only as a name
    senses: int  # number of senses in WordNet


def traits_of(word: str, form: Form | None, scowl: Scowl, wordnet: WordNet) -> Traits:
    """Return the facts about `word` for the prior."""
    return Traits(
        level=scowl.level(word),
        form=form,
        has_entry=wordnet.has_entry(word),
        is_foreign=scowl.is_foreign_spelling(word),
        is_only_name=wordnet.is_only_name(word),
        senses=len(wordnet.senses.get(word, ())),
    )


def probability(traits: Traits) -> float:
    """Return the probability, 0 to 1, that a word with `traits` is suitable as an answer."""
    x = INTERCEPT + next((term for top, term in LEVELS if traits.level <= top), RAREST)
    x += FORMS[traits.form, traits.has_entry] if traits.form else 0.0
    x += FOREIGN if traits.is_foreign else 0.0
    plain = traits.form is None and not traits.is_foreign
    x += NO_ENTRY if plain and not traits.has_entry else 0.0
    x += ONLY_NAME if traits.is_only_name else 0.0
    x += SENSES * min(math.log1p(traits.senses), MAX_SENSES)
    return 1 / (1 + math.exp(-x))


def prior_of(traits: Mapping[str, Traits], avoided: Collection[str] = ()) -> Mapping[str, int]:
    """Return the prior of each word in millionths.

    All words share a hundredth of the total evenly. Words in `avoided` get the lowest value, so the
    helper suggests them only if no other word fits.
    """
    chances = {word: probability(facts) for word, facts in traits.items()}
    mean = math.fsum(chances.values()) / len(chances)
    spread = {word: (1 - SPREAD) * chance + SPREAD * mean for word, chance in chances.items()}
    return {
        word: AVOIDED if word in avoided else round(MILLION * chance)
        for word, chance in spread.items()
    }
