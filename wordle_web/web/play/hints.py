"""The hints of a running game, in words."""

import functools
from dataclasses import dataclass

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.letters import capitals, ordinal
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.hints import Hint, current_hint, hint_board
from wordle_web.game.rules import Game
from wordle_web.web.play.puzzles import Puzzle
from wordle_web.web.ui.formatting import sentence, words_left_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.spelling import written

SEPARATOR = "\N{NO-BREAK SPACE}· "  # no line begins with it


@dataclass(frozen=True, slots=True)
class HintLine:
    """The line that shows the hints since the last guess, and the button for the next one."""

    text: str  # empty before the first one
    number: int  # of the next hint since the last guess, so that one sent twice counts once
    label: str  # what the button asks for
    is_last: bool  # whether the board has no further hint before the next guess


def hint_line(puzzle: Puzzle, game: Game, selected: int | None) -> HintLine | None:
    """Return the hints of a game for its selected board, from 1; None if the game is over."""
    board = hint_board(game, selected - 1 if selected else None)
    if board is None:
        return None
    is_one = len(game.answers) == 1
    hint = _current(puzzle.lexicon, game, puzzle.mode, board) if game.hints else None
    text = _text(hint, puzzle.lexicon) if hint else ""
    if hint and not is_one:
        name = _unbroken(gettext("Board %(number)s", number=hint.board + 1))
        text = gettext("%(board)s: %(hint)s", board=name, hint=text)
    label = gettext("Hint") if is_one else gettext("Hint for board %(number)s", number=board + 1)
    is_last = hint is not None and hint.board == board and hint.is_last
    return HintLine(sentence(text), len(game.hints) + 1, label, is_last)


# Each view of a game asks again, for the best guess up to a tenth of a second. 256 of 1 kB.
@functools.lru_cache(maxsize=256)
def _current(lexicon: Lexicon, game: Game, mode: str, board: int) -> Hint | None:
    return current_hint(game, lexicon, belief_of(lexicon, mode), board)


def _text(hint: Hint, lexicon: Lexicon) -> str:
    count = words_left_text(hint.count) if hint.count else gettext("no word in our list fits")
    letter = capitals(hint.letter)
    if hint.step == "count":
        return count
    if hint.step == "letter":
        told = gettext("contains %(letter)s", letter=letter)
        if hint.is_repeated:
            told = gettext("contains %(letter)s once more", letter=letter)
        return SEPARATOR.join((_unbroken(count), told))
    place = ""
    if hint.place is not None:
        name = ordinal(hint.place + 1, gettext)
        place = _unbroken(gettext("%(place)s letter: %(letter)s", place=name, letter=letter))
    if hint.step == "place":
        return SEPARATOR.join((_unbroken(count), place))
    words = [written(word, lexicon) for word in hint.guesses]
    best = gettext("no word in our list fits")
    if len(words) == 1:
        word = words[0]
        best = gettext("best guess: %(word)s", word=word)
        if hint.count == 1:
            best = gettext("the answer must be %(word)s", word=word)
    elif words:
        best = gettext("best guess: %(word)s or %(other)s", word=words[0], other=words[1])
    return SEPARATOR.join(filter(None, (place, best)))


def _unbroken(text: str) -> str:
    """Return a short part of a line with spaces that no line ends at."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
