"""Past days in the history, chosen by month, by number or date, or at random."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from wtforms import StringField

from wordle_web.game.puzzles.days import check_day, read_day
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.web.http.paths import boards_part, read_boards, variant_of_request
from wordle_web.web.http.sessions import history
from wordle_web.web.play.days import Month, month_of, read_month, shown_month
from wordle_web.web.play.variants import VariantMenu, variant_menu
from wordle_web.web.services import services
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.queries import AddressState, Part, line, parsed, state_of_request

bp = Blueprint("archive", __name__)

RANDOM_DAY = "random"  # requests a random past day that the player has not begun


@dataclass(frozen=True, slots=True)
class ArchiveState(AddressState):
    """The requested month or day, read from the address."""

    day: Annotated[str, Part(line())] = ""  # the day as typed, or `RANDOM_DAY`; empty for no day
    # The first day of the month; None for the current month.
    month: Annotated[date | None, Part(parsed(read_month))] = None
    # The number and order of boards; the language is that of the request.
    boards: Annotated[Variant, Part(parsed(read_boards))] = HOME

    @property
    def variant(self) -> Variant:
        """The variant with these boards, in the language of the request."""
        return variant_of_request(self.boards)


class DayForm(PageForm):
    """The form that opens a past day by its number or its date."""

    class Meta(PageForm.Meta):
        """The form needs no token, since it is sent by GET."""

        csrf = False

    day = StringField(_("Puzzle number or date"), description=_("For example, 31 or 2025-12-31."))


@dataclass(frozen=True, slots=True)
class Archive:
    """A month of past days, with links to the adjacent months."""

    variant: Variant
    boards: str  # the boards as written in an address
    month: Month
    menu: VariantMenu
    form: DayForm
    refusal: str  # why the typed day was refused; empty if it wasn't


def archive_url(variant: Variant, *, month: date | None = None, day: str = "") -> str:
    """Return the address of the past days of a variant."""
    return url_for(
        "history.games",
        boards=boards_part(variant) or None,
        month=f"{month:%Y-%m}" if month else None,
        day=day or None,
        _anchor="days",
    )


def unplayed_day(variant: Variant) -> int | None:
    """Return a random past day that the player has not begun; None if there is none."""
    played, site = history(), services()
    begun = {record.day for record in played.in_progress if record.variant == variant}
    finished = {day for day, _ in played.days_of(variant)}
    ended = range(1, min(site.today, site.last_day_ended + 1))
    unplayed = sorted(set(ended) - finished - begun)
    return unplayed[int.from_bytes(site.randbytes(8)) % len(unplayed)] if unplayed else None


def typed_day(text: str) -> int:
    """Return the number of the day that `text` names by number or date.

    Raises:
        PuzzleError: the text is not a day, or the day hasn't begun.
    """
    return check_day(read_day(text, services().settings.first_day), services().latest_day)


def archive_of(state: ArchiveState, refusal: str = "") -> Archive:
    """Return the month requested in an address, by default the current one."""
    variant, month = state.variant, shown_month(state.month)
    return Archive(
        variant=variant,
        boards=boards_part(variant),
        month=month_of(month, variant, lambda first: archive_url(variant, month=first)),
        menu=variant_menu(variant, archive_url),
        form=DayForm(None, day="" if state.day == RANDOM_DAY else state.day),
        refusal=refusal,
    )


@bp.get("/archive")
@bp.get("/boards/<boards:boards>/archive")
def archive(boards: Variant = HOME) -> ResponseReturnValue:
    """Redirect to the past days in the history."""
    state = state_of_request(ArchiveState)
    return redirect(archive_url(boards, month=state.month, day=state.day))
