"""Worked examples of marks for new players, made by the real feedback."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.wording import Gettext
from wordle_web.game.board import TileRow, played_row

Pairs = tuple[tuple[str, str], ...]  # guess and answer, in the order of the fields of `Examples`

ENGLISH: Pairs = (("train", "tiger"), ("there", "their"), ("geese", "eagle"), ("eager", "level"))
# In other languages the same sentences hold, with these words in place of the English ones.
PAIRS: Mapping[str, Pairs] = MappingProxyType(
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


@dataclass(frozen=True, slots=True)
class Examples:
    """The rows that how-to-play explains; the templates' sentences name their letters.

    Attributes:
        marks: Every mark once, TRAIN where the answer is TIGER.
        one_of_two: Two Es where the answer THEIR has one, which is in its place.
        two_of_three: Three Es where the answer EAGLE has two.
        both: Two Es where the answer LEVEL has two.
        pairs: The guess and the answer of each.
    """

    marks: TileRow
    one_of_two: TileRow
    two_of_three: TileRow
    both: TileRow
    pairs: Pairs

    def told(self, text: str) -> str:
        """Return a sentence about the English examples with the words of these."""
        for pair, ours in zip(ENGLISH, self.pairs, strict=True):
            for word, our_word in zip(pair, ours, strict=True):
                text = text.replace(word.upper(), our_word.upper())
        return text


def example_row(guess: str, answer: str, gettext: Gettext = str) -> TileRow:
    """Return `guess` as a played row, as `answer` marks it.

    >>> [tile.mark for tile in example_row("there", "their").tiles]
    ['correct', 'correct', 'correct', 'present', 'absent']
    """
    return played_row(Turn(guess, feedback(guess, answer)), 1, gettext)


def marks_example(language: str, gettext: Gettext = str) -> TileRow:
    """Return the row with every mark, with words of a language, English where it has none."""
    return example_row(*PAIRS.get(language, ENGLISH)[0], gettext)


def example_word(language: str) -> str:
    """Return a common word of a language, English where it has none, to show what one may type."""
    return PAIRS[language][-1][-1] if language in PAIRS else "crane"


def examples(language: str = "english", gettext: Gettext = str) -> Examples:
    """Return all worked examples, with words of a language, English where it has none."""
    pairs = PAIRS.get(language, ENGLISH)
    marks, one_of_two, two_of_three, both = (example_row(*pair, gettext) for pair in pairs)
    return Examples(marks, one_of_two, two_of_three, both, pairs)
