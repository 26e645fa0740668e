"""Candidates: which words can be the answer, and how likely each is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices, heaviest_first
from wordle_web.engine.feedback import LengthError, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon

USED_WEIGHT: Final = 0.1  # of a past answer elsewhere: some games repeat, but rarely
LIKELY: Final = 0.1  # the prior from which a word counts as a likely answer


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How likely each word is to be the answer.

    Attributes:
        name: "real" for the prior, otherwise the name of a pool of this site.
        weights: From 0, not normalized; 0 for words that cannot be the answer. float64, (words,).
        likely: Which words are likely answers, bool, (words,).
        used: The words whose weight was reduced, sorted.
    """

    name: str
    weights: Floats
    likely: Flags
    used: tuple[str, ...] = ()


def belief_of(lexicon: Lexicon, mode: str = "real", used: Iterable[str] = ()) -> Belief:
    """Return the belief of a mode of the helper.

    Args:
        lexicon: The words.
        mode: "real" for the prior: a game elsewhere, whose list is not published. "pool", or the
            name of a pool, for that pool of this site, all words equally likely.
        used: Past answers elsewhere; their weight is multiplied by 0.1.

    Raises:
        LexiconError: There is no such pool.
    """
    if mode == "real":
        weights = lexicon.prior.copy()
    else:
        weights = np.zeros(len(lexicon))
        weights[lexicon.pool("normal" if mode == "pool" else mode).indices] = 1.0
    likely = weights >= LIKELY
    lowered = {
        word: index for word in sorted(set(used)) if (index := lexicon.index(word)) is not None
    }
    weights[list(lowered.values())] *= USED_WEIGHT
    weights.setflags(write=False)
    return Belief(mode, weights, likely, tuple(lowered))


def narrow(lexicon: Lexicon, turns: Iterable[Turn], among: Indices | None = None) -> Indices:
    """Return the indices of the words that agree with every turn.

    Args:
        lexicon: The words to choose from.
        turns: The turns; their guesses need not be in the lexicon.
        among: Indices to choose from, intp; by default all words.

    Returns:
        Indices into `lexicon.words`, intp, in the order of `among`.

    Raises:
        LengthError: A guess is not of the lexicon's length.
    """
    left = np.arange(len(lexicon), dtype=np.intp) if among is None else among
    for turn in turns:
        if len(turn.guess) != lexicon.length:
            raise LengthError(lexicon.length, len(turn.guess))
        patterns = feedback_matrix(letter_codes([turn.guess]), lexicon.codes[left])[0]
        left = left[patterns == turn.pattern]
    return left


def candidates_after(lexicon: Lexicon, turns: Iterable[Turn], belief: Belief) -> Indices:
    """Return the indices of the words left after `turns`, heaviest first, ties by alphabet, intp.

    Raises:
        LengthError: A guess is not of the lexicon's length.
    """
    return heaviest_first(narrow(lexicon, turns, np.flatnonzero(belief.weights)), belief.weights)
