"""The forms that start a game: a random word, or a challenge for a friend."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from wtforms.fields.choices import SelectChoice

from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.challenge import Challenge, new_challenge
from wordle_web.game.rules import normalize
from wordle_web.web.http.sessions import history
from wordle_web.web.play.puzzles import challenge_puzzle, challenge_token, start_random
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.forms import ChallengeForm, RandomForm, expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import notify, show_as

bp = Blueprint("new_game", __name__)


@dataclass(frozen=True, slots=True)
class RandomPage:
    """The choice of a random game, and the way back to the one in progress."""

    form: FlaskForm
    current: Link | None


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The form that seals a challenge, and the link to it once made.

    Attributes:
        form: Takes the word, and a name and a hint if the player likes.
        link: The sealed link; empty before it is made.
        share_text: A sentence with the link, to be sent to somebody.
    """

    form: FlaskForm
    link: str
    share_text: str


@bp.get("/random")
def random() -> ResponseReturnValue:
    """Show the form for a random game, with the player's last choice selected."""
    form = _random_form()
    last = history().last("random")
    if last and last.length in services().lengths:
        form.process(length=str(last.length), pool=last.pool)
    return _show_random(form)


@bp.post("/random")
def begin_random() -> ResponseReturnValue:
    """Begin a random game and lead to it."""
    form = _random_form()
    if not form.validate():
        return _show_random(form, 422)
    length, pool = int(form.length.data), form.pool.data
    if not services().has_pool(length, pool):
        form.pool.errors = [gettext("No words of this kind have this length. Choose another.")]
        return _show_random(form, 422)
    return redirect(start_random(length, pool).url, 303)


@bp.get("/challenge")
def challenge() -> ResponseReturnValue:
    """Show the form for a challenge, or the link to the one just made."""
    token = request.args.get("made", "")
    if token:
        challenge_puzzle(token)
    return _show_challenge(ChallengeForm(), token=token)


@bp.post("/challenge")
def make_challenge() -> ResponseReturnValue:
    """Seal a word and lead to its link."""
    form = ChallengeForm()
    if not form.validate():
        return _show_challenge(form, 422)
    try:
        token = challenge_token(_challenge_of(form))
    except (RefusalError, PuzzleError) as error:
        form.word.errors = [error.message(gettext)]
        return _show_challenge(form, 422)
    return redirect(url_for(".challenge", made=token), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show a form again if its CSRF token failed, with the reason and what was chosen."""
    notify(expired_text(error))
    if request.endpoint == "new_game.begin_random":
        return _show_random(_random_form(), 400)
    return _show_challenge(ChallengeForm(), 400)


def _random_form() -> RandomForm:
    form = RandomForm()
    form.length.choices = [SelectChoice(str(length)) for length in services().lengths]
    return form


def _show_random(form: RandomForm, status: int = 200) -> ResponseReturnValue:
    show_as("random")
    page = RandomPage(form, _random_in_progress())
    return render_template("play/random.html", page=page), status


def _random_in_progress() -> Link | None:
    record = history().latest("random")
    if record is None:
        return None
    label = gettext("Resume your %(number)s-letter game", number=record.length)
    return Link(label, url_for("play.game", kind="random", token=record.name))


def _show_challenge(form: ChallengeForm, status: int = 200, token: str = "") -> ResponseReturnValue:
    show_as("challenge")
    link = text = ""
    if token:
        link = url_for("play.game", kind="challenge", token=token, _external=True)
        text = gettext("Can you guess my word? %(link)s", link=link)
    page = ChallengePage(form, link, text)
    return render_template("play/challenge.html", page=page), status


def _challenge_of(form: ChallengeForm) -> Challenge:
    """Return the challenge in a form, if its word is allowed.

    Raises:
        RefusalError: the word is none, or not allowed.
        PuzzleError: name or hint are too long.
    """
    site = services()
    text = form.word.data or ""
    # A word of a length without words is held against the nearest, which refuses it.
    length = min(site.lengths, key=lambda each: abs(each - len(normalize(text))))
    return new_challenge(text, site.lexicon(length), form.name.data or "", form.hint.data or "")
