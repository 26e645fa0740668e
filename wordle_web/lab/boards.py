"""Games of several boards, measured: how many guesses they take, and the time of a decision."""

import functools
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from wordle_web.engine.boards.pairs import PairWalk
from wordle_web.engine.boards.policy import best_guess, choose
from wordle_web.engine.boards.simulation import BoardsGame, play_boards
from wordle_web.engine.boards.state import boards_after
from wordle_web.engine.boards.turns import max_guesses
from wordle_web.engine.candidates import Belief
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.matrix import Matrix, matrix_in_memory
from wordle_web.lab.results import (
    DATA_FOLDER,
    GamesPlayed,
    ResultsError,
    digest_of,
    distribution_of,
    write_facts,
)

Clock = Callable[[], float]
Progress = Callable[[int], None]
# Yields what a task makes of each item, in order: `map`, or the same in several processes.
Each = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]


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


def results_path(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> Path:
    """Return the file of what was measured on `lexicon`."""
    return folder / f"{lexicon.name}-boards.json"


# 16 of 4 kB: 64 kB at most.
@functools.lru_cache(maxsize=16)
def boards_results_for(lexicon: Lexicon, folder: Path = DATA_FOLDER) -> BoardsResults | None:
    """Return what was measured on `lexicon`, or None where nothing was.

    Raises:
        ResultsError: the file is damaged.
    """
    path = results_path(lexicon, folder)
    found = read_boards_results(path) if path.exists() else None
    return found if found and found.digest == digest_of(lexicon) else None


def read_boards_results(path: Path) -> BoardsResults:
    """Return the results in a file.

    Raises:
        ResultsError: it is damaged.
    """
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        rows = [{**row, "distribution": tuple(row["distribution"])} for row in facts["results"]]
        return BoardsResults(**{**facts, "results": tuple(BoardsResult(**row) for row in rows)})
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ResultsError(path, f"cannot be read ({error})") from error


def write_boards_results(path: Path, found: BoardsResults) -> None:
    """Write results, one per line, replacing the file."""
    facts = {"command": found.command, "lexicon": found.lexicon, "digest": found.digest}
    write_facts(path, facts, found.results)


def drawn_games(
    words: Sequence[str], boards: int, games: int, seed: int
) -> tuple[tuple[str, ...], ...]:
    """Return the answers of games: for each, as many different words as boards."""
    rng = np.random.default_rng(seed)
    drawn = (rng.choice(len(words), boards, replace=False).tolist() for _ in range(games))
    return tuple(tuple(words[index] for index in game) for game in drawn)


def opener_of(lexicon: Lexicon, belief: Belief, boards: int, *, in_turn: bool = False) -> str:
    """Return the first guess of the policy."""
    return best_guess(boards_after(lexicon, (), boards, belief=belief, in_turn=in_turn))


def result_of(games: Iterable[BoardsGame], *, in_turn: bool, seed: int) -> BoardsResult:
    """Return the result of games of the same number of boards."""
    played = tuple(games)
    times = np.concatenate([game.milliseconds for game in played])
    return BoardsResult(
        boards=len(played[0].answers),
        in_turn=in_turn,
        opener=played[0].guesses[0],
        games=len(played),
        seed=seed,
        distribution=distribution_of(len(game.guesses) for game in played),
        milliseconds=round(float(times.mean()), 2),
        milliseconds_p95=round(float(np.percentile(times, 95)), 2),
    )


def play_drawn(
    lexicon: Lexicon,
    games: Sequence[Sequence[str]],
    *,
    belief: Belief,
    clock: Clock,
    opener: str,
    in_turn: bool = False,
    progress: Progress = lambda games: None,
) -> tuple[BoardsGame, ...]:
    """Return the games that the policy plays; `progress` is called after each."""
    played = []
    for answers in games:
        played.append(
            play_boards(
                lexicon, answers, belief=belief, clock=clock, in_turn=in_turn, opener=opener
            )
        )
        progress(1)
    return tuple(played)


def measure_pairs(
    lexicon: Lexicon,
    *,
    opener: str,
    progress: Progress = lambda pairs: None,
    matrix: Matrix | None = None,
    each: Each = map,
) -> BoardsResult:
    """Return the result of every pair of two answers of the normal pool.

    Args:
        lexicon: The words.
        opener: The first guess.
        progress: Is called with the number of pairs that were played.
        matrix: The patterns of the lexicon, kept in memory.
        each: Plays the parts, one after the other or several at once.
    """
    matrix = matrix or matrix_in_memory(lexicon)
    walk = PairWalk(matrix, partial(choose, matrix), max_guesses(2))
    first = lexicon.index(opener)
    if first is None:
        raise ValueError(f"{opener!r} is not in the word list")
    parts = walk.parts(np.sort(lexicon.pool().indices), first)
    counts: Counter[int] = Counter()
    for found in each(walk.walk, parts):
        counts.update(found)
        progress(found.total())
    return BoardsResult(
        boards=2,
        in_turn=False,
        opener=opener,
        games=counts.total(),
        seed=None,
        distribution=distribution_of(counts.elements()),
        milliseconds=None,
        milliseconds_p95=None,
    )
