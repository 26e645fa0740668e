"""A position of several boards as a short text: links of sixteen boards would be too long in full.

The text is one number in base 64, whose digits each have a base of their own. Links are kept, so
that every one that was ever written is read for ever.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from collections.abc import Iterator
from string import ascii_lowercase

from wordle_web.engine.boards.turns import MIN_BOARDS
from wordle_web.engine.feedback import digits_of, pattern_from_digits
from wordle_web.engine.rows import HIDDEN, WAITING, Position, max_rows, rows_of_columns
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.ui.queries import MODES, read_word

MAX_PACKED = 3_800  # characters: servers read request lines of up to 4,094 bytes
CHECKSUM_BYTES = 2  # so that a link cut short is no other game
# The bases of a packed link. They are its format: raised with a limit, they would spoil old links.
BOARDS_BASE, LENGTH_BASE, ROWS_BASE, OTHERS_BASE, LETTER_BASE = 33, 9, 42, 329, 0x110000


def pack(position: Position, mode: str) -> str:
    """Return a position and the mode of its words as a short text.

    Marks that `Position.with_rows` knows by itself are left out. 32 boards take about 1,700
    characters at five letters, 2,800 at eight.
    """
    number = 0
    for value, base in reversed(list(_digits(position, mode))):
        number = number * base + value
    data = number.to_bytes((number.bit_length() + 7) // 8 or 1, "little")
    return urlsafe_b64encode(_checksum(data) + data).rstrip(b"=").decode()


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")[:CHECKSUM_BYTES]


def _digits(position: Position, mode: str) -> Iterator[tuple[int, int]]:
    """Yield each value with its base."""
    letters = sorted({letter for row in position.rows for letter in row.guess})
    yield position.count, BOARDS_BASE
    yield position.length, LENGTH_BASE
    yield MODES.index(mode), len(MODES)
    yield int(position.in_turn), 2
    yield len(position.rows), ROWS_BASE
    for letter in ascii_lowercase:
        yield int(letter in letters), 2
    others = [letter for letter in letters if letter not in ascii_lowercase]
    yield len(others), OTHERS_BASE
    for letter in others:
        yield ord(letter), LETTER_BASE
    for row in position.rows:
        yield int(bool(row.guess)), 2
        for letter in row.guess:
            yield letters.index(letter), len(letters)
    for board in range(position.count):
        for row in position.rows:
            marks = row.marks[board]
            if marks != HIDDEN:
                yield (pattern_from_digits(marks) + 1 if marks else 0), 3**position.length + 1


class _Reader:
    """Reads the values of a packed number, one after the other."""

    def __init__(self, number: int) -> None:
        """Start with the first value."""
        self.number = number

    def next(self, base: int) -> int:
        """Return the next value, which is below `base`."""
        self.number, value = divmod(self.number, base)
        return value


def unpack(text: str) -> tuple[Position, str] | None:
    """Return the position and the mode that `pack` wrote, None for anything else."""
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
    if count < MIN_BOARDS or length not in LENGTHS or rows > max_rows(count):
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
    position = Position((), count, length, in_turn)
    columns = _unpacked_columns(reader, position, rows)
    if reader.number:
        return None
    return position.with_rows(rows_of_columns(guesses, columns)), mode


def _unpacked_columns(reader: _Reader, position: Position, rows: int) -> list[list[str]]:
    columns: list[list[str]] = []
    is_shown = True
    for _ in range(position.count):
        marks = [HIDDEN] * rows
        is_solved = False
        for index in range(rows if is_shown else 0):
            value = reader.next(3**position.length + 1)
            marks[index] = digits_of(value - 1, position.length) if value else WAITING
            if marks[index] == "2" * position.length:
                is_solved = True
                break
        columns.append(marks)
        is_shown = is_shown and (not position.in_turn or is_solved)
    return columns
