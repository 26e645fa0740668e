"""The helper's address and its state, in full or packed: each tells the other whole."""

import random
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards.turns import BoardsTurn, max_guesses
from wordle_web.engine.rows import MAX_ROWS_ALONE, Position, Row, max_rows
from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.state import SORTS, HelperState, padded
from wordle_web.web.ui.address_state import read_address
from wordle_web.web.ui.packing import pack
from wordle_web.web.ui.queries import MODES


def reading(query):
    return read_address(HelperState, parse_qsl(query, keep_blank_values=True))


@st.composite
def states(draw):
    length = draw(st.sampled_from(LENGTHS))
    word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=length, max_size=length)
    digits = st.text("012", min_size=length, max_size=length)
    rows = draw(
        st.lists(
            st.builds(Row, word | st.just(""), digits.map(lambda marks: (marks,))),
            max_size=MAX_ROWS_ALONE,
        )
    )
    return HelperState(
        Position(tuple(rows), length=length),
        mode=draw(st.sampled_from(MODES)),
        hard=draw(st.booleans()),
        used=tuple(draw(st.lists(word, max_size=5, unique=True))),
        own_guess=draw(word | st.just("")),
        sort=draw(st.sampled_from(("", *SORTS))),
    )


@given(states())
def test_an_address_reads_back_as_the_state_it_was_written_from(state):
    assert reading(state.query).state == state
    assert not reading(state.query).problems


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["row", "length", "mode", "hard", "used", "guess", "sort", "game"]),
            st.text(),
        )
    )
)
def test_any_address_gives_a_state_that_has_an_address(pairs):
    state = read_address(HelperState, pairs).state
    assert reading(state.query).state == state


def test_the_address_in_the_design_is_read():
    said = reading("row=crane:01002&row=slimy:00110&length=5&mode=real&hard=1")
    assert said.state.rows == (Row("crane", ("01002",)), Row("slimy", ("00110",)))
    assert said.state.hard
    assert not said.problems


def test_a_plain_address_says_nothing_that_is_as_usual():
    assert HelperState().query == ""
    assert HelperState(Position((Row("crane", ("01002",)),))).query == "row=crane:01002"


def test_the_length_follows_from_the_rows_where_it_is_not_said():
    assert reading("row=planet:010020").state.length == 6


@pytest.mark.parametrize(
    ("query", "kinds", "rows"),
    [
        ("row=crane:01003", ["row-marks"], [Row("crane", ("01000",))]),
        ("row=crane:012", ["row-marks"], [Row("crane", ("01200",))]),
        ("row=crane", [], [Row("crane", ("",))]),
        ("row=crane:", [], [Row("crane", ("",))]),
        ("row=cr4ne:01002&row=slimy:00110", ["row"], [Row("slimy", ("00110",))]),
        (
            "row=planet:010020&row=slimy:00110&length=5",
            ["row-length"],
            [Row("slimy", ("00110",))],
        ),
        ("row=CRANE:01002", [], [Row("crane", ("01002",))]),
        ("row=:01002", [], [Row("", ("01002",))]),
        ("row=_____:01002", [], [Row("", ("01002",))]),
        ("row=:012", ["row"], []),
        ("row=%00%ff:01002", ["row"], []),
        ("length=99", ["length"], []),
        ("mode=evil", ["mode"], []),
        ("guess=toolong", ["guess"], []),
        ("used=crane,no", ["used"], []),
        ("sort=password", ["sort"], []),
        (
            "&".join(["row=crane:01002"] * 50),
            ["too-many-rows"],
            [Row("crane", ("01002",))] * MAX_ROWS_ALONE,
        ),
        ("utm_source=chat&row=crane:01002", [], [Row("crane", ("01002",))]),
    ],
)
def test_what_can_be_kept_of_a_damaged_address_is_kept(query, kinds, rows):
    said = reading(query)
    assert [problem.kind for problem in said.problems] == kinds
    assert list(said.state.rows) == rows


def test_words_used_elsewhere_are_separated_by_commas_or_spaces():
    assert reading("used=crane,slate+trace").state.used == ("crane", "slate", "trace")


def test_normal_is_another_name_of_the_pool():
    assert reading("mode=normal").state.mode == "pool"


@st.composite
def boards_states(draw: st.DrawFn) -> HelperState:
    length, count = draw(st.integers(4, 8)), draw(st.integers(2, 32))
    given_marks = st.text("012", min_size=length, max_size=length)
    marks = given_marks | st.sampled_from(["", "-", "2" * length])
    word = st.text("abcñü", min_size=length, max_size=length)
    row = st.builds(
        Row,
        word | st.just(""),
        st.lists(marks, min_size=count, max_size=count).map(tuple),
    )
    rows = tuple(draw(st.lists(row, max_size=6)))
    at = draw(st.none() | st.integers(0, 5))
    position = Position((), count, length, draw(st.booleans())).with_rows(rows)
    return HelperState(position, draw(st.sampled_from(MODES)), selected=at)


def read(query: str) -> HelperState:
    said = reading(query)
    assert said.problems == ()
    return said.state


@given(boards_states())
def test_an_address_is_read_back_in_full_and_packed(state: HelperState) -> None:
    # A row with neither a word nor a mark is none, and an address leaves it out.
    rows = [row for row in state.rows if row.guess or any(row.marks)]
    kept = replace(state, position=state.position.with_rows(rows))
    assert read(kept.query) == kept
    unpacked = read(f"boards={state.count}&packed={pack(state.position, state.mode)}")
    assert unpacked == replace(state, selected=None)


@pytest.mark.parametrize(
    ("length", "in_turn", "most"), [(5, False, 1_750), (8, False, 2_900), (8, True, 450)]
)
def test_the_longest_game_fits_an_address(length: int, in_turn: bool, most: int) -> None:
    dice = random.Random(1)
    rows = tuple(
        Row(
            "".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=length)),
            tuple("0" + "".join(dice.choices("012", k=length - 1)) for _ in range(32)),
        )
        for _ in range(max_guesses(32, in_turn=in_turn))
    )
    state = HelperState(Position((), 32, length, in_turn).with_rows(rows))
    assert len(state.query) <= most
    assert "packed=" in state.query
    assert read(state.query) == state


def test_a_packed_link_of_the_first_release_is_read() -> None:
    state = read("boards=4&packed=9W5JDYtNLr0PXJMUwsuk2Io2pDJu")
    assert (state.count, state.length, state.mode, state.position.in_turn) == (4, 5, "real", False)
    assert state.rows == (
        Row("crane", ("01002", "00000", "22222", "10000")),
        Row("maños", ("00000", "00110", "-", "")),
    )


@settings(max_examples=300)
@given(st.text(max_size=40), st.booleans())
def test_a_damaged_packed_address_is_told(text: str, is_cut: bool) -> None:
    whole = pack(Position((Row("crane", ("01002", "00000")),), 2), "real")
    query = [("boards", "2"), ("packed", whole[:-1] if is_cut else text.strip() or "x")]
    said = read_address(HelperState, query)
    assert [problem.kind for problem in said.problems] == ["packed"]
    assert said.state.rows == ()


def test_a_board_shows_no_marks_once_it_is_solved() -> None:
    state = read("boards=2&row=crane:22222.00000&row=slimy:00000.01000")
    assert [row.marks for row in state.rows] == [("22222", "00000"), ("-", "01000")]
    assert state.position.boards_turns[1] == BoardsTurn.parse("slimy:-.01000")


def test_in_turn_a_board_shows_its_marks_once_those_before_are_solved() -> None:
    hidden = read("boards=2&order=in-turn&row=crane:00000.01000&row=slimy:01000.00000")
    assert [row.marks[1] for row in hidden.rows] == ["-", "-"]
    shown = read("boards=2&order=in-turn&row=crane:00000.-&row=slimy:22222")
    assert [row.marks[1] for row in shown.rows] == ["", ""]
    assert shown.row == 0


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("boards=33", "boards-count"),
        ("boards=two", "boards-count"),
        ("boards=2&row=crane:01002.00000.00000", "boards-marks"),
        ("boards=2&row=crane:0100", "boards-marks"),
        ("boards=2&row=cranes:&length=5", "row-length"),
        ("boards=2&row=cr4ne:", "row"),
        ("boards=2&length=9", "length"),
        ("boards=2&mode=odd", "mode"),
        ("boards=2&" + "&".join(["row=crane:"] * (max_rows(2) + 1)), "too-many-rows"),
    ],
)
def test_what_cannot_be_read_of_several_boards_is_told(query: str, kind: str) -> None:
    said = reading(query)
    assert [problem.kind for problem in said.problems] == [kind]
    assert len(said.state.rows) <= max_rows(2)


def test_a_row_of_one_board_is_the_first_of_several() -> None:
    state = read("boards=4&row=crane:01002")
    assert state.rows == (Row("crane", padded(["01002"], 4)),)
    assert state.position.first_waiting == 0
