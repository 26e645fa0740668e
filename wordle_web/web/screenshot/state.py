"""The contents of a screenshot, stored in the address of the page on which players check them.

`/helper/screenshot?row=crane:01002&row=slimy:00110&typed=ch&doubt=0.3.0` is one board. With several
boards, a row has the marks of all boards: `row=crane:01002.00000`. An unread letter is `?`. This
module doesn't import Flask.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wordle_web.engine.feedback import digits_of, feedback, is_marks
from wordle_web.engine.rows import Row, rows_of_columns
from wordle_web.parsing import whole_number
from wordle_web.reading.glyphs import UNKNOWN
from wordle_web.reading.lattice import MAX_COLUMNS, MAX_ROWS
from wordle_web.reading.reader import BoardReading
from wordle_web.web.ui.queries import Pairs, Problem, excerpt, first_value, query_string, read_word

MAX_BOARDS = 16  # of one game
MAX_ENTERED = 20  # characters of an unusable word that are shown again
MAX_GAMES = 6  # of one picture

TileIndex = tuple[int, int, int]  # row, column and board, from 0


@dataclass(frozen=True, slots=True)
class Shown:
    """The contents of a screenshot, including the player's corrections so far."""

    rows: tuple[Row, ...] = ()  # all of one length and with marks for the same boards
    typed: str = ""  # the row that is being typed
    doubtful: frozenset[TileIndex] = frozenset()  # uncertain tiles; the row of `typed` is the last
    # Texts that the player entered and that are not words of this length, by row.
    entered: Mapping[int, str] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """The number of boards."""
        return len(self.rows[0].marks) if self.rows else 1

    @property
    def length(self) -> int:
        """The number of letters of a word; 0 without rows."""
        return len(self.rows[0].guess) if self.rows else 0

    @property
    def is_empty(self) -> bool:
        """Whether there are no rows, not even one that is being typed."""
        return not self.rows and not self.typed

    def query(self, *others: tuple[str, str]) -> str:
        """Return the query of the address, followed by other fields."""
        rows = (("row", row.text) for row in self.rows)
        doubts = (("doubt", ".".join(map(str, tile))) for tile in sorted(self.doubtful))
        return query_string(*rows, ("typed", self.typed), *doubts, *others)


def of_boards(boards: Sequence[BoardReading]) -> tuple[Shown, int]:
    """Return the contents of a picture's boards, and the number of boards left out.

    Boards of one game have the same words. A board that was solved early has fewer rows; its other
    marks follow from its answer. If at least two boards are complete, boards that the picture cuts
    off are left out. An address describes one game. If the boards belong to several games, only the
    board with the most rows is kept.
    """
    fullest = max(boards, key=lambda board: (len(board.rows), len(board.typed)))
    words = [word for word, _ in fullest.rows]
    columns = {board: marks for board in boards if (marks := _marks(board, words)) is not None}
    chosen = [board for board in boards[:MAX_BOARDS] if board in columns]
    if len(chosen) < 2 or not words or not all(_has_words(board, words) for board in boards):
        chosen = [fullest]
    rows = rows_of_columns(words, [columns.get(board, []) for board in chosen])
    doubtful = {
        (row, column, number)
        for number, board in enumerate(chosen)
        for row, column in board.doubtful
        if row < len(words) or board is fullest
    }
    return Shown(rows, fullest.typed, frozenset(doubtful)), len(boards) - len(chosen)


def games_of(boards: Sequence[BoardReading]) -> tuple[tuple[Shown, ...], int]:
    """Return the games in a picture, the likeliest first, and the number of boards in no game.

    Games with colors come before games without colors, which may be lists of words. Otherwise,
    games with more rows come first.
    """
    shown, left_out = of_boards(boards)
    if shown.boards > 1 or not left_out:
        return (shown,), left_out

    def rank(board: BoardReading) -> tuple[bool, int, int]:
        has_colors = any(set(digits) != {"0"} for _, digits in board.rows)
        return has_colors, len(board.rows), len(board.typed)

    games = [of_boards([board])[0] for board in sorted(boards, key=rank, reverse=True)]
    games = [game for game in games if not game.is_empty][:MAX_GAMES]
    return tuple(games), len(boards) - len(games)


def _has_words(board: BoardReading, words: Sequence[str]) -> bool:
    """Return whether a board's rows are the first of `words`; one letter per row may differ."""
    return board.length == len(words[0] if words else "") and all(
        sum(a != b for a, b in zip(word, other, strict=False)) <= 1
        for (word, _), other in zip(board.rows, words, strict=False)
    )


def _marks(board: BoardReading, words: Sequence[str]) -> list[str] | None:
    """Return the marks of `words` on a board; None if it belongs to another game or is cut off."""
    marks = [digits for _, digits in board.rows][: len(words)]
    if not _has_words(board, words):
        return None
    if len(marks) < len(words):
        answer = words[len(marks) - 1] if marks else ""
        if not marks or set(marks[-1]) != {"2"} or UNKNOWN in "".join([answer, *words]):
            return None
        left = words[len(marks) :]
        marks += [digits_of(feedback(word, answer), len(answer)) for word in left]
    return marks


def read_shown(pairs: Iterable[tuple[str, str]]) -> tuple[Shown, tuple[Problem, ...]]:
    """Return the contents that an address describes, and the problems of its fields."""
    rows: list[Row] = []
    problems: list[Problem] = []
    typed, doubtful = "", set()
    for name, value in pairs:
        if name == "row" and value.strip():
            row = _read_row(value.strip(), rows[0] if rows else None)
            if row is None or len(rows) >= MAX_ROWS:
                problems.append(Problem("row", excerpt(value)))
            else:
                rows.append(row)
        elif name == "typed":
            typed = _letters(value) or ""
        elif name == "doubt" and (tile := read_tile(value)):
            doubtful.add(tile)
    return Shown(tuple(rows), typed, frozenset(doubtful)), tuple(problems)


def read_tile(text: str) -> TileIndex | None:
    """Return the row, column and board of a text such as `2.3.0`; None for any other text."""
    numbers = [whole_number(part, 0, 99) for part in text.split(".")]
    row, column, board = numbers if len(numbers) == 3 else (None, None, None)
    return None if row is None or column is None or board is None else (row, column, board)


def _read_row(text: str, first: Row | None) -> Row | None:
    row = Row.parse(text)
    word = _letters(row.guess)
    if not word or len(row.marks) > MAX_BOARDS:
        return None
    if not all(is_marks(digits, len(word)) for digits in row.marks):
        return None
    is_same = first is None or (len(first.guess), len(first.marks)) == (len(word), len(row.marks))
    return Row(word, row.marks) if is_same else None


def _letters(text: str) -> str | None:
    """Return a text of letters and `?`, in lower case; None for any other text."""
    text = text.strip()
    known = text.replace(UNKNOWN, "")
    if len(text) > MAX_COLUMNS or (known and read_word(known) is None):
        return None
    return text.lower()


def edited(shown: Shown, pairs: Pairs) -> Shown:
    """Return the contents after the edits of a form: typed words, removed rows, a tapped tile."""
    left_out = {whole_number(value, 1, MAX_ROWS + 1) for name, value in pairs if name == "leave"}
    words = [value.strip() for name, value in pairs if name == "word"]
    words = ["" if row in left_out else word for row, word in enumerate(words, 1)]
    drafts = [value for name, value in pairs if name == "draft"]
    is_left_out = len(shown.rows) + 1 in left_out
    if words:
        shown = _with_words(shown, words)
    if drafts:
        shown = replace(shown, typed="" if is_left_out else _letters(drafts[-1]) or "")
    tile = read_tile(first_value(pairs, "tap"))
    row, column, board = tile or (len(shown.rows), 0, 0)
    if row >= len(shown.rows) or board >= shown.boards or column >= shown.length:
        return shown
    # A tile is no longer doubtful after the player has tapped it.
    turned = shown.rows[row].turned(board, column)
    rows = (*shown.rows[:row], turned, *shown.rows[row + 1 :])
    return replace(shown, rows=rows, doubtful=shown.doubtful - {(row, column, board)})


def _with_words(shown: Shown, words: Sequence[str]) -> Shown:
    """Return the contents with the words typed for the rows; empty words remove their rows."""
    rows: list[Row] = []
    entered: dict[int, str] = {}
    # The row being typed comes last, and moves up if rows are removed.
    doubtful: set[TileIndex] = {
        (row - words.count(""), column, board)
        for row, column, board in shown.doubtful
        if row >= len(shown.rows)
    }
    for number, row in enumerate(shown.rows):
        text = words[number] if number < len(words) else row.guess
        if not text:
            continue
        word = _letters(text)
        if word is None or len(word) != len(row.guess):
            entered[len(rows)] = text[:MAX_ENTERED]
            word = row.guess
        for _, column, board in (tile for tile in shown.doubtful if tile[0] == number):
            # An address may name tiles that do not exist.
            if column < len(word) and word[column] == row.guess[column]:
                doubtful.add((len(rows), column, board))
        rows.append(replace(row, guess=word))
    return replace(shown, rows=tuple(rows), doubtful=frozenset(doubtful), entered=entered)


def faulty_rows(shown: Shown) -> dict[int, str]:
    """Return the unusable words by row."""
    return {
        number: shown.entered.get(number, row.guess)
        for number, row in enumerate(shown.rows)
        if number in shown.entered or UNKNOWN in row.guess
    }
