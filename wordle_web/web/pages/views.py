"""The pages with the rules and the settings, and the form for the language of the words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from babel.support import LazyProxy
from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from wtforms import BooleanField, Field, RadioField, SelectField
from wtforms.fields.choices import SelectChoice

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.history.history import PSEUDONYM_BYTES
from wordle_web.game.puzzles.days import DAILY_LENGTH
from wordle_web.web.http import sessions
from wordle_web.web.http.paths import SHARED, language_url
from wordle_web.web.http.security import csrf
from wordle_web.web.services import first_services, request_code, services, services_of, sites
from wordle_web.web.ui.examples import Examples, examples
from wordle_web.web.ui.formatting import HARD_MODE_TEXTS, own_name, tag_of
from wordle_web.web.ui.forms import PageForm
from wordle_web.web.ui.i18n import (
    LANGUAGES,
    MAX_ACCEPTED,
    gettext,
    preferred_language,
    translator,
)
from wordle_web.web.ui.i18n import lazy_gettext as _
from wordle_web.web.ui.layout import notify, set_active

bp = Blueprint("pages", __name__)

SAME = "same"  # the choice of the pages' language for the words


class SettingsForm(PageForm):
    """The form with the player's preferences."""

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
        choices=[
            SelectChoice("system", _("System default")),
            SelectChoice("normal", _("Normal")),
            SelectChoice("high", _("High")),
        ],
        description=_("High contrast uses orange and blue, and adds shapes to the tiles."),
    )
    motion = RadioField(
        _("Animations"),
        choices=[SelectChoice("normal", _("System default")), SelectChoice("reduced", _("None"))],
    )
    hard = RadioField(
        _("Hard mode"),
        coerce=lambda mode: HardMode(int(mode)),
        choices=[SelectChoice(str(int(mode)), text) for mode, text in HARD_MODE_TEXTS.items()],
        description=_(
            "For games of one board. On: use every green and yellow you’ve found. Ultra-hard: "
            "every guess must fit all colors, grays too. Choose before your first guess; you can "
            "always make it easier."
        ),
    )
    midnight = RadioField(
        _("A new day begins at"),
        description=_("Without JavaScript, this site doesn’t know your device’s time zone."),
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
    plain_keys = BooleanField(
        _("Keys without colors"),
        description=_("The keyboard doesn’t show which letters you’ve tried."),
    )
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
            "Adds a link that lets a table on this site check the result. It holds a random "
            "code unique to you, and nothing about the word."
        ),
    )
    answers_only = BooleanField(
        _("Only words that can be the answer"),
        description=_("The helper then never suggests a word just to rule out others."),
    )
    words = BooleanField(
        _("Show the words left"),
        description=_("Otherwise the helper only says how many there are."),
    )
    language = SelectField(
        _("Language of the pages"),
        choices=[
            SelectChoice("browser", _("Browser default")),
            *(SelectChoice(tag, name, {"lang": tag}) for tag, name in LANGUAGES.items()),
        ],
    )
    words_language = SelectField(
        _("Language of the words"),
        description=_("Each language has its own games."),
    )


# The groups of settings: anchor, heading, and names of the fields. `GROUPS` have the settings
# that most players need. `FOLDED_GROUPS` are folded, except a group with a setting that was changed
# or refused.
GROUPS = (
    ("languages", _("Language"), ("language", "words_language")),
    ("hard-mode", _("Hard mode"), ("hard",)),
    ("look", _("Look"), ("theme", "contrast", "motion")),
)
FOLDED_GROUPS = (
    ("keyboard", _("Keyboard"), ("layout", "keys", "swapped", "plain_keys", "screen_only")),
    ("boards", _("Several boards"), ("ghosts", "echo")),
    ("helper", _("Helper"), ("answers_only", "words")),
    ("sharing", _("Sharing"), ("link", "seal")),
    ("day", _("A new day begins at"), ("midnight",)),
)


@dataclass(frozen=True, slots=True)
class HowToPlayPage:
    """Context of the rules."""

    examples: Examples
    zone: ZoneInfo  # the time zone whose midnight begins a day
    has_one_midnight: bool  # whether this zone is the same for all visitors


@bp.get("/how-to-play")
def how_to_play() -> ResponseReturnValue:
    """Explain the game."""
    set_active("how-to-play")
    site = services()
    words = examples(site.all_words(DAILY_LENGTH), translator())
    page = HowToPlayPage(words, site.zone, site.has_one_midnight)
    return render_template("pages/how_to_play.html", page=page)


@bp.get("/settings")
def settings() -> ResponseReturnValue:
    """Show the player's settings."""
    if request.args.get("notice") == "saved-later":
        notify(
            gettext("Hard mode starts with your next game: your current game has already begun.")
        )
    return _show_settings(_settings_form(obj=sessions.preferences()))


@bp.post("/settings")
def save_settings() -> ResponseReturnValue:
    """Save the submitted settings."""
    form = _settings_form()
    if not form.validate():
        return _show_settings(form, 422)
    before, code = sessions.preferences(), request_code()
    chosen = replace(before, **{name: form[name].data for name in sessions.CHOICES if name in form})
    if "words_language" in form:
        words = form.words_language.data
        chosen = replace(chosen, has_own_words=words != SAME)
        if words != SAME:
            code = words if words in first_services().others else ""
        elif before.has_own_words or before.language != chosen.language:
            code = _words_of(chosen.language)
        sessions.keep_language(code)
    sessions.keep_preferences(chosen)
    if chosen.seal and not sessions.history().pseudonym:
        pseudonym = services().randbytes(PSEUDONYM_BYTES)
        sessions.keep_history(replace(sessions.history(), pseudonym=pseudonym))
    begun = sessions.history().in_progress
    if chosen.hard < before.hard:
        begun = tuple(replace(record, hard=min(record.hard, chosen.hard)) for record in begun)
        sessions.keep_history(replace(sessions.history(), in_progress=begun))
    # A game with a guess keeps its mode, since its guesses may break the rules of a stricter one.
    is_late = chosen.hard > before.hard and any(
        record.guesses and record.hard < chosen.hard and record.variant.boards == 1
        for record in begun
    )
    path = url_for(".settings", notice="saved-later" if is_late else "saved")
    return redirect(language_url(code, path.removeprefix(request.script_root)), 303)


def _settings_form(obj: sessions.Preferences | None = None) -> SettingsForm:
    """Return the form with the settings.

    It has a field for the language of words if the site has several, and one for midnight if
    visitors may use their own.
    """
    form = SettingsForm(obj=obj, words_language=_chosen_words() if obj else None)
    if services().has_one_midnight:
        del form.midnight
    else:
        of_site = _("Midnight on this site (%(zone)s)", zone=services().settings.zone)
        form.midnight.choices = [
            SelectChoice("device", _("Midnight on this device")),
            SelectChoice("site", of_site),
        ]
    if not first_services().others:
        del form.words_language
        return form
    form.words_language.choices = [
        SelectChoice(SAME, _("Same as the pages")),
        *(
            SelectChoice(site.code, own_name(site.language), {"lang": tag_of(site.language)})
            for site in sites()
        ),
    ]
    return form


def _chosen_words() -> str:
    return services().code if sessions.preferences().has_own_words else SAME


def _words_of(language: str) -> str:
    """Return the code of the language of words that matches a language of texts.

    The code is empty for the site's first language, and if the site has no words in that language.
    """
    if language == "browser":
        language = preferred_language(request.headers.get("Accept-Language", "")[:MAX_ACCEPTED])
    code = language.partition("-")[0]
    return code if code in first_services().others else ""


@bp.post("/language")
@csrf.exempt  # type: ignore[untyped-decorator]  # its form is on pages without a cookie, too
def choose_language() -> ResponseReturnValue:
    """Store the chosen language of the words, and redirect to the same page in that language.

    If the page doesn't exist in that language, redirect to the front page.
    """
    code = request.form.get("code", "")
    chosen = code if code in first_services().others else ""
    sessions.keep_language(chosen)
    preferences, words = sessions.preferences(), (services_of(chosen) or first_services()).code
    texts = next((tag for tag in LANGUAGES if tag.partition("-")[0] == words), None)
    if texts and not preferences.has_own_words:
        sessions.keep_preferences(replace(preferences, language=cast(sessions.Language, texts)))
    try:
        # The form is the same on all pages, so the page must come from the referrer.
        path = urlsplit(request.referrer or "").path.removeprefix(request.script_root)
        endpoint, values = current_app.url_map.bind("localhost").match(path, "GET")
        # Random games and challenges exist in only one language.
        is_of_one = "token" in values and values.get("kind") != "daily"
        page = "/" if is_of_one or endpoint in SHARED else path
    except (ValueError, HTTPException):
        page = "/"
    return redirect(language_url(chosen, page), 303)


class SettingsGroup(NamedTuple):
    """The fields below a heading; `place` is its anchor."""

    place: str
    heading: LazyProxy
    fields: Sequence[Field]
    is_open: bool  # whether a group that can be folded is open


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """Context of the settings."""

    groups: Sequence[SettingsGroup]
    folded: Sequence[SettingsGroup]
    is_saved: bool


def _is_changed(field: Field) -> bool:
    """Return whether a field differs from its default, or was refused."""
    return bool(field.errors) or field.data != getattr(sessions.DEFAULTS, field.name, field.data)


def _show_settings(form: SettingsForm, status: int = 200) -> ResponseReturnValue:
    set_active("settings")
    is_saved = request.args.get("notice") in {"saved", "saved-later"}
    groups, folded = (
        [
            SettingsGroup(place, title, fields, any(map(_is_changed, fields)))
            for place, title, names in places
            if (fields := [form[name] for name in names if name in form])
        ]
        for places in (GROUPS, FOLDED_GROUPS)
    )
    page = SettingsPage(groups, folded, is_saved)
    return render_template("pages/settings.html", page=page), status
