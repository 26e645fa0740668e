"""The page of a tournament: each row as it comes in, and at the end all of them as files."""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import quote

from flask import url_for

from wordle_web.game.errors import RefusalError
from wordle_web.game.puzzles.puzzles import DAILY_POOL
from wordle_web.game.rules import allowed_word
from wordle_web.lab.playing import Conditions
from wordle_web.lab.results import StrategyResult
from wordle_web.web.lab.page import ResultRow, TournamentForm, form_of, result_row, result_rows
from wordle_web.web.lab.state import TournamentState
from wordle_web.web.lab.tournament import Tournament, sample_answers
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.exports import FORMATS
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.histogram import MAX_BARS, Axis, axis
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.watch.state import MAX_SEED

FILE: Final = "tournament"
HIGHEST: Final = 0.6  # the share of games that fills a picture, before all are known


@dataclass(frozen=True, slots=True)
class RunPage:
    """The page around the rows of a tournament.

    Attributes:
        file_name: Of the rows as files, without its ending.
        again: Address of the same with other words.
    """

    title: str
    axis: Axis
    form: TournamentForm
    file_name: str
    again: str


def tournament_of(state: TournamentState) -> Tournament:
    """Return the tournament that was set up.

    Raises:
        RefusalError: the opener is no allowed word of that length.
    """
    lexicon = services().lexicon(state.length)
    opener = allowed_word(state.opener, lexicon) if state.opener else ""
    conditions = Conditions(lexicon, DAILY_POOL, opener, state.hard, state.seed)
    answers = sample_answers(lexicon, state.games, state.seed)
    return Tournament(conditions, state.strategies, answers)


def checked_form(state: TournamentState) -> TournamentForm:
    """Return the form, with the reason if it cannot be played."""
    form = form_of(state)
    if not state.strategies:
        return replace(form, error=gettext("Choose at least one strategy."))
    try:
        tournament_of(state)
    except RefusalError as refusal:
        return replace(form, opener_error=refusal.message(gettext))
    return form


@dataclass(slots=True)
class TournamentRows:
    """The rows of a tournament, each as soon as its games are over; after the last, the files.

    Attributes:
        results: Of each strategy, as it is played.
        slot: Closed after the last row, before the rest of the page is sent.
    """

    results: Iterable[StrategyResult | None]
    state: TournamentState
    slot: ExitStack
    finished: list[StrategyResult] = field(default_factory=list)

    def __iter__(self) -> Iterator[ResultRow | None]:
        """Yield a row for each result, and None while there is nothing to show yet."""
        with self.slot:
            for result in self.results:
                if result and result.games:
                    self.finished.append(result)
                yield run_row(result, self.state) if result else None

    def files(self) -> tuple[Link, ...]:
        """Return links that hold the rows as files, since the server stores nothing."""
        lexicon = services().lexicon(self.state.length)
        rows = result_rows(self.finished, lexicon, self.state.tries)
        return tuple(
            Link(ending.upper(), f"data:{mimetype};charset=utf-8,{quote(write(rows))}")
            for ending, (mimetype, write) in FORMATS.items()
        )


def run_row(result: StrategyResult, state: TournamentState) -> ResultRow:
    """Return the result of one strategy as the page shows it."""
    row = result_row(result, state.tries, MAX_BARS, HIGHEST, state.seed)
    if result.games == state.games:
        return row
    note = gettext("Time ran out before all words were played.")
    if not result.games:
        note = gettext("Time ran out before the first game.")
    return replace(row, note=note)


def run_page(state: TournamentState, form: TournamentForm) -> RunPage:
    """Return the page around the rows."""
    words = ngettext(
        "%(number)s word of %(length)s letters",
        "%(number)s words of %(length)s letters",
        state.games,
        number=number_text(state.games),
        length=state.length,
    )
    again = replace(state, seed=(state.seed + 1) % (MAX_SEED + 1))
    return RunPage(
        title=gettext("Tournament: %(words)s", words=words),
        axis=axis(MAX_BARS),
        form=form,
        file_name=FILE,
        again=again.address(url_for("lab.run")),
    )
