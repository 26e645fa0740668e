"""One game as a history keeps it: its puzzle, its guesses, and how it stands.

The answer of a game under way is never part of it. Imports the rules and the puzzles' names.
"""

import re
from dataclasses import dataclass, field, replace
from typing import Literal, get_args
from unicodedata import category

from wordle_web.game.history.days import LAST_DAY
from wordle_web.game.history.errors import HistoryError
from wordle_web.game.puzzles.errors import PuzzleError
from wordle_web.game.puzzles.puzzles import read_token
from wordle_web.game.rules import TRIES, Game

Outcome = Literal["under way", "won", "lost"]
Kind = Literal["daily", "random", "challenge"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
KINDS: tuple[Kind, ...] = get_args(Kind)
MAX_WORD_LENGTH = 32
MAX_COUNT = 100_000  # a game every ten minutes, day and night, for two years

_PUZZLE = re.compile(
    r"(?P<kind>daily|random|challenge)/(?P<rest>[1-9][0-9]{0,6}|[0-9a-f]{16}|[\w-]{28,40})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, finished or under way.

    Attributes:
        puzzle: The puzzle's name: `daily/12`, `random/<token>` or `challenge/<16 digits>`.
        length: Letters of its answer.
        started: The day number, in the operator's zone, on which it was begun.
        guesses: In the order made.
        hard: Whether it is played in hard mode.
        outcome: "under way", "won" or "lost" (given up included).
        answer: Of a lost challenge alone: any other finished game can find its own again.
    """

    puzzle: str
    length: int
    started: int
    guesses: tuple[str, ...] = ()
    hard: bool = False
    outcome: Outcome = "under way"
    answer: str = field(default="", repr=False)

    @property
    def kind(self) -> Kind:
        """The kind of puzzle."""
        return next(kind for kind in KINDS if self.puzzle.startswith(kind))

    @property
    def day(self) -> int | None:
        """The day number of a daily puzzle; None for any other."""
        return int(self.name) if self.kind == "daily" else None

    @property
    def name(self) -> str:
        """The puzzle's name within its kind: the number, the token or the digits."""
        return self.puzzle.partition("/")[2]

    @property
    def pool(self) -> str:
        """The pool of a random puzzle; empty for any other."""
        return read_token(self.name).pool if self.kind == "random" else ""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != "under way"

    @property
    def is_on_time(self) -> bool:
        """Whether this is a daily game begun on its day, so that it counts for a streak."""
        return self.day == self.started

    @property
    def tries(self) -> int:
        """Guesses of a game won; 0 for any other."""
        return len(self.guesses) if self.outcome == "won" else 0

    def game(self, answer: str) -> Game:
        """Return the game, given its answer."""
        return Game(answer, self.guesses, self.hard)


def record_of(puzzle: str, game: Game, started: int, given_up: bool = False) -> Record:
    """Return the record of `game` as it stands, begun on day `started`."""
    outcome: Outcome = "under way"
    if game.is_over or given_up:
        outcome = "won" if game.is_won else "lost"
    record = Record(puzzle, game.length, started, game.guesses, game.hard, outcome)
    if outcome == "lost" and record.kind == "challenge":
        return replace(record, answer=game.answer)
    return record


def check_record(record: Record) -> Record:
    """Return `record` if it describes a game that can have been played.

    Raises:
        HistoryError: it does not.
    """
    if not (_is_puzzle(record) and _is_outcome(record)):
        raise HistoryError("record")
    words = [*record.guesses, *filter(None, [record.answer])]
    if len(record.guesses) > TRIES or not all(_is_word(word, record.length) for word in words):
        raise HistoryError("record")
    return record


def _is_puzzle(record: Record) -> bool:
    """Whether the puzzle's name is well formed and agrees with the length."""
    match = _PUZZLE.fullmatch(record.puzzle)
    if not match or not 1 <= record.length <= MAX_WORD_LENGTH:
        return False
    if not 0 <= record.started <= LAST_DAY:
        return False
    if match["kind"] == "random":
        try:
            return read_token(match["rest"]).length == record.length
        except PuzzleError:
            return False
    if match["kind"] == "challenge":
        return len(match["rest"]) == 16
    return match["rest"].isdigit() and int(match["rest"]) <= LAST_DAY


def _is_outcome(record: Record) -> bool:
    """Whether the outcome agrees with the guesses, and the answer stands where it may."""
    if record.outcome not in OUTCOMES:
        return False
    if record.outcome == "won":
        return bool(record.guesses) and not record.answer
    if record.outcome == "under way":
        return len(record.guesses) < TRIES and not record.answer
    return bool(record.answer) == (record.kind == "challenge")


def _is_word(word: str, length: int) -> bool:
    """Whether `word` is made of `length` small letters."""
    if len(word) != length or word != word.lower():
        return False
    return all(category(letter)[0] in "LM" for letter in word)
