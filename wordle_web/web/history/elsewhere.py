"""Histories from elsewhere: moving to another device, and statistics of another site.

A history moves as QR codes to scan, or as a link. Statistics of daily games on another site are
entered once, in a form.
"""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from wtforms import StringField, TextAreaField

from wordle_web.engine.knowledge import TRIES
from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import encode
from wordle_web.game.history.elsewhere import MAX_TEXT, read_statistics
from wordle_web.game.history.export import merged, parts, sealed, unsealed
from wordle_web.game.history.history import EarlierStatistics, History
from wordle_web.game.history.records import MAX_COUNT
from wordle_web.parsing import grouped_number, printable
from wordle_web.web.history.views import merge_history, number_of_games
from wordle_web.web.http.bodies import MAX_FORM_BYTES, allow_body
from wordle_web.web.http.limits import costly
from wordle_web.web.http.sessions import history, keep_history
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import list_text, number_text
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

move_bp = Blueprint("move", __name__)
earlier_bp = Blueprint("earlier", __name__)
allow_body(move_bp, "accept", 2 * MAX_FORM_BYTES)

MAX_CODE = 1273  # bytes in a QR code of version 25, error correction L: ISO/IEC 18004, table 7
MAX_DATA = 2800  # bytes of a history in a link, since a request line has at most 4,094
# What `sealed` adds to a history, in bytes: the time, the signature, and what base64 may need for
# padding. A token without a history has `EMPTY` characters.
OVERHEAD, EMPTY = 5 + 16 + 2, 28


@dataclass(frozen=True, slots=True)
class MovePage:
    """Context of the page that moves a history: a scanned code, or codes to scan and a link.

    All fields are empty if the history is, unless a code was scanned.
    """

    data: str = ""  # the history in a scanned code; empty without one
    games: str = ""  # a text about the games that this history would add
    codes: tuple[Markup, ...] = ()  # QR codes as SVG
    link: str = ""
    left: str = ""  # a sentence about the games that do not fit into the codes; empty if all fit


@move_bp.get("/history/move")
@costly()
def move() -> ResponseReturnValue:
    """Show the codes and the link, or ask whether to add the games in a scanned code."""
    return _show_move(request.values.get("data", ""))


@move_bp.post("/history/move")
def accept() -> ResponseReturnValue:
    """Merge the history in a code; if the code is refused, change nothing."""
    data = request.form.get("data", "")
    try:
        return redirect(merge_history(_read(data)), 303)
    except HistoryError:
        return _show_move(data, 422)


def _show_move(data: str, status: int = 200) -> ResponseReturnValue:
    set_active("history")
    if data:
        try:
            later = merged(history(), _read(data))
        except HistoryError as error:
            notify(error.message(gettext))
            status = 422
        else:
            games = _new_games_text(history(), later)
            return render_template("history/move.html", page=MovePage(data, games))
    return render_template("history/move.html", page=_codes(history())), status


def _new_games_text(before: History, later: History) -> str:
    """Return a text about how many finished games and games in progress a history gains."""
    finished = max(0, number_of_games(later) - number_of_games(before))
    known = {record.puzzle for record in before.in_progress}
    begun = sum(record.puzzle not in known for record in later.in_progress)
    texts = [
        ngettext("%(num)s new game", "%(num)s new games", finished) if finished else "",
        ngettext("%(num)s game in progress", "%(num)s games in progress", begun) if begun else "",
    ]
    return list_text(list(filter(None, texts))) or gettext("No new games")


def _keys() -> list[bytes]:
    settings = services().settings
    return [key.encode() for key in (settings.secret_key, *settings.secret_key_fallbacks)]


def _now() -> int:
    return int(services().clock().timestamp())


def _read(data: str) -> History:
    return unsealed(data, _now(), _keys())


def _link(packed: bytes) -> str:
    return url_for(".move", data=sealed(packed, _now(), _keys()[0]), _external=True)


def _codes(mine: History) -> MovePage:
    """Return the page with the codes and the link of a history."""
    if mine.is_empty:
        return MovePage()
    room = (MAX_CODE - len(_link(b"")) + EMPTY) * 3 // 4 - OVERHEAD
    packed, left = parts(mine, room)
    codes = []
    for part in packed:
        code = segno.make_qr(_link(part), error="l", boost_error=False, mode="byte")
        # The markup comes from the library and contains the link only as a drawing, so it is safe.
        codes.append(Markup(code.svg_inline(omitsize=True, light="#fff")))  # noqa: S704
    left_text = ngettext(
        "%(num)s game doesn’t fit into the codes. The link holds it.",
        "%(num)s games don’t fit into the codes. The link holds them.",
        left,
    )
    link = _link(encode(mine, MAX_DATA))
    return MovePage(codes=tuple(codes), link=link, left=left_text if left else "")


NUMBER = {"inputmode": "numeric"}


class EarlierForm(PageForm):
    """The form with the statistics that other sites show."""

    played = StringField(_("Played"), render_kw=NUMBER)
    current_streak = StringField(_("Current streak"), render_kw=NUMBER)
    max_streak = StringField(_("Max streak"), render_kw=NUMBER)
    won_1 = StringField(_("Won in 1"), render_kw=NUMBER)
    won_2 = StringField(_("Won in 2"), render_kw=NUMBER)
    won_3 = StringField(_("Won in 3"), render_kw=NUMBER)
    won_4 = StringField(_("Won in 4"), render_kw=NUMBER)
    won_5 = StringField(_("Won in 5"), render_kw=NUMBER)
    won_6 = StringField(_("Won in 6"), render_kw=NUMBER)
    pasted = TextAreaField(
        _("Or paste them as JSON"),
        description=_("Text with gamesPlayed and guesses, such as the newspaper’s game keeps it."),
        render_kw={"rows": 3, "maxlength": MAX_TEXT, "spellcheck": "false"},
    )


@earlier_bp.get("/history/earlier")
def earlier() -> ResponseReturnValue:
    """Show the form, filled from the address, or the statistics that were entered."""
    return _show_earlier(EarlierForm(request.form or request.args))


@earlier_bp.post("/history/earlier")
def enter() -> ResponseReturnValue:
    """Add statistics from another site to those of the daily games here.

    Pasted JSON only fills in the form, so that the player can check it.
    """
    form = EarlierForm()
    if text := (form.pasted.data or "").strip():
        fields = read_statistics(text)
        if fields is not None:
            return redirect(f"{url_for('.earlier')}?{urlencode(fields)}", 303)
        form.pasted.errors = [
            gettext(
                "No statistics found. Copy all of the text, from { to }, or fill in the fields."
            )
        ]
        return _show_earlier(form, 422)
    statistics = _read_statistics(form)
    if statistics is None:
        return _show_earlier(form, 422)
    keep_history(replace(history(), earlier=statistics))
    return redirect(url_for("history.games", notice="earlier"), 303)


@earlier_bp.post("/history/earlier/remove")
def remove() -> ResponseReturnValue:
    """Remove the entered statistics, so that others can be entered."""
    keep_history(replace(history(), earlier=None))
    return redirect(url_for(".earlier"), 303)


def _show_earlier(form: EarlierForm, status: int = 200) -> ResponseReturnValue:
    set_active("history")
    known = history().earlier
    entered = known.played if known else 0
    return render_template("history/earlier.html", form=form, entered=entered), status


def _read_statistics(form: EarlierForm) -> EarlierStatistics | None:
    """Return the statistics in a form; if any are invalid, None, with errors at the fields."""
    # An empty field means 0, since other sites leave out zeros.
    numbers = {
        field.name: grouped_number(printable(field.data or "") or "0", 0, MAX_COUNT)
        for field in form
        if field.type == "StringField"
    }
    for name in (name for name, number in numbers.items() if number is None):
        most = number_text(MAX_COUNT)
        form[name].errors = [gettext("Enter a whole number up to %(most)s.", most=most)]
    known = {name: number for name, number in numbers.items() if number is not None}
    if len(known) < len(numbers):
        return None
    wins = tuple(known[f"won_{tries}"] for tries in range(1, TRIES + 1))
    losses = known["played"] - sum(wins)
    current, longest = known["current_streak"], known["max_streak"]
    if not known["played"]:
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
