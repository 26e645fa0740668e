"""Worked examples of marks for new players, made by the real feedback."""

from dataclasses import dataclass

from wordle_web.engine.feedback import feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.wording import Gettext
from wordle_web.game.board import Row, played_row


@dataclass(frozen=True, slots=True)
class Examples:
    """The rows that how-to-play explains; the templates' sentences name their letters.

    Attributes:
        marks: Every mark once, TRAIN where the answer is TIGER.
        one_of_two: Two Es where the answer THEIR has one, which is in its place.
        two_of_three: Three Es where the answer EAGLE has two.
        both: Two Es where the answer LEVEL has two.
    """

    marks: Row
    one_of_two: Row
    two_of_three: Row
    both: Row


def example_row(guess: str, answer: str, gettext: Gettext = str) -> Row:
    """Return `guess` as a played row, as `answer` marks it.

    >>> [tile.mark for tile in example_row("there", "their").tiles]
    ['correct', 'correct', 'correct', 'present', 'absent']
    """
    return played_row(Turn(guess, feedback(guess, answer)), 1, gettext)


def examples(gettext: Gettext = str) -> Examples:
    """Return all worked examples."""
    return Examples(
        marks=example_row("train", "tiger", gettext),
        one_of_two=example_row("there", "their", gettext),
        two_of_three=example_row("geese", "eagle", gettext),
        both=example_row("eager", "level", gettext),
    )
