"""The page of the lab, and its tables as rows of files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.lab.openers import openers_for
from wordle_web.lab.results import SEED, LabResults, StrategyResult, results_for
from wordle_web.web.lab.boards_table import BoardsTable, boards_table
from wordle_web.web.lab.claims import ClaimGroup, claim_groups
from wordle_web.web.lab.state import (
    DEFAULT_STRATEGIES,
    GAMES,
    TRIES_RANGE,
    LabState,
    SortState,
    TournamentState,
)
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link, Option, number_options
from wordle_web.web.ui.exports import TableRow, links_to_files
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.histogram import MAX_BARS, Axis, Histogram, axis, bars_of, histogram
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import Pairs
from wordle_web.web.ui.strategies import FAMILIES, StrategyText, strategy_options, strategy_text
from wordle_web.web.watch.state import MAX_SEED, WatchState

SHOWN_HARDEST = 12
EXPORTS = ("strategies", "hardest", "claims", "boards")

COLUMNS: Mapping[str, LazyProxy] = {
    "strategy": _("Strategy"),
    "won": _("Won"),
    "mean": _("Average guesses"),
    "worst": _("Worst case"),
    "time": _("ms per guess"),
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: the address that sorts by it, if any, and "ascending" or "descending" if it is."""

    label: str
    url: str
    order: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one strategy.

    Attributes:
        won: Games won, in percent.
        picture: How many games took how many guesses.
        hardest: The words that took most guesses, the worst first, with these guesses and where
            to watch the same game.
        note: Says that time ran out; empty otherwise.
    """

    result: StrategyResult
    text: StrategyText
    won: float
    picture: Histogram
    hardest: tuple[tuple[str, int, str], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class LabTable:
    """Strategies side by side.

    Attributes:
        headings: Of the columns that can be sorted by, by name.
        answers: How many each strategy has played.
        words: How many words are allowed as guesses.
    """

    headings: dict[str, Heading]
    axis: Axis
    rows: tuple[ResultRow, ...]
    answers: int
    words: int
    command: str


@dataclass(frozen=True, slots=True)
class TournamentForm:
    """The form of a tournament.

    Attributes:
        opener_error: Why the opener cannot be one.
        error: Why the tournament cannot be run.
    """

    state: TournamentState
    strategies: tuple[Option, ...]
    games: tuple[Option, ...]
    lengths: tuple[Option, ...]
    tries: tuple[Option, ...]
    max_seed: int
    opener_error: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class LabPage:
    """The lab.

    Attributes:
        openers: Measured first guesses; first the strategies' own.
        families: All strategies, or those of a kind.
        hidden: Hidden fields: the order of the table.
        table: None if nothing was measured for these options.
        claims: What authors published; empty for other lengths.
        boards: Games of several boards; None where nothing was measured.
        tournament: The form to run a tournament.
        exports: Of each table, CSV and JSON.
    """

    lengths: tuple[Option, ...]
    openers: tuple[Option, ...]
    families: tuple[Option, ...]
    tries: tuple[Option, ...]
    state: LabState
    hidden: Pairs
    table: LabTable | None
    claims: tuple[ClaimGroup, ...]
    boards: BoardsTable | None
    tournament: TournamentForm
    exports: dict[str, tuple[Link, ...]]
    has_openers: bool


def lab_page(state: LabState) -> LabPage:
    """Return the page of the lab."""
    lexicon = services().all_words(state.length)
    results = results_for(lexicon)
    rows = chosen_results(results, state) if results else ()
    openers = ("", *(results.openers if results else ()))
    # The form of the tournament starts with the options of the table.
    tournament = TournamentState(
        DEFAULT_STRATEGIES,
        length=state.length,
        opener=state.opener,
        hard=state.hard,
        tries=state.tries,
    )
    return LabPage(
        lengths=number_options(services().lengths, state.length),
        openers=tuple(
            Option(each, each.upper() or gettext("Default"), each == state.opener)
            for each in openers
        ),
        families=tuple(
            Option(key, str(text), key == state.family) for key, text in FAMILIES.items()
        ),
        tries=number_options(TRIES_RANGE, state.tries),
        state=state,
        hidden=state.order_pairs,
        table=_table(results, rows, lexicon, state) if results and rows else None,
        claims=claim_groups(results, lexicon) if results else (),
        boards=boards_table(lexicon),
        tournament=form_of(tournament),
        exports={
            name: links_to_files(state.address(f"{url_for('lab.lab')}/{name}.{{}}"))
            for name in EXPORTS
        },
        has_openers=openers_for(lexicon) is not None,
    )


def form_of(state: TournamentState) -> TournamentForm:
    """Return the form of a tournament, filled in."""
    return TournamentForm(
        state=state,
        strategies=strategy_options(*state.strategies),
        games=number_options(GAMES, state.games),
        lengths=number_options(services().lengths, state.length),
        tries=number_options(TRIES_RANGE, state.tries),
        max_seed=MAX_SEED,
    )


def chosen_results(results: LabResults, state: LabState) -> tuple[StrategyResult, ...]:
    """Return the requested results, sorted by the requested column."""
    order = {name: place for place, name in enumerate(STRATEGIES)}
    keys: Mapping[str, Callable[[StrategyResult], float]] = {
        "strategy": lambda each: order[each.strategy],
        "won": lambda each: each.win_percent(state.tries),
        "mean": lambda each: each.mean,
        "worst": lambda each: each.worst,
        "time": lambda each: each.milliseconds,
    }
    found = results.chosen("normal", state.opener, hard=state.hard)
    rows = [each for each in found if state.family in {"", strategy_text(each.strategy).family}]
    rows.sort(key=keys["strategy"])
    return tuple(sorted(rows, key=keys[state.column or "strategy"], reverse=state.is_descending))


def headings(columns: Mapping[str, LazyProxy], state: SortState, path: str) -> dict[str, Heading]:
    """Return columns that can be sorted by; `aria-sort` says how one of them is."""
    order = "descending" if state.is_descending else "ascending"
    return {
        column: Heading(
            str(label),
            state.sorted_by(column).address(path),
            order if column == state.column else "",
        )
        for column, label in columns.items()
    }


def _table(
    results: LabResults, rows: Sequence[StrategyResult], lexicon: Lexicon, state: LabState
) -> LabTable:
    columns = min(MAX_BARS, max(each.worst for each in rows))
    highest = max(max(bars_of(each.distribution)) for each in rows)
    opener = f" --opener {state.opener}" if state.opener else ""
    return LabTable(
        headings=headings(COLUMNS, state, url_for("lab.lab")),
        axis=axis(columns),
        rows=tuple(result_row(each, state.tries, columns, highest) for each in rows),
        answers=results.answers,
        words=len(lexicon),
        command=results.command + opener + " --hard" * state.hard,
    )


def result_row(
    each: StrategyResult, tries: int, columns: int, highest: float, seed: int = SEED
) -> ResultRow:
    """Return the result of one strategy; `columns` and `highest` scale its histogram."""
    counts = [
        gettext("%(guesses)s: %(games)s", guesses=number, games=number_text(games))
        for number, games in enumerate(each.distribution, 1)
        if games
    ]
    picture = histogram(
        each.distribution,
        columns=columns,
        highest=highest,
        tries=tries,
        text=gettext("Games by number of guesses. %(counts)s", counts=", ".join(counts)),
    )
    seed = seed if STRATEGIES[each.strategy].is_random else 0
    state = WatchState("", each.strategy, "", each.given_opener, each.hard, seed)
    path = url_for("watch.watch")
    hardest = tuple(
        (word.upper(), guesses, replace(state, word=word).address(path))
        for word, guesses in each.hardest[:SHOWN_HARDEST]
    )
    text = strategy_text(each.strategy)
    return ResultRow(each, text, each.win_percent(tries), picture, hardest)


def result_rows(results: Sequence[StrategyResult], lexicon: Lexicon, tries: int) -> list[TableRow]:
    """Return the result of each strategy, as files hold it."""
    worst = max((each.worst for each in results), default=0)
    return [
        {
            **_key(each, lexicon),
            "tries": tries,
            "games": each.games,
            "won_percent": round(each.win_percent(tries), 3),
            "failed": each.failed(tries),
            "mean": each.mean,
            "total_guesses": each.total_guesses,
            "worst": each.worst,
            "milliseconds": each.milliseconds,
            **{
                f"in_{number}": games
                for number, games in zip_longest(
                    range(1, worst + 1), each.distribution, fillvalue=0
                )
            },
        }
        for each in results
    ]


def hardest_rows(results: Sequence[StrategyResult], lexicon: Lexicon) -> list[TableRow]:
    """Return the hardest words of each strategy, as files hold them."""
    return [
        {**_key(each, lexicon), "word": word, "guesses": guesses}
        for each in results
        for word, guesses in each.hardest
    ]


def _key(each: StrategyResult, lexicon: Lexicon) -> dict[str, str | bool]:
    return {
        "lexicon": lexicon.name,
        "strategy": each.strategy,
        "opener": each.opener,
        "hard": each.hard,
    }
