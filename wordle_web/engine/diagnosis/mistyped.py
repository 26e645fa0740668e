"""Guesses that may be mistyped: one other letter under the same marks.

Changing one letter affects a single position, and one tile of each of two letters. So only words
that disagree with a turn by no more than that need new feedback, and the search stays fast.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Codes, Flags, Indices
from wordle_web.engine.feedback import ABSENT, CORRECT, feedback_matrix, letter_codes
from wordle_web.engine.knowledge import Turn

SmallCounts = NDArray[np.int16]


def mistypings(turn: Turn, answers: Codes, alphabet: str) -> Iterator[tuple[int, str, Indices]]:
    """Yield each guess one letter away that some of `answers` would mark the same.

    Args:
        turn: The guess as entered, with its marks.
        answers: Letters of each answer, uint32, (answers, letters).
        alphabet: The letters that may have been meant.

    Yields:
        The position that changes, from 0; the guess; and the matching answers, intp.

    >>> [(guess, fits.tolist())
    ...  for _, guess, fits in mistypings(Turn.parse("dog:222"), letter_codes(["dig"]), "aio")]
    [('dig', [0])]
    """
    for position, near in enumerate(_nearly_fitting(turn, answers)):
        before, old, after = turn.guess[:position], turn.guess[position], turn.guess[position + 1 :]
        guesses = [before + letter + after for letter in alphabet if letter != old]
        if not guesses or not near.size:
            continue
        hits = feedback_matrix(letter_codes(guesses), answers[near]) == turn.pattern
        for guess, hit in zip(guesses, hits, strict=True):
            if hit.any():
                yield position, guess, near[hit]


def _nearly_fitting(turn: Turn, answers: Codes) -> Iterator[Indices]:
    """Yield for each position the answers that another letter there might make match.

    Replacing a gray letter no longer excludes it. Replacing a colored letter requires one fewer of
    it, and accounts for one surplus letter.
    """
    wrong_position = _wrong_positions(turn, answers)
    faults = wrong_position.sum(axis=0, dtype=np.int16)
    missing, surplus = _wrong_counts(turn, answers)
    all_missing, all_surplus = sum(missing.values()), sum(surplus.values())
    for position, (letter, mark) in enumerate(zip(turn.guess, turn.marks, strict=True)):
        fits = faults == wrong_position[position]
        if mark == ABSENT:
            fits &= (all_missing == 0) & (all_surplus == surplus[letter])
        else:
            fits &= (all_missing == missing[letter]) & (missing[letter] <= 1) & (all_surplus <= 1)
        yield np.flatnonzero(fits)


def _wrong_positions(turn: Turn, answers: Codes) -> Flags:
    """Return where an answer has the guess's letter but the tile is not green, or the reverse.

    Shape (letters, answers).
    """
    is_green = np.array([[mark == CORRECT] for mark in turn.marks])
    wrong: Flags = (answers.T == letter_codes([turn.guess]).T) != is_green
    return wrong


def _wrong_counts(
    turn: Turn, answers: Codes
) -> tuple[dict[str, SmallCounts], dict[str, SmallCounts]]:
    missing, surplus = {}, {}
    for letter in set(turn.guess):
        colored = turn.colored[letter]
        count = (letter_codes([letter]) == answers.T).sum(axis=0, dtype=np.int16)
        missing[letter] = np.maximum(colored - count, 0)
        surplus[letter] = np.maximum(count - colored, 0) * (letter in turn.gray)
    return missing, surplus
