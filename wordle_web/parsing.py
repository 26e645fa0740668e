"""Safe parsing of whole numbers, short texts, and patterns in text from people and addresses.

Standard library only, so that every layer may use it.
"""

import re
from typing import Any, AnyStr, Final

MAX_DIGITS = 12
MAX_NUMBER = 999_999  # largest number accepted in an address
MAX_TYPED = 64  # characters of a word field that are kept

PATTERNS: Final[set[re.Pattern[Any]]] = set()


def linear_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a compiled pattern for text from outside, whose search takes linear time.

    Every repeat has a bound, and no two that follow each other or are nested may match the same
    character: a hostile text could be divided between them in too many ways. The tests check this
    for all of `PATTERNS`.
    """
    compiled = re.compile(text, flags)
    PATTERNS.add(compiled)
    return compiled


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return a number from `low` to `high` written in ASCII digits, or None for any other text.

    >>> whole_number("12", 1, 40), whole_number("41", 1, 40), whole_number("-1", 1, 40)
    (12, None, None)
    """
    # Limit the length first, since `int` is slow for very many digits.
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if low <= number <= high else None


def printable(text: str, max_length: int = MAX_TYPED) -> str:
    r"""Return the first `max_length` characters, without invisible ones and outer spaces.

    >>> printable(" cra\u200bne\n")
    'crane'
    """
    return "".join(filter(str.isprintable, text[:max_length])).strip()


def letters_of(text: str, max_length: int) -> str:
    """Return the first letters of what was typed, in lower case, as the board shows them."""
    return "".join(filter(str.isalpha, text.lower()))[:max_length]
