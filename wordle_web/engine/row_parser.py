"""Rows as people type and paste them: `crane 01002`, `.y..g`, colored squares, a share grid.

`parse_rows` extracts the guesses and marks of one or several boards from any text. It ignores the
text around them, and reports rows that it could not read.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import WAITING, Row
from wordle_web.parsing import linear_pattern

SQUARES: Final = {
    **dict.fromkeys("⬛⬜⚫⚪◼◻◾◽▪▫🔲🔳🖤🤍🟥🟫🔴🟤", 0),
    **dict.fromkeys("🟨🟦🟪🟡🔵🟣💛💙💜", 1),
    **dict.fromkeys("🟩🟧🟢🟠💚🧡", 2),
}
# Gray is also typed as b (black), x, a dot, an underscore or a dash.
SIGNS: Final = {
    **dict.fromkeys("0bx._-", 0),
    **dict.fromkeys("1y?", 1),
    **dict.fromkeys("2g!", 2),
}
MAX_TEXT: Final = 10_000  # characters read; no game is that long, but a pasted chat may be longer
EXCERPT: Final = 24  # characters of the input quoted in an error

_SQUARE = f"[{''.join(SQUARES)}]"
_THOUSANDS = linear_pattern(r"\d{1,3}([.,]\d{3}){1,9}")


# Shortcodes of chat apps: `:large_green_square:`, `:orange_square:`, `:white_circle:`.
_SHORTCODE = linear_pattern(r":([a-z]{1,12}(?:_[a-z]{1,12}){1,5}):")
COLORS: Final = {
    **{"green": "🟩", "orange": "🟧", "yellow": "🟨", "blue": "🟦", "purple": "🟪"},
    **dict.fromkeys(("black", "red", "brown"), "⬛"),
    **dict.fromkeys(("white", "gray", "grey"), "⬜"),
}
# Rows as sentences for screen readers: "Line 1: 2nd perfect, but 4th in the wrong place."
_LINE = linear_pattern(
    r"^[^\S\n]{0,9}(?:line|row|guess)[^\S\n]{1,9}[0-9]{1,2}[^\S\n]{0,9}[:.)-]",
    re.IGNORECASE | re.MULTILINE,
)
# A letter that is "right, but in the wrong place" is yellow, although "right" alone means green.
_AND_WRONG = linear_pattern(r"\b(?:correct|right|in the word),? but (?:is |are )?in the wrong\b")
_MARK_TEXT = linear_pattern(r"[0-9]{1,2}(?:st|nd|rd|th)|[^\W\d_]{1,32}")
_PLACES: Final = {
    **{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6},
    **{"seventh": 7, "eighth": 8},
}
_STATES: Final = {
    **dict.fromkeys(("perfect", "correct", "right", "green", "won", "solved"), 2),
    **dict.fromkeys(("wrong", "elsewhere", "misplaced", "yellow", "order"), 1),
    **dict.fromkeys(("nothing", "none", "absent", "gray", "grey", "no"), 0),
}
_WORDS: Final = {
    *_STATES,
    *("and", "but", "in", "the", "is", "are", "letter", "letters", "place", "places", "spot"),
    *("spots", "position", "positions", "rest", "all", "everything", "matches", "match"),
}


@functools.lru_cache(maxsize=16)
def _pieces_pattern(length: int) -> re.Pattern[str]:
    return linear_pattern(
        # Marks that are partly punctuation: `.y..g`, `-1--2`. There must be exactly one per letter.
        rf"(?P<mixed>(?<![\w.?!-])(?=[0-2bgyx]{{0,{length - 1}}}[._?!-])[0-2bgyx._?!-]{{{length}}}"
        r"(?![\w?!-]))|(?P<word>(?<![^\W\d_])[^\W\d_]{1,64})"
        rf"|(?P<squares>{_SQUARE}(?:[ ]{{0,99}}{_SQUARE}){{0,{MAX_TEXT}}})"
        rf"|(?P<signs>[_?!](?:[ ]?[_?!]){{0,{MAX_TEXT}}})"
        r"|(?P<digits>(?<![\d,./-])[0-2](?:[ ][0-2]){1,500}(?![\d,./])"
        rf"|(?<![\d,./-])[0-2](?:-[0-2]){{1,500}}(?![\d,./-])|[0-9]{{1,{MAX_TEXT}}})",
        re.IGNORECASE,
    )


class UnreadableRow(NamedTuple):
    """A text that looks like a row but is not one."""

    # "marks": too few or too many marks, or digits other than 0, 1 and 2. "word": a word with
    # another number of letters. "boards": marks of several boards, although the game has only one.
    # "boards-many": marks of more boards than the game has. "both": letters that can be a word or
    # marks. "nothing": the text has no row at all.
    kind: Literal["marks", "word", "boards", "boards-many", "both", "nothing"]
    text: str  # an excerpt of the input; for "boards-many", the number of boards in it


class ParsedText(NamedTuple):
    """The rows of a text in order, and its unreadable rows."""

    rows: tuple[Row, ...]
    errors: tuple[UnreadableRow, ...]


class _Piece(NamedTuple):
    """A word in a line, or marks of one or several rows."""

    # The named group that matched; "letters" for letters that are marks, and "both" for letters
    # that can be a word or marks.
    kind: str | None
    text: str
    word: str = ""  # the word if it has the right length, otherwise empty
    rows: tuple[str, ...] = ()  # the marks as digits if they form complete rows, otherwise empty


def parse_rows(
    text: str, length: int, lexicon: Lexicon | None = None, count: int = 1
) -> ParsedText:
    """Return the rows of `length` letters in `text`, in order, and the unreadable rows.

    A word counts if it is next to marks, or if its line has only words of that length, so headlines
    and messages around a pasted grid are ignored. Words on lines without marks are assigned, in
    order, to marks without a word, if there are as many words as such marks. If a text has squares,
    only squares are marks, and digits are ignored. A row may lack its word or its marks.

    For one board, only the first of several grids is read, up to the row that is all correct; marks
    of several boards side by side are refused. For several boards, a line has a word, the marks of
    the boards from the first on, or both. Grids below each other, as in shared results, belong to
    further boards.

    Letters outside the alphabet of the lexicon lose their accents. Letters that can be marks or a
    word of the lexicon are refused unless a word precedes them.

    >>> [row.text for row in parse_rows("crane 01002, SLIMY .YY..", 5).rows]
    ['crane:01002', 'slimy:01100']
    >>> parse_rows("My game 1,201 4/6*" + chr(10) + "🟩🟨⬛⬛⬛" + chr(10) + "CHORE", 5).rows
    (Row(guess='chore', marks=('21000',)),)
    >>> parse_rows("crane 01002 ..y..", 5, count=2).rows
    (Row(guess='crane', marks=('01002', '00100')),)
    >>> parse_rows("crane 0100", 5).errors
    (UnreadableRow(kind='marks', text='crane 0100'),)
    """
    alphabet = lexicon.alphabet if lexicon else ""
    plain = plain_letters(_drawn(text[:MAX_TEXT], length), alphabet)
    is_grid = any(sign in SQUARES for sign in plain)
    lines = [_pieces_of(line, length, lexicon, is_grid) for line in plain.splitlines()]
    if count > 1:
        return _rows_of_boards(plain.splitlines(), lines, length, lexicon, is_grid, count)
    beside = _side_by_side(lines, is_grid)
    if beside:
        return ParsedText((), (UnreadableRow("boards", beside[:EXCERPT]),))
    rows: list[Row] = []
    errors: list[UnreadableRow] = []
    for pieces in lines:
        rows_of_line = tuple(_rows_of_line(pieces))
        rows += rows_of_line
        errors += () if rows_of_line else _errors_of_line(pieces, is_grid)
    joined = _joined(rows, is_grid)
    if not joined and not errors:
        kinds = {"word", "letters", "both"}
        words = [piece.text for pieces in lines for piece in pieces if piece.kind in kinds]
        is_word = len(words) == 1
        text = words[0] if is_word else plain
        errors.append(UnreadableRow("word" if is_word else "nothing", text[:EXCERPT]))
    return ParsedText(joined, tuple(dict.fromkeys(errors)))


def _drawn(text: str, length: int) -> str:
    """Replace marks written as shortcodes or sentences with squares.

    >>> _drawn(":large_green_square::white_large_square:", 2), _drawn("Line 2: 1st perfect.", 2)
    ('🟩⬜', '🟩⬛')
    """
    if "_" in text:
        text = _SHORTCODE.sub(_square, text)
    if not _LINE.search(text):
        return text
    lines = text.splitlines()
    return "\n".join(_line_of_words(line, length) or line for line in lines)


def _square(match: re.Match[str]) -> str:
    words = match[1].split("_")
    is_shape = words[-1] in {"square", "circle", "heart", "button"}
    color = next((COLORS[word] for word in words if word in COLORS), "")
    return color if is_shape and color else match[0]


def _line_of_words(line: str, length: int) -> str:
    """Return a row described in a sentence as squares; empty if it cannot be understood.

    The sentence may begin with the guess, as in "Line 2: crane, 1st and 3rd perfect"; the result
    then begins with it, too.
    """
    begin = _LINE.match(line)
    if begin is None:
        return ""
    text = _AND_WRONG.sub("wrong", line[begin.end() :].casefold())
    marks, places, guess, is_told = [0] * length, list[int](), "", False
    for piece in _MARK_TEXT.findall(text):
        if piece in _PLACES or piece[0].isdigit():
            places.append(_PLACES.get(piece) or int(piece[:-2]))
        elif piece in {"all", "everything", "won", "solved"}:
            places = list(range(1, length + 1))
        elif piece not in _WORDS:
            if len(piece) != length or guess or is_told:
                return ""
            guess = piece
        if piece in _STATES:
            for place in places:
                if not 1 <= place <= length:
                    return ""
                marks[place - 1] = _STATES[piece]
            is_told, places = True, []
    squares = "".join("⬛🟨🟩"[mark] for mark in marks)
    return f"{guess} {squares}".strip() if is_told and not places else ""


def _pieces_of(line: str, length: int, lexicon: Lexicon | None, is_grid: bool) -> Sequence[_Piece]:
    kinds = {"word", "squares"} if is_grid else {"word", "signs", "digits", "mixed"}
    matches = _pieces_pattern(length).finditer(line)
    pieces = [_piece(match, length, kinds) for match in matches]
    if is_grid or any(piece.rows for piece in pieces):
        return pieces
    resolved: list[_Piece] = []
    for piece in pieces:
        marks = _marks_in(piece.word, length)
        follows_word = bool(resolved and resolved[-1].word)
        if not marks:
            resolved.append(piece)
        elif lexicon and piece.word in lexicon and not follows_word:
            resolved.append(_Piece("both", piece.text))
        else:
            resolved.append(_Piece("letters", piece.text, rows=(marks,)))
    return resolved


def _piece(match: re.Match[str], length: int, kinds: set[str]) -> _Piece:
    """Return a matched word or matched marks; marks are read only if their kind is in `kinds`."""
    kind, text = match.lastgroup, match.group()
    if kind == "word":
        word = text.lower()
        return _Piece(kind, text, word=word if len(word) == length and word.isalpha() else "")
    if kind not in kinds or _THOUSANDS.fullmatch(text):  # the number of a puzzle, such as 1,234
        return _Piece(kind, text)
    groups, rows = text.split(), list[str]()
    # `0 1 0 0 2` is one row, `01002 00110` are two rows.
    for group in ["".join(groups)] if all(len(part) == 1 for part in groups) else groups:
        if group[0] in SQUARES:
            marks = "".join(str(SQUARES[square]) for square in group)
            rows += [marks[i : i + length] for i in range(0, len(marks), length)]
        else:
            rows.append(_marks_in(group, length))
    is_whole = all(len(row) == length for row in rows)
    return _Piece(kind, text, rows=tuple(rows) if is_whole else ())


def _marks_in(text: str, length: int) -> str:
    """Return a text of `length` signs as digits; empty if it is anything else.

    Dashes may separate the signs. A text with two signs for the same mark is not accepted.
    """
    small = text.lower()
    for signs in (small, small.replace("-", "")):
        marks = tuple(SIGNS.get(sign, -1) for sign in signs)
        sign_of = {SIGNS.get(sign): sign for sign in signs}
        if len(marks) == length and -1 not in marks and len(sign_of) == len(set(signs)):
            return "".join(map(str, marks))
    return ""


def _side_by_side(lines: Sequence[Sequence[_Piece]], is_grid: bool) -> str:
    """Return the first line with marks of several boards side by side; empty if there is none."""
    if is_grid:
        wide = [pieces for pieces in lines if any(len(piece.rows) > 1 for piece in pieces)]
    else:
        words = [sum(bool(piece.word) for piece in pieces) for pieces in lines]
        rows = [sum(len(piece.rows) for piece in pieces) for pieces in lines]
        wide = [line for line, w, r in zip(lines, words, rows, strict=True) if 0 < w < r]
    # A text with squares and only one such line may be a grid that was pasted as a single line.
    return " ".join(piece.text for piece in wide[0]) if len(wide) > is_grid else ""


def _rows_of_line(pieces: Sequence[_Piece]) -> Iterator[Row]:
    if all(piece.word for piece in pieces):
        yield from (Row(piece.word, (WAITING,)) for piece in pieces)
        return
    assigned: set[int] = set()
    for index, piece in enumerate(pieces):
        if not piece.rows:
            continue
        beside = [
            neighbor
            for neighbor in (index - 1, index + 1)
            if 0 <= neighbor < len(pieces) and pieces[neighbor].word and neighbor not in assigned
        ][:1]
        # Without a word next to them, digits may be a number in a headline, and dots or dashes may
        # be a separator.
        is_doubtful = not beside and piece.kind in {"digits", "mixed", "letters"}
        if is_doubtful and not (set(piece.text) - set(".-") and all(p.rows for p in pieces)):
            continue
        assigned.update(beside)
        yield Row(pieces[beside[0]].word if beside else "", piece.rows[:1])
        yield from (Row("", (marks,)) for marks in piece.rows[1:])


def _joined(rows: Sequence[Row], is_grid: bool) -> tuple[Row, ...]:
    """Return `rows` with words on lines of their own assigned to marks without a word.

    Of several grids, only the first is kept, up to its solved row. If there is a grid, or a row
    without a word, words that cannot be assigned are dropped; otherwise they wait for marks.
    """
    if is_grid:
        ends = (index for index, row in enumerate(rows) if set(row.marks[0]) == {"2"})
        end = next(ends, len(rows))
        rows = [row for index, row in enumerate(rows) if index <= end or row.is_waiting]
    alone = [row.guess for row in rows if row.is_waiting]
    wordless = sum(not row.guess for row in rows)
    if not wordless:
        return tuple(row for row in rows if not (row.is_waiting and is_grid))
    words = iter(alone if len(alone) == wordless else ())
    marked = (row for row in rows if not row.is_waiting)
    return tuple(row if row.guess else replace(row, guess=next(words, "")) for row in marked)


def _errors_of_line(pieces: Sequence[_Piece], is_grid: bool) -> Iterator[UnreadableRow]:
    """Yield the unreadable rows in a line, unless it is a headline or other text."""
    if is_grid:  # a single square is an ornament
        broken = (p.text for p in pieces if p.kind == "squares" and len(p.text) > 1)
        yield from (UnreadableRow("marks", text[:EXCERPT]) for text in broken)
    elif both := [piece.text for piece in pieces if piece.kind == "both"]:
        yield UnreadableRow("both", both[0][:EXCERPT])
    elif [piece.kind == "word" for piece in pieces] == [True, False]:  # a word, then marks
        word, marks = pieces
        text = f"{word.text} {marks.text}" if word.word else word.text
        yield UnreadableRow("marks" if word.word else "word", text[:EXCERPT])


def _rows_of_boards(
    texts: Sequence[str],
    lines: Sequence[Sequence[_Piece]],
    length: int,
    lexicon: Lexicon | None,
    is_grid: bool,
    count: int,
) -> ParsedText:
    """Return the rows of several boards. A line without a row ends a grid."""
    blocks: list[list[Row]] = [[]]
    error = UnreadableRow("nothing", "")
    for text, pieces in zip(texts, lines, strict=True):
        if not is_grid:
            pieces = [_as_marks(piece, length, lexicon) for piece in pieces]
        row = _row_of_pieces(text, pieces, is_grid)
        if isinstance(row, Row):
            blocks[-1].append(row)
            continue
        # A line with few squares above a grid only shows which boards were not solved.
        if row and not 0 < sum(sign in SQUARES for sign in text) < length:
            return ParsedText((), (row,))
        error = row or error
        if blocks[-1]:
            blocks.append([])
    grids = [block for block in blocks if block]
    rows = [row for grid in grids for row in grid]
    if len(grids) > 1 and not any(row.guess for row in rows):
        # Grids below each other belong to different boards of one game.
        widths = [max(len(row.marks) for row in grid) for grid in grids]
        beside = zip_longest(*grids, fillvalue=Row("", ()))
        padded = (map(Row.padded, line, widths) for line in beside)
        rows = [Row("", tuple(mark for row in line for mark in row.marks)) for line in padded]
    most = max((len(row.marks) for row in rows), default=0)
    if most > count:
        return ParsedText((), (UnreadableRow("boards-many", str(most)),))
    return ParsedText(tuple(row.padded(count) for row in rows), () if rows else (error,))


def _as_marks(piece: _Piece, length: int, lexicon: Lexicon | None) -> _Piece:
    """Convert letters that can only be marks to marks, and split digits of several boards."""
    text = piece.text
    if piece.kind == "digits" and not piece.rows and set(text) <= set("012"):
        rows = (text[start : start + length] for start in range(0, len(text), length))
        return piece._replace(rows=tuple(rows)) if len(text) % length == 0 else piece
    marks = _marks_in(piece.word, length)
    is_word = not marks or (lexicon is not None and piece.word in lexicon)
    return piece if is_word else _Piece("letters", piece.text, rows=(marks,))


def _row_of_pieces(
    text: str, pieces: Sequence[_Piece], is_grid: bool
) -> Row | UnreadableRow | None:
    if not pieces:
        return None
    first, has_word = pieces[0], pieces[0].kind == "word"
    word, marked = first.word, pieces[1:] if has_word else pieces
    if is_grid:
        word = next((piece.word for piece in pieces if piece.word), "")
        marked = [piece for piece in pieces if piece.kind == "squares"]
        # Text beside the grids, such as `Daily Boards 812`, unless it is a single word.
        if not marked:
            return Row(word, ()) if word and text.strip() == first.text else None
    if not all(piece.rows for piece in marked):
        return UnreadableRow("marks", text.strip()[:EXCERPT]) if is_grid or word else None
    if has_word and not (is_grid or word):
        return UnreadableRow("word", first.text.lower()[:EXCERPT])
    return Row(word, tuple(row for piece in marked for row in piece.rows))
