"""The spellings of a key that are shown to players: those that are separate words.

The pools and the shown spellings depend on this. The prior does not, since it models other games.
"""

from collections.abc import Collection
from dataclasses import replace

from wordle_web.wordlists.vocabulary import Entry, Spelling
from words.handlists import hand_list

# Words that are still spelled with "ß"; if any other word has both spellings, "ss" is the current
# one.
SHARP = {"maß", "ruß", "spaß", "schoß", "floß", "stoß", "groß", "süß", "weiß", "größe"}
FIRST = frozenset(hand_list("de", "small"))  # keys for which a lower-case spelling is preferred
LAST = frozenset(
    hand_list("de", "nouns-in-n")
)  # keys in -n for which it is not, unlike for all others in -n
STRANGE = frozenset("āēīōūîû")  # letters of unusual spellings
# Spellings without an accent that are separate words.
BOTH = {"tache", "metro", "marco", "beca", "baia", "cocar", "forro", "maca", "roca", "baba"}


def as_read(entry: Entry, nouns: Collection[str], hidden: Collection[str]) -> Entry:
    """Return an entry with the spellings that readers expect.

    Args:
        entry: A key with all its spellings.
        nouns: Spellings that are base forms, even if the dictionaries disagree.
        hidden: Spellings to leave out if there are others.
    """
    spellings = [
        replace(spelling, is_base=True, is_plural=False, is_doubtful=False)
        if spelling.word in nouns
        else spelling
        for spelling in entry.spellings
        if spelling.word not in hidden
    ]
    usual = [spelling for spelling in spellings if not _is_odd(spelling, spellings)] or spellings
    usual.sort(key=lambda spelling: -spelling.zipf - 0.001 * _is_first(spelling.word, entry.key))
    return Entry(entry.key, tuple(usual))


def _is_odd(spelling: Spelling, beside: Collection[Spelling]) -> bool:
    """Return whether a spelling is old or unusual, or lacks its accents."""
    word, low = spelling.word, spelling.word.lower()
    if STRANGE & set(word):
        return True
    others = {other.word.lower() for other in beside if other.is_base}
    if "ß" in low and low.replace("ß", "ss") in others:
        return low not in SHARP
    if low.replace("ss", "ß", 1) in SHARP & others:
        return True
    # People omit accents, so "maquina" next to "máquina" is not a separate word.
    return (
        low.isascii()
        and low not in BOTH
        and any(
            other.is_base and other.zipf > spelling.zipf and not other.word.isascii()
            for other in beside
        )
    )


def _is_first(word: str, key: str) -> bool:
    return word.islower() and (key in FIRST or (key.endswith("n") and key not in LAST))
