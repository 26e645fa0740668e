"""Marks and patterns: what an answer says to a guess, one pair at a time or all at once.

A mark is one tile: absent 0, present 1, correct 2. A pattern is the base-3 code of a row of
marks, the first letter most significant, so 0 to 242 for five letters. `feedback` is the slow
reference in plain Python; `feedback_matrix` computes the same for whole arrays. Imports the
standard library and NumPy only.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

ABSENT: Final = 0
PRESENT: Final = 1
CORRECT: Final = 2
LONGEST: Final = 10  # 3**10 is the last power of three that fits uint16
BLOCK_CELLS: Final = 1 << 16  # comparisons that stay in the processor's cache

Patterns = NDArray[np.unsignedinteger[Any]]
Codes = NDArray[np.uint32]


class LengthError(ValueError):
    """Two words that differ in length, or marks that do not fit a word.

    Attributes:
        expected: The length that was needed, in letters.
        found: The length that was given, in letters.
    """

    def __init__(self, expected: int, found: int) -> None:
        """Keep both lengths."""
        super().__init__(f"{expected} letters are needed, and there are {found}")
        self.expected = expected
        self.found = found


class MarksError(ValueError):
    """Marks that are not written as the digits 0, 1 and 2.

    Attributes:
        text: What was written.
    """

    def __init__(self, text: str) -> None:
        """Keep what was written."""
        super().__init__(f"marks are the digits 0, 1 and 2, not {text[:20]!r}")
        self.text = text


def feedback(guess: str, answer: str) -> int:
    """Return the base-3 pattern that `answer` gives to `guess`.

    A letter of the answer colours one letter of the guess: correct ones first, then present
    ones from the left, so a second E is absent where the answer has only one.

    Raises:
        LengthError: The words differ in length.

    >>> digits_of(feedback("speed", "abide"), 5)
    '00101'
    """
    if len(guess) != len(answer):
        raise LengthError(len(answer), len(guess))
    unmatched = Counter(a for g, a in zip(guess, answer, strict=True) if g != a)
    pattern = 0
    for g, a in zip(guess, answer, strict=True):
        mark = CORRECT if g == a else int(unmatched[g] > 0)
        unmatched[g] -= mark == PRESENT
        pattern = 3 * pattern + mark
    return pattern


def all_correct(length: int) -> int:
    """Return the pattern of a guess that is the answer.

    >>> all_correct(5)
    242
    """
    return int(3**length) - 1


def marks_of(pattern: int, length: int) -> tuple[int, ...]:
    """Return the mark of each letter, from the left.

    >>> marks_of(5, 3)
    (0, 1, 2)
    """
    return tuple(pattern // 3**place % 3 for place in reversed(range(length)))


def pattern_of(marks: Iterable[int]) -> int:
    """Return the pattern of a row of marks, from the left.

    >>> pattern_of([0, 1, 2])
    5
    """
    pattern = 0
    for mark in marks:
        pattern = 3 * pattern + mark
    return pattern


def digits_of(pattern: int, length: int) -> str:
    """Return a pattern as it is written in addresses and commands: digits 0, 1 and 2."""
    return "".join(map(str, marks_of(pattern, length)))


def pattern_from_digits(digits: str) -> int:
    """Return the pattern that digits 0, 1 and 2 write, the first letter first.

    Raises:
        MarksError: There is another character, or none at all.
    """
    if not digits or set(digits) - set("012"):
        raise MarksError(digits)
    return int(digits, 3)


def pattern_dtype(length: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Return the smallest dtype for patterns of that length: uint8 up to five, else uint16.

    Raises:
        LengthError: More letters than uint16 has room for.
    """
    if length > LONGEST:
        raise LengthError(LONGEST, length)
    return np.dtype(np.uint8 if all_correct(length) < 1 << 8 else np.uint16)


def letter_codes(words: Sequence[str]) -> Codes:
    """Return the code point of each letter, uint32, (words, letters).

    Raises:
        LengthError: The words differ in length.
    """
    length = len(words[0]) if words else 0
    odd = next((word for word in words if len(word) != length), None)
    if odd is not None:
        raise LengthError(length, len(odd))
    joined = "".join(words).encode("utf-32-le")
    return np.frombuffer(joined, dtype="<u4").astype(np.uint32).reshape(len(words), length)


def feedback_matrix(guesses: Codes, answers: Codes) -> Patterns:
    """Return the pattern of every guess against every answer, (guesses, answers).

    Args:
        guesses: Letters of each guess, uint32, (guesses, letters).
        answers: Letters of each answer, uint32, (answers, letters).

    Returns:
        Patterns of dtype `pattern_dtype(letters)`. Guesses are taken in blocks, so that the
        work stays in the processor's cache.

    Raises:
        LengthError: Guesses and answers differ in length, or are too long.
    """
    length = answers.shape[1]
    if guesses.shape[1] != length:
        raise LengthError(length, guesses.shape[1])
    places = np.ascontiguousarray(answers.T)
    matrix = np.empty((len(guesses), len(answers)), dtype=pattern_dtype(length))
    step = max(1, BLOCK_CELLS // max(1, len(answers)))
    for start in range(0, len(guesses), step):
        matrix[start : start + step] = _block(guesses[start : start + step], places)
    return matrix


def _block(guesses: Codes, places: Codes) -> Patterns:
    """Return the patterns of a few guesses; `places` holds the answers' letters by place."""
    length = len(places)
    used = [guesses[:, [place]] == places[place] for place in range(length)]
    correct = [hit.copy() for hit in used]
    pattern = np.zeros(used[0].shape, dtype=pattern_dtype(length))
    for place in range(length):
        present = _take_unused(guesses[:, [place]], places, used, ~correct[place])
        pattern *= 3
        pattern += correct[place].view(np.uint8) * np.uint8(CORRECT)
        pattern += present
    return pattern


def _take_unused(
    letter: Codes, places: Codes, used: list[NDArray[np.bool_]], pending: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return where an unused letter of the answer equals `letter`, and mark it as used."""
    taken = np.zeros_like(pending)
    for answer_letter, spent in zip(places, used, strict=True):
        hit = (letter == answer_letter) & pending & ~spent
        spent |= hit
        pending = pending & ~hit
        taken |= hit
    return taken
