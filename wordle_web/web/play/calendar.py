"""Days as cells of a calendar, with the player's results: a month, or the last seven days."""

from calendar import Calendar
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Literal

from babel import Locale

from wordle_web.game.puzzles.dates import day_number
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.puzzles.variants import Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import (
    daily_text,
    date_text,
    day_date,
    month_text,
    weekday_text,
)
from wordle_web.web.ui.i18n import gettext, locale

A_MONDAY = date(2024, 1, 1)
WEEK = 7

DayState = Literal["new", "playing", "won", "lost"]


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A cell of a calendar.

    Attributes:
        result: "4", "X", "…" while it is played, "" before.
        state: For a mark that is more than the text.
    """

    number: int
    variant: Variant
    result: str
    state: DayState

    @property
    def date(self) -> date:
        """Its date."""
        return day_date(self.number)

    @property
    def is_today(self) -> bool:
        """Whether it is the present day."""
        return self.number == services().today

    @property
    def label(self) -> str:
        """What is spoken: `Daily 31, January 31, 2025: 4`."""
        label = f"{daily_text(self.number)}, {date_text(self.date)}"
        status = gettext("in progress") if self.state == "playing" else self.result
        return f"{label}: {status}" if status else label

    @property
    def url(self) -> str:
        """Where it is played."""
        if self.is_today:
            return variant_url("play.today", self.variant)
        return variant_url("play.game", self.variant, kind="daily", token=self.number)


@dataclass(frozen=True, slots=True)
class Weeks:
    """Rows of seven days.

    Attributes:
        weekdays: Their short names, in the order of the days.
        days: Seven cells each; None before a month begins, after it ends, and outside the days
            that have a puzzle.
    """

    weekdays: tuple[str, ...]
    days: tuple[tuple[CalendarDay | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A month of daily games.

    Attributes:
        title: For example "January 2025".
        weeks: In the order of the visitor's week.
        previous: The month before, if it has a puzzle.
        following: The month after, likewise.
    """

    title: str
    weeks: Weeks
    previous: Link | None
    following: Link | None


def read_month(text: str) -> date | None:
    """Return the first day of a month written as `2025-12`."""
    with suppress(ValueError):
        return date.fromisoformat(f"{text}-01")
    return None


def shown_month(wanted: date | None) -> date:
    """Return the first day of the month to show: the one wanted, or the nearest with a puzzle."""
    present = day_date(services().today).replace(day=1)
    first = services().settings.first_day.replace(day=1)
    return min(max(wanted, first), present) if wanted else present


def month_of(month: date, variant: Variant, endpoint: str, **values: Any) -> Month:
    """Return the month that its first day names; `endpoint` shows the others."""
    calendar = Calendar(Locale.parse(locale()).first_week_day)
    weeks = calendar.monthdayscalendar(month.year, month.month)
    names = _names(A_MONDAY + timedelta(day) for day in calendar.iterweekdays())
    cells = (
        _cells((month.replace(day=day) if day else None for day in week), variant) for week in weeks
    )
    return Month(
        title=month_text(month),
        weeks=Weeks(names, tuple(cells)),
        previous=_month_link(month, -1, variant, endpoint, values),
        following=_month_link(month, 31, variant, endpoint, values),
    )


def last_week(variant: Variant) -> Weeks:
    """Return the seven days that end with today."""
    today = day_date(services().today)
    days = [today - timedelta(back) for back in reversed(range(WEEK))]
    return Weeks(_names(days), (_cells(days, variant),))


def _names(days: Iterable[date]) -> tuple[str, ...]:
    return tuple(weekday_text(day) for day in days)


def _month_link(
    shown: date, days: int, variant: Variant, endpoint: str, values: dict[str, Any]
) -> Link | None:
    try:
        month = (shown + timedelta(days)).replace(day=1)
    except OverflowError:  # the calendar ends here
        return None
    if not services().settings.first_day.replace(day=1) <= month <= day_date(services().today):
        return None
    url = variant_url(endpoint, variant, month=f"{month:%Y-%m}", **values)
    return Link(month_text(month), url)


def _cells(days: Iterable[date | None], variant: Variant) -> tuple[CalendarDay | None, ...]:
    site, played = services(), history()
    results = played.days_of(variant)
    cells: list[CalendarDay | None] = []
    for day in days:
        number = day_number(day, site.settings.first_day) if day else 0
        if not 1 <= number <= site.today:
            cells.append(None)
        elif result := results.result(number):
            text = str(result.tries) if result.is_won else "X"
            cells.append(CalendarDay(number, variant, text, "won" if result.is_won else "lost"))
        else:
            is_open = played.record(daily_id(number, variant))
            state: DayState = "playing" if is_open else "new"
            cells.append(CalendarDay(number, variant, "…" if is_open else "", state))
    return tuple(cells)
