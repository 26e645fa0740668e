"""The form for statistics of daily games played elsewhere, entered once."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from wtforms import StringField

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.history.earlier import EarlierStatistics
from wordle_web.game.history.history import replace_earlier
from wordle_web.game.history.records import MAX_COUNT
from wordle_web.parsing import whole_number
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import number_text
from wordle_web.web.ui.forms import PageForm, expired_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("earlier", __name__)

NUMBER = {"inputmode": "numeric"}


class EarlierForm(PageForm):
    """What other sites show as statistics."""

    played = StringField(_("Played"), render_kw=NUMBER)
    current_streak = StringField(_("Current streak"), render_kw=NUMBER)
    max_streak = StringField(_("Max streak"), render_kw=NUMBER)
    won_1 = StringField(_("Won in 1"), render_kw=NUMBER)
    won_2 = StringField(_("Won in 2"), render_kw=NUMBER)
    won_3 = StringField(_("Won in 3"), render_kw=NUMBER)
    won_4 = StringField(_("Won in 4"), render_kw=NUMBER)
    won_5 = StringField(_("Won in 5"), render_kw=NUMBER)
    won_6 = StringField(_("Won in 6"), render_kw=NUMBER)


@dataclass(frozen=True, slots=True)
class EarlierPage:
    """The form, or how many games have been entered."""

    form: FlaskForm
    entered: str


@bp.get("/history/earlier")
def earlier() -> ResponseReturnValue:
    """Show the form, filled with what the address says, or what has been entered."""
    return _show(EarlierForm(formdata=request.args))


@bp.post("/history/earlier")
def enter() -> ResponseReturnValue:
    """Add statistics from elsewhere to those of the daily games here."""
    form = EarlierForm()
    found = _read(form)
    if found is None:
        return _show(form, 422)
    keep_history(replace_earlier(history(), found))
    return redirect(url_for("history.games", notice="earlier"), 303)


@bp.post("/history/earlier/remove")
def remove() -> ResponseReturnValue:
    """Remove what has been entered, so that it can be entered anew."""
    keep_history(replace_earlier(history(), None))
    return redirect(url_for(".earlier"), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the form again if the CSRF token failed, with the reason and what was typed."""
    notify(expired_text(error))
    return _show(EarlierForm(), 400)


def _show(form: EarlierForm, status: int = 200) -> ResponseReturnValue:
    set_active("history")
    known, entered = history().earlier, ""
    if known:
        entered = ngettext(
            "Your daily statistics include %(number)s game from another site.",
            "Your daily statistics include %(number)s games from another site.",
            known.played,
            number=number_text(known.played),
        )
    return render_template("history/earlier.html", page=EarlierPage(form, entered)), status


def _read(form: EarlierForm) -> EarlierStatistics | None:
    """Return what a form says; None, with the reasons at its fields, if it cannot be true."""
    # Nothing in a field means 0, as other sites leave out what there is none of.
    numbers = {
        field.name: whole_number((field.data or "").strip() or "0", 0, MAX_COUNT)
        for field in form
        if field.name != "csrf_token"
    }
    for name in (name for name, number in numbers.items() if number is None):
        most = number_text(MAX_COUNT)
        form[name].errors = [gettext("Enter a whole number up to %(most)s.", most=most)]
    known = {name: number for name, number in numbers.items() if number is not None}
    if len(known) < len(numbers):
        return None
    return _checked(form, known)


def _checked(form: EarlierForm, numbers: dict[str, int]) -> EarlierStatistics | None:
    wins = tuple(numbers[f"won_{tries}"] for tries in range(1, TRIES + 1))
    losses = numbers["played"] - sum(wins)
    current, longest = numbers["current_streak"], numbers["max_streak"]
    if not numbers["played"]:
        form.played.errors = [gettext("Enter how many games you’ve played.")]
    elif losses < 0:
        won = number_text(sum(wins))
        reason = gettext("You entered %(won)s wins, so this must be %(won)s or more.", won=won)
        form.played.errors = [reason]
    if longest < current:
        form.max_streak.errors = [
            gettext("This is shorter than the current streak. Enter that number or more.")
        ]
    elif longest > sum(wins):
        form.max_streak.errors = [gettext("A streak can’t be longer than the number of games won.")]
    if form.played.errors or form.max_streak.errors:
        return None
    return EarlierStatistics((losses, *wins), current, longest, max(services().today, 0))
