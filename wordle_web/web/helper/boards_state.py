"""The address of the helper with several boards, in full or packed.

In full, `boards=2&row=crane:01002.00000`: a word and the marks of each board, nothing for a board
that is not colored yet, and `-` for one that shows no marks. Sixteen boards and more would outgrow
what servers accept of an address, so a long one is packed into a number.
"""

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase

from flask import url_for

from wordle_web.engine.boards.turns import MAX_BOARDS, MIN_BOARDS, BoardsTurn, max_guesses
from wordle_web.engine.feedback import digits_of, pattern_from_digits
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.game.rules import Game
from wordle_web.parsing import whole_number
from wordle_web.web.helper.state import Reading, read_length
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    IN_TURN,
    MODES,
    Pairs,
    Problem,
    excerpt,
    first_value,
    query_string,
    read_mode,
    read_word,
)

MAX_ROWS = max_guesses(MAX_BOARDS, in_turn=True)
WAITING, HIDDEN = "", "-"  # marks still to be given, and of a board that shows none
MAX_PLAIN = 1_500  # characters of a query before it is packed
MAX_PACKED = 3_800  # servers read request lines of up to 4,094 bytes
CHECKSUM_BYTES = 2  # so that a link cut short is no other game
# The bases of a packed link. They are its format: raised with a limit, they would spoil old links.
BOARDS_BASE, LENGTH_BASE, ROWS_BASE, OTHERS_BASE, LETTER_BASE = 33, 9, 42, 329, 0x110000


@dataclass(frozen=True, slots=True)
class BoardsRow:
    """A guess ("" while only marks are known), and the marks of each board as digits."""

    guess: str
    marks: tuple[str, ...]

    @property
    def text(self) -> str:
        """The row as the address writes it: `crane:01002.00000`."""
        return f"{self.guess}:{'.'.join(self.marks).rstrip('.')}"


@dataclass(frozen=True, slots=True)
class BoardsHelperState:
    """What the address says; made by `normalized`, so that every mark agrees with the others.

    Attributes:
        mode: Whose words, as in the helper of one board.
        in_turn: Whether only the first unsolved board shows its marks.
        selected: The index of the row whose marks are shown for editing; None for the first that
            waits for marks, or else the last.
    """

    count: int
    rows: tuple[BoardsRow, ...] = ()
    length: int = DAILY_LENGTH
    mode: str = DEFAULT_MODE
    in_turn: bool = False
    selected: int | None = None

    @property
    def row(self) -> int | None:
        """The index of the row that is edited; None without rows."""
        if self.selected is not None and self.selected < len(self.rows):
            return self.selected
        waiting = (index for index, row in enumerate(self.rows) if WAITING in row.marks)
        return next(waiting, len(self.rows) - 1 if self.rows else None)

    def waiting(self, row: int) -> list[int]:
        """Return the boards that wait for the marks of a row."""
        return [board for board, marks in enumerate(self.rows[row].marks) if marks == WAITING]

    @property
    def is_waiting(self) -> bool:
        """Whether some board still waits for the marks of a row."""
        return any(WAITING in row.marks for row in self.rows)

    @property
    def turns(self) -> tuple[BoardsTurn, ...]:
        """The rows that have a word, as the engine reads them."""
        return tuple(
            BoardsTurn(row.guess, tuple(map(_pattern, row.marks))) for row in self.rows if row.guess
        )

    def turns_of(self, board: int, before: int) -> tuple[Turn, ...]:
        """Return what one board has told in the rows before one, by their indices."""
        return tuple(
            Turn(row.guess, pattern_from_digits(row.marks[board]))
            for row in self.rows[:before]
            if row.guess and row.marks[board] not in {WAITING, HIDDEN}
        )

    def solved_in(self, board: int) -> int | None:
        """Return the index of the row that solved a board; None while it is not solved."""
        return _solved_in([row.marks[board] for row in self.rows], self.length)

    @property
    def query(self) -> str:
        """The state as a query string without default values, packed where it is long."""
        plain = self._query(("row", row.text) for row in self.rows)
        return plain if len(plain) <= MAX_PLAIN else self._query([("packed", pack(self))])

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The rows as fields of a form, packed where their query is long."""
        rows = tuple(("row", row.text) for row in self.rows)
        return rows if len(self._query(rows)) <= MAX_PLAIN else (("packed", pack(self)),)

    def _query(self, rows: Iterable[tuple[str, str]]) -> str:
        return query_string(
            ("boards", str(self.count)),
            *rows,
            ("length", str(self.length) if self.length != DAILY_LENGTH else ""),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("order", IN_TURN if self.in_turn else ""),
            ("at", "" if self.selected is None else str(self.selected + 1)),
        )

    def address(self, path: str) -> str:
        """Return the address of this state at the helper's `path`."""
        return f"{path}?{self.query}"


def normalized(state: BoardsHelperState) -> BoardsHelperState:
    """Return a state in which just those boards show marks that do so in a game.

    A board shows none after the row that solved it, and in turn none before the boards ahead of it
    are solved. One that is not solved shows marks in every row, and waits where there are none.
    """
    columns: list[list[str]] = []
    is_shown = True
    for board in range(state.count):
        marks = [row.marks[board] if is_shown else HIDDEN for row in state.rows]
        solved = _solved_in(marks, state.length)
        for index, each in enumerate(marks):
            if solved is not None and index > solved:
                marks[index] = HIDDEN
            elif is_shown and each == HIDDEN:
                marks[index] = WAITING
        columns.append(marks)
        is_shown = is_shown and (not state.in_turn or solved is not None)
    pairs = zip(state.rows, zip(*columns, strict=True), strict=True)
    return replace(state, rows=tuple(replace(row, marks=marks) for row, marks in pairs))


def boards_helper_url(game: Game, mode: str) -> str:
    """Return the address of the helper with what the boards of a game show, and no more."""
    columns = []
    for number, board in enumerate(game.boards):
        patterns = board.patterns if number < game.shown else ()
        marks = [digits_of(pattern, game.length) for pattern in patterns]
        columns.append([*marks, *[HIDDEN] * (len(game.guesses) - len(marks))])
    rows = _rows_of(game.guesses, columns)
    state = BoardsHelperState(len(columns), rows, game.length, mode, game.in_turn)
    return state.address(url_for("helper.helper"))


def _rows_of(guesses: Sequence[str], columns: Sequence[list[str]]) -> tuple[BoardsRow, ...]:
    return tuple(map(BoardsRow, guesses, zip(*columns, strict=True)))


def read_boards_address(
    pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS, alphabet: str = ""
) -> Reading[BoardsHelperState]:
    """Return the state that the query's `pairs` describe, and the problems met on the way."""
    values = [(name, plain_letters(value, alphabet)) for name, value in pairs]
    problems: list[Problem] = []
    count = whole_number(first_value(values, "boards"), MIN_BOARDS, MAX_BOARDS)
    if count is None:
        problems.append(Problem("boards-count", excerpt(first_value(values, "boards"))))
    at = whole_number(first_value(values, "at"), 1, MAX_ROWS)
    state = BoardsHelperState(
        count=count or MIN_BOARDS,
        length=read_length(values, 0, lengths, problems),
        mode=read_mode(first_value(values, "mode"), problems),
        in_turn=first_value(values, "order") == IN_TURN,
        selected=None if at is None else at - 1,
    )
    packed = first_value(values, "packed")
    unpacked = unpack(packed, state) if packed else None
    if packed and unpacked is None:
        problems.append(Problem("packed"))
    rows = unpacked.rows if unpacked else tuple(_rows(values, state, problems))
    return Reading(normalized(replace(unpacked or state, rows=rows)), tuple(problems))


def _rows(pairs: Pairs, state: BoardsHelperState, problems: list[Problem]) -> Iterator[BoardsRow]:
    texts = [value for key, value in pairs if key == "row" and value.strip()]
    if len(texts) > MAX_ROWS:
        problems.append(Problem("too-many-rows", str(len(texts))))
    for text in texts[:MAX_ROWS]:
        written, _, marks = text.partition(":")
        guess = read_word(written.strip()) if written.strip() else ""
        if guess is None or len(guess) not in {0, state.length}:
            problems.append(Problem("row-length" if guess else "row", excerpt(text)))
            continue
        sets = [each.strip() for each in marks.split(".")]
        if len(sets) > state.count or not all(is_marks(each, state.length) for each in sets):
            problems.append(Problem("boards-marks", excerpt(text)))
            sets = [each if is_marks(each, state.length) else WAITING for each in sets]
        yield BoardsRow(guess, padded(sets, state.count))


def padded(sets: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the marks of `count` boards, those that are not given waiting."""
    return (*sets[:count], *[WAITING] * (count - len(sets)))


def is_marks(text: str, length: int) -> bool:
    """Whether a text is the marks of one board, or stands for none."""
    return text in {WAITING, HIDDEN} or bool(re.fullmatch(f"[012]{{{length}}}", text))


def _solved_in(marks: Sequence[str], length: int) -> int | None:
    return next((index for index, each in enumerate(marks) if each == "2" * length), None)


def _pattern(marks: str) -> int | None:
    return None if marks in {WAITING, HIDDEN} else pattern_from_digits(marks)


def pack(state: BoardsHelperState) -> str:
    """Return a state as a short text: one number, whose digits each have a base of their own.

    Marks that `normalized` knows by itself are left out. 32 boards take about 1,700 characters at
    five letters, 2,800 at eight.
    """
    number = 0
    for value, base in reversed(list(_digits(state))):
        number = number * base + value
    data = number.to_bytes((number.bit_length() + 7) // 8 or 1, "little")
    return urlsafe_b64encode(_checksum(data) + data).rstrip(b"=").decode()


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")[:CHECKSUM_BYTES]


def _digits(state: BoardsHelperState) -> Iterator[tuple[int, int]]:
    """Yield each value with its base."""
    letters = sorted({letter for row in state.rows for letter in row.guess})
    yield state.count, BOARDS_BASE
    yield state.length, LENGTH_BASE
    yield MODES.index(state.mode), len(MODES)
    yield int(state.in_turn), 2
    yield len(state.rows), ROWS_BASE
    for letter in ascii_lowercase:
        yield int(letter in letters), 2
    others = [letter for letter in letters if letter not in ascii_lowercase]
    yield len(others), OTHERS_BASE
    for letter in others:
        yield ord(letter), LETTER_BASE
    for row in state.rows:
        yield int(bool(row.guess)), 2
        for letter in row.guess:
            yield letters.index(letter), len(letters)
    for board in range(state.count):
        for row in state.rows:
            if row.marks[board] != HIDDEN:
                marks = row.marks[board]
                yield (pattern_from_digits(marks) + 1 if marks else 0), 3**state.length + 1


class _Reader:
    """Reads the values of a packed number, one after the other."""

    def __init__(self, number: int) -> None:
        """Start with the first value."""
        self.number = number

    def next(self, base: int) -> int:
        """Return the next value, which is below `base`."""
        self.number, value = divmod(self.number, base)
        return value


def unpack(text: str, options: BoardsHelperState) -> BoardsHelperState | None:
    """Return the state that `pack` wrote, None for anything else; `options` say the row shown."""
    try:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) <= MAX_PACKED else b""
    except (Base64Error, ValueError):
        return None
    check, data = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    if check != _checksum(data):
        return None
    reader = _Reader(int.from_bytes(data, "little"))
    count, length = reader.next(BOARDS_BASE), reader.next(LENGTH_BASE)
    mode, in_turn = MODES[reader.next(len(MODES))], bool(reader.next(2))
    rows = reader.next(ROWS_BASE)
    if count < MIN_BOARDS or length not in LENGTHS or rows > MAX_ROWS:
        return None
    letters = [letter for letter in ascii_lowercase if reader.next(2)]
    others = reader.next(OTHERS_BASE)
    letters += [chr(reader.next(LETTER_BASE)) for _ in range(others)]
    guesses = []
    for _ in range(rows):
        places = range(length if reader.next(2) and letters else 0)
        word = "".join(letters[reader.next(len(letters))] for _ in places)
        if word and read_word(word) != word:
            return None
        guesses.append(word)
    state = BoardsHelperState(count, (), length, mode, in_turn, options.selected)
    made = _rows_of(guesses, _unpacked_columns(reader, state, rows))
    return None if reader.number else replace(state, rows=made)


def _unpacked_columns(reader: _Reader, state: BoardsHelperState, rows: int) -> list[list[str]]:
    columns: list[list[str]] = []
    is_shown = True
    for _ in range(state.count):
        marks = [HIDDEN] * rows
        is_solved = False
        for index in range(rows if is_shown else 0):
            value = reader.next(3**state.length + 1)
            marks[index] = digits_of(value - 1, state.length) if value else WAITING
            if marks[index] == "2" * state.length:
                is_solved = True
                break
        columns.append(marks)
        is_shown = is_shown and (not state.in_turn or is_solved)
    return columns
