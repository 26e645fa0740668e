"""The rows of the on-screen keyboard: a layout, and the letters that a language adds to it."""

import functools
from collections.abc import Mapping
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
# The key that stands before a letter on the keyboards of its language, in the order of adding.
_BEFORE = (("ñ", "l"), ("ü", "p"), ("ö", "l"), ("ä", "ö"))
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
    >>> key_rows("language", "greek", "αβγ")
    ('αβγ',)
    """
    name = LANGUAGE_LAYOUTS.get(language, DEFAULT_LAYOUT) if layout == LANGUAGE else layout
    rows = list(KEYBOARDS[name])
    if set(alphabet).isdisjoint("".join(rows)):
        rows = []
    for letter, before in _BEFORE:
        if letter in alphabet:
            rows = [_with_letter(row, letter, before) for row in rows]
    rest = sorted(set(alphabet) - set("".join(rows)))
    count = -(-len(rest) // (MAX_ROW - 1))
    size = -(-len(rest) // count) if count else 1
    rows += ["".join(rest[start : start + size]) for start in range(0, len(rest), size)]
    return tuple(rows)


def _with_letter(row: str, letter: str, before: str) -> str:
    has_room = before in row and len(row) < MAX_ROW
    return row.replace(before, before + letter) if has_room else row
