"""Screenshots: upload, reading and checking, before the helper or the analysis uses the rows.

Nothing is stored: the reading is in the address, and the picture is never sent back. A picture
or text that another app shares comes without a token, so its only effect is a redirect.
"""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from babel.support import LazyProxy
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.hard_mode import HardMode
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.rows import Position, Row
from wordle_web.game.board import MARKS, Mark, Tile, tile_label
from wordle_web.parsing import MAX_NUMBER, whole_number
from wordle_web.reading.glyphs import UNKNOWN
from wordle_web.reading.reader import BoardReading, DeadlineError
from wordle_web.reading.screenshots import MAX_BYTES, ScreenshotError, read_screenshot
from wordle_web.web.analysis.state import AnalysisState
from wordle_web.web.helper.edits import act
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.http.bodies import allow_body, give_back_memory
from wordle_web.web.http.limits import costly
from wordle_web.web.http.paths import in_language, joined
from wordle_web.web.http.security import csrf
from wordle_web.web.screenshot.state import (
    MAX_GAMES,
    Shown,
    edited,
    faulty_rows,
    games_of,
    read_shown,
)
from wordle_web.web.services import Services, services, sites
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import capitals
from wordle_web.web.ui.forms import refusal
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import is_script, set_active
from wordle_web.web.ui.queries import Pairs, Problem, read_address, split_query

bp = Blueprint("screenshot", __name__)

HELPER = "helper"
OTHER = "other"  # query parameter with another game of the picture
FROM_PAGE = ("from", "page")  # query parameter of readings by the bookmark
MAX_BODY_BYTES = MAX_BYTES + 64 * 1024  # size of the picture and of the other fields of the form
MAX_SHARED_TEXT = 4_000  # characters
PICTURE_LOCK = threading.Lock()  # a process reads one picture at a time, which takes up to 50 MB
# Parameters of the helper's options, which pages for checking pass on.
OPTIONS = ("boards", "order", "mode", "hard", "used", "only", "hint", "length")

# Reasons why a picture, or a page that the bookmark has read, has no rows.
PROBLEMS: Mapping[str, LazyProxy] = {
    "none": _("No board found in this picture."),
    "missing": _("Choose a picture first: a PNG, JPEG, or WebP file."),
    "format": _("This file isn’t a PNG, JPEG, or WebP picture. Choose another."),
    "damaged": _("This picture is damaged or incomplete. Take the screenshot again."),
    "large": _("This picture is too large. Crop it to the board."),
    "page-none": _(
        "No game with a played row was found on that page. Send a screenshot of it instead."
    ),
    "page-gap": _(
        "A row on that page couldn’t be read, so none was used. Send a screenshot instead."
    ),
    "page-several": _(
        "That page shows several games, or boards with different words. Send a screenshot of "
        "one of them."
    ),
    "page-letters": _(
        "Some boards on that page show no letters. Open the page so that all boards show "
        "their letters, or send a screenshot."
    ),
    "page-moving": _(
        "The tiles on that page were still moving. Wait until they stop, then tap the bookmark "
        "again."
    ),
    "page-many": _(
        "The colors of so many boards weren’t clear enough. Send a screenshot of some of them."
    ),
}

for _form in ("read", "share"):
    allow_body(bp, _form, MAX_BODY_BYTES, 64 * 1024)


@dataclass(frozen=True)
class ScreenshotPage:
    """The page for uploading a screenshot and checking its reading."""

    purpose: str  # where the rows are used: in the helper or in the analysis
    shown: Shown
    problems: Sequence[str] = ()  # problems, as sentences
    games: Sequence[Shown] = ()  # the other games of the picture
    left_out: int = 0  # number of boards of the picture that are not shown

    @cached_property
    def path(self) -> str:
        """The address that accepts pictures and corrections."""
        return url_for("screenshot.screenshot", purpose=self.purpose)

    @cached_property
    def options(self) -> HelperState:
        """The helper's options, which the next address includes."""
        return _options(self.shown)

    @property
    def too_large(self) -> str:
        """The message for a picture that a proxy refuses because of its size."""
        return str(PROBLEMS["large"])

    @property
    def is_from_bookmark(self) -> bool:
        """Whether the rows come from another site's page."""
        return FROM_PAGE in request.args.items(multi=True)

    @property
    def has_tips(self) -> bool:
        """Whether to explain how to take a readable picture."""
        is_first = self.shown.is_empty and not self.problems
        return is_first or str(PROBLEMS["none"]) in self.problems

    @cached_property
    def hidden_fields(self) -> Pairs:
        """The helper's options except the length, and `FROM_PAGE` for rows from another page."""
        pairs = tuple(pair for pair in self.options.pairs() if pair[0] != "length" and pair[1])
        return (*pairs, FROM_PAGE) if self.is_from_bookmark else pairs

    @property
    def address(self) -> str:
        """The address of the current contents."""
        return self._address(self.shown, self.games) if not self.shown.is_empty else self.path

    def _address(self, shown: Shown, others: Iterable[Shown]) -> str:
        fields = ((OTHER, other.query()) for other in others)
        return f"{self.path}?{shown.query(*self.hidden_fields, *fields)}"

    @property
    def other_games(self) -> Iterator[Link]:
        """Links to the other games; their addresses include this game."""
        for game in self.games:
            others = [self.shown, *(other for other in self.games if other is not game)]
            words = [capitals(row.guess) for row in game.rows] or [capitals(game.typed)]
            yield Link(" ".join(words), self._address(game, others))

    @property
    def doubts(self) -> str:
        """A sentence about the doubtful tiles."""
        if not self.shown.doubtful:
            return gettext("All letters and colors were clear.")
        return gettext("Check the tiles with a dashed frame: they were hard to read.")

    @property
    def spoken(self) -> str:
        """The text for screen readers after the picture has been read."""
        return " ".join(self.problems) or ("" if self.shown.is_empty else self.doubts)

    def tiles(self, row: int, board: int = 0) -> Iterator[Tile]:
        """Yield the tiles of a row on one board; the row that is being typed comes last."""
        is_typed = row == len(self.shown.rows)
        letters = self.shown.typed if is_typed else self.shown.rows[row].guess
        for column, letter in enumerate(letters):
            mark: Mark = "typed"
            if not is_typed:
                mark = MARKS[int(self.shown.rows[row].marks[board][column])]
            shown = capitals(letter)
            label = tile_label(column + 1, shown or UNKNOWN, mark, gettext)
            if (row, column, board) in self.shown.doubtful:
                label = gettext("%(tile)s, not sure", tile=label)
            yield Tile(shown, mark, label)

    def error(self, row: int) -> str:
        """Return the reason why a row cannot be used yet; empty if it can be used."""
        wrong = faulty_rows(self.shown).get(row)
        position = Position(length=self.shown.length)
        return "" if wrong is None else problem_text(Problem("word", wrong), position)


@bp.get("/<any(helper, analysis):purpose>/screenshot")
@costly(at_least=512)
def screenshot(purpose: str) -> ResponseReturnValue:
    """Show the form for a picture, or a reading with rows that can be edited or used."""
    set_active(purpose)
    alphabet, fields = services().alphabet, request.args.items(multi=True)
    pairs = tuple((name, plain_letters(value, alphabet)) for name, value in fields)
    shown, unread = read_shown(pairs)
    shown = edited(shown, pairs)
    others = request.args.getlist(OTHER)[: MAX_GAMES - 1]
    games = [read_shown(split_query(query))[0] for query in others]
    games = [game for game in games if not game.is_empty]
    problems = [problem_text(problem, Position(length=shown.length)) for problem in unread]
    problems += [str(PROBLEMS.get(of, PROBLEMS["none"])) for of in request.args.getlist("problem")]
    problems += filter(None, [refusal()])
    # The button that uses the rows sends this parameter. Only then are unread letters errors.
    board = request.args.get("use", "")
    is_wrong = bool(shown.entered) or (bool(board) and faulty_rows(shown))
    is_refused = bool(problems or is_wrong)
    if board and not (is_refused or shown.is_empty):
        return redirect(_destination(purpose, shown, whole_number(board, 0, MAX_NUMBER) or 0), 303)
    is_edited = any(name in {"word", "draft", "tap", "leave", "use"} for name, _ in pairs)
    if is_edited and not (is_refused or is_script()):
        return redirect(ScreenshotPage(purpose, shown, games=games).address, 303)
    page = ScreenshotPage(purpose, shown, problems, games)
    return _render(page, 422 if is_refused else 200)


@bp.post("/<any(helper, analysis):purpose>/screenshot")
@costly()
def read(purpose: str) -> ResponseReturnValue:
    """Read a picture, and redirect to the address of its reading."""
    set_active(purpose)
    boards, problem = _read_boards()
    if not boards:
        return _render(ScreenshotPage(purpose, Shown(), [str(PROBLEMS[problem or "none"])]), 422)
    (shown, *games), left_out = games_of(boards)
    site = site_of(_words(boards))
    if is_script() and site is services():
        return _render(ScreenshotPage(purpose, shown, games=games, left_out=left_out))
    return redirect(in_language(site, ScreenshotPage(purpose, shown, games=games).address), 303)


@bp.post("/helper/share")
@csrf.exempt  # type: ignore[untyped-decorator]  # other apps have no token
@costly()
def share() -> ResponseReturnValue:
    """Redirect to the helper with the rows of a picture or text that another app shares."""
    boards, problem = _read_boards()
    if boards:
        (shown, *games), _left_out = games_of(boards)
        is_sure = not (games or shown.doubtful or faulty_rows(shown))
        checked = ScreenshotPage(HELPER, shown, games=games).address
        address = _destination(HELPER, shown, 0) if is_sure else checked
        return redirect(in_language(site_of(_words(boards)), address), 303)
    text = "\n".join(request.form.getlist("text"))[:MAX_SHARED_TEXT].strip()
    if text:
        site, helper = services(), url_for("helper.helper")
        pairs = (("add", plain_letters(text, site.alphabet)),)
        state = act(HelperState(), pairs, site.lengths, site.lexicon()).state
        own = url_for("helper.helper", add=text[:200])
        return redirect(state.address(helper) if state.rows else own, 303)
    # `url_for` leaves out parameters without a value.
    reason = (problem or "none") if request.files else None
    return redirect(url_for(".screenshot", purpose=HELPER, problem=reason), 303)


def _read_boards() -> tuple[tuple[BoardReading, ...], str]:
    """Return the boards of the uploaded picture, and the kind of its problem if there is one.

    The picture is read with the words of all languages of this site.
    """
    file = next(iter(request.files.values()), None)
    if file is None:
        return (), "missing"
    data = file.read()
    file.close()
    if not data:
        return (), "missing"
    lexicons = [site.all_words(length) for site in _own_first() for length in site.lengths]
    try:
        with PICTURE_LOCK:
            try:
                return read_screenshot(data, lexicons), ""
            finally:
                give_back_memory()
    except ScreenshotError as error:
        return (), error.kind
    except DeadlineError:
        return (), "large"


def site_of(words: Sequence[str]) -> Services:
    """Return the services of the language with most of `words`; in a tie, the request's."""

    def known(site: Services) -> int:
        mine = [word for word in words if len(word) in site.lengths]
        return sum(word in site.all_words(len(word)) for word in mine)

    return max(_own_first(), key=known)


def _own_first() -> list[Services]:
    own = services()
    return [own, *(site for site in sites() if site is not own)]


def _render(page: ScreenshotPage, status: int = 200) -> Response:
    return make_response(render_template("screenshot/screenshot.html", page=page), status)


def _options(shown: Shown) -> HelperState:
    """Return the helper's options, from the address or from the form with the picture."""
    pairs = [(name, value) for name in OPTIONS for value in request.values.getlist(name)]
    site = services()
    options = read_address(HelperState, pairs, site.lengths, site.alphabet).state
    length = shown.length if shown.length in site.lengths else options.length
    used = tuple(word for word in options.used if len(word) == length)
    return replace(options, position=replace(options.position, length=length), used=used)


def _destination(purpose: str, shown: Shown, board: int) -> str:
    """Return the address of the helper with all rows, or of the analysis with one board's rows."""
    options = _options(shown)
    if purpose == HELPER:
        # A picture doesn't show the order of boards, so keep the order in the options if these
        # have as many boards.
        in_turn = options.position.in_turn and options.count == shown.boards
        position = Position((), shown.boards, shown.length or options.length, in_turn)
        state = replace(options, position=position.with_rows(shown.rows))
        if shown.boards > 1:
            state = replace(state, hard=HardMode.OFF, answers_only=False)
        address, draft = state.address(url_for("helper.helper")), shown.typed.replace(UNKNOWN, "")
        return joined(address, urlencode({"draft": draft}) if draft else "")
    board = min(board, shown.boards - 1)
    rows = tuple(Row(row.guess, (row.marks[board],)) for row in shown.rows)
    answers = tuple(row.guess for row in rows[-1:] if set(row.marks[0]) == {"2"})
    game = AnalysisState(answers, rows, options.mode, hard=options.hard)
    return game.address(url_for("analysis.analysis"))


def _words(boards: Sequence[BoardReading]) -> list[str]:
    return [word for board in boards for word, _ in board.rows]
