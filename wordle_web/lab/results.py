"""Measured results and their files: games of one board, games of several boards, and openers."""

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Self, TypeVar

from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.datafiles import read_data
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.wordfiles import DataError

DATA_FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "lab"
SEED: Final = 1  # the random seed of the shipped results
MAX_HARDEST: Final = 24  # words per result
FileKind = Literal[".json", "-boards.json", "-openers.txt"]

Results = TypeVar("Results", "LabResults", "BoardsResults")


class ResultsError(DataError):
    """Raised for a results file that is damaged or belongs to other words."""

    def __init__(self, path: Path, reason: str) -> None:
        """Store the facts."""
        super().__init__(f"{path.name}: {reason}")
        self.path = path
        self.reason = reason


class GamesPlayed:
    """A base class for results of games that were played until the answer was found."""

    __slots__ = ()
    distribution: tuple[int, ...]  # number of games that took 1, 2, 3, … guesses

    @property
    def total_guesses(self) -> int:
        """The total number of guesses in all games."""
        return sum(number * count for number, count in enumerate(self.distribution, 1))

    @property
    def mean(self) -> float:
        """The mean number of guesses per game."""
        return self.total_guesses / max(1, sum(self.distribution))

    @property
    def worst(self) -> int:
        """The highest number of guesses in a game."""
        return len(self.distribution)


@dataclass(frozen=True, slots=True)
class StrategyResult(GamesPlayed):
    """The result of one strategy for many answers."""

    strategy: str
    # The words of the strategy's belief, which are also the answers: "normal" for that pool, "all"
    # for every allowed word.
    pool: str
    given_opener: str  # the opener that the strategy had to use; empty if it chose its own
    opener: str  # the word with which the strategy opened; empty if it was random
    hard: HardMode
    games: int  # number of games, one per answer
    distribution: tuple[int, ...]  # number of games that took 1, 2, 3, … guesses
    milliseconds: float  # mean time per guess, in ms
    # The words that took the most guesses, worst first, with the number of guesses.
    hardest: tuple[tuple[str, int], ...]
    # Mean number of known positions after six guesses in lost games, from 0 to the word's length;
    # None if no game was lost.
    known_when_lost: float | None = None

    @classmethod
    def of_games(cls, guesses: Mapping[str, int], **facts: Any) -> Self:
        """Return the result of games, given the number of guesses for each answer.

        `facts` are the other fields.
        """
        hardest = sorted(guesses.items(), key=lambda item: (-item[1], item[0]))[:MAX_HARDEST]
        distribution = distribution_of(guesses.values())
        return cls(games=len(guesses), distribution=distribution, hardest=tuple(hardest), **facts)

    @property
    def key(self) -> tuple[str, str, str, HardMode]:
        """The key of the result within its lexicon."""
        return self.strategy, self.pool, self.given_opener, self.hard

    def failed(self, tries: int = TRIES) -> int:
        """Return the number of games that were not won within `tries` guesses."""
        return self.games - sum(self.distribution[:tries])

    def win_percent(self, tries: int = TRIES) -> float:
        """Return the percentage of games won within `tries` guesses."""
        return 100 * (1 - self.failed(tries) / self.games) if self.games else 0.0

    def mean_when_won(self, tries: int = TRIES) -> float:
        """Return the mean number of guesses of the games won within `tries` guesses."""
        won = self.distribution[:tries]
        guesses = sum(number * count for number, count in enumerate(won, 1))
        return guesses / max(1, sum(won))


@dataclass(frozen=True, slots=True)
class LabResults:
    """The results of all strategies for one lexicon."""

    command: str  # the command that measured them
    lexicon: str  # the name of the lexicon
    digest: str  # `digest_of(lexicon)`
    answers: int  # number of words in the normal pool
    guesses: int  # number of allowed words
    # The opener of each deterministic strategy, by belief, then by strategy.
    first_guesses: Mapping[str, Mapping[str, str]]
    results: tuple[StrategyResult, ...]

    def find(self, key: tuple[str, str, str, HardMode]) -> StrategyResult | None:
        """Return the result with that key, or None."""
        return next((result for result in self.results if result.key == key), None)

    def chosen(self, pool: str, opener: str, *, hard: HardMode) -> tuple[StrategyResult, ...]:
        """Return the results for a pool, a given opener and a mode."""
        return tuple(
            result
            for result in self.results
            if (result.pool, result.given_opener, result.hard) == (pool, opener, hard)
        )

    @property
    def openers(self) -> tuple[str, ...]:
        """The openers that strategies had to use, in the order of the results."""
        return tuple(
            dict.fromkeys(result.given_opener for result in self.results if result.given_opener)
        )


@dataclass(frozen=True, slots=True)
class BoardsResult(GamesPlayed):
    """The result of games of several boards, all played to their end."""

    boards: int
    in_turn: bool  # whether boards after the first unsolved one hide their colors
    opener: str
    games: int  # number of games
    seed: int | None  # seed of the drawn answers; None if every pair was played
    distribution: tuple[int, ...]  # number of games that took 1, 2, 3, … guesses
    milliseconds: float | None = None  # mean CPU time per guess, in ms; None if not measured
    # 95th percentile of the CPU time per guess, in ms; None if not measured.
    milliseconds_p95: float | None = None

    @property
    def standard_error(self) -> float:
        """The standard error of the mean; 0 if all possible games were played."""
        if self.seed is None:
            return 0.0
        squares = sum(number**2 * count for number, count in enumerate(self.distribution, 1))
        return sqrt(max(0.0, squares / self.games - self.mean**2) / self.games)

    @property
    def failed(self) -> int:
        """The number of games that took more guesses than allowed."""
        return self.games - sum(self.distribution[: self.guesses_allowed])

    @property
    def guesses_allowed(self) -> int:
        """The number of guesses allowed in a game."""
        return max_guesses(self.boards, in_turn=self.in_turn)

    @property
    def win_percent(self) -> float:
        """The percentage of games won."""
        return 100 * (1 - self.failed / self.games)


@dataclass(frozen=True, slots=True)
class BoardsResults:
    """The results of games of several boards for one lexicon."""

    command: str  # the command that measured them
    lexicon: str  # the name of the lexicon
    digest: str  # `digest_of(lexicon)`
    results: tuple[BoardsResult, ...]  # in the order of the number of boards

    def find(self, boards: int) -> BoardsResult | None:
        """Return the result for a number of boards not played in turn, or None."""
        matching = (
            result for result in self.results if (result.boards, result.in_turn) == (boards, False)
        )
        return next(matching, None)


class Claim(NamedTuple):
    """Figures that an author published about a strategy; those that are not given are None."""

    strategy: str
    # The answers of the games: "all" allowed words, the "normal" pool, or a single "word".
    pool: str
    # Why our figure differs: "marks", "planned", "one-word", "catch", "gives-up", "list" or
    # "proven"; pages turn it into a sentence.
    reason: str
    opener: str = ""  # the given opener; empty if the strategy chose it
    word: str = ""  # the single word; empty for other answers
    won: float | None = None  # percentage of games won within six guesses
    mean: float | None = None  # mean guesses of won games if `won` is given, else of all games
    guesses: int | None = None  # number of guesses for the single word


class BoardsClaim(NamedTuple):
    """Figures that an author published about games of several boards."""

    boards: int
    author: str
    mean: float  # mean number of guesses
    won: float | None = None  # percentage of games won; None if all were


@functools.cache
def published_claims() -> tuple[tuple[Claim, ...], tuple[BoardsClaim, ...]]:
    """Return the published figures about strategies, and about games of several boards."""
    published = json.loads(read_data(DATA_FOLDER / "published.json"))
    strategies = tuple(Claim(**row) for row in published["strategies"])
    return strategies, tuple(BoardsClaim(**row) for row in published["boards"])


def distribution_of(counts: Iterable[int]) -> tuple[int, ...]:
    """Return how many games took 1, 2, 3, … guesses.

    >>> distribution_of([3, 4, 3])
    (0, 0, 2, 1)
    """
    games = Counter(counts)
    return tuple(games[number] for number in range(1, max(games, default=0) + 1))


def digest_of(lexicon: Lexicon) -> str:
    """Return a digest of the lexicon's words, prior and normal pool.

    Results with another digest are outdated.
    """
    facts = [lexicon.digest, *lexicon.pool().words]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def results_path(lexicon: Lexicon, folder: Path = DATA_FOLDER, kind: FileKind = ".json") -> Path:
    """Return the path of the results for `lexicon`: of strategies, several boards or openers."""
    return folder / f"{lexicon.name}{kind}"


# 16 entries of 0.2 MB: 3.2 MB at most.
@functools.lru_cache(maxsize=16)
def results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> LabResults | None:
    """Return the results for `lexicon`; None if there are none, or if they are outdated.

    Raises:
        ResultsError: the file is damaged.
    """
    return _current(lexicon, results_path(lexicon, folder), LabResults)


# 16 entries of 4 kB: 64 kB at most.
@functools.lru_cache(maxsize=16)
def boards_results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> BoardsResults | None:
    """Return the results of games of several boards for `lexicon`.

    None if there are none, or if they are outdated.

    Raises:
        ResultsError: the file is damaged.
    """
    return _current(lexicon, results_path(lexicon, folder, "-boards.json"), BoardsResults)


def _current(lexicon: Lexicon, path: Path, kind: type[Results]) -> Results | None:
    results = read_results(path, kind) if path.exists() else None
    return results if results and results.digest == digest_of(lexicon) else None


def read_results(path: Path, kind: type[Results]) -> Results:
    """Return the results in a file.

    Raises:
        ResultsError: the file is damaged.
    """
    result = StrategyResult if kind is LabResults else BoardsResult
    try:
        facts = json.loads(read_data(path))
        rows = ({name: _fact(name, fact) for name, fact in row.items()} for row in facts["results"])
        return kind(**{**facts, "results": tuple(result(**row) for row in rows)})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def _fact(name: str, fact: Any) -> Any:
    return HardMode(fact) if name == "hard" else _frozen(fact)


def _frozen(fact: Any) -> Any:
    return tuple(map(_frozen, fact)) if isinstance(fact, list) else fact


NONE: Final = "-"  # in place of a number that was not measured


@dataclass(frozen=True, slots=True)
class Opener:
    """A first guess, and figures of the games that open with it, one for each answer.

    All later guesses are words that can still be the answer, except in games of the search.
    """

    word: str
    total: int  # total number of guesses in all games
    worst: int  # the highest number of guesses in a game
    late: int  # number of games with more than six guesses
    groups: int  # number of possible patterns
    left: float  # expected number of words left after the guess
    # Total number of guesses in all games of the project's search; None if not measured.
    best_total: int | None = None
    # The highest number of guesses in a game of the search; None if not measured.
    best_worst: int | None = None

    @classmethod
    def parse(cls, line: str) -> Self:
        """Return the opener in a line of the file.

        >>> Opener.parse("crane 8421 8 10 143 61.45 7990 5").best_worst
        5

        Raises:
            ValueError: the line is malformed.
        """
        word, total, worst, late, groups, left, *best = line.split(" ")
        best_total, best_worst = (None if guess == NONE else int(guess) for guess in best)
        counts = (int(total), int(worst), int(late), int(groups))
        return cls(word, *counts, float(left), best_total, best_worst)


@dataclass(frozen=True, slots=True, eq=False)
class Openers:
    """All openers of a lexicon, the best first."""

    facts: Mapping[str, str]  # the header of the file: command, lexicon, digest, answers
    openers: tuple[Opener, ...]  # by total guesses, then by expected number of words left
    places: Mapping[str, int]  # the rank of each word, from 0
    searched: tuple[Opener, ...]  # openers measured with the search, the best first

    @property
    def answers(self) -> int:
        """The number of games per opener, one for each answer."""
        return int(self.facts["answers"])

    def mean(self, total: int) -> float:
        """Return the mean number of guesses per game, given an opener's total."""
        return total / self.answers

    @classmethod
    def ranked(cls, facts: Mapping[str, str], openers: Iterable[Opener]) -> Self:
        """Return `openers` with their ranks, the best first; `facts` is the header of the file."""
        ranked = tuple(sorted(openers, key=lambda opener: (opener.total, opener.left, opener.word)))
        places = {opener.word: place for place, opener in enumerate(ranked)}
        searched = [opener for opener in ranked if opener.best_total is not None]
        searched.sort(key=lambda opener: (opener.best_total, opener.best_worst, opener.word))
        return cls(MappingProxyType(dict(facts)), ranked, MappingProxyType(places), tuple(searched))


# Up to 3.6 MB per lexicon, and only built-in lexicons are measured: 14 MB at most.
@functools.lru_cache(maxsize=4)
def openers_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Openers | None:
    """Return the openers of `lexicon`; None if there are none, or if they are outdated.

    Raises:
        ResultsError: the file is damaged.
    """
    path = results_path(lexicon, folder, "-openers.txt")
    if not path.exists():
        return None
    openers = read_openers(path)
    return openers if openers.facts.get("digest") == digest_of(lexicon) else None


def read_openers(path: Path) -> Openers:
    """Return the openers in a file.

    Raises:
        ResultsError: the file is damaged.
    """
    try:
        lines = read_data(path).decode().splitlines()
        head = [line[2:].partition(": ") for line in lines if line.startswith("# ")]
        facts = {name: value for name, _, value in head}
        int(facts["answers"])  # raises if the header is damaged
        rows = (Opener.parse(line) for line in lines if not line.startswith("#"))
        return Openers.ranked(facts, rows)
    except (ValueError, KeyError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error
