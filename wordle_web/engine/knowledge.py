"""Knowledge from turns: which letters a position may have, and how often each letter occurs.

A turn is a guess with its pattern. `learn` combines all turns, including inferred positions that no
tile ever showed green. Letters may be any characters, and words of any length.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final, Literal

from wordle_web.engine.feedback import (
    ABSENT,
    CORRECT,
    LengthError,
    all_correct,
    digits_of,
    marks_of,
    pattern_from_digits,
)
from wordle_web.engine.inference import Limits, settle

TRIES: Final = 6


class TurnError(ValueError):
    """A `text` that is not a guess with its marks, or a pattern that does not fit its guess."""

    def __init__(self, text: str) -> None:
        """Keep the text."""
        super().__init__(f"write a guess with its marks, such as crane:01002, not {text[:40]!r}")
        self.text = text


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with the pattern it was given.

    Attributes:
        guess: In lower case; it need not be in any lexicon.
        pattern: Its base-3 code, 0 to 3**letters - 1.

    >>> Turn.parse("crane:01002").marks
    (0, 1, 0, 0, 2)
    """

    guess: str
    pattern: int

    def __post_init__(self) -> None:
        """Refuse a pattern that is out of range for the guess."""
        if not 0 <= self.pattern <= all_correct(len(self.guess)):
            raise TurnError(f"{self.guess}:{self.pattern}")

    @classmethod
    def parse(cls, text: str) -> "Turn":
        """Return the turn written as `crane:01002`.

        Raises:
            TurnError: The text is not a guess, a colon and one digit from 0 to 2 a letter.
        """
        guess, _, digits = text.strip().lower().partition(":")
        if not guess.isalpha() or len(guess) != len(digits) or set(digits) - set("012"):
            raise TurnError(text)
        return cls(guess, pattern_from_digits(digits))

    def text(self) -> str:
        """Return the turn as addresses and commands write it: `crane:01002`."""
        return f"{self.guess}:{digits_of(self.pattern, len(self.guess))}"

    @property
    def marks(self) -> tuple[int, ...]:
        """The mark of each letter, from the left."""
        return marks_of(self.pattern, len(self.guess))

    @property
    def tiles(self) -> tuple[tuple[str, int], ...]:
        """Each letter with its mark, from the left."""
        return tuple(zip(self.guess, self.marks, strict=True))

    @property
    def greens(self) -> dict[int, str]:
        """The letter of each position that was marked correct; positions count from 0."""
        tiles = enumerate(self.tiles)
        return {position: letter for position, (letter, mark) in tiles if mark == CORRECT}

    @property
    def colored(self) -> Counter[str]:
        """How often each letter was marked present or correct."""
        return Counter(letter for letter, mark in self.tiles if mark != ABSENT)

    @property
    def gray(self) -> frozenset[str]:
        """The letters that were marked absent at least once."""
        return frozenset(letter for letter, mark in self.tiles if mark == ABSENT)


def tries_left(turns: Sequence[Turn]) -> int:
    """Return the guesses left, from 1; a game that goes on after six guesses has six again."""
    return TRIES - len(turns) if len(turns) < TRIES else TRIES


def most_colored(turns: Sequence[Turn]) -> Counter[str]:
    """Return the minimum count of each letter: its most colored tiles in one turn."""
    least: Counter[str] = Counter()
    for turn in turns:
        least |= turn.colored
    return least


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the answer; positions count from 0.

    Attributes:
        possible: The letters still possible in each position.
        greens: The letter of each position that a tile showed green.
        at_least: The minimum count of each letter that must occur.
        at_most: The maximum count of each letter whose count is known exactly: 0 for a letter
            that does not occur, 2 for one that occurs exactly twice.
    """

    possible: tuple[frozenset[str], ...]
    greens: Mapping[int, str]
    at_least: Mapping[str, int]
    at_most: Mapping[str, int]

    @property
    def positions(self) -> dict[int, str]:
        """The letter of each known position, shown green or inferred."""
        known = enumerate(self.possible)
        return {position: next(iter(letters)) for position, letters in known if len(letters) == 1}

    @property
    def inferred(self) -> dict[int, str]:
        """The letter of each known position that no tile showed green."""
        known = self.positions.items()
        return {position: letter for position, letter in known if position not in self.greens}

    @property
    def must_contain(self) -> str:
        """The letters that occur, in alphabetical order."""
        return "".join(sorted(self.at_least))

    @property
    def cannot_contain(self) -> str:
        """The letters that do not occur, in alphabetical order."""
        return "".join(sorted(letter for letter, most in self.at_most.items() if most == 0))

    def excluded(self, position: int) -> str:
        """Return the letters that must occur, but not in this position, which is not known."""
        possible = self.possible[position]
        if len(possible) == 1:
            return ""
        return "".join(letter for letter in self.must_contain if letter not in possible)

    def mark_of(self, letter: str) -> Literal["absent", "present", "correct", "unknown"]:
        """Return the best that is known of a letter, as keys of a keyboard show it."""
        if letter in self.positions.values():
            return "correct"
        if letter in self.at_least:
            return "present"
        return "absent" if self.at_most.get(letter) == 0 else "unknown"

    @property
    def is_contradictory(self) -> bool:
        """Whether no string of letters, word or not, could have given these turns."""
        too_many = (n > self.at_most.get(c, len(self.possible)) for c, n in self.at_least.items())
        return not all(self.possible) or any(too_many)


def learn(turns: Iterable[Turn], length: int, alphabet: str = ascii_lowercase) -> Knowledge:
    """Return what `turns` together reveal about an answer of `length` letters.

    Args:
        turns: In any order; contradictory turns give a contradictory result.
        length: Letters of the answer.
        alphabet: The letters of the words; those of the guesses are added.

    Raises:
        LengthError: A guess is not of that length.

    >>> turns = [Turn.parse("lurid:10000"), Turn.parse("mealy:00212"), Turn.parse("fancy:00002")]
    >>> learn(turns, 5).inferred
    {1: 'l'}
    """
    rows = tuple(turns)
    for turn in rows:
        if len(turn.guess) != length:
            raise LengthError(length, len(turn.guess))
    letters = frozenset(alphabet).union(*(turn.guess for turn in rows))
    limits = settle(_first_limits(rows, length, letters))
    greens = {position: letter for turn in rows for position, letter in turn.greens.items()}
    at_least = {letter: count for letter, count in sorted(limits.at_least.items()) if count}
    at_most = {c: n for c, n in sorted(limits.at_most.items()) if n <= at_least.get(c, 0)}
    return Knowledge(limits.possible, dict(sorted(greens.items())), at_least, at_most)


def _first_limits(turns: Sequence[Turn], length: int, letters: frozenset[str]) -> Limits:
    possible = [set(letters) for _ in range(length)]
    at_most = dict.fromkeys(letters, length)
    for turn in turns:
        for position, (letter, mark) in enumerate(turn.tiles):
            possible[position] &= {letter} if mark == CORRECT else letters - {letter}
        for letter in turn.gray:
            at_most[letter] = min(at_most[letter], turn.colored[letter])
    return Limits(tuple(map(frozenset, possible)), dict(most_colored(turns)), at_most)
