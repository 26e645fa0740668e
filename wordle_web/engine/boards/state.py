"""The state of several boards: the solved boards, and the words left on the other boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wordle_web.engine.arrays import Indices, heaviest_first
from wordle_web.engine.candidates import Belief, belief_of
from wordle_web.engine.feedback import (
    all_correct,
    check_case,
    digits_of,
    is_marks,
    pattern_from_digits,
    patterns_of,
)
from wordle_web.engine.knowledge import TurnError
from wordle_web.engine.lexicon import Lexicon

MIN_BOARDS: Final = 2
MAX_BOARDS: Final = 32
SPARE_GUESSES: Final = 5  # guesses in addition to one per board, if all boards are visible
NO_MARKS: Final = "-"  # for a board without marks: already solved, or not yet visible


class BoardCountError(ValueError):
    """Raised for a number of boards that is out of range, or that does not match the turns."""

    def __init__(self, given: int, expected: int | None = None) -> None:
        """Store both numbers."""
        needed = f"{MIN_BOARDS} to {MAX_BOARDS}" if expected is None else str(expected)
        super().__init__(f"{needed} boards needed, {given} given")
        self.expected = expected  # None if any number from 2 to 32 is allowed
        self.given = given


def check_board_count(count: int) -> None:
    """Refuse a number of boards that is out of range.

    Raises:
        BoardCountError: `count` is out of range.
    """
    if not MIN_BOARDS <= count <= MAX_BOARDS:
        raise BoardCountError(count)


def max_guesses(count: int, *, in_turn: bool = False) -> int:
    """Return the number of guesses in a game of `count` boards.

    If all boards are visible, there are five more guesses than boards. In sequential games, a board
    hides its marks until the boards before it are solved. As on other sites, 2 boards then give
    five more guesses than boards, 3 or 4 boards give six more, 5 to 8 give seven more, and so on.

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

    >>> turn = BoardsTurn.parse("crane:01002.-.00000")
    >>> turn.patterns, turn.text()
    ((29, None, 0), 'crane:01002.-.00000')
    """

    guess: str  # in lower case; it need not be in any lexicon
    # One pattern for each board: a base-3 code, or None if the board showed none.
    patterns: tuple[int | None, ...]

    def __post_init__(self) -> None:
        """Refuse capital letters and patterns that are out of range for the guess."""
        check_case(self.guess)
        largest = all_correct(len(self.guess))
        if not all(pattern is None or 0 <= pattern <= largest for pattern in self.patterns):
            raise TurnError(f"{self.guess}:{self.patterns}")

    @classmethod
    def parse(cls, text: str) -> "BoardsTurn":
        """Return the turn written as `crane:01002.00000`, with `-` for a board without marks.

        Raises:
            TurnError: the text is not a guess, a colon, and marks or `-` for each board.
        """
        guess, _, written = text.strip().lower().partition(":")
        sets, length = written.split("."), len(guess)
        if not guess.isalpha() or not all(s == NO_MARKS or is_marks(s, length) for s in sets):
            raise TurnError(text)
        patterns = (None if digits == NO_MARKS else pattern_from_digits(digits) for digits in sets)
        return cls(guess, tuple(patterns))

    def text(self) -> str:
        """Return the turn as in URLs and commands: `crane:01002.00000`."""
        length = len(self.guess)
        marks = (
            NO_MARKS if pattern is None else digits_of(pattern, length) for pattern in self.patterns
        )
        return f"{self.guess}:{'.'.join(marks)}"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The state of one board."""

    candidates: Indices  # indices of the words left, heaviest first, intp; empty on a solved board
    answer: str | None  # the word that solved it; None while it is not solved
    # Whether its marks are visible. In sequential games, the boards after the first unsolved one
    # are hidden.
    is_shown: bool

    @property
    def is_solved(self) -> bool:
        """Whether the board is solved."""
        return self.answer is not None

    @property
    def is_contradictory(self) -> bool:
        """Whether no word is left although the board is not solved."""
        return self.answer is None and not len(self.candidates)


@dataclass(frozen=True, slots=True, eq=False)
class BoardsState:
    """The state of all boards, and the guesses left."""

    lexicon: Lexicon
    belief: Belief
    guesses: tuple[str, ...]
    boards: tuple[Board, ...]
    # `boards_after` counts at least one per unsolved board, since another site may allow more.
    guesses_left: int

    @property
    def unsolved(self) -> tuple[int, ...]:
        """The numbers of the boards that are not solved, from 0."""
        return tuple(n for n, board in enumerate(self.boards) if not board.is_solved)

    @property
    def is_over(self) -> bool:
        """Whether every board is solved."""
        return not self.unsolved

    @property
    def contradictory(self) -> tuple[int, ...]:
        """The numbers of the boards on which no word is left, from 0."""
        return tuple(n for n, board in enumerate(self.boards) if board.is_contradictory)


def boards_after(
    lexicon: Lexicon,
    turns: Sequence[BoardsTurn],
    count: int,
    *,
    belief: Belief | None = None,
    in_turn: bool = False,
) -> BoardsState:
    """Return the state of `count` boards after `turns`.

    Turns after the one that solves a board do not change it. Hidden marks (None) are ignored. In
    sequential games, only the first unsolved board shows its marks. Guesses need not be in the
    lexicon. The belief is by default the prior of the lexicon.

    Raises:
        BoardCountError: the number of boards is out of range, or differs from that of a turn.
        LengthError: a guess is not of the lexicon's length.
    """
    check_board_count(count)
    for turn in turns:
        if len(turn.patterns) != count:
            raise BoardCountError(len(turn.patterns), count)
    belief = belief or belief_of(lexicon)
    words = heaviest_first(np.flatnonzero(belief.weights), belief.weights)
    answers: list[str | None] = [None] * count
    for turn in reversed(turns):
        for number, pattern in enumerate(turn.patterns):
            if pattern == all_correct(len(turn.guess)):
                answers[number] = turn.guess
    shown = answers.index(None) + 1 if in_turn and None in answers else count
    words_left = _left(lexicon, turns, words, [n for n in range(shown) if answers[n] is None])
    none = np.empty(0, dtype=np.intp)
    boards = [
        Board(
            words_left.get(n, words if n >= shown else none),
            answer if n < shown else None,
            n < shown,
        )
        for n, answer in enumerate(answers)
    ]
    unsolved = sum(not board.is_solved for board in boards)
    left = max(max_guesses(count, in_turn=in_turn) - len(turns), unsolved)
    return BoardsState(lexicon, belief, tuple(turn.guess for turn in turns), tuple(boards), left)


def _left(
    lexicon: Lexicon, turns: Sequence[BoardsTurn], words: Indices, numbers: Sequence[int]
) -> dict[int, Indices]:
    """Return the words left on each of the boards with these `numbers`, in the order of `words`."""
    left = dict.fromkeys(numbers, np.arange(len(words)))
    for turn in turns:
        # Patterns are computed once for all boards, for the words left on any of them.
        is_left = np.zeros(len(words), dtype=bool)
        for places in left.values():
            is_left[places] = True
        given = np.zeros(len(words), dtype=np.uint16)
        codes = lexicon.codes[words[is_left]]
        given[is_left] = patterns_of(turn.guess, codes)
        for number, places in left.items():
            pattern = turn.patterns[number]
            if pattern is not None:
                left[number] = places[given[places] == pattern]
    return {number: words[places] for number, places in left.items()}
