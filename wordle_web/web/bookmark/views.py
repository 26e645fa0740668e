"""The bookmark's page, and the address that the bookmark opens from a page of another site.

Version 1 of the address, `v=1`, must be supported forever, since saved bookmarks never change:

* `row=crane:01002.00000`: a word and its marks on each board. Marks are empty if they are unknown,
  and `-` if a board shows none. For many boards they are packed: `row=crane:~2u0f_-` has two digits
  of base 36 per board (three for seven letters or more), or `_` for unknown marks.
* `boards`, `order=in-turn`, `typed`: the same as in addresses of the helper.
* `doubt=0.3.1`: the tile in this row, column and board is uncertain. `doubt=colors`: the marks come
  only from hues, not from names. `doubt=theme`: the colors belong to a theme that many games share.
* `problem=…`: why nothing was read, such as `none` (there is no board) or `gap` (a row is
  unreadable).
* `played=…` and others: statistics.
"""

import functools
import re
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import quote

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.boards.state import MAX_BOARDS
from wordle_web.engine.candidates import likely_answers, narrow
from wordle_web.engine.datafiles import DATA_FOLDER, read_data
from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.letters import plain_letters
from wordle_web.engine.lexicon import Lexicon
from wordle_web.engine.rows import HIDDEN, WAITING, Position, Row, max_rows
from wordle_web.game.board import TileRow, played_row
from wordle_web.parsing import linear_pattern
from wordle_web.reading.reader import BoardReading
from wordle_web.web.helper.state import HelperState, read_position
from wordle_web.web.http.paths import in_language
from wordle_web.web.screenshot.state import MAX_BOARDS as MAX_CHECKED
from wordle_web.web.screenshot.state import Shown, TileIndex, of_boards, read_tile
from wordle_web.web.screenshot.views import FROM_PAGE, HELPER, site_of
from wordle_web.web.services import Services, services
from wordle_web.web.ui import queries
from wordle_web.web.ui.i18n import gettext, translator
from wordle_web.web.ui.layout import set_active

bp = Blueprint("bookmark", __name__)

BOOKMARK_FILE = DATA_FOLDER / "bookmark.js"
# Reserved characters that need no escape in an address, since no client changes them.
SAFE = "!$&'()*+,-./:;=?@[]_~"

# Parameters of an address with statistics.
STATISTICS = ("played", "current_streak", "max_streak", *(f"won_{tries}" for tries in range(1, 7)))
OWN = frozenset({"packed", "mode"})  # parameters that only addresses of the helper have
MAX_JUDGED = 8  # number of boards whose colors are compared with the word list
COLORS, THEME = "colors", "theme"
_OTHERS = str.maketrans("12", "21")  # swaps yellow and green
# Packed marks of a board: two characters for words of up to six letters, three for longer words, or
# one if the marks are hidden or unknown.
_PIECES = linear_pattern("[-_]|[0-9a-z]{2}|.")
_LONG_PIECES = linear_pattern("[-_]|[0-9a-z]{3}|.")


class PageReading(NamedTuple):
    """A game that the bookmark has read from a page."""

    position: Position  # at least one row; all rows have a word
    typed: str = ""  # the row that is being typed
    doubtful: frozenset[TileIndex] = frozenset()  # uncertain tiles
    marked_by: str = ""  # the source of the marks: COLORS or THEME; empty for names of tiles


@functools.cache
def read_code() -> str:
    """Return the bookmark's script, which `scripts/build_bookmark.py` builds.

    Raises:
        DamagedFileError: the file is missing or damaged.
    """
    return read_data(BOOKMARK_FILE).decode()


def bookmark_address(code: str, address: str, pause: int = 600) -> str:
    """Return a bookmark that reads a page and opens `address` with the reading.

    It reads every `pause` ms until two readings agree, since tiles may still be moving.
    """
    name = re.findall(r"([\w$]+)=async", code)[-1]
    script = f"{{{code};{name}('{address}',{pause})}}"
    return f"javascript:{quote(script, safe=SAFE)}"


@dataclass(frozen=True, slots=True)
class BookmarkPage:
    """Context of the page that explains the bookmark."""

    address: str  # the bookmark
    target: str  # the address that the bookmark opens
    board: list[TileRow]  # rows for testing the bookmark
    works: bool  # whether the bookmark has just read these rows


@bp.get("/helper/bookmark")
def bookmark() -> ResponseReturnValue:
    """Explain the bookmark, and offer one for this site's address and language."""
    set_active("helper")
    target = url_for(".read", _external=True)
    turns = enumerate(_example(services()), 1)
    rows = [
        row._replace(label=gettext("Guess %(number)s", number=row.number))
        for row in (
            played_row(turn, number, services().alphabet, translator()) for number, turn in turns
        )
    ]
    page = BookmarkPage(
        address=bookmark_address(read_code(), target),
        target=target,
        board=rows,
        works="works" in request.args,
    )
    return render_template("bookmark/bookmark.html", page=page)


@bp.get("/helper/read")
def read() -> ResponseReturnValue:
    """Redirect to the helper, a page for checking the reading, statistics, or a problem."""
    if "problem" in request.args:
        return redirect(_refusal(request.args["problem"]), 303)
    site, pairs = services(), tuple(request.args.items(multi=True))
    if OWN.intersection(request.args):
        # The bookmark was used on a page of wordle-web, whose link to the helper has the rows.
        state = queries.read_address(HelperState, pairs, site.lengths, site.alphabet).state
        return redirect(state.address(url_for("helper.helper")), 303)
    if "played" in request.args:
        fields = ((name, request.args.get(name, "")[:6]) for name in STATISTICS)
        return redirect(f"{url_for('earlier.earlier')}?{queries.query_string(*fields)}", 303)
    reading = read_page(pairs, site.alphabet)
    if reading is None:
        return redirect(_refusal("none"), 303)
    # The bookmark was tried on its own page.
    if reading.position.rows == tuple(map(Row.of, _example(site))):
        return redirect(url_for(".bookmark", _anchor="test", works="1"), 303)
    site = site_of([row.guess for row in reading.position.rows])
    return redirect(in_language(site, _address(reading, site)), 303)


def _refusal(kind: str) -> str:
    return url_for("screenshot.screenshot", purpose=HELPER, problem=f"page-{kind[:12]}")


def _address(reading: PageReading, site: Services) -> str:
    position = reading.position
    lexicon = site.all_words(position.length) if position.length in site.lengths else None
    doubtful = doubts_of(reading, lexicon)
    if not doubtful:
        address = HelperState(position).address(url_for("helper.helper"))
        return f"{address}&draft={reading.typed}" if reading.typed else address
    shown = checked(reading, doubtful)
    if shown is None:
        return _refusal("many")
    return f"{url_for('screenshot.screenshot', purpose=HELPER)}?{shown.query(FROM_PAGE)}"


def _example(site: Services) -> list[Turn]:
    """Return the turns of a game to try the bookmark on."""
    words = site.lexicon().pool().words
    answer = words[5 * len(words) // 7]
    guesses = (words[len(words) // 7], words[3 * len(words) // 7])
    return [Turn(plain_letters(word, site.alphabet), feedback(word, answer)) for word in guesses]


def read_page(pairs: queries.Pairs, alphabet: str) -> PageReading | None:
    """Return the game that an address of the bookmark describes; None if it is damaged."""
    plain = [(name, plain_letters(value, alphabet)) for name, value in pairs]
    address = queries.Address(
        [(name, _in_full(text) if name == "row" else text) for name, text in plain]
    )
    # Too many rows are passed on, since the helper reports them.
    position = read_position(address, most=max_rows(MAX_BOARDS))
    is_whole = all(text.count(".") == position.count - 1 for text in address.texts("row"))
    is_whole = is_whole and all(row.guess for row in position.rows)
    if address.problems or not is_whole or not position.rows:
        return None
    doubts = [text for name, text in plain if name == "doubt"]
    return PageReading(
        position=position,
        typed=queries.read_word(queries.first_value(plain, "typed")) or "",
        doubtful=frozenset(tile for text in doubts if (tile := read_tile(text))),
        marked_by=next((text for text in doubts if text in {COLORS, THEME}), ""),
    )


def _in_full(text: str) -> str:
    """Return a row with the marks of all boards as digits; packed marks are unpacked."""
    word, packed, digits = text.partition(":~")
    if not packed:
        return text
    pieces = (_LONG_PIECES if len(word) > 6 else _PIECES).findall(digits)
    marks = []
    for piece in pieces[: MAX_BOARDS + 1]:
        # A number above the last pattern means that the marks are unknown.
        number = int(piece, 36) if len(piece) > 1 else 3 ** len(word)
        full = digits_of(number, len(word)) if number < 3 ** len(word) else "?"
        marks.append({"-": HIDDEN, "_": WAITING}.get(piece, full))
    return f"{word}:{'.'.join(marks)}"


def doubts_of(reading: PageReading, lexicon: Lexicon | None) -> frozenset[TileIndex]:
    """Return the tiles to check: uncertain tiles, and all colored tiles if colors may be swapped.

    Marks from names are trusted. Marks from colors are trusted only if a word matches them on
    every board, and if, on at least one board, no likely word would match with yellow and green
    swapped. Marks from a theme are trusted unless, on some board, no likely word matches them and
    one would match with the colors swapped. Without a lexicon, marks from colors are not trusted.
    """
    if not reading.marked_by or _is_decided(reading, lexicon):
        return reading.doubtful
    colored = {
        (number, column, board)
        for number, row in enumerate(reading.position.rows)
        for board, marks in enumerate(row.marks)
        for column, digit in enumerate(marks)
        if digit in {"1", "2"}
    }
    return reading.doubtful | colored


def _is_decided(reading: PageReading, lexicon: Lexicon | None) -> bool:
    is_decided = is_theme = reading.marked_by == THEME
    if lexicon is None:
        return is_theme
    likely = likely_answers(lexicon)
    for board in range(min(reading.position.count, MAX_JUDGED)):
        turns = reading.position.turns(board)
        swapped = [Turn.parse(turn.text().translate(_OTHERS)) for turn in turns]
        is_one_way = not len(narrow(lexicon, swapped, likely))
        is_word = len(narrow(lexicon, turns, likely if is_theme else None))
        if not is_word and not (is_theme and is_one_way):
            return False
        is_decided = is_decided or is_one_way
    return is_decided


def checked(reading: PageReading, doubtful: frozenset[TileIndex]) -> Shown | None:
    """Return the contents to check, with digits for every tile; None if there are too many boards.

    Unreadable marks become gray and must be checked. In sequential games, hidden boards are left
    out. As in a screenshot, the last marks of a solved board follow from its answer.
    """
    position, boards = reading.position, []
    for board in range(position.count):
        if position.rows[0].marks[board] == HIDDEN:
            continue
        end = position.solved_in(board)
        rows = position.rows[: None if end is None else end + 1]
        doubts = {(row, column) for row, column, at in doubtful if at == board}
        for number, row in enumerate(rows):
            if row.marks[board] == WAITING:
                doubts |= {(number, column) for column in range(position.length)}
        marks = ((row.guess, row.marks[board] or "0" * position.length) for row in rows)
        boards.append(BoardReading(position.length, tuple(marks), reading.typed, tuple(doubts)))
    return of_boards(boards)[0] if len(boards) <= MAX_CHECKED else None
