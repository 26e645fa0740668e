"""The lab's tables as files, each at the address of its page with `.csv` or `.json`."""

from collections.abc import Callable, Sequence

from flask import Response, abort, request

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.results import Result, Results, results_for
from wordle_web.web.exports import Value, export_of, file_of
from wordle_web.web.lab import bp, cache, has_claims, measured_openers
from wordle_web.web.lab_claim_rows import claim_facts
from wordle_web.web.lab_openers import listed, opener_facts
from wordle_web.web.lab_openers import read_state as read_openers
from wordle_web.web.lab_run import entry_of, opener_error, read_choice
from wordle_web.web.lab_state import LabState, read_state
from wordle_web.web.lab_tables import chosen_results, hardest_rows, strategy_rows
from wordle_web.web.parts import parts
from wordle_web.web.tournament import BusyError, Place, played

__all__ = ["bp"]

Rows = list[dict[str, Value]]


@bp.get("/lab/<name>.<ending>")
def table_file(name: str, ending: str) -> Response:
    """Return a table of the lab as a file."""
    rows = FILES.get(name)
    if rows is None:
        abort(404)
    return file_of(export_of(f"{name}-{parts().settings.language}", rows()), ending)


@bp.get("/lab/run.<ending>")
def run_file(ending: str) -> Response:
    """Play a tournament to its end and return it as a file."""
    choice = read_choice(request.args)
    if not choice.strategies or opener_error(choice):
        abort(422)
    try:
        place = Place()
    except BusyError:
        abort(503)
    try:
        entry = entry_of(choice)
        results = [each for each in played(entry, cache()) if each.games]
    finally:
        place.leave()
    rows = strategy_rows(results, entry.lexicon, choice.tries)
    return file_of(export_of("tournament", rows), ending)


def _kept() -> tuple[LabState, Lexicon, Results, Sequence[Result]]:
    """Return the results that an address asks for, with what they are about."""
    state = read_state(request.args, parts().lengths)
    lexicon = parts().lexicon(state.length)
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
    return hardest_rows(_kept()[3])


def _claims() -> Rows:
    """Return the published figures."""
    _, lexicon, results, _ = _kept()
    return claim_facts(results, lexicon, cache()) if has_claims(lexicon) else []


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
