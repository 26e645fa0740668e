"""The state of a page as the fields of its address."""

from dataclasses import dataclass, replace
from typing import Annotated

import pytest

from wordle_web.web.absurd import AbsurdState
from wordle_web.web.lab.state import LabState, OpenersState
from wordle_web.web.ui.queries import (
    AddressState,
    Part,
    Problem,
    line,
    number,
    one_of,
    read_address,
    switch,
    word_length,
)
from wordle_web.web.watch import WatchState


@dataclass(frozen=True, slots=True)
class DrawState(AddressState):
    name: Annotated[str, Part(line(8))] = ""
    pool: Annotated[str, Part(one_of(("easy", "hard")), "kind")] = "easy"
    seed: Annotated[int, Part(number(1, 99))] = 1
    hard: Annotated[bool, Part(switch)] = False
    length: Annotated[int, Part(word_length)] = 5
    words: Annotated[tuple[str, ...], Part(lambda address, name: address.texts(name), "word")] = ()


WHOLE = DrawState("Ann", "hard", 7, True, 4, ("ab", "cd"))


def test_query_omits_default_values():
    assert DrawState().query == ""
    assert DrawState().address("/draw") == "/draw"
    assert WHOLE.address("") == "?name=Ann&kind=hard&seed=7&hard=1&length=4&word=ab&word=cd"


def test_full_query_includes_default_values():
    assert DrawState().pairs(full=True) == (
        ("name", ""),
        ("kind", "easy"),
        ("seed", "1"),
        ("length", "5"),
    )


@pytest.mark.parametrize(
    "state",
    [
        DrawState(),
        WHOLE,
        WatchState("2026-01-31", "minimax", "random", "crane", True, 12, 6),
        LabState("mean", True, 6, "salet", True, 4, "search"),
        OpenersState("left", True, "salet", True, 3),
    ],
    ids=lambda state: type(state).__name__,
)
def test_state_round_trips_through_its_address(state):
    for full in (False, True):
        assert read_address(type(state), state.pairs(full=full)) == (state, ())


@pytest.mark.parametrize(
    ("field", "text", "defaults"),
    [
        ("kind", "bogus", {"pool": "easy"}),
        ("seed", "x", {"seed": 1}),
        ("seed", "1" * 20, {"seed": 1}),
        ("length", "44", {"length": 5}),
    ],
)
def test_damaged_field_is_dropped_and_reported(field, text, defaults):
    pairs = [pair for pair in WHOLE.pairs() if pair[0] != field]
    state, problems = read_address(DrawState, [*pairs, (field, text)])
    assert state == replace(WHOLE, **defaults)
    assert problems == (Problem(field, text),)


@pytest.mark.parametrize(
    ("pairs", "options", "state"),
    [
        ([("seed", "0")], {}, DrawState(seed=1)),  # the nearest possible value counts
        ([("seed", "500")], {}, DrawState(seed=99)),
        (
            [("seed", " "), ("seed", " 3 "), ("seed", "4")],
            {},
            DrawState(seed=3),
        ),  # the first valid one
        ([("length", "6")], {"lengths": (5, 6)}, DrawState(length=6)),
        ([("name", "sábio")], {"alphabet": "abios"}, DrawState("sabio")),  # the accent is removed
    ],
)
def test_query_value_with_minor_errors_is_read(pairs, options, state):
    assert read_address(DrawState, pairs, **options) == (state, ())
    assert read_address(DrawState, [("length", "6")], (4, 5)).problems == (Problem("length", "6"),)


def test_absurd_mode_keeps_guesses_up_to_the_first_invalid_one(app):
    with app.test_request_context("/absurd"):
        pairs = [("length", "5"), ("played", "crane.zzzzz.slimy")]
        state, problems = read_address(AbsurdState, pairs)
        assert state == AbsurdState(played=("crane",))
        assert problems == (Problem("played", "zzzzz"),)


@pytest.mark.parametrize(
    "path",
    [
        "/watch?strategy=bogus",
        "/lab?sort=bogus",
        "/lab?order=bogus",
        "/history?month=bogus",
        "/history?boards=bogus",
    ],
)
def test_page_reports_skipped_parts_of_its_address(visitor, path):
    assert "“bogus” in the link isn’t valid and was skipped." in visitor.get(path).text
