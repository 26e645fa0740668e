"""The analysis of a finished game: one address, read by GET, that keeps nothing.

The form leads, by 303, to the address of the game it describes. What cannot be read is said on
the page itself, by 422, with everything that could be kept.
"""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.analysis.page import analysis_page, missing_words
from wordle_web.web.analysis.state import read_game

bp = Blueprint("analysis", __name__)


@bp.get("/analysis")
def analysis() -> ResponseReturnValue:
    """Show the analysis of the game that the address names, or lead to the one asked for."""
    reading = read_game(request.args.items(multi=True))
    game = reading.game
    problems = (*reading.problems, *missing_words(game))
    if reading.is_sent and not problems:
        return redirect(game.address(url_for(".analysis")), 303)
    page = analysis_page(game, problems)
    return render_template("analysis/analysis.html", page=page), 422 if problems else 200
