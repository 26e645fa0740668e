"""Worked examples of marks for new players, made by the real feedback."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.wording import Gettext
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import TileRow, played_row

# Guess and answer, in the order of the fields of `Examples`.
ExamplePairs = tuple[tuple[str, str], ...]

ENGLISH: ExamplePairs = (
    ("train", "tiger"),
    ("there", "their"),
    ("geese", "eagle"),
    ("eager", "level"),
)
# In other languages the same sentences hold, with these words in place of the English ones.
PAIRS: Mapping[str, ExamplePairs] = MappingProxyType(
    {
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


# The letters that the sentences about TRAIN name, and what each of its tiles shows.
TRAIN = "TRAIN"
TRAIN_MARKS = (2, 1, 0, 1, 0)
MAX_GUESSES = 300  # that are tried for another language


@dataclass(frozen=True, slots=True)
class Legend:
    """A row with every mark.

    Attributes:
        row: TRAIN where the answer is TIGER, or words of another language with the same marks.
        letters: Those that stand for T, R, A, I and N in the sentences, in capitals.
    """

    row: TileRow
    letters: str

    def told(self, text: str) -> str:
        """Return a sentence about letters of TRAIN with those of this row."""
        named = dict(zip(TRAIN, self.letters, strict=True))
        return re.sub(rf"\b[{TRAIN}]\b", lambda found: named[found[0]], text)


@dataclass(frozen=True, slots=True)
class Examples:
    """The rows that how-to-play explains; the templates' sentences name their letters.

    Attributes:
        marks: Every mark once.
        repeated: Of letters that are there twice; None in a language without such examples.
    """

    marks: Legend
    repeated: "Repeated | None"


@dataclass(frozen=True, slots=True)
class Repeated:
    """Rows with a letter that is there more than once.

    Attributes:
        one_of_two: Two Es where the answer THEIR has one, which is in its place.
        two_of_three: Three Es where the answer EAGLE has two.
        both: Two Es where the answer LEVEL has two.
        pairs: The guess and the answer of each.
    """

    one_of_two: TileRow
    two_of_three: TileRow
    both: TileRow
    pairs: ExamplePairs

    def told(self, text: str) -> str:
        """Return a sentence about the English examples with the words of these."""
        for pair, ours in zip(ENGLISH, self.pairs, strict=True):
            for word, our_word in zip(pair, ours, strict=True):
                text = text.replace(capitals(word), capitals(our_word))
        return text


def example_row(guess: str, answer: str, gettext: Gettext = str) -> TileRow:
    """Return `guess` as a played row, as `answer` marks it.

    >>> [tile.mark for tile in example_row("there", "their").tiles]
    ['correct', 'correct', 'correct', 'present', 'absent']
    """
    return played_row(Turn(guess, feedback(guess, answer)), 1, gettext)


def marks_example(lexicon: Lexicon, gettext: Gettext = str) -> Legend:
    """Return the row with every mark, in the words of a lexicon of five letters."""
    guess, answer = _marks_pair(lexicon)
    # The built-in languages have words of the letters that the sentences name.
    is_ours = lexicon.language == "english" or lexicon.language in PAIRS
    return Legend(example_row(guess, answer, gettext), TRAIN if is_ours else capitals(guess))


@functools.lru_cache(maxsize=16)
def _marks_pair(lexicon: Lexicon) -> tuple[str, str]:
    if lexicon.language in PAIRS:
        return PAIRS[lexicon.language][0]
    words = sorted({word for pool in lexicon.pools for word in pool.words[:MAX_GUESSES]})
    pairs = (
        (guess, answer)
        for guess in words
        for answer in words
        if guess[0] == answer[0]
        and len(set(guess)) == len(guess)
        and guess[2] not in answer
        and guess[4] not in answer
        and Turn(guess, feedback(guess, answer)).marks == TRAIN_MARKS
    )
    return next(pairs, ENGLISH[0]) if lexicon.language != "english" else ENGLISH[0]


def example_word(lexicon: Lexicon) -> str:
    """Return a common word of a lexicon of five letters, to show what one may type."""
    if lexicon.language in PAIRS:
        return PAIRS[lexicon.language][-1][-1]
    return "crane" if lexicon.language == "english" else _marks_pair(lexicon)[0]


def examples(lexicon: Lexicon, gettext: Gettext = str) -> Examples:
    """Return all worked examples, in the words of a lexicon of five letters."""
    language = lexicon.language
    pairs = ENGLISH if language == "english" else PAIRS.get(language)
    if pairs is None:
        return Examples(marks_example(lexicon, gettext), None)
    first, second, third = (example_row(*pair, gettext) for pair in pairs[1:])
    repeated = Repeated(first, second, third, pairs)
    return Examples(marks_example(lexicon, gettext), repeated)
