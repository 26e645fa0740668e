"""Watching the solver on several boards at once: `/watch?word=truss crane slimy`."""

import re
import time
from dataclasses import dataclass

from wordle_web.engine.boards.analysis import BoardsGuess, analyze_boards
from wordle_web.engine.boards.simulation import play_boards
from wordle_web.engine.boards.turns import max_guesses
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.errors import RefusalError
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.game.rules import allowed_word, normalize
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.services import services
from wordle_web.web.ui.boards import BoardsTurnView, boards_turns, why_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.spelling import written

MAX_WATCHED = 8  # boards; more would keep other visitors waiting for a second and longer
BUDGET_MS = 300.0  # to find again why each guess was made
_BETWEEN = re.compile(r"[\s,;]+")


@dataclass(frozen=True, slots=True)
class WatchBoardsPage:
    """The game that the solver played, or why there is none.

    Attributes:
        result: For example "8 guesses for 4 boards".
        error: What is wrong with the words; empty if nothing is.
    """

    title: str
    words: str
    result: str
    turns: tuple[BoardsTurnView, ...]
    error: str = ""


def board_words(text: str) -> tuple[str, ...]:
    """Return the words of several boards as typed; one word is a game of one board."""
    return tuple(word for word in _BETWEEN.split(text.strip()) if word)


def watch_boards_page(words: tuple[str, ...]) -> WatchBoardsPage:
    """Return the page of the game that the solver plays for some words."""
    typed = " ".join(words)
    try:
        answers = _answers(words)
    except RefusalError as refusal:
        return WatchBoardsPage("", typed, "", (), refusal.message(gettext))
    except ValueError as error:
        return WatchBoardsPage("", typed, "", (), str(error))
    lexicon = services().lexicon(len(answers[0]))
    in_pool = set(answers) <= set(lexicon.pool(DAILY_POOL).words)
    belief = belief_of(lexicon, DAILY_POOL if in_pool else "real")
    with SEARCH_LOCK:
        game = play_boards(lexicon, answers, belief=belief, clock=time.perf_counter)
        found = analyze_boards(lexicon, answers, game.guesses, belief=belief, budget_ms=BUDGET_MS)
    guesses = ngettext("%(num)s guess", "%(num)s guesses", len(game.guesses))
    allowed = max_guesses(len(answers))
    result = gettext("Solved in %(guesses)s of %(all)s.", guesses=guesses, all=allowed)
    if len(game.guesses) > allowed:
        result = gettext(
            "%(guesses)s, more than the %(all)s allowed.", guesses=guesses, all=allowed
        )
    title = "\N{NO-BREAK SPACE}· ".join(written(answer, lexicon) for answer in answers)
    return WatchBoardsPage(title, typed, result, boards_turns(found, _why))


def _answers(words: tuple[str, ...]) -> tuple[str, ...]:
    site = services()
    if len(words) > MAX_WATCHED:
        raise ValueError(gettext("Enter at most %(most)s words.", most=MAX_WATCHED))
    length = len(normalize(plain_letters(words[0], site.alphabet)))
    if length not in site.lengths:
        raise ValueError(gettext("This site has no words of this length."))
    answers = tuple(allowed_word(word, site.lexicon(length)) for word in words)
    if len(set(answers)) < len(answers):
        raise ValueError(gettext("Enter each word once: boards have different answers."))
    return answers


def _why(guess: BoardsGuess) -> tuple[str, ...]:
    return (why_text(guess.own),) if guess.own else ()
