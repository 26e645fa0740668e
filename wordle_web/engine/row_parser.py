"""Rows as people type and paste them: `crane 01002`, `_?!`, colored squares, a share grid.

`parse_rows` finds guesses and marks in any text, ignores what surrounds them, and reports what it
could not read.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from wordle_web.engine.feedback import CORRECT

SQUARES: Final = {
    **dict.fromkeys("⬛⬜⚫⚪◼◻◾◽▪▫🔲🔳🖤🤍🟥🟫🔴🟤", 0),
    **dict.fromkeys("🟨🟦🟪🟡🔵🟣💛💙💜", 1),
    **dict.fromkeys("🟩🟧🟢🟠💚🧡", 2),
}
MARKS: Final = {**SQUARES, "_": 0, "?": 1, "!": 2, "0": 0, "1": 1, "2": 2}
MAX_TEXT: Final = 10_000  # characters read; a pasted chat can be much longer than any game
EXCERPT: Final = 24

# Phones put these between the squares of a grid: variation selectors and zero-width spaces.
_INVISIBLE = str.maketrans("", "", "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff")
_SQUARE = f"[{''.join(SQUARES)}]"
_PIECE = re.compile(
    rf"(?P<word>[^\W\d_]+)|(?P<squares>{_SQUARE}(?:[ ]*{_SQUARE})*)|(?P<signs>[_?!](?:[ ]?[_?!])*)"
    r"|(?P<digits>(?<![\d,./])[0-2](?:[ ][0-2])+(?![\d,./])|[0-9]+)"
)


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """A row as entered.

    Attributes:
        guess: In lower case; empty if only colors were given.
        marks: One per letter; empty if only a word was given.
    """

    guess: str = ""
    marks: tuple[int, ...] = ()

    @property
    def digits(self) -> str:
        """The marks as addresses write them; empty where there are none."""
        return "".join(map(str, self.marks))


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """Text that looks like a row but is not one.

    Attributes:
        kind: "marks" for too few or too many marks, or other digits than 0, 1 and 2; "word" for
            a word of another length; "nothing" if there is no row at all.
        text: An excerpt of what was entered.
    """

    kind: Literal["marks", "word", "nothing"]
    text: str


@dataclass(frozen=True, slots=True)
class ParsedText:
    """The rows of a text in order, and what could not be read."""

    rows: tuple[ParsedRow, ...]
    errors: tuple[UnreadableRow, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word or marks in a line; the marks of several rows may follow without a gap."""

    kind: str | None  # the group of _PIECE
    text: str
    word: str = ""  # if it has the right length
    rows: tuple[tuple[int, ...], ...] = ()  # if the marks make whole rows


def parse_rows(text: str, length: int) -> ParsedText:
    """Return the rows of `length` letters found in `text`, in order, and what could not be read.

    Words count if they are next to marks or alone on their line, so headlines and talk around a
    pasted grid are ignored. Words on lines of their own are assigned to the marks without a word,
    in order, if there are equally many. If a text has squares, these are its marks and numbers are
    just numbers; of several grids, only the first is read, up to the row that is all correct.

    >>> [(row.guess, row.digits) for row in parse_rows("crane 01002, SLIMY _??__", 5).rows]
    [('crane', '01002'), ('slimy', '01100')]
    >>> parse_rows("My game 1,201 4/6*" + chr(10) + "🟩🟨⬛⬛⬛" + chr(10) + "CHORE", 5).rows
    (ParsedRow(guess='chore', marks=(2, 1, 0, 0, 0)),)
    >>> parse_rows("crane 0100", 5).errors
    (UnreadableRow(kind='marks', text='crane 0100'),)
    """
    plain = unicodedata.normalize("NFC", text[:MAX_TEXT].translate(_INVISIBLE))
    is_grid = any(sign in SQUARES for sign in plain)
    kinds = {"word", "squares"} if is_grid else {"word", "signs", "digits"}
    rows: list[ParsedRow] = []
    errors: list[UnreadableRow] = []
    for line in plain.splitlines():
        pieces = [_piece(match, length, kinds) for match in _PIECE.finditer(line)]
        found = tuple(_rows_of_line(pieces))
        rows += found
        errors += () if found else _errors_of_line(pieces, is_grid)
    joined = _joined(_first_game(rows) if is_grid else rows, is_grid)
    if not joined and not errors:
        errors.append(_nothing(plain))
    return ParsedText(joined, tuple(dict.fromkeys(errors)))


def _piece(match: re.Match[str], length: int, kinds: set[str]) -> _Piece:
    kind, text = match.lastgroup, match.group()
    if kind == "word":
        word = text.lower()
        return _Piece(kind, text, word=word if len(word) == length and word.isalpha() else "")
    marks = [MARKS.get(sign, -1) for sign in text if sign != " "]
    is_whole = len(marks) == length or (kind == "squares" and len(marks) % length == 0)
    if kind not in kinds or not is_whole or -1 in marks:
        return _Piece(kind, text)
    starts = range(0, len(marks), length)
    return _Piece(kind, text, rows=tuple(tuple(marks[i : i + length]) for i in starts))


def _rows_of_line(pieces: Sequence[_Piece]) -> Iterator[ParsedRow]:
    if all(piece.word for piece in pieces):
        yield from (ParsedRow(piece.word) for piece in pieces)
        return
    taken: set[int] = set()
    for index, piece in enumerate(pieces):
        if not piece.rows:
            continue
        beside = [
            each
            for each in (index - 1, index + 1)
            if 0 <= each < len(pieces) and pieces[each].word and each not in taken
        ][:1]
        # Digits without a word may be a number in a headline.
        if piece.kind == "digits" and not beside and not all(each.rows for each in pieces):
            continue
        taken.update(beside)
        yield ParsedRow(pieces[beside[0]].word if beside else "", piece.rows[0])
        yield from (ParsedRow("", marks) for marks in piece.rows[1:])


def _first_game(rows: Sequence[ParsedRow]) -> Sequence[ParsedRow]:
    ends = (index for index, row in enumerate(rows) if set(row.marks) == {CORRECT})
    end = next(ends, len(rows))
    return [row for index, row in enumerate(rows) if index <= end or not row.marks]


def _joined(rows: Sequence[ParsedRow], is_grid: bool) -> tuple[ParsedRow, ...]:
    """Return `rows` with lone words assigned to the marks without a word.

    Around a pasted grid, lone words that fit no row are talk and are dropped.
    """
    alone = [row.guess for row in rows if not row.marks]
    wordless = sum(not row.guess for row in rows)
    if not wordless:
        return tuple(row for row in rows if row.marks or not is_grid)
    words = iter(alone if len(alone) == wordless else ())
    marked = (row for row in rows if row.marks)
    return tuple(row if row.guess else replace(row, guess=next(words, "")) for row in marked)


def _errors_of_line(pieces: Sequence[_Piece], is_grid: bool) -> Iterator[UnreadableRow]:
    if is_grid:
        broken = (p.text for p in pieces if p.kind == "squares" and len(p.text) > 1)
        yield from (UnreadableRow("marks", text[:EXCERPT]) for text in broken)
    elif [piece.kind == "word" for piece in pieces] == [True, False]:
        word, marks = pieces
        text = f"{word.text} {marks.text}" if word.word else word.text
        yield UnreadableRow("marks" if word.word else "word", text[:EXCERPT])


def _nothing(text: str) -> UnreadableRow:
    words = [match["word"] for match in _PIECE.finditer(text) if match["word"]]
    if len(words) == 1:
        return UnreadableRow("word", words[0][:EXCERPT])
    return UnreadableRow("nothing", text[:EXCERPT])
