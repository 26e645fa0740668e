"""More sequences of games, restores, moves and faults than in `tests/web/history`."""

from pathlib import Path

from harness.browsers import check_sequences
from web_visitor import ANSWERS, OTHERS, SHORT, write_lexicon


def test_long_sequences_of_visits_lose_no_day_and_write_readable_cookies(
    tmp_path: Path, is_short: bool
) -> None:
    write_lexicon(tmp_path, "english-5", ANSWERS, OTHERS)
    write_lexicon(tmp_path, "english-4", SHORT, ())
    check_sequences(tmp_path, 150 if is_short else 2000)
