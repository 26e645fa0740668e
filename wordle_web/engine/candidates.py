"""Candidates: the words that can be the answer, and the probability of each."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices, heaviest_first
from wordle_web.engine.feedback import check_is_list, patterns_of
from wordle_web.engine.knowledge import Turn, check_turns
from wordle_web.engine.lexicon import Lexicon

# Weight of a past answer of another game if its date is unknown. It is low, since games rarely
# repeat answers.
USED_WEIGHT: Final = 0.1
# Weights of past answers with known dates: the oldest ones, and all others. Source: of the 245
# answers of the newspaper's game since February 2026, 22 repeat one of its first 300 answers, and 8
# repeat one of the next 1,600.
EARLY_WEIGHT: Final = 0.45
LATE_WEIGHT: Final = 0.03
# Weight of a word missing from a list of possible answers, which may be old or incomplete.
UNLISTED_WEIGHT: Final = 0.01
LIKELY: Final = 0.1  # words with at least this prior count as likely answers


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How likely each word is to be the answer."""

    name: str  # the mode for `belief_of`: "real", "pool" or the name of a pool
    # The weight of each word, not normalized; 0 if it cannot be the answer. float64, (words,).
    weights: Floats
    likely: Flags  # mask of likely answers, bool, (words,)
    used_words: tuple[str, ...] = ()  # words with a reduced weight, sorted
    is_listed: bool = False  # whether a list of possible answers replaced the prior

    @property
    def is_own(self) -> bool:
        """Whether past or possible answers changed the weights; few such beliefs have openings."""
        return bool(self.used_words) or self.is_listed


def belief_of(
    lexicon: Lexicon,
    mode: str = "real",
    used_words: Iterable[str] | Mapping[str, float] = (),
    possible: Collection[str] = (),
) -> Belief:
    """Return the belief for a mode of the helper.

    "real" is the prior, for games whose answers are not published. "pool" is the normal pool of
    this site, and any other mode is the name of a pool; the words of a pool are equally likely. The
    weights of `used_words`, past answers of another game, are multiplied by 0.1 or by the factors
    in the mapping. `possible` answers of another game weigh 1 and all other words 0.01; only "real"
    uses them.

    Raises:
        LexiconError: there is no such pool.
        TypeError: `used_words` or `possible` is a string.
    """
    check_is_list(used_words, "used_words")
    check_is_list(possible, "possible")
    listed = lexicon.indices(possible)
    is_listed = mode == "real" and bool(listed)
    if is_listed:
        weights = np.full(len(lexicon), UNLISTED_WEIGHT)
        weights[listed] = 1.0
    elif mode == "real":
        weights = lexicon.prior.copy()
    else:
        weights = np.zeros(len(lexicon))
        weights[lexicon.pool("normal" if mode == "pool" else mode).indices] = 1.0
    likely = weights >= LIKELY
    factors = (
        used_words if isinstance(used_words, Mapping) else dict.fromkeys(used_words, USED_WEIGHT)
    )
    lowered = {
        word: index for word in sorted(factors) if (index := lexicon.index(word)) is not None
    }
    weights[list(lowered.values())] *= [factors[word] for word in lowered]
    weights.setflags(write=False)
    return Belief(mode, weights, likely, tuple(lowered), is_listed)


def likely_answers(lexicon: Lexicon) -> Indices:
    """Return the indices of the likely answers according to the prior, intp."""
    return np.flatnonzero(lexicon.prior >= LIKELY)


def narrow(lexicon: Lexicon, turns: Iterable[Turn], among: Indices | None = None) -> Indices:
    """Return the indices of the words consistent with every turn, intp, in the order of `among`.

    By default, all words are considered. The guesses need not be in the lexicon.

    Raises:
        LengthError: a guess is not of the lexicon's length.
        TypeError: a turn is a string.
    """
    turns = tuple(turns)
    check_turns(turns)
    left = np.arange(len(lexicon), dtype=np.intp) if among is None else among
    for turn in turns:
        patterns = patterns_of(turn.guess, lexicon.codes[left])
        left = left[patterns == turn.pattern]
    return left


def candidates_after(
    lexicon: Lexicon, turns: Iterable[Turn], belief: Belief | None = None
) -> Indices:
    """Return the indices of the words left after `turns`, intp, the heaviest first.

    Words of weight 0 are left out, and words of equal weight are in alphabetical order. The guesses
    need not be in the lexicon. The belief is by default the prior of the lexicon.

    Raises:
        LengthError: a guess is not of the lexicon's length.
    """
    belief = belief or belief_of(lexicon)
    return heaviest_first(narrow(lexicon, turns, np.flatnonzero(belief.weights)), belief.weights)
