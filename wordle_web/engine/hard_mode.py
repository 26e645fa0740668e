"""Hard mode: guesses must use every revealed hint.

In ultra-hard mode a guess must match all colors, so that it could be the answer.
`hard_mode_violation` checks one guess and returns the refusal; `allowed_guesses` and `hard_rules`
apply the same rules to all guesses at once.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal

import numpy as np

from wordle_web.engine.arrays import Codes, Flags, Patterns
from wordle_web.engine.feedback import (
    ABSENT,
    CORRECT,
    feedback_matrix,
    letter_codes,
    marks_of,
    patterns_of,
)
from wordle_web.engine.knowledge import Turn, most_colored
from wordle_web.engine.letters import Gettext, capitals, counted_letter, ordinal


class HardMode(IntEnum):
    """The hints that guesses must use; every mode except `OFF` is truthy.

    The value is the number of stars after a result.
    """

    OFF = 0  # any allowed word may be guessed
    ON = 1  # greens must stay in their spot, and yellow letters must be used somewhere
    ULTRA = 2  # a guess must match all colors

    @property
    def stars(self) -> str:
        """The stars after a result."""
        return "*" * self

    @property
    def label(self) -> str:
        """The mode's name in reports for developers and hosts."""
        return ("normal rules", "hard mode", "ultra-hard mode")[self]


ViolationKind = Literal["position", "count", "green", "unused", "yellow", "gray", "most"]


@dataclass(frozen=True, slots=True)
class HardModeViolation:
    """A revealed hint that a guess does not use; `str()` gives the refusal.

    Hard mode uses the conventional wording; ultra-hard mode names the color.

    >>> str(HardModeViolation("position", "A", position=3))
    '3rd letter must be A'
    >>> str(HardModeViolation("count", "E", count=2))
    'Guess must contain two Es'
    >>> str(HardModeViolation("yellow", "A", position=3))
    '3rd letter can’t be A: it was yellow there'
    """

    # In hard mode: "position" if a green letter is missing, "count" if a letter occurs too rarely.
    # In ultra-hard mode these are "green" and "unused". It also has "yellow" and "gray" for a
    # letter in a spot where it had that color, and "most" for a letter that occurs too often.
    kind: ViolationKind
    letter: str  # the letter of the hint, in upper case
    position: int = 0  # the spot, from 1; 0 if the hint is not about a spot
    count: int = 1  # the minimum or maximum count of the letter

    def __str__(self) -> str:
        """Return the refusal in English."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the refusal: `3rd letter must be A`, `Guess must contain two Es`."""
        wordings: dict[ViolationKind, str] = {
            "position": gettext("%(place)s letter must be %(letter)s"),
            "count": gettext("Guess must contain %(letters)s"),
            "green": gettext("%(place)s letter must be %(letter)s: it was green there"),
            "unused": gettext("Guess must contain %(letters)s: %(letter)s was yellow"),
            "yellow": gettext("%(place)s letter can’t be %(letter)s: it was yellow there"),
            "gray": gettext("%(place)s letter can’t be %(letter)s: it was gray there"),
            "most": gettext("Use only %(letters)s: another %(letter)s was gray"),
        }
        wording = wordings[self.kind]
        if self.kind == "most" and self.count < 2:
            wording = (
                gettext("Use %(letter)s only once: another %(letter)s was gray")
                if self.count
                else gettext("%(letter)s is gray: it isn’t in the word")
            )
        return wording % {
            "letter": self.letter,
            "letters": counted_letter(self.letter, self.count, gettext),
            "place": ordinal(self.position, gettext),
        }


def hard_mode_violation(
    guess: str, turns: Iterable[Turn], mode: HardMode = HardMode.ON, alphabet: str = ""
) -> HardModeViolation | None:
    """Return the first revealed hint that `mode` requires but `guess` does not use, or None.

    All turns are checked: first green letters by position, then minimum counts of letters, then, in
    ultra-hard mode, the other hints of each turn. These checks are complete, because feedback
    colors a letter's yellow tiles before its gray ones. The alphabet determines the upper-case form
    of the letter.

    >>> hard_mode_violation("those", [Turn.parse("crane:00002"), Turn.parse("slice:00002")])
    >>> str(hard_mode_violation("toxic", [Turn.parse("crane:00002")]))
    '5th letter must be E'
    """
    if not mode:
        return None
    rows, is_ultra = tuple(turns), mode is HardMode.ULTRA
    greens = sorted({(place, letter) for turn in rows for place, letter in turn.greens.items()})
    for place, letter in greens:
        if guess[place : place + 1] != letter:
            kind: ViolationKind = "green" if is_ultra else "position"
            return HardModeViolation(kind, capitals(letter, alphabet), position=place + 1)
    for letter, count in most_colored(rows).items():
        if guess.count(letter) < count:
            kind = "unused" if is_ultra else "count"
            return HardModeViolation(kind, capitals(letter, alphabet), count=count)
    ignored = (hint for turn in rows for hint in _ignored(guess, turn))
    hint = next(ignored, None) if is_ultra else None
    return hint and replace(hint, letter=capitals(hint.letter, alphabet))


def _ignored(guess: str, turn: Turn) -> Iterator[HardModeViolation]:
    """Yield the hints of a turn's yellow and gray tiles that a guess ignores, yellow ones first.

    The letters of the hints are still in lower case.
    """
    repeated = [
        (place, letter, mark)
        for place, (letter, mark) in enumerate(turn.tiles, 1)
        if mark != CORRECT and guess[place - 1 : place] == letter
    ]
    for place, letter, mark in repeated:
        if mark != ABSENT:
            yield HardModeViolation("yellow", letter, position=place)
    for letter in dict.fromkeys(letter for letter, mark in turn.tiles if mark == ABSENT):
        if guess.count(letter) > (most := turn.colored[letter]):
            yield HardModeViolation("most", letter, count=most)
    for place, letter, mark in repeated:
        if mark == ABSENT:
            yield HardModeViolation("gray", letter, position=place)


def allowed_guesses(codes: Codes, turns: Iterable[Turn], mode: HardMode) -> Flags | None:
    """Return a mask of the guesses that a mode allows, bool, (guesses,); None if it allows all.

    `codes` holds the letter codes of the guesses, uint32, (guesses, letters).
    """
    if not mode:
        return None
    allowed = np.ones(len(codes), dtype=bool)
    for turn in turns:
        if mode is HardMode.ULTRA:
            allowed &= patterns_of(turn.guess, codes) == turn.pattern
        else:
            _restrict(allowed, codes, letter_codes([turn.guess])[0].tolist(), turn.marks)
    return allowed


def _restrict(allowed: Flags, codes: Codes, letters: list[int], marks: tuple[int, ...]) -> None:
    """Clear the flags of guesses that ignore a hint of one turn, in hard mode."""
    colored: Counter[int] = Counter()
    for position, (letter, mark) in enumerate(zip(letters, marks, strict=True)):
        colored[letter] += mark > 0
        if mark == 2:
            allowed &= codes[:, position] == letter
    for letter, count in colored.items():
        if count:
            # Adding a few columns is faster than summing over a short axis.
            hits = [column == letter for column in codes.T]
            allowed &= sum(hits[1:], hits[0].astype(np.uint8)) >= count


# Takes the index of a guess and its pattern; returns a mask of the guesses allowed after it, bool,
# (guesses,).
HardRules = Callable[[int, int], Flags]


def hard_rules(codes: Codes, mode: HardMode) -> HardRules | None:
    """Return the rules of a mode; None if it has none.

    `codes` holds the letter codes of the guesses, uint32, (guesses, letters).
    """

    # At most 0.2 GB with 13,000 guesses. Without this limit, a search without a deadline would use
    # much more.
    @functools.lru_cache(maxsize=1 << 14)
    def allowed(guess: int, pattern: int) -> Flags:
        flags = np.ones(len(codes), dtype=bool)
        letters = codes[guess].tolist()
        _restrict(flags, codes, letters, marks_of(pattern, len(letters)))
        return flags

    @functools.lru_cache(maxsize=1 << 14)
    def patterns_after(guess: int) -> Patterns:
        patterns: Patterns = feedback_matrix(codes[guess : guess + 1], codes)[0]
        return patterns

    def fitting(guess: int, pattern: int) -> Flags:
        flags: Flags = patterns_after(guess) == pattern
        return flags

    return {HardMode.OFF: None, HardMode.ON: allowed, HardMode.ULTRA: fitting}[mode]
