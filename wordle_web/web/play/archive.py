"""The archive: a month of past days with the player's results, and a form to go to any day."""

from calendar import Calendar, monthrange
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Literal

from babel import Locale
from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import StringField

from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import History
from wordle_web.game.puzzles.dates import check_day, day_number, read_day
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.play.statistics import StatisticsView, days_view
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import AddressState, Part, line, parsed, state_of_request
from wordle_web.web.ui.addresses import variant_of_request, variant_url
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
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("archive", __name__)


def _read_month(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(f"{text}-01")
    return None


@dataclass(frozen=True, slots=True)
class ArchiveState(AddressState):
    """What an address requests: a day as it was typed, or the first day of a month."""

    day: Annotated[str, Part(line())] = ""
    month: Annotated[date | None, Part(parsed(_read_month))] = None


# What the form sends in place of a day, for one that the player has not played.
RANDOM_DAY = "random"
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
        label: Spoken: number, date and result.
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
        summary: How the player did in this month.
        weeks: Seven cells each; None before the month begins, after it ends, and outside the
            days that have a puzzle.
        previous: The month before, if it has a puzzle.
        following: The month after, likewise.
        form: Takes a number or a date to go to.
    """

    title: str
    summary: StatisticsView
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[ArchiveDay | None, ...], ...]
    previous: Link | None
    following: Link | None
    form: FlaskForm
    refusal: str
    variant: Variant


@bp.get("/archive")
@bp.get("/boards/<boards:boards>/archive")
def archive(boards: Variant = HOME) -> ResponseReturnValue:
    """Show a month of past days, or redirect to the requested day."""
    variant = variant_of_request(boards)
    set_active("archive" if variant.boards == 1 else "boards")
    state = state_of_request(ArchiveState)
    typed, refusal = state.day, ""
    if typed == RANDOM_DAY:
        number = _random_day(variant)
        if number:
            return redirect(variant_url("play.game", variant, kind="daily", token=number))
        notify(gettext("You have played every past day."))
        typed = ""
    if typed:
        try:
            number = read_day(typed, services().settings.first_day)
            check_day(number, services().today)
            return redirect(variant_url("play.game", variant, kind="daily", token=number))
        except PuzzleError as error:
            refusal = error.message(gettext)
    page = archive_page(_shown_month(state.month), typed, refusal, variant)
    return render_template("play/archive.html", page=page), 422 if refusal else 200


def archive_page(
    month: date, typed: str = "", refusal: str = "", variant: Variant = HOME
) -> ArchivePage:
    """Return the page of a month, which its first day names."""
    calendar = Calendar(Locale.parse(locale()).first_week_day)
    weeks = calendar.monthdayscalendar(month.year, month.month)
    played = history()
    return ArchivePage(
        title=month_text(month),
        summary=_summary(month, played, variant),
        weekdays=tuple(weekday_text(A_MONDAY + timedelta(day)) for day in calendar.iterweekdays()),
        weeks=tuple(tuple(_cell(day, month, played, variant) for day in week) for week in weeks),
        previous=_month_link(month, -1, variant),
        following=_month_link(month, 31, variant),
        form=DayForm(None, day=typed),
        refusal=refusal,
        variant=variant,
    )


def _summary(month: date, played: History, variant: Variant) -> StatisticsView:
    first = day_number(month, services().settings.first_day)
    days = range(first, first + monthrange(month.year, month.month)[1])
    return days_view(played, days, gettext("Your month"), variant)


def _random_day(variant: Variant) -> int:
    """Return a past day that the player has not begun, 0 if there is none."""
    site, played = services(), history()
    begun = {record.day for record in played.in_progress if record.variant == variant}
    finished = {number for number, _ in played.days_of(variant)}
    days = sorted(set(range(1, site.today)) - finished - begun)
    return days[int.from_bytes(site.randbytes(8)) % len(days)] if days else 0


def _shown_month(month: date | None) -> date:
    present = day_date(services().today).replace(day=1)
    first = services().settings.first_day.replace(day=1)
    return min(max(month, first), present) if month else present


def _month_link(shown: date, days: int, variant: Variant) -> Link | None:
    try:
        month = (shown + timedelta(days)).replace(day=1)
    except OverflowError:  # the calendar ends here
        return None
    if not services().settings.first_day.replace(day=1) <= month <= day_date(services().today):
        return None
    url = variant_url("archive.archive", variant, month=f"{month:%Y-%m}")
    return Link(month_text(month), url)


def _cell(day_of_month: int, month: date, played: History, variant: Variant) -> ArchiveDay | None:
    if not day_of_month:  # of the month before or after
        return None
    site, day = services(), month.replace(day=day_of_month)
    number = day_number(day, site.settings.first_day)
    if not 1 <= number <= site.today:
        return None
    result = played.days_of(variant).result(number)
    text = "" if result is None else str(result.tries) if result.is_won else "X"
    is_open = bool(played.record(daily_id(number, variant)))
    state: DayState = "playing" if is_open else "new"
    if result is not None:
        state = "won" if result.is_won else "lost"
    # Spoken: `Daily 31, January 31, 2025: 4`.
    label = f"{daily_text(number)}, {date_text(day)}"
    if status := gettext("in progress") if state == "playing" else text:
        label += f": {status}"
    is_today = number == site.today
    url = variant_url("play.today", variant)
    if not is_today:
        url = variant_url("play.game", variant, kind="daily", token=number)
    return ArchiveDay(number, day.day, label, url, text, state, is_today)
