"""Hard mode: every hint that was revealed has to be used in the guesses that follow.

`hard_mode_violation` is the rule for one guess, with its wording; `allowed_guesses` and
`HardRules` are the same rule for all guesses at once.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wordle_web.engine.arrays import Codes, Flags
from wordle_web.engine.feedback import letter_codes, marks_of
from wordle_web.engine.knowledge import Turn, most_colored


@dataclass(frozen=True, slots=True)
class HardModeViolation:
    """A revealed hint that a guess leaves out; its text is the conventional refusal.

    Attributes:
        kind: "position" for a green letter that is not kept, "count" for a letter too few.
        letter: The letter of the hint.
        position: Where it belongs, from 1; 0 where any position will do.
        count: How many of it the guess needs.

    >>> str(HardModeViolation("position", "a", position=3))
    '3rd letter must be A'
    >>> str(HardModeViolation("count", "e", count=2))
    'Guess must contain two Es'
    """

    kind: Literal["position", "count"]
    letter: str
    position: int = 0
    count: int = 1

    def __str__(self) -> str:
        """Return the refusal in English."""
        letter = self.letter.upper()
        if self.kind == "position":
            return f"{ordinal(self.position)} letter must be {letter}"
        if self.count == 1:
            return f"Guess must contain {letter}"
        return f"Guess must contain {_NUMBERS.get(self.count, self.count)} {letter}s"


_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


def ordinal(number: int) -> str:
    """Return a position as it is said in English, from 1.

    >>> ordinal(1), ordinal(2), ordinal(3), ordinal(11)
    ('1st', '2nd', '3rd', '11th')
    """
    ending = 0 if number % 100 in {11, 12, 13} else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(ending, 'th') }"


def hard_mode_violation(guess: str, turns: Iterable[Turn]) -> HardModeViolation | None:
    """Return the first revealed hint that `guess` does not use, or None.

    All turns count: greens first, by position, then how often each letter was colored in a turn.

    >>> hard_mode_violation("those", [Turn.parse("crane:00002"), Turn.parse("slice:00002")])
    >>> str(hard_mode_violation("toxic", [Turn.parse("crane:00002")]))
    '5th letter must be E'
    """
    rows = tuple(turns)
    greens = sorted(
        {(position, letter) for turn in rows for position, letter in turn.greens.items()}
    )
    for position, letter in greens:
        if guess[position : position + 1] != letter:
            return HardModeViolation("position", letter, position=position + 1)
    for letter, count in most_colored(rows).items():
        if guess.count(letter) < count:
            return HardModeViolation("count", letter, count=count)
    return None


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
    colored: Counter[int] = Counter()
    for position, (letter, mark) in enumerate(zip(letters, marks, strict=True)):
        colored[letter] += mark > 0
        if mark == 2:
            allowed &= codes[:, position] == letter
    for letter, count in colored.items():
        if count:
            # Adding a few columns is quicker than summing over an axis of five.
            hits = [column == letter for column in codes.T]
            allowed &= sum(hits[1:], hits[0].astype(np.uint8)) >= count


class HardRules:
    """What each guess with its pattern allows afterwards, computed once."""

    def __init__(self, codes: Codes) -> None:
        """Keep the letters of the guesses, uint32, (guesses, letters)."""
        self._codes = codes
        self._allowed: dict[tuple[int, int], Flags] = {}

    def allowed(self, guess: int, pattern: int) -> Flags:
        """Return which guesses use the hints of one turn, bool, (guesses,)."""
        key = guess, pattern
        if key not in self._allowed:
            allowed = np.ones(len(self._codes), dtype=bool)
            letters = self._codes[guess].tolist()
            _restrict(allowed, self._codes, letters, marks_of(pattern, len(letters)))
            self._allowed[key] = allowed
        return self._allowed[key]
