"""The page of today: the daily word, the boards of the day, the last week and the streak."""

from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from wordle_web.engine.feedback import digits_of
from wordle_web.web.play.days import Days, TodaysGame, days
from wordle_web.web.play.games import GameStatus, game_status, todays_puzzle
from wordle_web.web.play.surroundings import seconds_to_next, words_note
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import date_text, day_date, span_text
from wordle_web.web.ui.i18n import gettext

bp = Blueprint("today", __name__)

# How the drawing of a board names its marks.
KINDS = str.maketrans("012", "apc")
EMPTY_TILE = "-"


@dataclass(frozen=True, slots=True)
class TodayPage:
    """The games of today.

    Attributes:
        date: For example "January 31, 2025".
        words_note: Which language the words are in; empty if it is that of the page.
        title: Of the daily word.
        headline: How far it is.
        button: What following the link of it does.
        rows: The marks of the guesses, without a letter: a text of kinds of tiles each.
        wait: How long it takes until the next word; empty while this one is to be solved.
    """

    date: str
    words_note: str
    title: str
    headline: str
    button: str
    rows: tuple[str, ...]
    wait: str
    days: Days


@bp.get("/today")
def today() -> ResponseReturnValue:
    """Show the games of today, done or to do."""
    puzzle, shown = todays_puzzle(), days()
    status = game_status(puzzle)
    page = TodayPage(
        date=date_text(day_date(services().today)),
        words_note=words_note(puzzle),
        title=gettext("Daily word"),
        headline=_headline(shown.word),
        button=_button(shown.word),
        rows=_rows(status),
        wait=span_text(seconds_to_next()) if status.is_over else "",
        days=shown,
    )
    return render_template("play/today.html", page=page)


def _headline(word: TodaysGame) -> str:
    if word.state == "lost":
        return gettext("Not solved")
    if word.state == "won":
        return gettext("Solved in %(number)s", number=word.guesses)
    return word.text if word.state else gettext("A new word is ready")


def _button(word: TodaysGame) -> str:
    if word.state is None:
        return gettext("Play")
    return gettext("Keep playing") if word.state == "playing" else gettext("See result")


def _rows(status: GameStatus) -> tuple[str, ...]:
    game = status.game
    played = [digits_of(turn.pattern, game.length).translate(KINDS) for turn in game.turns]
    return (*played, *[EMPTY_TILE * game.length] * (game.tries - len(played)))
