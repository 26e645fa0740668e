"""Variants: their paths, guesses and names, and the short names of single boards."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.game.puzzles.days import daily_id
from wordle_web.game.puzzles.tokens import challenge_id, random_id
from wordle_web.game.puzzles.variants import BOARD_COUNTS, HOME, Variant, read_id, read_variant

TOKEN = "5-normal-1-AAAAAAAAAAAAAAAAAAAAAA"

variants = st.builds(
    lambda language, boards, in_turn: Variant(language, boards, in_turn and boards > 1),
    st.sampled_from(("", "pt", "es", "fr", "de", "esperanto")),
    st.sampled_from((1, *BOARD_COUNTS)),
    st.booleans(),
)


@given(variant=variants)
def test_variant_round_trips_through_its_path(variant: Variant) -> None:
    assert read_variant(variant.path) == variant
    for name in (daily_id(12, variant), random_id(TOKEN, variant), challenge_id("x", variant)):
        read = read_id(name)
        assert (f"{read[0].path}{read[1]}/{read[2]}", read[0]) == (name, variant)


def test_ids_of_one_board_in_the_first_language_have_no_variant_path() -> None:
    assert (daily_id(12), random_id(TOKEN)) == ("daily/12", f"random/{TOKEN}")
    assert challenge_id("sealed") == "challenge/c9d0036bed6744bc"
    assert challenge_id("sealed\ud800").startswith("challenge/")
    assert daily_id(12, Variant("pt")) == "pt/daily/12"


@pytest.mark.parametrize(
    "path",
    ["/", "boards/4", "boards/3/", "boards/04/", "boards/1/", "in-turn/", "pt", "daily/",
     "boards/", "p1/", "pt/in-turn/", "boards/4/in-turn", "pt/es/", "../", "boards/4/boards/4/"],
)  # fmt: skip
def test_path_that_names_no_variant_is_refused(path: str) -> None:
    assert read_variant(path) is None
    assert read_id(f"{path}daily/1") is None


def test_long_puzzle_id_is_refused_and_not_cached() -> None:
    longest = Variant("x" * 40, 32, in_turn=True)
    assert read_id(random_id(TOKEN.replace("-1-", "-9999-"), longest))
    assert read_id("challenge/".ljust(120, "x"))
    assert read_id("challenge/".ljust(121, "x")) is None
    tracemalloc.start()
    try:
        for number in range(20):
            assert read_id(f"challenge/{number}{'x' * 500_000}") is None
        assert tracemalloc.get_traced_memory()[0] < 500_000
    finally:
        tracemalloc.stop()


def test_number_of_guesses_depends_on_number_of_boards() -> None:
    assert HOME.tries == 6
    assert [Variant(boards=count).tries for count in BOARD_COUNTS] == [7, 9, 13, 21, 37]
    turns = [Variant(boards=count, in_turn=True).tries for count in BOARD_COUNTS]
    assert turns == [7, 10, 15, 24, 41]
