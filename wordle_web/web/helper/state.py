"""The helper's state and its address: the one is the other.

Everything the helper knows stands in the address, so that it can be bookmarked, shared and
undone with the back button. Here an address is read into a frozen `HelperState` (keeping what
can be kept of a damaged one) and written back. May import the engine and the game, not Flask.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlencode

from wordle_web.engine.feedback import all_correct, pattern_from_digits
from wordle_web.engine.knowledge import Turn
from wordle_web.game.errors import NotLettersError
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.game.rules import normalise

MODES = ("real", "pool", "easy", "hard")
SORTS = ("word", "after", "bits", "worst", "chance", "turns")
MAX_ROWS = 10
MAX_USED = 40
DEFAULT_LENGTH = 5

ProblemKind = Literal[
    "row",
    "row-marks",
    "row-length",
    "too-many-rows",
    "length",
    "mode",
    "used",
    "used-many",
    "mine",
    "sort",
    "action",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of an address that could not be kept: its kind and a short piece of its text."""

    kind: ProblemKind
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the helper: a guess ("" while only its colours are known) and its digits."""

    guess: str
    digits: str

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks, first letter first: 0 absent, 1 present, 2 correct."""
        return tuple(int(digit) for digit in self.digits)

    @property
    def is_blank(self) -> bool:
        """Whether the word of this row is still to be typed."""
        return not self.guess

    @property
    def turn(self) -> Turn:
        """The turn this row tells; only for a row that has its word."""
        return Turn(self.guess, pattern_from_digits(self.digits))

    @property
    def text(self) -> str:
        """The row as the address writes it: `crane:01002`."""
        return f"{self.guess}:{self.digits}"


@dataclass(frozen=True, slots=True)
class HelperState:
    """Everything the helper is asked, as its address says it."""

    rows: tuple[Row, ...] = ()
    length: int = DEFAULT_LENGTH
    mode: str = "real"
    hard: bool = False
    used: tuple[str, ...] = ()
    mine: str = ""
    sort: str = ""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that count: the rows that have a word."""
        return tuple(row.turn for row in self.rows if row.guess)

    @property
    def is_solved(self) -> bool:
        """Whether one of the rows is all green."""
        return any(turn.pattern == all_correct(self.length) for turn in self.turns)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The state as the fields of an address, without what is as usual."""
        pairs = [("row", row.text) for row in self.rows]
        if self.length != DEFAULT_LENGTH:
            pairs.append(("length", str(self.length)))
        if self.mode != "real":
            pairs.append(("mode", self.mode))
        if self.hard:
            pairs.append(("hard", "1"))
        if self.used:
            pairs.append(("used", ",".join(self.used)))
        pairs += [("guess", self.mine)] if self.mine else []
        pairs += [("sort", self.sort)] if self.sort else []
        return tuple(pairs)

    @property
    def query(self) -> str:
        """The state as a query string: `row=crane:01002&hard=1`."""
        return urlencode(self.pairs, safe=":,")

    def address(self, path: str) -> str:
        """Return the address of this state at the helper's `path`."""
        return f"{path}?{self.query}" if self.query else path


@dataclass(frozen=True, slots=True)
class Reading:
    """What an address says: the state that could be kept, and what could not."""

    state: HelperState
    problems: tuple[Problem, ...] = ()


def read_address(pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS) -> Reading:
    """Return the state that the query's `pairs` describe, and the problems met on the way."""
    values = tuple(pairs)
    problems: list[Problem] = []
    length = _length(values, lengths, problems)
    state = HelperState(
        rows=_rows(values, length, problems),
        length=length,
        mode=_mode(values, problems),
        hard=_first(values, "hard") in {"1", "on", "true", "yes"},
        used=_used(values, length, problems),
        mine=_mine(values, length, problems),
        sort=_sort(values, problems),
    )
    return Reading(state, tuple(problems))


def read_word(text: str) -> str | None:
    """Return `text` as a word in small letters, or None where it is none."""
    try:
        return normalise(text) or None
    except NotLettersError:
        return None


def pool_of(mode: str) -> str:
    """Return the name of the site's pool that a mode believes in."""
    return "normal" if mode == "pool" else mode


def excerpt(text: str, most: int = 24) -> str:
    """Return `text` short enough to be quoted in a sentence, without control characters."""
    printable = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return printable if len(printable) <= most else printable[: most - 1] + "…"


def with_rows(state: HelperState, rows: Iterable[Row]) -> HelperState:
    """Return `state` with other rows."""
    return replace(state, rows=tuple(rows))


def _first(pairs: Sequence[tuple[str, str]], name: str) -> str:
    """Return the first value of `name`, stripped, or an empty text."""
    return next((value.strip() for key, value in pairs if key == name), "")


def _length(
    pairs: Sequence[tuple[str, str]], allowed: Sequence[int], problems: list[Problem]
) -> int:
    """Return the word length asked for, or else that of the first row."""
    text = _first(pairs, "length")
    if text in {str(length) for length in allowed}:
        return int(text)
    if text:
        problems.append(Problem("length", excerpt(text)))
    lengths = (len(value.partition(":")[2].strip()) for key, value in pairs if key == "row")
    return next((length for length in lengths if length in allowed), DEFAULT_LENGTH)


def _rows(
    pairs: Sequence[tuple[str, str]], length: int, problems: list[Problem]
) -> tuple[Row, ...]:
    """Return the rows that can be kept, at most `MAX_ROWS`."""
    texts = [value for key, value in pairs if key == "row" and value.strip()]
    if len(texts) > MAX_ROWS:
        problems.append(Problem("too-many-rows", str(len(texts))))
    rows = (_row(text, length, problems) for text in texts[:MAX_ROWS])
    return tuple(row for row in rows if row is not None)


def _row(text: str, length: int, problems: list[Problem]) -> Row | None:
    """Return the row written as `text`, its unreadable marks taken as absent."""
    letters, _, digits = text.strip().partition(":")
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or (not guess and not digits):
        problems.append(Problem("row", excerpt(text)))
        return None
    if guess and len(guess) != length:
        problems.append(Problem("row-length", excerpt(guess)))
        return None
    if len(digits) == length and set(digits) <= set("012"):
        return Row(guess, digits)
    problems.append(Problem("row-marks" if guess else "row", excerpt(text)))
    return Row(guess, _repaired_digits(digits, length)) if guess else None


def _repaired_digits(digits: str, length: int) -> str:
    """Return `length` digits, those that are no mark replaced by absent."""
    kept = "".join(digit if digit in "012" else "0" for digit in digits[:length])
    return kept.ljust(length, "0")


def _mode(pairs: Sequence[tuple[str, str]], problems: list[Problem]) -> str:
    """Return the mode asked for; `normal` is another name of the site's own pool."""
    text = _first(pairs, "mode")
    mode = {"": "real", "normal": "pool"}.get(text, text)
    if mode in MODES:
        return mode
    problems.append(Problem("mode", excerpt(text)))
    return "real"


def _used(
    pairs: Sequence[tuple[str, str]], length: int, problems: list[Problem]
) -> tuple[str, ...]:
    """Return the words said to have been used elsewhere already, each once."""
    texts = [value for key, value in pairs if key == "used"]
    pieces = ",".join(texts).replace(",", " ").split()
    if len(pieces) > MAX_USED:
        problems.append(Problem("used-many", str(len(pieces))))
    words = [(piece, read_word(piece)) for piece in pieces[:MAX_USED]]
    problems += [
        Problem("used", excerpt(piece))
        for piece, word in words
        if word is None or len(word) != length
    ]
    kept = (word for _, word in words if word is not None and len(word) == length)
    return tuple(dict.fromkeys(kept))


def _mine(pairs: Sequence[tuple[str, str]], length: int, problems: list[Problem]) -> str:
    """Return the player's own word to be weighed, or an empty text."""
    text = _first(pairs, "guess")
    word = read_word(text) if text else ""
    if word is not None and len(word) in {0, length}:
        return word
    problems.append(Problem("mine", excerpt(text)))
    return ""


def _sort(pairs: Sequence[tuple[str, str]], problems: list[Problem]) -> str:
    """Return the column that the ten best are sorted by; the button comes after the state."""
    text = _first(pairs[::-1], "sort")
    if text in {"", *SORTS}:
        return text
    problems.append(Problem("sort", excerpt(text)))
    return ""
