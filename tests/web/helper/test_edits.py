"""Every edit of the helper's rows, by itself and through the fields of its form."""

import random

import pytest
from harness.taps import boards_taps_a_row, own_word, suggested_word, taps_a_row
from hypothesis import given
from hypothesis import strategies as st
from web_visitor import Visitor

from wordle_web import create_app
from wordle_web.config.settings import Settings
from wordle_web.engine.feedback import digits_of
from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import load_lexicon
from wordle_web.engine.rows import HIDDEN, MAX_ROWS_ALONE, WAITING, Position, Row
from wordle_web.game.rules import Game
from wordle_web.game.share import grid, share_text
from wordle_web.web.helper.edits import (
    EditError,
    act,
    add_text,
    clear_rows,
    edit_text,
    gray_board,
    set_mark,
    set_result,
    with_count,
    with_length,
)
from wordle_web.web.helper.state import HelperState
from wordle_web.web.ui.queries import read_address


def state_of(*rows, **others):
    made = (Row(word, (marks,)) for word, _, marks in (text.partition(":") for text in rows))
    return HelperState(Position(tuple(made)), **others)


def texts(state):
    return [row.text for row in state.rows]


CRANE = state_of("crane:01002")
TWO = state_of("crane:01002", "slimy:00110")


def test_green_tile_can_become_gray_and_clearing_keeps_the_options():
    assert texts(set_mark(CRANE, 0, 0, 4)) == ["crane:01000"]
    assert clear_rows(state_of("crane:01002", hard=HardMode.ON)) == HelperState(hard=HardMode.ON)


def test_changing_the_length_keeps_the_options_and_adding_a_row_resets_hints():
    state = with_length(state_of("crane:01002", mode="easy", hard=HardMode.ON), 6)
    assert state == HelperState(Position(length=6), mode="easy", hard=HardMode.ON)
    state = state_of("crane:01002", hint=4)
    assert [add_text(state, "slide").hint, set_mark(state, 0, 0, 0).hint] == [1, 1]
    assert clear_rows(state_of("crane:01002")).hint == 0


def test_changing_the_number_of_boards_keeps_the_marks_that_fit():
    waits = Row("", (HIDDEN, WAITING))
    rows = (Row("crane", ("22222", "20000")), Row("moist", (HIDDEN, "00000")), waits)
    state = HelperState(Position(rows, 2))
    assert with_count(state, 2).rows == rows
    assert [row.marks[2] for row in with_count(state, 3).rows] == [WAITING] * 3
    assert texts(with_count(state, 1)) == ["crane:22222", "moist:"]
    assert not with_count(HelperState(Position((), 2, in_turn=True)), 1).position.in_turn


@pytest.mark.parametrize("field", ["marks.2.1", "marks.1.2", "marks.0.1"])
def test_colors_of_missing_rows_and_boards_are_ignored(field):
    assert act(CRANE, [(field, "22222")]).state == CRANE
    assert texts(act(CRANE, [("marks.1.1", "22222")]).state) == ["crane:22222"]


def test_new_row_has_no_effect_until_it_is_colored():
    state = add_text(CRANE, "slide")
    assert texts(state) == ["crane:01002", "slide:"]
    position = state.position
    assert (position.turns(0), position.first_waiting) == (CRANE.position.turns(0), 1)
    assert CRANE.position.first_waiting is state_of(":01002").position.first_waiting is None


@pytest.mark.parametrize(
    "rows",
    [
        ("crane:",),
        ("crane:01002", "slide:"),
        ("crane:01100", "potsy:01001", "mayor:"),
        ("crane:01100", "radar:"),
    ],
)
def test_taps_turn_an_untouched_tile_yellow_then_green(rows):
    state, row = state_of(*rows), len(rows) - 1
    start = state.position.starting_marks(row, 0)
    for place in (place for place, mark in enumerate(start) if mark != "2"):
        once = set_mark(state, row, 0, place)
        twice = set_mark(once, row, 0, place)
        marks = [other.rows[row].marks[0] for other in (once, twice)]
        assert marks == [f"{start[:place]}{mark}{start[place + 1 :]}" for mark in "12"]


@pytest.mark.parametrize(
    ("edit", "row"),
    [
        (lambda state: set_mark(state, 1, 0, 0), "slide:10002"),
        (lambda state: set_mark(state, 1, 0, 4), "slide:00000"),
        (lambda state: set_mark(state, 1, 0, 1, 2), "slide:02002"),
        (lambda state: set_mark(state, 1, 0, 1, 0), "slide:00002"),
        (lambda state: gray_board(state, 1, 0), "slide:00002"),
    ],
)
def test_first_color_of_a_row_sets_defaults_for_its_other_tiles(edit, row):
    assert texts(edit(add_text(CRANE, "slide")))[1] == row


def test_coloring_the_rest_gray_keeps_existing_colors():
    assert gray_board(TWO, 0, 0) == TWO


@pytest.mark.parametrize(("word", "draft"), [("SLIDE", ""), ("slid", "slid"), ("", "")])
def test_typed_text_becomes_a_row_once_it_is_a_listed_word(word, draft):
    outcome = act(CRANE, [("try", word)], lexicon=load_lexicon("english-5"))
    rows = ["crane:01002", "slide:"] if word == "SLIDE" else ["crane:01002"]
    assert (texts(outcome.state), outcome.draft, outcome.is_refused) == (rows, draft, False)


def test_words_fill_the_rows_of_a_pasted_grid_in_order():
    state = add_text(add_text(state_of(":21000", ":01200"), "chore"), "cabin")
    assert texts(state) == ["chore:21000", "cabin:01200"]


@pytest.mark.parametrize("text", ["planet and planet", "planet 0101"])
def test_longer_word_without_complete_marks_is_refused(text):
    with pytest.raises(EditError):
        add_text(HelperState(), text)


def test_typing_only_colors_into_a_row_keeps_its_word():
    assert texts(edit_text(CRANE, 0, "⬛⬛⬛⬛⬛")) == ["crane:00000"]


@pytest.mark.parametrize(
    ("edit", "kind"),
    [
        (lambda: set_mark(CRANE, 1, 0, 0), "no-row"),
        (lambda: set_mark(CRANE, -1, 0, 0), "no-row"),
        (lambda: set_mark(CRANE, 0, 0, 5), "no-tile"),
        (lambda: set_mark(CRANE, 0, 0, 0, 3), "no-tile"),
        (lambda: set_result(CRANE, 0, 0, 243), "no-tile"),
        (lambda: edit_text(CRANE, 0, "crane slimy"), "nothing"),
        (lambda: add_text(CRANE, "slimy 00110\n" * MAX_ROWS_ALONE), "no-room"),
        (lambda: with_length(CRANE, 9), "no-length"),
    ],
)
def test_impossible_edit_is_refused_with_a_reason(edit, kind):
    with pytest.raises(EditError) as caught:
        edit()
    assert caught.value.problem.kind == kind


def test_refused_text_is_kept_with_the_reason():
    outcome = act(TWO, [("add", "bursts")])
    assert (outcome.is_refused, outcome.draft, outcome.state) == (True, "bursts", TWO)
    assert outcome.draft_problem.kind == "word"


def test_unknown_button_value_is_refused():
    for value in ("", "1", "1.1.1", "-1.1", "0.0", "1.99999999", "²", "1..1"):
        outcome = act(TWO, [("tap", value)])
        assert (outcome.is_refused, outcome.state) == (True, TWO), value


names = st.sampled_from(["tap", "set", "delete", "clear", "add", "resize", "text.1", "row"])


@given(st.lists(st.tuples(names, st.text("012.abcxyz🟩⬛ \n") | st.text()), max_size=6))
def test_any_form_fields_lead_to_a_valid_state(pairs):
    outcome = act(read_address(HelperState, [("row", "crane:01002"), *pairs]).state, pairs)
    assert len(outcome.state.rows) <= MAX_ROWS_ALONE
    assert all(len(row.marks[0]) in {0, outcome.state.length} for row in outcome.state.rows)
    assert all(row.guess or row.marks[0] for row in outcome.state.rows)


words = st.text("abcde", min_size=5, max_size=5)


@given(
    words,
    st.lists(words, min_size=1, max_size=6),
    st.sampled_from(["light", "dark"]),
    st.sampled_from(["normal", "high"]),
    st.booleans(),
)
def test_pasted_share_text_restores_its_marks_and_words(answer, guesses, theme, contrast, named):
    guesses = guesses[: guesses.index(answer) + 1] if answer in guesses else guesses
    game = Game(answer, tuple(guesses))
    text = share_text(game, "My game 1,234", theme=theme, contrast=contrast, link="http://a.b/c")
    digits = [digits_of(pattern, 5) for pattern in game.patterns]
    if named:
        for grid_line, guess in zip(grid(game, theme, contrast), guesses, strict=True):
            text = text.replace(f"{grid_line}\n", f"{guess} {grid_line}.\n", 1)
    state = add_text(HelperState(), text)
    expected = guesses if named else [""] * len(guesses)
    assert [(row.guess, *row.marks) for row in state.rows] == [*zip(expected, digits, strict=True)]


def test_pasted_row_of_an_unavailable_length_is_refused_and_redisplayed(app):
    page = Visitor(app).get("/helper?add=planet+010201")
    assert page.status_code == 422
    assert page.values("add") == ["planet 010201"]
    assert Visitor(app).get("/helper?add=able+0102").location.endswith("&length=4")


@pytest.fixture
def visitor(tmp_path):
    return Visitor(create_app(Settings(instance=tmp_path, rate_limits=False)))


@pytest.mark.parametrize(("play", "most"), [(suggested_word, 2.6), (own_word, 6.5)])
def test_coloring_a_row_takes_few_taps(visitor, play, most):
    assert taps_a_row(visitor, play, 25, random.Random(1)) <= most


def test_coloring_a_row_on_four_boards_takes_few_taps_per_board(visitor):
    assert boards_taps_a_row(visitor, 4, 10, random.Random(1)) / 4 <= 1.5
