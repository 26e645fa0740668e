"""The lab: strategies side by side, openers, published figures, and fresh tournaments.

Everything is read by GET and nothing is kept. A tournament is answered while it is played, a
row at a time.
"""

from collections.abc import Callable, Iterator

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    render_template,
    request,
    stream_template,
)
from flask.typing import ResponseReturnValue

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.openers import Openers, openers_for
from wordle_web.lab.results import results_for
from wordle_web.web.lab.claim_rows import claim_groups
from wordle_web.web.lab.openers import openers_page
from wordle_web.web.lab.openers import read_state as read_openers
from wordle_web.web.lab.page import OPENERS, PATH, exports_of, hardest, lab_table, options_of
from wordle_web.web.lab.run import PATH as RUN
from wordle_web.web.lab.run import (
    Choice,
    entry_of,
    form_of,
    opener_error,
    read_choice,
    run_page,
)
from wordle_web.web.lab.state import LabState, read_state
from wordle_web.web.lab.tables import chosen_results
from wordle_web.web.lab.tournament import BusyError, Slot, played
from wordle_web.web.lab.view_models import LabPage, RefusedRun
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, show_as

bp = Blueprint("lab", __name__)

ROW_ENDS = "\f"  # stands after each row in the template, for what has come in to be sent
BUSY_SECONDS = 20


@bp.get(PATH)
def lab() -> ResponseReturnValue:
    """Show the strategies side by side."""
    show_as("lab")
    return render_template(
        "lab/lab.html", page=lab_page(read_state(request.args, services().lengths))
    )


def lab_page(state: LabState) -> LabPage:
    """Return what the page shows."""
    lexicon, folder = services().lexicon(state.length), services().settings.cache_folder
    results = results_for(lexicon)
    rows = chosen_results(results, state) if results else ()
    options = options_of(state, results)
    return LabPage(
        path=address(PATH),
        lengths=options["lengths"],
        openers=options["openers"],
        families=options["families"],
        tries=options["tries"],
        hard=state.hard,
        hidden=tuple((name, value) for name, value in state.pairs if name in {"sort", "order"}),
        table=lab_table(results, rows, lexicon, state) if results and rows else None,
        hardest=hardest(rows, state),
        claims=claim_groups(results, lexicon, folder) if results and has_claims(lexicon) else (),
        tournament=form_of(_as_chosen(state)),
        exports={name: exports_of(state, name) for name in ("strategies", "hardest", "claims")},
        openers_page=_openers_link(lexicon),
    )


def _as_chosen(state: LabState) -> Choice:
    """Return a tournament under the conditions that the table is shown for."""
    return Choice(length=state.length, opener=state.opener, hard=state.hard, tries=state.tries)


def has_claims(lexicon: Lexicon) -> bool:
    """Return whether published figures are about words of such a length: they all are about 5."""
    return lexicon.length == 5


def _openers_link(lexicon: Lexicon) -> Link | None:
    """Return the way to the openers, where they were measured."""
    if openers_for(lexicon) is None:
        return None
    return Link(gettext("How good is my opener?"), address(OPENERS))


@bp.get(OPENERS)
def openers() -> ResponseReturnValue:
    """Show how good openers are."""
    show_as("lab")
    state = read_openers(request.args)
    page = openers_page(measured_openers(), state)
    return render_template("lab/openers.html", page=page), 422 if page.error else 200


def measured_openers() -> Openers:
    """Return the openers of five letters."""
    found = openers_for(services().lexicon())
    if found is None:
        abort(404)
    return found


@bp.get(RUN)
def run() -> ResponseReturnValue:
    """Play a tournament, and send each row as soon as it is there."""
    show_as("lab")
    choice = read_choice(request.args)
    if not choice.strategies:
        return _refused(choice, no_strategy_text(), 422)
    if wrong := opener_error(choice):
        return _refused(choice, "", 422, wrong)
    try:
        place = Slot()
    except BusyError:
        return in_a_moment(_refused(choice, busy_text(), 503))
    page = run_page(played(entry_of(choice), services().settings.cache_folder), choice, ROW_ENDS)
    pieces = stream_template("lab/run.html", page=page)
    return streamed(Response(in_rows(pieces, place.leave), mimetype="text/html"), place)


def no_strategy_text() -> str:
    """Return what a tournament lacks that nobody plays."""
    return gettext("Choose at least one strategy.")


def busy_text() -> str:
    """Return why no tournament can begin now."""
    return gettext("Other visitors’ tournaments are running. Please try again in a moment.")


def _refused(choice: Choice, error: str, status: int, opener: str = "") -> Response:
    """Return the form again, with why there is no tournament."""
    page = RefusedRun(form_of(choice, error=error, wrong_opener=opener))
    response = current_app.make_response(render_template("lab/refused.html", page=page))
    response.status_code = status
    return response


def in_a_moment(response: Response) -> Response:
    """Return a response that tells when to ask again."""
    response.headers["Retry-After"] = str(BUSY_SECONDS)
    return response


def streamed(response: Response, place: Slot) -> Response:
    """Return a response that nobody on the way holds back, and that gives its place back.

    A compressor would wait for more than a row, and so would a proxy.
    """
    response.headers["Content-Encoding"] = "identity"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(place.leave)
    return response


def in_rows(pieces: Iterator[str], finish: Callable[[], None]) -> Iterator[str]:
    """Yield a page in pieces that end with a row; `finish` comes before the last one.

    So whoever has read the whole page finds the place free that it took.
    """
    kept: list[str] = []
    for piece in pieces:
        kept.append(piece.replace(ROW_ENDS, ""))
        if ROW_ENDS in piece:
            yield "".join(kept)
            kept = []
    finish()
    yield "".join(kept)
