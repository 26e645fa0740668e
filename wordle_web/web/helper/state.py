"""The helper's address read as its state, keeping what can be kept of a damaged one.

The state is in the address so that it can be bookmarked, shared and undone with the back button.
May import the engine and the game, not Flask.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wordle_web.game.puzzles.puzzles import DAILY_LENGTH, LENGTHS
from wordle_web.web.ui.game_urls import (
    MAX_ROWS,
    SWITCHED_ON,
    HelperState,
    InputRow,
    Pairs,
    Problem,
    excerpt,
    read_mode,
    read_optional_word,
    read_word,
)

SORTS = ("word", "after", "bits", "worst", "chance", "turns")
MAX_USED = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """What an address says: the state that could be kept, and what could not."""

    state: HelperState
    problems: tuple[Problem, ...] = ()


def read_address(pairs: Iterable[tuple[str, str]], lengths: Sequence[int] = LENGTHS) -> Reading:
    """Return the state that the query's `pairs` describe, and the problems met on the way."""
    values = tuple(pairs)
    problems: list[Problem] = []
    length = _length(values, lengths, problems)
    state = HelperState(
        rows=_rows(values, length, problems),
        length=length,
        mode=read_mode(_first(values, "mode"), problems),
        hard=_first(values, "hard") in SWITCHED_ON,
        used=_used(values, length, problems),
        own_guess=read_optional_word(_first(values, "guess"), {length}, problems, "guess"),
        sort=_sort(values, problems),
    )
    return Reading(state, tuple(problems))


def _first(pairs: Pairs, name: str) -> str:
    return next((value.strip() for key, value in pairs if key == name), "")


def _length(pairs: Pairs, allowed: Sequence[int], problems: list[Problem]) -> int:
    text = _first(pairs, "length")
    if text in map(str, allowed):
        return int(text)
    if text:
        problems.append(Problem("length", excerpt(text)))
    lengths = (len(value.partition(":")[2].strip()) for key, value in pairs if key == "row")
    return next((length for length in lengths if length in allowed), DAILY_LENGTH)


def _rows(pairs: Pairs, length: int, problems: list[Problem]) -> tuple[InputRow, ...]:
    texts = [value for key, value in pairs if key == "row" and value.strip()]
    if len(texts) > MAX_ROWS:
        problems.append(Problem("too-many-rows", str(len(texts))))
    rows = (_row(text, length, problems) for text in texts[:MAX_ROWS])
    return tuple(row for row in rows if row is not None)


def _row(text: str, length: int, problems: list[Problem]) -> InputRow | None:
    letters, _, digits = text.strip().partition(":")
    guess = read_word(letters) if letters.strip(" _") else ""
    if guess is None or (not guess and not digits):
        problems.append(Problem("row", excerpt(text)))
        return None
    if guess and len(guess) != length:
        problems.append(Problem("row-length", excerpt(guess)))
        return None
    if len(digits) == length and set(digits) <= set("012"):
        return InputRow(guess, digits)
    problems.append(Problem("row-marks" if guess else "row", excerpt(text)))
    return InputRow(guess, _repaired_digits(digits, length)) if guess else None


def _repaired_digits(digits: str, length: int) -> str:
    valid = "".join(digit if digit in "012" else "0" for digit in digits[:length])
    return valid.ljust(length, "0")


def _used(pairs: Pairs, length: int, problems: list[Problem]) -> tuple[str, ...]:
    pieces = " ".join(value for key, value in pairs if key == "used").replace(",", " ").split()
    if len(pieces) > MAX_USED:
        problems.append(Problem("used-many", str(len(pieces))))
    words: dict[str, None] = {}
    for piece in pieces[:MAX_USED]:
        word = read_word(piece)
        if word is None or len(word) != length:
            problems.append(Problem("used", excerpt(piece)))
        else:
            words[word] = None
    return tuple(words)


def _sort(pairs: Pairs, problems: list[Problem]) -> str:
    # The last one: the column's button comes after the hidden field of the state.
    text = _first(pairs[::-1], "sort")
    if text in {"", *SORTS}:
        return text
    problems.append(Problem("sort", excerpt(text)))
    return ""
