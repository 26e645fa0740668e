"""Knowledge from turns, the text form of a turn, and each rule of inference."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.diagnosis import impossibility
from wordle_web.engine.feedback import LengthError, feedback
from wordle_web.engine.knowledge import Limits, Turn, TurnError, learn, settle

LETTERS = "abcd"


def turns_of(*texts):
    return [Turn.parse(text) for text in texts]


def agrees(known, word):
    """Return whether a word is consistent with the possible letters and their counts."""
    return (
        all(letter in letters for letter, letters in zip(word, known.possible, strict=True))
        and all(word.count(letter) >= least for letter, least in known.at_least.items())
        and all(word.count(letter) <= most for letter, most in known.at_most.items())
    )


def places_of(known, letter):
    return [place for place, letters in enumerate(known.possible) if letter in letters]


def test_turn_text_accepts_capitals_and_any_alphabet():
    turn = Turn.parse("crane:01002")
    assert turn == Turn("crane", 29)
    assert turn.marks == (0, 1, 0, 0, 2)
    assert turn.text() == "crane:01002"
    assert Turn.parse(" CRANE:00000 ").guess == "crane"
    assert Turn.parse("жираф:00100").text() == "жираф:00100"


def test_invalid_turn_text_and_patterns_are_refused():
    no_marks = ("", ":", "crane", ":01002", "cr ne:01002")
    for text in (*no_marks, "crane:0100", "crane:01003", "crane:" + "\u0660" * 5):
        with pytest.raises(TurnError) as refusal:
            Turn.parse(text)
        assert refusal.value.text == text
    for pattern in (-1, 243):
        with pytest.raises(TurnError):
            Turn("crane", pattern)
    with pytest.raises(LengthError):
        learn(turns_of("crane:00000"), 6)


def test_knowledge_without_turns_is_empty() -> None:
    known = learn([], 5)
    assert known.positions == {}
    assert known.must_contain == known.cannot_contain == ""
    assert [len(letters) for letters in known.possible] == [26] * 5
    # Letters outside the alphabet are added to it.
    known = learn(turns_of("жираф:00100"), 5)
    assert places_of(known, "жираф"[2]) == [0, 1, 3, 4]
    assert "ж" in known.cannot_contain


def test_knowledge_includes_green_yellow_and_gray_letters():
    known = learn(turns_of("crane:01002"), 5)
    assert known.greens == {4: "e"}
    assert known.must_contain == "er"
    assert known.cannot_contain == "acn"
    assert places_of(known, "r") == [0, 2, 3]
    assert known.at_least == {"e": 1, "r": 1}


def test_gray_tile_of_a_repeated_letter_limits_its_count():
    known = learn(turns_of("geese:00101"), 5)
    assert known.at_least["e"] == known.at_most["e"] == 2
    assert learn(turns_of("erase:20001"), 5).at_most.get("e") is None
    assert not learn(turns_of("eerie:22220"), 5).is_contradictory
    many = "abcde:11111", "fghij:11111", "klmno:11111", "pqrst:11111", "uvwxy:11111"
    assert learn(turns_of(*many), 5).is_contradictory  # more letters than positions


def test_position_is_inferred_from_yellow_tiles():
    """L is yellow in two positions, and two more have green letters, so one position is left."""
    known = learn(turns_of("lurid:10000", "mealy:00212", "fancy:00002"), 5)
    assert known.inferred == {1: "l"}
    assert known.positions == {1: "l", 2: "a", 4: "y"}
    assert known.greens == {2: "a", 4: "y"}
    assert learn(turns_of("eerie:11000"), 5).inferred == {2: "e", 3: "e"}  # needed twice


def test_other_letters_are_excluded_once_all_letters_are_known():
    known = learn(turns_of("abced:11111"), 5)
    assert known.must_contain == "abcde"
    assert known.cannot_contain == "fghijklmnopqrstuvwxyz"
    assert all(known.at_most[letter] == 1 for letter in "abcde")
    # A and B can only be in the second and fourth positions, so no other letter can be there.
    known = learn(turns_of("acae:1100", "bcbe:1100"), 4, "abcde")
    assert [sorted(letters) for letters in known.possible] == [["c", "d"], ["a", "b"]] * 2


@st.composite
def any_turns(draw):
    """Turns with any marks, possible or not."""
    length = draw(st.integers(1, 4))
    words = st.text(LETTERS, min_size=length, max_size=length)
    made = st.builds(Turn, words, st.integers(0, 3**length - 1))
    turns = draw(st.lists(made, max_size=3))
    return length, [turn for turn in turns if impossibility(turn) is None]


@given(any_turns())
def test_knowledge_is_sound_and_complete(case):
    """Knowledge allows every string that could have given the turns, and no others."""
    length, turns = case
    known = learn(turns, length, LETTERS)
    rows = ["".join(letters) for letters in product(LETTERS, repeat=length)]
    fit = [row for row in rows if all(feedback(t.guess, row) == t.pattern for t in turns)]
    assert [row for row in rows if agrees(known, row)] == fit
    assert known.is_contradictory == (not fit)
    if fit:
        assert known.possible == tuple(map(frozenset, zip(*fit, strict=True)))


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
def test_possible_letters_match_possible_answers(possible, at_least, at_most, settled) -> None:
    limits = settle(Limits(tuple(map(frozenset, possible.split())), at_least, at_most))
    assert ["".join(sorted(letters)) for letters in limits.possible] == settled.split()


def test_maximum_letter_counts_leave_room_for_required_letters() -> None:
    limits = settle(Limits((frozenset("abc"),) * 3, {"a": 1, "b": 1}, {"a": 3, "b": 3, "c": 3}))
    assert (limits.at_least, limits.at_most) == ({"a": 1, "b": 1}, {"a": 2, "b": 2, "c": 1})
    # B has two positions, and C must be in the third.
    two = settle(Limits(tuple(map(frozenset, ("ab", "ab", "c"))), {}, dict.fromkeys("abc", 3)))
    assert (two.at_least, two.at_most) == ({"c": 1}, {"a": 2, "b": 2, "c": 1})
    # Positions that need more letters than available end up without any.
    limits = settle(Limits((frozenset("ab"),) * 3, {}, {"a": 1, "b": 1}))
    assert not any(limits.possible)


@given(st.data())
def test_additional_facts_are_combined_with_turns(data: st.DataObject) -> None:
    """Facts about the answer are consistent with its turns, and all conclusions are true."""
    word = st.text("abcde", min_size=4, max_size=4)
    answer = data.draw(word)
    turns = [Turn(guess, feedback(guess, answer)) for guess in data.draw(st.lists(word))]
    places = dict(data.draw(st.lists(st.sampled_from([*enumerate(answer)]))))
    least = {letter: answer.count(letter) for letter in data.draw(st.sets(st.sampled_from(answer)))}
    known = learn(turns, 4, "abcde", least=least, places=places)
    assert not known.is_contradictory
    assert places.items() <= known.positions.items()
    assert all(known.at_least[letter] >= count for letter, count in least.items())
    assert all(letter in known.possible[place] for place, letter in enumerate(answer))
    assert all(answer.count(letter) >= count for letter, count in known.at_least.items())
    assert learn(turns, 4, "abcde") == learn(turns, 4, "abcde", least={}, places={})
