"""The analysis of a finished game: one address, read by GET, that keeps nothing.

The form leads, by 303, to the address of the game it describes. What cannot be read is said on
the page itself, by 422, with everything that could be kept.
"""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.analysis.page import blank_rows, problem_text, report
from wordle_web.web.analysis.state import (
    MAX_GAME_TEXT,
    PlayedGame,
    Problem,
    Question,
    read_question,
)
from wordle_web.web.analysis.view_models import AnalysisPage
from wordle_web.web.helper.page import capital
from wordle_web.web.helper.state import DEFAULT_LENGTH
from wordle_web.web.helper.text import mode_text
from wordle_web.web.helper.view_models import Choice
from wordle_web.web.helper.views import available_modes
from wordle_web.web.services import services
from wordle_web.web.ui.layout import show_as

bp = Blueprint("analysis", __name__)


@bp.get("/analysis")
def analysis() -> ResponseReturnValue:
    """Show the analysis of the game that the address names, or lead to the one asked for."""
    show_as("analysis")
    question = read_question(request.args.items(multi=True))
    problems = (*question.problems, *missing_words(question.game))
    if question.is_sent and not problems:
        return redirect(question.game.address(url_for(".analysis")), 303)
    page = analysis_page(question, problems)
    return render_template("analysis/analysis.html", page=page), 422 if problems else 200


def missing_words(game: PlayedGame) -> tuple[Problem, ...]:
    """Return what this site has no words for."""
    length = game.length or DEFAULT_LENGTH
    if length not in services().lengths:
        return (Problem("answer", game.answer),)
    return () if game.mode in available_modes(length) else (Problem("mode", game.mode),)


def analysis_page(question: Question, problems: tuple[Problem, ...]) -> AnalysisPage:
    """Return the form with what was found, as far as there are words for it."""
    game = question.game
    is_known = not missing_words(game)
    lexicon = services().lexicon(game.length) if game.length and is_known else None
    found = None
    if lexicon and game.is_complete:
        found = report(game, lexicon, url_for("helper.helper"), services().settings.cache_folder)
    return AnalysisPage(
        path=url_for(".analysis"),
        answer=game.answer or request.args.get("answer", "")[:20],
        game=_typed_game(question),
        modes=_modes(game),
        hard=game.hard,
        problems=tuple(dict.fromkeys(map(problem_text, problems))),
        known=tuple(row.text.removesuffix(":") for row in game.rows),
        blanks=blank_rows(game, lexicon) if lexicon else (),
        report=found,
    )


def _typed_game(question: Question) -> str:
    """Return what is in the field for the guesses."""
    typed = request.args.get("game", "")[:MAX_GAME_TEXT]
    return typed or "\n".join(row.guess for row in question.game.rows)


def _modes(game: PlayedGame) -> tuple[Choice, ...]:
    """Return whose words the game can have been about."""
    modes = available_modes(game.length if game.length in services().lengths else DEFAULT_LENGTH)
    return tuple(Choice(mode, capital(mode_text(mode)), mode == game.mode) for mode in modes)
