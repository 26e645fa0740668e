"""How a game ended, as its page tells: the headline, the share text, and where to go from there."""

from flask import request
from flask_wtf.csrf import generate_csrf

from wordle_web.engine.feedback import digits_of
from wordle_web.game.board import praise
from wordle_web.game.puzzles.dates import seconds_to_midnight
from wordle_web.game.rules import Game
from wordle_web.game.share import Theme, daily_title, share_text
from wordle_web.web.http.flash import news
from wordle_web.web.http.sessions import preferences
from wordle_web.web.play.puzzles import GameStatus, Puzzle
from wordle_web.web.play.view_models import AgainForm, ReportForm, Result
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.formatting import clock_text
from wordle_web.web.ui.game_urls import played_game
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address

# Of the languages whose words there may be; others are shown without a tag.
LANGUAGE_TAGS = {"english": "en"}


def result_of(puzzle: Puzzle, status: GameStatus) -> Result:
    """Return how the game of `puzzle` ended."""
    is_won = status.state == "won"
    seconds = seconds_to_next() if puzzle.kind == "daily" else None
    return Result(
        headline=_headline(status, is_won=is_won),
        is_won=is_won,
        answer=puzzle.answer,
        definitions=puzzle.lexicon.definitions(puzzle.answer),
        share_text=_share_text(puzzle, status.game) if status.game.guesses else "",
        seconds_to_next=seconds,
        time_to_next="" if seconds is None else clock_text(seconds),
        links=(*_analysis_links(puzzle, status.game), *_links(puzzle)),
        words_language=LANGUAGE_TAGS.get(services().settings.language, ""),
        zone=str(services().settings.zone),
        report=_report(puzzle),
        again=_again(puzzle) if puzzle.kind == "random" else None,
    )


def _headline(status: GameStatus, *, is_won: bool) -> str:
    """Return praise, or a word of comfort."""
    if not is_won:
        return gettext("Not this time")
    return praise(status.game, gettext) or gettext("You found it")


def _share_text(puzzle: Puzzle, game: Game) -> str:
    """Return the result to share; other games than the daily one with their link."""
    chosen = preferences()
    theme: Theme = "light" if chosen.theme == "light" else "dark"
    name = services().settings.site_name
    if puzzle.day is not None:
        return share_text(
            game, daily_title(name, puzzle.day), theme=theme, contrast=chosen.contrast
        )
    rows = "-".join(digits_of(pattern, game.length) for pattern in game.patterns)
    link = f"{request.url_root.rstrip('/')}{puzzle.path}?grid={rows}"
    return share_text(game, name, theme=theme, contrast=chosen.contrast, link=link)


def _report(puzzle: Puzzle) -> ReportForm | None:
    """Return what reports a word of the host's choice; None where that has just been done."""
    if puzzle.kind == "challenge" or (request.query_string and news("reported")):
        return None
    return ReportForm(generate_csrf(), puzzle.id)


def _again(puzzle: Puzzle) -> AgainForm:
    """Return what begins another random game of the same length and words."""
    return AgainForm(generate_csrf(), str(puzzle.length), puzzle.pool)


def _analysis_links(puzzle: Puzzle, game: Game) -> tuple[Link, ...]:
    """Return the link to the analysis of a finished game that had a guess."""
    if not game.guesses:
        return ()
    mode = puzzle.pool if puzzle.pool in {"easy", "hard"} else "pool"
    played = played_game(puzzle.answer, game.guesses, mode, hard=game.hard)
    return (Link(gettext("Analyse this game"), played.address(address("/analysis"))),)


def _links(puzzle: Puzzle) -> tuple[Link, ...]:
    """Return where to go after a game."""
    again = Link(gettext("A random word"), address("/random"))
    if puzzle.kind == "random":
        return (Link(gettext("Other lengths"), address("/random")),)
    if puzzle.kind == "challenge":
        token = puzzle.path.rpartition("/")[2]
        same = Link(gettext("Pass it on"), address(f"/challenge?made={token}"))
        return (same, Link(gettext("Challenge a friend"), address("/challenge")), again)
    archive = Link(gettext("Archive"), address("/archive"))
    if puzzle.kind == "archive":
        return (Link(gettext("Play today’s word"), address("/")), archive)
    return (again, archive)


def seconds_to_next() -> int:
    """Return the seconds until the next word."""
    site = services()
    return seconds_to_midnight(site.clock(), site.settings.zone)
