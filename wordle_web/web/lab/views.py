"""The lab: measured figures of strategies and openers, and published ones.

All requests use GET, and nothing is stored. The tables are also available as files, at the address
of the page with `.csv` or `.json` appended.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from babel.support import LazyProxy
from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.engine.letters import plain_letters
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.lab.results import (
    BoardsResult,
    BoardsResults,
    LabResults,
    Opener,
    Openers,
    StrategyResult,
    boards_results_for,
    openers_for,
    results_for,
)
from wordle_web.web.http.limits import costly
from wordle_web.web.http.responses import best_encoding
from wordle_web.web.lab import tables
from wordle_web.web.lab.state import LabState, OpenersState
from wordle_web.web.services import services
from wordle_web.web.ui.components import MAX_BARS, Axis, Option, axis, bars_of, number_options
from wordle_web.web.ui.formatting import capitals
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import state_of_request
from wordle_web.web.ui.strategies import FAMILIES, strategy_text
from wordle_web.web.ui.tables import Column, TableRow, download, file_rows, sorted_rows, text_of
from wordle_web.web.watch import SolverOpeners, solver_openers

bp = Blueprint("lab", __name__)
bp.add_app_template_filter(strategy_text)
bp.add_app_template_filter(number_options)

PAGE: Final = 50  # openers per page
BEST: Final = 5  # openers on the page of strategies
CACHED = "public, max-age=3600"  # an update may change the figures


@dataclass(frozen=True, slots=True)
class LabPage:
    """Context of the page of strategies."""

    state: LabState
    command: str  # the command that measures strategies with the words of this page
    lengths: Sequence[int]
    openers: Sequence[Option]
    families: Sequence[Option]
    results: LabResults | None  # None, and no rows, if strategies were not measured for the lexicon
    columns: Mapping[str, Column[StrategyResult]]
    rows: Sequence[tables.ResultRow]
    ticks: Axis  # the axis below the histograms
    published: Sequence[tuple[LazyProxy, Sequence[tables.Compared]]]  # grouped by reason
    claim_commands: Sequence[str]
    known_when_lost: tuple[str, ...]  # see `tables.known_when_lost`
    boards: BoardsResults | None  # results for several boards; None if there are none
    boards_columns: Sequence[Column[BoardsResult]]
    best_openers: Sequence[Opener]  # with the search, for daily words; none if not measured
    opener_columns: Sequence[Column[Opener]]
    opener_gap: tables.OpenerGap | None  # see `tables.opener_gap`
    solver_openers: SolverOpeners | None  # None unless both openers are stored and differ


@bp.get("/lab")
@costly()
def lab() -> ResponseReturnValue:
    """Show the table of strategies."""
    state = state_of_request(LabState)
    lexicon = services().all_words(state.length)
    results = results_for(lexicon)
    chosen = tables.chosen_results(results, state)
    bars = min(MAX_BARS, max((result.worst for result in chosen), default=0))
    highest = max((max(bars_of(result.distribution)) for result in chosen), default=0.0)
    compared = tables.compared_claims(results, lexicon)
    daily = services().all_words(DAILY_LENGTH)
    measurements = openers_for(daily)
    page = LabPage(
        state=state,
        command=f"wordle-web lab --lexicon {lexicon.name}",
        lengths=services().lengths,
        openers=[
            Option(word, capitals(word) or gettext("Default"), word == state.opener)
            for word in ("", *(results.openers if results else ()))
        ],
        families=[Option(key, str(text), key == state.family) for key, text in FAMILIES.items()],
        results=results,
        columns=tables.strategy_columns(lexicon, state.tries),
        rows=[tables.result_row(result, state.tries, bars, highest) for result in chosen],
        ticks=axis(bars),
        published=[
            (text, [pair for pair in compared if pair[0].reason == reason])
            for reason, text in tables.REASONS.items()
            if compared
        ],
        claim_commands=[f"{results.command} --pool all", *tables.CLAIM_COMMANDS] if results else [],
        known_when_lost=tables.known_when_lost(compared, results),
        boards=boards_results_for(lexicon),
        boards_columns=[column for column in tables.boards_columns(lexicon) if column.title],
        best_openers=measurements.searched[:BEST] if measurements else (),
        opener_columns=tables.best_opener_columns(measurements) if measurements else (),
        opener_gap=tables.opener_gap(measurements, results_for(daily)) if measurements else None,
        solver_openers=solver_openers(lexicon),
    )
    return render_template("lab/lab.html", page=page)


@bp.get("/lab/<name>.<ending>")
@costly()
def table_file(name: str, ending: str) -> Response:
    """Return a table of the lab as a file."""
    state = state_of_request(LabState)
    lexicon = services().all_words(state.length)
    results, boards = results_for(lexicon), boards_results_for(lexicon)
    rows: Sequence[TableRow]
    if name == "boards":
        rows = file_rows(boards.results if boards else (), tables.boards_columns(lexicon))
    elif results is None:
        abort(404)
    elif name == "strategies":
        rows = tables.strategies_file(results, lexicon, state)
    elif name == "hardest":
        rows = tables.hardest_file(results, lexicon, state)
    elif name == "claims":
        rows = file_rows(tables.compared_claims(results, lexicon), tables.CLAIM_COLUMNS)
    else:
        abort(404)
    return download(f"{name}-{lexicon.name}", text_of(rows, ending), ending)


@dataclass(frozen=True, slots=True)
class OpenersPage:
    """Context of a page of the list of openers."""

    state: OpenersState
    measurements: Openers
    looked_up: Opener | None  # None if no word was looked up, or it is in no list
    best_place: int | None  # its place among the best openers, from 0; None if not among them
    places_in_list: Mapping[str, int]  # places of words in the default order, from 0
    columns: Sequence[Column[Opener]]
    rows: Sequence[Opener]
    last: int  # the number of pages
    is_unknown: bool  # whether the word to look up is in no list
    opener_gap: tables.OpenerGap | None  # see `tables.opener_gap`
    solver_openers: SolverOpeners | None  # None unless both openers are stored and differ


@bp.get("/lab/openers")
@costly()
def openers() -> ResponseReturnValue:
    """Show a page of the ranking of all openers or the best ones, and look up a word."""
    measurements, state = _openers(), state_of_request(OpenersState)
    ranked = measurements.searched if state.is_best else measurements.openers
    columns = {column.name: column for column in tables.opener_columns(measurements)}
    if state.is_best:
        columns["mean"] = replace(columns["mean"], title=_("With a simple strategy"))
        names = "word optimal_mean mean optimal_worst replies expected_remaining"
    else:
        # Only the best openers were measured with the search, so the list of all cannot be sorted
        # by it.
        columns["optimal_mean"] = replace(columns["optimal_mean"], sort="")
        names = "word mean optimal_mean worst beyond_six replies expected_remaining"
    shown = [columns[name] for name in names.split()]
    sort = state.sort if state.sort != state.default_column else ""
    rows = sorted_rows(ranked, shown, sort, is_descending=state.is_descending)
    last = max(1, -(-len(rows) // PAGE))
    state = replace(state, page=min(state.page, last))
    place = measurements.places.get(plain_letters(state.word, services().alphabet))
    is_unknown = bool(state.word) and place is None
    looked_up = None if place is None else measurements.openers[place]
    lexicon = services().all_words(DAILY_LENGTH)
    page = OpenersPage(
        state=state,
        measurements=measurements,
        looked_up=looked_up,
        best_place=measurements.searched.index(looked_up)
        if looked_up in measurements.searched
        else None,
        places_in_list={opener.word: place for place, opener in enumerate(ranked)}
        if state.is_best
        else measurements.places,
        columns=shown,
        rows=rows[(state.page - 1) * PAGE : state.page * PAGE],
        last=last,
        is_unknown=is_unknown,
        opener_gap=tables.opener_gap(measurements, results_for(lexicon)),
        solver_openers=solver_openers(lexicon),
    )
    return render_template("lab/openers.html", page=page), 422 if is_unknown else 200


@bp.get("/lab/openers.<ending>")
@costly()
def openers_file(ending: str) -> Response:
    """Return all openers, or the best ones, as a file that shared caches may store."""
    encoding = best_encoding(request.environ.get("HTTP_ACCEPT_ENCODING", "")) or ""
    with tables.OPENERS_LOCK:
        is_best = state_of_request(OpenersState).is_best
        content = tables.openers_table(_openers(), encoding, ending, is_best)
    response = download(f"openers-{services().lexicon().name}", content, ending)
    if encoding:
        response.content_encoding = encoding
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = CACHED
    response.add_etag(weak=True)
    return cast(Response, response.make_conditional(request))


def _openers() -> Openers:
    return openers_for(services().all_words(DAILY_LENGTH)) or abort(404)
