"""What the lab shows or plays, as its address says.

May import the engine and the lab's results, not Flask.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.lab.results import SEED
from wordle_web.parsing import MAX_NUMBER, printable, whole_number
from wordle_web.web.ui.strategies import FAMILIES
from wordle_web.web.watch.state import MAX_SEED

SORTS: Final = ("strategy", "won", "mean", "worst", "time")
OPENER_SORTS: Final = ("rank", "word", "worst", "late", "groups", "left", "best")
DESCENDING: Final = frozenset({"won", "groups"})  # columns in which the most is the best
TRIES_RANGE: Final = range(3, 11)
MAX_OPENER: Final = 12
GAMES: Final = (20, 50, 100, 200)
DEFAULT_GAMES: Final = 50
DEFAULT_STRATEGIES: Final = ("random", "letter-frequency", "minimax", "entropy", "optimal")


@dataclass(frozen=True, slots=True)
class SortState:
    """How a table is sorted.

    Attributes:
        sort: The selected column; empty for the default order.
        is_reversed: Whether the worst come first.
    """

    sort: str = ""
    is_reversed: bool = False

    @property
    def column(self) -> str:
        """The column that the table is sorted by; empty for the default order."""
        return self.sort

    @property
    def is_descending(self) -> bool:
        """Whether the largest come first."""
        return (self.column in DESCENDING) != self.is_reversed

    def fields(self) -> dict[str, str]:
        """Return the state as form fields; default values are empty."""
        return {"sort": self.sort, "order": "reversed" if self.is_reversed else ""}

    def address(self, path: str) -> str:
        """Return the address of this state at `path`."""
        query = urlencode({name: value for name, value in self.fields().items() if value})
        return f"{path}?{query}" if query else path

    def sorted_by(self, column: str) -> Self:
        """Return this state sorted by a column; the other way round if it is already."""
        is_reversed = self.column == column and not self.is_reversed
        return replace(self, sort=column, is_reversed=is_reversed)


@dataclass(frozen=True, slots=True)
class LabState(SortState):
    """Which strategies are compared, and under which conditions.

    Attributes:
        opener: The first guess of all; empty for their own.
        hard: Whether every revealed hint had to be used.
        family: "rule", "measure" or "search"; empty for all.
    """

    length: int = DAILY_LENGTH
    opener: str = ""
    hard: bool = False
    tries: int = TRIES
    family: str = ""

    def fields(self) -> dict[str, str]:
        """Return the state as form fields; default values are empty."""
        return {
            "length": str(self.length) if self.length != DAILY_LENGTH else "",
            "opener": self.opener,
            "hard": "1" if self.hard else "",
            "tries": str(self.tries) if self.tries != TRIES else "",
            "family": self.family,
            **SortState.fields(self),
        }


def read_state(fields: Mapping[str, str], lengths: Sequence[int]) -> LabState:
    """Return what an address requests; unknown values fall back to their defaults."""
    sort, family = fields.get("sort", ""), fields.get("family", "")
    opener = fields.get("opener", "").strip().lower()
    return LabState(
        sort=sort if sort in SORTS else "",
        is_reversed=fields.get("order", "") == "reversed",
        length=_length(fields, lengths),
        opener=opener if opener.isalpha() and len(opener) < MAX_OPENER else "",
        hard=fields.get("hard", "") == "1",
        tries=_tries(fields),
        family=family if family in FAMILIES else "",
    )


def _length(fields: Mapping[str, str], lengths: Sequence[int]) -> int:
    length = whole_number(fields.get("length", ""), 0, MAX_NUMBER) or DAILY_LENGTH
    return length if length in lengths else DAILY_LENGTH


def _tries(fields: Mapping[str, str]) -> int:
    tries = whole_number(fields.get("tries", ""), 0, MAX_NUMBER)
    return TRIES if tries is None else min(max(tries, TRIES_RANGE[0]), TRIES_RANGE[-1])


@dataclass(frozen=True, slots=True)
class OpenersState(SortState):
    """Which openers are listed.

    Attributes:
        is_best: Whether only openers measured with the full search are listed.
        page: From 1.
    """

    word: str = ""
    is_best: bool = False
    page: int = 1

    @property
    def default_column(self) -> str:
        """The column that the list is sorted by unless another was chosen."""
        return "best" if self.is_best else "rank"

    @property
    def column(self) -> str:
        """The column that the list is sorted by."""
        return self.sort or self.default_column

    def fields(self) -> dict[str, str]:
        """Return the state as form fields; default values are empty."""
        return {
            "word": self.word,
            **SortState.fields(self),
            "best": "1" if self.is_best else "",
            "page": str(self.page) if self.page > 1 else "",
        }


def read_openers(fields: Mapping[str, str]) -> OpenersState:
    """Return what an address requests; unknown values fall back to their defaults."""
    sort, is_best = fields.get("sort", ""), fields.get("best", "") == "1"
    return OpenersState(
        # Each list lacks a column of the other.
        sort=sort if sort in OPENER_SORTS and sort != ("late" if is_best else "best") else "",
        is_reversed=fields.get("order", "") == "reversed",
        word="".join(filter(str.isalpha, printable(fields.get("word", "")))).lower(),
        is_best=is_best,
        page=whole_number(fields.get("page", ""), 1, MAX_NUMBER) or 1,
    )


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The tournament that a visitor has set up.

    Attributes:
        opener: As it was typed.
        seed: Seed of the random sample of words.
    """

    strategies: tuple[str, ...] = DEFAULT_STRATEGIES
    games: int = DEFAULT_GAMES
    length: int = DAILY_LENGTH
    opener: str = ""
    hard: bool = False
    tries: int = TRIES
    seed: int = SEED

    def address(self, path: str) -> str:
        """Return the address of this state at `path`."""
        pairs: dict[str, object] = {"strategy": self.strategies, "games": self.games}
        pairs |= {"length": self.length, "tries": self.tries, "seed": self.seed}
        pairs |= {"opener": self.opener} if self.opener else {}
        pairs |= {"hard": "1"} if self.hard else {}
        return f"{path}?{urlencode(pairs, doseq=True)}"


def read_tournament(fields: MultiDict[str, str], lengths: Sequence[int]) -> TournamentState:
    """Return what an address requests; unknown values fall back to their defaults."""
    strategies = set(fields.getlist("strategy"))
    games = whole_number(fields.get("games", ""), GAMES[0], GAMES[-1])
    seed = whole_number(fields.get("seed", ""), 0, MAX_NUMBER)
    return TournamentState(
        strategies=tuple(name for name in STRATEGIES if name in strategies),
        games=games if games in GAMES else DEFAULT_GAMES,
        length=_length(fields, lengths),
        opener=printable(fields.get("opener", "")),
        hard=fields.get("hard", "") == "1",
        tries=_tries(fields),
        seed=SEED if seed is None else min(seed, MAX_SEED),
    )
