"""The forms that start a game: a random word, or a challenge for a friend."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from wtforms import BooleanField, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length
from wtforms.widgets import TextArea

from wordle_web.engine.words.letters import plain_letters
from wordle_web.game.errors import NotInWordListError, PuzzleError, RefusalError
from wordle_web.game.puzzles.challenge import MAX_HINT, MAX_NAME, Challenge, new_challenge
from wordle_web.game.puzzles.puzzles import POOLS
from wordle_web.game.puzzles.variants import HOME, Variant
from wordle_web.game.rules import normalize
from wordle_web.web.http.sessions import history
from wordle_web.web.play.games import challenge_puzzle, challenge_token, start_random
from wordle_web.web.services import services
from wordle_web.web.ui.addresses import variant_of_request, variant_url
from wordle_web.web.ui.forms import PageForm, expired_text
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active, words_tag

bp = Blueprint("new_game", __name__)

MISSING = _("Choose an option.")
AS_TYPED = {"autocapitalize": "none", "spellcheck": "false"}
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
        description=_("Easy words are well known. Hard words are rare."),
    )


class ChallengeForm(PageForm):
    """A word to seal for a friend."""

    word = StringField(_("Word"))
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
    free = BooleanField(_("Any letters, such as a name"))


def challenge_form(boards: int) -> ChallengeForm:
    """Return the form for a challenge; with several boards it takes a word for each."""
    form = ChallengeForm()
    form.word.render_kw = {**AS_TYPED, "lang": words_tag() or False}
    if boards > 1:
        form.word.label.text = gettext("Words")
        form.word.description = gettext("One for each board, all different and of the same length.")
        form.word.widget = TextArea()
        form.word.render_kw["rows"] = "4"
    return form


@dataclass(frozen=True, slots=True)
class RandomPage:
    """The choice of a random game, and the length of the words and the address of the one begun."""

    form: FlaskForm
    variant: Variant
    current: tuple[int, str] | None


@dataclass(frozen=True, slots=True)
class ChallengePage:
    """The form that seals a challenge, and the link to it once made.

    Attributes:
        form: Takes the word, and optionally a name and a hint.
        link: The sealed link; empty before it is made.
    """

    form: FlaskForm
    variant: Variant
    link: str


@bp.get("/random")
@bp.get("/boards/<boards:boards>/random")
def random(boards: Variant = HOME) -> ResponseReturnValue:
    """Show the form for a random game, with the player's last choice selected."""
    form, variant = _random_form(boards), variant_of_request(boards)
    last = history().last("random", variant)
    if last and services().has_pool(last.length, last.pool, variant.boards):
        form.process(length=str(last.length), pool=last.pool)
    return _show_random(form, variant)


@bp.post("/random")
@bp.post("/boards/<boards:boards>/random")
def begin_random(boards: Variant = HOME) -> ResponseReturnValue:
    """Start a random game and redirect to it."""
    form, variant = _random_form(boards), variant_of_request(boards)
    if not form.validate():
        return _show_random(form, variant, 422)
    length, pool = int(form.length.data), form.pool.data
    if not services().has_pool(length, pool, variant.boards):
        form.pool.errors = [gettext("No words of this kind have this length. Choose another.")]
        return _show_random(form, variant, 422)
    return redirect(start_random(length, pool, variant).url, 303)


@bp.get("/challenge")
@bp.get("/boards/<boards:boards>/challenge")
def challenge(boards: Variant = HOME) -> ResponseReturnValue:
    """Show the form for a challenge, or the link to the one just made."""
    token, variant = request.args.get("made", ""), variant_of_request(boards)
    if token:
        challenge_puzzle(token, variant)
    return _show_challenge(challenge_form(variant.boards), variant, token=token)


@bp.post("/challenge")
@bp.post("/boards/<boards:boards>/challenge")
def make_challenge(boards: Variant = HOME) -> ResponseReturnValue:
    """Seal words and redirect to their link."""
    variant = variant_of_request(boards)
    form = challenge_form(variant.boards)
    if not form.validate():
        return _show_challenge(form, variant, 422)
    try:
        token = challenge_token(_challenge_of(form, variant), variant)
    except NotInWordListError:
        form.word.errors = [
            gettext(
                "This isn’t in our word list. Check the spelling, or choose “Any letters” below: "
                "then your friend can type anything."
            )
        ]
        return _show_challenge(form, variant, 422)
    except (RefusalError, PuzzleError) as error:
        form.word.errors = [error.message(gettext)]
        return _show_challenge(form, variant, 422)
    return redirect(variant_url("new_game.challenge", variant, made=token), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show a form again if its CSRF token failed, with the reason and what was chosen."""
    notify(expired_text(error))
    boards: Variant = (request.view_args or {}).get("boards", HOME)
    variant = variant_of_request(boards)
    if request.endpoint == "new_game.begin_random":
        return _show_random(_random_form(boards), variant, 400)
    return _show_challenge(challenge_form(variant.boards), variant, 400)


def _random_form(boards: Variant) -> RandomForm:
    form = RandomForm()
    site = services()
    form.length.choices = [SelectChoice(str(length)) for length in site.lengths]
    offered = [
        choice
        for choice in form.pool.choices
        if any(site.has_pool(length, choice.value, boards.boards) for length in site.lengths)
    ]
    if len(offered) < len(form.pool.choices):
        form.pool.choices = offered
        form.pool.description = ""  # it explains all of them
    return form


def _show_random(form: RandomForm, variant: Variant, status: int = 200) -> ResponseReturnValue:
    set_active("random" if variant.boards == 1 else "boards")
    record, current = history().latest("random", variant), None
    if record:
        url = variant_url("play.game", variant, kind="random", token=record.name)
        current = (record.length, url)
    return render_template("play/random.html", page=RandomPage(form, variant, current)), status


def _show_challenge(
    form: ChallengeForm, variant: Variant, status: int = 200, token: str = ""
) -> ResponseReturnValue:
    set_active("challenge" if variant.boards == 1 else "boards")
    link = ""
    if token:
        link = variant_url("play.game", variant, kind="challenge", token=token, _external=True)
    return render_template("play/challenge.html", page=ChallengePage(form, variant, link)), status


def _challenge_of(form: ChallengeForm, variant: Variant) -> Challenge:
    """Return the challenge in a form, if its words are allowed.

    Raises:
        RefusalError: a word is none, or not allowed.
        PuzzleError: there are not as many different words as boards; name or hint are too long.
    """
    site = services()
    text = form.word.data or ""
    # A word of another length is checked against the nearest list, which refuses it.
    first = text if variant.boards == 1 else next(iter(text.replace(",", " ").split()), "")
    typed = len(normalize(plain_letters(first, site.alphabet)))
    length = min(site.lengths, key=lambda each: abs(each - typed))
    name, hint = form.name.data or "", form.hint.data or ""
    lexicon, is_free = site.lexicon(length), bool(form.free.data)
    return new_challenge(text, lexicon, name, hint, variant.boards, is_free=is_free)
