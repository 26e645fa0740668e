"""Safe parsing of whole numbers and short texts, and safe patterns, for outside input.

This module uses only the standard library, so every layer can import it.
"""

import re
import unicodedata
from typing import Any, AnyStr, Final

MAX_DIGITS = 12
MAX_NUMBER = 999_999  # largest number accepted in a URL
MAX_TYPED = 64  # characters of a word field that are read

PATTERNS: Final[set[re.Pattern[Any]]] = set()


def linear_pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a compiled pattern for outside text, with linear search time.

    Every repeat must be bounded. Adjacent or nested repeats must not match the same character,
    since a hostile text could be split between them in too many ways. A test checks this for all
    `PATTERNS`.
    """
    compiled = re.compile(text, flags)
    PATTERNS.add(compiled)
    return compiled


_GROUPED = linear_pattern(r"[0-9]{1,3}(?:[.,'\u2019\u2018\u066c\u02d9 ][0-9]{3}){1,3}")
# All spaces become plain spaces, and full-width separators become ASCII.
_SPACES: Final = {
    **dict.fromkeys(map(ord, "\t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006"), " "),
    **dict.fromkeys(map(ord, "\u2007\u2008\u2009\u200a\u202f\u205f\u3000"), " "),
    **{0xFF0C: ",", 0xFF0E: ".", 0xFF07: "'"},
}


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return a number from `low` to `high` written in ASCII digits, or None for any other text.

    >>> whole_number("12", 1, 40), whole_number("41", 1, 40), whole_number("-1", 1, 40)
    (12, None, None)
    """
    # Check the length first, since `int` is slow for very many digits.
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if low <= number <= high else None


def grouped_number(text: str, low: int, high: int) -> int | None:
    """Return a number from `low` to `high` in any usual notation, or None for any other text.

    Digits of any script are accepted. Thousands may be separated by a comma, a point, an apostrophe
    or any space. A separator must be followed by three digits, since others could be a fraction.

    >>> [grouped_number(text, 0, 9999) for text in ("1,316", "1.316", "1\u202f316", " 12 ")]
    [1316, 1316, 1316, 12]
    >>> grouped_number("1.31", 0, 9999), grouped_number("1,3160", 0, 9999)
    (None, None)
    """
    plain = "".join(
        f"{unicodedata.decimal(c)}" if unicodedata.decimal(c, None) is not None else c
        for c in printable(text.translate(_SPACES))
    )
    groups = _GROUPED.fullmatch(plain)
    if groups and len({c for c in plain if not c.isdigit()}) <= 1:
        plain = "".join(filter(str.isdigit, plain))
    return whole_number(plain, low, high)


def printable(text: str, max_length: int = MAX_TYPED) -> str:
    r"""Return the first `max_length` characters, without invisible characters and outer spaces.

    >>> printable(" cra\u200bne\n")
    'crane'
    """
    return "".join(filter(str.isprintable, text[:max_length])).strip()


def letters_of(text: str, max_length: int) -> str:
    """Return the first `max_length` letters of `text` in lower case, without other characters."""
    return "".join(filter(str.isalpha, text.lower()))[:max_length]
