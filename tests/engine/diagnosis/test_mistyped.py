"""Guesses one letter away that some answers would have marked the same."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.diagnosis.mistyped import mistypings
from wordle_web.engine.feedback import feedback, letter_codes
from wordle_web.engine.knowledge import Turn


@st.composite
def rows(draw, alphabet="abcd"):
    """Answers, and a turn of any marks."""
    length = draw(st.integers(1, 6))
    words = st.text(alphabet, min_size=length, max_size=length)
    answers = draw(st.lists(words, min_size=1, max_size=12))
    return answers, Turn(draw(words), draw(st.integers(0, 3**length - 1)))


@given(rows())
def test_every_letter_is_tried_and_its_answers_are_right(row):
    answers, turn = row
    found = {
        guess: fits.tolist() for _, guess, fits in mistypings(turn, letter_codes(answers), "abcd")
    }
    for position, old in enumerate(turn.guess):
        for letter in set("abcd") - {old}:
            guess = turn.guess[:position] + letter + turn.guess[position + 1 :]
            fits = [i for i, word in enumerate(answers) if feedback(guess, word) == turn.pattern]
            # A word that fits the turn as it stands needs no mend, and may be left out.
            if not any(feedback(turn.guess, answers[i]) == turn.pattern for i in fits):
                assert found.get(guess, []) == fits


def test_answers_are_named_by_intp_positions():
    position, guess, fits = next(
        mistypings(Turn.parse("dog:222"), letter_codes(["cat", "dig"]), "i")
    )
    assert (position, guess, fits.tolist()) == (1, "dig", [1])
    assert fits.dtype == np.intp
