"""Page, command line and API give the same ratings of many games, to the last digit."""

from pathlib import Path

from web.analysis.one_rating import check_one_rating


def test_all_pages_and_commands_rate_a_game_equally(tmp_path: Path, is_short: bool) -> None:
    lost = check_one_rating(seed=56, count=30 if is_short else 200, folder=tmp_path)
    assert is_short or lost > 0
