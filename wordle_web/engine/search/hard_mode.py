"""What hard mode allows, for all guesses at once.

The rule itself, and its wording, is `knowledge.hard_mode_violation`; this is the same rule for
arrays. Imports NumPy, `feedback` and `knowledge` only.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.feedback import Codes, letter_codes, marks_of
from wordle_web.engine.knowledge import Turn

Flags = NDArray[np.bool_]


def allowed_guesses(codes: Codes, turns: Iterable[Turn]) -> Flags:
    """Return which guesses use every hint that turns revealed.

    Args:
        codes: Letters of each guess, uint32, (guesses, letters).
        turns: Turns made.

    Returns:
        bool, (guesses,).
    """
    allowed = np.ones(len(codes), dtype=bool)
    for turn in turns:
        _restrict(allowed, codes, letter_codes([turn.guess])[0].tolist(), turn.marks)
    return allowed


def _restrict(allowed: Flags, codes: Codes, letters: list[int], marks: tuple[int, ...]) -> None:
    """Switch off the guesses that leave out a hint of one turn."""
    coloured: Counter[int] = Counter()
    for node, (letter, mark) in enumerate(zip(letters, marks, strict=True)):
        coloured[letter] += mark > 0
        if mark == 2:
            allowed &= codes[:, node] == letter
    for letter, count in coloured.items():
        if count:
            hits = [node == letter for node in codes.T]
            allowed &= sum(hits[1:], hits[0].astype(np.uint8)) >= count


class HardRules:
    """What each guess with its pattern allows afterwards; remembers what was asked before."""

    def __init__(self, codes: Codes) -> None:
        """Keep the letters of the guesses, uint32, (guesses, letters)."""
        self._codes = codes
        self._known: dict[tuple[int, int], Flags] = {}

    def allowed(self, guess: int, pattern: int) -> Flags:
        """Return which guesses use the hints of one turn, bool, (guesses,)."""
        key = guess, pattern
        if key not in self._known:
            allowed = np.ones(len(self._codes), dtype=bool)
            letters = self._codes[guess].tolist()
            _restrict(allowed, self._codes, letters, marks_of(pattern, len(letters)))
            self._known[key] = allowed
        return self._known[key]
