"""A screenshot is sent, read and checked; then its rows go to the helper or the analysis.

Nothing is stored: what was read is in the address, and the picture never comes back. A shared
picture or text comes from outside, so its form needs no token; it leads to an address and does
nothing else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from wordle_web.engine.reading.reader import BoardReading, DeadlineError
from wordle_web.engine.rows import Position, Row
from wordle_web.engine.words.letters import plain_letters
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.screenshots import MAX_BYTES, ScreenshotError
from wordle_web.web.analysis.state import AnalysisState
from wordle_web.web.fair_lock import BusyError
from wordle_web.web.helper.form import act
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.http.bodies import allow_body
from wordle_web.web.http.language_prefix import in_language
from wordle_web.web.screenshot.page import FROM_PAGE, HELPER, OTHER, screenshot_page
from wordle_web.web.screenshot.reading import PICTURES, read_picture, site_of
from wordle_web.web.screenshot.state import (
    MAX_GAMES,
    Shown,
    edited,
    faulty_rows,
    games_of,
    read_shown,
)
from wordle_web.web.services import services
from wordle_web.web.ui.address_state import read_address
from wordle_web.web.ui.forms import expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import is_script, set_active
from wordle_web.web.ui.queries import Pairs

bp = Blueprint("screenshot", __name__)

# The picture, and the other fields of the form.
MAX_BODY_BYTES = MAX_BYTES + 64 * 1024
MAX_SHARED_TEXT = 4_000
MAX_FIELDS = 1_000  # of another game in the address
FILE = "screenshot"
OPTIONS = ("boards", "order", "mode", "hard", "used", "only", "hint", "length")

for _form in ("read", "share"):
    # Werkzeug counts the block of the file that it is reading among the fields.
    allow_body(bp, _form, MAX_BODY_BYTES, 2 * 64 * 1024)


@bp.record_once
def open_lock(state: BlueprintSetupState) -> None:
    """Share the lock on pictures with all processes of this server."""
    PICTURES.open()


@bp.get("/<any(helper, analysis):place>/screenshot")
def screenshot(place: str) -> ResponseReturnValue:
    """Show the form for a picture, or what was read; its rows may be changed or used."""
    set_active(place)
    pairs = _pairs()
    shown, unread = read_shown(pairs)
    shown = edited(shown, pairs)
    games = _other_games()
    problems = [problem_text(each, Position(length=shown.length)) for each in unread]
    problems += [_problem_of(kind) for kind in request.args.getlist("problem")]
    board = request.args.get("use", "")
    # A letter that could not be read is no mistake of the player's until the rows are to be used.
    is_wrong = bool(shown.entered) or (bool(board) and faulty_rows(shown))
    is_refused = bool(problems or is_wrong)
    if board and not (is_refused or shown.is_empty):
        return redirect(_destination(place, shown, whole_number(board, 0, MAX_NUMBER) or 0), 303)
    is_edited = any(name in {"word", "draft", "tap", "leave", "use"} for name, _ in pairs)
    if is_edited and not (is_refused or is_script()):
        return redirect(_address(place, shown, games), 303)
    return _page(place, shown, problems, 422 if is_refused else 200, games=games)


@bp.post("/<any(helper, analysis):place>/screenshot")
def read(place: str) -> ResponseReturnValue:
    """Read a picture; its reading is shown at an address of its own."""
    set_active(place)
    try:
        boards = _boards()
    except (ScreenshotError, DeadlineError, BusyError) as error:
        return _refused(place, _kind_of(error))
    if not boards:
        return _refused(place, "none")
    (shown, *games), left_out = games_of(boards)
    site = site_of(_words(boards))
    if is_script() and site is services():
        return _page(place, shown, games=games, left_out=left_out)
    return redirect(in_language(site, _address(place, shown, games)), 303)


@bp.post("/helper/share")
def share() -> ResponseReturnValue:
    """Lead from what another app shares, a picture or a text, to the helper with its rows."""
    problem = ""
    try:
        boards = _boards()
    except (ScreenshotError, DeadlineError, BusyError) as error:
        boards, problem = (), _kind_of(error)
    if boards:
        (shown, *games), _ = games_of(boards)
        return redirect(in_language(site_of(_words(boards)), _shared_address(shown, games)), 303)
    text = "\n".join(request.form.getlist("text"))[:MAX_SHARED_TEXT].strip()
    if text:
        return redirect(_address_of_text(text), 303)
    has_file = bool(request.files)
    problem = problem or ("none" if has_file else "")
    query: dict[str, Any] = {"problem": problem} if has_file else {}
    return redirect(url_for(".screenshot", place=HELPER, **query), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the form again if the CSRF token failed."""
    place = (request.view_args or {}).get("place", HELPER)
    set_active(place)
    return _page(place, Shown(), [expired_text(error)], 400)


def _boards() -> tuple[BoardReading, ...]:
    """Return the boards of the picture that was sent.

    Raises:
        ScreenshotError: there is none, or it cannot be read.
        DeadlineError: reading it takes too long.
        BusyError: others are being read.
    """
    file = next(iter(request.files.values()), None)
    if file is None:
        raise ScreenshotError("format")
    data = file.read()
    file.close()
    return read_picture(data)


def _kind_of(error: ScreenshotError | DeadlineError | BusyError) -> str:
    if isinstance(error, ScreenshotError):
        return error.kind
    return "busy" if isinstance(error, BusyError) else "large"


def _problem_of(kind: str) -> str:
    texts = {
        "none": gettext("No board found in this picture."),
        "format": gettext("Choose a picture first: a PNG, JPEG, or WebP file."),
        "damaged": gettext("This picture is damaged or incomplete. Take the screenshot again."),
        "large": gettext("This picture is too large. Crop it to the board."),
        "busy": gettext("Another picture is being read. Try again in a moment."),
        **page_problems(),
    }
    return texts.get(kind, texts["none"])


def page_problems() -> dict[str, str]:
    """Return why the bookmark could not read another page, by the kind of the problem."""
    return {
        "page-none": gettext(
            "No game with a played row was found on that page. Send a screenshot of it instead."
        ),
        "page-gap": gettext(
            "A row on that page couldn’t be read, so none was used. Send a screenshot instead."
        ),
        "page-several": gettext(
            "That page shows several games, or boards with different words. Send a screenshot of "
            "one of them."
        ),
        "page-letters": gettext(
            "Some boards on that page show no letters. Open the page so that all boards show "
            "their letters, or send a screenshot."
        ),
        "page-moving": gettext(
            "The tiles on that page were still moving. Wait until they stop, then tap the bookmark "
            "again."
        ),
        "page-many": gettext(
            "The colors of so many boards weren’t clear enough. Send a screenshot of some of them."
        ),
    }


def _refused(place: str, kind: str) -> Response:
    response = _page(
        place, Shown(), [_problem_of(kind)], 429 if kind == "busy" else 422, has_tips=kind == "none"
    )
    if kind == "busy":
        response.headers["Retry-After"] = "5"
    return response


def _page(
    place: str,
    shown: Shown,
    problems: Sequence[str] = (),
    status: int = 200,
    *,
    has_tips: bool = False,
    games: Sequence[Shown] = (),
    left_out: int = 0,
) -> Response:
    has_tips = has_tips or "none" in request.args.getlist("problem")
    page = screenshot_page(
        place,
        shown,
        _options(shown),
        problems,
        has_tips=has_tips,
        games=games,
        left_out=left_out,
        is_from_page=_is_from_page(),
    )
    return make_response(render_template("screenshot/screenshot.html", page=page), status)


def _pairs() -> Pairs:
    alphabet = services().alphabet
    return tuple(
        (name, plain_letters(value, alphabet)) for name, value in request.args.items(multi=True)
    )


def _options(shown: Shown) -> HelperState:
    """Return the helper's options, which go along in the address or with the picture."""
    pairs = [(name, value) for name in OPTIONS for value in request.values.getlist(name)]
    site = services()
    options = read_address(HelperState, pairs, site.lengths, site.alphabet).state
    length = shown.length if shown.length in site.lengths else options.length
    used = tuple(word for word in options.used if len(word) == length)
    return replace(options, position=replace(options.position, length=length), used=used)


def _address(place: str, shown: Shown, games: Sequence[Shown] = ()) -> str:
    page = screenshot_page(place, shown, _options(shown), games=games, is_from_page=_is_from_page())
    return page.address


def _other_games() -> list[Shown]:
    """Return the other games of the picture, as the address has them."""
    queries = request.args.getlist(OTHER)[: MAX_GAMES - 1]
    games = [read_shown(parse_qsl(query, max_num_fields=MAX_FIELDS))[0] for query in queries]
    return [game for game in games if not game.is_empty]


def _is_from_page() -> bool:
    name, value = FROM_PAGE
    return request.args.get(name) == value


def _destination(place: str, shown: Shown, board: int) -> str:
    """Return the address of the helper with all rows, or of the analysis with those of a board."""
    options = _options(shown)
    if place == HELPER:
        in_turn = options.position.in_turn and options.count == shown.boards
        position = Position((), shown.boards, shown.length or options.length, in_turn)
        state = replace(options, position=position.with_rows(shown.rows))
        if shown.boards > 1:
            state = replace(state, hard=False, answers_only=False)
        return _with_draft(state.address(url_for("helper.helper")), shown.typed)
    board = min(board, shown.boards - 1)
    rows = tuple(Row(row.guess, (row.marks[board],)) for row in shown.rows)
    answers = tuple(row.guess for row in rows[-1:] if set(row.marks[0]) == {"2"})
    game = AnalysisState(answers, rows, options.mode, hard=options.hard)
    return game.address(url_for("analysis.analysis"))


def _with_draft(address: str, typed: str) -> str:
    draft = typed.replace("?", "")
    return f"{address}{'&' if '?' in address else '?'}draft={draft}" if draft else address


def _shared_address(shown: Shown, games: Sequence[Shown]) -> str:
    """Return the helper's address with the rows, or where they are checked first."""
    is_sure = not (games or shown.doubtful or faulty_rows(shown))
    return _destination(HELPER, shown, 0) if is_sure else _address(HELPER, shown, games)


def _address_of_text(text: str) -> str:
    """Return the helper's address with the rows of a shared grid."""
    site = services()
    pairs = (("add", plain_letters(text, site.alphabet)),)
    outcome = act(HelperState(), pairs, site.lengths, site.lexicon())
    if outcome.state.rows:
        return outcome.state.address(url_for("helper.helper"))
    return url_for("helper.helper", add=text[:200])


def _words(boards: Sequence[BoardReading]) -> list[str]:
    return [word for board in boards for word, _ in board.rows]
