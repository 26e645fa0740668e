"""How good a player is: the mean of their costs with its interval, and their habit."""

import math

import pytest

from wordle_web.engine import (
    FinishedGame,
    GameRating,
    GuessRating,
    load_lexicon,
    rate_game,
    rate_player,
)
from wordle_web.engine.rating import GuessKind
from wordle_web.engine.skill import UNSEEN, mean_of, student


def test_rate_player_rates_unrated_games() -> None:
    game = FinishedGame(load_lexicon("english-5"), "night", ("slate", "night"))
    player, rating = rate_player([game, rate_game(game)]), rate_game(game)
    assert [game.guesses for game in player.games] == [rating.guesses] * 2
    assert (player.cost, player.luck) == (rating.cost, rating.luck)


def played(*costs: tuple[GuessKind, float]) -> GameRating:
    """Return the rating of a game whose guesses have the given kinds and costs."""
    guesses = [
        GuessRating("crane", "slate", cost, 0.0, 1.0, 1.0, kind, False) for kind, cost in costs
    ]
    return GameRating(4, 3.4, tuple(guesses), 0)


def test_skill_names_the_habit_and_its_cost() -> None:
    games = [played(("opener", 0.05), ("absent", 0.2 + 0.01 * number)) for number in range(9)]
    habit = rate_player(games).habit
    assert habit.is_certain
    assert habit.kind == "absent"
    assert habit.more == 0
    assert habit.cost == pytest.approx(0.24)
    assert habit.share == pytest.approx(0.24 / 0.29)


def test_uncertain_habit_reports_games_needed() -> None:
    costs = [0.5, 0, 0, 0.4, 0, 0.1, 0, 0]
    games = [played(("absent", cost), ("second", 0.06), ("other", 0.2)) for cost in costs]
    habit = rate_player(games).habit
    assert not habit.is_certain
    assert habit.more
    assert rate_player(games[:4]).habit is None
    assert rate_player([played(("other", 0.0))] * 8).habit is None


def test_confidence_interval_uses_students_t_distribution() -> None:
    quantiles = [student(0.975, freedom) for freedom in (5, 10, 39)]
    assert quantiles == pytest.approx([2.5706, 2.2281, 2.0227], abs=4e-4)
    mean, error, margin = mean_of([0.0, 0.4, 0.2, 0.2] * 10)
    assert (mean, error) == (pytest.approx(0.2), pytest.approx(0.02265, abs=1e-5))
    wider = math.sqrt(error**2 + UNSEEN**2 / 40**2)  # as if one more game cost UNSEEN
    assert margin == pytest.approx(2.023 * wider, abs=1e-4)
    assert mean_of([0.3])[1:] == (math.inf, math.inf)
