"""The feedback matrix: whatever it has kept, it never changes a result."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wordle_web.engine import feedback
from wordle_web.engine.lexicon import Lexicon, lexicon_of
from wordle_web.engine.matrix import Matrix, open_matrix
from wordle_web.engine.search.anytime import search_anytime
from wordle_web.engine.search.nodes import Problem
from wordle_web.engine.search.solver import Search

ANSWERS = ("crane", "eerie", "geese", "level", "orbit", "slate", "steel", "these", "truss")
OTHERS = ("aahed", "fuzzy", "moist", "scree", "sleet", "vivid", "pupil", "hippy", "kudzu")


@pytest.fixture
def lexicon() -> Lexicon:
    """Return a small lexicon."""
    return lexicon_of(ANSWERS, OTHERS)


def with_fewer_columns(matrix: Matrix, count: int) -> Matrix:
    """Return a matrix whose file has room for so many guesses only, as long words leave it."""
    return replace(
        matrix,
        columns=matrix.columns[:count],
        column_of=np.where(matrix.column_of < count, matrix.column_of, -1),
        patterns=matrix.patterns[:, :count],
    )


@pytest.mark.parametrize("count", [1, 4, 9, 18])
@pytest.mark.parametrize("share", [1, 2, 3])
def test_a_file_with_some_of_the_guesses_gives_every_pattern_of_hard_mode(
    lexicon: Lexicon, tmp_path: Path, count: int, share: int
) -> None:
    matrix = with_fewer_columns(open_matrix(lexicon, tmp_path), count)
    allowed = np.arange(len(lexicon)) % share == 0
    candidates = np.arange(0, len(lexicon), 4)
    patterns, selection = matrix.gather(candidates, allowed)
    for row, candidate in enumerate(candidates):
        words = [lexicon.words[index] for index in selection.guesses]
        assert patterns[row].tolist() == [
            feedback(word, lexicon.words[candidate]) for word in words
        ]


@pytest.mark.parametrize("left", [1, 2, 3, 6])
def test_a_search_without_any_time_still_names_a_guess(lexicon: Lexicon, left: int) -> None:
    patterns, selection = open_matrix(lexicon).gather(np.arange(len(lexicon)))
    problem = Problem(patterns, np.ones(len(lexicon)), selection.own, 3**5 - 1)
    result = search_anytime(Search(problem, should_stop=lambda: True), left)
    assert 0 <= result.best.column < len(selection.guesses)


def test_a_matrix_is_written_once_and_mapped_afterwards(lexicon: Lexicon, tmp_path: Path) -> None:
    built = open_matrix(lexicon, tmp_path / "cache")
    (file,) = (tmp_path / "cache").iterdir()
    written = file.stat().st_mtime_ns
    open_matrix.cache_clear()
    again = open_matrix(lexicon, tmp_path / "cache")
    assert file.stat().st_mtime_ns == written
    assert isinstance(again.patterns, np.memmap)
    assert again.patterns.dtype == np.uint8
    assert again.patterns.shape == (len(ANSWERS), len(lexicon))
    assert np.array_equal(built.columns, again.columns)


def test_other_words_get_another_file(lexicon: Lexicon, tmp_path: Path) -> None:
    open_matrix(lexicon, tmp_path)
    open_matrix(lexicon_of(ANSWERS[1:], OTHERS), tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("damage", ["empty", "short", "long", "foreign", "nonsense"])
def test_a_damaged_file_is_built_anew(lexicon: Lexicon, tmp_path: Path, damage: str) -> None:
    open_matrix(lexicon, tmp_path)
    (file,) = tmp_path.iterdir()
    content = file.read_bytes()
    damaged = {
        "empty": b"",
        "short": content[:-1],
        "long": content + b"x",
        "foreign": content.replace(lexicon.digest.encode(), b"0" * 64),
        "nonsense": content[:29] + b"{" * 100 + content[129:],
    }
    file.write_bytes(damaged[damage])
    open_matrix.cache_clear()
    assert isinstance(open_matrix(lexicon, tmp_path).patterns, np.memmap)
    assert file.read_bytes() == content


def test_a_folder_that_cannot_be_written_changes_nothing(lexicon: Lexicon, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    matrix = open_matrix(lexicon, tmp_path / "file" / "cache")
    candidates = np.arange(4)
    mapped, stored = open_matrix(lexicon, tmp_path / "cache").gather(candidates)
    computed, selection = matrix.gather(candidates)
    assert np.array_equal(computed, mapped)
    assert np.array_equal(selection.guesses, stored.guesses)


def test_two_starters_at_once_leave_one_whole_file(lexicon: Lexicon, tmp_path: Path) -> None:
    def start(_: int) -> bool:
        """Open the matrix as a process of its own would."""
        return isinstance(open_matrix.__wrapped__(lexicon, tmp_path).patterns, np.memmap)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(start, range(32)))
    assert len(list(tmp_path.iterdir())) == 1


def test_old_files_are_tidied_away(tmp_path: Path) -> None:
    for number in range(15):
        open_matrix(lexicon_of(ANSWERS[: 2 + number % 7], OTHERS[: 1 + number // 7]), tmp_path)
    assert len(list(tmp_path.iterdir())) <= 12


def test_every_candidate_is_among_the_guesses(lexicon: Lexicon, tmp_path: Path) -> None:
    matrix = with_fewer_columns(open_matrix(lexicon, tmp_path), 2)
    candidates = np.arange(len(lexicon))
    patterns, selection = matrix.gather(candidates)
    assert np.array_equal(selection.guesses[selection.own], candidates)
    assert (patterns[np.arange(len(lexicon)), selection.own] == 3**5 - 1).all()


@pytest.mark.parametrize("count", [1, 4, 9, 18])
@pytest.mark.parametrize("share", [1, 2, 3])
@pytest.mark.parametrize("max_bytes", [1, 20, 10_000])
def test_patterns_in_blocks_are_those_gathered_at_once(
    lexicon: Lexicon, tmp_path: Path, count: int, share: int, max_bytes: int
) -> None:
    matrix = with_fewer_columns(open_matrix(lexicon, tmp_path), count)
    allowed = np.arange(len(lexicon)) % share == 0
    candidates = np.arange(0, len(lexicon), 4)
    patterns, whole = matrix.gather(candidates, allowed, hurried=False)
    selection = matrix.select(candidates, allowed, hurried=False)
    blocks = list(matrix.blocks(candidates, selection, max_bytes))
    assert np.array_equal(np.hstack(blocks), patterns)
    assert np.array_equal(selection.guesses, whole.guesses)
    assert np.array_equal(selection.own, whole.own)
    assert all(block.shape[1] == 1 or block.nbytes <= max_bytes for block in blocks)
