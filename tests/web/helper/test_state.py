"""The helper's address and its state: each tells the other whole."""

from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.puzzles.puzzles import LENGTHS
from wordle_web.web.helper.state import SORTS, HelperState, read_address
from wordle_web.web.ui.queries import MAX_ROWS, MODES, InputRow


def reading(query):
    return read_address(parse_qsl(query, keep_blank_values=True))


@st.composite
def states(draw):
    length = draw(st.sampled_from(LENGTHS))
    word = st.text("abcdefghijklmnopqrstuvwxyz", min_size=length, max_size=length)
    digits = st.text("012", min_size=length, max_size=length)
    rows = draw(st.lists(st.builds(InputRow, word | st.just(""), digits), max_size=MAX_ROWS))
    return HelperState(
        rows=tuple(rows),
        length=length,
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
            st.sampled_from(["row", "length", "mode", "hard", "used", "guess", "sort"]), st.text()
        )
    )
)
def test_any_address_gives_a_state_that_has_an_address(pairs):
    state = read_address(pairs).state
    assert reading(state.query).state == state


def test_the_address_in_the_design_is_read():
    said = reading("row=crane:01002&row=slimy:00110&length=5&mode=real&hard=1")
    assert said.state.rows == (InputRow("crane", "01002"), InputRow("slimy", "00110"))
    assert said.state.hard
    assert not said.problems


def test_a_plain_address_says_nothing_that_is_as_usual():
    assert HelperState().query == ""
    assert HelperState(rows=(InputRow("crane", "01002"),)).query == "row=crane:01002"


def test_the_length_follows_from_the_rows_where_it_is_not_said():
    assert reading("row=planet:010020").state.length == 6


@pytest.mark.parametrize(
    ("query", "kinds", "rows"),
    [
        ("row=crane:01003", ["row-marks"], [InputRow("crane", "01000")]),
        ("row=crane:012", ["row-marks"], [InputRow("crane", "01200")]),
        ("row=crane", [], [InputRow("crane", "")]),
        ("row=crane:", [], [InputRow("crane", "")]),
        ("row=cr4ne:01002&row=slimy:00110", ["row"], [InputRow("slimy", "00110")]),
        (
            "row=planet:010020&row=slimy:00110&length=5",
            ["row-length"],
            [InputRow("slimy", "00110")],
        ),
        ("row=CRANE:01002", [], [InputRow("crane", "01002")]),
        ("row=:01002", [], [InputRow("", "01002")]),
        ("row=_____:01002", [], [InputRow("", "01002")]),
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
            [InputRow("crane", "01002")] * MAX_ROWS,
        ),
        ("utm_source=chat&row=crane:01002", [], [InputRow("crane", "01002")]),
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
