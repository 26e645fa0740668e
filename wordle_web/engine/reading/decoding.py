"""Words of rows: letters by their look, and by the word list where one tile is doubtful.

A word list may change one tile of a row, never more: a row that is two letters away from every word
is left as it looks, since the game may know words that we do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordle_web.engine.arrays import Flags, Floats
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.reading.glyphs import LETTERS

UNKNOWN: Final = "?"
PLAIN: Final = {"ñ": "n", "ä": "a", "ö": "o", "ü": "u"}
# In nats, how much less likely a repaired letter may look than the likeliest one.
MAX_REPAIR = 6.0
PRIOR_WEIGHT = 0.25
REPAIRED_CHANCE = 0.5  # at most, of a letter that the word list chose
# Chance of being right under which a letter is doubtful, in a word of the list and in others.
SURE_IN_WORD = 0.65
SURE_ELSEWHERE = 0.95
KEYBOARD_ROWS = (
    "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm",
    "wxcvbn", "abcdefghijklmnopqrstuvwxyz",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """A row as read.

    Attributes:
        letters: The letters, `UNKNOWN` where nothing could be read.
        chances: How likely each letter is right, from 0 to 1.
        doubtful: Columns of letters that are not sure.
        is_known: Whether a word list has the word as it looks.
    """

    letters: str
    chances: tuple[float, ...]
    doubtful: frozenset[int]
    is_known: bool


def letter_logs(logs: NDArray[np.float32], alphabet: str) -> Floats:
    """Return the log probability of each letter, float64, (tiles, 30), in one case for all tiles.

    Capital I and lower-case l look the same, so all tiles together decide which case they have.

    Args:
        logs: Log probability of each class for each tile, (tiles, 61).
        alphabet: Letters of the words; ñ, ä, ö, ü that are not in it count as n, a, o, u.
    """
    count = len(LETTERS)
    capitals = logs[:, :count].astype(np.float64)
    small = logs[:, count : 2 * count].astype(np.float64)
    in_capitals = np.logaddexp.reduce(capitals, axis=1).sum()
    in_small = np.logaddexp.reduce(small, axis=1).sum()
    kind = capitals if in_capitals >= in_small else small
    other = small if kind is capitals else capitals
    # The other case still counts a little: a net may err about it in one tile.
    letters = np.logaddexp(kind, other - 3.0)
    for special, plain in PLAIN.items():
        if special not in alphabet:
            place, base = LETTERS.index(special), LETTERS.index(plain)
            letters[:, base] = np.logaddexp(letters[:, base], letters[:, place])
            letters[:, place] = -30.0
    letters -= np.logaddexp.reduce(letters, axis=1)[:, None]
    return np.maximum(letters, -30.0)


def read_word(logs: Floats, lexicons: Sequence[Lexicon]) -> Word:
    """Return the word of a row.

    Args:
        logs: Log probability of each letter in each tile, (tiles, 30); all zero where nothing
            could be read.
        lexicons: Word lists of this length.
    """
    best = logs.argmax(axis=1)
    unread: Flags = np.logical_not(logs.any(axis=1))
    looks = "".join(LETTERS[place] for place in best)
    chances = np.where(unread, 0.0, np.exp(logs.max(axis=1)))
    if not unread.any() and any(looks in lexicon for lexicon in lexicons):
        doubtful = frozenset(np.flatnonzero(chances < SURE_IN_WORD).tolist())
        return Word(looks, tuple(chances.tolist()), doubtful, is_known=True)
    repaired = _repaired(logs, looks, unread, lexicons)
    if repaired is not None:
        word, column = repaired
        chances[column] = min(
            REPAIRED_CHANCE, float(np.exp(logs[column, LETTERS.index(word[column])]))
        )
        doubtful = frozenset(np.flatnonzero(chances < SURE_IN_WORD).tolist()) | {column}
        return Word(word, tuple(chances.tolist()), doubtful, is_known=False)
    letters = "".join(UNKNOWN if blank else each for each, blank in zip(looks, unread, strict=True))
    doubtful = frozenset(np.flatnonzero(chances < SURE_ELSEWHERE).tolist())
    return Word(letters, tuple(chances.tolist()), doubtful, is_known=False)


def _repaired(
    logs: Floats, looks: str, unread: Flags, lexicons: Sequence[Lexicon]
) -> tuple[str, int] | None:
    """Return the likeliest word that differs in one doubtful tile, and that tile's column."""
    if unread.sum() > 1:
        return None
    found: list[tuple[float, str, int]] = []
    for lexicon in lexicons:
        differs = lexicon.codes != np.array([ord(each) for each in looks], dtype=np.uint32)
        differs[:, unread] = True
        for index in np.flatnonzero(differs.sum(axis=1) == 1):
            word, column = lexicon.words[int(index)], int(differs[index].argmax())
            place = LETTERS.find(word[column])
            if place < 0:
                continue
            loss = float(logs[column].max() - logs[column, place])
            if loss < MAX_REPAIR:
                prior = float(np.log(lexicon.prior[index] + 1e-3))
                found.append((PRIOR_WEIGHT * prior - loss, word, column))
    return max(found)[1:] if found else None


def is_keyboard(word: str) -> bool:
    """Whether most letters follow each other as on a keyboard or in the alphabet.

    >>> is_keyboard("qwerty"), is_keyboard("crane")
    (True, False)
    """
    length = len(word)
    for row in KEYBOARD_ROWS:
        # Other keys, such as Enter, may stand before and after the letters.
        for start in range(-2, len(row) - length + 3):
            same = sum(
                0 <= start + place < len(row) and letter == row[start + place]
                for place, letter in enumerate(word)
            )
            if same >= max(4, 0.65 * length):
                return True
    return False
