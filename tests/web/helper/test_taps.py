"""What the helper asks of a player without JavaScript: at most so many taps and keys a row."""

import random
from pathlib import Path

import pytest
from count_taps import boards_taps_a_row, own_word, suggested_word, taps_a_row
from web_visitor import Visitor

from wordle_web import create_app
from wordle_web.config.settings import Settings


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    return Visitor(create_app(Settings(instance=tmp_path, rate_limits=False)))


@pytest.mark.parametrize(("play", "most"), [(suggested_word, 2.6), (own_word, 6.5)])
def test_a_row_takes_few_taps(visitor, play, most):
    assert taps_a_row(visitor, play, 25, random.Random(1)) <= most


def test_a_row_of_four_boards_takes_few_taps_a_board(visitor):
    assert boards_taps_a_row(visitor, 4, 10, random.Random(1)) / 4 <= 1.5
