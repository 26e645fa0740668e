"""The archive: a month of past days with the player's results, and a form to go to any day."""

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from babel import Locale
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import StringField

from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import History
from wordle_web.game.history.records import DayResult
from wordle_web.game.puzzles.dates import check_day, day_number, read_day
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.parsing import printable
from wordle_web.web.http.sessions import history
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import (
    daily_text,
    date_text,
    day_date,
    month_text,
    weekday_text,
)
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import gettext, locale
from wordle_web.web.ui.i18n import lazy_gettext as _

bp = Blueprint("archive", __name__)

A_MONDAY = date(2024, 1, 1)


DayState = Literal["new", "playing", "won", "lost"]


class DayForm(PageForm):
    """A day of the archive, by its number or its date."""

    class Meta(PageForm.Meta):
        """It is sent by GET and changes nothing, so it needs no CSRF token."""

        csrf = False

    day = StringField(_("Puzzle number or date"), description=_("For example, 31 or 2025-12-31."))


@dataclass(frozen=True, slots=True)
class ArchiveDay:
    """A cell of the calendar.

    Attributes:
        number: Number of the day's puzzle.
        day: Day of the month.
        label: Spoken: number, date and result.
        url: Where it is played.
        result: "4", "X", "" if it has not been finished.
        state: For a mark that is more than the text.
        is_today: Whether it is the present day.
    """

    number: int
    day: int
    label: str
    url: str
    result: str
    state: DayState
    is_today: bool


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """One month of past days.

    Attributes:
        title: The month, for example "January 2025".
        weekdays: Their short names, in the order of the visitor's week.
        weeks: Seven cells each; None before the month begins, after it ends, and outside the
            days that have a puzzle.
        previous: The month before, if it has a puzzle.
        following: The month after, likewise.
        form: Takes a number or a date to go to.
        refusal: Why the requested day cannot be shown.
    """

    title: str
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[ArchiveDay | None, ...], ...]
    previous: Link | None
    following: Link | None
    form: FlaskForm
    refusal: str


@bp.get("/archive")
def archive() -> ResponseReturnValue:
    """Show a month of past days, or redirect to the requested day."""
    typed = request.args.get("day", "").strip()
    refusal = ""
    if typed:
        try:
            number = read_day(typed, services().settings.first_day)
            check_day(number, services().today)
            return redirect(url_for("play.game", kind="daily", token=number))
        except PuzzleError as error:
            refusal = error.message(gettext)
    page = archive_page(_month(request.args.get("month", "")), typed, refusal)
    return render_template("play/archive.html", page=page), 422 if refusal else 200


def archive_page(month: date, typed: str = "", refusal: str = "") -> ArchivePage:
    """Return the page of a month, which its first day names."""
    calendar = Calendar(Locale.parse(locale()).first_week_day)
    weeks = calendar.monthdayscalendar(month.year, month.month)
    played = history()
    return ArchivePage(
        title=month_text(month),
        weekdays=tuple(weekday_text(A_MONDAY + timedelta(day)) for day in calendar.iterweekdays()),
        weeks=tuple(tuple(_cell(day, month, played) for day in week) for week in weeks),
        previous=_month_link(month, -1),
        following=_month_link(month, 31),
        form=DayForm(None, day=printable(typed)),
        refusal=refusal,
    )


def _month(text: str) -> date:
    # Any text but a month like `2025-01` means the present month.
    present = day_date(services().today).replace(day=1)
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        return present
    first = services().settings.first_day.replace(day=1)
    return min(max(month, first), present)


def _month_link(shown: date, days: int) -> Link | None:
    try:
        month = (shown + timedelta(days)).replace(day=1)
    except OverflowError:  # the calendar ends here
        return None
    if not services().settings.first_day.replace(day=1) <= month <= day_date(services().today):
        return None
    return Link(month_text(month), url_for(".archive", month=f"{month:%Y-%m}"))


def _cell(day_of_month: int, month: date, played: History) -> ArchiveDay | None:
    if not day_of_month:  # of the month before or after
        return None
    site, day = services(), month.replace(day=day_of_month)
    number = day_number(day, site.settings.first_day)
    if not 1 <= number <= site.today:
        return None
    result = played.days.result(number)
    text = "" if result is None else str(result.tries) if result.is_won else "X"
    state = _state(number, result, played)
    # Spoken: `Daily 31, January 31, 2025: 4`.
    label = f"{daily_text(number)}, {date_text(day)}"
    if status := gettext("in progress") if state == "playing" else text:
        label += f": {status}"
    is_today = number == site.today
    return ArchiveDay(
        number=number,
        day=day.day,
        label=label,
        url=url_for("play.today") if is_today else url_for("play.game", kind="daily", token=number),
        result=text,
        state=state,
        is_today=is_today,
    )


def _state(number: int, result: DayResult | None, played: History) -> DayState:
    if result is not None:
        return "won" if result.is_won else "lost"
    return "playing" if played.record(daily_id(number)) else "new"
