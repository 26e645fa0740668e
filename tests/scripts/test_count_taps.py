"""What the helper asks of a player: at most so many taps and keys a row."""

from pathlib import Path

from scripts.count_taps import count, count_boards
from wordle_web import create_app
from wordle_web.config.settings import Settings


def test_a_row_takes_few_taps(tmp_path: Path) -> None:
    client = create_app(Settings(instance=tmp_path, rate_limits=False)).test_client()
    suggested, own = count(client, games=25)
    assert suggested <= 2.6
    assert own <= 6.5


def test_a_row_of_four_boards_takes_few_taps_a_board(tmp_path: Path) -> None:
    client = create_app(Settings(instance=tmp_path, rate_limits=False)).test_client()
    assert count_boards(client, games=10) <= 1.5
