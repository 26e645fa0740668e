"""How words are written: a lexicon's keys with their accents, capitals and ligatures.

Games compare keys (`sabio`); people write spellings (`sábio`). `spellings.txt` in a lexicon's
folder has a line for each key that is not written as it stands, its commonest spelling first.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from wordle_web.engine.words.letters import plain_letters
from wordle_web.engine.words.wordfiles import LexiconError, read_bytes

SPELLINGS_FILE: Final = "spellings.txt"


def key_of(word: str, letters: str) -> str:
    """Return the key of a spelling, for a language with these letters.

    >>> plain = "abcdefghijklmnopqrstuvwxyz"
    >>> key_of("Sábio", plain), key_of("Señor", plain + "ñ"), key_of("Fuß", plain + "äöü")
    ('sabio', 'señor', 'fuss')
    """
    return plain_letters(word, letters).lower()


def read_spellings(path: Path, letters: str) -> Mapping[str, tuple[str, ...]]:
    """Return the spellings of each key that is not written as it stands, the commonest first.

    Args:
        path: Lines of spellings of one key, separated by spaces.
        letters: Those that keys are made of.

    Raises:
        LexiconError: the file is damaged, or the spellings of a line are of several keys.
    """
    try:
        text = read_bytes(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise LexiconError(path, "is not UTF-8 text") from error
    found: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = tuple(line.split())
        keys = {key_of(word, letters) for word in words}
        if len(keys) != 1:
            raise LexiconError(path, "must have the spellings of one word on a line", number)
        found[keys.pop()] = words
    return found
