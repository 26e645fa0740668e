"""A guess on several boards, how it is written, and how many guesses a game of boards has."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wordle_web.engine.feedback import all_correct, digits_of, pattern_from_digits
from wordle_web.engine.knowledge import TurnError

MIN_BOARDS: Final = 2
MAX_BOARDS: Final = 32
SPARE_GUESSES: Final = 5  # guesses more than boards, of all games whose boards are shown together
NO_MARKS: Final = "-"  # stands for a board that shows none, solved before or not yet shown


class BoardCountError(ValueError):
    """A number of boards that is out of range, or that differs from the turns' own.

    Attributes:
        expected: The number that is needed; None for any from 2 to 32.
        found: The number given.
    """

    def __init__(self, found: int, expected: int | None = None) -> None:
        """Keep both numbers."""
        needed = f"{MIN_BOARDS} to {MAX_BOARDS}" if expected is None else str(expected)
        super().__init__(f"{needed} boards needed, {found} given")
        self.expected = expected
        self.found = found


def check_board_count(count: int) -> int:
    """Return the number of boards if there can be so many.

    Raises:
        BoardCountError: There cannot.
    """
    if not MIN_BOARDS <= count <= MAX_BOARDS:
        raise BoardCountError(count)
    return count


def max_guesses(count: int, *, in_turn: bool = False) -> int:
    """Return the guesses of a game of `count` boards.

    Together, there are five more than boards. In turn, a board's marks are hidden until the ones
    before it are solved, which takes one guess more for each doubling from four boards on: 10
    guesses for four boards and 15 for eight, as players know them.

    >>> [max_guesses(count) for count in (2, 4, 8, 16, 32)]
    [7, 9, 13, 21, 37]
    >>> [max_guesses(count, in_turn=True) for count in (2, 4, 8, 16, 32)]
    [7, 10, 15, 24, 41]
    """
    check_board_count(count)
    doublings = (count - 1).bit_length()
    return count + (SPARE_GUESSES - 1 + doublings if in_turn else SPARE_GUESSES)


@dataclass(frozen=True, slots=True)
class BoardsTurn:
    """A guess with the pattern that each board gave it.

    Attributes:
        guess: In lower case; it need not be in any lexicon.
        patterns: One a board, in their order: a base-3 code, or None where the board showed none.

    >>> turn = BoardsTurn.parse("crane:01002.-.00000")
    >>> turn.patterns, turn.text()
    ((29, None, 0), 'crane:01002.-.00000')
    """

    guess: str
    patterns: tuple[int | None, ...]

    def __post_init__(self) -> None:
        """Refuse a pattern that is out of range for the guess."""
        largest = all_correct(len(self.guess))
        if not all(pattern is None or 0 <= pattern <= largest for pattern in self.patterns):
            raise TurnError(f"{self.guess}:{self.patterns}")

    @classmethod
    def parse(cls, text: str) -> "BoardsTurn":
        """Return the turn written as `crane:01002.00000`, `-` for a board without marks.

        Raises:
            TurnError: It is not a guess, a colon, and such marks for each board.
        """
        guess, _, written = text.strip().lower().partition(":")
        sets = written.split(".")
        if not guess.isalpha() or not all(_are_marks(each, len(guess)) for each in sets):
            raise TurnError(text)
        patterns = (None if each == NO_MARKS else pattern_from_digits(each) for each in sets)
        return cls(guess, tuple(patterns))

    def text(self) -> str:
        """Return the turn as addresses and commands write it: `crane:01002.00000`."""
        return f"{self.guess}:{'.'.join(map(self._marks, self.patterns))}"

    def _marks(self, pattern: int | None) -> str:
        return NO_MARKS if pattern is None else digits_of(pattern, len(self.guess))


def _are_marks(text: str, length: int) -> bool:
    return text == NO_MARKS or (len(text) == length and not set(text) - set("012"))


def check_turns(turns: Sequence[BoardsTurn], count: int) -> None:
    """Refuse turns that are of another number of boards.

    Raises:
        BoardCountError: One is.
    """
    for turn in turns:
        if len(turn.patterns) != count:
            raise BoardCountError(len(turn.patterns), count)
