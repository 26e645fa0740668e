"""The results that a guess can get, and the letter that the words left have most often."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from wordle_web.engine.arrays import Indices, summable
from wordle_web.engine.candidates import Belief
from wordle_web.engine.feedback import feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Knowledge
from wordle_web.engine.lexicon import Lexicon

MAX_DETAILED: Final = 24  # patterns, the largest and the likeliest, as many as a page may show
MAX_NAMED: Final = 8  # words of a pattern


class PatternCount(NamedTuple):
    """A pattern that a guess could get, and what it would leave."""

    pattern: int
    words: int
    probability: float  # how likely it is, 0 to 1
    likeliest: tuple[str, ...]  # the likeliest of these words


@dataclass(frozen=True, slots=True)
class PatternCounts:
    """What the patterns that a guess could get would leave."""

    shown: tuple[PatternCount, ...] = ()  # the largest ones and the likeliest ones, largest first
    total: int = 0  # how many patterns there are: at 8 letters up to 3,000

    def likeliest(self, count: int) -> tuple[PatternCount, ...]:
        """Return the likeliest patterns, at most `count`, likeliest first."""
        return tuple(sorted(self.shown, key=lambda each: -each.probability)[:count])


NO_PATTERNS: Final = PatternCounts()


def pattern_counts(lexicon: Lexicon, left: Indices, belief: Belief, guess: str) -> PatternCounts:
    """Return what the patterns that `guess` could get would leave of `left`.

    Described are the `MAX_DETAILED` that leave the most words and as many of the likeliest.
    """
    if not len(left):
        return NO_PATTERNS
    row = feedback_matrix(letter_codes([guess]), lexicon.codes[left])[0]
    weights = belief.weights[left]
    counts = np.bincount(row)
    patterns = np.flatnonzero(counts)
    words = counts[patterns]
    probabilities = np.bincount(row, weights / weights.sum())[patterns].round(12)
    order = np.lexsort((patterns, -probabilities, -words))
    likely = np.lexsort((patterns, -words, -probabilities))[:MAX_DETAILED]
    is_shown = np.isin(order, likely) | (np.arange(len(order)) < MAX_DETAILED)
    shown = tuple(
        PatternCount(
            int(patterns[group]),
            int(words[group]),
            float(probabilities[group]),
            tuple(lexicon.words[each] for each in left[row == patterns[group]][:MAX_NAMED]),
        )
        for group in order[is_shown]
    )
    return PatternCounts(shown, len(patterns))


class LetterHint(NamedTuple):
    """A letter that is not known yet, and where it may be: the likeliest among the words left."""

    letter: str
    probability: float  # how likely it is in the answer, besides what is known of it, 0 to 1
    place: int  # where it is likeliest, from 0
    place_probability: float  # how likely it is there, 0 to 1


def letter_hint(
    lexicon: Lexicon, candidates: Indices, belief: Belief, knowledge: Knowledge
) -> LetterHint | None:
    """Return the letter of an open place that most of the words left have, by their weight."""
    weights = belief.weights[candidates]
    weights = summable(weights / weights.sum(), 2.0)
    codes = lexicon.codes[candidates]
    is_open = [place not in knowledge.positions for place in range(lexicon.length)]
    best: LetterHint | None = None
    for letter in lexicon.alphabet:
        if letter in knowledge.at_least:
            continue
        hits = (codes == ord(letter)) & is_open
        probability = float(weights @ hits.any(axis=1))
        if probability > (best.probability if best else 0.0):
            places = weights @ hits
            place = int(places.argmax())
            best = LetterHint(letter, probability, place, float(places[place]))
    return best
