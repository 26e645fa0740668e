"""The helper's page: one address, read by GET; only one preference is stored.

The form sends the state with what was typed or pressed, and is answered with 303 to the address
of the next state, or to our script with its page. What cannot be read or done is reported on the
page itself, with 422 and everything that could be kept. The preference is whether only words that
can be the answer are suggested. Past answers of another game are saved by a page of their own.
"""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.web.helper.form import DRAFT, FormResult, HelperResult, act, solve
from wordle_web.web.helper.page import helper_page
from wordle_web.web.helper.past_answers import (
    Saved,
    clear_words,
    known_game,
    past_answers_page,
    save_text,
    saved_words,
)
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.security import is_from_this_site
from wordle_web.web.http.sessions import keep_preferences, preferences
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import AddressReading, read_address
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script
from wordle_web.web.ui.queries import DEFAULT_MODE, Pairs, Problem, available_modes

bp = Blueprint("helper", __name__)

MAX_TEXT_BYTES = 256 * 1024  # of past answers: thirty years of them, with dates
NOTHING_SENT = Saved()
allow_body(bp, "save_past_answers", MAX_TEXT_BYTES)


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
    past_answers = saved_words(outcome.state.length)
    page = helper_page(
        outcome, helper_result(outcome.state, is_player=True), problems, past_answers
    )
    return render_template("helper/helper.html", page=page), 422 if is_refused else 200


@bp.get("/helper/past-answers")
@bp.get("/helper/past-answers/clear", endpoint="clear_start")
def past_answers() -> ResponseReturnValue:
    """Show which past answers are saved, and what became of the last text."""
    return _show_past_answers(saved=read_address(Saved, request.args.items(multi=True)).state)


@bp.post("/helper/past-answers")
def save_past_answers() -> ResponseReturnValue:
    """Save the words of a text or a file; one word of a game that was solved leads back to it."""
    state = replace(_state(), used=())
    file = request.files.get("file")
    texts = [request.form.get("text", ""), *request.form.getlist("word")]
    texts += [file.read().decode("utf-8", "replace")] if file else []
    if not any(text.strip() for text in texts):
        return _show_past_answers(gettext("Enter some words or choose a file first."), status=422)
    response = redirect("", 303)
    is_possible = request.form.get("list") == "possible"
    saved = save_text(response, "\n".join(texts), state.length, is_possible=is_possible)
    if "word" in request.form and not saved.dropped:
        response.location = state.address(url_for(".helper"))
    else:
        response.location = "&".join(
            filter(None, (saved.address(url_for(".past_answers")), state.query))
        )
    return response


@bp.post("/helper/past-answers/clear")
def clear_past_answers() -> ResponseReturnValue:
    """Forget the saved past answers of a length."""
    state = replace(_state(), used=())
    response = redirect(state.address(url_for(".past_answers")), 303)
    clear_words(response, state.length, is_possible=request.form.get("list") == "possible")
    return response


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the page of past answers again if the CSRF token failed, with what was typed."""
    return _show_past_answers(expired_text(error), status=400)


def _show_past_answers(
    error: str = "", *, saved: Saved = NOTHING_SENT, status: int = 200
) -> ResponseReturnValue:
    page = past_answers_page(
        _state(),
        saved,
        error,
        typed=request.form.get("text") or request.form.get("word", ""),
        error_list="possible" if request.form.get("list") == "possible" else "used",
    )
    return render_template("helper/past_answers.html", page=page), status


def _state() -> HelperState:
    return read_state(tuple(request.args.items(multi=True))).state


def read_state(pairs: Pairs) -> AddressReading[HelperState]:
    """Return what an address says, for lengths and pools that this site has."""
    reading = read_address(HelperState, pairs, services().lengths, services().alphabet)
    state = reading.state
    if state.mode in available_modes(state.length):
        return reading
    problems = (*reading.problems, Problem("mode", state.mode))
    return AddressReading(replace(state, mode=DEFAULT_MODE), problems)


def _with_preference(
    reading: AddressReading[HelperState], pairs: Pairs
) -> AddressReading[HelperState]:
    state, chosen = reading.state, preferences()
    asked = [value for name, value in pairs if name == "only"]
    if state.count > 1:
        return reading
    if not asked:
        return reading._replace(state=replace(state, answers_only=chosen.answers_only))
    # Only the form of our own page says that the box is not checked: a link changes nothing.
    is_form = "0" in asked and is_from_this_site()
    if is_form and state.answers_only != chosen.answers_only:
        keep_preferences(replace(chosen, answers_only=state.answers_only))
    return reading


def helper_result(state: HelperState, *, is_player: bool = False) -> HelperResult:
    """Return what the engine finds for `state`.

    Args:
        state: The state.
        is_player: Whether the lists count that a player has saved, beside those of the host.
    """
    known = known_game(state.length, is_player=is_player)
    return solve(state, services().lexicon(state.length), known)


def _next_address(outcome: FormResult) -> str:
    address = outcome.state.address(url_for(".helper"))
    if not outcome.draft:
        return address
    # A text that is still being typed goes along.
    return f"{address}{'&' if '?' in address else '?'}{urlencode({DRAFT: outcome.draft})}"
