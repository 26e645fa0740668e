"""Worked examples of marks for new players, computed with the engine's feedback."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import Gettext, capitals
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.board import TileRow, played_row
from wordle_web.parsing import linear_pattern

# Pairs of a guess and an answer: the first for `Examples.marks`, the others for `repeated`.
ExamplePairs = tuple[tuple[str, str], ...]

ENGLISH: ExamplePairs = (
    ("train", "tiger"),
    ("there", "their"),
    ("geese", "eagle"),
    ("eager", "level"),
)
# The English sentences are also true for these words of other languages.
PAIRS: Mapping[str, ExamplePairs] = MappingProxyType(
    {
        "english": ENGLISH,
        "portuguese": (
            ("trina", "tigre"),
            ("verde", "velho"),
            ("elege", "verde"),
            ("vezes", "verde"),
        ),
        "spanish": (("trina", "tigre"), ("verde", "pesca"), ("leere", "entre"), ("verde", "deber")),
        "french": (("train", "tigre"), ("verte", "merci"), ("eleve", "verte"), ("tente", "verte")),
        "german": (("train", "tiger"), ("leute", "recht"), ("ebene", "leute"), ("leben", "beste")),
    }
)


# The letters that the sentences about TRAIN name, and the marks of its tiles.
TRAIN = "TRAIN"
TRAIN_MARKS = (2, 1, 0, 1, 0)
_LETTER = linear_pattern(rf"\b[{TRAIN}]\b")
MAX_WORDS = 300  # words of each pool that are tried as guess or answer


class Examples(NamedTuple):
    """The rows that pages explain, with words for which the English sentences are true."""

    # A row with every mark: TRAIN with the answer TIGER, or words with the same marks.
    marks: TileRow
    letters: str  # capitals that replace T, R, A, I and N in the sentences
    # Guesses with repeated letters. In English, THERE for THEIR and GEESE for EAGLE have one E too
    # many; EAGER for LEVEL has as many as the answer. Empty for a language without such words.
    repeated: tuple[TileRow, ...]
    pairs: ExamplePairs  # the guesses and answers of these rows
    alphabet: str  # the letters of the lexicon

    def adapted(self, text: str) -> str:
        """Return a sentence about the English examples with this language's words and letters."""
        for pair, ours in zip(ENGLISH, self.pairs, strict=False):
            for word, our_word in zip(pair, ours, strict=True):
                text = text.replace(word.upper(), capitals(our_word, self.alphabet))
        named = dict(zip(TRAIN, self.letters, strict=True))
        return text if self.letters == TRAIN else _LETTER.sub(lambda match: named[match[0]], text)


@functools.lru_cache(maxsize=16)  # each call tries up to 90,000 pairs, or more with several pools
def _marks_pair(lexicon: Lexicon) -> tuple[str, str]:
    """Return a guess and an answer with the marks of TRAIN for TIGER.

    The answer must not contain any of the gray letters. If the lexicon has no such words,
    the English pair is returned.
    """
    words = sorted({word for pool in lexicon.pools for word in pool.words[:MAX_WORDS]})
    pairs = (
        (guess, answer)
        for guess in words
        for answer in words
        if guess[0] == answer[0]
        and len(set(guess)) == len(guess)
        and guess[2] not in answer
        and guess[4] not in answer
        and Turn.of(guess, answer).marks == TRAIN_MARKS
    )
    return next(pairs, ENGLISH[0])


def pairs_of(lexicon: Lexicon) -> ExamplePairs:
    """Return the guesses and answers of the examples from a lexicon of five letters."""
    return PAIRS.get(lexicon.language) or (_marks_pair(lexicon),)


def examples(lexicon: Lexicon, gettext: Gettext = str) -> Examples:
    """Return all worked examples with words of a lexicon of five letters."""
    pairs = pairs_of(lexicon)
    marks, *repeated = (
        played_row(Turn.of(guess, answer), 1, lexicon.alphabet, gettext) for guess, answer in pairs
    )
    # The words for built-in languages have the letters that the sentences name.
    letters = TRAIN if lexicon.language in PAIRS else capitals(pairs[0][0], lexicon.alphabet)
    return Examples(marks, letters, tuple(repeated), pairs, lexicon.alphabet)
