"""The feedback matrix: results do not depend on which patterns are in memory."""

from dataclasses import replace

import numpy as np
import pytest

from wordle_web.engine.feedback import feedback
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.engine.matrix import Matrix, matrix_in_memory, matrix_of

ANSWERS = ("crane", "eerie", "geese", "level", "orbit", "slate", "steel", "these", "truss")
OTHERS = ("aahed", "fuzzy", "moist", "scree", "sleet", "vivid", "pupil", "hippy", "kudzu")
LEXICON = lexicon_of(ANSWERS, OTHERS)
MATRIX = matrix_in_memory(LEXICON)
SHARES = pytest.mark.parametrize("share", [1, 2, 3])
COLUMNS = pytest.mark.parametrize("count", [1, 4, 9, 18])


def with_fewer_columns(matrix: Matrix, count: int) -> Matrix:
    """Return a matrix that stores the patterns of only the first `count` guesses."""
    column_of = np.where(matrix.stored.column_of < count, matrix.stored.column_of, -1)
    stored = replace(matrix.stored, column_of=column_of, patterns=matrix.stored.patterns[:, :count])
    return replace(matrix, columns=matrix.columns[:count], stored=stored)


@COLUMNS
@SHARES
def test_matrix_selection_reports_whether_allowed_words_are_missing(
    count: int, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordle_web.engine.matrix.MAX_HURRIED", 0)  # no other patterns are computed
    matrix = with_fewer_columns(MATRIX, count)
    words = np.arange(len(LEXICON))
    allowed = None if share == 1 else words % share == 0
    selection = matrix.select(np.array([0]), allowed, hurried=False)
    missing = np.setdiff1d(words[::share], selection.guesses)
    assert selection.is_complete == (not len(missing))


def test_stored_patterns_equal_computed_patterns() -> None:
    candidates = np.arange(len(LEXICON))
    stored, ranked = MATRIX.gather(candidates)
    computed, selection = matrix_of(LEXICON).gather(candidates)
    assert stored.dtype == np.uint8
    assert np.array_equal(stored, computed)
    assert np.array_equal(ranked.guesses, selection.guesses)
    # Guesses that best split the likely answers come first.
    words, columns = LEXICON.words, matrix_of(LEXICON).columns
    answers = [words[index] for index in LEXICON.pool().indices]
    cells = [len({feedback(words[guess], answer) for answer in answers}) for guess in columns]
    assert cells == sorted(cells, reverse=True)
    # Every candidate is among the guesses.
    patterns, selection = with_fewer_columns(MATRIX, 2).gather(candidates)
    assert np.array_equal(selection.guesses[selection.own], candidates)
    assert (patterns[candidates, selection.own] == 3**5 - 1).all()


@COLUMNS
@SHARES
def test_matrix_with_few_stored_guesses_returns_every_pattern(count: int, share: int) -> None:
    matrix = with_fewer_columns(MATRIX, count)
    allowed = np.arange(len(LEXICON)) % share == 0
    candidates = np.arange(0, len(LEXICON), 4)
    for hurried in (True, False):
        patterns, whole = matrix.gather(candidates, allowed, hurried=hurried)
        words = [LEXICON.words[index] for index in whole.guesses]
        for row, candidate in enumerate(candidates):
            answer = LEXICON.words[candidate]
            assert patterns[row].tolist() == [feedback(word, answer) for word in words]
    selection = matrix.select(candidates, allowed, hurried=False)
    assert np.array_equal(selection.guesses, whole.guesses)
    assert np.array_equal(selection.own, whole.own)
    for max_bytes in (1, 20, 10_000):
        blocks = list(matrix.blocks(candidates, selection, max_bytes))
        assert np.array_equal(np.hstack(blocks), patterns)
        assert all(block.shape[1] == 1 or block.nbytes <= max_bytes for block in blocks)


@pytest.mark.parametrize(
    ("max_hurried", "candidates", "columns", "count"),
    [
        (20, 4, 18, 5),  # the number of guesses whose patterns fit
        (20, 9, 18, 3),  # at least the minimum
        (36, 2, 4, 18),  # with few candidates, all other guesses are computed as well
        (35, 2, 4, 4),
    ],
)
def test_matrix_for_a_deadline_drops_the_least_promising_guesses(
    max_hurried, candidates, columns, count, monkeypatch
) -> None:
    """Guesses are sorted by how well they split the likely answers."""
    monkeypatch.setattr("wordle_web.engine.matrix.MAX_HURRIED", max_hurried)
    monkeypatch.setattr("wordle_web.engine.matrix.MIN_GUESSES", 3)
    matrix = with_fewer_columns(MATRIX, columns)
    few = matrix.columns[:candidates]
    hurried = matrix.select(few, hurried=True).ranked
    assert hurried[: len(matrix.columns)].tolist() == matrix.columns[:count].tolist()
    assert len(set(hurried.tolist())) == len(hurried) == count
    assert len(matrix.select(few, hurried=False).ranked) == max(count, columns)


def test_matrix_selects_fewer_guesses_if_patterns_take_two_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wordle_web.engine.matrix.MAX_HURRIED", 24)
    monkeypatch.setattr("wordle_web.engine.matrix.MIN_GUESSES", 1)
    lexicon = lexicon_of(["cranes", "slates", "orbits", "levels"])
    selection = matrix_of(lexicon).select(np.array([0, 1]))
    assert (len(selection.ranked), selection.is_complete) == (3, False)


def test_words_beyond_the_ranking_limit_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_web.engine.matrix.MAX_RANKED", 10)
    prior = np.linspace(0.2, 0.9, len(LEXICON)) + 0.01 * (np.arange(len(LEXICON)) % 5)
    columns = matrix_of(replace(LEXICON, prior=prior)).columns
    by_prior = sorted(range(len(LEXICON)), key=lambda index: -prior[index])
    assert sorted(columns[:10].tolist()) == sorted(by_prior[:10])
    assert columns[10:].tolist() == by_prior[10:]
    cells = [len({feedback(LEXICON.words[g], a) for a in LEXICON.words}) for g in columns[:10]]
    assert cells == sorted(cells, reverse=True)


@pytest.mark.parametrize("columns", [[], [0], [3], [0, 1, 2], [3, 4, 5], [16, 17], [4, 3], [2, 5]])
def test_stored_columns_of_the_matrix_are_read_by_row_and_column(columns: list[int]) -> None:
    stored, rows = MATRIX.stored, np.array([4, 0, 2])
    patterns = stored.read(rows, np.array(columns, dtype=np.intp))
    assert patterns.tolist() == [
        [stored.patterns[row, column] for column in columns] for row in rows
    ]


def test_words_to_avoid_are_guessed_only_if_they_may_be_the_answer() -> None:
    words = np.arange(len(LEXICON))
    avoided = words[::3]
    lexicon = replace(LEXICON, avoided=avoided)
    fit = np.setdiff1d(words, avoided)
    for matrix in (matrix_of(lexicon), matrix_in_memory(lexicon)):
        assert np.array_equal(np.sort(matrix.columns), fit)
        for candidates in (fit[:3], avoided[:1], words):
            for allowed in (None, words % 2 == 0):
                selection = matrix.select(candidates, allowed, hurried=False)
                guesses = fit if allowed is None else fit[allowed[fit]]
                assert set(selection.ranked.tolist()) == set(guesses.tolist())
                expected = np.setdiff1d(candidates, guesses)
                assert np.array_equal(np.sort(selection.added), expected)
                assert selection.is_complete
