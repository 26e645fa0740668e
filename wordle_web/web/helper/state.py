"""The helper's state, which its address contains, and the problems of addresses and edits.

The whole state is in the address, so that it can be bookmarked, shared and undone with the back
button. The valid parts of a damaged address are kept. Each `Problem` has its text here.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Annotated

from babel.support import LazyProxy

from wordle_web.engine.boards.state import MAX_BOARDS, MIN_BOARDS
from wordle_web.engine.feedback import digits_of, is_marks, pattern_from_digits
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows, rows_of_columns
from wordle_web.game.codecs import from_base64url, to_base64url
from wordle_web.game.puzzles.days import DAILY_LENGTH, LENGTHS
from wordle_web.parsing import linear_pattern, whole_number
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    HARD,
    IN_TURN,
    MODES,
    SWITCHED_ON,
    Address,
    AddressState,
    Pairs,
    Part,
    Problem,
    parsed,
    query_string,
    read_hard_mode,
    read_mode,
    read_word,
)

# Columns of the table of the ten best guesses, for one board or several, in their order.
SORTS = ("word", "turns", "solved", "after", "worst", "bits", "chance")
MAX_USED = 40  # past answers in an address
MAX_HINT = 4  # degrees of a hint: the number of words left, a letter, its place, the word
MAX_PLAIN = 1_500  # characters of a query before its rows are packed
# Paths of games on this site, as written by `Puzzle.url`, and analyses of a game at a guess.
_GAME = linear_pattern(
    r"/analysis\?[\w.~%=&+:,-]{1,800}#guess-[1-9][0-9]?|"
    r"/(boards/[0-9]{1,3}(/in-turn)?/?)?"
    r"((daily|random|challenge|series)/[\w.~-]{1,3600}(/[0-9]{1,9})?)?",
    re.ASCII,
)

WRONG_WORD = _("Enter a word of %(length)s letters, not “%(text)s”.")

# The text of each kind of problem: first those of addresses, then those of edits.
PROBLEMS: Mapping[str, LazyProxy] = {
    "row": _("“%(text)s” isn’t a valid row and was skipped."),
    "row-marks": _(
        "“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green. "
        "Missing colors are shown as gray."
    ),
    "row-length": _("“%(text)s” was skipped: words have %(length)s letters here."),
    "too-many-rows": _("The link has %(text)s rows. Only the first %(most)s were kept."),
    "length": _("Choose %(least)s to %(most)s letters, not “%(text)s”."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "used": _("Past answer “%(text)s” was skipped: it isn’t a word of %(length)s letters."),
    "used-many": _("The link has %(text)s past answers. Only the first %(most)s count."),
    "guess": WRONG_WORD,
    "sort": _("Can’t sort by “%(text)s”: there is no such column."),
    "action": _("Unknown action “%(text)s”."),
    "no-row": _("Row %(text)s no longer exists."),
    "no-tile": _("This tile doesn’t exist."),
    "nothing": _("Type a word of %(length)s letters, with or without its colors, or paste a grid."),
    "word": WRONG_WORD,
    "marks": _("“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green."),
    "boards": _("“%(text)s” has several boards side by side. Add the rows of one board at a time."),
    "both": _("“%(text)s” can be a word or its colors. Write colors as 0, 1, and 2."),
    "boards-count": _("Choose 2 to 32 boards, not “%(text)s”."),
    "boards-marks": _("“%(text)s” needs the colors of each board: 01002.00000."),
    "boards-many": _("There are colors for %(text)s boards, which is too many."),
    "packed": _("This link is damaged, so its rows are lost."),
    "no-room": _("You can add up to %(text)s rows. Delete one first."),
    "no-length": _("This site has no words of %(text)s letters."),
}
LIMITS = {"used-many": MAX_USED, "length": LENGTHS[-1]}
NO_ROWS = Position()


def read_position(address: Address, name: str = "order", most: int = 0) -> Position:
    """Return the rows of an address, at most `most`, by default as many as the helper takes."""
    text = _read_boards(address)
    count = 1 if text == "1" else whole_number(text, MIN_BOARDS, MAX_BOARDS)
    if count is None:
        address.leave_out("boards-count", text)
        count = MIN_BOARDS
    in_turn = count > 1 and IN_TURN in address.texts(name)
    position = Position((), count, _read_length(address), in_turn)
    if packed := address.first("packed") if count > 1 else "":
        if unpacked := unpack(packed):
            return unpacked[0]
        address.leave_out("packed")
    texts, most = address.texts("row"), most or max_rows(count)
    if len(texts) > most:
        address.leave_out("too-many-rows", str(len(texts)))
    rows = [_read_row(text, position, address) for text in texts[:most]]
    return position.with_rows(row for row in rows if row)


def _read_length(address: Address) -> int:
    """Return the words' length: the `length` field, else the first row's, else the default."""
    text = address.first("length")
    if text in map(str, address.lengths):
        return int(text)
    if text:
        address.leave_out("length", text)
    for row in map(Row.parse, address.texts("row")):
        word = row.guess.strip()
        for part in (word if word.isalpha() else "", row.marks[0].strip()):
            if len(part) in address.lengths:
                return len(part)
    return DAILY_LENGTH


def _read_row(text: str, position: Position, address: Address) -> Row | None:
    """Return the usable parts of a row; None if the word is invalid, or both are missing.

    With several boards, a board with invalid marks waits for its colors. With one board, invalid
    marks become gray if the row has a word; otherwise the row is left out.
    """
    count, length = position.count, position.length
    letters, marks = (row := Row.parse(text)).guess, [digits.strip() for digits in row.marks]
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or not (guess or any(marks)):
        address.leave_out("row", text)
        return None
    if guess and len(guess) != length:
        address.leave_out("row-length", guess)
        return None
    several = {WAITING, HIDDEN} if count > 1 else {WAITING}
    readable = [
        digits if digits in several or is_marks(digits, length) else WAITING for digits in marks
    ]
    if readable == marks and len(marks) <= count:
        return Row(guess, tuple(marks)).padded(count)
    if count > 1:
        address.leave_out("boards-marks", text)
        return Row(guess, tuple(readable)).padded(count)
    address.leave_out("row-marks" if guess else "row", text)
    colors = text.partition(":")[2].strip()[:length]
    digits = "".join(color if color in "012" else "0" for color in colors)
    return Row(guess, (digits.ljust(length, "0"),)) if guess else None


def _read_boards(address: Address) -> str:
    return next((value.strip() for name, value in address.pairs if name == "boards"), "1")


def _read_mode(address: Address, name: str) -> str | None:
    packed = "" if _read_boards(address) == "1" else address.first("packed")
    unpacked = unpack(packed) if packed else None
    return unpacked[1] if unpacked else read_mode(address, name)


def _read_switch(address: Address, name: str) -> bool:
    # Several boards have no switches: what one board demands may contradict another.
    return address.values["position"].count == 1 and address.last(name) in SWITCHED_ON


def _read_hard(address: Address, name: str) -> HardMode | None:
    return read_hard_mode(address, name) if address.values["position"].count == 1 else None


def _read_used(address: Address, name: str) -> tuple[str, ...]:
    pieces = " ".join(address.texts(name)).replace(",", " ").split()
    if len(pieces) > MAX_USED:
        address.leave_out("used-many", str(len(pieces)))
    words: dict[str, None] = {}
    for piece in pieces[:MAX_USED]:
        word = read_word(piece)
        if word is None or len(word) != address.values["position"].length:
            address.leave_out("used", piece)
        else:
            words[word] = None
    return tuple(words)


def _read_selected(address: Address, name: str) -> int | None:
    number = whole_number(address.first(name), 1, max_rows(MAX_BOARDS))
    is_alone = address.values["position"].count == 1
    return None if number is None or is_alone else number - 1


def _read_board(address: Address, name: str) -> int | None:
    count = address.values["position"].count
    number = whole_number(address.first(name), 1, count) if count > 1 else None
    return None if number is None else number - 1


def _read_game(address: Address, name: str) -> str:
    path = address.first(name)
    return path if _GAME.fullmatch(path) else ""


@dataclass(frozen=True, slots=True)
class HelperState(AddressState):
    """The helper's whole state: the rows, the options, and what is shown in the answer."""

    # Read first, since other fields depend on the length of words and the number of boards.
    position: Annotated[
        Position, Part(read_position, "order", lambda position: (IN_TURN,) * position.in_turn)
    ] = NO_ROWS
    mode: Annotated[str, Part(_read_mode)] = DEFAULT_MODE  # the source of likely answers
    hard: Annotated[HardMode, HARD._replace(read=_read_hard)] = HardMode.OFF
    # Past answers in the address, besides those that the browser has saved.
    used: Annotated[tuple[str, ...], Part(_read_used, "used", ",".join)] = ()
    own_guess: Annotated[  # the player's guess to be rated; empty without one
        str,
        Part(
            lambda address, name: address.word(
                address.first(name), {address.values["position"].length}, name
            ),
            "guess",
        ),
    ] = ""
    # The column by which the ten best guesses are sorted; empty for the default order.
    sort: Annotated[str, Part(parsed({name: name for name in SORTS}.get, takes_last=True))] = ""
    # Whether only words that can be the answer are suggested.
    answers_only: Annotated[bool, Part(_read_switch, "only")] = False
    # The degree of the hint, up to `MAX_HINT`; 0 for best guesses instead of hints.
    hint: Annotated[
        int, Part(lambda address, name: whole_number(address.last(name), 0, MAX_HINT))
    ] = 0
    # With several boards, the board that hints are for; None for the one with the fewest words.
    hint_board: Annotated[int | None, Part(_read_board, "board", lambda index: index + 1)] = None
    # With several boards, the row to edit; None for the first that waits, or else the last.
    selected: Annotated[int | None, Part(_read_selected, "at", lambda index: index + 1)] = None
    # The path of the game on this site, or of its analysis, that linked to the helper; else empty.
    game: Annotated[str, Part(_read_game)] = ""

    @property
    def is_from_analysis(self) -> bool:
        """Whether the player came from an analysis."""
        return self.game.startswith("/analysis")

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the position."""
        return self.position.rows

    @property
    def length(self) -> int:
        """The number of letters of a word."""
        return self.position.length

    @property
    def count(self) -> int:
        """The number of boards."""
        return self.position.count

    @property
    def row(self) -> int | None:
        """The index of the row to edit; None without rows."""
        if self.selected is not None and self.selected < len(self.rows):
            return self.selected
        waiting = self.position.first_waiting
        return (len(self.rows) - 1 if self.rows else None) if waiting is None else waiting

    @property
    def options(self) -> "HelperState":
        """The state without rows, for another game with the same options."""
        return replace(self.with_rows(()), own_guess="", sort="", game="")

    def with_rows(self, rows: Iterable[Row]) -> "HelperState":
        """Return the state with other rows; hints start over."""
        # A hint may have shown the word; the player then wants to find the next guess alone.
        hint = min(self.hint, 1)
        return replace(self, position=self.position.with_rows(rows), hint=hint, selected=None)

    def with_row(self, index: int, row: Row) -> "HelperState":
        """Return the state with one row replaced; a selected row stays selected."""
        position, hint = self.position.with_row(index, row), min(self.hint, 1)
        return replace(self, position=position, hint=hint)

    @property
    def fields(self) -> Pairs:
        """The rows as fields of a form or an address, packed if their query is long."""
        rows = tuple(("row", row.text) for row in self.rows)
        if self.count == 1 or len(query_string(*self._pairs(rows))) <= MAX_PLAIN:
            return rows
        return (("packed", pack(self.position, self.mode)),)

    def pairs(self, *, full: bool = False) -> Pairs:
        """Return the fields of the address: `row=crane:01002&hard=1`."""
        return self._pairs(self.fields)

    def _pairs(self, rows: Pairs) -> Pairs:
        boards = (("boards", str(self.count)),) if self.count > 1 else ()
        length = (("length", str(self.length)),) if self.length != DAILY_LENGTH else ()
        return (*boards, *rows, *length, *AddressState.pairs(self))


def problem_text(problem: Problem, position: Position) -> str:
    """Return a sentence about a problem of an address or an edit, and its consequence."""
    return str(PROBLEMS[problem.kind]) % {
        "text": problem.text,
        "length": position.length,
        "least": LENGTHS[0],
        "most": LIMITS.get(problem.kind, max_rows(position.count)),
    }


# A position of several boards is packed into a short text, since links with all rows of sixteen
# boards would be too long. It is encoded as one number in a mixed radix, which is written in base
# 64. People keep links, so from the first release on, every packed link must stay readable.

MAX_PACKED = 3_800  # characters: servers read request lines of up to 4,094 bytes
CHECKSUM_BYTES = 2  # so that a truncated link is not another game
# The bases of the digits of a packed link. They are part of the format and must not be raised with
# the limits, because old links would be misread.
BOARDS_BASE, LENGTH_BASE, ROWS_BASE, OTHERS_BASE, LETTER_BASE = 33, 9, 42, 329, 0x110000


def pack(position: Position, mode: str) -> str:
    """Return a position and the mode of its words as a short text.

    Marks that `Position.with_rows` infers are left out. With 32 boards, the text has about 1,700
    characters for five letters, and 2,800 for eight.
    """
    number = 0
    for value, base in reversed(list(_digits(position, mode))):
        number = number * base + value
    data = number.to_bytes((number.bit_length() + 7) // 8 or 1, "little")
    return to_base64url(_checksum(data) + data)


def _checksum(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "little")[:CHECKSUM_BYTES]


def _digits(position: Position, mode: str) -> Iterator[tuple[int, int]]:
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
        for marks in (row.marks[board] for row in position.rows):
            if marks != HIDDEN:
                yield (pattern_from_digits(marks) + 1 if marks else 0), 3**position.length + 1


def unpack(text: str) -> tuple[Position, str] | None:
    """Return the position and mode that `pack` wrote; None for any other text."""
    data = (from_base64url(text) if len(text) <= MAX_PACKED else None) or b""
    check, data = data[:CHECKSUM_BYTES], data[CHECKSUM_BYTES:]
    if check != _checksum(data):
        return None
    number = int.from_bytes(data, "little")

    def take(base: int) -> int:
        nonlocal number
        number, digit = divmod(number, base)
        return digit

    count, length, mode = take(BOARDS_BASE), take(LENGTH_BASE), MODES[take(len(MODES))]
    position, rows = Position((), count, length, bool(take(2))), take(ROWS_BASE)
    if count < MIN_BOARDS or length not in LENGTHS or rows > max_rows(count):
        return None
    letters = [letter for letter in ascii_lowercase if take(2)]
    letters += [chr(take(LETTER_BASE)) for _ in range(take(OTHERS_BASE))]
    guesses = [
        "".join(letters[take(len(letters))] for _ in range(length if take(2) and letters else 0))
        for _ in range(rows)
    ]
    columns, is_shown = list[list[str]](), True
    for _board in range(count):
        marks, is_solved = [HIDDEN] * rows, False
        for index in range(rows if is_shown else 0):
            packed = take(3**length + 1)
            marks[index] = digits_of(packed - 1, length) if packed else WAITING
            if is_solved := marks[index] == "2" * length:
                break
        columns.append(marks)
        is_shown = is_shown and (not position.in_turn or is_solved)
    if number or any(word and read_word(word) != word for word in guesses):
        return None
    return position.with_rows(rows_of_columns(guesses, columns)), mode
