"""The feedback matrix: whatever it has kept, it never changes a result."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wordle_web.engine import feedback
from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.engine.matrix import Matrix, open_matrix
from wordle_web.engine.places import Position
from wordle_web.engine.search import Search
from wordle_web.engine.thinking import think

ANSWERS = ("crane", "eerie", "geese", "level", "orbit", "slate", "steel", "these", "truss")
OTHERS = ("aahed", "fuzzy", "moist", "scree", "sleet", "vivid", "pupil", "hippy", "kudzu")


@pytest.fixture
def lexicon() -> Lexicon:
    """Return a small lexicon."""
    return lexicon_of(ANSWERS, OTHERS)


def with_fewer_columns(matrix: Matrix, count: int) -> Matrix:
    """Return a matrix whose file has room for so many guesses only, as long words leave it."""
    return replace(matrix, columns=matrix.columns[:count], patterns=matrix.patterns[:, :count])


@pytest.mark.parametrize("count", [1, 4, 9, 18])
@pytest.mark.parametrize("share", [1, 2, 3])
def test_a_file_with_some_of_the_guesses_gives_every_pattern_of_hard_mode(
    lexicon: Lexicon, tmp_path: Path, count: int, share: int
) -> None:
    matrix = with_fewer_columns(open_matrix(lexicon, tmp_path), count)
    allowed = np.arange(len(lexicon)) % share == 0
    candidates = np.arange(0, len(lexicon), 4)
    found = matrix.gather(candidates, allowed)
    for row, candidate in enumerate(candidates):
        words = [lexicon.words[place] for place in found.guesses]
        assert found.patterns[row].tolist() == [
            feedback(word, lexicon.words[candidate]) for word in words
        ]


@pytest.mark.parametrize("left", [1, 2, 3, 6])
def test_a_search_without_any_time_still_names_a_guess(lexicon: Lexicon, left: int) -> None:
    gathered = open_matrix(lexicon).gather(np.arange(len(lexicon)))
    weights = np.ones(len(lexicon))
    position = Position(gathered.patterns, weights, gathered.own, 3**5 - 1)
    thought = think(Search(position, should_stop=lambda: True), left)
    assert 0 <= thought.found.column < len(gathered.guesses)
