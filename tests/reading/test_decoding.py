from dataclasses import replace

import numpy as np
import pytest

from wordle_web.engine.arrays import Floats
from wordle_web.engine.lexicon import lexicon_of
from wordle_web.reading.glyphs import CLASSES, LETTERS, is_keyboard, letter_logs, read_word

WORDS = lexicon_of(["crane", "crate", "slate", "lilac"])


def logs(word: str, other: dict[int, tuple[str, float]] | None = None) -> Floats:
    """Return log probabilities of a word's letters, certain except at the places in `other`."""
    chances = np.full((len(word), len(LETTERS)), 1e-5)
    for place, letter in enumerate(word):
        rival, chance = (other or {}).get(place, ("", 0.0))
        chances[place, LETTERS.index(letter)] = 1 - chance
        if rival:
            chances[place, LETTERS.index(rival)] = chance
    return np.log(chances / chances.sum(axis=1, keepdims=True))


def test_one_doubtful_letter_is_repaired_from_the_list_and_flagged() -> None:
    reading = read_word(logs("crame", {0: ("g", 0.45), 3: ("n", 0.3)}), [WORDS])
    assert (reading.letters, reading.doubtful) == ("crane", {0, 3})
    assert reading.chances[3] < 0.5
    assert read_word(logs("crame", {3: ("n", 0.3)}), [WORDS]).doubtful == {3}
    # Only a letter that the tile may show can replace another one.
    for loss, letters in ((2.2, "crane"), (2.4, "crame")):
        looks = logs("crame", {3: ("h", 0.3)})
        looks[3, LETTERS.index("n")] = looks[3].max() - loss
        assert read_word(looks, [WORDS]).letters == letters
    for chance, letters in ((0.21, "crane"), (0.19, "crame")):  # a clear letter is kept
        assert read_word(logs("crame", {3: ("n", chance)}), [WORDS]).letters == letters


def test_unreadable_letter_is_filled_in_but_stays_doubtful() -> None:
    covered = logs("crane")
    covered[0] = 0
    reading = read_word(covered, [WORDS])
    assert (reading.letters, reading.doubtful, reading.is_known) == ("crane", frozenset({0}), False)
    assert reading.chances == pytest.approx((0.5, 1, 1, 1, 1), abs=0.001)
    covered[1] = 0
    reading = read_word(covered, [WORDS])
    assert (reading.letters, reading.doubtful) == ("??ane", frozenset({0, 1}))
    assert reading.chances[:2] == (0, 0)


@pytest.mark.parametrize(
    ("word", "others", "doubtful", "is_known"),
    [
        ("crane", {}, set(), True),
        ("crabe", {}, set(), False),  # clear letters stay, whatever the list has
        ("crxxe", {2: ("a", 0.4), 3: ("n", 0.4)}, {2, 3}, False),  # two letters are never repaired
        # In an unlisted word, even a less likely alternative makes a letter doubtful.
        ("crane", {2: ("z", 0.34)}, set(), True),
        ("crane", {2: ("z", 0.36)}, {2}, True),
        ("brave", {2: ("z", 0.04)}, set(), False),
        ("brave", {2: ("z", 0.06)}, {2}, False),
    ],
)
def test_read_word_returns_letters_doubtful_places_and_probabilities(
    word: str, others, doubtful: set[int], is_known: bool
) -> None:
    reading = read_word(logs(word, others), [WORDS])
    assert (reading.letters, reading.doubtful, reading.is_known) == (word, doubtful, is_known)
    chances = [1 - others.get(place, ("", 0.0))[1] for place in range(5)]
    assert reading.chances == pytest.approx(chances, abs=0.001)


@pytest.mark.parametrize(
    ("prior", "n", "t", "letters"),
    [
        # Two words are equally likely as answers; the word that looks likelier is chosen.
        ((0.999, 0.999), 0.05, 0.2, "crate"),
        ((0.98, 0.02), 0.2, 0.6, "crate"),
        ((0.98, 0.02), 0.2, 0.45, "crane"),  # a much likelier word
        # Even a word that is hardly ever an answer can repair a letter.
        ((0, 0), 0.3, 0.35, "crate"),
        ((0.02, 0), 0.3, 0.35, "crane"),
    ],
)
def test_likelier_of_two_repairs_is_used(prior, n: float, t: float, letters: str) -> None:
    words = replace(lexicon_of(["crane", "crate"]), prior=np.array(prior))
    looks = logs("craxe", {3: ("n", n)})
    looks[3, [LETTERS.index("x"), LETTERS.index("t")]] = np.log([0.75, t])
    assert read_word(looks, [words]).letters == letters


def test_letter_probabilities_favor_the_letter_case_of_most_tiles() -> None:
    classes = np.full((2, CLASSES), -60.0, dtype=np.float32)
    small = len(LETTERS)
    classes[:, LETTERS.index("a")] = np.log(0.6)
    classes[0, small + LETTERS.index("b")] = np.log(0.4)
    logs = letter_logs(classes, LETTERS)
    little = 0.4 * np.exp(-3)
    assert np.exp(logs[0, :2]) == pytest.approx([0.6 / (0.6 + little), little / (0.6 + little)])
    assert logs[1, 0] == pytest.approx(0)
    assert logs[:, 2:].max() == -30
    # The case is decided for all tiles together: a lower-case l looks just like a capital I.
    classes = np.full((5, CLASSES), -9.0, dtype=np.float32)
    for tile, letter in enumerate("lilac"):
        classes[tile, small + LETTERS.index(letter)] = -0.7
    classes[[0, 2], LETTERS.index("i")] = -0.6
    assert read_word(letter_logs(classes, WORDS.alphabet), [WORDS]).letters == "lilac"
    # Special letters count as plain ones, unless the word list has them.
    classes = np.full((1, CLASSES), -9.0, dtype=np.float32)
    classes[0, LETTERS.index("ñ")] = -0.1
    for alphabet in ("abcn", "abcnñ"):
        assert LETTERS[letter_logs(classes, alphabet).argmax()] == alphabet[-1]


@pytest.mark.parametrize(
    ("row", "is_one"),
    [
        ("qwert", True), ("asdfg", True), ("zxcvbnm", True), ("abcde", True), ("uvwxyz", True),
        ("azert", True), ("uiop", True), ("uiox", False),
        ("qwxrt", True), ("qwxxt", False),  # four of five letters
        ("abxdxf", True), ("axxdxf", False),
        ("abxdexg", True), ("abxxexg", False),  # five of seven
        ("abxdexgh", True), ("abxdexgx", False),  # six of eight
    ],
)  # fmt: skip
def test_keyboard_rows_are_recognized(row: str, is_one: bool) -> None:
    assert is_keyboard(row) == is_one
