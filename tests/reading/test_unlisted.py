"""Unlisted guesses: clear letters stay, and marks are those in the picture."""

from dataclasses import replace

import numpy as np
import pytest
from draw_boards import picture
from reading.pictures import LOOK, one, unlisted_boards

from wordle_web.reading.glyphs import Word
from wordle_web.reading.reader import _check_marks, read_boards

CONTRAST = replace(LOOK, palette="contrast-light")


def test_boards_with_unlisted_guesses_are_read_correctly() -> None:
    """`make soak` reads 200 such boards."""
    wrong = [(look, rows) for look, rows, expected in unlisted_boards(24, 1) if rows != expected]
    assert wrong == []


@pytest.mark.parametrize(
    ("rows", "palette"),
    [
        # One letter away from GRAVY, MAUVE and WINDY.
        ([("grovy", "22100"), ("group", "22220")], "light"),
        ([("sauve", "10200"), ("slump", "22222")], "dark"),
        ([("final", "01100"), ("winky", "22202"), ("windy", "22222")], "light"),
        ([("winky", "22202")], "contrast-dark"),
        ([("board", "00110"), ("ranse", "22022"), ("raise", "22222")], "contrast-light"),
        ([("xylem", "00010"), ("zzzap", "00000"), ("qorst", "01000")], "contrast-dark"),
        ([("qqqqq", "00000")], "light"),
        ([("vozhd", "00000"), ("khaki", "00000")], "dark"),
        # Letters in keyboard order, next to other words.
        ([("boxer", "02000"), ("pazer", "00000"), ("olide", "11010")], "dark"),
        # A guess that solves the board; one board has no empty row.
        ([("grovy", "22222")] * 1, "contrast-light"),
        ([*[("slamp", "02000")] * 5, ("clovt", "22222")], "dark"),
    ],
)
def test_clear_unlisted_guess_is_kept_with_its_marks(rows, palette: str) -> None:
    assert list(one(replace(LOOK, palette=palette), rows).rows) == rows


@pytest.mark.parametrize("word", ["ranse", "board"])
def test_high_contrast_is_detected_from_the_whole_board(word: str) -> None:
    """A contradictory letter doesn't swap orange and blue."""
    rows = [("board", "00110"), ("raise", "22022"), ("raise", "22222")]
    board = one(CONTRAST, rows)
    assert [marks for _, marks in board.rows] == ["00110", "22022", "22222"]
    assert (1, 2) in board.doubtful
    solved = [("crane", "01002"), ("thumb", "10000"), (word, "11022")]
    assert [marks for _, marks in one(CONTRAST, solved).rows] == ["01002", "10000", "11022"]


def clear(letters: str, *doubtful: int) -> Word:
    chances = [0.5 if column in doubtful else 1.0 for column in range(len(letters))]
    return Word(letters, tuple(chances), frozenset(doubtful), is_known=not doubtful)


ANSWER = "slope"
# If the answer is SLOPE, CRANE gets 00002.
MARKS = [
    # The marks as read, which of them are uncertain, the doubtful letters of CRANE and of SLOPE;
    # then the expected marks and doubtful tiles.
    ("01002", {}, (), (), "01002", {1}),  # a certain mark stays, but is flagged
    ("01002", {1}, (), (), "00002", {1}),
    ("11002", {0, 1}, (), (), "00002", {0, 1}),
    ("11002", {1}, (), (), "10002", {0, 1}),
    # Nothing is corrected or flagged if a letter of the guess or of the answer is doubtful.
    ("01002", {1}, (1,), (), "01002", set()),
    ("01002", {1}, (), (3,), "01002", set()),
    ("00002", {1, 4}, (), (), "00002", set()),
]


@pytest.mark.parametrize(("marks", "unsure", "guess", "answer", "expected", "doubtful"), MARKS)
def test_clear_rows_correct_only_uncertain_marks(
    marks, unsure, guess, answer, expected, doubtful
) -> None:
    words = [clear("crane", *guess), clear(ANSWER, *answer)]
    read = np.array([[int(mark) for mark in row] for row in (marks, "22222")])
    is_unsure = np.zeros(read.shape, dtype=np.bool_)
    is_unsure[0, list(unsure)] = True
    assert _check_marks(words, read, is_unsure) == {(0, column) for column in doubtful}
    assert "".join(map(str, read[0])) == expected


def test_board_is_read_without_word_lists() -> None:
    rows = [("crane", "01002"), ("slopy", "00110")]
    (board,) = read_boards(np.asarray(picture(LOOK, [(rows, "")]).convert("RGB")), [])
    assert list(board.rows) == rows
