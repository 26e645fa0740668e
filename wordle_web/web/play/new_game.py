"""The archive: every past day of a month, with the player's result, and a way to any day."""

from calendar import Calendar
from datetime import date, timedelta

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import get_locale

from wordle_web.game.history.history import DayResult, History
from wordle_web.game.puzzles.dates import check_day, day_number, read_day
from wordle_web.game.puzzles.errors import PuzzleError
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.web.http.sessions import history
from wordle_web.web.play.view_models import ArchiveDay, ArchivePage, DayState
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import date_text, day_date, month_text, number_text, weekday_text
from wordle_web.web.ui.forms import DayForm, typed_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, show_as

bp = Blueprint("archive", __name__)


@bp.get("/archive")
def archive() -> ResponseReturnValue:
    """Show a month of past days, or lead to the day that was asked for."""
    show_as("archive")
    asked = request.args.get("day", "").strip()
    refusal = ""
    if asked:
        try:
            return redirect(address(f"/daily/{_number_of(asked)}"))
        except PuzzleError as error:
            refusal = error.message(gettext)
    page = archive_page(_month(request.args.get("month", "")), asked, refusal)
    return render_template("play/archive.html", page=page), 422 if refusal else 200


def archive_page(month: date, asked: str = "", refusal: str = "") -> ArchivePage:
    """Return what the page of a month shows; `month` is its first day."""
    calendar = Calendar(_first_weekday())
    weeks = calendar.monthdatescalendar(month.year, month.month)
    played = history()
    return ArchivePage(
        title=month_text(month),
        weekdays=tuple(weekday_text(day) for day in weeks[0]),
        weeks=tuple(tuple(_cell(day, month, played) for day in week) for week in weeks),
        previous=_neighbour(month - timedelta(days=1)),
        following=_neighbour(month + timedelta(days=31)),
        form=DayForm(None, day=typed_text(asked)),
        action=address("/archive"),
        refusal=refusal,
    )


def _number_of(text: str) -> int:
    """Return the number of the day that `text` names.

    Raises:
        PuzzleError: it names none that has come.
    """
    site = services()
    return check_day(read_day(text, site.settings.first_day), site.today)


def _month(text: str) -> date:
    """Return the first day of the month named `2025-01`; of the present one for any other text."""
    present = day_date(services().today).replace(day=1)
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        return present
    first = services().settings.first_day.replace(day=1)
    return min(max(month, first), present)


def _neighbour(day: date) -> Link | None:
    """Return the way to the month of `day`, if it has a puzzle."""
    month = day.replace(day=1)
    if not services().settings.first_day.replace(day=1) <= month <= day_date(services().today):
        return None
    return Link(month_text(month), address(f"/archive?month={month:%Y-%m}"))


def _cell(day: date, month: date, played: History) -> ArchiveDay | None:
    """Return the cell of a date; None for one of another month or without a puzzle."""
    site = services()
    number = day_number(day, site.settings.first_day)
    if day.month != month.month or not 1 <= number <= site.today:
        return None
    result = played.days.result(number)
    state = _state(number, result, played)
    return ArchiveDay(
        number=number,
        day=day.day,
        label=_label(
            number, day, gettext("under way") if state == "playing" else _result_text(result)
        ),
        url=address("/" if number == site.today else f"/daily/{number}"),
        result=_result_text(result),
        state=state,
    )


def _label(number: int, day: date, standing: str) -> str:
    """Return what is spoken of a cell: `Daily 31, January 31, 2025: 4`."""
    name = f"{gettext('Daily %(number)s', number=number_text(number))}, {date_text(day)}"
    return f"{name}: {standing}" if standing else name


def _result_text(result: DayResult | None) -> str:
    """Return the guesses that a day took, X for a loss, nothing before the end."""
    if result is None:
        return ""
    return str(result.tries) if result.is_won else "X"


def _state(number: int, result: DayResult | None, played: History) -> DayState:
    """Return how a day stands."""
    if result is not None:
        return "won" if result.is_won else "lost"
    return "playing" if played.record(daily_id(number)) else "new"


def _first_weekday() -> int:
    """Return the day with which the reader's week begins, 0 for Monday."""
    locale = get_locale()
    return int(locale.first_week_day) if locale else 0
