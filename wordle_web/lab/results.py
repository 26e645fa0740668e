"""The results of strategies over many answers, and the JSON files that store them."""

import functools
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.wordfiles import write_whole

DATA_FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "lab"
SEED: Final = 1  # the random seed of the shipped results
MAX_HARDEST: Final = 24


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


# 16 of 0.2 MB: 3.2 MB at most.
@functools.lru_cache(maxsize=16)
def results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> LabResults | None:
    """Return what was measured on `lexicon`, or None where nothing was.

    Raises:
        ResultsError: the file is damaged.
    """
    path = folder / f"{lexicon.name}.json"
    if not path.exists():
        return None
    found = read_results(path)
    return found if found.digest == digest_of(lexicon) else None


def read_results(path: Path) -> LabResults:
    """Return the results in a file.

    Raises:
        ResultsError: it is damaged.
    """
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        rows = tuple(_read_result(row) for row in facts.pop("results"))
        first = {
            belief: MappingProxyType(each) for belief, each in facts.pop("first_guesses").items()
        }
        return LabResults(**facts, first_guesses=MappingProxyType(first), results=rows)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def _read_result(row: dict[str, Any]) -> StrategyResult:
    hardest = tuple((str(word), int(count)) for word, count in row.pop("hardest"))
    return StrategyResult(**{**row, "distribution": tuple(row["distribution"]), "hardest": hardest})


def write_results(path: Path, results: LabResults) -> None:
    """Write results, one per line, replacing the file."""
    facts = {
        "command": results.command,
        "lexicon": results.lexicon,
        "digest": results.digest,
        "answers": results.answers,
        "guesses": results.guesses,
        "first_guesses": {belief: dict(each) for belief, each in results.first_guesses.items()},
    }
    write_facts(path, facts, results.results)


def write_facts(path: Path, facts: Mapping[str, object], results: Sequence[Any]) -> None:
    """Write what was measured and its results, one per line, replacing the file."""
    lines = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in results)
    head = json.dumps(facts, ensure_ascii=False, indent=1).removesuffix("\n}")
    write_whole(path, f'{head},\n "results": [\n{lines}\n]}}\n')
