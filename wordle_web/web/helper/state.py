"""The helper's address read as its state, keeping what can be kept of a damaged one.

The state is in the address so that it can be bookmarked, shared and undone with the back button.
What could not be read, or not be done, is a `Problem` with a text of its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from babel.support import LazyProxy

from wordle_web.engine.boards.turns import MAX_BOARDS, MIN_BOARDS
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.parsing import whole_number
from wordle_web.web.ui.address_state import Address, AddressState, Part
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.packing import pack, unpack
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    IN_TURN,
    SWITCHED_ON,
    Pairs,
    Problem,
    first_value,
    query_string,
    read_mode,
    read_optional_word,
    read_word,
)

# Columns of the ten best: of one board, and those of several.
SORTS = ("word", "after", "bits", "worst", "chance", "turns", "solved")
MAX_USED = 40
MAX_HINT = 4  # the number of words left, a letter, its place, the word
MAX_PLAIN = 1_500  # characters of a query before its rows are packed
# Of the games on this site, those with a page of their own, as `Puzzle.url` has them.
_GAME = re.compile(
    r"/(boards/[0-9]+(/in-turn)?/?)?((daily|random|challenge|series)/[\w.~-]+(/[0-9]+)?)?", re.ASCII
)

WRONG_WORD = _("Enter a word of %(length)s letters, not “%(text)s”.")

# By the kind of problem: first those of an address, then those of an edit.
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
    "both": _("“%(text)s” can be a word or its colors. Write colors as 0, 1 and 2."),
    "boards-count": _("Choose 2 to 32 boards, not “%(text)s”."),
    "boards-marks": _("“%(text)s” needs the colors of each board: 01002.00000."),
    "boards-many": _("There are colors for %(text)s boards, which is too many."),
    "packed": _("This link is damaged, so its rows are lost."),
    "no-room": _("You can add up to %(text)s rows. Delete one first."),
    "no-length": _("This site has no words of %(text)s letters."),
}
LIMITS = {"used-many": MAX_USED, "length": LENGTHS[-1]}
NO_ROWS = Position()


def _read_position(address: Address, name: str) -> Position:
    count = _count(address)
    position = Position((), count, _length(address), count > 1 and IN_TURN in address.texts(name))
    packed = first_value(address.pairs, "packed") if count > 1 else ""
    unpacked = unpack(packed) if packed else None
    if unpacked:
        position, address.values["mode"] = unpacked
        return position
    if packed:
        address.leave_out("packed")
    return position.with_rows(_rows(address, position))


def _read_mode(address: Address, name: str) -> str:
    packed: str = address.values.get("mode", "")
    return packed or read_mode(first_value(address.pairs, name), address.problems)


def _read_switch(address: Address, name: str) -> bool:
    # Neither has a meaning where a hint of one board may contradict another board. The last one: a
    # box that is checked comes after the hidden field that says it is not.
    return _is_alone(address) and first_value(address.pairs[::-1], name) in SWITCHED_ON


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


def _read_guess(address: Address, name: str) -> str:
    lengths = {address.values["position"].length}
    return read_optional_word(first_value(address.pairs, name), lengths, address.problems, name)


def _read_sort(address: Address, name: str) -> str | None:
    # The last one: the column's button comes after the hidden field of the state.
    text = first_value(address.pairs[::-1], name)
    if text in {"", *SORTS}:
        return text
    address.leave_out(name, text)
    return None


def _read_hint(address: Address, name: str) -> int | None:
    # The last one: the button beside the best guess comes after the field among the options.
    return whole_number(first_value(address.pairs[::-1], name), 0, MAX_HINT)


def _read_selected(address: Address, name: str) -> int | None:
    number = whole_number(first_value(address.pairs, name), 1, max_rows(MAX_BOARDS))
    return None if _is_alone(address) or number is None else number - 1


def _read_game(address: Address, name: str) -> str | None:
    text = first_value(address.pairs, name)
    return text if _GAME.fullmatch(text) else None


def _is_alone(address: Address) -> bool:
    position: Position = address.values["position"]
    return position.count == 1


@dataclass(frozen=True, slots=True)
class HelperState(AddressState):
    """The helper's whole state, as its address says it.

    Attributes:
        position: The rows, of one board or several.
        mode: Whose words: "real" for another site's, or one of this site's pools.
        own_guess: The player's own guess, to be rated.
        sort: The column that the best guesses are sorted by.
        answers_only: Whether only words that can be the answer are suggested.
        hint: 0 for full answers; else how much of a hint to give, from 1 to `MAX_HINT`.
        selected: With several boards, the index of the row whose marks are shown for editing; None
            for the first that waits for marks, or else the last.
        game: The path of the game on this site that a hint was asked for; empty for any other.
    """

    position: Annotated[
        Position, Part(_read_position, "order", lambda position: (IN_TURN,) * position.in_turn)
    ] = NO_ROWS
    mode: Annotated[str, Part(_read_mode)] = DEFAULT_MODE
    hard: Annotated[bool, Part(_read_switch)] = False
    used: Annotated[tuple[str, ...], Part(_read_used, "used", ",".join)] = ()
    own_guess: Annotated[str, Part(_read_guess, "guess")] = ""
    sort: Annotated[str, Part(_read_sort)] = ""
    answers_only: Annotated[bool, Part(_read_switch, "only")] = False
    hint: Annotated[int, Part(_read_hint)] = 0
    selected: Annotated[int | None, Part(_read_selected, "at", lambda index: index + 1)] = None
    game: Annotated[str, Part(_read_game)] = ""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the position."""
        return self.position.rows

    @property
    def length(self) -> int:
        """Letters of a word."""
        return self.position.length

    @property
    def count(self) -> int:
        """Number of boards."""
        return self.position.count

    @property
    def row(self) -> int | None:
        """The index of the row that is edited; None without rows."""
        if self.selected is not None and self.selected < len(self.rows):
            return self.selected
        waiting = self.position.first_waiting
        return (len(self.rows) - 1 if self.rows else None) if waiting is None else waiting

    @property
    def options(self) -> "HelperState":
        """The state without any row, ready for another game on the same terms."""
        return replace(self.with_rows(()), own_guess="", sort="", game="")

    def with_rows(self, rows: Iterable[Row]) -> "HelperState":
        """Return the state with other rows; hints begin anew."""
        # Whoever was given the word as a hint wants to find the next one alone again.
        hint = min(self.hint, 1)
        return replace(self, position=self.position.with_rows(rows), hint=hint, selected=None)

    def with_row(self, index: int, row: Row) -> "HelperState":
        """Return the state with one row replaced, which stays selected where it was."""
        rows = self.position.with_row(index, row).rows
        return replace(self.with_rows(rows), selected=self.selected)

    @property
    def fields(self) -> Pairs:
        """The rows as fields of a form or an address, packed where their query is long."""
        rows = tuple(("row", row.text) for row in self.rows)
        if self.count == 1 or len(query_string(*self._pairs(rows))) <= MAX_PLAIN:
            return rows
        return (("packed", pack(self.position, self.mode)),)

    def pairs(self, *, full: bool = False) -> Pairs:
        """Return the state as an address names it: `row=crane:01002&hard=1`."""
        return self._pairs(self.fields)

    def _pairs(self, rows: Pairs) -> Pairs:
        boards = (("boards", str(self.count)),) if self.count > 1 else ()
        length = (("length", str(self.length)),) if self.length != DAILY_LENGTH else ()
        return (*boards, *rows, *length, *AddressState.pairs(self))


def problem_text(problem: Problem, position: Position) -> str:
    """Return what was wrong with an address or an edit, and what was done about it."""
    return str(PROBLEMS[problem.kind]) % {
        "text": problem.text,
        "length": position.length,
        "least": LENGTHS[0],
        "most": LIMITS.get(problem.kind, max_rows(position.count)),
    }


def _count(address: Address) -> int:
    text = next((value.strip() for name, value in address.pairs if name == "boards"), "1")
    count = 1 if text == "1" else whole_number(text, MIN_BOARDS, MAX_BOARDS)
    if count is None:
        address.leave_out("boards-count", text)
    return count or MIN_BOARDS


def _length(address: Address) -> int:
    """Return the letters of a word, as named, or as the first row has them."""
    text = first_value(address.pairs, "length")
    if text in map(str, address.lengths):
        return int(text)
    if text:
        address.leave_out("length", text)
    rows = [value.partition(":") for value in address.texts("row")]
    texts = (
        text.strip()
        for word, _, marks in rows
        for text in (word if word.strip().isalpha() else "", marks.partition(".")[0])
    )
    return next((len(text) for text in texts if len(text) in address.lengths), DAILY_LENGTH)


def _rows(address: Address, position: Position) -> Iterator[Row]:
    texts = address.texts("row")
    most = max_rows(position.count)
    if len(texts) > most:
        address.leave_out("too-many-rows", str(len(texts)))
    for text in texts[:most]:
        row = _row(text, position, address)
        if row is not None:
            yield row


def _row(text: str, position: Position, address: Address) -> Row | None:
    letters, _, marks = text.partition(":")
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or not (guess or marks.strip(" .")):
        address.leave_out("row", text)
        return None
    if guess and len(guess) != position.length:
        address.leave_out("row-length", guess)
        return None
    sets = [each.strip() for each in marks.split(".")]
    if len(sets) <= position.count and all(is_marks(each, position) for each in sets):
        return Row(guess, padded(sets, position.count))
    if position.count > 1:
        address.leave_out("boards-marks", text)
        kept = [each if is_marks(each, position) else WAITING for each in sets]
        return Row(guess, padded(kept, position.count))
    address.leave_out("row-marks" if guess else "row", text)
    return Row(guess, (_repaired_digits(marks.strip(), position.length),)) if guess else None


def is_marks(text: str, position: Position) -> bool:
    """Whether a text is the marks of one board, or stands for none."""
    if text == HIDDEN:
        return position.count > 1
    return text == WAITING or bool(re.fullmatch(f"[012]{{{position.length}}}", text))


def padded(sets: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the marks of `count` boards, those that are not given waiting."""
    return (*sets[:count], *[WAITING] * (count - len(sets)))


def _repaired_digits(digits: str, length: int) -> str:
    valid = "".join(digit if digit in "012" else "0" for digit in digits[:length])
    return valid.ljust(length, "0")
