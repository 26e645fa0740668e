"""Letters as people type and paste them: accented, full-width, or with invisible characters."""

import unicodedata
from collections.abc import Callable
from itertools import chain, groupby, islice
from typing import Final, Literal

# East Asian keyboards type Latin letters, digits and signs in full width.
_FULL_WIDTH: Final[dict[int, int | str | None]] = {
    wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)
}

# Characters in pasted text: zero-width and direction marks and soft hyphens, which are removed, and
# spaces of any width, which become plain spaces.
_INVISIBLE: Final = dict.fromkeys(
    (
        *(0xAD, 0x061C, 0x180E, 0xFE0E, 0xFE0F, 0xFEFF),
        *(*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
    )
)
_SPACES: Final = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
_TYPED: Final = _FULL_WIDTH | _INVISIBLE | _SPACES

# Letters that become two letters on the tiles.
_TWO: Final = {"ß": "ss", "ẞ": "SS", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"}

# Forms of letters at the end of a word, which become the usual forms.
_FINAL: Final = {"ς": "σ", "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ"}
# In alphabets with ı, the capital of i is İ, and the capital of ı is I.
DOTLESS: Final = "ı"
_SMALL_I: Final = str.maketrans("Iİ", "ıi")
_CAPITAL_I: Final = str.maketrans("iı", "İI")

MAX_ACCENTS: Final = 30  # per letter


def normalized(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return `text` in a Unicode normal form, with at most thirty accents per letter.

    Sorting the accents of a letter takes quadratic time: a minute for 256 kB of accents.

    Source: Unicode Standard Annex #15, "Unicode Normalization Forms", Stream-Safe Text Format.
    """
    if text.isascii():
        return text
    if len(text) > MAX_ACCENTS:
        # Some characters are not accents themselves, but decompose into accents.
        groups = groupby(
            text, lambda c: unicodedata.combining(unicodedata.normalize("NFKD", c)[0]) > 0
        )
        parts = (islice(group, MAX_ACCENTS) if is_accent else group for is_accent, group in groups)
        text = "".join(chain.from_iterable(parts))
    return unicodedata.normalize(form, text)


def capitals(text: str, alphabet: str) -> str:
    """Return a text in capitals, by the rules of the language with this alphabet.

    >>> capitals("dizi", "dizı"), capitals("dizi", "diz")
    ('DİZİ', 'DIZI')
    """
    if DOTLESS in alphabet:
        text = text.translate(_CAPITAL_I)
    return text.upper()


def small_letters(text: str, alphabet: str) -> str:
    """Return a text in lower case, by the rules of the language with this alphabet.

    >>> small_letters("DİZİ", "dizı"), small_letters("ΛΟΓΟΣ", "γλοσ")
    ('dizi', 'λογοσ')
    """
    if DOTLESS in alphabet:
        text = text.translate(_SMALL_I)
    # Convert letter by letter, since Python would turn a sigma at the end of a word into ς.
    return "".join(map(str.lower, text))


def plain_letters(text: str, alphabet: str) -> str:
    """Return `text` with letters outside the alphabet replaced by letters of the alphabet.

    A letter loses its accents if the alphabet has it only without them; ß becomes ss, œ becomes oe,
    and ς becomes σ. With ı in the alphabet, I becomes ı and İ becomes i. Invisible characters are
    removed; full-width characters and other spaces become plain ones. Everything else is unchanged.

    >>> plain_letters("Crâné 01002", "acenr")
    'Crane 01002'
    >>> plain_letters("señal", "aelnsñ"), plain_letters("Fuß", "fsu")
    ('señal', 'Fuss')
    >>> plain_letters("ΛΌΓΟΣ", "γλοσ").lower(), plain_letters("DIŞ", "dışi")
    ('λογοσ', 'DıŞ')
    """
    # Try the composed letter first, since the alphabet may have it.
    composed = normalized("NFC", text.translate(_TYPED))
    if DOTLESS in alphabet:
        composed = composed.translate(_SMALL_I)
    if not alphabet or composed.isascii():
        return composed
    return "".join(_plain_letter(letter, alphabet) for letter in composed)


def _plain_letter(letter: str, alphabet: str) -> str:
    if letter == "Σ" and "σ" in alphabet:
        return "σ"  # at the end of a word, Python would convert the capital to ς
    if letter.lower() in alphabet:
        return letter
    if _FINAL.get(letter, "-") in alphabet:
        return _FINAL[letter]
    if set(_TWO.get(letter, "-").lower()) <= set(alphabet):
        return _TWO[letter]
    if unicodedata.combining(letter):  # an accent without a composed form is dropped
        return ""
    base = unicodedata.normalize("NFD", letter)[0]
    return base if base.lower() in alphabet else letter


Gettext = Callable[[str], str]
N_ = str  # marks a text for message extraction; it is translated later


def ordinal(number: int, gettext: Gettext = str) -> str:
    """Return the ordinal of a number, from 1.

    >>> ordinal(1), ordinal(3), ordinal(8), ordinal(11), ordinal(22)
    ('1st', '3rd', '8th', '11th', '22nd')
    """
    ending = 0 if number % 100 in {11, 12, 13} else number % 10
    forms = {1: N_("%(number)dst"), 2: N_("%(number)dnd"), 3: N_("%(number)drd")}
    others = N_("%(number)dth")
    return gettext(forms.get(ending, others)) % {"number": number}


def counted_letter(letter: str, count: int, gettext: Gettext = str) -> str:
    """Return a letter, given in upper case, with its count: "E", "two Es", "6 Es".

    >>> counted_letter("E", 1), counted_letter("E", 2), counted_letter("E", 6)
    ('E', 'two Es', '6 Es')
    """
    facts = {"letter": letter, "count": count}
    if count == 1:
        return letter
    wordings = {
        2: gettext("two %(letter)ss"),
        3: gettext("three %(letter)ss"),
        4: gettext("four %(letter)ss"),
        5: gettext("five %(letter)ss"),
    }
    return wordings.get(count, gettext("%(count)d %(letter)ss")) % facts
