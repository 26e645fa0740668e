"""Rows as they are typed and pasted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.web.helper_text import Entry, read_entries

GRID = "🟩🟨⬛⬛⬛\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩"


@pytest.mark.parametrize(
    "text",
    [
        "crane 01002",
        "CRANE:01002",
        "crane01002",
        "crane,01002",
        "01002 crane",
        "crane _?__!",
        "crane_?__!",
        "crane ⬛🟨⬛⬛🟩",
        "⬛🟨⬛⬛🟩 CRANE",
        "crane ⬜🟦⬜⬜🟧",
        "||CRANE|| ⬛\ufe0f🟨⬛⬛🟩",
        "Guess 1: crane ⬛🟨⬛⬛🟩",
        "⬛🟨⬛⬛🟩\ncrane",
    ],
)
def test_a_row_is_read_however_it_is_written(text):
    assert read_entries(text, 5) == (Entry("crane", "01002"),)


def test_a_word_alone_is_a_row_without_marks():
    assert read_entries("  Crane ", 5) == (Entry("crane", ""),)


def test_several_rows_are_read_in_order():
    text = "crane 01002\nslimy\n"
    assert read_entries(text, 5) == (Entry("crane", "01002"), Entry("slimy"))


def test_rows_joined_by_a_one_line_field_are_told_apart():
    expected = (Entry("crane", "01002"), Entry("slimy", "00110"))
    assert read_entries("crane 01002 slimy 00110", 5) == expected
    assert read_entries("crane 01002slimy 00110", 5) == expected
    assert len(read_entries("Game 12 3/6" + GRID.replace("\n", ""), 5)) == 3


@pytest.mark.parametrize(
    "text",
    [
        f"Wordle-web 1,234 3/6*\n\n{GRID}\n",
        f"Hello, look at this!\nWordle 1,201 3/6\n\n{GRID}\nhttps://example.org/12012\nGreat",
        f"{GRID}\n\nhello\nworld",
    ],
)
def test_a_share_grid_is_found_between_any_lines(text):
    assert [entry.digits for entry in read_entries(text, 5)] == ["21000", "01200", "22222"]
    assert not any(entry.guess for entry in read_entries(text, 5))


@pytest.mark.parametrize(
    "text",
    [
        "🟩🟨⬛⬛⬛ chore\n⬛🟨🟩⬛⬛ cabin\n🟩🟩🟩🟩🟩 cloud",
        "chore 🟩🟨⬛⬛⬛\ncabin ⬛🟨🟩⬛⬛\ncloud 🟩🟩🟩🟩🟩",
        f"{GRID}\nchore\ncabin\ncloud",
        "chore\n🟩🟨⬛⬛⬛\ncabin\n⬛🟨🟩⬛⬛\ncloud\n🟩🟩🟩🟩🟩",
    ],
)
def test_a_share_grid_takes_the_words_beside_or_below_it(text):
    assert [entry.guess for entry in read_entries(text, 5)] == ["chore", "cabin", "cloud"]
    assert [entry.digits for entry in read_entries(text, 5)] == ["21000", "01200", "22222"]


@pytest.mark.parametrize(
    "text", ["", "   ", "cran", "cranes", "crane slim", "12345", "🟩🟨⬛", "?!", "1,201 4/6"]
)
def test_nothing_is_read_from_what_is_no_row(text):
    assert read_entries(text, 5) == ()


def test_other_lengths_are_read_alike():
    assert read_entries("planet 010020", 6) == (Entry("planet", "010020"),)
    assert read_entries("Wordle 1201 4/6\n🟩🟨⬛⬛", 4) == (Entry("", "2100"),)


@given(st.text())
def test_any_text_is_read_without_an_error(text):
    assert all(len(entry.digits) in {0, 5} for entry in read_entries(text, 5))
