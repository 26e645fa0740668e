"""What surrounds a game on its page: titles, statistics, and the ways to other games."""

from dataclasses import dataclass

from flask import request, url_for

from wordle_web.engine.feedback import digits_of
from wordle_web.engine.rows import HIDDEN, Position, rows_of_columns
from wordle_web.game.puzzles.dates import seconds_to_midnight
from wordle_web.game.puzzles.puzzles import daily_id
from wordle_web.game.rules import Game
from wordle_web.web.helper.state import HelperState
from wordle_web.web.http.sessions import history, preferences
from wordle_web.web.play.days import Days, days
from wordle_web.web.play.games import GameKind, GameStatus, Puzzle, friends_grid
from wordle_web.web.play.statistics import StatisticsView, statistics_view
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.components import Link, Option
from wordle_web.web.ui.formatting import (
    boards_text,
    daily_text,
    date_text,
    day_date,
    language_text,
    number_text,
    pool_text,
    tag_of,
)
from wordle_web.web.ui.i18n import gettext, language
from wordle_web.web.ui.queries import mode_of


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What surrounds a game.

    Attributes:
        kind: Which kind of puzzle.
        title: For example "Daily 1,234".
        subtitle: The date, or length and pool, or who set the challenge.
        words_note: Which language the words are in; empty if it is that of the page.
        words_offer: The code of today's words in the language of the page, where a newcomer gets
            those of another one.
        is_new: Whether the player is new, and has not closed the strip of what the colors mean.
        statistics: Figures of the games of its kind.
        seconds_to_next: Until the page of today has another word; None on any other page.
        hint: Link to a hint for the rows played; None when the game is over.
        give_up: Link to give up a random game or a challenge; None for any other.
        yesterday: Link to yesterday's game, if it is in progress.
        previous: Link to the day before; None but in the archive, and on the first day.
        following: Link to the day after; None but in the archive.
        picture: Path of the picture that a preview of the link shows.
        days: What stands left of one board; None for several, and for somebody new.
    """

    kind: GameKind
    title: str
    subtitle: str
    words_note: str
    words_offer: Option | None
    is_new: bool
    statistics: StatisticsView
    seconds_to_next: int | None
    hint: Link | None
    give_up: Link | None
    yesterday: Link | None
    previous: Link | None
    following: Link | None
    picture: str
    days: Days | None


def surroundings_of(puzzle: Puzzle, status: GameStatus) -> Surroundings:
    """Return what surrounds a game."""
    # A game begun on its day stays a daily game after midnight.
    kind: GameKind = "daily" if status.started == puzzle.day else puzzle.kind
    variant, is_new = puzzle.variant, not (preferences().welcomed or history().recent)
    return Surroundings(
        kind=kind,
        title=title_of(puzzle),
        subtitle=_subtitle(puzzle),
        words_note=words_note(puzzle),
        words_offer=_words_offer(puzzle),
        is_new=is_new and variant.boards == 1,
        statistics=statistics_view(
            history(), kind, puzzle.length, services().today, variant, shows_last=status.is_over
        ),
        seconds_to_next=seconds_to_next() if puzzle.is_front_page else None,
        hint=None if status.is_over else _hint(puzzle, status.game),
        give_up=None if status.is_over else _give_up(puzzle),
        yesterday=_yesterday(puzzle),
        previous=_neighbor(puzzle, -1),
        following=_neighbor(puzzle, 1),
        picture=_picture(puzzle),
        days=days() if variant.boards == 1 and not history().is_empty else None,
    )


def seconds_to_next() -> int:
    """Return the seconds until the next day begins."""
    return seconds_to_midnight(services().clock(), services().settings.zone)


def title_of(puzzle: Puzzle) -> str:
    """Return the title of a puzzle's page."""
    return " · ".join(filter(None, (boards_text(puzzle.variant), _title_of(puzzle))))


def _title_of(puzzle: Puzzle) -> str:
    if puzzle.day is not None:
        return daily_text(puzzle.day)
    if puzzle.kind == "random":
        is_one = puzzle.variant.boards == 1
        return gettext("Random word") if is_one else gettext("Random words")
    if puzzle.number:
        return f"{puzzle.name or gettext('Series')} {number_text(puzzle.number)}"
    if puzzle.setter:
        return gettext("Challenge from %(name)s", name=puzzle.setter)
    return gettext("Challenge")


def _subtitle(puzzle: Puzzle) -> str:
    if puzzle.day is not None:
        return date_text(day_date(puzzle.day))
    if puzzle.kind == "random" and puzzle.pool != "normal":
        facts = {"number": puzzle.length, "pool": pool_text(puzzle.pool)}
        return gettext("%(number)s letters, %(pool)s words", **facts)
    if puzzle.hint:
        return gettext("Hint: %(hint)s", hint=puzzle.hint)
    return gettext("%(number)s letters", number=puzzle.length)


def words_note(puzzle: Puzzle) -> str:
    """Return which words can be guessed, where one would not expect them; else nothing."""
    if puzzle.is_free:
        return gettext("Any letters count as a guess")
    name = services().language
    tag = tag_of(name)
    if tag == language().partition("-")[0]:
        return ""
    shown = language_text(tag) or name.capitalize()
    return gettext("Words are in %(language)s", language=shown)


def _words_offer(puzzle: Puzzle) -> Option | None:
    code = language().partition("-")[0]
    if not puzzle.is_front_page or code not in services().others:
        return None
    return Option(code, gettext("Play in %(language)s", language=language_text(code)))


def _hint(puzzle: Puzzle, game: Game) -> Link:
    """Return the link to the helper with what the boards of a game show, and no more.

    Of one board it leads to a hint. From there a link leads back to the game.
    """
    is_alone = len(game.boards) == 1
    columns = []
    for number, board in enumerate(game.boards):
        patterns = board.patterns if number < game.shown else ()
        marks = [digits_of(pattern, game.length) for pattern in patterns]
        columns.append([*marks, *[HIDDEN] * (len(game.guesses) - len(marks))])
    rows = rows_of_columns(game.guesses, columns)
    state = HelperState(
        Position(rows, len(columns), game.length, game.in_turn),
        mode_of(puzzle.pool),
        hard=is_alone and game.hard,
        hint=int(is_alone),
        game=puzzle.url.removeprefix(request.script_root),
    )
    text = gettext("Hint") if is_alone else gettext("Open in Helper")
    return Link(text, state.address(url_for("helper.helper")))


def _give_up(puzzle: Puzzle) -> Link | None:
    if puzzle.day is not None:
        return None
    return Link(gettext("Give up"), variant_url("play.ask_give_up", puzzle.variant, **puzzle.place))


def _yesterday(puzzle: Puzzle) -> Link | None:
    if not puzzle.is_front_page or puzzle.day is None:
        return None
    record = history().record(daily_id(puzzle.day - 1, puzzle.variant))
    if record is None or record.is_over or not (record.guesses and record.is_on_time):
        return None
    url = variant_url("play.game", puzzle.variant, kind="daily", token=puzzle.day - 1)
    return Link(gettext("Finish yesterday’s game"), url)


def _neighbor(puzzle: Puzzle, days: int) -> Link | None:
    if puzzle.kind != "archive" or puzzle.day is None or puzzle.day + days < 1:
        return None
    number = puzzle.day + days
    url = variant_url("play.game", puzzle.variant, kind="daily", token=number)
    if number == services().today:
        url = variant_url("play.today", puzzle.variant)
    return Link(daily_text(number), url)


def _picture(puzzle: Puzzle) -> str:
    if puzzle.variant.boards > 1:
        return f"picture/{puzzle.length}x{puzzle.variant.boards}.png"
    return f"picture/{friends_grid(puzzle) or puzzle.length}.png"
