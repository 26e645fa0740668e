"""Page, command line and JSON API agree on a game to the last digit."""

from pathlib import Path

from web.analysis.one_rating import check_one_rating


def test_all_pages_show_the_same_rating_of_a_game(tmp_path: Path) -> None:
    check_one_rating(seed=55, count=6, folder=tmp_path)
