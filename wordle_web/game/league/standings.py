"""The standings of a group in one game: who needed the fewest guesses."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from wordle_web.game.league.results import LOSS
from wordle_web.game.league.table import DailyGame, Table, Values, worst

SPANS: Final = {"week": 7, "month": 30, "all": 0}  # days up to the latest one; 0 for all


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody did.

    Attributes:
        rank: From 1; ties share one.
        games: Missed days are not among them.
        mean: Guesses of a board; a loss counts one more than are allowed.
        streak: The most days won in a row.
        counts: Games by guesses, means of several boards rounded up; 0 stands for a loss.
        results: By the day's number.
    """

    name: str
    rank: int
    games: int
    mean: Fraction
    wins: int
    streak: int
    counts: Mapping[int, int]
    results: Mapping[int, Values]


@dataclass(frozen=True, slots=True)
class Standings:
    """A game's standings, and the days that they are of, the latest first."""

    game: DailyGame
    people: tuple[Standing, ...]
    days: tuple[int, ...]


def standings(
    table: Table, key: str, span: str = "all", *, counts_missed: bool = False
) -> Standings:
    """Return the standings of a game of `table` within a span.

    Args:
        table: With at least one result of the game.
        key: Of the game.
        span: One of `SPANS`.
        counts_missed: Whether a day that others played, after one's first, counts like a loss.
    """
    game, mine = table.games[key], _results_of(table, key)
    numbers = sorted({number for each in mine.values() for number in each}, reverse=True)
    days = [n for n in numbers if not SPANS[span] or n > numbers[0] - SPANS[span]]
    unranked = []
    for name, results in mine.items():
        since = min(results)
        missed = sum(n > since and n not in results for n in days) if counts_missed else 0
        kept = {number: results[number] for number in days if number in results}
        if kept or missed:
            unranked.append(_standing(game, name, kept, missed))
    ranked = sorted(unranked, key=lambda each: (each.mean, -each.games, each.name.casefold()))
    means = [each.mean for each in ranked]
    people = tuple(replace(each, rank=means.index(each.mean) + 1) for each in ranked)
    return Standings(game, people, tuple(days))


def _results_of(table: Table, key: str) -> dict[str, dict[int, Values]]:
    found: dict[str, dict[int, Values]] = {}
    for place, values in table.by_person().items():
        if place.game == key:
            found.setdefault(place.person, {})[place.number] = values
    return found


def _standing(game: DailyGame, name: str, results: dict[int, Values], missed: int) -> Standing:
    values = [worst(each) for each in results.values()]
    boards = game.boards
    lost = (game.most or max([*values, 0])) + 1  # absurd mode has no bound, and no losses
    guesses = sum(Fraction(value, boards) if value else lost for value in values) + lost * missed
    return Standing(
        name=name,
        rank=0,
        games=len(values),
        mean=Fraction(guesses) / (len(values) + missed),
        wins=sum(value != LOSS for value in values),
        streak=_streak({number for number, each in results.items() if worst(each) != LOSS}),
        counts=Counter(-(-value // boards) for value in values),
        results=results,
    )


def _streak(won: set[int]) -> int:
    best = 0
    for number in won:
        if number - 1 not in won:
            length = 1
            while number + length in won:
                length += 1
            best = max(best, length)
    return best


def games_of(table: Table) -> tuple[str, ...]:
    """Return the keys of the games that people have results of, the one with the most first."""
    counts = Counter(place.game for place in table.by_person())
    return tuple(sorted(counts, key=lambda key: (-counts[key], key)))
