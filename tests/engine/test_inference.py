"""Each rule of inference by itself; `test_knowledge` holds that together they find everything."""

import pytest

from wordle_web.engine.inference import Limits, settle


@pytest.mark.parametrize(
    ("possible", "at_least", "at_most", "settled"),
    [
        ("a ab abc", {}, {"a": 1, "b": 3, "c": 3}, "a b bc"),
        ("ab ab abc", {}, {"a": 1, "b": 1, "c": 1}, "ab ab c"),
        ("ab ab abc", {}, {"a": 2, "b": 1, "c": 1}, "ab ab abc"),
        ("abc abc abc", {"a": 1, "b": 1, "c": 1}, {"a": 3, "b": 3, "c": 3}, "abc abc abc"),
        ("abcd bcd bcd", {"a": 1}, {"a": 1, "b": 1, "c": 1, "d": 1}, "a bcd bcd"),
        ("abcd abcd cd", {"a": 1, "b": 1}, {"a": 1, "b": 1, "c": 2, "d": 2}, "ab ab cd"),
    ],
    ids=["used up", "shared by all", "one to spare", "any order", "only place", "no room"],
)
def test_letters_stay_where_an_answer_can_have_them(
    possible: str, at_least: dict[str, int], at_most: dict[str, int], settled: str
) -> None:
    found = settle(Limits(tuple(map(frozenset, possible.split())), at_least, at_most))
    assert ["".join(sorted(letters)) for letters in found.possible] == settled.split()


def test_counts_leave_room_for_the_letters_that_must_occur() -> None:
    found = settle(Limits((frozenset("abc"),) * 3, {"a": 1, "b": 1}, {"a": 3, "b": 3, "c": 3}))
    assert found.at_least == {"a": 1, "b": 1}
    assert found.at_most == {"a": 2, "b": 2, "c": 1}
    # B has two places, and C must be in the third.
    two = settle(Limits(tuple(map(frozenset, ("ab", "ab", "c"))), {}, dict.fromkeys("abc", 3)))
    assert (two.at_least, two.at_most) == ({"c": 1}, {"a": 2, "b": 2, "c": 1})
