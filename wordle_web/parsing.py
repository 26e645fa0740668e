"""Safe parsing of whole numbers and short texts from people and addresses.

Standard library only, so that every layer may use it.
"""

MAX_DIGITS = 12
MAX_NUMBER = 999_999  # largest number accepted in an address
MAX_TYPED = 64  # characters of a word field that are kept


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
