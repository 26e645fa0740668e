"""Rows as people enter them, and positions made of rows, on one board or several.

`Position` is the exchange format for rows: URLs, texts, screenshots and games are converted to
positions, and functions that need rows accept a position.
"""

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from wordle_web.engine.boards.state import MAX_BOARDS, NO_MARKS, BoardsTurn, max_guesses
from wordle_web.engine.feedback import pattern_from_digits
from wordle_web.engine.knowledge import Knowledge, Turn, learn

WAITING: Final = ""  # marks that are still missing
HIDDEN: Final = NO_MARKS  # for a board without marks: already solved, or not yet visible
MAX_ROWS_ALONE: Final = 10  # maximum number of rows of a single board


def max_rows(count: int) -> int:
    """Return how many rows a position of `count` boards may have.

    With several boards, this is the length of the longest game for any `count`, since existing
    links may have that many rows.
    """
    return MAX_ROWS_ALONE if count == 1 else max_guesses(MAX_BOARDS, in_turn=True)


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and the known marks of each board."""

    guess: str  # in lower case; "" if only marks are known
    marks: tuple[str, ...]  # one per board: digits, `WAITING` or `HIDDEN`

    @classmethod
    def of(cls, turn: Turn) -> "Row":
        """Return the row of a turn on a single board."""
        return cls(turn.guess, (turn.digits,))

    @classmethod
    def parse(cls, text: str) -> "Row":
        """Return the row written as `crane:01002.00000`; its parts are not validated."""
        guess, _, marks = text.partition(":")
        return cls(guess, tuple(marks.split(".")))

    @property
    def text(self) -> str:
        """The row as in URLs: `crane:01002.00000`. Missing marks at the end are left out."""
        return f"{self.guess}:{'.'.join(self.marks).rstrip('.')}"

    @property
    def is_waiting(self) -> bool:
        """Whether the marks of any board are missing."""
        return WAITING in self.marks

    def pattern(self, board: int) -> int | None:
        """Return the pattern on a board; None if it shows no marks."""
        marks = self.marks[board]
        return None if marks in {WAITING, HIDDEN} else pattern_from_digits(marks)

    def marked(self, board: int, digits: str) -> "Row":
        """Return the row with new marks on one board."""
        return Row(self.guess, (*self.marks[:board], digits, *self.marks[board + 1 :]))

    def turned(self, board: int, place: int, mark: int | None = None) -> "Row":
        """Return the row with a new mark on one tile, by default the next in the cycle 0, 1, 2.

        >>> Row("ab", ("02",)).turned(0, 0).marks, Row("ab", ("02",)).turned(0, 1, 1).marks
        (('12',), ('01',))
        """
        digits = self.marks[board]
        new = (int(digits[place]) + 1) % 3 if mark is None else mark
        return self.marked(board, f"{digits[:place]}{new}{digits[place + 1 :]}")

    def padded(self, count: int) -> "Row":
        """Return the row with marks for exactly `count` boards; missing marks are `WAITING`."""
        return Row(self.guess, (*self.marks, *[WAITING] * count)[:count])


@dataclass(frozen=True, slots=True)
class Position:
    """All known rows of a game.

    >>> position = Position((Row("crane", ("01002", "22222")),), count=2)
    >>> position.turns(0), position.solved_in(0), position.solved_in(1)
    ((Turn(guess='crane', pattern=29),), None, 0)
    """

    rows: tuple[Row, ...] = ()  # in the order played, each with marks for `count` boards
    count: int = 1  # number of boards, from 1
    length: int = 5
    in_turn: bool = False  # whether only the first unsolved board shows its marks

    def turns(self, board: int) -> tuple[Turn, ...]:
        """Return the turns of one board: its rows with both a word and marks."""
        return tuple(self.turns_by_row(board).values())

    def turns_by_row(self, board: int) -> dict[int, Turn]:
        """Return the turns of one board, keyed by the index of their row."""
        patterns = [row.pattern(board) if row.guess else None for row in self.rows]
        return {
            index: Turn(row.guess, pattern)
            for index, (row, pattern) in enumerate(zip(self.rows, patterns, strict=True))
            if pattern is not None
        }

    @property
    def boards_turns(self) -> tuple[BoardsTurn, ...]:
        """The rows that have a word, as turns on all boards."""
        return tuple(
            BoardsTurn(row.guess, tuple(map(row.pattern, range(len(row.marks)))))
            for row in self.rows
            if row.guess
        )

    def waiting(self, row: int) -> tuple[int, ...]:
        """Return the boards whose marks are missing in a row."""
        marks = self.rows[row].marks
        return tuple(board for board, mark in enumerate(marks) if mark == WAITING)

    @property
    def first_waiting(self) -> int | None:
        """The index of the first row with missing marks; None if there is none."""
        return next((index for index, row in enumerate(self.rows) if row.is_waiting), None)

    def solved_in(self, board: int) -> int | None:
        """Return the index of the row that solved a board; None if it is not solved."""
        return _solved_in([row.marks[board] for row in self.rows], self.length)

    def starting_marks(self, row: int, board: int) -> str:
        """Return initial marks for a row: correct where other rows imply it, otherwise absent."""
        if not self.rows[row].guess:
            return "0" * self.length
        return known_digits(self.without(row).turns(board), self.rows[row].guess)

    def without(self, row: int) -> "Position":
        """Return the position without a row; the other rows keep their marks."""
        return replace(self, rows=(*self.rows[:row], *self.rows[row + 1 :]))

    def with_row(self, index: int, row: Row) -> "Position":
        """Return the position with one row replaced."""
        return self.with_rows((*self.rows[:index], row, *self.rows[index + 1 :]))

    def with_rows(self, rows: Iterable[Row]) -> "Position":
        """Return the position with these rows, with marks only on boards that can show them.

        With several boards, a board hides the marks of the rows after the one that solved it. In
        sequential games it also hides all marks until the boards before it are solved. Other
        missing marks are `WAITING`. A single board keeps the marks of rows after its answer, since
        the player has to correct them.
        """
        rows = tuple(rows)
        if self.count == 1:
            return replace(self, rows=rows)
        columns: list[list[str]] = []
        is_shown = True
        for board in range(self.count):
            marks = [row.marks[board] if is_shown else HIDDEN for row in rows]
            solved = _solved_in(marks, self.length)
            for index, mark in enumerate(marks):
                if solved is not None and index > solved:
                    marks[index] = HIDDEN
                elif is_shown and mark == HIDDEN:
                    marks[index] = WAITING
            columns.append(marks)
            is_shown = is_shown and (not self.in_turn or solved is not None)
        return replace(
            self, rows=rows_of_columns([row.guess for row in rows], columns) if rows else ()
        )


def rows_of_columns(guesses: Iterable[str], columns: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    """Return rows of guesses; a column has the marks of all guesses on one board."""
    return tuple(map(Row, guesses, zip(*columns, strict=True)))


def known_digits(turns: tuple[Turn, ...], guess: str) -> str:
    """Return initial marks for a guess: letters in known positions are correct, others absent.

    A letter that must occur elsewhere is absent too: the player chooses which tile to color. If the
    turns contradict each other, all letters are absent.
    """
    known = _known(turns, len(guess))
    if known.is_contradictory:
        return "0" * len(guess)
    places = known.positions
    return "".join(
        "2" if places.get(place) == letter else "0" for place, letter in enumerate(guess)
    )


# Called for every word that a page offers. 64 entries of up to 26 kB take at most 1.7 MB.
@functools.lru_cache(maxsize=64)
def _known(turns: tuple[Turn, ...], length: int) -> Knowledge:
    return learn(turns, length)


def _solved_in(marks: Sequence[str], length: int) -> int | None:
    return next((index for index, mark in enumerate(marks) if mark == "2" * length), None)
