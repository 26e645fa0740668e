"""The forms that start a game: a random word, or a challenge for a friend."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from wtforms import RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

from wordle_web.game.errors import PuzzleError, RefusalError
from wordle_web.game.puzzles.challenge import MAX_HINT, MAX_NAME, Challenge, new_challenge
from wordle_web.game.puzzles.puzzles import POOLS
from wordle_web.game.rules import normalize
from wordle_web.web.http.sessions import history
from wordle_web.web.play.puzzles import challenge_puzzle, challenge_token, start_random
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.forms import PageForm, expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("new_game", __name__)

MISSING = _("Choose an option.")
TOO_LONG = _("Use up to %(max)d characters.")


class RandomForm(PageForm):
    """The choice of a random game."""

    length = RadioField(_("Letters"), [InputRequired(MISSING)], default="5")
    pool = RadioField(
        _("Difficulty"),
        [InputRequired(MISSING)],
        choices=[
            SelectChoice("easy", _("Easy")),
            SelectChoice("normal", _("Normal")),
            SelectChoice("hard", _("Hard")),
        ],
        default=POOLS[1],
        description=_("Easy words are well known. Hard words are rarer, but fair."),
    )


class ChallengeForm(PageForm):
    """A word to seal for a friend."""

    word = StringField(_("Word"), render_kw={"autocapitalize": "none", "spellcheck": "false"})
    name = StringField(
        _("Your name"),
        [Length(max=MAX_NAME, message=TOO_LONG)],
        description=_("Optional. Your friend will see it."),
    )
    hint = StringField(
        _("Hint"),
        [Length(max=MAX_HINT, message=TOO_LONG)],
        description=_("Optional. Your friend will see it above the board."),
    )


@dataclass(frozen=True, slots=True)
class RandomPage:
    """The choice of a random game, and a link to the one in progress."""

    form: FlaskForm
    current: Link | None


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The form that seals a challenge, and the link to it once made.

    Attributes:
        form: Takes the word, and optionally a name and a hint.
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
    if last and services().has_pool(last.length, last.pool):
        form.process(length=str(last.length), pool=last.pool)
    return _show_random(form)


@bp.post("/random")
def begin_random() -> ResponseReturnValue:
    """Start a random game and redirect to it."""
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
    """Seal a word and redirect to its link."""
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
    site = services()
    form.length.choices = [SelectChoice(str(length)) for length in site.lengths]
    offered = [
        choice
        for choice in form.pool.choices
        if any(site.has_pool(length, choice.value) for length in site.lengths)
    ]
    if len(offered) < len(form.pool.choices):
        form.pool.choices = offered
        form.pool.description = ""  # it explains all of them
    return form


def _show_random(form: RandomForm, status: int = 200) -> ResponseReturnValue:
    set_active("random")
    page = RandomPage(form, _random_in_progress())
    return render_template("play/random.html", page=page), status


def _random_in_progress() -> Link | None:
    record = history().latest("random")
    if record is None:
        return None
    label = gettext("Resume your %(number)s-letter game", number=record.length)
    return Link(label, url_for("play.game", kind="random", token=record.name))


def _show_challenge(form: ChallengeForm, status: int = 200, token: str = "") -> ResponseReturnValue:
    set_active("challenge")
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
    # A word of another length is checked against the nearest list, which refuses it.
    length = min(site.lengths, key=lambda each: abs(each - len(normalize(text))))
    return new_challenge(text, site.lexicon(length), form.name.data or "", form.hint.data or "")
