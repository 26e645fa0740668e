"""The results of strategies on many answers, and the JSON files that keep them."""

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from wordle_web.engine.knowledge import TRIES
from wordle_web.engine.lexicon import Lexicon

DATA_FOLDER: Final = Path(__file__).resolve().parent.parent / "data" / "lab"
SEED: Final = 1  # the random seed of the shipped results
MAX_HARDEST: Final = 24


class ResultsError(ValueError):
    """A file of results that is damaged, or of other words.

    Attributes:
        path: The file.
        reason: What is wrong with it.
    """

    def __init__(self, path: Path, reason: str) -> None:
        """Keep the facts."""
        super().__init__(f"{path.name}: {reason}")
        self.path = path
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Result:
    """One strategy against many answers; every game was played to its end.

    Attributes:
        strategy: Its name.
        world: What it believes and where the answers are from: "normal" for the pool, "all" for
            every allowed word.
        asked: The opener it was given; empty where it chose its own.
        opener: The word it opened with; empty where lots were drawn.
        hard: Whether every revealed hint had to be used.
        games: Answers played.
        distribution: Games that took 1, 2, 3, … guesses.
        milliseconds: Time of a guess, on average, in ms.
        hardest: The words that took most guesses, the worst first, with their number.
    """

    strategy: str
    world: str
    asked: str
    opener: str
    hard: bool
    games: int
    distribution: tuple[int, ...]
    milliseconds: float
    hardest: tuple[tuple[str, int], ...]

    @property
    def key(self) -> tuple[str, str, str, bool]:
        """What identifies it among the results of a lexicon."""
        return self.strategy, self.world, self.asked, self.hard

    @property
    def total_guesses(self) -> int:
        """Guesses of all games."""
        return sum(number * count for number, count in enumerate(self.distribution, 1))

    @property
    def mean(self) -> float:
        """Guesses of a game."""
        return self.total_guesses / max(1, sum(self.distribution))

    @property
    def worst(self) -> int:
        """The most guesses of a game."""
        return len(self.distribution)

    def failed(self, tries: int = TRIES) -> int:
        """Return the games that were not won within `tries` guesses."""
        return self.games - sum(self.distribution[:tries])

    def win_percent(self, tries: int = TRIES) -> float:
        """Return the games won within `tries` guesses, of 100."""
        return 100 * (1 - self.failed(tries) / self.games) if self.games else 0.0

    def mean_when_won(self, tries: int = TRIES) -> float:
        """Return the guesses of a game won within `tries` guesses."""
        won = self.distribution[:tries]
        guesses = sum(number * count for number, count in enumerate(won, 1))
        return guesses / max(1, sum(won))


@dataclass(frozen=True, slots=True)
class Results:
    """Everything measured on one lexicon.

    Attributes:
        command: What made it.
        lexicon: Name of the lexicon.
        digest: What `digest_of` gave for it.
        answers: Answers of the pool.
        guesses: Allowed words.
        first_guesses: What each strategy opens with that draws no lots, by belief and name.
        results: In the order measured.
    """

    command: str
    lexicon: str
    digest: str
    answers: int
    guesses: int
    first_guesses: Mapping[str, Mapping[str, str]]
    results: tuple[Result, ...]

    def with_result(self, result: Result) -> "Results":
        """Return these results with one more, in place of an earlier one of the same key."""
        others = (each for each in self.results if each.key != result.key)
        return replace(self, results=(*others, result))

    def find(self, key: tuple[str, str, str, bool]) -> Result | None:
        """Return the result of that key."""
        return next((each for each in self.results if each.key == key), None)

    def chosen(self, world: str, asked: str, *, hard: bool) -> tuple[Result, ...]:
        """Return the results of one world, opener and mode."""
        return tuple(
            each
            for each in self.results
            if (each.world, each.asked, each.hard) == (world, asked, hard)
        )

    @property
    def openers(self) -> tuple[str, ...]:
        """The openers that strategies were given, in the order measured; not their own."""
        return tuple(dict.fromkeys(each.asked for each in self.results if each.asked))


def hardest_of(guesses: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the words that took most guesses, the worst first, then by the alphabet."""
    ranked = sorted(guesses.items(), key=lambda each: (-each[1], each[0]))
    return tuple(ranked[:MAX_HARDEST])


def distribution_of(counts: Iterable[int]) -> tuple[int, ...]:
    """Return how many games took 1, 2, 3, … guesses.

    >>> distribution_of([3, 4, 3])
    (0, 0, 2, 1)
    """
    taken = [count for count in counts if count]
    return tuple(taken.count(number) for number in range(1, max(taken, default=0) + 1))


def digest_of(lexicon: Lexicon) -> str:
    """Return what tells whether a measurement still holds: of words, prior and normal pool."""
    facts = [lexicon.digest, *lexicon.pool().words]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


@functools.lru_cache(maxsize=16)
def results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Results | None:
    """Return what was measured on `lexicon`; None where that was never done.

    Raises:
        ResultsError: the file is damaged.
    """
    path = folder / f"{lexicon.name}.json"
    if not path.exists():
        return None
    found = read_results(path)
    return found if found.digest == digest_of(lexicon) else None


def read_results(path: Path) -> Results:
    """Return the results that a file holds.

    Raises:
        ResultsError: it is damaged.
    """
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        rows = tuple(_read_result(row) for row in facts.pop("results"))
        first = {
            belief: MappingProxyType(each) for belief, each in facts.pop("first_guesses").items()
        }
        return Results(**facts, first_guesses=MappingProxyType(first), results=rows)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def _read_result(row: dict[str, Any]) -> Result:
    hardest = tuple((str(word), int(count)) for word, count in row.pop("hardest"))
    return Result(**{**row, "distribution": tuple(row["distribution"]), "hardest": hardest})


def write_results(path: Path, results: Results) -> None:
    """Write results, one a line, in place of the file's earlier content."""
    facts = {
        "command": results.command,
        "lexicon": results.lexicon,
        "digest": results.digest,
        "answers": results.answers,
        "guesses": results.guesses,
        "first_guesses": {belief: dict(each) for belief, each in results.first_guesses.items()},
    }
    lines = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in results.results)
    head = json.dumps(facts, ensure_ascii=False, indent=1).removesuffix("\n}")
    write_whole(path, f'{head},\n "results": [\n{lines}\n]}}\n')


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step, so that an interruption never leaves half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
