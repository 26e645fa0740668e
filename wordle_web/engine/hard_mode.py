"""Hard mode: every revealed hint must be used in the guesses that follow.

`hard_mode_violation` checks one guess and words the refusal; `allowed_guesses` and `hard_rules`
apply the same rule to all guesses at once.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from wordle_web.engine.arrays import Codes, Flags
from wordle_web.engine.feedback import letter_codes, marks_of
from wordle_web.engine.knowledge import Turn, most_colored
from wordle_web.engine.letters import Gettext, capitals, counted_letter, ordinal


@dataclass(frozen=True, slots=True)
class HardModeViolation:
    """A revealed hint that a guess does not use; its text is the conventional refusal.

    >>> str(HardModeViolation("position", "A", position=3))
    '3rd letter must be A'
    >>> str(HardModeViolation("count", "E", count=2))
    'Guess must contain two Es'
    """

    # "position" for a green letter that is not kept, "count" for a letter too few.
    kind: Literal["position", "count"]
    letter: str  # the letter of the hint, in upper case
    position: int = 0  # where it belongs, from 1; 0 where any position will do
    count: int = 1  # how many of it the guess needs

    def __str__(self) -> str:
        """Return the refusal in English."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal: `3rd letter must be A`, `Guess must contain two Es`."""
        if self.kind == "position":
            return gettext("%(place)s letter must be %(letter)s") % {
                "place": ordinal(self.position, gettext),
                "letter": self.letter,
            }
        letters = counted_letter(self.letter, self.count, gettext)
        return gettext("Guess must contain %(letters)s") % {"letters": letters}


def hard_mode_violation(
    guess: str, turns: Iterable[Turn], alphabet: str = ""
) -> HardModeViolation | None:
    """Return the first revealed hint that `guess` does not use, or None.

    All turns count: greens first, by position, then the letter counts. The alphabet of the words
    decides how the hint's letter is written in upper case.

    >>> hard_mode_violation("those", [Turn.parse("crane:00002"), Turn.parse("slice:00002")])
    >>> str(hard_mode_violation("toxic", [Turn.parse("crane:00002")]))
    '5th letter must be E'
    """
    rows = tuple(turns)
    greens = sorted({(place, letter) for turn in rows for place, letter in turn.greens.items()})
    for place, letter in greens:
        if guess[place : place + 1] != letter:
            return HardModeViolation("position", capitals(letter, alphabet), position=place + 1)
    for letter, count in most_colored(rows).items():
        if guess.count(letter) < count:
            return HardModeViolation("count", capitals(letter, alphabet), count=count)
    return None


def allowed_guesses(codes: Codes, turns: Iterable[Turn]) -> Flags:
    """Return which guesses use every hint that turns revealed, bool, (guesses,).

    `codes` are the letters of each guess, uint32, (guesses, letters).
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
            # Adding a few columns is faster than summing over an axis of five.
            hits = [column == letter for column in codes.T]
            allowed &= sum(hits[1:], hits[0].astype(np.uint8)) >= count


# Returns which guesses use the hints of one turn, by the guess and its pattern: bool, (guesses,).
HardRules = Callable[[int, int], Flags]


def hard_rules(codes: Codes) -> HardRules:
    """Return the rules for guesses, whose letters are uint32, (guesses, letters)."""

    # 0.2 GB at most with 13,000 guesses; a search without a deadline asks for many more.
    @functools.lru_cache(maxsize=1 << 14)
    def allowed(guess: int, pattern: int) -> Flags:
        flags = np.ones(len(codes), dtype=bool)
        letters = codes[guess].tolist()
        _restrict(flags, codes, letters, marks_of(pattern, len(letters)))
        return flags

    return allowed
