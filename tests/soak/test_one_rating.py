"""Page, command line and interface say the same of many games, to the last digit."""

from pathlib import Path

from web.analysis.one_rating import check_one_rating


def test_every_rating_of_many_games_is_the_same(tmp_path: Path) -> None:
    assert check_one_rating(seed=56, count=200, folder=tmp_path) > 0
