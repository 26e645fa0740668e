"""The helper's address and its state, in full or packed: each determines the other.

`frozen_positions.json` has single addresses, including damaged ones, and the states read from them.
"""

import random
from dataclasses import replace
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_web.engine.boards.state import max_guesses
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.rows import MAX_ROWS_ALONE, Position, Row
from wordle_web.game.puzzles.days import LENGTHS
from wordle_web.web.helper.answer import Answer
from wordle_web.web.helper.edits import EditError, add_word, with_marks
from wordle_web.web.helper.state import SORTS, HelperState, pack
from wordle_web.web.ui.queries import MODES, Address, read_address


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
        hard=draw(st.sampled_from(HardMode)),
        used=tuple(draw(st.lists(word, max_size=5, unique=True))),
        own_guess=draw(word | st.just("")),
        sort=draw(st.sampled_from(("", *SORTS))),
    )


@given(states())
def test_address_of_a_state_round_trips(state):
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
def test_any_address_is_read_as_a_state_that_round_trips(pairs):
    state = read_address(HelperState, pairs).state
    assert reading(state.query).state == state


@given(states(), st.integers(0, 3**4 - 1) | st.none(), st.booleans())
def test_link_that_plays_a_guess_adds_its_row(state, pattern, is_own):
    guess = state.own_guess if is_own and state.own_guess else "ñandúes!"[: state.length]
    digits = "" if pattern is None else digits_of(pattern, state.length)
    try:
        expected = add_word(state, guess, digits).address("/helper")
    except EditError:
        expected = ""
    assert Answer(state, None, "/helper").played(guess, pattern) == expected


@given(states(), st.integers(0, 3**4 - 1))
def test_link_of_a_likely_result_colors_the_waiting_row(state, pattern):
    state = state.with_rows((*state.rows[:3], Row("z" * state.length, ("",)), *state.rows[3:6]))
    colored = with_marks(state, min(3, len(state.rows) - 1), 0, digits_of(pattern, state.length))
    assert Answer(state, None, "/helper").resulting(pattern) == colored.address("/helper")


def test_mode_of_a_packed_link_can_be_read_separately():
    packed = pack(Position((Row("crane", ("01002", "00000")),), 2), "easy")
    address = Address((("boards", "2"), ("packed", packed)))
    (mode,) = (part for attribute, _, _, part in HelperState.parts() if attribute == "mode")
    assert mode.read(address, "mode") == "easy"


@st.composite
def boards_states(draw: st.DrawFn) -> HelperState:
    length, count = draw(st.integers(4, 8)), draw(st.integers(2, 32))
    given_marks = st.text("012", min_size=length, max_size=length)
    marks = given_marks | st.sampled_from(["", "-", "2" * length])
    word = st.text("abcñü", min_size=length, max_size=length)
    row = st.builds(
        Row, word | st.just(""), st.lists(marks, min_size=count, max_size=count).map(tuple)
    )
    rows = tuple(draw(st.lists(row, max_size=6)))
    at = draw(st.none() | st.integers(0, 5))
    position = Position((), count, length, draw(st.booleans())).with_rows(rows)
    return HelperState(position, draw(st.sampled_from(MODES)), selected=at)


def read(query: str) -> HelperState:
    result = reading(query)
    assert result.problems == ()
    return result.state


@given(boards_states())
def test_full_and_packed_helper_addresses_round_trip(state):
    # A row with neither word nor mark counts as no row, and an address leaves it out.
    rows = [row for row in state.rows if row.guess or any(row.marks)]
    filled = replace(state, position=state.position.with_rows(rows))
    assert read(filled.query) == filled
    unpacked = read(f"boards={state.count}&packed={pack(state.position, state.mode)}")
    assert unpacked == replace(state, selected=None)


@pytest.mark.parametrize(
    ("length", "in_turn", "most"), [(5, False, 1_750), (8, False, 2_900), (8, True, 450)]
)
def test_longest_game_fits_into_an_address(length, in_turn, most):
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


@settings(max_examples=300)
@given(st.text(max_size=40), st.booleans())
def test_damaged_packed_address_is_reported(text, is_cut):
    whole = pack(Position((Row("crane", ("01002", "00000")),), 2), "real")
    packed = whole[:-1] if is_cut else text
    reading = read_address(HelperState, [("boards", "2"), ("packed", packed)])
    # A value of spaces and invisible characters counts as missing.
    is_given = bool(plain_letters(packed, "").strip())
    assert [problem.kind for problem in reading.problems] == ["packed"] * is_given
    assert reading.state.rows == ()


@pytest.mark.parametrize("blank", ["", " ", "\u00ad", "\u200b \ufeff", "\u3000", "\u2060\u00a0"])
def test_blank_packed_address_is_ignored(blank):
    reading = read_address(HelperState, [("boards", "2"), ("packed", blank)])
    assert reading.problems == ()
    assert reading.state == replace(HelperState(), position=Position((), 2))
