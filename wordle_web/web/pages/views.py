"""How to play, and the settings."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from wtforms import BooleanField, Field, RadioField
from wtforms.fields.choices import SelectChoice

from wordle_web.game.history.history import PSEUDONYM_BYTES, History
from wordle_web.game.puzzles.puzzles import DAILY_LENGTH
from wordle_web.web.http.language_prefix import SHARED, language_url
from wordle_web.web.http.sessions import (
    CHOICES,
    history,
    keep_history,
    keep_language,
    keep_preferences,
    preferences,
)
from wordle_web.web.services import first_services, services
from wordle_web.web.ui.examples import Examples, examples
from wordle_web.web.ui.forms import PageForm, expired_text
from wordle_web.web.ui.i18n import LANGUAGES, gettext
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("pages", __name__)


class SettingsForm(PageForm):
    """The player's preferences."""

    theme = RadioField(
        _("Theme"),
        choices=[
            SelectChoice("system", _("System default")),
            SelectChoice("light", _("Light")),
            SelectChoice("dark", _("Dark")),
        ],
    )
    contrast = RadioField(
        _("Contrast"),
        choices=[SelectChoice("normal", _("Normal")), SelectChoice("high", _("High"))],
        description=_("High contrast uses orange and blue, and adds shapes to the tiles."),
    )
    motion = RadioField(
        _("Animations"),
        choices=[SelectChoice("normal", _("System default")), SelectChoice("reduced", _("None"))],
    )
    hard = BooleanField(
        _("Hard mode"),
        description=_(
            "Use every green and yellow you’ve found. Turn it on before your first guess; "
            "turn it off at any time."
        ),
    )
    layout = RadioField(
        _("Keyboard layout"),
        choices=[
            SelectChoice("language", _("Language default")),
            SelectChoice("qwerty", "QWERTY"),
            SelectChoice("qwertz", "QWERTZ"),
            SelectChoice("azerty", "AZERTY"),
            SelectChoice("dvorak", "Dvorak"),
            SelectChoice("bepo", "BÉPO"),
        ],
    )
    keys = RadioField(
        _("Key size"),
        choices=[SelectChoice("normal", _("Normal")), SelectChoice("large", _("Large"))],
    )
    swapped = BooleanField(_("Swap Enter and Backspace"))
    screen_only = BooleanField(
        _("On-screen keyboard only"),
        description=_(
            "Ignores your physical keyboard. Useful with speech recognition and switch control."
        ),
    )
    ghosts = BooleanField(
        _("Show known letters"),
        description=_("Letters in the right spot stay faintly visible in the next row."),
    )
    echo = BooleanField(
        _("Show what you type on every board"),
        description=_("Otherwise only on the selected or the first unsolved board."),
    )
    link = BooleanField(
        _("Share with a link"),
        description=_("Adds a link to the puzzle to daily results. Other results always have one."),
    )
    seal = BooleanField(
        _("Seal daily results"),
        description=_(
            "Adds a link that lets a league on this site check the result. It holds random "
            "bytes that are yours alone, and nothing about the word."
        ),
    )
    answers_only = BooleanField(
        _("Only words that can be the answer"),
        description=_("The helper then never suggests a word just to rule out others."),
    )
    language = RadioField(
        _("Language"),
        choices=[
            SelectChoice("browser", _("Browser default")),
            *(SelectChoice(tag, name, {"lang": tag}) for tag, name in LANGUAGES.items()),
        ],
    )


# The heading of each group of settings, and their names.
GROUPS = (
    (_("Look"), ("theme", "contrast", "motion")),
    (_("Game"), ("hard",)),
    (_("Keyboard"), ("layout", "keys", "swapped", "screen_only")),
    (_("Several boards"), ("ghosts", "echo")),
    (_("Sharing"), ("link", "seal")),
    (_("Helper"), ("answers_only",)),
    (_("Language"), ("language",)),
)


@dataclass(frozen=True, slots=True)
class HowToPlayPage:
    """The worked examples, and the time zone in which the day changes."""

    examples: Examples
    zone: str


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The player's preferences; `is_saved` right after saving.

    Attributes:
        groups: Each heading with the fields below it.
    """

    form: SettingsForm
    groups: tuple[tuple[str, tuple[Field, ...]], ...]
    is_saved: bool


@bp.get("/how-to-play")
def how_to_play() -> ResponseReturnValue:
    """Explain the game."""
    set_active("how-to-play")
    page = HowToPlayPage(
        examples(services().all_words(DAILY_LENGTH), gettext), str(services().settings.zone)
    )
    return render_template("pages/how_to_play.html", page=page)


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Show what the player has chosen."""
    if request.args.get("notice") == "saved-later":
        notify(
            gettext("Hard mode starts with your next game: your current game has already begun.")
        )
    return _show_settings(SettingsForm(obj=preferences()))


@bp.post("/settings")
def save_settings() -> ResponseReturnValue:
    """Keep what the player has chosen."""
    form = SettingsForm()
    if not form.validate():
        return _show_settings(form, 422)
    before = preferences()
    chosen = replace(before, **{name: form[name].data for name in CHOICES if name in form})
    keep_preferences(chosen)
    if chosen.seal and not history().pseudonym:
        pseudonym = services().randbytes(PSEUDONYM_BYTES)
        keep_history(replace(history(), pseudonym=pseudonym))
    if before.hard and not chosen.hard:
        keep_history(_without_hard_mode(history()))
    is_late = chosen.hard and not before.hard and _has_begun(history())
    return redirect(url_for(".settings", notice="saved-later" if is_late else "saved"), 303)


@bp.post("/language")
def choose_language() -> ResponseReturnValue:
    """Keep the chosen language of the words, and show the same page in it if there is one."""
    code = request.form.get("code", "")
    chosen = code if code in first_services().others else ""
    keep_language(chosen)
    return redirect(language_url(chosen, _path_in_any_language(_path_of_page())), 303)


@bp.errorhandler(CSRFError)
def show_again(error: CSRFError) -> ResponseReturnValue:
    """Show the settings again if the CSRF token failed, with the reason and what was chosen."""
    notify(expired_text(error))
    return _show_settings(SettingsForm(), 400)


def _path_of_page() -> str:
    # Of the page with the form, which is the same on all pages and so does not name it.
    try:
        path = urlsplit(request.referrer or "").path
    except ValueError:
        return "/"
    return path.removeprefix(request.script_root)


def _path_in_any_language(path: str) -> str:
    # A random word and a challenge are words of one language.
    try:
        endpoint, values = current_app.url_map.bind("localhost").match(path, "GET")
    except HTTPException:
        return "/"
    is_of_one = "token" in values and values.get("kind") != "daily"
    return "/" if is_of_one or endpoint in SHARED else path


def _show_settings(form: SettingsForm, status: int = 200) -> ResponseReturnValue:
    set_active("settings")
    groups = tuple((str(name), tuple(form[each] for each in names)) for name, names in GROUPS)
    page = SettingsPage(form, groups, request.args.get("notice") in {"saved", "saved-later"})
    return render_template("pages/settings.html", page=page), status


def _without_hard_mode(played: History) -> History:
    return replace(
        played, in_progress=tuple(replace(record, hard=False) for record in played.in_progress)
    )


def _has_begun(played: History) -> bool:
    # A game with a guess keeps its rules, since the guess may break those of hard mode.
    return any(record.guesses and not record.hard for record in played.in_progress)
