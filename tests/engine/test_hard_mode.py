"""What hard mode asks for, of one guess and of all at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine import hard_mode
from wordle_web.engine.feedback import feedback, letter_codes
from wordle_web.engine.hard_mode import allowed_guesses, hard_mode_violation, hard_rules
from wordle_web.engine.knowledge import Turn
from wordle_web.game.errors import HardModeError

words = st.text("abcd", min_size=4, max_size=4)


def turns_of(*texts):
    return [Turn.parse(text) for text in texts]


@pytest.mark.parametrize(
    ("guess", "rows", "kind", "letter", "position", "count", "text"),
    [
        ("toxin", ["crane:20000"], "position", "C", 1, 1, "1st letter must be C"),
        ("toxin", ["crane:02000"], "position", "R", 2, 1, "2nd letter must be R"),
        ("toxic", ["crane:00002"], "position", "E", 5, 1, "5th letter must be E"),
        ("stick", ["crane:00200"], "position", "A", 3, 1, "3rd letter must be A"),
        ("moist", ["crane:00001"], "count", "E", 0, 1, "Guess must contain E"),
        ("spend", ["geese:01100"], "count", "E", 0, 2, "Guess must contain two Es"),
        ("creak", ["speed:00210"], "count", "E", 0, 2, "Guess must contain two Es"),
        ("deeds", ["eerie:11001"], "count", "E", 0, 3, "Guess must contain three Es"),
        ("might", ["crane:00001", "moult:10000"], "count", "E", 0, 1, "Guess must contain E"),
        ("moult", ["crane:00001", "might:00200"], "position", "G", 3, 1, "3rd letter must be G"),
        ("eland", ["crane:00001", "speed:00022"], "position", "E", 4, 1, "4th letter must be E"),
    ],
)
def test_hard_mode_names_the_first_hint_left_out(guess, rows, kind, letter, position, count, text):
    violation = hard_mode_violation(guess, turns_of(*rows))
    assert violation == hard_mode.HardModeViolation(kind, letter, position, count)
    assert str(violation) == HardModeError("crane", violation).message() == text


def test_hints_are_in_capitals_of_the_alphabet():
    turns, guess = turns_of("dizin:02001"), "kanal"
    assert str(hard_mode_violation(guess, turns, "ad\u0131iklnz")) == "2nd letter must be İ"
    assert str(hard_mode_violation(guess, turns, "adiklnz")) == "2nd letter must be I"


# A green letter counts, gray letters are allowed again, and yellow ones in the same place.
ALLOWED = [("crane", []), ("creed", ["speed:00210"]), ("table", ["tares:01000"])]
ALLOWED += [(guess, ["crane:00000"]) for guess in ("adieu", "stern", "cargo")]


@pytest.mark.parametrize(("guess", "rows"), ALLOWED)
def test_hard_mode_asks_only_for_hints(guess, rows):
    assert hard_mode_violation(guess, turns_of(*rows)) is None


@given(words, st.lists(words, max_size=4), st.lists(words, min_size=1, max_size=20))
def test_the_rule_for_all_guesses_is_the_rule_for_each(answer, guesses, others):
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    assert hard_mode_violation(answer, turns) is None
    codes = letter_codes(others)
    allowed = allowed_guesses(codes, turns)
    assert allowed.dtype == np.bool_
    assert allowed.tolist() == [hard_mode_violation(each, turns) is None for each in others]
    first = Turn(others[0], feedback(others[0], answer))
    assert np.array_equal(hard_rules(codes)(0, first.pattern), allowed_guesses(codes, [first]))
