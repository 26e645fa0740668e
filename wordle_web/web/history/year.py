"""A year of daily games as a drawing: a row of bars a month, a bar as high as its guesses."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date

from wordle_web.game.history.days import DayLog
from wordle_web.game.puzzles.dates import day_number
from wordle_web.web.history.view_models import DayBar, DayOutcome, MonthOfDays, YearOfDays
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import day_date, month_text, number_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address

# Units of the drawing; the template's viewBox is 310 by 32.
STEP, FOOT, FLAT = 10, 31, 2
GUESS = 4
FULL = 30


def year_of_days(days: DayLog, asked: str = "") -> YearOfDays | None:
    """Return the year named in an address, or the last one that was played in."""
    if not len(days):
        return None
    first, last = day_date(days.first).year, day_date(days.first + len(days.states) - 1).year
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) == 4 else last
    year = min(max(wanted, first), last)
    return YearOfDays(
        title=str(year),
        months=tuple(_months(days, year)),
        previous=_link(year - 1) if year > first else None,
        following=_link(year + 1) if year < last else None,
    )


def _link(year: int) -> Link:
    """Return the way to another year."""
    return Link(str(year), address(f"/history?year={year}#days"))


def _months(days: DayLog, year: int) -> Iterator[MonthOfDays]:
    """Yield the months between the first game and today, the latest first."""
    end = day_date(services().today)
    begin = day_date(days.first)
    for number in range(12, 0, -1):
        month = date(year, number, 1)
        if begin.replace(day=1) <= month <= end:
            yield _month(days, month, end)


def _month(days: DayLog, month: date, end: date) -> MonthOfDays:
    """Return a month with a bar for each day up to `end`."""
    length = monthrange(month.year, month.month)[1]
    dates = (month.replace(day=day) for day in range(1, length + 1))
    bars = tuple(_bar(days, day) for day in dates if day <= end)
    counts = {kind: sum(bar.outcome == kind for bar in bars) for kind in ("won", "lost")}
    label = gettext(
        "%(month)s: %(won)s found, %(lost)s not found",
        month=month_text(month),
        won=number_text(counts["won"]),
        lost=number_text(counts["lost"]),
    )
    link = Link(month_text(month), address(f"/archive?month={month:%Y-%m}"))
    return MonthOfDays(link, label, bars)


def _bar(days: DayLog, day: date) -> DayBar:
    """Return the bar of a day."""
    result = days.result(day_number(day, services().settings.first_day))
    outcome: DayOutcome = "open" if result is None else "won" if result.is_won else "lost"
    height = {"open": FLAT, "lost": FULL}.get(outcome, GUESS * (result.tries if result else 0))
    return DayBar(outcome, STEP * (day.day - 1) + 1, FOOT - height, height)
