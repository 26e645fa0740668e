"""Letters as people type and paste them: with accents, or as wide as those of East Asia."""

import unicodedata
from itertools import chain, groupby, islice
from typing import Final, Literal

# Keyboards of East Asia write Latin letters, digits and signs as wide as their own.
_FULL_WIDTH: Final = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}

# Letters that are two letters on the tiles.
_TWO: Final = {"ß": "ss", "ẞ": "SS", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"}

MAX_ACCENTS: Final = 30  # of one letter


def normalized(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return `text` in a normal form of Unicode, without accents beyond the thirtieth of a letter.

    Sorting the accents of a letter takes time that grows with their square: of 256 kB, a minute.

    Source: Unicode Standard Annex #15, "Unicode Normalization Forms", Stream-Safe Text Format.
    """
    if text.isascii():
        return text
    if len(text) > MAX_ACCENTS:
        groups = groupby(text, _is_accent)
        parts = (islice(each, MAX_ACCENTS) if is_accent else each for is_accent, each in groups)
        text = "".join(chain.from_iterable(parts))
    return unicodedata.normalize(form, text)


def _is_accent(letter: str) -> bool:
    # Some letters are not accents by themselves, but become some.
    return unicodedata.combining(unicodedata.normalize("NFKD", letter)[0]) > 0


def plain_letters(text: str, alphabet: str) -> str:
    """Return `text` with the letters that an alphabet lacks written as those that it has.

    Only accents are lost, and only where the alphabet has the letter without them; ß is ss, œ is
    oe. Everything else stays as it is.

    >>> plain_letters("Crâné 01002", "acenr")
    'Crane 01002'
    >>> plain_letters("señal", "aelnsñ"), plain_letters("Fuß", "fsu")
    ('señal', 'Fuss')
    """
    # The composed letter first, since an alphabet may have it.
    composed = normalized("NFC", text.translate(_FULL_WIDTH))
    if not alphabet or composed.isascii():
        return composed
    return "".join(_plain_letter(letter, alphabet) for letter in composed)


def _plain_letter(letter: str, alphabet: str) -> str:
    if letter.lower() in alphabet:
        return letter
    if set(_TWO.get(letter, "-").lower()) <= set(alphabet):
        return _TWO[letter]
    if unicodedata.combining(letter):  # there is no composed form of it with the letter before
        return ""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.lower() in alphabet else letter
