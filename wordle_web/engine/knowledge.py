"""Knowledge from turns: the possible letters of each position, and the counts of each letter.

A turn is a guess with its pattern. `learn` combines all turns and also infers positions that were
never shown green. It works with any characters and words of any length.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from string import ascii_lowercase
from typing import Final

from wordle_web.engine.feedback import (
    ABSENT,
    CORRECT,
    LengthError,
    all_correct,
    check_case,
    digits_of,
    feedback,
    is_marks,
    marks_of,
    pattern_from_digits,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on the letters of each position and on the count of each letter."""

    possible: tuple[frozenset[str], ...]  # the letters possible in each position
    at_least: Mapping[str, int]  # the minimum count of each letter; 0 for missing keys
    at_most: Mapping[str, int]  # the maximum count of each letter of the alphabet

    @property
    def placed(self) -> Counter[str]:
        """The number of known positions of each letter."""
        return Counter(next(iter(letters)) for letters in self.possible if len(letters) == 1)

    @property
    def open_positions(self) -> frozenset[int]:
        """The positions with more than one possible letter."""
        return frozenset(i for i, letters in enumerate(self.possible) if len(letters) > 1)


def settle(limits: Limits) -> Limits:
    """Return `limits` with everything that can be deduced from them.

    If they contradict each other, the result has a position without letters, or a letter whose
    minimum count is above its maximum.
    """
    while True:
        tighter = limits
        for rule in (_tighten_counts, _fill_positions, _remove_used_up):
            tighter = rule(tighter)
        if tighter == limits:
            return limits
        limits = tighter


def _tighten_counts(limits: Limits) -> Limits:
    """Tighten the counts of letters by their positions and the word's length.

    A letter whose known positions reach its maximum count is removed from all other positions.
    """
    placed, room = limits.placed, Counter[str]()
    for letters in limits.possible:
        room.update(letters)
    at_least = {c: max(limits.at_least.get(c, 0), placed[c]) for c in {*limits.at_least, *placed}}
    free = max(0, len(limits.possible) - sum(at_least.values()))
    at_most = {c: min(n, room[c], at_least.get(c, 0) + free) for c, n in limits.at_most.items()}
    used_up = {letter for letter, most in at_most.items() if placed[letter] >= most}
    possible = (letters - used_up if len(letters) > 1 else letters for letters in limits.possible)
    return Limits(tuple(possible), at_least, at_most)


def _fill_positions(limits: Limits) -> Limits:
    """Find letters that need all their possible positions, and remove other letters there.

    If letters need more positions than they can have, these positions end up empty.
    """
    possible = list(limits.possible)
    placed, opened = limits.placed, limits.open_positions
    needed = {c: n - placed[c] for c, n in limits.at_least.items() if n > placed[c]}
    room = {c: {i for i in opened if c in limits.possible[i]} for c in needed}
    # If all letters together need more positions than are open, the full set already shows the
    # contradiction. Otherwise there are no more letters than positions, so there are few subsets.
    is_too_much = sum(needed.values()) > len(opened)
    for size in range(len(needed) if is_too_much else 1, len(needed) + 1):
        for letters in combinations(sorted(needed), size):
            positions = set[int]().union(*(room[letter] for letter in letters))
            spare = len(positions) - sum(needed[letter] for letter in letters)
            if spare <= 0:
                for position in positions:
                    possible[position] &= frozenset(() if spare else letters)
    return replace(limits, possible=tuple(possible))


def _remove_used_up(limits: Limits) -> Limits:
    """Find positions that use up some letters completely, and remove these letters elsewhere.

    If two positions can only have A or B, and both letters occur once, no other position has them.
    If positions need more letters than there are, these positions end up empty.
    """
    possible = list(limits.possible)
    placed, opened = limits.placed, limits.open_positions
    left = {letter: at_most - placed[letter] for letter, at_most in limits.at_most.items()}
    few = [i for i in opened if sum(left[letter] for letter in limits.possible[i]) <= len(opened)]
    for size in range(1, len(few) + 1):
        for positions in combinations(sorted(few), size):
            letters = frozenset[str]().union(*(limits.possible[i] for i in positions))
            spare = sum(left[letter] for letter in letters) - size
            if spare <= 0:
                for position in positions if spare else opened.difference(positions):
                    possible[position] -= letters
    return replace(limits, possible=tuple(possible))


TRIES: Final = 6  # guesses in a game of one board


class TurnError(ValueError):
    """Raised for a text that is not a guess with marks, or a pattern that is out of range."""

    def __init__(self, text: str) -> None:
        """Store the text."""
        super().__init__(f"write a guess with its marks, such as crane:01002, not {text[:40]!r}")
        self.text = text


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess with its pattern.

    >>> Turn.parse("crane:01002").marks
    (0, 1, 0, 0, 2)
    """

    guess: str  # in lower case; it need not be in any lexicon
    pattern: int  # base-3 code of the marks, 0 to 3**letters - 1

    def __post_init__(self) -> None:
        """Refuse capital letters, and a pattern that is out of range for the guess."""
        if isinstance(self.pattern, str):
            raise TypeError("a pattern is a number; Turn.parse('crane:01002') reads digits")
        check_case(self.guess)
        if not 0 <= self.pattern <= all_correct(len(self.guess)):
            raise TurnError(f"{self.guess}:{self.pattern}")

    @classmethod
    def of(cls, guess: str, answer: str) -> "Turn":
        """Return the turn of a guess in a game with this answer."""
        return cls(guess, feedback(guess, answer))

    @classmethod
    def parse(cls, text: str) -> "Turn":
        """Return the turn written as `crane:01002`.

        Raises:
            TurnError: the text is not a guess, a colon and one digit from 0 to 2 per letter.
        """
        guess, _, digits = text.strip().lower().partition(":")
        if not guess.isalpha() or not is_marks(digits, len(guess)):
            raise TurnError(text)
        return cls(guess, pattern_from_digits(digits))

    def text(self) -> str:
        """Return the turn as in URLs and commands: `crane:01002`."""
        return f"{self.guess}:{self.digits}"

    @property
    def digits(self) -> str:
        """The marks as digits: `01002`."""
        return digits_of(self.pattern, len(self.guess))

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
        """The letters that are marked correct, keyed by position from 0."""
        tiles = enumerate(self.tiles)
        return {position: letter for position, (letter, mark) in tiles if mark == CORRECT}

    @property
    def colored(self) -> Counter[str]:
        """The number of present and correct tiles of each letter."""
        return Counter(letter for letter, mark in self.tiles if mark != ABSENT)

    @property
    def gray(self) -> frozenset[str]:
        """The letters marked absent at least once."""
        return frozenset(letter for letter, mark in self.tiles if mark == ABSENT)


def until_answer(guesses: Sequence[str], answer: str) -> tuple[str, ...]:
    """Return the guesses up to the first that is the answer, or all of them.

    >>> until_answer(["crane", "truss", "slate"], "truss")
    ('crane', 'truss')
    """
    return tuple(guesses[: 1 + (*guesses, answer).index(answer)])


def check_turns(turns: Iterable[Turn]) -> None:
    """Refuse strings in place of turns.

    Raises:
        TypeError: one of them is a string.
    """
    for turn in turns:
        if isinstance(turn, str):
            raise TypeError(f"turns must be Turn values, such as Turn.parse({turn[:40]!r})")


def tries_left(turns: Sequence[Turn], tries: int = TRIES) -> int:
    """Return the number of guesses left, from 1; `tries` again once all of them are used."""
    return tries - len(turns) if len(turns) < tries else tries


def most_colored(turns: Sequence[Turn]) -> Counter[str]:
    """Return the minimum count of each letter: its highest number of colored tiles in one turn."""
    least: Counter[str] = Counter()
    for turn in turns:
        least |= turn.colored
    return least


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The known facts about the answer; positions count from 0."""

    possible: tuple[frozenset[str], ...]  # the letters still possible in each position
    greens: Mapping[int, str]  # the letter of each position that was shown green
    at_least: Mapping[str, int]  # the minimum count of each letter known to occur
    # Exact counts of letters, where known: 0 for an absent letter, 2 for one that occurs twice.
    at_most: Mapping[str, int]

    @property
    def positions(self) -> dict[int, str]:
        """The letter of each known position, shown green or inferred."""
        known = enumerate(self.possible)
        return {position: next(iter(letters)) for position, letters in known if len(letters) == 1}

    @property
    def inferred(self) -> dict[int, str]:
        """The letter of each known position that was not shown green."""
        known = self.positions.items()
        return {position: letter for position, letter in known if position not in self.greens}

    @property
    def must_contain(self) -> str:
        """The letters known to occur, in alphabetical order."""
        return "".join(sorted(self.at_least))

    @property
    def cannot_contain(self) -> str:
        """The letters known not to occur, in alphabetical order."""
        return "".join(sorted(letter for letter, most in self.at_most.items() if most == 0))

    def excluded(self, position: int) -> str:
        """Return the letters that occur, but not in this position; empty if its letter is known."""
        possible = self.possible[position]
        if len(possible) == 1:
            return ""
        return "".join(letter for letter in self.must_contain if letter not in possible)

    @property
    def is_contradictory(self) -> bool:
        """Whether no string of letters, word or not, is consistent with the turns."""
        too_many = (n > self.at_most.get(c, len(self.possible)) for c, n in self.at_least.items())
        return not all(self.possible) or any(too_many)


def learn(
    turns: Iterable[Turn],
    length: int,
    alphabet: str = ascii_lowercase,
    *,
    least: Mapping[str, int] | None = None,
    places: Mapping[int, str] | None = None,
) -> Knowledge:
    """Return the facts that `turns` together reveal about an answer of `length` letters.

    Turns may be in any order; contradictory ones give a contradictory result. The letters of the
    guesses are added to `alphabet`. Facts from other sources can be added: `least`, the minimum
    count of letters, and `places`, letters by position from 0.

    Raises:
        LengthError: a guess is not of that length.
        TypeError: a turn is a string.

    >>> turns = [Turn.parse("lurid:10000"), Turn.parse("mealy:00212"), Turn.parse("fancy:00002")]
    >>> learn(turns, 5).inferred
    {1: 'l'}
    """
    rows = tuple(turns)
    check_turns(rows)
    for turn in rows:
        if len(turn.guess) != length:
            raise LengthError(length, len(turn.guess))
    letters = frozenset(alphabet).union(*(turn.guess for turn in rows))
    possible, most = [letters] * length, dict.fromkeys(letters, length)
    for turn in rows:
        for position, (letter, mark) in enumerate(turn.tiles):
            possible[position] &= {letter} if mark == CORRECT else letters - {letter}
        for letter in turn.gray:
            most[letter] = min(most[letter], turn.colored[letter])
    for position, letter in (places or {}).items():
        possible[position] &= {letter}
    counts = most_colored(rows) | Counter(least or {})
    limits = settle(Limits(tuple(possible), dict(counts), most))
    greens = {position: letter for turn in rows for position, letter in turn.greens.items()}
    at_least = {letter: count for letter, count in sorted(limits.at_least.items()) if count}
    at_most = {c: n for c, n in sorted(limits.at_most.items()) if n <= at_least.get(c, 0)}
    return Knowledge(limits.possible, dict(sorted(greens.items())), at_least, at_most)
