"""The history on its way to another device: as codes to scan, or a link."""

from dataclasses import dataclass

import segno
from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from markupsafe import Markup

from wordle_web.game.errors import HistoryError
from wordle_web.game.history.codec import encode
from wordle_web.game.history.history import History
from wordle_web.game.history.merge import merged
from wordle_web.game.history.moving import parts, sealed, unsealed
from wordle_web.web.history.views import merge_history, number_of_games
from wordle_web.web.http.bodies import MAX_FORM_BYTES, allow_body
from wordle_web.web.http.sessions import history
from wordle_web.web.services import services
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext, ngettext
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("move", __name__)
allow_body(bp, "accept", 2 * MAX_FORM_BYTES)

MAX_CODE = 1273  # bytes of version 25 with error correction L: ISO/IEC 18004, table 7
MAX_DATA = 2800  # bytes of a history in a link, whose request line has at most 4,094
OVERHEAD = 5 + 16 + 2  # time and signature, and what base64 rounds up


@dataclass(frozen=True, slots=True)
class MovePage:
    """What there is to scan here and what does not fit; or what came here and is new."""

    codes: tuple[Markup, ...] = ()
    link: str = ""
    left: str = ""
    data: str = ""
    games: str = ""


@bp.get("/history/move")
def move() -> ResponseReturnValue:
    """Show the codes and the link, or ask whether what they hold is to be added here."""
    return _show(request.args.get("data", ""))


@bp.post("/history/move")
def accept() -> ResponseReturnValue:
    """Merge what came with a code; what is refused changes nothing."""
    data = request.form.get("data", "")
    try:
        return redirect(merge_history(_read(data)), 303)
    except HistoryError:
        return _show(data, 422)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Ask again if the CSRF token failed, with the reason."""
    notify(expired_text(error))
    return _show(request.form.get("data", ""), 400)


def _show(data: str, status: int = 200) -> ResponseReturnValue:
    set_active("history")
    try:
        page = _asking(data) if data else _codes(history())
    except HistoryError as error:
        notify(error.message(gettext))
        page, status = _codes(history()), 422 if status == 200 else status
    return render_template("history/move.html", page=page), status


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
    if mine.is_empty:
        return MovePage()
    room = (MAX_CODE - len(_link(b"")) + len("A" * 28)) * 3 // 4 - OVERHEAD
    packed, left = parts(mine, room)
    left_text = ngettext(
        "%(num)s game doesn’t fit into the codes. The link holds it.",
        "%(num)s games don’t fit into the codes. The link holds them.",
        left,
    )
    return MovePage(
        codes=tuple(_code(_link(each)) for each in packed),
        link=_link(encode(mine, MAX_DATA)),
        left=left_text if left else "",
    )


def _code(link: str) -> Markup:
    code = segno.make_qr(link, error="l", boost_error=False, mode="byte")
    # The library writes the markup; the link in it is drawn, not written.
    return Markup(code.svg_inline(omitsize=True, light="#fff"))  # noqa: S704


def _asking(data: str) -> MovePage:
    later = merged(history(), _read(data))
    number = max(0, number_of_games(later) - number_of_games(history()))
    games = ngettext("%(num)s new game", "%(num)s new games", number)
    return MovePage(data=data, games=games)
