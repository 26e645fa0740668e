"""The address of the helper with several boards: read back as it was written, short or packed."""

import random
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards.turns import BoardsTurn, max_guesses
from wordle_web.web.helper.boards_state import (
    MAX_ROWS,
    BoardsHelperState,
    BoardsRow,
    normalized,
    pack,
    padded,
    read_boards_address,
)

MODES = st.sampled_from(["real", "pool", "easy", "hard"])


@st.composite
def states(draw: st.DrawFn) -> BoardsHelperState:
    length, count = draw(st.integers(4, 8)), draw(st.integers(2, 32))
    given_marks = st.text("012", min_size=length, max_size=length)
    marks = given_marks | st.sampled_from(["", "-", "2" * length])
    word = st.text("abcñü", min_size=length, max_size=length)
    row = st.builds(
        BoardsRow,
        word | st.just(""),
        st.lists(marks, min_size=count, max_size=count).map(tuple),
    )
    rows = tuple(draw(st.lists(row, max_size=6)))
    at = draw(st.none() | st.integers(0, 5))
    return normalized(BoardsHelperState(count, rows, length, draw(MODES), draw(st.booleans()), at))


def read(query: str) -> BoardsHelperState:
    reading = read_boards_address(parse_qsl(query, keep_blank_values=True))
    assert reading.problems == ()
    return reading.state


@given(states())
def test_an_address_is_read_back_in_full_and_packed(state: BoardsHelperState) -> None:
    # A row with neither a word nor a mark is none, and an address leaves it out.
    kept = tuple(row for row in state.rows if row.text != ":")
    assert read(replace(state, rows=kept).query) == replace(state, rows=kept)
    unpacked = read(f"boards={state.count}&packed={pack(state)}")
    assert unpacked == replace(state, selected=None)


@pytest.mark.parametrize(
    ("length", "in_turn", "most"), [(5, False, 1_750), (8, False, 2_900), (8, True, 450)]
)
def test_the_longest_game_fits_an_address(length: int, in_turn: bool, most: int) -> None:
    dice = random.Random(1)
    rows = tuple(
        BoardsRow(
            "".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=length)),
            tuple("0" + "".join(dice.choices("012", k=length - 1)) for _ in range(32)),
        )
        for _ in range(max_guesses(32, in_turn=in_turn))
    )
    state = normalized(BoardsHelperState(32, rows, length, in_turn=in_turn))
    assert len(state.query) <= most
    assert "packed=" in state.query
    assert read(state.query) == state


def test_a_packed_link_of_the_first_release_is_read() -> None:
    state = read("boards=4&packed=9W5JDYtNLr0PXJMUwsuk2Io2pDJu")
    assert (state.count, state.length, state.mode, state.in_turn) == (4, 5, "real", False)
    assert state.rows == (
        BoardsRow("crane", ("01002", "00000", "22222", "10000")),
        BoardsRow("maños", ("00000", "00110", "-", "")),
    )


@settings(max_examples=300)
@given(st.text(max_size=40), st.booleans())
def test_a_damaged_packed_address_is_told(text: str, is_cut: bool) -> None:
    whole = pack(BoardsHelperState(2, (BoardsRow("crane", ("01002", "00000")),)))
    query = [("boards", "2"), ("packed", whole[:-1] if is_cut else text.strip() or "x")]
    reading = read_boards_address(query)
    assert [problem.kind for problem in reading.problems] == ["packed"]
    assert reading.state.rows == ()


def test_a_board_shows_no_marks_once_it_is_solved() -> None:
    state = read("boards=2&row=crane:22222.00000&row=slimy:00000.01000")
    assert [row.marks for row in state.rows] == [("22222", "00000"), ("-", "01000")]
    assert state.turns[1] == BoardsTurn.parse("slimy:-.01000")


def test_in_turn_a_board_shows_its_marks_once_those_before_are_solved() -> None:
    hidden = read("boards=2&order=in-turn&row=crane:00000.01000&row=slimy:01000.00000")
    assert [row.marks[1] for row in hidden.rows] == ["-", "-"]
    shown = read("boards=2&order=in-turn&row=crane:00000.-&row=slimy:22222")
    assert [row.marks[1] for row in shown.rows] == ["", ""]
    assert shown.row == 0


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("boards=1", "boards-count"),
        ("boards=33", "boards-count"),
        ("boards=two", "boards-count"),
        ("boards=2&row=crane:01002.00000.00000", "boards-marks"),
        ("boards=2&row=crane:0100", "boards-marks"),
        ("boards=2&row=cranes:&length=5", "row-length"),
        ("boards=2&row=cr4ne:", "row"),
        ("boards=2&length=9", "length"),
        ("boards=2&mode=odd", "mode"),
        ("boards=2&" + "&".join(["row=crane:"] * (MAX_ROWS + 1)), "too-many-rows"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_kept(query: str, kind: str) -> None:
    reading = read_boards_address(parse_qsl(query))
    assert [problem.kind for problem in reading.problems] == [kind]
    assert len(reading.state.rows) <= MAX_ROWS


def test_a_row_of_one_board_is_the_first_of_several() -> None:
    state = read("boards=4&row=crane:01002")
    assert state.rows == (BoardsRow("crane", padded(["01002"], 4)),)
    assert state.is_waiting
