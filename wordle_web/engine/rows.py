"""Rows as people enter them, and the position that they make on one board or several.

Whatever brings rows (an address, a text, a screenshot, a game) brings a `Position`, and whatever
takes rows takes one. The engine computes with the turns that are in it.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wordle_web.engine.boards.turns import MAX_BOARDS, NO_MARKS, BoardsTurn, max_guesses
from wordle_web.engine.feedback import digits_of, pattern_from_digits
from wordle_web.engine.knowledge import Knowledge, Turn, learn

WAITING: Final = ""  # marks that are still to be given
HIDDEN: Final = NO_MARKS  # of a board that shows none: solved before, or not yet its turn
MAX_ROWS_ALONE: Final = 10  # of one board


def max_rows(count: int) -> int:
    """Return how many rows a position of `count` boards may have.

    Several boards may always have as many as the longest game, whatever their own: links that hold
    so many were shared.
    """
    return MAX_ROWS_ALONE if count == 1 else max_guesses(MAX_BOARDS, in_turn=True)


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and the marks that each board gave it, as far as they are known.

    Attributes:
        guess: In lower case; "" while only marks are known.
        marks: One a board: digits, `WAITING` or `HIDDEN`.
    """

    guess: str
    marks: tuple[str, ...]

    @classmethod
    def of(cls, turn: Turn) -> "Row":
        """Return the row of a turn of one board."""
        return cls(turn.guess, (digits_of(turn.pattern, len(turn.guess)),))

    @property
    def text(self) -> str:
        """The row as addresses write it: `crane:01002.00000`."""
        return f"{self.guess}:{'.'.join(self.marks).rstrip('.')}"

    @property
    def is_waiting(self) -> bool:
        """Whether the marks of some board are still to be given."""
        return WAITING in self.marks

    def marked(self, board: int, digits: str) -> "Row":
        """Return the row with other marks on one board."""
        return replace(self, marks=(*self.marks[:board], digits, *self.marks[board + 1 :]))


@dataclass(frozen=True, slots=True)
class Position:
    """All rows of a game, as far as they are known.

    Attributes:
        rows: In the order played, each with marks for `count` boards.
        count: Number of boards, from 1.
        length: Letters of a word.
        in_turn: Whether only the first unsolved of several boards shows its marks.

    >>> position = Position((Row("crane", ("01002", "22222")),), count=2)
    >>> position.turns(0), position.solved_in(0), position.solved_in(1)
    ((Turn(guess='crane', pattern=29),), None, 0)
    """

    rows: tuple[Row, ...] = ()
    count: int = 1
    length: int = 5
    in_turn: bool = False

    def turns(self, board: int) -> tuple[Turn, ...]:
        """Return the turns of one board: the rows that have a word and its marks there."""
        return self._turns(board, self.rows)

    def _turns(self, board: int, rows: Iterable[Row]) -> tuple[Turn, ...]:
        return tuple(
            Turn(row.guess, pattern_from_digits(row.marks[board]))
            for row in rows
            if row.guess and row.marks[board] not in {WAITING, HIDDEN}
        )

    @property
    def boards_turns(self) -> tuple[BoardsTurn, ...]:
        """The rows that have a word, with the patterns of all boards."""
        return tuple(
            BoardsTurn(row.guess, tuple(map(_pattern, row.marks))) for row in self.rows if row.guess
        )

    def waiting(self, row: int) -> tuple[int, ...]:
        """Return the boards whose marks in a row are still to be given."""
        marks = self.rows[row].marks
        return tuple(board for board, each in enumerate(marks) if each == WAITING)

    @property
    def first_waiting(self) -> int | None:
        """The index of the first row in which marks are still to be given; None where none is."""
        return next((index for index, row in enumerate(self.rows) if row.is_waiting), None)

    def solved_in(self, board: int) -> int | None:
        """Return the index of the row that solved a board; None while it is not solved."""
        return _solved_in([row.marks[board] for row in self.rows], self.length)

    def starting_marks(self, row: int, board: int) -> str:
        """Return what the other rows tell of the marks of a row, and absent elsewhere."""
        if not self.rows[row].guess:
            return "0" * self.length
        others = (*self.rows[:row], *self.rows[row + 1 :])
        return known_digits(self._turns(board, others), self.rows[row].guess)

    def with_row(self, index: int, row: Row) -> "Position":
        """Return the position with one row replaced."""
        return self.with_rows((*self.rows[:index], row, *self.rows[index + 1 :]))

    def with_rows(self, rows: Iterable[Row]) -> "Position":
        """Return the position with these rows, of which just those boards show marks that may.

        Of several boards, one shows none after the row that solved it, and in turn none before the
        boards ahead of it are solved; otherwise it waits where it has none. One board keeps its
        rows: what follows its answer contradicts it, and is for the player to mend.
        """
        rows = tuple(rows)
        if self.count == 1:
            return replace(self, rows=rows)
        columns: list[list[str]] = []
        is_shown = True
        for board in range(self.count):
            marks = [row.marks[board] if is_shown else HIDDEN for row in rows]
            solved = _solved_in(marks, self.length)
            for index, each in enumerate(marks):
                if solved is not None and index > solved:
                    marks[index] = HIDDEN
                elif is_shown and each == HIDDEN:
                    marks[index] = WAITING
            columns.append(marks)
            is_shown = is_shown and (not self.in_turn or solved is not None)
        return replace(
            self, rows=rows_of_columns([row.guess for row in rows], columns) if rows else ()
        )


def rows_of_columns(guesses: Iterable[str], columns: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    """Return the rows of guesses, whose marks are given board by board."""
    return tuple(map(Row, guesses, zip(*columns, strict=True)))


def known_digits(turns: tuple[Turn, ...], guess: str) -> str:
    """Return what turns tell of the marks of a guess, and absent elsewhere.

    A letter on its known place starts green. A letter that must be in the word, and is not
    green in this row, starts yellow, since gray would contradict the other rows.
    """
    known = _known(turns, len(guess))
    if known.is_contradictory:
        return "0" * len(guess)
    places = known.positions
    digits = ["2" if places.get(place) == letter else "0" for place, letter in enumerate(guess)]
    missing = Counter(dict(known.at_least))
    missing.subtract(letter for letter, digit in zip(guess, digits, strict=True) if digit == "2")
    for place, letter in enumerate(guess):
        if digits[place] == "0" and missing[letter] > 0:
            digits[place] = "1"
            missing[letter] -= 1
    return "".join(digits)


# A page asks this for every word that it offers. 64 of 26 kB: 1.7 MB at most.
@functools.lru_cache(maxsize=64)
def _known(turns: tuple[Turn, ...], length: int) -> Knowledge:
    return learn(turns, length)


def _solved_in(marks: Sequence[str], length: int) -> int | None:
    return next((index for index, each in enumerate(marks) if each == "2" * length), None)


def _pattern(marks: str) -> int | None:
    return None if marks in {WAITING, HIDDEN} else pattern_from_digits(marks)
