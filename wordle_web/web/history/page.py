"""The history page: statistics, a year of days, the last games, games in progress."""

import functools
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from flask import url_for

from wordle_web.engine.knowledge import Turn
from wordle_web.engine.wordfiles import LexiconError
from wordle_web.game.board import Row, played_row
from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayLog, Record
from wordle_web.game.history.statistics import hardest
from wordle_web.game.puzzles.dates import day_number
from wordle_web.game.puzzles.puzzles import LENGTHS, daily_answer, random_answer
from wordle_web.parsing import whole_number
from wordle_web.web.play.statistics import StatisticsView, statistics_views
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import (
    daily_text,
    day_date,
    month_text,
    number_text,
    short_date_text,
)
from wordle_web.web.ui.i18n import gettext, language, translator

# Units of the picture of a month; the template's viewBox is 310 by 32.
DAY_WIDTH, BASELINE = 10, 31
DOT_HEIGHT, GUESS_HEIGHT, FULL_HEIGHT = 2, 4, 30


DayOutcome = Literal["won", "lost", "open"]


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game as the history lists it.

    Attributes:
        title: What was played.
        date: The day on which it was started.
        result: For example "4/6*".
        is_won: Whether the answer was found.
        answer: In lower case; empty if it is no longer known.
        rows: Empty if the answer is no longer known.
        url: Address of the replay; empty if there is none.
        label: Spoken label of that link.
    """

    title: str
    date: str
    result: str
    is_won: bool
    answer: str
    rows: tuple[Row, ...]
    url: str
    label: str


@dataclass(frozen=True, slots=True)
class DayBar:
    """A day of a month as a bar: the more guesses, the higher.

    Attributes:
        outcome: Lost bars have full height and another look; open days are a dot.
        x: From the left, in units of the drawing.
        y: From the top.
        height: Of the bar.
    """

    outcome: DayOutcome
    x: int
    y: int
    height: int


@dataclass(frozen=True, slots=True)
class MonthOfDays:
    """A month of daily games; the link leads to its calendar in the archive."""

    link: Link
    label: str
    bars: tuple[DayBar, ...]


@dataclass(frozen=True, slots=True)
class YearOfDays:
    """A year of daily games, the latest month first, and links to the years before and after."""

    title: str
    months: tuple[MonthOfDays, ...]
    previous: Link | None
    following: Link | None


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A player's games and statistics.

    Attributes:
        statistics: Figures of each kind and length, daily games first.
        year: Daily games by day; None before the first.
        hardest: The game among the last that took the most guesses; None before the first.
        recent: The last games, the latest first.
        in_progress: Links to the games in progress.
        refusal: Why a file was refused.
        is_empty: Whether there is nothing to back up or delete.
    """

    statistics: tuple[StatisticsView, ...]
    year: YearOfDays | None
    hardest: PastGame | None
    recent: tuple[PastGame, ...]
    in_progress: tuple[Link, ...]
    refusal: str
    is_empty: bool


def history_page(played: History, year: str = "", refusal: str = "") -> HistoryPage:
    """Return the view model of the history, latest games first."""
    toughest = hardest(played)
    return HistoryPage(
        statistics=statistics_views(played, services().today),
        year=_year_of_days(played.days, year),
        hardest=past_game(toughest) if toughest and answer_of(toughest) else None,
        recent=tuple(past_game(record) for record in reversed(played.recent)),
        in_progress=tuple(
            Link(title_of(record), url_for("play.game", kind=record.kind, token=record.name))
            for record in reversed(played.in_progress)
            if record.kind != "challenge"  # its link is not kept
        ),
        refusal=refusal,
        is_empty=played.is_empty,
    )


def past_game(record: Record) -> PastGame:
    """Return a finished game as the history lists it."""
    rows, title, result = rows_of(record), title_of(record), result_text(record)
    return PastGame(
        title=title,
        date=short_date_text(day_date(record.started)),
        result=result,
        is_won=record.outcome == "won",
        answer=answer_of(record),
        rows=rows,
        url=url_for(".replay", kind=record.kind, name=record.name) if rows else "",
        label=gettext("Replay %(game)s, %(result)s", game=title, result=result),
    )


def result_text(record: Record) -> str:
    """Return how a finished game ended: guesses or X of six, and a star for hard mode."""
    tries = len(record.guesses) if record.outcome == "won" else "X"
    return f"{tries}/6{'*' if record.hard else ''}"


def title_of(record: Record) -> str:
    """Return the title of a game."""
    if record.day is not None:
        return daily_text(record.day)
    if record.kind == "random":
        return gettext("Random word, %(number)s letters", number=record.length)
    return gettext("Challenge, %(number)s letters", number=record.length)


def answer_of(record: Record) -> str:
    """Return the answer of a finished game; empty if it can no longer be found."""
    site = services()
    if record.outcome == "won":
        return record.guesses[-1]
    if record.kind == "challenge":
        return record.answer
    try:
        if record.day is not None:
            return daily_answer(record.day, site.epochs, site.lexicon(record.length))
        return random_answer(record.name, site.epochs_begun, site.lexicon(record.length))
    except (PuzzleError, LexiconError):
        return ""


def rows_of(record: Record) -> tuple[Row, ...]:
    """Return the rows of a finished game; none if its answer can no longer be found.

    Only a backup that somebody has written by hand has words longer than those of this site; they
    are not shown, since they could be made to take much time and memory.
    """
    answer = answer_of(record)
    if len(answer) != record.length or record.length not in LENGTHS:
        return ()
    turns = enumerate(record.game(answer).turns, 1)
    return tuple(_row(turn, number, language()) for number, turn in turns)


# The page shows up to 240 rows. 2,048 of 2 kB at 8 letters: 4 MB at most.
@functools.lru_cache(maxsize=2048)
def _row(turn: Turn, number: int, language: str) -> Row:
    return played_row(turn, number, translator(language))


def _year_of_days(days: DayLog, wanted: str = "") -> YearOfDays | None:
    if not len(days):
        return None
    first, last = day_date(days.first).year, day_date(days.first + len(days.states) - 1).year
    year = whole_number(wanted, first, last) or last
    return YearOfDays(
        title=str(year),
        months=tuple(_months(days, year)),
        previous=_year_link(year - 1) if year > first else None,
        following=_year_link(year + 1) if year < last else None,
    )


def _year_link(year: int) -> Link:
    return Link(str(year), url_for(".games", year=year, _anchor="days"))


def _months(days: DayLog, year: int) -> Iterator[MonthOfDays]:
    end = day_date(services().today)
    begin = day_date(days.first)
    for number in range(12, 0, -1):
        month = date(year, number, 1)
        if begin.replace(day=1) <= month <= end:
            yield _month(days, month, end)


def _month(days: DayLog, month: date, end: date) -> MonthOfDays:
    length = monthrange(month.year, month.month)[1]
    dates = (month.replace(day=day) for day in range(1, length + 1))
    bars = tuple(_bar(days, day) for day in dates if day <= end)
    counts = {kind: sum(bar.outcome == kind for bar in bars) for kind in ("won", "lost")}
    label = gettext(
        "%(month)s: %(won)s solved, %(lost)s not solved",
        month=month_text(month),
        won=number_text(counts["won"]),
        lost=number_text(counts["lost"]),
    )
    link = Link(month_text(month), url_for("archive.archive", month=f"{month:%Y-%m}"))
    return MonthOfDays(link, label, bars)


def _bar(days: DayLog, day: date) -> DayBar:
    result = days.result(day_number(day, services().settings.first_day))
    outcome: DayOutcome
    if result is None:
        outcome, height = "open", DOT_HEIGHT
    elif result.is_won:
        outcome, height = "won", GUESS_HEIGHT * result.tries
    else:
        outcome, height = "lost", FULL_HEIGHT
    return DayBar(outcome, DAY_WIDTH * (day.day - 1) + 1, BASELINE - height, height)
