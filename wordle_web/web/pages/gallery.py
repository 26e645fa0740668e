"""The gallery: every component in every state on one page, in debug mode only.

For design work and the tests of contrast and accessibility. Its own texts stay English.
"""

from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import Field

from wordle_web.engine.lexicon import load_lexicon
from wordle_web.game.board import TileBoard, board
from wordle_web.game.history.statistics import Statistics
from wordle_web.game.rules import Game
from wordle_web.web.http.sessions import preferences
from wordle_web.web.pages.views import SettingsForm
from wordle_web.web.play.new_game import ChallengeForm
from wordle_web.web.play.result import GameResult
from wordle_web.web.play.statistics import StatisticsView
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.examples import Examples, examples
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.keyboard import Keyboard, keyboard

bp = Blueprint("gallery", __name__)


@dataclass(frozen=True, slots=True)
class GalleryPage:
    """Every component in every state, for those who work on the design."""

    boards: tuple[tuple[str, TileBoard], ...]
    keyboards: tuple[tuple[str, Keyboard], ...]
    results: tuple[tuple[str, GameResult], ...]
    statistics: tuple[tuple[str, StatisticsView], ...]
    forms: tuple[tuple[str, FlaskForm], ...]
    examples: Examples


START = Game("truss")
PLAYING = Game("truss", ("crane", "storm"))
WON = Game("truss", ("crane", "storm", "truss"))
LOST = Game("truss", ("crane", "storm", "trust", "tress", "crust", "trout"))
LONG = Game("crossing", ("crossbow",))
MANY = Statistics((2, 1, 4, 11, 18, 9, 3), current_streak=7, max_streak=21)


@bp.get("/gallery")
def gallery() -> ResponseReturnValue:
    """Show every component."""
    page = GalleryPage(
        boards=(
            ("At the start", board(START, gettext=gettext)),
            ("Being typed", board(PLAYING, "st", gettext)),
            ("Won", board(WON, gettext=gettext)),
            ("Lost", board(LOST, gettext=gettext)),
            ("Eight letters", board(LONG, gettext=gettext)),
        ),
        keyboards=(("At the start", keyboard(START)), ("In the game", keyboard(PLAYING))),
        results=(("Won", _result(is_won=True)), ("Lost", _result(is_won=False))),
        statistics=(
            ("Many games", StatisticsView("Many games", MANY, has_streaks=True, last=4)),
            ("None", StatisticsView("None", Statistics(), has_streaks=True)),
        ),
        forms=(("Settings", SettingsForm(obj=preferences())), ("Refused", _refused_form())),
        examples=examples(load_lexicon("english-5"), gettext),
    )
    return render_template("pages/gallery.html", page=page)


def _result(*, is_won: bool) -> GameResult:
    return GameResult(
        headline="Impressive" if is_won else "Not this time",
        line="Solved in 3 · streak 15 · the solver also needed 3" if is_won else "",
        answer="truss",
        written="TRUSS",
        is_told=not is_won,
        definitions=("a framework of beams that bears a roof or a bridge", "to tie up tightly"),
        dictionary=(Link("TRUSS in Wiktionary", "https://en.wiktionary.org/wiki/truss"),),
        share_text="Wordle-web 1,234 3/6\n\n⬛🟩⬛⬛⬛\n🟨🟨⬛🟨⬛\n🟩🟩🟩🟩🟩" if is_won else "",
        seconds_to_next=26_000 if is_won else None,
        kind="daily",
    )


def _refused_form() -> ChallengeForm:
    form = ChallengeForm(word="zzzzz")
    word: Field = form.word
    word.errors = ["Not in word list"]
    return form
