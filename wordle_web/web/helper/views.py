"""The helper's page: one address, read by GET; only one preference is stored.

The form sends the state with what was typed or pressed, and is answered with 303 to the address
of the next state. What cannot be read or done is reported on the page itself, with 422 and
everything that could be kept. The preference is whether only words that can be the answer are
suggested.
"""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.helper.edits import DRAFT, Outcome, act
from wordle_web.web.helper.page import helper_page
from wordle_web.web.helper.solve import HelperResult, solve
from wordle_web.web.helper.state import HelperState, Reading, read_address
from wordle_web.web.http.sessions import keep_preferences, preferences
from wordle_web.web.services import services
from wordle_web.web.ui.layout import is_script
from wordle_web.web.ui.queries import DEFAULT_MODE, Pairs, Problem, available_modes

bp = Blueprint("helper", __name__)


@bp.get("/helper")
def helper() -> ResponseReturnValue:
    """Show the helper in the state of its address, or redirect to the next state."""
    pairs = tuple(request.args.items(multi=True))
    reading = _with_preference(read_state(pairs), pairs)
    site = services()
    outcome = act(reading.state, pairs, site.lengths, site.lexicon(reading.state.length))
    problems = (*reading.problems, *outcome.problems)
    is_refused = bool(reading.problems) or outcome.is_refused
    # That rows were left out is said on the page itself, since the next address cannot say it.
    if outcome.is_action and not (is_refused or outcome.is_truncated or is_script()):
        return redirect(_next_address(outcome), 303)
    page = helper_page(outcome, helper_result(outcome.state), problems)
    return render_template("helper/helper.html", page=page), 422 if is_refused else 200


def read_state(pairs: Pairs) -> Reading:
    """Return what an address says, for lengths and pools that this site has."""
    reading = read_address(pairs, services().lengths)
    state = reading.state
    if state.mode in available_modes(state.length):
        return reading
    problems = (*reading.problems, Problem("mode", state.mode))
    return Reading(replace(state, mode=DEFAULT_MODE), problems)


def _with_preference(reading: Reading, pairs: Pairs) -> Reading:
    state, chosen = reading.state, preferences()
    asked = [value for name, value in pairs if name == "only"]
    if not asked:
        return replace(reading, state=replace(state, answers_only=chosen.answers_only))
    # Only the form says that the box is not checked: a link that says it is changes nothing.
    if "0" in asked and state.answers_only != chosen.answers_only:
        keep_preferences(replace(chosen, answers_only=state.answers_only))
    return reading


def helper_result(state: HelperState) -> HelperResult:
    """Return what the engine finds for `state` in the words of this site."""
    site = services()
    used = tuple(word for word in site.settings.used_words if len(word) == state.length)
    return solve(state, site.lexicon(state.length), used)


def _next_address(outcome: Outcome) -> str:
    address = outcome.state.address(url_for(".helper"))
    if not outcome.draft:
        return address
    # A text that is still being typed goes along.
    return f"{address}{'&' if '?' in address else '?'}{urlencode({DRAFT: outcome.draft})}"
