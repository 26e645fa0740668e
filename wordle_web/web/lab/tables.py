"""The tables of the lab: strategies, published figures, games of several boards, openers."""

import functools
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from babel.support import LazyProxy
from flask import url_for

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.strategies import STRATEGIES
from wordle_web.game.puzzles.days import DAILY_POOL
from wordle_web.lab.playing import Conditions, play_word
from wordle_web.lab.results import (
    SEED,
    BoardsClaim,
    BoardsResult,
    Claim,
    LabResults,
    Opener,
    Openers,
    StrategyResult,
    published_claims,
)
from wordle_web.web.http.responses import ENCODERS
from wordle_web.web.lab.state import LabState
from wordle_web.web.services import services
from wordle_web.web.turns import SEARCH_LOCK
from wordle_web.web.ui.components import Histogram, histogram
from wordle_web.web.ui.formatting import (
    capitals,
    decimal,
    format_decimal,
    mean_text,
    milliseconds_text,
    number_text,
    percent_text,
)
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.strategies import StrategyText, strategy_text
from wordle_web.web.ui.tables import Column, TableRow, file_rows, sorted_rows, text_of
from wordle_web.web.watch import WatchState

SHOWN_HARDEST = 12  # words that took a strategy the most guesses
PUBLISHED_LEXICON = "english-5"  # all published figures are for English words of five letters

REASONS: Mapping[str, LazyProxy] = {
    "marks": _(
        "The author’s feedback ignored repeated letters, and his filter kept words with "
        "any yellow letter. With correct feedback, fewer words are left after each "
        "guess, so more games are won, long ones included."
    ),
    "planned": _(
        "The author only planned this strategy and expected more than 90%. Measured on our "
        "answers first, then on random words out of all allowed ones."
    ),
    "one-word": _("One word proves little; the table above covers every word."),
    "catch": _(
        "The author’s bot could guess only possible words, and its feedback counted a "
        "letter of the answer more than once. With correct feedback the same strategy is "
        "faster."
    ),
    "gives-up": _(
        "Where only the well-known 2,315 words may be guessed, it’s LATER, CRIMP, CATCH with "
        "correct feedback, too. But the author’s feedback is wrong for one in eleven pairs of "
        "these words, and given real feedback his bot finds no word for 337 of them."
    ),
    "list": _("Played on the well-known list of 2,315 answers. Our word list is different."),
    "proven": _(
        "Proven best for the well-known list of 2,315 answers. Our word list is different."
    ),
}

# The commands that measure our figures for comparison with published ones. Pages show them after
# the command that measures the strategies.
CLAIM_COMMANDS = (
    "wordle-web solve catch --strategy minimax --opener later --mode normal",
    "python scripts/loose_marks.py --answers FILE --guesses FILE",
)

Compared = tuple[Claim, Claim]  # a published figure and our own measurement


def strategy_columns(lexicon: Lexicon, tries: int) -> dict[str, Column[StrategyResult]]:
    """Return the columns of the table of strategies by name, in the order of files.

    The templates name the columns that pages show.
    """
    columns: tuple[Column[StrategyResult], ...] = (
        Column("lexicon", lambda result: lexicon.name),
        Column("strategy", title=_("Strategy"), sort="strategy"),
        Column("opener"),
        Column("hard", lambda result: result.hard.name.lower()),
        Column("tries", lambda result: tries),
        Column("games", title=_("Games"), text=number_text),
        Column(
            "won_percent",
            lambda result: result.win_percent(tries),
            _("Won"),
            percent_text,
            sort="won",
            digits=3,
        ),
        Column("failed", lambda result: result.failed(tries)),
        Column("mean", title=_("Average guesses"), text=mean_text, sort="mean"),
        Column("total_guesses"),
        Column("worst", title=_("Worst game"), sort="worst", kind="text"),
        Column("known_when_lost"),
        Column("milliseconds", title=_("Time per guess"), text=milliseconds_text, sort="time"),
    )
    return {column.name: column for column in columns}


def chosen_results(results: LabResults | None, state: LabState) -> Sequence[StrategyResult]:
    """Return the requested results, sorted by the requested column."""
    if results is None:
        return ()
    chosen = results.chosen(DAILY_POOL, state.opener, hard=state.hard)
    rows = [
        result for result in chosen if state.family in {"", strategy_text(result.strategy).family}
    ]
    rows.sort(key=lambda result: list(STRATEGIES).index(result.strategy))
    sort = state.column if state.column != "strategy" else ""  # "" is the order of STRATEGIES
    columns = strategy_columns(services().all_words(state.length), state.tries)
    return sorted_rows(rows, columns.values(), sort, is_descending=state.is_descending)


class ResultRow(NamedTuple):
    """A row of the table of strategies."""

    result: StrategyResult
    text: StrategyText
    picture: Histogram
    # The words that took the most guesses, the number of guesses, and the address of the game as
    # the strategy plays it.
    hardest: tuple[tuple[str, int, str], ...]


def result_row(result: StrategyResult, tries: int, columns: int, highest: float) -> ResultRow:
    """Return the row of one strategy; `columns` and `highest` scale its histogram."""
    counts = [
        gettext("%(guesses)s: %(games)s", guesses=number, games=number_text(games))
        for number, games in enumerate(result.distribution, 1)
        if games
    ]
    picture = histogram(
        result.distribution,
        columns=columns,
        highest=highest,
        tries=tries,
        text=gettext("Games by number of guesses. %(counts)s", counts=", ".join(counts)),
    )
    seed = SEED if STRATEGIES[result.strategy].is_random else 0
    state = WatchState("", result.strategy, "", result.given_opener, result.hard, seed)
    path = url_for("watch.watch")
    hardest = tuple(
        (capitals(word), guesses, state.address(path, word=word))
        for word, guesses in result.hardest[:SHOWN_HARDEST]
    )
    return ResultRow(result, strategy_text(result.strategy), picture, hardest)


def strategies_file(results: LabResults, lexicon: Lexicon, state: LabState) -> list[TableRow]:
    """Return the results of strategies as the rows of a file."""
    chosen = chosen_results(results, state)
    rows = file_rows(chosen, strategy_columns(lexicon, state.tries).values())
    numbers = range(1, max((result.worst for result in chosen), default=0) + 1)
    return [
        row
        | {f"in_{n}": games for n, games in zip_longest(numbers, result.distribution, fillvalue=0)}
        for row, result in zip(rows, chosen, strict=True)
    ]


def hardest_file(results: LabResults, lexicon: Lexicon, state: LabState) -> list[TableRow]:
    """Return the hardest words of strategies as the rows of a file."""
    chosen = chosen_results(results, state)
    columns = strategy_columns(lexicon, state.tries)
    names = ("lexicon", "strategy", "opener", "hard")
    rows = file_rows(chosen, [columns[name] for name in names])
    return [
        row | {"word": word, "guesses": guesses}
        for row, result in zip(rows, chosen, strict=True)
        for word, guesses in result.hardest
    ]


CLAIM_COLUMNS: Sequence[Column[Compared]] = (
    Column("strategy", lambda pair: pair[0].strategy),
    Column("opener", lambda pair: pair[0].opener),
    Column("word", lambda pair: pair[0].word),
    Column("published_won_percent", lambda pair: pair[0].won),
    Column("published_mean", lambda pair: pair[0].mean),
    Column("published_guesses", lambda pair: pair[0].guesses),
    Column("won_percent", lambda pair: pair[1].won),
    Column("mean", lambda pair: pair[1].mean),
    Column("guesses", lambda pair: pair[1].guesses),
    Column("reason", lambda pair: str(REASONS[pair[0].reason])),
)


def compared_claims(results: LabResults | None, lexicon: Lexicon) -> tuple[Compared, ...]:
    """Return all published figures of strategies, with our own measurements."""
    if results is None or lexicon.name != PUBLISHED_LEXICON:
        return ()
    return tuple((claim, measured(claim, results, lexicon)) for claim in published_claims()[0])


def known_when_lost(compared: Sequence[Compared], results: LabResults | None) -> tuple[str, ...]:
    """Return the lowest and highest of the strategies' means of positions known in lost games.

    Only the strategies of the author who marked repeated letters wrongly are included. The means
    are formatted; there are none if none of these strategies was measured or lost a game.
    """
    keys = [(claim.strategy, claim.pool, claim.opener, HardMode.OFF) for claim, _ in compared]
    reasons = [claim.reason for claim, _ in compared]
    matching = [results.find(key) if results else None for key in keys]
    known = [
        result.known_when_lost
        for result, reason in zip(matching, reasons, strict=True)
        if reason == "marks" and result and result.known_when_lost is not None
    ]
    bounds = (min(known), max(known)) if known else ()
    return tuple(format_decimal(figure, "0.0") for figure in bounds)


def measured(claim: Claim, results: LabResults, lexicon: Lexicon) -> Claim:
    """Return our own measurement for a claim; without figures if there is none."""
    unknown = claim._replace(won=None, mean=None, guesses=None)
    if claim.word:
        if claim.word not in lexicon:
            return unknown
        conditions = Conditions(lexicon, DAILY_POOL, claim.opener)
        turns = play_word(conditions, claim.strategy, claim.word, SEARCH_LOCK)
        return unknown._replace(guesses=len(turns))
    result = results.find((claim.strategy, claim.pool, claim.opener, HardMode.OFF))
    if result is None:
        return unknown
    if claim.won is None:
        return unknown._replace(mean=result.mean)
    mean = None if claim.mean is None else result.mean_when_won()
    return unknown._replace(won=result.win_percent(), mean=mean)


def boards_columns(lexicon: Lexicon) -> tuple[Column[BoardsResult], ...]:
    """Return the columns for games of several boards; pages show columns with a title."""
    published = published_claims()[1] if lexicon.name == PUBLISHED_LEXICON else ()

    def claims(result: BoardsResult) -> list[BoardsClaim]:
        return [claim for claim in published if claim.boards == result.boards]

    def claim_text(one: BoardsClaim) -> str:
        mean = format_decimal(one.mean)
        if one.won is None:
            return gettext("%(mean)s by %(author)s", mean=mean, author=one.author)
        won = percent_text(one.won)
        return gettext("%(mean)s by %(author)s, %(won)s won", mean=mean, author=one.author, won=won)

    return (
        Column("lexicon", lambda result: lexicon.name),
        Column("boards", title=_("Boards"), text=number_text),
        Column("opener"),
        Column("games", title=_("Games"), text=number_text),
        Column("seed"),
        Column("won_percent", lambda result: result.win_percent, _("Won"), percent_text),
        Column("mean"),
        Column("standard_error"),
        Column(
            "",
            lambda result: f"{mean_text(result.mean)} ± {mean_text(result.standard_error)}",
            _("Average guesses"),
        ),
        Column(
            "",
            lambda result: "; ".join(map(claim_text, claims(result))),
            _("Published"),
            kind="text",
        ),
        Column("max", lambda result: result.worst, _("Worst game"), number_text),
        Column("guesses_allowed", title=_("Allowed"), text=number_text),
        Column("milliseconds_p95", title=_("Time per guess"), text=milliseconds_text),
        Column(
            "published",
            lambda result: "; ".join(f"{claim.author} {claim.mean}" for claim in claims(result)),
        ),
    )


def opener_columns(measurements: Openers) -> tuple[Column[Opener], ...]:
    """Return the columns of the list of openers, in the order of files."""
    games = measurements.answers
    return (
        Column("rank", lambda opener: measurements.places[opener.word] + 1),
        Column("word", title=_("Opener"), sort="word"),
        Column("games", lambda opener: games),
        Column(
            "mean", lambda opener: opener.total / games, _("Average guesses"), mean_text, "rank"
        ),
        Column("total_guesses", lambda opener: opener.total),
        Column("worst", title=_("Worst game"), sort="worst"),
        Column("beyond_six", lambda opener: opener.late, _("Lost"), number_text, "late"),
        Column("replies", lambda opener: opener.groups, _("Results"), number_text, "groups"),
        Column("expected_remaining", lambda opener: opener.left, _("Words left"), decimal, "left"),
        Column(
            "optimal_mean",
            lambda opener: opener.best_total / games if opener.best_total else None,
            _("With Optimal"),
            mean_text,
            "best",
        ),
        Column("optimal_total_guesses", lambda opener: opener.best_total),
        Column("optimal_worst", lambda opener: opener.best_worst, _("Worst game"), sort="worst"),
    )


def best_opener_columns(measurements: Openers) -> list[Column[Opener]]:
    """Return the columns of the short list of the best openers with the search."""
    columns = {column.name: column for column in opener_columns(measurements)}
    mean = replace(columns["optimal_mean"], title=columns["mean"].title)
    return [columns["word"], mean, columns["optimal_worst"]]


class OpenerGap(NamedTuple):
    """How many more guesses the search needs with its own opener than with the best one."""

    opener: str  # the search's own opener
    best: str
    guesses: int  # in all games
    games: int


def opener_gap(measurements: Openers, results: LabResults | None) -> OpenerGap | None:
    """Return the gap between the search's opener and the best one; None if there is none."""
    own = results.find(("optimal", DAILY_POOL, "", HardMode.OFF)) if results else None
    place = measurements.places.get(own.opener) if own else None
    if own is None or place is None or not measurements.searched:
        return None
    best, total = measurements.searched[0], measurements.openers[place].best_total
    if total is None or best.best_total is None or total <= best.best_total:
        return None
    return OpenerGap(own.opener, best.word, total - best.best_total, measurements.answers)


OPENERS_LOCK = threading.Lock()  # concurrent requests wait until the first one fills the cache


# It takes 0.1 s to create an entry. Openers were measured for one lexicon only, so two lists, two
# formats and three encodings are 12 entries, of 2 MB in total.
@functools.lru_cache(maxsize=12)
def openers_table(measurements: Openers, encoding: str, ending: str, is_best: bool) -> bytes:
    """Return a file with all openers or the best ones; 404 if the ending is unknown."""
    openers = measurements.searched if is_best else measurements.openers
    content = text_of(file_rows(openers, opener_columns(measurements)), ending).encode()
    return ENCODERS[encoding](content) if encoding else content
