"""The bookmark's page, and the address that it leads to from the page of another game."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.engine.feedback import digits_of, feedback
from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.board import MARKS, Tile, TileRow, tile_label
from wordle_web.web.bookmark.code import MODULES, bookmark_address, bookmark_code
from wordle_web.web.bookmark.state import PageReading, checked_rows, doubts_of, read_page
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.language_prefix import in_language
from wordle_web.web.screenshot.page import FROM_PAGE, HELPER
from wordle_web.web.screenshot.reading import site_of
from wordle_web.web.screenshot.state import MAX_BOARDS, Shown
from wordle_web.web.services import Services, services
from wordle_web.web.ui.address_state import read_address
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import set_active
from wordle_web.web.ui.queries import Pairs, query_string

bp = Blueprint("bookmark", __name__)

EXTENSION = "wordle_web_bookmark"
STATISTICS = ("played", "current_streak", "max_streak", *(f"won_{tries}" for tries in range(1, 7)))
OWN = frozenset({"packed", "mode"})  # fields that only our own pages have


@dataclass(frozen=True, slots=True)
class BookmarkPage:
    """The page that explains the bookmark.

    Attributes:
        address: The bookmark's own address, a script.
        target: Where it leads to.
        board: A game to try it on.
        works: Whether it has just read that game.
    """

    address: str
    target: str
    name: str
    board: tuple[TileRow, ...]
    works: bool
    back: Link


def init_bookmark(app: Flask, folder: Path) -> None:
    """Make the bookmark of `app` from its modules in `folder`."""
    sources = ((folder / f"{name}.js").read_text(encoding="utf-8") for name in MODULES)
    app.extensions[EXTENSION] = bookmark_code(sources)


@bp.get("/helper/bookmark")
def bookmark() -> ResponseReturnValue:
    """Explain the bookmark, and offer it for this site's address and language."""
    set_active("helper")
    target = url_for(".read", _external=True)
    page = BookmarkPage(
        address=bookmark_address(current_app.extensions[EXTENSION], target),
        target=target,
        name=gettext("Read my board"),
        board=_shown_rows(_example(services())),
        works="works" in request.args,
        back=Link(gettext("Back to the helper"), url_for("helper.helper")),
    )
    return render_template("bookmark/bookmark.html", page=page)


@bp.get("/helper/read")
def read() -> ResponseReturnValue:
    """Lead from what the bookmark found to the helper, to where it is checked, or to the form."""
    if "problem" in request.args:
        return redirect(_refusal(request.args["problem"]), 303)
    if OWN.intersection(request.args):
        # The page of a game like this one, which says its rows in an address of the helper.
        return redirect(_own_address(tuple(request.args.items(multi=True))), 303)
    if "played" in request.args:
        fields = ((name, request.args.get(name, "")[:6]) for name in STATISTICS)
        return redirect(f"{url_for('earlier.earlier')}?{query_string(*fields)}", 303)
    reading = read_page(tuple(request.args.items(multi=True)), services().alphabet)
    if reading is None:
        return redirect(_refusal("none"), 303)
    if [(row.guess, row.marks[0]) for row in reading.position.rows] == _example(services()):
        return redirect(url_for(".bookmark", _anchor="test", works="1"), 303)
    site = site_of([row.guess for row in reading.position.rows])
    return redirect(in_language(site, _address(reading, site)), 303)


def _refusal(kind: str) -> str:
    return url_for("screenshot.screenshot", place=HELPER, problem=f"page-{kind[:12]}")


def _address(reading: PageReading, site: Services) -> str:
    """Return the address of the helper with the rows, or where they are checked first."""
    position = reading.position
    lexicon = site.all_words(position.length) if position.length in site.lengths else None
    doubtful = doubts_of(reading, lexicon)
    if not doubtful:
        address = HelperState(position).address(url_for("helper.helper"))
        return f"{address}&draft={reading.typed}" if reading.typed else address
    rows, tiles = checked_rows(position, doubtful)
    if len(rows[0].marks) > MAX_BOARDS:
        return _refusal("many")
    shown = Shown(rows, reading.typed, tiles)
    return f"{url_for('screenshot.screenshot', place=HELPER)}?{shown.query(FROM_PAGE)}"


def _own_address(pairs: Pairs) -> str:
    site = services()
    return read_address(HelperState, pairs, site.lengths, site.alphabet).state.address(
        url_for("helper.helper")
    )


def _example(site: Services) -> list[tuple[str, str]]:
    """Return the rows of a game to try the bookmark on: words with their marks as digits."""
    words = site.lexicon().pool().words
    answer = words[5 * len(words) // 7]
    guesses = (words[len(words) // 7], words[3 * len(words) // 7])
    return [
        (plain_letters(word, site.alphabet), digits_of(feedback(word, answer), len(answer)))
        for word in guesses
    ]


def _shown_rows(rows: Sequence[tuple[str, str]]) -> tuple[TileRow, ...]:
    return tuple(
        TileRow(
            tiles=tuple(
                Tile(
                    letter.upper(),
                    MARKS[int(digit)],
                    tile_label(place, letter, MARKS[int(digit)], gettext),
                )
                for place, (letter, digit) in enumerate(zip(word, digits, strict=True), 1)
            ),
            kind="played",
            label=gettext("Guess %(number)s", number=number),
            number=number,
        )
        for number, (word, digits) in enumerate(rows, 1)
    )
