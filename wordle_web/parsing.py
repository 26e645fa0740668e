"""What a person or an address may write: whole numbers and short texts, read without surprises.

Standard library only, so that every layer may use it.
"""

MAX_DIGITS = 12
MAX_NUMBER = 999_999  # in an address; larger ones are not read
MAX_TYPED = 64  # characters of a field for a word that are shown again


def whole_number(text: str, low: int, high: int) -> int | None:
    """Return a number from `low` to `high` written in ASCII digits, or None for any other text.

    >>> whole_number("12", 1, 40), whole_number("41", 1, 40), whole_number("-1", 1, 40)
    (12, None, None)
    """
    # The length is bounded before Python reads the digits, which takes long for very many.
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        return None
    number = int(text)
    return number if low <= number <= high else None


def printable(text: str, max_length: int = MAX_TYPED) -> str:
    r"""Return the start of a text without what cannot be seen, nor spaces around it.

    >>> printable(" cra\u200bne\n")
    'crane'
    """
    return "".join(filter(str.isprintable, text[:max_length])).strip()


def letters_of(text: str, max_length: int) -> str:
    """Return the first letters of what was typed, in lower case, as the board shows them."""
    return "".join(filter(str.isalpha, text.lower()))[:max_length]
