"""The lab: strategies side by side, openers, published figures, and tournaments.

Everything is read by GET and nothing is stored. A tournament is streamed while it is played, row by
row. Each table is also a file, at the address of its page with `.csv` or `.json`.
"""

from dataclasses import replace
from typing import cast

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    render_template,
    request,
    stream_template,
)
from flask.typing import ResponseReturnValue

from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.lab.openers import Openers, openers_for
from wordle_web.lab.results import results_for
from wordle_web.web.fair_lock import BusyError
from wordle_web.web.http.compression import best_encoding, vary
from wordle_web.web.http.errors import error_answer
from wordle_web.web.lab.boards_table import boards_rows
from wordle_web.web.lab.claims import claim_rows
from wordle_web.web.lab.openers import openers_page, openers_table
from wordle_web.web.lab.page import (
    TournamentForm,
    chosen_results,
    form_of,
    hardest_rows,
    lab_page,
    result_rows,
)
from wordle_web.web.lab.run import FILE, TournamentRows, checked_form, run_page, tournament_of
from wordle_web.web.lab.state import LabState, OpenersState, TournamentState
from wordle_web.web.lab.tournament import play_tournament, take_slot
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import state_of_request
from wordle_web.web.ui.exports import download, file_of
from wordle_web.web.ui.i18n import gettext

bp = Blueprint("lab", __name__)

BUSY_SECONDS = 20
CACHED = "public, max-age=3600"  # an update may bring other figures
MAX_FILE_SECONDS = 20.0  # less than proxies wait


@bp.get("/lab")
def lab() -> ResponseReturnValue:
    """Show the strategies side by side."""
    page = lab_page(state_of_request(LabState))
    return render_template("lab/lab.html", page=page)


@bp.get("/lab/<name>.<ending>")
def table_file(name: str, ending: str) -> Response:
    """Return a table of the lab as a file."""
    state = state_of_request(LabState)
    lexicon = services().all_words(state.length)
    if name == "boards":
        return file_of(f"{name}-{lexicon.name}", boards_rows(lexicon), ending)
    results = results_for(lexicon)
    if results is None:
        abort(404)
    match name:
        case "strategies":
            rows = result_rows(chosen_results(results, state), lexicon, state.tries)
        case "hardest":
            rows = hardest_rows(chosen_results(results, state), lexicon)
        case "claims":
            rows = claim_rows(results, lexicon)
        case _:
            abort(404)
    return file_of(f"{name}-{lexicon.name}", rows, ending)


@bp.get("/lab/openers")
def openers() -> ResponseReturnValue:
    """Show how good openers are."""
    page = openers_page(_openers(), state_of_request(OpenersState))
    return render_template("lab/openers.html", page=page), 422 if page.is_unknown else 200


@bp.get("/lab/openers.<ending>")
def openers_file(ending: str) -> Response:
    """Return all openers, or the best, as a file that any cache may keep."""
    encoding = best_encoding(request.environ.get("HTTP_ACCEPT_ENCODING", "")) or ""
    content = openers_table(_openers(), encoding, ending, state_of_request(OpenersState).is_best)
    response = download(f"openers-{services().lexicon().name}", content, ending)
    if encoding:
        response.content_encoding = encoding
    vary(response, "Accept-Encoding")
    response.headers["Cache-Control"] = CACHED
    response.add_etag(weak=True)
    return cast(Response, response.make_conditional(request))


def _openers() -> Openers:
    return openers_for(services().all_words(DAILY_LENGTH)) or abort(404)


@bp.get("/lab/run")
def run() -> ResponseReturnValue:
    """Play a tournament, and send each row as soon as it is finished."""
    state = _state()
    form = checked_form(state)
    if form.error or form.opener_error:
        return _refused(form, 422)
    page, tournament = run_page(state, form), tournament_of(state)
    slot = take_slot()
    rows = TournamentRows(play_tournament(tournament), state, slot)
    pieces = stream_template("lab/run.html", page=page, rows=rows)
    response = Response(pieces, mimetype="text/html")
    # Neither compression nor a proxy may hold a row back.
    response.headers["Content-Encoding"] = "identity"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(slot.close)  # also if the visitor leaves
    return response


@bp.get("/lab/run.<ending>")
def run_file(ending: str) -> Response:
    """Play a tournament and return it as a file, for programs, before a proxy would time out."""
    state = _state()
    form = checked_form(state)
    if form.error or form.opener_error:
        return _refused(form, 422)
    with take_slot():
        found = list(play_tournament(tournament_of(state), seconds=MAX_FILE_SECONDS))
    results = [each for each in found if each and each.games]
    rows = result_rows(results, services().lexicon(state.length), state.tries)
    return file_of(FILE, rows, ending)


@bp.errorhandler(BusyError)
def busy(error: BusyError) -> Response:
    """Report that too many tournaments are running, and when to try again."""
    text = gettext("The Lab is busy with other tournaments. Try again in a moment.")
    response = _refused(replace(form_of(_state()), error=text), 503)
    response.headers["Retry-After"] = str(BUSY_SECONDS)
    return response


def _state() -> TournamentState:
    return state_of_request(TournamentState)


def _refused(form: TournamentForm, status: int) -> Response:
    """Show the form again with the reason; only the reason if a file was requested."""
    if request.endpoint == "lab.run_file":
        return error_answer(status, form.error or form.opener_error)
    return make_response(render_template("lab/refused.html", form=form), status)
