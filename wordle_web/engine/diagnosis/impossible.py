"""Marks that no answer at all could give, and the nearest possible ones.

If its colored letters have room, some string of letters gives a guess these marks. So the two
checks here find every impossible pattern.
"""

from dataclasses import dataclass
from typing import Literal

from wordle_web.engine.feedback import ABSENT, CORRECT, PRESENT, pattern_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.wording import Gettext
from wordle_web.engine.words.letters import capitals


@dataclass(frozen=True, slots=True)
class ImpossibleMarks:
    """Why no answer could give a guess these marks.

    Attributes:
        kind: "all_but_one" if every other letter is correct, so the present one has no other
            position; "no_room" if a letter is present more often than positions are left for it;
            "repeat_order" if a repeated letter is absent before it is present.
        letter: The letter at fault.
        positions: The tiles of that letter that are not correct, from 0.
        fix: The nearest turn whose marks are possible.
    """

    kind: Literal["all_but_one", "no_room", "repeat_order"]
    letter: str
    positions: tuple[int, ...]
    fix: Turn

    def __str__(self) -> str:
        """Return the reason in English."""
        return self.message()

    def message(self, gettext: Gettext = str) -> str:
        """Return the reason as the end of a sentence, fit to show a player."""
        reasons = {
            "all_but_one": gettext(
                "every other letter is green, so the yellow %(letter)s has no other spot"
            ),
            "no_room": gettext("there are more yellow %(letter)s tiles than spots left for them"),
            "repeat_order": gettext(
                "the first %(letter)s would be yellow, and only a later one gray"
            ),
        }
        return reasons[self.kind] % {"letter": capitals(self.letter)}


def impossibility(turn: Turn) -> ImpossibleMarks | None:
    """Return why no answer could give `turn` its marks, or None where one could.

    >>> impossibility(Turn.parse("crane:22221")).fix.text()
    'crane:22220'
    >>> impossibility(Turn.parse("geese:00010")) is None
    True
    >>> impossibility(Turn.parse("eerie:01000")).fix.text()
    'eerie:10000'
    """
    fault = _fault(turn)
    if fault is None:
        return None
    kind, letter = fault
    return ImpossibleMarks(kind, letter, _open_tiles(turn, letter), _nearest_possible(turn))


def _fault(turn: Turn) -> tuple[Literal["all_but_one", "no_room", "repeat_order"], str] | None:
    positions_left = sum(mark != CORRECT for mark in turn.marks)
    for letter in dict.fromkeys(turn.guess):
        tiles = [turn.marks[position] for position in _open_tiles(turn, letter)]
        present = tiles.count(PRESENT)
        if present > positions_left - len(tiles):
            return ("all_but_one" if positions_left == 1 else "no_room"), letter
        if tiles != sorted(tiles, reverse=True):
            return "repeat_order", letter
    return None


def _open_tiles(turn: Turn, letter: str) -> tuple[int, ...]:
    tiles = enumerate(zip(turn.guess, turn.marks, strict=True))
    return tuple(position for position, (c, mark) in tiles if c == letter and mark != CORRECT)


def _nearest_possible(turn: Turn) -> Turn:
    marks = list(turn.marks)
    positions_left = sum(mark != CORRECT for mark in marks)
    for letter in set(turn.guess):
        tiles = _open_tiles(turn, letter)
        present = sum(marks[position] == PRESENT for position in tiles)
        for order, position in enumerate(tiles):
            fits = order < min(present, positions_left - len(tiles))
            marks[position] = PRESENT if fits else ABSENT
    return Turn(turn.guess, pattern_of(marks))
