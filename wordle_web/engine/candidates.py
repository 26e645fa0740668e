"""Which words can be the answer, and how likely each is: beliefs, and narrowing by turns."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Flags, Floats, Indices, heaviest_first
from wordle_web.engine.feedback import LengthError, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon

USED_WEIGHT: Final = 0.1  # a word that the other game has had: rarely, but some games repeat
LIKELY: Final = 0.1  # the probability from which a word counts as a likely answer


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """How much each word is believed to be the answer.

    Attributes:
        name: "real" for the prior, else the name of a pool of this site.
        weights: From 0, not normalized; 0 where a word cannot be the answer. float64, (words,).
        likely: Which words count as likely ones, bool, (words,).
        used: The words whose weight was lowered, sorted.
    """

    name: str
    weights: Floats
    likely: Flags
    used: tuple[str, ...] = ()


def belief_of(lexicon: Lexicon, mode: str = "real", used: Iterable[str] = ()) -> Belief:
    """Return the belief of a mode of the helper.

    Args:
        lexicon: The words.
        mode: "real" believes the prior: a game elsewhere, whose list nobody publishes. "pool",
            or the name of a pool, believes that pool of this site, evenly.
        used: Words that have been answers elsewhere; each keeps a tenth of its weight.

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
    """Return the indices of the words that would have given every turn its pattern.

    Args:
        lexicon: The words to choose from.
        turns: The guesses need not be in the lexicon.
        among: Indices to choose from, intp; default all words.

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
    """Return the words left after `turns`, the heaviest first, then by the alphabet, intp.

    Raises:
        LengthError: A guess is not of the lexicon's length.
    """
    return heaviest_first(narrow(lexicon, turns, np.flatnonzero(belief.weights)), belief.weights)
