"""Watching strategies solve a word: one address, read by GET; nothing is stored.

The games are also files, at the address of their page with `.csv` or `.json`.
"""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.dates import read_day
from wordle_web.game.puzzles.puzzles import DAILY_POOL, daily_id
from wordle_web.game.puzzles.variants import HOME
from wordle_web.game.rules import allowed_word, normalize
from wordle_web.lab.playing import Conditions, TurnEffect, play_word
from wordle_web.web.fair_lock import SEARCH_LOCK
from wordle_web.web.http.errors import error_answer
from wordle_web.web.http.sessions import history
from wordle_web.web.play.games import daily_puzzle
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import state_of_request
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.exports import TableRow, file_of
from wordle_web.web.ui.formatting import daily_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import with_words
from wordle_web.web.ui.spelling import written
from wordle_web.web.watch.boards import board_words, watch_boards_page
from wordle_web.web.watch.page import watch_page
from wordle_web.web.watch.state import WatchState

bp = Blueprint("watch", __name__)

Games = dict[str, tuple[TurnEffect, ...]]


class WatchError(ValueError):
    """A word or an opener that cannot be watched; its text is in the visitor's language.

    Attributes:
        field: "word" or "opener".
    """

    def __init__(self, message: str, field: str = "word") -> None:
        """Keep the field."""
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class WatchedWord:
    """The word that is watched.

    Attributes:
        word: In lower case.
    """

    word: str
    lexicon: Lexicon
    title: str

    @property
    def mode(self) -> str:
        """What strategies assume: the pool if it has the word, else the prior."""
        return DAILY_POOL if self.word in self.lexicon.pool(DAILY_POOL).words else "real"


@bp.get("/watch")
def watch() -> ResponseReturnValue:
    """Show how strategies solve the word in the address, or redirect to a random word."""
    state = state_of_request(WatchState)
    if "random" in request.args:
        return redirect(
            replace(state, word=_random_word(state.length)).address(url_for("watch.watch")), 303
        )
    if len(boards := board_words(state.word)) > 1:
        return _show_boards(boards)
    title, errors, games = "", {}, Games()
    if state.word:
        try:
            word = word_of(state)
            title = word.title
            games = games_of(state, word)
        except WatchError as error:
            errors[error.field] = str(error)
    page = watch_page(state, games, title, errors)
    return render_template("watch/watch.html", page=page), 422 if errors else 200


def _show_boards(words: tuple[str, ...]) -> ResponseReturnValue:
    page = watch_boards_page(words)
    return render_template("watch/boards.html", page=page), 422 if page.error else 200


@bp.get("/watch.<ending>")
def watch_file(ending: str) -> Response:
    """Return the games that the page shows, a turn a row."""
    state = state_of_request(WatchState)
    try:
        games = games_of(state, word_of(state))
    except WatchError as error:
        return error_answer(422, str(error))
    rows = [
        _export_row(state, strategy, number, effect)
        for strategy, effects in games.items()
        for number, effect in enumerate(effects, 1)
    ]
    return file_of("watch", rows, ending)


def _export_row(state: WatchState, strategy: str, number: int, effect: TurnEffect) -> TableRow:
    return {
        "strategy": strategy,
        "hard": state.hard,
        "turn": number,
        "guess": effect.turn.guess,
        "row": effect.turn.text(),  # as the command line reads it
        "words_before": effect.before,
        "words_left": effect.left,
        "expected_remaining": effect.expected_remaining,
        "worst": effect.worst,
        "replies": effect.replies,
        "entropy_bits": effect.entropy_bits,
        "can_be_answer": effect.is_possible,
    }


def _random_word(length: int) -> str:
    words = services().lexicon(length).pool(DAILY_POOL).words
    return words[int.from_bytes(services().randbytes(8)) % len(words)]


def word_of(state: WatchState) -> WatchedWord:
    """Return the word to watch.

    Raises:
        WatchError: there is no such word or day, or the day is not past.
    """
    if state.is_day:
        return _day(state.word)
    try:
        length = len(normalize(plain_letters(state.word, services().alphabet)))
        if length not in services().lengths:
            raise WatchError(gettext("This site has no words of this length."))
        lexicon = services().lexicon(length)
        word = allowed_word(state.word, lexicon)
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext)) from refusal
    title = written(word, lexicon)
    return WatchedWord(word, lexicon, with_words(title, title))


def _day(text: str) -> WatchedWord:
    site = services()
    try:
        number = read_day(text, site.settings.first_day)
        record = history().record(daily_id(number, variant_of_request(HOME)))
        # Neither today's word nor one that this visitor is still guessing is given away.
        if number == site.today or (record is not None and not record.is_over):
            raise WatchError(gettext("This word is still being played. Choose an earlier day."))
        puzzle = daily_puzzle(number)
    except PuzzleError as error:
        raise WatchError(error.message(gettext)) from error
    word = written(puzzle.answer, puzzle.lexicon)
    title = with_words(f"{daily_text(number)}: {word}", word)
    return WatchedWord(puzzle.answer, site.lexicon(), title)


def games_of(state: WatchState, word: WatchedWord) -> Games:
    """Return the game of each strategy, turn by turn.

    Raises:
        WatchError: the opener is no allowed word of that length.
    """
    try:
        opener = allowed_word(state.opener, word.lexicon) if state.opener else ""
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext), "opener") from refusal
    conditions = Conditions(word.lexicon, word.mode, opener, state.hard, state.seed)
    return {
        strategy: play_word(conditions, strategy, word.word, SEARCH_LOCK)
        for strategy in state.strategies
    }
