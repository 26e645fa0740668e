"""The results of many games, of one board and of several, and the JSON files that store them."""

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from wordle_web.engine.boards.turns import max_guesses
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.wordfiles import write_whole

DATA_FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "lab"
SEED: Final = 1  # the random seed of the shipped results
MAX_HARDEST: Final = 24

Results = TypeVar("Results", "LabResults", "BoardsResults")


class ResultsError(ValueError):
    """A results file that is damaged or belongs to other words."""

    def __init__(self, path: Path, reason: str) -> None:
        """Keep the facts."""
        super().__init__(f"{path.name}: {reason}")
        self.path = path
        self.reason = reason


class GamesPlayed:
    """Games played to their end, by how many took 1, 2, 3, … guesses."""

    __slots__ = ()
    distribution: tuple[int, ...]

    @property
    def total_guesses(self) -> int:
        """Guesses in all games together."""
        return sum(number * count for number, count in enumerate(self.distribution, 1))

    @property
    def mean(self) -> float:
        """Mean guesses per game."""
        return self.total_guesses / max(1, sum(self.distribution))

    @property
    def worst(self) -> int:
        """The most guesses that a game took."""
        return len(self.distribution)


@dataclass(frozen=True, slots=True)
class StrategyResult(GamesPlayed):
    """One strategy over many answers; every game was played to its end.

    Attributes:
        pool: The words that it believes in and that the answers are drawn from: "normal", or
            "all" for every allowed word.
        given_opener: The opener it had to use; empty if it chose its own.
        opener: The word it opened with; empty where that was random.
        hard: Whether every revealed hint had to be used.
        distribution: Games that took 1, 2, 3, … guesses.
        milliseconds: Mean time per guess, in ms.
        hardest: The words that took the most guesses, worst first, each with that number.
    """

    strategy: str
    pool: str
    given_opener: str
    opener: str
    hard: bool
    games: int
    distribution: tuple[int, ...]
    milliseconds: float
    hardest: tuple[tuple[str, int], ...]

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """What identifies the result within a lexicon."""
        return self.strategy, self.pool, self.given_opener, self.hard

    def failed(self, tries: int = TRIES) -> int:
        """Return the number of games not won within `tries` guesses."""
        return self.games - sum(self.distribution[:tries])

    def win_percent(self, tries: int = TRIES) -> float:
        """Return the percentage of games won within `tries` guesses."""
        return 100 * (1 - self.failed(tries) / self.games) if self.games else 0.0

    def mean_when_won(self, tries: int = TRIES) -> float:
        """Return the mean guesses of the games won within `tries` guesses."""
        won = self.distribution[:tries]
        guesses = sum(number * count for number, count in enumerate(won, 1))
        return guesses / max(1, sum(won))


@dataclass(frozen=True, slots=True)
class LabResults:
    """Everything measured on one lexicon.

    Attributes:
        digest: What `digest_of` returned for it.
        answers: Number of words in the pool.
        guesses: Number of allowed words.
        first_guesses: The opener of each deterministic strategy, by belief, then by strategy.
        results: In the order measured.
    """

    command: str
    lexicon: str
    digest: str
    answers: int
    guesses: int
    first_guesses: Mapping[str, Mapping[str, str]]
    results: tuple[StrategyResult, ...]

    def with_result(self, result: StrategyResult) -> "LabResults":
        """Return these results with `result` added, replacing an earlier one of the same key."""
        others = (each for each in self.results if each.key != result.key)
        return replace(self, results=(*others, result))

    def find(self, key: tuple[str, str, str, bool]) -> StrategyResult | None:
        """Return the result with that key, or None."""
        return next((each for each in self.results if each.key == key), None)

    def chosen(self, pool: str, opener: str, *, hard: bool) -> tuple[StrategyResult, ...]:
        """Return the results for one pool, given opener and mode."""
        return tuple(
            each
            for each in self.results
            if (each.pool, each.given_opener, each.hard) == (pool, opener, hard)
        )

    @property
    def openers(self) -> tuple[str, ...]:
        """The openers that strategies were given, in the order measured, without their own."""
        return tuple(dict.fromkeys(each.given_opener for each in self.results if each.given_opener))


@dataclass(frozen=True, slots=True)
class BoardsResult(GamesPlayed):
    """Games of several boards, every one played to its end.

    Attributes:
        in_turn: Whether only the first unsolved board showed its marks.
        seed: By which the answers were drawn; None where every pair was played.
        distribution: How many games took 1, 2, 3, … guesses.
        milliseconds: Mean processor time of a decision, in ms; None if it was not measured.
        milliseconds_p95: Its 95th percentile, in ms; None if it was not measured.
    """

    boards: int
    in_turn: bool
    opener: str
    games: int
    seed: int | None
    distribution: tuple[int, ...]
    milliseconds: float | None
    milliseconds_p95: float | None

    @property
    def standard_error(self) -> float:
        """The standard error of the mean, 0 where every game there is was played."""
        if self.seed is None:
            return 0.0
        squares = sum(number**2 * count for number, count in enumerate(self.distribution, 1))
        return sqrt(max(0.0, squares / self.games - self.mean**2) / self.games)

    @property
    def failed(self) -> int:
        """Number of games that took more guesses than there are."""
        return self.games - sum(self.distribution[: self.guesses_allowed])

    @property
    def guesses_allowed(self) -> int:
        """Guesses that a game has."""
        return max_guesses(self.boards, in_turn=self.in_turn)

    @property
    def win_percent(self) -> float:
        """The percentage of games won."""
        return 100 * (1 - self.failed / self.games)


@dataclass(frozen=True, slots=True)
class BoardsResults:
    """What was measured on one lexicon.

    Attributes:
        digest: What `digest_of` returned for it.
        results: By the number of boards.
    """

    command: str
    lexicon: str
    digest: str
    results: tuple[BoardsResult, ...]

    def find(self, boards: int) -> BoardsResult | None:
        """Return the result of so many boards shown together, or None."""
        found = (each for each in self.results if (each.boards, each.in_turn) == (boards, False))
        return next(found, None)

    def with_result(self, result: BoardsResult) -> "BoardsResults":
        """Return these results with `result` added, replacing one of as many boards."""
        others = [each for each in self.results if each.boards != result.boards]
        ordered = sorted([*others, result], key=lambda each: each.boards)
        return replace(self, results=tuple(ordered))


def hardest_of(guesses: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the words that took the most guesses, worst first, ties in alphabetical order."""
    ranked = sorted(guesses.items(), key=lambda each: (-each[1], each[0]))
    return tuple(ranked[:MAX_HARDEST])


def distribution_of(counts: Iterable[int]) -> tuple[int, ...]:
    """Return how many games took 1, 2, 3, … guesses.

    >>> distribution_of([3, 4, 3])
    (0, 0, 2, 1)
    """
    taken = Counter(counts)
    return tuple(taken[number] for number in range(1, max(taken, default=0) + 1))


def digest_of(lexicon: Lexicon) -> str:
    """Return the digest of words, prior and normal pool; results of another one are outdated."""
    facts = [lexicon.digest, *lexicon.pool().words]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def results_path(lexicon: Lexicon, folder: Path = DATA_FOLDER, *, boards: bool = False) -> Path:
    """Return the file of what was measured on `lexicon`, with one board or with several."""
    return folder / f"{lexicon.name}{'-boards' if boards else ''}.json"


# 16 of 0.2 MB: 3.2 MB at most.
@functools.lru_cache(maxsize=16)
def results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> LabResults | None:
    """Return what was measured on `lexicon`, or None where nothing was.

    Raises:
        ResultsError: the file is damaged.
    """
    path = results_path(lexicon, folder)
    found = read_results(path) if path.exists() else None
    return found if found and found.digest == digest_of(lexicon) else None


# 16 of 4 kB: 64 kB at most.
@functools.lru_cache(maxsize=16)
def boards_results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> BoardsResults | None:
    """Return what was measured on `lexicon` with several boards, or None where nothing was.

    Raises:
        ResultsError: the file is damaged.
    """
    path = results_path(lexicon, folder, boards=True)
    found = read_boards_results(path) if path.exists() else None
    return found if found and found.digest == digest_of(lexicon) else None


def read_results(path: Path) -> LabResults:
    """Return the results in a file.

    Raises:
        ResultsError: it is damaged.
    """

    def made(facts: dict[str, Any]) -> LabResults:
        first = {name: MappingProxyType(each) for name, each in facts["first_guesses"].items()}
        results = tuple(
            StrategyResult(
                **{
                    **row,
                    "distribution": tuple(row["distribution"]),
                    "hardest": tuple((str(word), int(count)) for word, count in row["hardest"]),
                }
            )
            for row in facts["results"]
        )
        return LabResults(**{**facts, "first_guesses": MappingProxyType(first), "results": results})

    return _read(path, made)


def read_boards_results(path: Path) -> BoardsResults:
    """Return the results of several boards in a file.

    Raises:
        ResultsError: it is damaged.
    """

    def made(facts: dict[str, Any]) -> BoardsResults:
        rows = [{**row, "distribution": tuple(row["distribution"])} for row in facts["results"]]
        return BoardsResults(**{**facts, "results": tuple(BoardsResult(**row) for row in rows)})

    return _read(path, made)


def _read(path: Path, made: Callable[[dict[str, Any]], Results]) -> Results:
    try:
        return made(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def write_results(path: Path, found: LabResults | BoardsResults) -> None:
    """Write what was measured, the results one per line, replacing the file."""
    facts = {each.name: getattr(found, each.name) for each in fields(found)}
    rows = facts.pop("results")
    lines = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in rows)
    head = json.dumps(facts, ensure_ascii=False, indent=1, default=dict).removesuffix("\n}")
    write_whole(path, f'{head},\n "results": [\n{lines}\n]}}\n')
