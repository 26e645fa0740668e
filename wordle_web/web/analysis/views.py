"""The analysis of a finished game: one address, read by GET; nothing is stored.

The form is answered with 303 to the address of its game. What cannot be read is reported on the
page itself, with 422 and everything that could be kept.
"""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.analysis.page import analysis_page, missing_words
from wordle_web.web.analysis.state import FIELDS, read_analysis
from wordle_web.web.services import services

bp = Blueprint("analysis", __name__)


@bp.get("/analysis")
def analysis() -> ResponseReturnValue:
    """Show the analysis of the game in the address, or redirect to the game in the form."""
    state, found = read_analysis(request.args.items(multi=True), services().alphabet)
    problems = (*found, *missing_words(state))
    if not problems and any(name in FIELDS for name in request.args):
        return redirect(state.address(url_for(".analysis")), 303)
    page = analysis_page(state, problems)
    return render_template("analysis/analysis.html", page=page), 422 if problems else 200
