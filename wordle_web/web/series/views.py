"""The form that seals a series, and its calendar; each day is a game like a challenge."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from wtforms import BooleanField, DateField, StringField, TextAreaField

from wordle_web.game.errors import GameError
from wordle_web.game.puzzles.challenge import MAX_NAME
from wordle_web.game.puzzles.puzzles import challenge_id, epoch_of_day
from wordle_web.game.puzzles.series import Series, new_series, seal_series
from wordle_web.game.puzzles.variants import HOME
from wordle_web.web.http.bodies import MAX_FORM_BYTES, allow_body
from wordle_web.web.http.sessions import history
from wordle_web.web.play.games import find_series, series_digest
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.forms import PageForm, expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, words_tag

bp = Blueprint("series", __name__)
allow_body(bp, "create", 2 * MAX_FORM_BYTES)  # 31 words with hints, written in percent codes

WordState = Literal["closed", "open", "playing", "won", "lost"]
AS_TYPED = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}


class SeriesForm(PageForm):
    """The words of a series, and when they open."""

    words = TextAreaField(
        _("Words"),
        description=_("2 to 31 words, one per line, each with a hint if you like. word: hint"),
    )
    first = DateField(_("First day"))
    weekdays = BooleanField(_("Weekdays only"))
    name = StringField(_("Name of the series"), description=_("Optional. Shown in shared results."))


@dataclass(frozen=True, slots=True)
class SeriesPage:
    """A series as a calendar, and its link right after it was made.

    Attributes:
        days: For each day its state and the guesses it took.
    """

    token: str
    series: Series
    days: tuple[tuple[WordState, int], ...]
    is_new: bool


@bp.get("/series")
def new() -> ResponseReturnValue:
    """Show the form for a series, or the one just made."""
    if token := request.args.get("made", ""):
        return _show_series(token, is_new=True)
    return _show_form(SeriesForm(first=services().local_date))


@bp.post("/series")
def create() -> ResponseReturnValue:
    """Seal a series and lead to its link."""
    form, site = SeriesForm(), services()
    if form.first.data is None:
        form.first.errors = [gettext("Enter a date.")]
        return _show_form(form, 422)
    lexicons = [site.lexicon(length) for length in site.lengths]
    try:
        series = new_series(
            form.words.data or "",
            lexicons,
            form.first.data,
            weekdays=bool(form.weekdays.data),
            name=form.name.data or "",
        )
    except GameError as error:
        form.words.errors = [error.message(gettext)]
        return _show_form(form, 422)
    key = epoch_of_day(max(1, site.today), site.epochs).key
    token = seal_series(series, [key], site.randbytes, variant_of_request(HOME))
    return redirect(url_for(".new", made=token), 303)


@bp.get("/series/<token>")
def series(token: str) -> ResponseReturnValue:
    """Show the days of a series."""
    return _show_series(token)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the form again if its CSRF token failed, with the reason and what was typed."""
    notify(expired_text(error))
    return _show_form(SeriesForm(), 400)


def _show_form(form: SeriesForm, status: int = 200) -> ResponseReturnValue:
    form.words.render_kw = {**AS_TYPED, "rows": "8", "lang": words_tag() or False}
    form.name.render_kw = {"maxlength": str(MAX_NAME)}
    return render_template("series/new.html", form=form), status


def _show_series(token: str, *, is_new: bool = False) -> ResponseReturnValue:
    series = find_series(token)
    results = history().series_log(series_digest(token)).results.ljust(len(series.answers), b"\0")
    days = (
        (_state(token, number, opens, result), result - 1)
        for number, (opens, result) in enumerate(zip(series.dates, results, strict=True), 1)
    )
    page = SeriesPage(token, series, tuple(days), is_new)
    return render_template("series/series.html", page=page, most=HOME.tries)


def _state(token: str, number: int, opens: date, result: int) -> WordState:
    if opens > services().local_date:
        return "closed"
    if result:
        return "lost" if result == 1 else "won"
    record = history().record(challenge_id(f"{token}/{number}", variant_of_request(HOME)))
    return "playing" if record else "open"
