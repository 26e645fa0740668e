"""The helper's address read as its state, keeping what can be kept of a damaged one.

The state is in the address so that it can be bookmarked, shared and undone with the back button.
What could not be read, or not be done, is a `Problem` with a text of its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.boards.turns import MAX_BOARDS, MIN_BOARDS
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows, rows_of_columns
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.game.rules import Game
from wordle_web.parsing import whole_number
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.packing import pack, unpack
from wordle_web.web.ui.queries import (
    DEFAULT_MODE,
    IN_TURN,
    SWITCHED_ON,
    Pairs,
    Problem,
    excerpt,
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

WRONG_WORD = _("Enter a word of %(length)s letters, not “%(text)s”.")

# By the kind of problem: first those of an address, then those of an edit.
PROBLEMS: Mapping[str, LazyProxy] = {
    "row": _("“%(text)s” is not a valid row and was skipped."),
    "row-marks": _(
        "“%(text)s” needs %(length)s colors: 0 for gray, 1 for yellow, 2 for green. "
        "Missing colors are shown as gray."
    ),
    "row-length": _("“%(text)s” was skipped: words have %(length)s letters here."),
    "too-many-rows": _("The link has %(text)s rows. Only the first %(most)s were kept."),
    "length": _("Choose %(least)s to %(most)s letters, not “%(text)s”."),
    "mode": _("There is no word list “%(text)s” for this length."),
    "used": _("Past answer “%(text)s” was skipped: it is not a word of %(length)s letters."),
    "used-many": _("The link has %(text)s past answers. Only the first %(most)s count."),
    "guess": WRONG_WORD,
    "sort": _("Cannot sort by “%(text)s”: there is no such column."),
    "action": _("Unknown action “%(text)s”."),
    "no-row": _("Row %(text)s no longer exists."),
    "no-tile": _("This tile does not exist."),
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


@dataclass(frozen=True, slots=True)
class HelperState:
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
    """

    position: Position = NO_ROWS
    mode: str = DEFAULT_MODE
    hard: bool = False
    used: tuple[str, ...] = ()
    own_guess: str = ""
    sort: str = ""
    answers_only: bool = False
    hint: int = 0
    selected: int | None = None

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
        return replace(self.with_rows(()), own_guess="", sort="")

    def with_rows(self, rows: Iterable[Row]) -> "HelperState":
        """Return the state with other rows; hints begin anew."""
        # Whoever was given the word as a hint wants to find the next one alone again.
        hint = min(self.hint, 1)
        return replace(self, position=self.position.with_rows(rows), hint=hint, selected=None)

    def with_row(self, index: int, row: Row) -> "HelperState":
        """Return the state with one row replaced, which stays selected where it was."""
        rows = (*self.rows[:index], row, *self.rows[index + 1 :])
        return replace(self.with_rows(rows), selected=self.selected)

    @property
    def query(self) -> str:
        """The state as a query string without default values: `row=crane:01002&hard=1`."""
        return self._query(self.fields)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The rows as fields of a form or an address, packed where their query is long."""
        rows = tuple(("row", row.text) for row in self.rows)
        if self.count == 1 or len(self._query(rows)) <= MAX_PLAIN:
            return rows
        return (("packed", pack(self.position, self.mode)),)

    def _query(self, rows: Iterable[tuple[str, str]]) -> str:
        return query_string(
            ("boards", str(self.count) if self.count > 1 else ""),
            *rows,
            ("length", str(self.length) if self.length != DAILY_LENGTH else ""),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("order", IN_TURN if self.position.in_turn else ""),
            ("hard", "1" if self.hard else ""),
            ("used", ",".join(self.used)),
            ("guess", self.own_guess),
            ("sort", self.sort),
            ("only", "1" if self.answers_only else ""),
            ("hint", str(self.hint) if self.hint else ""),
            ("at", "" if self.selected is None else str(self.selected + 1)),
        )

    def address(self, path: str) -> str:
        """Return the address of this state at the helper's `path`."""
        query = self.query
        return f"{path}?{query}" if query else path


class Reading(NamedTuple):
    """What an address says: the state that could be kept, and what could not."""

    state: HelperState
    problems: tuple[Problem, ...] = ()


def hint_link(game: Game, mode: str) -> Link:
    """Return the link to the helper with what the boards of a game show, and no more.

    Of one board it leads to a hint.
    """
    is_alone = len(game.boards) == 1
    columns = []
    for number, board in enumerate(game.boards):
        patterns = board.patterns if number < game.shown else ()
        marks = [digits_of(pattern, game.length) for pattern in patterns]
        columns.append([*marks, *[HIDDEN] * (len(game.guesses) - len(marks))])
    position = Position((), len(columns), game.length, game.in_turn)
    rows = rows_of_columns(game.guesses, columns)
    state = HelperState(
        position.with_rows(rows), mode, hard=is_alone and game.hard, hint=int(is_alone)
    )
    text = gettext("Hint") if is_alone else gettext("Open in Helper")
    return Link(text, state.address(url_for("helper.helper")))


def read_address(
    pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS, alphabet: str = ""
) -> Reading:
    """Return the state that the query's `pairs` describe, and the problems met on the way.

    Args:
        pairs: Names and values of the query.
        lengths: For which there are words.
        alphabet: Letters that it lacks lose their accents.
    """
    values = tuple((name, plain_letters(value, alphabet)) for name, value in pairs)
    problems: list[Problem] = []
    position, mode = _position(values, lengths, problems)
    is_alone, length = position.count == 1, position.length
    at = whole_number(first_value(values, "at"), 1, max_rows(MAX_BOARDS))
    state = HelperState(
        position=position,
        mode=mode,
        # Hard mode has no meaning where a hint of one board may contradict another board.
        hard=is_alone and first_value(values, "hard") in SWITCHED_ON,
        used=_used(values, length, problems),
        own_guess=read_optional_word(first_value(values, "guess"), {length}, problems, "guess"),
        sort=_sort(values, problems),
        # The last one: the box that is checked comes after the hidden field that says it is not.
        answers_only=is_alone and first_value(values[::-1], "only") in SWITCHED_ON,
        hint=whole_number(first_value(values, "hint"), 0, MAX_HINT) or 0,
        selected=None if is_alone or at is None else at - 1,
    )
    return Reading(state, tuple(problems))


def problem_text(problem: Problem, position: Position) -> str:
    """Return what was wrong with an address or an edit, and what was done about it."""
    return str(PROBLEMS[problem.kind]) % {
        "text": problem.text,
        "length": position.length,
        "least": LENGTHS[0],
        "most": LIMITS.get(problem.kind, max_rows(position.count)),
    }


def _position(
    values: Pairs, lengths: Sequence[int], problems: list[Problem]
) -> tuple[Position, str]:
    """Return the position of an address, and the mode of its words, which a packed one holds."""
    count = _count(values, problems)
    length = _length(values, lengths, problems)
    mode = read_mode(first_value(values, "mode"), problems)
    in_turn = count > 1 and first_value(values, "order") == IN_TURN
    position = Position((), count, length, in_turn)
    packed = first_value(values, "packed") if count > 1 else ""
    unpacked = unpack(packed) if packed else None
    if unpacked:
        return unpacked
    if packed:
        problems.append(Problem("packed"))
    return position.with_rows(_rows(values, position, problems)), mode


def _count(values: Pairs, problems: list[Problem]) -> int:
    text = next((value.strip() for name, value in values if name == "boards"), "1")
    count = 1 if text == "1" else whole_number(text, MIN_BOARDS, MAX_BOARDS)
    if count is None:
        problems.append(Problem("boards-count", excerpt(text)))
    return count or MIN_BOARDS


def _length(values: Pairs, allowed: Sequence[int], problems: list[Problem]) -> int:
    """Return the letters of a word, as named, or as the first row has them."""
    text = first_value(values, "length")
    if text in map(str, allowed):
        return int(text)
    if text:
        problems.append(Problem("length", excerpt(text)))
    rows = [value.strip().partition(":") for name, value in values if name == "row"]
    texts = (
        text.strip()
        for word, _, marks in rows
        for text in (word if word.strip().isalpha() else "", marks.partition(".")[0])
    )
    return next((len(text) for text in texts if len(text) in allowed), DAILY_LENGTH)


def _rows(values: Pairs, position: Position, problems: list[Problem]) -> Iterator[Row]:
    texts = [value.strip() for name, value in values if name == "row" and value.strip()]
    most = max_rows(position.count)
    if len(texts) > most:
        problems.append(Problem("too-many-rows", str(len(texts))))
    for text in texts[:most]:
        row = _row(text, position, problems)
        if row is not None:
            yield row


def _row(text: str, position: Position, problems: list[Problem]) -> Row | None:
    letters, _, marks = text.partition(":")
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or not (guess or marks.strip(" .")):
        problems.append(Problem("row", excerpt(text)))
        return None
    if guess and len(guess) != position.length:
        problems.append(Problem("row-length", excerpt(guess)))
        return None
    sets = [each.strip() for each in marks.split(".")]
    if len(sets) <= position.count and all(is_marks(each, position) for each in sets):
        return Row(guess, padded(sets, position.count))
    if position.count > 1:
        problems.append(Problem("boards-marks", excerpt(text)))
        kept = [each if is_marks(each, position) else WAITING for each in sets]
        return Row(guess, padded(kept, position.count))
    problems.append(Problem("row-marks" if guess else "row", excerpt(text)))
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


def _used(pairs: Pairs, length: int, problems: list[Problem]) -> tuple[str, ...]:
    pieces = " ".join(value for key, value in pairs if key == "used").replace(",", " ").split()
    if len(pieces) > MAX_USED:
        problems.append(Problem("used-many", str(len(pieces))))
    words: dict[str, None] = {}
    for piece in pieces[:MAX_USED]:
        word = read_word(piece)
        if word is None or len(word) != length:
            problems.append(Problem("used", excerpt(piece)))
        else:
            words[word] = None
    return tuple(words)


def _sort(pairs: Pairs, problems: list[Problem]) -> str:
    # The last one: the column's button comes after the hidden field of the state.
    text = first_value(pairs[::-1], "sort")
    if text in {"", *SORTS}:
        return text
    problems.append(Problem("sort", excerpt(text)))
    return ""
