"""Watching strategies solve a word: one address, read by GET; nothing is stored.

The games are also files, at the address of their page with `.csv` or `.json`.
"""

from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.lab.playing import TurnEffect
from wordle_web.web.http.errors import error_answer
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import state_of_request
from wordle_web.web.ui.exports import TableRow, file_of
from wordle_web.web.watch.games import Watched, WatchError, typed_words, watched
from wordle_web.web.watch.page import watch_page
from wordle_web.web.watch.state import WatchState

bp = Blueprint("watch", __name__)


@bp.get("/watch")
def watch() -> ResponseReturnValue:
    """Show how strategies solve the words in the address, or redirect to a random word."""
    state = state_of_request(WatchState)
    if "random" in request.args:
        words = services().all_words(state.length).pool(DAILY_POOL).words
        word = words[int.from_bytes(services().randbytes(8)) % len(words)]
        return redirect(replace(state, word=word).address(url_for("watch.watch")), 303)
    errors, found = {}, Watched()
    try:
        found = watched(state) if state.word else found
    except WatchError as error:
        errors[error.field] = str(error)
        found = Watched(error.title)
    template = "watch/boards.html" if len(typed_words(state)) > 1 else "watch/watch.html"
    page = watch_page(state, found, errors)
    return render_template(template, page=page), 422 if errors else 200


@bp.get("/watch.<ending>")
def watch_file(ending: str) -> Response:
    """Return the games that the page shows, a turn a row."""
    state = state_of_request(WatchState)
    try:
        games = watched(state).games
    except WatchError as error:
        return error_answer(422, str(error))
    if not games:  # of several boards
        abort(404)
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
