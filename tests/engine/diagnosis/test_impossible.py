"""Marks that no answer could give, and what they are mended to."""

from itertools import product

import pytest

from wordle_web.engine.diagnosis.impossible import impossibility
from wordle_web.engine.feedback import feedback, marks_of
from wordle_web.engine.knowledge import Turn


@pytest.mark.parametrize(
    ("text", "kind", "letter", "positions", "fix"),
    [
        ("crane:22221", "all_but_one", "e", (4,), "crane:22220"),
        ("crane:12222", "all_but_one", "c", (0,), "crane:02222"),
        ("geese:00001", "repeat_order", "e", (1, 2, 4), "geese:01000"),
        ("speed:00012", "repeat_order", "e", (2, 3), "speed:00102"),
        ("eerie:20001", "repeat_order", "e", (1, 4), "eerie:21000"),
        ("eerie:11221", "no_room", "e", (0, 1, 4), "eerie:00220"),
        ("aab:110", "no_room", "a", (0, 1), "aab:100"),
    ],
)
def test_impossible_marks_are_explained_and_mended(text, kind, letter, positions, fix):
    found = impossibility(Turn.parse(text))
    assert (found.kind, found.letter, found.positions) == (kind, letter, positions)
    assert found.fix.text() == fix
    assert found.letter.upper() in str(found)


@pytest.mark.parametrize("text", ["crane:01002", "crane:22222", "geese:01100", "speed:00100"])
def test_possible_marks_have_no_fault(text):
    assert impossibility(Turn.parse(text)) is None


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_marks_are_impossible_exactly_if_no_answer_gives_them(length):
    for letters in product("abc", repeat=length):
        guess = "".join(letters)
        answers = map("".join, product("abcx", repeat=length))
        possible = {feedback(guess, answer) for answer in answers}
        for pattern in range(3**length):
            fault = impossibility(Turn(guess, pattern))
            assert (fault is None) == (pattern in possible), (guess, marks_of(pattern, length))
            assert fault is None or fault.fix.pattern in possible
