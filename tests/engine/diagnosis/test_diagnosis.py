"""Turns that no word fits: the rows at fault and the changes that bring words back."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.diagnosis.diagnosis import MAX_TURNS, TooManyTurnsError, diagnose
from wordle_web.engine.feedback import LengthError, feedback, pattern_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon

WORDS = ["crane", "crate", "grate", "irate", "plate", "slate", "slimy", "truss", "trust"]


def diagnosis_of(*texts, words=WORDS, weights=None):
    lexicon = lexicon_of(words)
    weights = lexicon.prior if weights is None else np.array(weights, dtype=float)
    return diagnose(lexicon, [Turn.parse(text) for text in texts], weights)


def mends_of(diagnosis):
    return [(fix.kind, fix.row, fix.turn.text(), fix.words) for fix in diagnosis.fixes]


def test_turns_that_words_fit_need_no_mend():
    assert diagnosis_of().candidates == len(WORDS)
    found = diagnosis_of("crane:22202")
    assert (found.candidates, found.matching) == (1, 1)
    assert found.fixes == found.conflict == found.at_fault == found.impossible == ()


@pytest.mark.parametrize(
    ("rows", "conflict", "at_fault", "words_without", "fixes"),
    [
        (["crane:02201"], (0,), (0,), len(WORDS), 4),
        (["crate:02222", "irate:02222", "truss:22220"], (0, 2), (2,), 1, 0),
        (["zzzzz:22000", "slate:22222", "jjjjj:00022"], (0,), (0, 2), 1, 0),  # two mistakes
    ],
)
def test_rows_that_contradict_each_other_and_those_at_fault_are_named(
    rows, conflict, at_fault, words_without, fixes
):
    found = diagnosis_of(*rows)
    assert (found.candidates, found.conflict, found.at_fault) == (0, conflict, at_fault)
    assert (found.words_without, len(found.fixes)) == (words_without, fixes)


@pytest.mark.parametrize(
    ("row", "words", "mend"),
    [
        ("crane:02201", WORDS, ("mark", 0, "crane:02202", 2)),
        ("жирам:22222", ["жираф", "журав"], ("letter", 0, "жираф:22222", 1)),
        # Impossible order, although two tiles change.
        ("eerie:01100", ["fiber", "under", "broke"], ("order", 0, "eerie:10100", 1)),
    ],
)
def test_a_wrong_color_letter_or_order_is_mended(row, words, mend):
    assert mend in mends_of(diagnosis_of(row, words=words))


def test_a_mistyped_letter_is_mended_by_an_allowed_word_first():
    words = ["crane", "crave", "state"]
    fixes = diagnosis_of("crate:22202", "crame:22222", words=words).fixes
    fixes = [fix for fix in fixes if fix.kind == "letter"]
    assert [fix.turn.text() for fix in fixes] == ["crane:22222", "crave:22222"]
    assert {fix.position for fix in fixes} == {3}
    assert all(fix.is_known for fix in fixes)


def test_of_two_rows_one_of_which_is_wrong_the_likelier_words_decide():
    words = ["crane", "slimy"]
    for weights, fault in (([5, 1], (1,)), ([1, 5], (0,))):
        found = diagnosis_of("crane:22222", "slimy:22222", words=words, weights=weights)
        assert found.at_fault == fault
        assert found.conflict == (0, 1)


def test_impossible_marks_are_named_and_mended_in_their_order():
    found = diagnosis_of("slate:00001", "eerie:00100", words=["broke", "zebra"])
    assert [(row, fault.kind) for row, fault in found.impossible] == []
    found = diagnosis_of("slate:00201", "eerie:01100", words=["abhor", "mercy", "fiber"])
    assert [(row, fault.kind) for row, fault in found.impossible] == [(1, "repeat_order")]


def test_words_of_weight_nought_are_left_aside_but_counted():
    words = ["crane", "crate", "irate"]
    found = diagnosis_of("crane:22202", words=words, weights=[1, 0, 1])
    assert (found.candidates, found.matching) == (0, 1)
    assert all(fix.words == 1 for fix in found.fixes)


def test_no_word_of_any_weight_gives_no_mend():
    found = diagnosis_of("crane:22202", words=["crane", "crate"], weights=[0, 0])
    assert found.candidates == 0
    assert found.fixes == ()


def test_guesses_of_another_length_and_endless_turns_are_refused():
    with pytest.raises(LengthError):
        diagnosis_of("cranes:000000")
    with pytest.raises(TooManyTurnsError):
        diagnosis_of(*["crane:00000"] * (MAX_TURNS + 1))
    assert diagnosis_of(*["crane:22222"] * MAX_TURNS).candidates == 1


def test_what_is_known_is_stated_although_nothing_fits():
    assert diagnosis_of("crane:02201", "crate:02222").knowledge.greens[1] == "r"


@st.composite
def cases(draw):
    """A lexicon, weights, and turns of any marks."""
    length = draw(st.integers(2, 5))
    words = st.text("abcd", min_size=length, max_size=length)
    chosen = draw(st.lists(words, min_size=1, max_size=25, unique=True))
    turns = st.builds(Turn, words, st.integers(0, 3**length - 1))
    weights = draw(st.lists(st.sampled_from([0, 1, 2]), min_size=25, max_size=25))
    lexicon = lexicon_of(chosen)
    return lexicon, draw(st.lists(turns, max_size=4)), np.array(weights[: len(lexicon)], float)


def words_fitting(lexicon, turns, weights):
    return [position for position in narrow(lexicon, turns) if weights[position] > 0]


@given(cases())
def test_every_mend_offered_gives_the_words_it_promises(case):
    lexicon, turns, weights = case
    for fix in diagnose(lexicon, turns, weights).fixes:
        mended = [*turns[: fix.row], fix.turn, *turns[fix.row + 1 :]]
        left = words_fitting(lexicon, mended, weights)
        assert len(left) == fix.words > 0
        assert weights[left].sum() == pytest.approx(fix.weight)
        assert fix.is_known == (fix.kind != "letter" or fix.turn.guess in lexicon)
        tiles = (
            list(zip(turn.guess, turn.marks, strict=True)) for turn in (turns[fix.row], fix.turn)
        )
        changed = [old != new for old, new in zip(*tiles, strict=True)]
        assert fix.position == changed.index(True)


@given(cases())
def test_no_change_of_one_tile_or_letter_is_overlooked(case):
    lexicon, turns, weights = case
    found = diagnose(lexicon, turns, weights)
    if found.candidates:
        assert found.fixes == ()
        return
    offered = {(fix.row, fix.turn) for fix in found.fixes}
    for row, turn in enumerate(turns):
        for changed in neighbors(turn, lexicon.alphabet):
            mended = [*turns[:row], changed, *turns[row + 1 :]]
            assert ((row, changed) in offered) == bool(words_fitting(lexicon, mended, weights))


def neighbors(turn, alphabet):
    """Every turn with one other tile or letter."""
    for position, mark in enumerate(turn.marks):
        digits = turn.text().partition(":")[2]
        for other in {0, 1, 2} - {mark}:
            yield Turn.parse(f"{turn.guess}:{digits[:position]}{other}{digits[position + 1 :]}")
        for letter in set(alphabet) - {turn.guess[position]}:
            yield Turn(turn.guess[:position] + letter + turn.guess[position + 1 :], turn.pattern)


@given(cases())
def test_rows_named_are_as_few_as_can_be(case):
    lexicon, turns, weights = case
    found = diagnose(lexicon, turns, weights)
    if found.candidates or not (weights > 0).any():
        return
    fit = [
        {row for row, turn in enumerate(turns) if feedback(turn.guess, word) == turn.pattern}
        for word, weight in zip(lexicon.words, weights, strict=True)
        if weight > 0
    ]
    assert len(found.at_fault) == len(turns) - max(map(len, fit))
    others = set(range(len(turns))) - set(found.at_fault)
    assert found.words_without == sum(rows >= others for rows in fit)
    assert not any(rows >= set(found.conflict) for rows in fit)
    for left_out in found.conflict:
        assert any(rows >= set(found.conflict) - {left_out} for rows in fit)


def test_mends_are_sorted_known_first_then_by_odds():
    fixes = diagnosis_of("crane:02201", "slate:00020").fixes
    assert [(not fix.is_known, -fix.odds) for fix in fixes] == sorted(
        (not fix.is_known, -fix.odds) for fix in fixes
    )


def test_a_word_that_nobody_guesses_was_rather_mistyped_than_marked_wrong():
    words = ["crane", "crate", "brace", "plate"]
    first = diagnosis_of("crxne:22222", words=words).fixes[0]
    assert (first.kind, first.turn.guess) == ("letter", "crane")
    first = diagnosis_of("crane:22202", "crate:22220", words=words).fixes[0]
    assert first.kind == "mark"


def test_odds_are_those_of_a_wrong_color_or_letter_and_of_the_guess():
    """A color is wrong twice as often as a letter; ten could be meant, or twenty letters."""
    found = diagnosis_of("crane:22202", words=["crane"], weights=[1])
    odds = {fix.turn.text(): fix.odds for fix in found.fixes}
    prior = lexicon_of(["crane"]).prior[0]
    assert odds["crane:22222"] == pytest.approx(2 * (prior + 0.02) / 10)
    assert odds["craee:22202"] == pytest.approx(0.002 / 20)  # no word


def corrupted(rng, lexicon, kind):
    """A game with one mistake: its turns, the row at fault, and the turn that it was."""
    pool, openers = lexicon.pool().words, ("crane", "slate", "adieu", "stare", "audio")
    answer, count = rng.choice(pool), rng.choice((2, 3, 4))
    guesses = [rng.choice(openers), *rng.choices(pool, k=count - 1)]
    turns = [Turn(guess, feedback(guess, answer)) for guess in guesses]
    row, position = rng.randrange(count), rng.randrange(5)
    true = turns[row]
    if kind == "mark":
        marks = list(true.marks)
        marks[position] = rng.choice([mark for mark in range(3) if mark != marks[position]])
        turns[row] = Turn(true.guess, pattern_of(marks))
    else:
        letter = rng.choice([each for each in lexicon.alphabet if each != true.guess[position]])
        guess = true.guess[:position] + letter + true.guess[position + 1 :]
        turns[row] = Turn(guess, true.pattern)
    return turns, row, true


@pytest.mark.parametrize("kind", ["mark", "letter"])
@pytest.mark.parametrize("mode", ["real", "normal"])
def test_a_mistake_in_a_true_game_is_found_and_named_among_the_first(kind, mode):
    lexicon, rng = load_lexicon("english-5"), random.Random(f"{kind} {mode}")
    weights, ranks = belief_of(lexicon, mode).weights, []
    while len(ranks) < 60:
        turns, row, true = corrupted(rng, lexicon, kind)
        found = diagnose(lexicon, turns, weights)
        if not found.candidates:
            offered = [(fix.row, fix.turn) for fix in found.fixes]
            ranks.append(offered.index((row, true)) + 1)
    assert sum(rank == 1 for rank in ranks) >= 27
    assert sum(rank <= 3 for rank in ranks) >= 51
    assert sum(rank <= 8 for rank in ranks) >= 58
