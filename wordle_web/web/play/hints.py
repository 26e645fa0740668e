"""The hints of a running game, in words."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from babel.support import LazyProxy

from wordle_web.engine.candidates import belief_of
from wordle_web.engine.letters import counted_letter, ordinal
from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.hints import Hint, Step, current_hint, hint_board
from wordle_web.game.rules import Game, KnownLetter
from wordle_web.web.play.puzzles import Puzzle
from wordle_web.web.ui.formatting import capitals, sentence, words_left_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.spelling import written
from wordle_web.web.ui.strategies import board_numbers

SEPARATOR = ", "  # reads well at a line break, too
ROOM = 76  # characters, three rows on a phone; a longer line leaves facts out
SMALL_ROOM = 50  # two rows beside the button that selects the next board
ASK = "ask"  # the value of the button that shows the price of hints
DECLINE = "no"  # the value of the button in the same place that hides it again
NEXT = "board-"  # the value of the button that selects another board ends with its number
LABELS: Mapping[Step, LazyProxy] = {
    "count": _("Words left?"),
    "letter": _("Show a letter"),
    "place": _("Show its place"),
    "guess": _("Best guess"),
    "answer": _("Show answer"),
}


@dataclass(frozen=True, slots=True)
class HintLine:
    """The line with the facts of the hints so far, and the button for the next one.

    Before the first hint of the game, the button only shows the price of hints, in the line. A
    second button beside it then gives the hint, so that pressing one place twice doesn't give it.
    """

    text: str  # the facts, or the price of hints; empty before the first hint without its price
    # The value of the button: the number of the next hint since the last guess, so that a hint
    # requested twice counts once; `ASK` or `DECLINE` before the first hint of the game; `NEXT` with
    # the number of another board after the last hint of this one.
    value: str
    label: str  # the label of the button
    board: str  # names the board that the button is for; empty if there is only one
    is_offered: bool = True  # False before the first guess, and after the last hint of all boards
    confirm: str = ""  # the label of the second button; empty unless the price is shown


def hint_line(
    puzzle: Puzzle, game: Game, selected: int | None, *, asks: bool = False
) -> HintLine | None:
    """Return the line of hints for a board; None if the game is over.

    `selected` is the number of the selected board, from 1; if it can't have a hint, the line is for
    the first unsolved board. `asks` says whether the player asked for the price of hints.
    """
    if game.is_over:
        return None
    board = hint_board(game, selected - 1 if selected else None)
    if board is None:
        return HintLine("", ASK, gettext("Hint"), "", is_offered=False)
    is_one = len(game.answers) == 1
    name = "" if is_one else _unbroken(gettext("Board %(number)s", number=board + 1))
    if not game.hinted:
        if not asks:
            return HintLine("", ASK, gettext("Hint"), name)
        confirm = gettext("How many words are left?")
        if name:
            confirm = gettext("%(board)s: %(hint)s", board=name, hint=LABELS["count"])
        price = gettext("Adds 💡 to your result")
        if puzzle.day is not None:
            price = gettext("Adds 💡, keeps your streak")
        return HintLine(price, DECLINE, gettext("No hint"), name, confirm=confirm)
    hint = _current(puzzle.lexicon, game, puzzle.mode, board)
    label = _label(hint)
    following = None if label else _following_board(puzzle, game, board)
    text = ""
    if hint:
        room = ROOM if following is None else SMALL_ROOM
        text = line_text(hint, puzzle.lexicon, room - len(name))
        text = gettext("%(board)s: %(hint)s", board=name, hint=text) if name else text
    if following is not None:
        name = _unbroken(board_numbers((following,)))
        return HintLine(sentence(text), f"{NEXT}{following + 1}", gettext("Go to"), name)
    value, name = str(len(game.hints) + 1), name if label else ""
    return HintLine(sentence(text), value, label, name, is_offered=bool(label))


def _following_board(puzzle: Puzzle, game: Game, board: int) -> int | None:
    """Return the next unsolved board with an unknown letter and a further hint, or None."""
    others = [*range(board + 1, game.shown), *range(board)]
    return next(
        (
            number
            for number in others
            if not game.boards[number].is_over
            and not game.boards[number].is_known
            and _label(_current(puzzle.lexicon, game, puzzle.mode, number))
        ),
        None,
    )


def revealed_letters(puzzle: Puzzle, game: Game) -> Mapping[int, tuple[KnownLetter, ...]]:
    """Return the facts that hints revealed and marks do not show yet, by board, from 0."""
    if game.is_over or not game.hinted:
        return {}
    hints = _hints(puzzle, game)
    return {board: hint.revealed for board, hint in hints.items() if hint.revealed}


def named_words(puzzle: Puzzle, game: Game) -> frozenset[str]:
    """Return the words that the hints of all boards name at present."""
    if game.is_over or not game.hinted:
        return frozenset()
    return frozenset(word for hint in _hints(puzzle, game).values() for word in hint.guesses)


def _hints(puzzle: Puzzle, game: Game) -> Mapping[int, Hint]:
    boards = {*game.hints, *(hint.board for hint in game.past_hints)}
    hints = {board: _current(puzzle.lexicon, game, puzzle.mode, board) for board in sorted(boards)}
    return {board: hint for board, hint in hints.items() if hint}


def _label(hint: Hint | None) -> str:
    """Return the name of the next hint; empty if there is none."""
    following = hint.following if hint else "count"
    if following is None:
        return ""
    if following == "place" and hint and not hint.letter:
        return gettext("Show a place")
    return str(LABELS[following])


# Each view of a game needs its hint again, and finding the best guess takes up to a tenth of a
# second. 256 entries of 1 kB.
@functools.lru_cache(maxsize=256)
def _current(lexicon: Lexicon, game: Game, mode: str, board: int) -> Hint | None:
    return current_hint(game, lexicon, belief_of(lexicon, mode), board)


def line_text(hint: Hint, lexicon: Lexicon, room: int) -> str:
    """Return the facts that the hints revealed, in one line.

    If the line is too long, the oldest letters of earlier turns are left out, then the letter that
    the named words contain anyway. The count always remains.
    """
    count = words_left_text(hint.count) if hint.count else gettext("no word in our list fits")
    count = count[:1].lower() + count[1:]  # begins with a verb in Spanish
    count, letter, best = _unbroken(count), _letter_text(hint), _best_text(hint, lexicon)
    # The hint itself already names the place that was revealed last.
    known = [fact for fact in hint.known if fact.place is not None or fact.letter != hint.letter]
    if hint.step is None and not hint.is_settled:
        count = ""
    elif hint.step == "answer":
        known, count, letter = [], "", ""
    while True:
        text = SEPARATOR.join(filter(None, (_known_text(known), letter, count, best)))
        if len(text) <= room or not (known or (letter and best)):
            return text
        if known:
            known.pop(0)
        else:
            letter = ""


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
        return _unbroken(gettext("contains %(letter)s once more", letter=letter))
    return _unbroken(gettext("contains %(letter)s", letter=letter)) if letter else ""


def _best_text(hint: Hint, lexicon: Lexicon) -> str:
    words = [written(word, lexicon) for word in hint.guesses]
    if hint.step != "guess":
        return gettext("the answer is %(word)s", word=words[0]) if words else ""
    text = gettext("best guess: %(word)s", word=words[0])
    if len(words) == 2:
        text = gettext("best guess: %(word)s or %(other)s", word=words[0], other=words[1])
    name, colon, named = text.partition(": ")
    return f"{_unbroken(name)}{colon}{named}"


def _unbroken(text: str) -> str:
    """Return a short part of a line with non-breaking spaces."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
