"""The lab's tables as files, each at the address of its page with `.csv` or `.json`."""

from collections.abc import Callable, Sequence

from flask import Response, abort, request

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.results import Result, Results, results_for
from wordle_web.web.http.errors import error_answer
from wordle_web.web.lab.claim_rows import claim_facts
from wordle_web.web.lab.openers import listed, opener_facts
from wordle_web.web.lab.openers import read_state as read_openers
from wordle_web.web.lab.run import entry_of, opener_error, read_choice
from wordle_web.web.lab.state import LabState, read_state
from wordle_web.web.lab.tables import chosen_results, hardest_rows, strategy_rows
from wordle_web.web.lab.tournament import BusyError, Slot, played
from wordle_web.web.lab.views import (
    bp,
    busy_text,
    has_claims,
    in_a_moment,
    measured_openers,
    no_strategy_text,
)
from wordle_web.web.services import services
from wordle_web.web.ui.exports import Export, Value, file_of

__all__ = ["bp"]

MAX_FILE_SECONDS = 20.0

Rows = list[dict[str, Value]]


@bp.get("/lab/<name>.<ending>")
def table_file(name: str, ending: str) -> Response:
    """Return a table of the lab as a file."""
    rows = FILES.get(name)
    if rows is None:
        abort(404)
    return file_of(Export(f"{name}-{_lexicon(name).name}", rows()), ending)


def _lexicon(name: str) -> Lexicon:
    """Return the words that a table is about: only openers are of the usual length always."""
    length = read_state({} if name == "openers" else request.args, services().lengths).length
    return services().lexicon(length)


@bp.get("/lab/run.<ending>")
def run_file(ending: str) -> Response:
    """Play a tournament and return it as a file, for programs: in less time than proxies wait."""
    choice = read_choice(request.args)
    if wrong := opener_error(choice) if choice.strategies else no_strategy_text():
        return error_answer(422, wrong)
    try:
        place = Slot()
    except BusyError:
        return in_a_moment(error_answer(503, busy_text()))
    try:
        entry = entry_of(choice)
        found = played(entry, services().settings.cache_folder, seconds=MAX_FILE_SECONDS)
        results = [each for each in found if each and each.games]
    finally:
        place.leave()
    rows = strategy_rows(results, entry.lexicon, choice.tries)
    return file_of(Export("tournament", rows), ending)


def _kept() -> tuple[LabState, Lexicon, Results, Sequence[Result]]:
    """Return the results that an address asks for, with what they are about."""
    state = read_state(request.args, services().lengths)
    lexicon = services().lexicon(state.length)
    results = results_for(lexicon)
    if results is None:
        abort(404)
    return state, lexicon, results, chosen_results(results, state)


def _strategies() -> Rows:
    """Return the table of strategies."""
    state, lexicon, _, rows = _kept()
    return strategy_rows(rows, lexicon, state.tries)


def _hardest() -> Rows:
    """Return the hardest words."""
    _, lexicon, _, rows = _kept()
    return hardest_rows(rows, lexicon)


def _claims() -> Rows:
    """Return the published figures."""
    _, lexicon, results, _ = _kept()
    folder = services().settings.cache_folder
    return claim_facts(results, lexicon, folder) if has_claims(lexicon) else []


def _openers() -> Rows:
    """Return the openers, all of them."""
    found = measured_openers()
    return opener_facts(found, listed(found, read_openers(request.args)))


FILES: dict[str, Callable[[], Rows]] = {
    "strategies": _strategies,
    "hardest": _hardest,
    "claims": _claims,
    "openers": _openers,
}
