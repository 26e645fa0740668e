"""Feedback: the marks and the pattern that an answer gives to a guess.

A mark is the color of one tile: 0 absent, 1 present, 2 correct. A pattern is a row of marks as a
number in base 3, the first letter most significant: 0 to 242 for five letters. `feedback` is the
slow reference in plain Python; `feedback_matrix` computes the same for whole arrays.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from wordle_web.engine.arrays import Codes, Patterns

ABSENT: Final = 0
PRESENT: Final = 1
CORRECT: Final = 2
MAX_LENGTH: Final = 10  # 3**10 is the largest power of three that fits uint16
BLOCK_PATTERNS: Final = 1 << 16  # patterns computed in one block, which fits the CPU cache


class LengthError(ValueError):
    """Raised for words of different lengths, or words that are too long."""

    def __init__(self, expected: int, given: int) -> None:
        """Store both lengths."""
        super().__init__(f"{expected} letters needed, {given} given")
        self.expected = expected
        self.given = given


class CaseError(ValueError):
    """Raised for a word with capital letters, since word lists are in lower case."""

    def __init__(self, word: str) -> None:
        """Store the word."""
        super().__init__(f"write words in lower case: {word.lower()[:40]!r}, not {word[:40]!r}")
        self.word = word


class PatternError(ValueError):
    """Raised for a number that is out of range for the patterns of a word."""

    def __init__(self, pattern: int, length: int) -> None:
        """Store the number and the length."""
        most = all_correct(length)
        super().__init__(f"patterns of {length} letters are 0 to {most}, not {pattern}")
        self.pattern = pattern
        self.length = length


def check_case(*words: str) -> None:
    """Refuse words with capital letters.

    Raises:
        CaseError: a word has capital letters.
    """
    for word in words:
        if word != word.lower():
            raise CaseError(word)


def check_is_list(words: Iterable[str], name: str) -> None:
    """Refuse a string in place of a list of words, since its letters would be read as words.

    Raises:
        TypeError: `words` is a string.
    """
    if isinstance(words, str):
        raise TypeError(f"{name} must be a list of words, not the text {words[:40]!r}")


def feedback(guess: str, answer: str) -> int:
    """Return the base-3 pattern that `answer` gives to `guess`.

    Each letter of the answer colors at most one letter of the guess: correct ones first, then
    present ones from the left. So a second E is absent if the answer has only one.

    Raises:
        CaseError: a word has capital letters.
        LengthError: the words differ in length.

    >>> digits_of(feedback("speed", "abide"), 5)
    '00101'
    """
    check_case(guess, answer)
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
    return tuple(pattern // 3**position % 3 for position in reversed(range(length)))


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
    """Return a pattern as the digits 0, 1 and 2, the form used in URLs and commands.

    Raises:
        PatternError: the pattern is out of range for that length.
    """
    if not 0 <= pattern <= all_correct(length):
        raise PatternError(pattern, length)
    return "".join(map(str, marks_of(pattern, length)))


def is_marks(text: str, length: int) -> bool:
    """Return whether a text is the marks of a word on one board: `length` digits from 0 to 2."""
    return len(text) == length and not set(text) - set("012")


def pattern_from_digits(digits: str) -> int:
    """Return the pattern of marks written as digits; callers check them with `is_marks`."""
    return int(digits, 3)


def pattern_dtype(length: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Return the smallest dtype for patterns: uint8 up to five letters, otherwise uint16.

    Raises:
        LengthError: the patterns do not fit uint16.
    """
    if length > MAX_LENGTH:
        raise LengthError(MAX_LENGTH, length)
    return np.dtype(np.uint8 if all_correct(length) < 1 << 8 else np.uint16)


def letter_codes(words: Sequence[str]) -> Codes:
    """Return the code point of each letter, uint32, (words, letters), read-only.

    Raises:
        CaseError: a word has capital letters.
        LengthError: the words differ in length.
        TypeError: `words` is a string.
    """
    check_is_list(words, "words")
    length = len(words[0]) if words else 0
    odd = next((word for word in words if len(word) != length), None)
    if odd is not None:
        raise LengthError(length, len(odd))
    joined = "".join(words)
    if joined != joined.lower():
        check_case(*words)
    codes = np.frombuffer(joined.encode("utf-32-le"), dtype="<u4").astype(np.uint32, copy=False)
    return codes.reshape(len(words), length)


def feedback_matrix(guesses: Codes, answers: Codes) -> Patterns:
    """Return the pattern of every guess for every answer, (guesses, answers).

    Both arguments are letter codes, uint32, (words, letters); the result has the dtype
    `pattern_dtype(letters)`. Its longer axis is contiguous; the shorter one is processed in blocks
    that fit the cache.

    Raises:
        LengthError: guesses and answers differ in length, or are too long.
        TypeError: an argument is not an array of letter codes but, for example, a list of words.
    """
    if not all(isinstance(codes, np.ndarray) and codes.ndim == 2 for codes in (guesses, answers)):
        raise TypeError("guesses and answers must be letter codes: pass letter_codes(words)")
    length = answers.shape[1]
    if guesses.shape[1] != length:
        raise LengthError(length, guesses.shape[1])
    pattern_dtype(length)
    letters: list[Patterns] = [guesses.T, answers.T]
    if guesses.size and answers.size:
        first = min(guesses.min(), answers.min())
        if max(guesses.max(), answers.max()) - first < 1 << 8:  # the codes fit single bytes
            letters = [(column - first).astype(np.uint8, order="C") for column in letters]
    guess_letters, answer_letters = map(np.ascontiguousarray, letters)
    if len(guesses) > len(answers):
        return _matrix(answer_letters, guess_letters, guess_is_long=True).T
    return _matrix(guess_letters, answer_letters, guess_is_long=False)


def patterns_of(guess: str, answers: Codes) -> Patterns:
    """Return the pattern of one guess for every answer, (answers,).

    `answers` holds letter codes, uint32, (answers, letters).

    >>> patterns_of("crane", letter_codes(["slate", "crane"])).tolist()
    [20, 242]

    Raises:
        CaseError: the guess has capital letters.
        LengthError: the guess and the answers differ in length.
    """
    patterns: Patterns = feedback_matrix(letter_codes([guess]), answers)[0]
    return patterns


def _matrix(short: Patterns, long: Patterns, *, guess_is_long: bool) -> Patterns:
    """Return the patterns, (short, long), of a short and a long list, each (letters, words)."""
    matrix = np.empty((short.shape[1], long.shape[1]), dtype=pattern_dtype(len(short)))
    step = max(1, BLOCK_PATTERNS // max(1, long.shape[1]))
    for start in range(0, short.shape[1], step):
        block = short[:, start : start + step, np.newaxis]
        pair = (long[:, np.newaxis], block) if guess_is_long else (block, long[:, np.newaxis])
        matrix[start : start + step] = _block(*pair)
    return matrix


def _block(guesses: Patterns, answers: Patterns) -> Patterns:
    """Return patterns; the letter codes of guesses and answers, (letters, ...), are broadcast."""
    positions = range(len(guesses))
    unused = [guesses[position] != answers[position] for position in positions]
    missed = [free.copy() for free in unused]  # letters of the guess that are not correct
    pattern = np.zeros(unused[0].shape, dtype=pattern_dtype(len(guesses)))
    matched = np.empty(unused[0].shape, dtype=bool)  # one buffer for all comparisons
    for position in positions:
        pending = missed[position].copy()
        for other in positions:
            if other != position:
                # A pending letter takes an equal, unused letter of the answer.
                np.equal(guesses[position], answers[other], out=matched)
                matched &= pending
                matched &= unused[other]
                pending ^= matched
                unused[other] ^= matched
        pattern *= 3  # each tile starts as correct, 2; present is 1 less, absent 2 less
        pattern += np.uint8(CORRECT)
        pattern -= missed[position]
        pattern -= pending
    return pattern
