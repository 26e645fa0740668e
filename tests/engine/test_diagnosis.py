"""Turns without a matching word: impossible marks, rows at fault, and fixes."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordle_web.engine import diagnosis
from wordle_web.engine.candidates import belief_of, narrow
from wordle_web.engine.diagnosis import (
    conflicting_tiles,
    contradicting_tiles,
    diagnose,
    impossibility,
    mistypings,
)
from wordle_web.engine.feedback import LengthError, feedback, letter_codes, marks_of, pattern_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import lexicon_of, load_lexicon


@pytest.mark.parametrize(
    ("text", "kind", "letter", "positions", "fix"),
    [
        ("crane:22221", "all_but_one", "E", (4,), "crane:22220"),
        ("crane:12222", "all_but_one", "C", (0,), "crane:02222"),
        ("geese:00001", "repeat_order", "E", (1, 2, 4), "geese:01000"),
        ("speed:00012", "repeat_order", "E", (2, 3), "speed:00102"),
        ("eerie:20001", "repeat_order", "E", (1, 4), "eerie:21000"),
        ("eerie:11221", "no_room", "E", (0, 1, 4), "eerie:00220"),
        ("aab:110", "no_room", "A", (0, 1), "aab:100"),
    ],
)
def test_impossible_marks_are_explained_and_fixed(text, kind, letter, positions, fix):
    fault = impossibility(Turn.parse(text))
    assert (fault.kind, fault.letter, fault.positions) == (kind, letter, positions)
    assert fault.fix.text() == fix
    assert fault.letter in str(fault)


def test_reasons_show_language_specific_capitals():
    turns = [Turn.parse("dizin:22221"), Turn.parse("sinir:01020")]
    for letter, words in {"İ": ["dizin", "s\u0131n\u0131f"], "I": ["dizin", "kanal"]}.items():
        lexicon = lexicon_of(words)
        diagnosis = diagnose(lexicon, [*turns, Turn.parse("ilkim:12222")], lexicon.prior)
        assert diagnosis.impossible[-1][1].letter == letter


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_marks_are_impossible_if_and_only_if_no_answer_gives_them(length):
    for letters in product("abc", repeat=length):
        guess = "".join(letters)
        answers = map("".join, product("abcx", repeat=length))
        possible = {feedback(guess, answer) for answer in answers}
        for pattern in range(3**length):
            fault = impossibility(Turn(guess, pattern))
            assert (fault is None) == (pattern in possible), (guess, marks_of(pattern, length))
            assert fault is None or fault.fix.pattern in possible


@st.composite
def rows(draw, alphabet="abcd"):
    """Answers, and a turn with any marks."""
    length = draw(st.integers(1, 6))
    words = st.text(alphabet, min_size=length, max_size=length)
    answers = draw(st.lists(words, min_size=1, max_size=12))
    return answers, Turn(draw(words), draw(st.integers(0, 3**length - 1)))


@given(rows())
def test_mistypings_list_the_answers_that_fit_after_changing_any_letter(row):
    answers, turn = row
    fits_of = {}
    for _, guess, fits in mistypings(turn, letter_codes(answers), "abcd"):
        assert fits.dtype == np.intp
        fits_of[guess] = fits.tolist()
    for position, old in enumerate(turn.guess):
        for letter in set("abcd") - {old}:
            guess = turn.guess[:position] + letter + turn.guess[position + 1 :]
            fits = [i for i, word in enumerate(answers) if feedback(guess, word) == turn.pattern]
            # A word that already matches the turn needs no fix, and may be left out.
            if not any(feedback(turn.guess, answers[i]) == turn.pattern for i in fits):
                assert fits_of.get(guess, []) == fits
    (dig,) = mistypings(Turn.parse("dog:222"), letter_codes(["cat", "dig"]), "i")
    assert (*dig[:2], dig[2].tolist()) == (1, "dig", [1])


WORDS = ["crane", "crate", "grate", "irate", "plate", "slate", "slimy", "truss", "trust"]


def diagnosis_of(*texts, words=WORDS, weights=None):
    lexicon = lexicon_of(words)
    weights = lexicon.prior if weights is None else np.array(weights, dtype=float)
    return diagnose(lexicon, [Turn.parse(text) for text in texts], weights)


def test_diagnosis_has_no_fixes_if_words_match() -> None:
    assert diagnosis_of().candidates == len(WORDS)
    diagnosis = diagnosis_of("crane:22202")
    assert (diagnosis.candidates, diagnosis.matching) == (1, 1)
    assert diagnosis.fixes == diagnosis.conflict == diagnosis.at_fault == diagnosis.impossible == ()
    assert diagnosis_of("crane:22202", "crane:22200").candidates == 0
    # If either of two rows may be wrong, the likelier words decide which one is.
    words = ["crane", "slimy"]
    for weights, fault in (([5, 1], (1,)), ([1, 5], (0,))):
        diagnosis = diagnosis_of("crane:22222", "slimy:22222", words=words, weights=weights)
        assert (diagnosis.at_fault, diagnosis.conflict) == (fault, (0, 1))


@pytest.mark.parametrize(
    ("row", "words", "mend"),
    [
        ("crane:02201", WORDS, ("mark", 0, "crane:02202", 2)),
        # These marks are also impossible, and a single tile away from possible ones.
        ("crane:22221", ["crank"], ("mark", 0, "crane:22220", 1)),
        ("жирам:22222", ["жираф", "журав"], ("letter", 0, "жираф:22222", 1)),
        # A wrong order of marks is a single mistake, although two tiles change.
        ("eerie:01100", ["fiber", "under", "broke"], ("order", 0, "eerie:10100", 1)),
    ],
)
def test_diagnosis_fixes_a_wrong_color_letter_or_order(row, words, mend):
    fixes = diagnosis_of(row, words=words).fixes
    assert mend in [(fix.kind, fix.row, fix.turn.text(), fix.words) for fix in fixes]


def test_fix_makes_letters_green_that_are_green_in_another_row():
    """A player who taps known greens again turns several of them yellow."""
    diagnosis = diagnosis_of("crane:02002", "pride:01221", words=["pride", "brine", "bride"])
    (fix,) = [fix for fix in diagnosis.fixes if fix.kind == "greens"]
    assert (fix.row, fix.turn.text(), fix.words) == (1, "pride:02222", 1)


def test_impossible_marks_are_reported_with_their_row():
    for texts, words, faults in (
        (("slate:00001", "eerie:00100"), ["broke", "zebra"], []),
        (("slate:00201", "eerie:01100"), ["abhor", "mercy", "fiber"], [(1, "repeat_order")]),
    ):
        diagnosis = diagnosis_of(*texts, words=words)
        assert [(row, fault.kind) for row, fault in diagnosis.impossible] == faults


def test_diagnosis_refuses_guesses_of_another_length_and_more_than_62_turns():
    with pytest.raises(LengthError):
        diagnosis_of("cranes:000000")
    with pytest.raises(diagnosis.TooManyTurnsError):
        diagnosis_of(*["crane:00000"] * 63)
    assert diagnosis_of(*["crane:22222"] * 62).candidates == 1


@st.composite
def cases(draw):
    """A lexicon, weights, and turns with any marks."""
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
def test_every_fix_leaves_as_many_words_as_it_reports(case):
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
def test_fixes_include_every_change_of_one_tile_or_letter(case):
    lexicon, turns, weights = case
    diagnosis = diagnose(lexicon, turns, weights)
    assert diagnosis.matching == len(narrow(lexicon, turns))
    assert diagnosis.candidates == len(words_fitting(lexicon, turns, weights))
    if diagnosis.candidates:
        assert diagnosis.fixes == ()
        return
    offered = {(fix.row, fix.turn) for fix in diagnosis.fixes}
    for row, turn in enumerate(turns):
        for changed in neighbors(turn, lexicon.alphabet):
            mended = [*turns[:row], changed, *turns[row + 1 :]]
            assert ((row, changed) in offered) == bool(words_fitting(lexicon, mended, weights))


def neighbors(turn, alphabet):
    """Yield every turn in which one tile or letter is different."""
    for position, mark in enumerate(turn.marks):
        digits = turn.text().partition(":")[2]
        for other in {0, 1, 2} - {mark}:
            yield Turn.parse(f"{turn.guess}:{digits[:position]}{other}{digits[position + 1 :]}")
        for letter in set(alphabet) - {turn.guess[position]}:
            yield Turn(turn.guess[:position] + letter + turn.guess[position + 1 :], turn.pattern)


@given(cases())
def test_diagnosis_blames_as_few_rows_as_possible(case):
    lexicon, turns, weights = case
    diagnosis = diagnose(lexicon, turns, weights)
    if diagnosis.candidates or not (weights > 0).any():
        return
    fit = [
        {row for row, turn in enumerate(turns) if feedback(turn.guess, word) == turn.pattern}
        for word, weight in zip(lexicon.words, weights, strict=True)
        if weight > 0
    ]
    assert len(diagnosis.at_fault) == len(turns) - max(map(len, fit))
    others = set(range(len(turns))) - set(diagnosis.at_fault)
    assert diagnosis.words_without == sum(rows >= others for rows in fit)
    assert not any(rows >= set(diagnosis.conflict) for rows in fit)
    for left_out in diagnosis.conflict:
        assert any(rows >= set(diagnosis.conflict) - {left_out} for rows in fit)


@given(
    guess=st.text("abc", min_size=3, max_size=3),
    answers=st.lists(st.text("abc", min_size=3, max_size=3), max_size=6),
    marks=st.dictionaries(st.integers(0, 2), st.integers(0, 2), max_size=3),
)
def test_conflicting_tiles_are_a_smallest_set_that_no_answer_gives(guess, answers, marks):
    def is_given(places):
        patterns = [marks_of(feedback(guess, answer), 3) for answer in answers]
        return any(all(given[place] == marks[place] for place in places) for given in patterns)

    sets = [places for size in range(1, 4) for places in combinations(marks, size)]
    sizes = [len(places) for places in sets if answers and not is_given(places)]
    codes = letter_codes(answers).reshape(-1, 3)
    conflict = conflicting_tiles(guess, marks, codes)
    assert len(conflict) == min(sizes, default=0)
    assert not conflict or not is_given(conflict)


def test_fixes_with_known_words_come_first_and_are_sorted_by_odds():
    for rows in (["crane:02201"], ["crane:22202", "crate:22220"]):
        diagnosis = diagnosis_of(*rows)
        order = [(not fix.is_known, -fix.odds) for fix in diagnosis.fixes]
        assert order == sorted(order)
        assert len({is_unknown for is_unknown, _ in order}) == 2
    assert diagnosis.knowledge.greens[1] == "r"  # although nothing matches


def test_first_fix_of_an_unlisted_guess_changes_a_letter():
    words = ["crane", "crate", "brace", "plate"]
    first = diagnosis_of("crxne:22222", words=words).fixes[0]
    assert (first.kind, first.turn.guess) == ("letter", "crane")
    first = diagnosis_of("crane:22202", "crate:22220", words=words).fixes[0]
    assert first.kind == "mark"


def test_odds_of_a_fix_combine_the_probabilities_of_mistake_and_word():
    """Wrong colors are twice as likely as wrong letters; 10 colors or 20 letters may be wrong."""
    diagnosis = diagnosis_of("crane:22202", words=["crane"], weights=[1])
    odds = {fix.turn.text(): fix.odds for fix in diagnosis.fixes}
    prior = lexicon_of(["crane"]).prior[0]
    assert odds["crane:22222"] == pytest.approx(2 * (prior + 0.02) / 10)
    assert odds["craee:22202"] == pytest.approx(0.002 / 20)  # not a word


def corrupted(rng, lexicon, kind):
    """Return the turns of a game with one mistake, the row at fault, and the correct turn."""
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
        letter = rng.choice([other for other in lexicon.alphabet if other != true.guess[position]])
        guess = true.guess[:position] + letter + true.guess[position + 1 :]
        turns[row] = Turn(guess, true.pattern)
    return turns, row, true


@pytest.mark.parametrize("kind", ["mark", "letter"])
@pytest.mark.parametrize("mode", ["real", "normal"])
def test_correct_fix_is_usually_among_the_first_three(kind, mode):
    lexicon, rng = load_lexicon("english-5"), random.Random(f"{kind} {mode}")
    weights, ranks = belief_of(lexicon, mode).weights, []
    while len(ranks) < 60:
        turns, row, true = corrupted(rng, lexicon, kind)
        diagnosis = diagnose(lexicon, turns, weights)
        if not diagnosis.candidates:
            offered = [(fix.row, fix.turn) for fix in diagnosis.fixes]
            ranks.append(offered.index((row, true)) + 1)
    for most, count in ((1, 27), (3, 51), (8, 58)):
        assert sum(rank <= most for rank in ranks) >= count


@pytest.mark.parametrize(
    ("first", "second", "tiles"),
    [
        ("crane:01000", "stork:00000", (1, 3)),  # yellow, gray
        ("stork:00000", "crane:01000", (3, 1)),  # gray, yellow
        ("crane:02000", "stork:00000", (1, 3)),  # green, gray
        ("geese:02000", "crane:00000", (1, 4)),  # green beside a gray one, gray
        ("crane:00200", "slate:00100", (2, 2)),  # green, yellow at the same position
        ("crane:22222", "slimy:22222", (0, 0)),  # two letters at one position
        ("geese:02100", "crane:00001", None),  # two or more, one or more
        ("geese:01100", "eerie:10000", None),  # a number of one letter needs several tiles
        ("crane:01000", "truck:01000", None),  # both leave other positions
        ("crane:00200", "alarm:10000", None),  # two marks of one letter in a row
    ],
)
def test_two_contradicting_tiles_are_found(first, second, tiles):
    assert contradicting_tiles(Turn.parse(first), Turn.parse(second)) == tiles


def test_contradicting_tiles_leave_no_answer():
    words = ["".join(letters) for letters in product("abc", repeat=3)]
    patterns = {(guess, feedback(guess, answer)) for guess in words for answer in words}
    turns = [Turn(*turn) for turn in patterns]
    answers = {
        turn: {word for word in words if feedback(turn.guess, word) == turn.pattern}
        for turn in turns
    }
    pairs = random.Random(0).sample(list(product(turns, turns)), 3000)
    contradicting = [pair for pair in pairs if contradicting_tiles(*pair)]
    assert 300 < len(contradicting) < 3000
    assert [pair for pair in contradicting if answers[pair[0]] & answers[pair[1]]] == []
