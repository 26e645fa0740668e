"""Marks of several boards as people type and paste them: side by side, and below each other."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from wordle_web.engine.row_parser import INVISIBLE, MAX_TEXT, SIGNS, SQUARES
from wordle_web.engine.words.letters import plain_letters

_SQUARE: Final = f"[{''.join(SQUARES)}]"
_SEPARATORS: Final = re.compile(r"[\s:.,;|/]+")
GridError = Literal["", "nothing", "marks", "word", "boards-many"]


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of several boards: its word ("" for none), and marks of the boards from the first.

    Attributes:
        guess: In lower case.
        marks: Digits of each board, "" for a board without any in this row.
    """

    guess: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grids:
    """The rows of a text, or why there are none; then `text` is the part that could not be read."""

    rows: tuple[GridRow, ...] = ()
    error: GridError = ""
    text: str = ""


def read_grids(
    text: str,
    length: int,
    count: int,
    alphabet: str = "",
    is_word: Callable[[str], bool] = lambda _: True,
) -> Grids:
    """Return the rows of `count` boards in a text.

    A line is a word, marks for one board or more, or both. Grids of squares that stand below each
    other, as games of several boards share them, are those of further boards. Lines without any of
    these are passed over.

    Args:
        text: What was typed or pasted.
        length: Letters of a word.
        count: Number of boards.
        alphabet: Letters that it lacks lose their accents.
        is_word: Whether a text is a word; `bbbyg` is marks if it is none.

    >>> read_grids("crane 01002 ..y..", 5, 2).rows
    (GridRow(guess='crane', marks=('01002', '00100')),)
    >>> read_grids("🟩🟩⬛⬛ ⬛⬛⬛⬛" + chr(10) + chr(10) + "🟨⬛⬛⬛", 4, 3).rows
    (GridRow(guess='', marks=('2200', '0000', '1000')),)
    """
    plain = plain_letters(text[:MAX_TEXT].translate(INVISIBLE), alphabet)
    blocks: list[list[GridRow]] = [[]]
    short = Grids(error="nothing")
    is_grid = any(sign in SQUARES for sign in plain)
    for line in plain.splitlines():
        row = None if is_grid and _is_talk(line, length) else _row(line, length, is_word)
        if isinstance(row, GridRow):
            blocks[-1].append(row)
            continue
        if row and not 0 < sum(sign in SQUARES for sign in line) < length:
            return row
        # A few squares above a grid say which boards were not solved.
        short = row or short
        if blocks[-1]:
            blocks.append([])
    found = [block for block in blocks if block]
    rows = tuple(_joined(found))
    if not rows:
        return short
    many = max(len(row.marks) for row in rows)
    return Grids(error="boards-many", text=str(many)) if many > count else Grids(rows)


def _is_talk(line: str, length: int) -> bool:
    """Whether a line beside a grid of squares is none of its rows, as `Daily Quordle 1234`."""
    text = line.strip()
    return not re.search(_SQUARE, text) and not (len(text) == length and text.isalpha())


def _row(line: str, length: int, is_word: Callable[[str], bool]) -> GridRow | Grids | None:
    """Return the row of a line, None without any, or what cannot be read in it."""
    if re.search(_SQUARE, line):
        squares = re.findall(f"(?:{_SQUARE} ?)+", line)
        marks = [
            "".join(str(SQUARES[each]) for each in part if each in SQUARES) for part in squares
        ]
        if any(len(part) % length for part in marks):
            return Grids(error="marks", text=line.strip())
        words = [word for word in re.findall(r"[^\W\d_]+", line) if len(word) == length]
        sets = [part[at : at + length] for part in marks for at in range(0, len(part), length)]
        return GridRow(words[0].lower() if words else "", tuple(sets))
    pieces = [piece for piece in _pieces(line, length) if piece]
    guess, sets = "", []
    for number, piece in enumerate(pieces):
        given = "".join(str(SIGNS.get(sign.lower(), "?")) for sign in piece)
        is_plain = "?" not in given and len(given) == length
        if number == 0 and piece.isalpha() and (not is_plain or is_word(piece.lower())):
            guess = piece.lower()
        elif is_plain:
            sets.append(given)
        elif guess and len(guess) == length:
            return Grids(error="marks", text=line.strip())
        else:
            return None  # talk around the rows
    if guess and len(guess) != length:
        return Grids(error="word", text=guess) if len(pieces) == 1 or sets else None
    return GridRow(guess, tuple(sets)) if guess or sets else None


def _pieces(line: str, length: int) -> list[str]:
    """Return the words and marks of a line; marks may have dots of their own: `..y..`."""
    parts = line.split()
    found: list[str] = []
    for part in parts:
        if len(part) == length and all(sign.lower() in SIGNS for sign in part):
            found.append(part)
        else:
            found += _SEPARATORS.split(part)
    return found


def _joined(blocks: list[list[GridRow]]) -> Iterator[GridRow]:
    """Yield the rows of all blocks: grids below each other are one, of more boards."""
    if any(row.guess for block in blocks for row in block) or len(blocks) < 2:
        for block in blocks:
            yield from block
        return
    widths = [max(len(row.marks) for row in block) for block in blocks]
    for index in range(max(map(len, blocks))):
        marks: list[str] = []
        for block, width in zip(blocks, widths, strict=True):
            given = block[index].marks if index < len(block) else ()
            marks += [*given, *[""] * (width - len(given))]
        yield GridRow("", tuple(marks))
