"""Words that may be meant by one that is in no list."""

import numpy as np

from wordle_web.engine.feedback import letter_codes
from wordle_web.engine.lexicon import Lexicon

MAX_NEAR = 3


def near_words(lexicon: Lexicon, word: str) -> tuple[str, ...]:
    """Return the likeliest words that differ in one letter, or by two neighbors exchanged.

    >>> from wordle_web.engine.lexicon import lexicon_of
    >>> near_words(lexicon_of(["crane", "slate", "caner"]), "crabe")
    ('crane',)
    >>> near_words(lexicon_of(["crane", "slate"]), "lsate")
    ('slate',)
    """
    pairs = range(len(word) - 1)
    turned = [f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in pairs]
    is_near = (lexicon.codes != letter_codes([word])[0]).sum(axis=1) == 1
    found = np.flatnonzero(is_near).tolist()
    found += [index for each in turned if (index := lexicon.index(each)) is not None]
    likeliest = sorted(dict.fromkeys(found), key=lambda index: -lexicon.prior[index])
    return tuple(lexicon.words[index] for index in likeliest[:MAX_NEAR])
