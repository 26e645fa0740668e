"""The archive: a month of past days with the player's results, and a form to go to any day."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from flask import Blueprint, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import StringField

from wordle_web.game.errors import PuzzleError
from wordle_web.game.history.history import History
from wordle_web.game.puzzles.dates import check_day, day_number, read_day
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.web.http.sessions import history
from wordle_web.web.play.calendar import Month, month_of, read_month, shown_month
from wordle_web.web.play.statistics import StatisticsView, days_view
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import AddressState, Part, line, parsed, state_of_request
from wordle_web.web.ui.addresses import variant_of_request, variant_url
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("archive", __name__)


@dataclass(frozen=True, slots=True)
class ArchiveState(AddressState):
    """What an address requests: a day as it was typed, or the first day of a month."""

    day: Annotated[str, Part(line())] = ""
    month: Annotated[date | None, Part(parsed(read_month))] = None


# What the form sends in place of a day, for one that the player has not played.
RANDOM_DAY = "random"


class DayForm(PageForm):
    """A day of the archive, by its number or its date."""

    class Meta(PageForm.Meta):
        """It is sent by GET and changes nothing, so it needs no CSRF token."""

        csrf = False

    day = StringField(_("Puzzle number or date"), description=_("For example, 31 or 2025-12-31."))


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """One month of past days.

    Attributes:
        summary: How the player did in this month.
        form: Takes a number or a date to go to.
    """

    month: Month
    summary: StatisticsView
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
        notify(gettext("You’ve played every past day."))
        typed = ""
    if typed:
        try:
            number = read_day(typed, services().settings.first_day)
            check_day(number, services().today)
            return redirect(variant_url("play.game", variant, kind="daily", token=number))
        except PuzzleError as error:
            refusal = error.message(gettext)
    page = archive_page(shown_month(state.month), typed, refusal, variant)
    return render_template("play/archive.html", page=page), 422 if refusal else 200


def archive_page(
    month: date, typed: str = "", refusal: str = "", variant: Variant = HOME
) -> ArchivePage:
    """Return the page of a month, which its first day names."""
    return ArchivePage(
        month=month_of(month, variant, "archive.archive"),
        summary=_summary(month, history(), variant),
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
