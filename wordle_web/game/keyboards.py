"""The rows of the on-screen keyboard: a layout, and the letters that a language adds to it."""

import functools
from collections.abc import Collection, Mapping
from types import MappingProxyType

KEYBOARDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "qwerty": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
        "qwertz": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
        "azerty": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
        "dvorak": ("pyfgcrl", "aoeuidhtns", "qjkxbmwvz"),
        "bepo": ("bpovdljzw", "auiectsrnm", "yxkqghf"),
    }
)
LANGUAGE = "language"  # the layout that is usual in the language of the words
LANGUAGE_LAYOUTS: Mapping[str, str] = MappingProxyType({"french": "azerty", "german": "qwertz"})
DEFAULT_LAYOUT = "qwerty"
# Keyboards of languages that Latin ones do not suit, by a letter that only their alphabets have.
# A letter that an alphabet lacks has no key, such as those of the ends of Hebrew words.
NATIVE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ı": ("qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç"),
        "ї": ("йцукенгшщзхї", "фівапролджє", "ґячсмитьбю"),
        "я": ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбюё"),
        "λ": ("ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"),
        "ש": ("קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"),
    }
)
# The key that stands before a letter on the keyboards of its language, in the order of adding.
_BEFORE = (("ñ", "l"), ("ü", "p"), ("å", "p"), ("ö", "l"), ("ä", "ö"), ("æ", "l"), ("ø", "æ"))
MAX_ROW = 11


# One for each layout and language of a site: 100 of 0.5 kB.
@functools.lru_cache(maxsize=100)
def key_rows(layout: str, language: str, alphabet: str) -> tuple[str, ...]:
    """Return the letters of a keyboard's rows, from the top.

    Letters without a place in the layout stand in rows of their own. A layout that has none of the
    alphabet's letters is left out.

    Args:
        layout: One of `KEYBOARDS`, or `LANGUAGE`.
        language: Name of the words' language.
        alphabet: Every letter that the words have.

    >>> key_rows("language", "spanish", "abcdefghijklmnopqrstuvwxyzñ")
    ('qwertyuiop', 'asdfghjklñ', 'zxcvbnm')
    >>> key_rows("language", "greek", "αβγδεζηθικλμνξοπρστυφχψω")
    ('ερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ')
    """
    if native := _native_rows(layout, alphabet):
        return native
    name = LANGUAGE_LAYOUTS.get(language, DEFAULT_LAYOUT) if layout == LANGUAGE else layout
    rows = list(KEYBOARDS[name])
    if set(alphabet).isdisjoint("".join(rows)):
        rows = []
    for letter, before in _BEFORE:
        if letter in alphabet:
            rows = [_with_letter(row, letter, before) for row in rows]
    return (*rows, *_rows_of(set(alphabet) - set("".join(rows))))


def _native_rows(layout: str, alphabet: str) -> tuple[str, ...]:
    """Return the rows of an alphabet's own keyboard; none where a Latin layout is to be shown."""
    found = next((rows for letter, rows in NATIVE.items() if letter in alphabet), ())
    is_latin = not set(alphabet).isdisjoint("".join(KEYBOARDS[DEFAULT_LAYOUT]))
    if not found or (is_latin and layout != LANGUAGE):
        return ()
    rows = tuple("".join(letter for letter in row if letter in alphabet) for row in found)
    return (*rows, *_rows_of(set(alphabet) - set("".join(rows))))


def _rows_of(letters: Collection[str]) -> tuple[str, ...]:
    """Return letters that have no place in a layout in rows of their own."""
    rest = sorted(letters)
    count = -(-len(rest) // (MAX_ROW - 1))
    size = -(-len(rest) // count) if count else 1
    return tuple("".join(rest[start : start + size]) for start in range(0, len(rest), size))


def _with_letter(row: str, letter: str, before: str) -> str:
    has_room = before in row and len(row) < MAX_ROW
    return row.replace(before, before + letter) if has_room else row
