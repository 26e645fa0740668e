"""The words that are watched, and the games that solve them, of one board or of several."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from wordle_web.engine.boards.analysis import BoardsGuess, analyze_boards
from wordle_web.engine.boards.simulation import play_boards
from wordle_web.engine.candidates import belief_of
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.dates import read_day
from wordle_web.game.puzzles.puzzles import DAILY_POOL, daily_id
from wordle_web.game.puzzles.variants import HOME
from wordle_web.game.rules import allowed_word, normalize
from wordle_web.lab.playing import Conditions, TurnEffect, play_word
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.http.sessions import history
from wordle_web.web.play.games import daily_puzzle
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.formatting import daily_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.spelling import written
from wordle_web.web.watch.state import WatchState

MAX_WATCHED: Final = 8  # boards; more would keep other visitors waiting for a second and longer
BUDGET_MS: Final = 300.0  # to find again why each guess was made
_BETWEEN = re.compile(r"[\s,;]+")


class WatchError(ValueError):
    """A word or an opener that cannot be watched; its text is in the visitor's language.

    Attributes:
        field: "word" or "opener".
        title: Of the words, where they are known.
    """

    def __init__(self, message: str, field: str = "word", title: str = "") -> None:
        """Keep the facts."""
        super().__init__(message)
        self.field = field
        self.title = title


@dataclass(frozen=True, slots=True)
class Watched:
    """What is watched.

    Attributes:
        title: The words as people write them, and the day.
        words: The answer of each board, in lower case.
        games: Of one board: the game of each strategy, turn by turn.
        boards: The guesses of a game of several boards.
    """

    title: str = ""
    words: tuple[str, ...] = ()
    games: Mapping[str, tuple[TurnEffect, ...]] = field(default_factory=dict)
    boards: tuple[BoardsGuess, ...] = ()


def typed_words(state: WatchState) -> tuple[str, ...]:
    """Return the words as typed; one is a game of one board, several are boards of one game."""
    return tuple(filter(None, _BETWEEN.split(state.word)))


def watched(state: WatchState) -> Watched:
    """Return the words of an address and the games that solve them.

    Raises:
        WatchError: there is no such word or day, the day is not past, two words are the same, or
            the opener is no allowed word of that length.
    """
    typed = typed_words(state) or ("",)
    try:
        title, words = _day(state.word) if state.is_day and len(typed) == 1 else _words(typed)
    except (RefusalError, PuzzleError) as error:
        raise WatchError(error.message(gettext)) from error
    # The latest pool, of which the lab has its figures; they assume it if it has the words.
    lexicon = services().all_words(len(words[0]))
    pool = lexicon.pool(DAILY_POOL).words
    mode = DAILY_POOL if all(word in pool for word in words) else "real"
    if len(words) > 1:
        return Watched(title, words, boards=_boards(lexicon, words, mode))
    try:
        opener = allowed_word(state.opener, lexicon) if state.opener else ""
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext), "opener", title) from refusal
    conditions = Conditions(lexicon, mode, opener, state.hard, state.seed)
    games = {
        strategy: play_word(conditions, strategy, words[0], SEARCH_LOCK)
        for strategy in state.strategies
    }
    return Watched(title, words, MappingProxyType(games))


def _words(typed: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    site = services()
    if len(typed) > MAX_WATCHED:
        raise WatchError(gettext("Enter at most %(most)s words.", most=MAX_WATCHED))
    length = len(normalize(plain_letters(typed[0], site.alphabet)))
    if length not in site.lengths:
        raise WatchError(gettext("This site has no words of this length."))
    lexicon = site.lexicon(length)
    words = tuple(allowed_word(word, lexicon) for word in typed)
    if len(set(words)) < len(words):
        raise WatchError(gettext("Enter each word once: boards have different answers."))
    shown = [written(word, lexicon) for word in words]
    return with_words("\N{NO-BREAK SPACE}· ".join(shown), *shown), words


def _day(text: str) -> tuple[str, tuple[str, ...]]:
    site = services()
    number = read_day(text, site.settings.first_day)
    record = history().record(daily_id(number, variant_of_request(HOME)))
    # Neither today's word nor one that this visitor is still guessing is given away.
    if number == site.today or (record is not None and not record.is_over):
        raise WatchError(gettext("This word is still being played. Choose an earlier day."))
    puzzle = daily_puzzle(number)
    word = written(puzzle.answer, puzzle.lexicon)
    return with_words(f"{daily_text(number)}: {word}", word), (puzzle.answer,)


def _boards(lexicon: Lexicon, words: tuple[str, ...], mode: str) -> tuple[BoardsGuess, ...]:
    belief = belief_of(lexicon, mode)
    with SEARCH_LOCK:
        game = play_boards(lexicon, words, belief=belief, clock=time.perf_counter)
        found = analyze_boards(lexicon, words, game.guesses, belief=belief, budget_ms=BUDGET_MS)
    return found.guesses
