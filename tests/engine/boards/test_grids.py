"""Marks of several boards as people type and paste them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.boards.grids import GridRow, read_grids

SHARED = """Four boards 812
6️⃣5️⃣
9️⃣🟥

⬛🟨⬛⬛🟩 ⬛⬛⬛⬛⬛
🟩🟩🟩🟩🟩 ⬛🟩⬛⬛⬛
⬛⬛⬛⬛⬛ 🟩🟩🟩🟩🟩

🟨⬛⬛⬛⬛ ⬛⬛⬛⬛🟨
⬛⬛🟩⬛⬛ ⬛⬛⬛⬛⬛
"""


def words(*known: str):
    return lambda text: text in known


@pytest.mark.parametrize(
    ("text", "guess", "marks"),
    [
        ("crane", "crane", ()),
        ("CRÂNE 01002", "crane", ("01002",)),
        ("crane 01002 00000", "crane", ("01002", "00000")),
        ("crane:01002.00000.22222", "crane", ("01002", "00000", "22222")),
        ("crane .y..g bbbbb", "crane", ("01002", "00000")),
        ("crane -y--g, -----", "crane", ("01002", "00000")),
        ("01002 00000", "", ("01002", "00000")),
        ("crane 🟩⬛⬛⬛⬛ 🟨⬛⬛⬛⬛", "crane", ("20000", "10000")),
        ("🟩⬛⬛⬛⬛🟨⬛⬛⬛⬛", "", ("20000", "10000")),
        ("bybby bbbbb", "", ("01001", "00000")),
    ],
)
def test_a_row_is_a_word_marks_or_both(text: str, guess: str, marks: tuple[str, ...]) -> None:
    found = read_grids(text, 5, 4, "abcdefghijklmnopqrstuvwxyz", words("crane"))
    assert (found.rows, found.error) == ((GridRow(guess, marks),), "")


def test_letters_that_can_only_be_a_word_are_one_and_others_if_they_are_known() -> None:
    assert read_grids("zzzzz 01002", 5, 2, is_word=words()).rows == (GridRow("zzzzz", ("01002",)),)
    for is_word, row in (
        (words(), GridRow("", ("00012", "01002"))),
        (words("bbbyg"), GridRow("bbbyg", ("01002",))),
    ):
        assert read_grids("bbbyg 01002", 5, 2, is_word=is_word).rows == (row,)
    assert read_grids("bbbyg", 5, 2).rows == (GridRow("bbbyg", ()),)


def test_grids_below_each_other_are_of_further_boards() -> None:
    rows = read_grids(SHARED, 5, 4).rows
    assert [row.marks for row in rows] == [
        ("01002", "00000", "10000", "00001"),
        ("22222", "02000", "00200", "00000"),
        ("00000", "22222", "", ""),
    ]


@pytest.mark.parametrize("headline", ["Daily Boards 812", "Today: 4/9", "Boards", "12012"])
def test_a_headline_above_grids_is_none_of_their_rows(headline: str) -> None:
    assert read_grids(f"{headline}\n{SHARED}", 5, 4) == read_grids(SHARED, 5, 4)


def test_rows_with_words_stand_below_each_other() -> None:
    rows = read_grids("crane 01002 00000\n\nslimy 00000 11000", 5, 2).rows
    assert [row.guess for row in rows] == ["crane", "slimy"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "nothing"),
        ("well played everyone", "nothing"),
        ("cranes", "word"),
        ("crane 0100", "marks"),
        ("crane 01002 00003", "marks"),
        ("🟩⬛⬛⬛", "marks"),
        ("crane 01002 00000 00000", "boards-many"),
    ],
)
def test_what_is_no_row_is_told(text: str, error: str) -> None:
    assert read_grids(text, 5, 2).error == error


@given(st.text(max_size=300), st.integers(4, 8), st.integers(2, 32))
def test_any_text_is_rows_or_an_error(text: str, length: int, count: int) -> None:
    found = read_grids(text, length, count)
    assert bool(found.rows) != bool(found.error)
    for row in found.rows:
        assert len(row.guess) in {0, length}
        assert len(row.marks) <= count
        assert all(len(each) in {0, length} and not set(each) - set("012") for each in row.marks)
