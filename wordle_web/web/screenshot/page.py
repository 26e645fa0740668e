"""The page on which a screenshot is sent and its reading checked, as its template shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from flask import url_for

from wordle_web.engine.reading.decoding import UNKNOWN
from wordle_web.engine.rows import Position
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import MARKS, Mark, tile_label
from wordle_web.web.helper.state import HelperState, problem_text
from wordle_web.web.screenshot.state import Shown, TilePlace, faulty_rows
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.queries import Pairs, Problem

HELPER, ANALYSIS = "helper", "analysis"
OTHER = "other"  # a field of the address: another game of the picture
FROM_PAGE = ("from", "page")  # a field of the address


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile as read; `tap` is what its button sends, empty where it has no color."""

    letter: str
    mark: Mark
    label: str
    tap: str
    is_doubtful: bool


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row as read.

    Attributes:
        leave: Its label to be left out.
        value: The row as the address writes it.
        word: What its field holds; a letter that could not be read is `?`.
        boards: Its tiles on each board.
        error: Why it cannot be used yet.
    """

    label: str
    leave: str
    value: str
    word: str
    boards: tuple[tuple[ShownTile, ...], ...]
    error: str


@dataclass(frozen=True, slots=True)
class ScreenshotPage:
    """Everything on the page.

    Attributes:
        is_from_page: Whether the rows come from another site's page, not from a picture.
        action: Where a picture is sent, and what was read is changed.
        address: Of what is shown now, for the address bar.
        kept: Fields that go along: the options of the helper.
        problems: What went wrong, with the picture or the address.
        has_tips: Whether to say what helps a picture to be read.
        typed: The row being typed, and its tiles.
        boards: The names of the boards, where there are several.
        games: What else the picture shows, as fields of the address.
        other_games: Links to it.
        doubts: How many tiles are not sure, as a sentence.
        doubtful: The fields that keep which ones.
        spoken: What a screen reader is told once the picture is read.
    """

    title: str
    is_from_page: bool
    action: str
    address: str
    kept: Pairs
    back: Link
    problems: tuple[str, ...]
    has_tips: bool
    length: int
    rows: tuple[ShownRow, ...]
    typed: str
    typed_tiles: tuple[ShownTile, ...]
    boards: tuple[str, ...]
    games: tuple[str, ...]
    other_games: tuple[Link, ...]
    doubts: str
    doubtful: tuple[str, ...]
    choices: tuple[Option, ...]
    notices: tuple[str, ...]
    spoken: str


def screenshot_page(
    place: str,
    shown: Shown,
    options: HelperState,
    problems: Sequence[str] = (),
    *,
    has_tips: bool = False,
    games: Sequence[Shown] = (),
    left_out: int = 0,
    is_from_page: bool = False,
) -> ScreenshotPage:
    """Return the page.

    Args:
        place: What the rows are for: the helper or the analysis.
        shown: What the screenshot shows.
        options: The helper's options, which go along.
        problems: What went wrong, as sentences.
        has_tips: Whether to say, beside what went wrong, what helps a picture to be read.
        games: The other games of the picture.
        left_out: How many boards of the picture are not shown.
        is_from_page: Whether the rows come from another site's page.
    """
    others = tuple((OTHER, game.query()) for game in games)
    path = url_for("screenshot.screenshot", place=place)
    kept = _kept(options, is_from_page=is_from_page)
    rows = tuple(_row(shown, number) for number in range(len(shown.rows)))
    doubts = _doubts(shown)
    spoken = " ".join(problems) or doubts
    return ScreenshotPage(
        title=gettext("Check the board") if is_from_page else gettext("Read a screenshot"),
        is_from_page=is_from_page,
        action=path,
        address=f"{path}?{shown.query(*kept, *others)}" if not shown.is_empty else path,
        kept=kept,
        back=_back(place, options),
        problems=tuple(problems),
        has_tips=has_tips or (shown.is_empty and not problems),
        length=shown.length or options.length,
        rows=rows,
        typed=shown.typed,
        typed_tiles=_typed_tiles(shown),
        boards=_board_names(shown),
        games=tuple(query for _, query in others),
        other_games=_other_games(path, shown, games, kept),
        doubts=doubts,
        doubtful=tuple(".".join(map(str, tile)) for tile in sorted(shown.doubtful)),
        choices=_choices(shown, is_helper=place == HELPER),
        notices=_notices(left_out),
        spoken=spoken if not shown.is_empty or problems else "",
    )


def _kept(options: HelperState, *, is_from_page: bool) -> Pairs:
    kept = tuple(pair for pair in parse_qsl(options.query) if pair[0] != "length")
    return (*kept, FROM_PAGE) if is_from_page else kept


def _back(place: str, options: HelperState) -> Link:
    if place == HELPER:
        return Link(gettext("Back to the helper"), options.address(url_for("helper.helper")))
    return Link(gettext("Back to the analysis"), url_for("analysis.analysis"))


def _row(shown: Shown, number: int) -> ShownRow:
    row = shown.rows[number]
    wrong = faulty_rows(shown).get(number)
    position = Position(length=len(row.guess))
    error = "" if wrong is None else problem_text(Problem("word", wrong), position)
    return ShownRow(
        label=gettext("Word in row %(number)s", number=number + 1),
        leave=gettext("Leave out row %(number)s", number=number + 1),
        value=row.text,
        word=shown.entered.get(number, row.guess),
        boards=tuple(
            tuple(
                _tile(shown, (number, place, board), letter, MARKS[int(digit)])
                for place, (letter, digit) in enumerate(zip(row.guess, digits, strict=True))
            )
            for board, digits in enumerate(row.marks)
        ),
        error=error,
    )


def _board_names(shown: Shown) -> tuple[str, ...]:
    if shown.boards == 1:
        return ()
    return tuple(gettext("Board %(number)s", number=number + 1) for number in range(shown.boards))


def _other_games(
    path: str, shown: Shown, games: Sequence[Shown], kept: Sequence[tuple[str, str]]
) -> tuple[Link, ...]:
    """Return links to the other games, each of which leads back to this one."""
    links = []
    for game in games:
        others = [shown, *(other for other in games if other is not game)]
        fields = ((OTHER, other.query()) for other in others)
        words = [capitals(row.guess) for row in game.rows] or [capitals(game.typed)]
        links.append(Link(" ".join(words), f"{path}?{game.query(*kept, *fields)}"))
    return tuple(links)


def _typed_tiles(shown: Shown) -> tuple[ShownTile, ...]:
    row = len(shown.rows)
    tiles = ((letter, (row, place, 0)) for place, letter in enumerate(shown.typed))
    return tuple(_tile(shown, tile, letter, "typed") for letter, tile in tiles)


def _tile(shown: Shown, tile: TilePlace, letter: str, mark: Mark) -> ShownTile:
    is_doubtful = tile in shown.doubtful
    label = tile_label(tile[1] + 1, letter or UNKNOWN, mark, gettext)
    if is_doubtful:
        label = gettext("%(tile)s, not sure", tile=label)
    tap = "" if mark == "typed" else ".".join(map(str, tile))
    return ShownTile(capitals(letter), mark, label, tap, is_doubtful)


def _doubts(shown: Shown) -> str:
    if shown.is_empty:
        return ""
    if not shown.doubtful:
        return gettext("All letters and colors were clear.")
    return gettext("Check the tiles with a dashed frame: they were hard to read.")


def _choices(shown: Shown, *, is_helper: bool) -> tuple[Option, ...]:
    if shown.is_empty:
        return ()
    if is_helper or shown.boards == 1:
        label = gettext("Use these rows") if is_helper else gettext("Analyze this game")
        return (Option("0", label),)
    return tuple(
        Option(str(board), gettext("Use board %(number)s", number=board + 1))
        for board in range(shown.boards)
    )


def _notices(left_out: int) -> tuple[str, ...]:
    if not left_out:
        return ()
    return (gettext("Not all boards in this picture could be read together."),)
