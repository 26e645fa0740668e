"""The analysis of a finished game: one address, read by GET; nothing is stored.

The form is answered with 303 to the address of its game. What cannot be read is reported on the
page itself, with 422 and everything that could be kept.
"""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.analysis.boards import BoardsGame, boards_analysis_page, read_boards_game
from wordle_web.web.analysis.page import analysis_page, missing_words
from wordle_web.web.analysis.state import FIELDS, read_game
from wordle_web.web.services import services
from wordle_web.web.ui.links import boards_analysis_link

bp = Blueprint("analysis", __name__)


@bp.get("/analysis")
def analysis() -> ResponseReturnValue:
    """Show the analysis of the game in the address, or redirect to the game in the form."""
    pairs = tuple(request.args.items(multi=True))
    is_sent = any(name in FIELDS for name, _ in pairs)
    if boards := read_boards_game(pairs):
        return _show_boards(boards, is_sent=is_sent)
    reading = read_game(pairs, services().alphabet)
    game = reading.game
    problems = (*reading.problems, *missing_words(game))
    if is_sent and not problems:
        return redirect(game.address(url_for(".analysis")), 303)
    page = analysis_page(game, problems)
    return render_template("analysis/analysis.html", page=page), 422 if problems else 200


def _show_boards(game: BoardsGame, *, is_sent: bool) -> ResponseReturnValue:
    page = boards_analysis_page(game)
    if is_sent and not page.problems:
        link = boards_analysis_link(game.answers, game.guesses, game.mode, in_turn=game.in_turn)
        return redirect(link.url, 303)
    return render_template("analysis/boards.html", page=page), 422 if page.problems else 200
