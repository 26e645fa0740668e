"""Marks and patterns: published cases, and the array version compared with the reference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.feedback import (
    LengthError,
    all_correct,
    digits_of,
    feedback,
    feedback_matrix,
    is_marks,
    letter_codes,
    marks_of,
    pattern_dtype,
    pattern_from_digits,
    pattern_of,
)

CASES = """
chess caves 20012 · chess swiss 00022 · chess eexss 10022 · doses slide 10011 · abbey keeps 01000
· abbey kebab 01211 · round robot 22000 · foley cello 01201 · maxim mamma 22100
· those geese 00022 · abide speed 00101 · erase speed 10110
"""
PAIRS = 200_000
LENGTHS = (4, 5, 6, 7, 8)


@pytest.mark.parametrize("case", CASES.split("·"))
def test_feedback_matches_published_examples(case: str) -> None:
    answer, guess, digits = case.split()
    assert digits_of(feedback(guess, answer), 5) == digits


@pytest.mark.parametrize("length", LENGTHS)
def test_feedback_equals_reference_for_200_000_random_pairs(length: int) -> None:
    rng = np.random.default_rng(length)
    letters = rng.integers(ord("a"), ord("a") + 6, (200 + PAIRS // 5 // 200, length))
    words = ["".join(map(chr, row)) for row in letters.tolist()]
    guesses, answers = words[:200], words[200:]
    matrix = feedback_matrix(letter_codes(guesses), letter_codes(answers))
    assert matrix.shape == (200, PAIRS // 5 // 200)
    assert matrix.tolist() == [[feedback(g, a) for a in answers] for g in guesses]


@pytest.mark.parametrize(("length", "dtype"), [(1, "u1"), (5, "u1"), (6, "u2"), (10, "u2")])
def test_patterns_use_the_smallest_sufficient_dtype(length: int, dtype: str) -> None:
    codes = letter_codes(["a" * length, "b" * length])
    assert codes.shape == (2, length)
    assert codes.dtype == np.uint32
    assert letter_codes([]).shape == (0, 0)
    matrix = feedback_matrix(codes, codes[:1])
    assert matrix.shape == (2, 1)
    assert matrix.dtype == pattern_dtype(length) == np.dtype(dtype)


words = st.text(alphabet="abcdé語", min_size=5, max_size=5)


@given(words, words)
def test_swapping_guess_and_answer_keeps_correct_marks_and_counts(guess: str, answer: str) -> None:
    forth = marks_of(feedback(guess, answer), 5)
    back = marks_of(feedback(answer, guess), 5)
    assert [mark == 2 for mark in forth] == [mark == 2 for mark in back]
    assert sorted(forth) == sorted(back)
    assert (feedback(guess, answer) == all_correct(5)) == (guess == answer)


@given(st.integers(0, all_correct(7)))
def test_pattern_round_trips_through_marks_and_digits(pattern: int) -> None:
    assert pattern_of(marks_of(pattern, 7)) == pattern
    assert pattern_from_digits(digits_of(pattern, 7)) == pattern
    for digits in ("", "013", "2 2", "-1"):
        assert not is_marks(digits, len(digits) or 1)


def test_words_of_unequal_length_are_refused_with_both_lengths() -> None:
    with pytest.raises(LengthError) as refusal:
        feedback("crane", "cranes")
    assert (refusal.value.expected, refusal.value.given) == (6, 5)
    with pytest.raises(LengthError):
        letter_codes(["ab", "abc"])
    with pytest.raises(LengthError):
        feedback_matrix(letter_codes(["ab"]), letter_codes(["abc"]))
    with pytest.raises(LengthError):
        pattern_dtype(11)


def test_letters_with_equal_last_bytes_are_distinguished() -> None:
    words = ["aš", "ša", "aa"]  # a is U+0061, š is U+0161
    codes = letter_codes(words)
    expected = [[feedback(guess, answer) for answer in words] for guess in words]
    assert feedback_matrix(codes, codes).tolist() == expected
