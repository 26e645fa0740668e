"""Watching strategies solve a word: one address, read by GET, that keeps nothing."""

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.engine.lexicon import Lexicon
from wordle_web.game.errors import NotInWordListError, PuzzleError, RefusalError
from wordle_web.game.puzzles.dates import read_day
from wordle_web.game.puzzles.puzzles import DAILY_POOL, daily_id
from wordle_web.game.rules import check_length, normalise
from wordle_web.web.http.sessions import history
from wordle_web.web.play.puzzles import daily_puzzle
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, show_as
from wordle_web.web.watch.page import PATH, watch_page, watched_game
from wordle_web.web.watch.playing import Question, Seen, watched
from wordle_web.web.watch.state import WatchState, read_state
from wordle_web.web.watch.view_models import WatchedGame

bp = Blueprint("watch", __name__)


class WatchError(ValueError):
    """A word or an opener that cannot be watched.

    Attributes:
        message: Why, in the reader's language.
    """

    def __init__(self, message: str) -> None:
        """Keep the reason."""
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Subject:
    """The word that is watched.

    Attributes:
        word: In small letters.
        lexicon: The words of its length.
        title: What it is called on the page.
    """

    word: str
    lexicon: Lexicon
    title: str

    @property
    def mode(self) -> str:
        """What strategies believe: the pool where it has the word, else the prior."""
        return DAILY_POOL if self.word in self.lexicon.pool(DAILY_POOL).words else "real"


@bp.get(PATH)
def watch() -> ResponseReturnValue:
    """Show how strategies solve the word in the address, or lead to a word drawn by lot."""
    show_as("watch")
    state = read_state(request.args, services().lengths)
    if "random" in request.args:
        return redirect(
            address(f"{PATH}?{replace(state, word=drawn_word(state.length)).query}"), 303
        )
    if not state.word:
        return render_template("watch/watch.html", page=watch_page(state))
    try:
        subject = subject_of(state)
    except WatchError as error:
        return render_template(
            "watch/watch.html", page=watch_page(state, word_error=error.message)
        ), 422
    try:
        opener = opener_of(state, subject)
    except WatchError as error:
        page = watch_page(state, title=subject.title, opener_error=error.message)
        return render_template("watch/watch.html", page=page), 422
    games = [_game(state, subject, strategy, opener) for strategy in state.strategies]
    return render_template("watch/watch.html", page=watch_page(state, games, title=subject.title))


def drawn_word(length: int) -> str:
    """Return a word of the site's own, drawn by lot."""
    words = services().lexicon(length).pool(DAILY_POOL).words
    return words[int.from_bytes(services().randbytes(8)) % len(words)]


def subject_of(state: WatchState) -> Subject:
    """Return the word that is asked for.

    Raises:
        WatchError: there is no such word or day, or the day is not past.
    """
    if state.is_day:
        return _day(state.word)
    try:
        typed = normalise(state.word)
        if len(typed) not in services().lengths:
            raise WatchError(gettext("There are no words of this length here."))
        lexicon = services().lexicon(len(typed))
        word = _allowed(typed, lexicon)
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext)) from refusal
    return Subject(word, lexicon, word.upper())


def opener_of(state: WatchState, subject: Subject) -> str:
    """Return the first guess that is asked for; empty where strategies choose their own.

    Raises:
        WatchError: it is no allowed word of that length.
    """
    if not state.opener:
        return ""
    try:
        return _allowed(state.opener, subject.lexicon)
    except RefusalError as refusal:
        raise WatchError(refusal.message(gettext)) from refusal


def _allowed(text: str, lexicon: Lexicon) -> str:
    """Return a word as it was typed, if it is allowed.

    Raises:
        RefusalError: it is not.
    """
    word = normalise(text, lexicon.alphabet)
    check_length(word, lexicon.length)
    if word not in lexicon:
        raise NotInWordListError(word)
    return word


def _day(text: str) -> Subject:
    """Return the word of a past day.

    Raises:
        WatchError: there is no such day, or its game is not over.
    """
    site = services()
    try:
        number = read_day(text, site.settings.first_day)
        if number == site.today or _is_under_way(number):
            raise WatchError(gettext("That word is still being guessed. Try an earlier day."))
        puzzle = daily_puzzle(number)
    except PuzzleError as error:
        raise WatchError(error.message(gettext)) from error
    title = gettext(
        "Daily %(number)s: %(word)s", number=number_text(number), word=puzzle.answer.upper()
    )
    return Subject(puzzle.answer, site.lexicon(), title)


def _is_under_way(number: int) -> bool:
    """Return whether this visitor has begun the game of a day, and not ended it."""
    record = history().record(daily_id(number))
    return record is not None and not record.is_over


def seen_of(state: WatchState, subject: Subject, strategy: str, opener: str) -> tuple[Seen, ...]:
    """Return the game of one strategy, turn by turn."""
    question = Question(subject.lexicon, subject.mode, strategy, opener, state.hard, state.seed)
    return watched(question, subject.word, services().settings.cache_folder)


def _game(state: WatchState, subject: Subject, strategy: str, opener: str) -> WatchedGame:
    """Return the game of one strategy as the page shows it."""
    seen = seen_of(state, subject, strategy, opener)
    return watched_game(strategy, seen, is_given=bool(opener))
