"""Reports of a word that should not have been the answer: one line in the host's log.

Only of a game that is over, and only the word: neither the player nor the game is named. Of
today's word, which others still look for, the day is told in its place.
"""

from flask import Blueprint, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import UnprocessableEntity

from wordle_web.game.puzzles.dates import read_day
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.web.http.flash import with_news
from wordle_web.web.play.puzzles import Puzzle, daily_puzzle, game_status, random_puzzle
from wordle_web.web.services import services

bp = Blueprint("reports", __name__)


@bp.post("/report")
def report() -> ResponseReturnValue:
    """Write the word of a finished game into the log, and lead back to the game."""
    puzzle = _puzzle(request.form.get("puzzle", ""))
    if puzzle is None or not game_status(puzzle).is_over:
        raise UnprocessableEntity
    word = f"of day {puzzle.day}" if puzzle.kind == "daily" else f'"{puzzle.answer}"'
    facts = (word, puzzle.lexicon.name, puzzle.pool or DAILY_POOL)
    current_app.logger.warning("A player reports the word %s (%s, %s pool)", *facts)
    return redirect(with_news(puzzle.path, "reported"), 303)


def _puzzle(name: str) -> Puzzle | None:
    """Return the puzzle of a name, if its word is this site's choice.

    Raises:
        PuzzleError: there is no such day or random game.
    """
    kind, _, rest = name.partition("/")
    if kind == "daily":
        return daily_puzzle(read_day(rest, services().settings.first_day))
    return random_puzzle(rest) if kind == "random" else None
