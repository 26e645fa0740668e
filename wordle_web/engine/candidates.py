"""Narrowing by turns: which words of a lexicon would have given the same patterns.

Diagnosis of turns that no word fits lives in `diagnosis` and `impossible`, and is offered from
here as well. Imports the engine only.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.diagnosis.diagnosis import Diagnosis, diagnose
from wordle_web.engine.diagnosis.impossible import ImpossibleMarks, impossibility
from wordle_web.engine.feedback import LengthError, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon

__all__ = ["Diagnosis", "ImpossibleMarks", "diagnose", "impossibility", "narrow"]

Positions = NDArray[np.intp]


def narrow(lexicon: Lexicon, turns: Iterable[Turn], among: Positions | None = None) -> Positions:
    """Return the positions of the words that would have given every turn its pattern.

    Args:
        lexicon: The words to choose from.
        turns: The guesses need not be in the lexicon.
        among: Positions to choose from, intp; default all words.

    Returns:
        Positions into `lexicon.words`, intp, in the order of `among`.

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
