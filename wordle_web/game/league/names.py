"""Names of people: cleaning them, removing phone numbers, and recognizing them in a text."""

import re
import unicodedata
from typing import Final

from wordle_web.parsing import linear_pattern

MAX_NAME: Final = 40  # characters
MAX_WORDS_OF_NAME: Final = 4
# Signs that mention people or are markup in messengers (@everyone, <!here>), with harmless ones
# that look alike.
_HARMLESS = {ord("@"): "\uff20", ord("<"): "\u2039", ord(">"): "\u203a", ord("`"): "\u2019"}
_JOINERS = "\u200c\u200d"  # invisible, but needed within emoji and, in some scripts, within words
_TELEPHONE = linear_pattern(r"[+(]{0,2}\d[\d\s()./\-\u2010-\u2015]{5,40}")
MIN_DIGITS: Final = 7  # digits; a shorter number isn't a phone number
_AROUND_NUMBER = " +()-/.,:;|"


def clean_name(text: str) -> str:
    r"""Return a name on one line, without control or direction characters, mentions and markup.

    The result has at most `MAX_NAME` characters and may be empty.

    >>> clean_name("~ @Ana  \u202ab")
    'Ana b'
    """
    text = text[:200]
    plain = " ".join((text if text.isascii() else unicodedata.normalize("NFC", text)).split())
    if not plain.isprintable():
        plain = "".join(c for c in plain if c in _JOINERS or unicodedata.category(c)[0] != "C")
    plain = plain.lstrip("~@#=* \u200c\u200d").translate(_HARMLESS)
    return plain[:MAX_NAME].rstrip(" *~\u200c\u200d")


def is_like_name(text: str) -> bool:
    """Return whether a line can be a name: few words, without digits, none in lower case."""
    words = text.split()
    return (
        0 < len(words) <= MAX_WORDS_OF_NAME
        and len(text) <= MAX_NAME
        and text[-1] not in ".!?…,"
        and not any(map(str.isdigit, text))
        and all(not word[0].islower() for word in words)
    )


def without_phone_numbers(text: str) -> str:
    """Return a name without phone numbers; empty if no letter is left after removing one.

    >>> without_phone_numbers("+351 912 345 678"), without_phone_numbers("Ana (030) 123-4567")
    ('', 'Ana')
    >>> without_phone_numbers("Ana 24"), without_phone_numbers("\N{FOX FACE}")
    ('Ana 24', '\N{FOX FACE}')
    """

    def cut(match: re.Match[str]) -> str:
        return match[0] if sum(map(str.isdecimal, match[0])) < MIN_DIGITS else " "

    plain = _TELEPHONE.sub(cut, text)
    if plain == text:
        return text
    name = clean_name(plain.rstrip(_AROUND_NUMBER))
    return name if any(map(str.isalpha, name)) else ""
