"""Addresses of the helper and the analysis, read and written.

`HelperState` is the helper's whole state, `PlayedGame` the game to analyze. Both pages link to
each other with these. Does not import Flask.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from wordle_web.engine.feedback import all_correct, digits_of, pattern_from_digits
from wordle_web.engine.knowledge import Turn
from wordle_web.game.errors import NotLettersError
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.game.rules import normalize

MODES = ("real", "pool", "easy", "hard")
DEFAULT_MODE = "real"
SWITCHED_ON = frozenset({"1", "on", "true", "yes"})
MAX_ROWS = 10
MAX_EXCERPT = 24

Pairs = Sequence[tuple[str, str]]  # the fields of a query, in order


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of an address that could not be used: its kind and a short piece of its text."""

    kind: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class InputRow:
    """A guess ("" while only its colors are known) and its marks as digits ("" for none)."""

    guess: str
    digits: str

    @classmethod
    def of(cls, turn: Turn) -> "InputRow":
        """Return the row of a turn."""
        return cls(turn.guess, digits_of(turn.pattern, len(turn.guess)))

    @property
    def marks(self) -> tuple[int, ...]:
        """The marks, first letter first: 0 absent, 1 present, 2 correct."""
        return tuple(map(int, self.digits))

    @property
    def is_blank(self) -> bool:
        """Whether the word of this row is still to be typed."""
        return not self.guess

    @property
    def turn(self) -> Turn:
        """The guess with its pattern; only for a row that has both."""
        return Turn(self.guess, pattern_from_digits(self.digits))

    @property
    def text(self) -> str:
        """The row as the address writes it: `crane:01002`."""
        return f"{self.guess}:{self.digits}"


@dataclass(frozen=True, slots=True)
class HelperState:
    """The helper's whole state, as its address says it."""

    rows: tuple[InputRow, ...] = ()
    length: int = DAILY_LENGTH
    mode: str = DEFAULT_MODE
    hard: bool = False
    used: tuple[str, ...] = ()
    own_guess: str = ""
    sort: str = ""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that count: the rows that have a word."""
        return tuple(row.turn for row in self.rows if row.guess)

    @property
    def solved_turns(self) -> int:
        """The number of turns up to the one that is all green; 0 where none is."""
        last = all_correct(self.length)
        return next((n for n, turn in enumerate(self.turns, 1) if turn.pattern == last), 0)

    @property
    def is_solved(self) -> bool:
        """Whether one of the rows is all green."""
        return self.solved_turns > 0

    @property
    def query(self) -> str:
        """The state as a query string without default values: `row=crane:01002&hard=1`."""
        return _query(
            *(("row", row.text) for row in self.rows),
            ("length", str(self.length) if self.length != DAILY_LENGTH else ""),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("hard", "1" if self.hard else ""),
            ("used", ",".join(self.used)),
            ("guess", self.own_guess),
            ("sort", self.sort),
        )

    def address(self, path: str) -> str:
        """Return the address of this state at the helper's `path`."""
        return f"{path}?{self.query}" if self.query else path


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game to analyze, as far as it is known.

    Attributes:
        answer: Empty while it is not known.
        rows: In the order played; a row without its word has digits, one with it need not.
        mode: "real" for a game elsewhere, or one of this site's pools.
        hard: Whether it was played in hard mode.
    """

    answer: str = ""
    rows: tuple[InputRow, ...] = ()
    mode: str = DEFAULT_MODE
    hard: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether answer and words are all known."""
        return bool(self.answer and self.rows) and not any(row.is_blank for row in self.rows)

    @property
    def guesses(self) -> tuple[str, ...]:
        """The words played."""
        return tuple(row.guess for row in self.rows)

    @property
    def length(self) -> int:
        """Letters of the words; 0 where nothing says."""
        return len(self.answer) or next((len(row.guess or row.digits) for row in self.rows), 0)

    def address(self, path: str) -> str:
        """Return the address of the analysis of this game."""
        query = _query(
            ("answer", self.answer),
            *(("guess", row.text.removesuffix(":")) for row in self.rows),
            ("mode", self.mode if self.mode != DEFAULT_MODE else ""),
            ("hard", "1" if self.hard else ""),
        )
        return f"{path}?{query}" if query else path


def played_game(
    answer: str, guesses: Iterable[str], mode: str = DEFAULT_MODE, *, hard: bool = False
) -> PlayedGame:
    """Return a game whose answer and guesses are known, for the address of its analysis."""
    return PlayedGame(answer, tuple(InputRow(guess, "") for guess in guesses), mode, hard)


def read_word(text: str) -> str | None:
    """Return `text` as a lower-case word, or None where it is none."""
    try:
        return normalize(text) or None
    except NotLettersError:
        return None


def read_optional_word(
    text: str, lengths: Container[int], problems: list[Problem], kind: str
) -> str:
    """Return `text` as a word, "" for none; one of another length is added to `problems`."""
    word = read_word(text) if text else ""
    if word == "" or (word is not None and len(word) in lengths):
        return word
    problems.append(Problem(kind, excerpt(text)))
    return ""


def read_mode(text: str, problems: list[Problem]) -> str:
    """Return the mode that `text` names; an unknown one is added to `problems`."""
    mode = {"": DEFAULT_MODE, "normal": "pool"}.get(text, text)
    if mode in MODES:
        return mode
    problems.append(Problem("mode", excerpt(text)))
    return DEFAULT_MODE


def excerpt(text: str) -> str:
    """Return `text` short enough to be quoted in a sentence, without control characters."""
    printable = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return printable if len(printable) <= MAX_EXCERPT else printable[: MAX_EXCERPT - 1] + "…"


def _query(*pairs: tuple[str, str]) -> str:
    # Colons and commas are not escaped: people read these addresses and type them by hand.
    return urlencode([(name, value) for name, value in pairs if value], safe=":,")
