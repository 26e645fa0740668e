"""The hints of a running game, in words."""

import functools
from dataclasses import dataclass

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.letters import counted_letter, ordinal
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.hints import Hint, KnownLetter, current_hint, hint_board
from wordle_web.game.rules import Game
from wordle_web.web.play.puzzles import Puzzle
from wordle_web.web.ui.formatting import capitals, sentence, words_left_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.spelling import written

SEPARATOR = "\N{NO-BREAK SPACE}· "  # no line begins with it
ROOM = 58  # characters of a line with what may be left out: two rows on a phone


@dataclass(frozen=True, slots=True)
class HintLine:
    """The line that shows what hints told, and the button for the next one."""

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
    has_hints = game.hints or game.past_hints
    hint = _current(puzzle.lexicon, game, puzzle.mode, board) if has_hints else None
    text = ""
    if hint:
        name = "" if is_one else _unbroken(gettext("Board %(number)s", number=hint.board + 1))
        text = line_text(hint, puzzle.lexicon, ROOM - len(name))
        text = gettext("%(board)s: %(hint)s", board=name, hint=text) if name else text
    label = gettext("Hint") if is_one else gettext("Hint for board %(number)s", number=board + 1)
    is_last = hint is not None and hint.board == board and hint.is_last
    return HintLine(sentence(text), len(game.hints) + 1, label, is_last)


# Each view of a game asks again, for the best guess up to a tenth of a second. 256 of 1 kB.
@functools.lru_cache(maxsize=256)
def _current(lexicon: Lexicon, game: Game, mode: str, board: int) -> Hint | None:
    return current_hint(game, lexicon, belief_of(lexicon, mode), board)


def line_text(hint: Hint, lexicon: Lexicon, room: int) -> str:
    """Return what the hints told; where it is too long, without the count or the oldest letters."""
    count = words_left_text(hint.count) if hint.count else gettext("no word in our list fits")
    count, told, best = _unbroken(count), _letter_text(hint), _best_text(hint, lexicon)
    # A place that was told just now stands for itself.
    known = [fact for fact in hint.known if fact.place is not None or fact.letter != hint.letter]
    if hint.step is None:
        count = ""
    elif hint.step == "guess" and not hint.count:
        count, best = "", count
    is_count_old = hint.step not in {"count", None}
    while True:
        text = SEPARATOR.join(filter(None, (_known_text(known), count, told, best)))
        if len(text) <= room or not (known or (count and is_count_old)):
            return text
        if count and is_count_old:
            count = ""
        else:
            known.pop(0)


def _known_text(known: list[KnownLetter]) -> str:
    letters = []
    for letter, least, place in known:
        text = counted_letter(capitals(letter), least, gettext)
        if place is not None:
            facts = {"letter": text, "place": ordinal(place + 1, gettext)}
            text = gettext("%(letter)s %(place)s", **facts)
        letters.append(_unbroken(text))
    return gettext("known: %(letters)s", letters=", ".join(letters)) if letters else ""


def _letter_text(hint: Hint) -> str:
    letter = capitals(hint.letter)
    if hint.place is not None:
        place = ordinal(hint.place + 1, gettext)
        return _unbroken(gettext("%(place)s letter: %(letter)s", place=place, letter=letter))
    if hint.is_repeated:
        return gettext("contains %(letter)s once more", letter=letter)
    return gettext("contains %(letter)s", letter=letter) if letter else ""


def _best_text(hint: Hint, lexicon: Lexicon) -> str:
    words = [written(word, lexicon) for word in hint.guesses]
    if len(words) == 2:
        return gettext("best guess: %(word)s or %(other)s", word=words[0], other=words[1])
    if not words:
        return ""
    if hint.count == 1:
        return gettext("the answer must be %(word)s", word=words[0])
    return gettext("best guess to rule out words: %(word)s", word=words[0])


def _unbroken(text: str) -> str:
    """Return a short part of a line with spaces that no line ends at."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
