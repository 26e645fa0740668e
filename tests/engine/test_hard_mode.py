"""The rules of the hard modes, checked for one guess or for all at once."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine import hard_mode
from wordle_web.engine.feedback import feedback, letter_codes
from wordle_web.engine.hard_mode import (
    HardMode,
    allowed_guesses,
    hard_mode_violation,
    hard_rules,
)
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
def test_hard_mode_reports_the_first_unused_hint(guess, rows, kind, letter, position, count, text):
    violation = hard_mode_violation(guess, turns_of(*rows))
    assert violation == hard_mode.HardModeViolation(kind, letter, position, count)
    assert str(violation) == HardModeError("crane", violation).message() == text


@pytest.mark.parametrize(
    ("guess", "row", "mode", "text"),
    [
        ("kanal", "dizin:02001", HardMode.ON, "2nd letter must be {}"),
        ("kanal", "dizin:02001", HardMode.ULTRA, "2nd letter must be {}: it was green there"),
        ("kanal", "dizin:01000", HardMode.ULTRA, "Guess must contain {0}: {0} was yellow"),
        ("kibar", "dizin:01000", HardMode.ULTRA, "2nd letter can’t be {}: it was yellow there"),
        ("kibar", "dizin:00000", HardMode.ULTRA, "{} is gray: it isn’t in the word"),
    ],
)
def test_hints_show_language_specific_capitals(guess, row, mode, text):
    for alphabet, letter in (("abdiklnrz\u0131", "İ"), ("abdiklnrz", "I")):
        hint = hard_mode_violation(guess, turns_of(row), mode, alphabet)
        assert str(hint) == text.format(letter)


# A green letter also counts as a required letter. Gray letters may be guessed again, and yellow
# letters in the same place.
ALLOWED = [("crane", []), ("creed", ["speed:00210"]), ("table", ["tares:01000"])]
ALLOWED += [(guess, ["crane:00000"]) for guess in ("adieu", "stern", "cargo")]


@pytest.mark.parametrize(("guess", "rows"), ALLOWED)
def test_hard_mode_allows_a_guess_that_uses_every_hint(guess, rows):
    assert hard_mode_violation(guess, turns_of(*rows)) is None


# Green and missing letters are named first, then letters where they were yellow, then gray ones.
@pytest.mark.parametrize(
    ("guess", "rows", "text"),
    [
        ("toxin", ["crane:20000"], "1st letter must be C: it was green there"),
        ("moist", ["crane:00001"], "Guess must contain E: E was yellow"),
        ("creak", ["speed:00210"], "Guess must contain two Es: E was yellow"),
        ("plant", ["crane:00100"], "3rd letter can’t be A: it was yellow there"),
        ("music", ["crane:00000"], "C is gray: it isn’t in the word"),
        ("eerie", ["geese:02000"], "Use E only once: another E was gray"),
        ("eerie", ["melee:02010"], "Use only two Es: another E was gray"),
        ("depth", ["eerie:10000"], "2nd letter can’t be E: it was gray there"),
        ("chalk", ["crane:20200", "stops:10000"], "Guess must contain S: S was yellow"),
        ("slate", ["crane:00001", "stops:10000"], "5th letter can’t be E: it was yellow there"),
    ],
)
def test_ultra_hard_mode_reports_the_ignored_color(guess, rows, text):
    violation = hard_mode_violation(guess, turns_of(*rows), HardMode.ULTRA)
    assert str(violation) == text
    assert HardModeError("crane", violation, HardMode.ULTRA).message() == text


def test_ultra_hard_mode_allows_exactly_the_remaining_words():
    dice, lengths = random.Random(60), range(4, 9)
    # Few letters, so that they repeat often.
    pools = [
        (length, ["".join(dice.choices(letters, k=length)) for _ in range(60)])
        for length in lengths
        for letters in ("abc", "abcdef", "etaoinshrdlu")
    ]
    counts = dict.fromkeys(lengths, 0)
    for _ in range(20_000):
        length, pool = dice.choice(pools)
        answer, *guesses = dice.sample(pool, dice.randint(2, 4))
        others = [*dice.sample(pool, 2), answer]
        turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
        fits = [all(feedback(t.guess, other) == t.pattern for t in turns) for other in others]
        codes = letter_codes(others)
        assert allowed_guesses(codes, turns, HardMode.ULTRA).tolist() == fits
        hint = hard_mode_violation(others[0], turns, HardMode.ULTRA)
        assert (hint is None) == fits[0]
        counts[length] += sum(fits) - fits[-1]
    assert min(counts.values()) > 100  # words other than the answer were allowed, too


@pytest.mark.parametrize("mode", list(HardMode))
@given(words, st.lists(words, max_size=4), st.lists(words, min_size=1, max_size=20))
def test_vectorized_hard_mode_rule_equals_the_rule_for_one_guess(mode, answer, guesses, others):
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    assert hard_mode_violation(answer, turns, mode) is None
    codes = letter_codes(others)
    allowed, rules = allowed_guesses(codes, turns, mode), hard_rules(codes, mode)
    fits = [hard_mode_violation(other, turns, mode) is None for other in others]
    assert fits == (len(others) * [True] if allowed is None else allowed.tolist())
    assert (allowed is None) == (rules is None) == (mode is HardMode.OFF)
    if allowed is not None:
        assert allowed.dtype == np.bool_
        first = Turn(others[0], feedback(others[0], answer))
        assert np.array_equal(rules(0, first.pattern), allowed_guesses(codes, [first], mode))


@given(words, st.lists(words, max_size=4), words)
def test_stricter_mode_allows_no_additional_guesses(answer, guesses, guess):
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    refused = [hard_mode_violation(guess, turns, mode) is not None for mode in HardMode]
    assert refused == sorted(refused)
