"""What the bookmark found on another site's page, as the address says to which it leads.

Version 1, `v=1`, is read for ever, since bookmarks stay where they are:

* `row=crane:01002.00000`: a word and its marks on each board, nothing where they are not known and
  `-` where a board shows none. Marks of many boards are short: `row=crane:~2u0f_-` has two digits
  of base 36 a board, three from seven letters on, and `_` where they are not known.
* `boards`, `order=in-turn`, `typed`: as in the helper's own addresses.
* `doubt=0.3.1`: the tile of this row, place and board is not sure. `doubt=colors`: that yellow and
  green mean what they mean elsewhere is not said by any name.
* `problem=none`: why nothing was read. `played=…` and the like: statistics.
"""

import re
from dataclasses import dataclass

import numpy as np

from wordle_web.engine.boards.turns import MAX_BOARDS
from wordle_web.engine.candidates import LIKELY, narrow
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows, rows_of_columns
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.parsing import whole_number
from wordle_web.web.screenshot.state import TilePlace, read_tile
from wordle_web.web.ui.queries import IN_TURN, Pairs, first_value, read_word

MAX_JUDGED = 8  # boards whose colors are compared with the word list
BY_COLOR = "colors"
_OTHERS = str.maketrans("12", "21")


@dataclass(frozen=True, slots=True)
class PageReading:
    """A game as it was found on a page.

    Attributes:
        position: With at least one row, each with a word.
        typed: The row that is being typed.
        doubtful: Tiles that are not sure.
        is_by_color: Whether marks are known by their colors alone.
    """

    position: Position
    typed: str = ""
    doubtful: frozenset[TilePlace] = frozenset()
    is_by_color: bool = False


def read_page(pairs: Pairs, alphabet: str) -> PageReading | None:
    """Return the game that an address of the bookmark describes; None where it is damaged."""
    count = whole_number(first_value(pairs, "boards") or "1", 1, MAX_BOARDS)
    texts = [plain_letters(value, alphabet) for name, value in pairs if name == "row"]
    rows = [_row(text, count or 1) for text in texts[: max_rows(MAX_BOARDS)]]
    found = tuple(row for row in rows if row is not None)
    if count is None or not found or len(found) < len(texts):
        return None
    if len({len(row.guess) for row in found}) > 1:
        return None
    doubts = [value for name, value in pairs if name == "doubt"]
    in_turn = count > 1 and first_value(pairs, "order") == IN_TURN
    position = Position((), count, len(found[0].guess), in_turn)
    return PageReading(
        position=position.with_rows(found),
        typed=read_word(plain_letters(first_value(pairs, "typed"), alphabet)) or "",
        doubtful=frozenset(tile for text in doubts if (tile := read_tile(text))),
        is_by_color=BY_COLOR in doubts,
    )


def _row(text: str, count: int) -> Row | None:
    letters, _, written = text.partition(":")
    word = read_word(letters)
    if not word or len(word) not in LENGTHS:
        return None
    is_short = written.startswith("~")
    marks = _from_short(written[1:], len(word)) if is_short else tuple(written.split("."))
    valid = rf"-?|[012]{{{len(word)}}}"
    if len(marks) != count or not all(re.fullmatch(valid, each) for each in marks):
        return None
    return Row(word, marks)


def _from_short(text: str, length: int) -> tuple[str, ...]:
    """Return the marks that were written in short; a number too high for them as what is none."""
    digits = 3 if length > 6 else 2
    pieces = re.findall(rf"[-_]|[0-9a-z]{{{digits}}}|.", text)
    return tuple(_marks(piece, length) for piece in pieces[: MAX_BOARDS + 1])


def _marks(piece: str, length: int) -> str:
    if piece in {"-", "_"}:
        return {"-": HIDDEN, "_": WAITING}[piece]
    pattern = int(piece, 36) if re.fullmatch("[0-9a-z]{2,3}", piece) else 3**length
    return digits_of(pattern, length) if pattern < 3**length else "?"


def doubts_of(reading: PageReading, lexicon: Lexicon | None) -> frozenset[TilePlace]:
    """Return the tiles that are not sure.

    Where only colors told the marks, all tiles with a color are, unless the word list decides it:
    some word has these marks, and no likely one would if yellow and green were exchanged.
    """
    if not reading.is_by_color or (lexicon and _is_decided(reading, lexicon)):
        return reading.doubtful
    colored = {
        (number, place, board)
        for number, row in enumerate(reading.position.rows)
        for board, marks in enumerate(row.marks)
        for place, digit in enumerate(marks)
        if digit in {"1", "2"}
    }
    return reading.doubtful | colored


def _is_decided(reading: PageReading, lexicon: Lexicon) -> bool:
    is_decided = False
    likely = np.flatnonzero(lexicon.prior >= LIKELY)
    for board in range(min(reading.position.count, MAX_JUDGED)):
        turns = reading.position.turns(board)
        if not len(narrow(lexicon, turns)):
            return False
        exchanged = [Turn.parse(turn.text().translate(_OTHERS)) for turn in turns]
        is_decided = is_decided or not len(narrow(lexicon, exchanged, likely))
    return is_decided


def checked_rows(
    position: Position, doubtful: frozenset[TilePlace]
) -> tuple[tuple[Row, ...], frozenset[TilePlace]]:
    """Return rows with digits for every tile, as they are checked, and which tiles to check.

    Marks that could not be read are gray ones to check. Those of a solved board follow from its
    answer. Boards that have not had their turn are left out.
    """
    shown = [board for board in range(position.count) if position.rows[0].marks[board] != HIDDEN]
    columns = [_column(position, board) for board in shown]
    unread = {
        (number, place, at)
        for at, column in enumerate(columns)
        for number, marks in enumerate(column)
        if marks == WAITING
        for place in range(position.length)
    }
    moved = {(row, place, shown.index(board)) for row, place, board in doubtful if board in shown}
    rows = rows_of_columns(
        [row.guess for row in position.rows],
        [[marks or "0" * position.length for marks in column] for column in columns],
    )
    return rows, frozenset(moved | unread)


def _column(position: Position, board: int) -> list[str]:
    """Return the marks of a board in every row; after its answer those that follow from it."""
    column = [row.marks[board] for row in position.rows]
    end = position.solved_in(board)
    if end is None:
        return column
    answer = position.rows[end].guess
    later = (row.guess for row in position.rows[end + 1 :])
    return [*column[: end + 1], *(digits_of(feedback(word, answer), len(word)) for word in later)]
