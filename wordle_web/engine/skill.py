"""A player's skill: the mean cost of their games, without luck, and their most costly habit.

Costs are skewed: a few games are likely to miss rare, costly mistakes. The confidence interval
allows for that.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, variance
from typing import Final

import numpy as np

from wordle_web.engine.rating import KINDS, FinishedGame, GameRating, GuessKind, rate_game

MIN_RATED: Final = 5  # games needed for a mean with an interval
UNSEEN: Final = 0.4  # cost, in guesses, of an additional game that widens the interval
DOUBT: Final = 0.05  # the probability of naming a habit although the player has none
MAX_MORE: Final = 200  # larger numbers of missing games are not stated


@dataclass(frozen=True, slots=True)
class Habit:
    """The kind of guess that costs a player most."""

    kind: GuessKind
    cost: float  # guesses per game
    share: float  # share of the player's total cost, 0 to 1
    is_certain: bool  # whether it is statistically certain to cost more than any other kind
    # Games until it would be certain, at this rate; 0 if it is, None if above `MAX_MORE`.
    more: int | None


@dataclass(frozen=True, slots=True)
class Skill:
    """A player's skill in some games; figures are guesses per game."""

    games: tuple[GameRating, ...]
    cost: float  # the mean cost
    standard_error: float  # standard error of the mean cost; infinite below two games
    margin: float  # half the width of the 95 % confidence interval for the cost
    luck: float  # the mean luck; negative is good luck
    habit: Habit | None  # the likeliest habit; None below five games, or if no habit cost anything


def rate_player(games: Iterable[FinishedGame | GameRating]) -> Skill:
    """Return a player's skill in these games; the result is deterministic.

    Raises:
        ValueError: there are no games, or one cannot be rated: see `rate_game`.
    """
    rated = tuple(rate_game(game) if isinstance(game, FinishedGame) else game for game in games)
    if not rated:
        raise ValueError("there are no games to rate")
    mean, error, margin = mean_of([game.cost for game in rated])
    luck = fmean(game.luck for game in rated)
    return Skill(rated, mean, error, margin, luck, habit_of(map(kind_costs, rated)))


def kind_costs(game: GameRating) -> list[tuple[GuessKind, float]]:
    """Return the kind and the cost of each guess of a game."""
    return [(guess.kind, guess.cost) for guess in game.guesses]


def mean_of(costs: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of costs, its standard error, and half the width of its confidence interval.

    The 95 % interval uses Student's t. Its spread includes an additional game of cost `UNSEEN`. For
    a single game, the error and the width are infinite.
    """
    count = len(costs)
    if count < 2:
        return fmean(costs), math.inf, math.inf
    spread = variance(costs)
    wider = math.sqrt((spread + UNSEEN**2 / count) / count)
    return fmean(costs), math.sqrt(spread / count), wider * student(0.975, count - 1)


def student(chance: float, freedom: int) -> float:
    """Return a quantile of Student's t, accurate to 0.01 with four degrees of freedom or more.

    >>> round(student(0.975, 4), 1), round(student(0.975, 39), 3)
    (2.8, 2.023)

    Source: Abramowitz and Stegun, 26.7.5.
    """
    x: float = NormalDist().inv_cdf(chance)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    return x + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


def habit_of(games: Iterable[Iterable[tuple[GuessKind, float]]]) -> Habit | None:
    """Return the kind of guess with the highest total cost in some games.

    None below five games, or if no habit cost anything. The habit is certain if a paired one-sided
    t-test shows that it costs more per game than the second most costly kind, at the significance
    level `DOUBT` divided by the number of kinds (a Bonferroni correction).
    """
    rows = list[list[float]]()
    for guesses in games:
        rows.append([0.0] * len(KINDS))
        for kind, cost in guesses:
            rows[-1][KINDS.index(kind)] += cost
    if (count := len(rows)) < MIN_RATED:
        return None
    costs = np.array(rows)
    total, means = float(costs.sum()), costs[:, :-1].mean(axis=0)
    second, first = (int(kind) for kind in np.argsort(means, kind="stable")[-2:])
    if not means[first]:
        return None
    above = costs[:, first] - costs[:, second]
    error = float(above.std(ddof=1)) / math.sqrt(count)
    sure = float(above.mean()) / error if error else math.inf
    needed = student(1 - DOUBT / (len(KINDS) - 1), count - 1)
    more = math.ceil(count * ((needed / sure) ** 2 - 1)) if sure > 0 else MAX_MORE + 1
    return Habit(
        kind=KINDS[first],
        cost=float(means[first]),
        share=float(costs[:, first].sum()) / total,
        is_certain=sure > needed,
        more=None if more > MAX_MORE else max(0, more),
    )
