"""The pages around the games: a new random word or challenge, settings, how to play."""

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from wtforms.fields.choices import SelectChoice

from wordle_web.game.history.history import History
from wordle_web.game.puzzles.challenge import Challenge, new_challenge
from wordle_web.game.puzzles.errors import PuzzleError
from wordle_web.game.puzzles.puzzles import random_id
from wordle_web.game.rules import RefusalError, normalise
from wordle_web.web.http.flash import news, with_news
from wordle_web.web.http.security import shown_again_by
from wordle_web.web.http.sessions import (
    CHOICES,
    Preferences,
    history,
    keep_history,
    keep_preferences,
    preferences,
)
from wordle_web.web.play.examples import examples
from wordle_web.web.play.puzzles import challenge_puzzle, sealed, start_random
from wordle_web.web.play.view_models import ChallengePage, HowToPlayPage, RandomPage, SettingsPage
from wordle_web.web.services import services
from wordle_web.web.ui.components import Link
from wordle_web.web.ui.forms import ChallengeForm, RandomForm, SettingsForm
from wordle_web.web.ui.i18n import gettext
from wordle_web.web.ui.layout import address, notify, show_as

bp = Blueprint("pages", __name__)


@bp.get("/how-to-play")
def how_to_play() -> ResponseReturnValue:
    """Explain the game."""
    show_as("how-to-play")
    zone = str(services().settings.zone)
    page = HowToPlayPage(examples(gettext), zone, address("/settings"))
    return render_template("pages/how_to_play.html", page=page)


def _random(form: RandomForm, status: int = 200) -> ResponseReturnValue:
    """Return the page where a random game is chosen."""
    show_as("random")
    page = RandomPage(form, address("/random"), _current_random())
    return render_template("play/random.html", page=page), status


def _random_form() -> RandomForm:
    """Return the form for a random game, as it was sent if it was."""
    form = RandomForm()
    form.length.choices = [SelectChoice(str(length)) for length in services().lengths]
    return form


def _random_again(reason: str) -> ResponseReturnValue:
    """Show the choice again when its token fails."""
    notify(reason)
    return _random(_random_form(), 400)


@bp.get("/random")
def random_start() -> ResponseReturnValue:
    """Show the choice of a random game, as the player chose last."""
    form = _random_form()
    last = history().last("random")
    if last and last.length in services().lengths:
        form.process(length=str(last.length), pool=last.pool)
    return _random(form)


@bp.post("/random")
@shown_again_by(_random_again)
def random_new() -> ResponseReturnValue:
    """Begin a random game and lead to it."""
    form = _random_form()
    if not form.validate():
        return _random(form, 422)
    length, pool = int(form.length.data), form.pool.data
    if not services().has_pool(length, pool):
        form.pool.errors = [gettext("There are no such words of this length.")]
        return _random(form, 422)
    return redirect(address(start_random(length, pool).path), 303)


def _current_random() -> Link | None:
    """Return the way back to the random game under way."""
    record = history().latest("random")
    if record is None:
        return None
    label = gettext("Go on with the random word of %(number)s letters", number=record.length)
    return Link(label, address(f"/{random_id(record.name)}"))


def _challenge(form: ChallengeForm, token: str = "", status: int = 200) -> ResponseReturnValue:
    """Return the page where a challenge is made, with the link once there is one."""
    show_as("challenge")
    link = request.url_root + f"challenge/{token}" if token else ""
    text = gettext("Can you guess my word? %(link)s", link=link) if link else ""
    page = ChallengePage(form, address("/challenge"), link, text)
    return render_template("play/challenge.html", page=page), status


def _challenge_again(reason: str) -> ResponseReturnValue:
    """Show what was typed for a challenge again when its token fails."""
    notify(reason)
    return _challenge(ChallengeForm(), status=400)


@bp.get("/challenge")
def challenge_start() -> ResponseReturnValue:
    """Show where a challenge is made, or the link to the one just made."""
    token = request.args.get("made", "")
    if token:
        challenge_puzzle(token)
    return _challenge(ChallengeForm(), token)


@bp.post("/challenge")
@shown_again_by(_challenge_again)
def challenge_new() -> ResponseReturnValue:
    """Seal a word and lead to its link."""
    form = ChallengeForm()
    if not form.validate():
        return _challenge(form, status=422)
    try:
        challenge = _challenge_of(form)
    except (RefusalError, PuzzleError) as error:
        form.word.errors = [error.message(gettext)]
        return _challenge(form, status=422)
    return redirect(address(f"/challenge?made={sealed(challenge)}"), 303)


def _challenge_of(form: ChallengeForm) -> Challenge:
    """Return the challenge in a form, if its word is allowed.

    Raises:
        RefusalError: the word is none, or not allowed.
        PuzzleError: name or hint are too long.
    """
    site = services()
    text = form.word.data or ""
    length = min(max(len(normalise(text)), site.lengths[0]), site.lengths[-1])
    return new_challenge(text, site.lexicon(length), form.name.data or "", form.hint.data or "")


def _settings(form: SettingsForm, status: int = 200) -> ResponseReturnValue:
    """Return the page of the settings."""
    show_as("settings")
    page = SettingsPage(form, address("/settings"), bool(news("saved")))
    return render_template("pages/settings.html", page=page), status


def _settings_again(reason: str) -> ResponseReturnValue:
    """Show what was chosen again when the token fails."""
    notify(reason)
    return _settings(SettingsForm(), 400)


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Show what the player has chosen."""
    if news("saved") == "later":
        notify(
            gettext(
                "Hard mode can only be switched on before the first guess: it begins with your "
                "next game."
            )
        )
    return _settings(SettingsForm(obj=preferences()))


@bp.post("/settings")
@shown_again_by(_settings_again)
def settings_keep() -> ResponseReturnValue:
    """Keep what the player has chosen."""
    form = SettingsForm()
    if not form.validate():
        return _settings(form, 422)
    before, chosen = preferences(), Preferences(**{name: form[name].data for name in CHOICES})
    keep_preferences(chosen)
    if before.hard and not chosen.hard:
        keep_history(_without_hard_mode(history()))
    is_late = chosen.hard and not before.hard and _has_begun(history())
    return redirect(with_news("/settings", "saved", "later" if is_late else "now"), 303)


def _without_hard_mode(played: History) -> History:
    """Return the history with hard mode off in the games under way."""
    return replace(
        played, in_progress=tuple(replace(record, hard=False) for record in played.in_progress)
    )


def _has_begun(played: History) -> bool:
    """Return whether a game under way has a guess, so that hard mode comes too late for it."""
    return any(record.guesses and not record.hard for record in played.in_progress)
