"""The forms of the game's pages.

They are filled from the fields of a request only, never from its files or from JSON, and
refuse nothing themselves that the rules of the game can refuse.
"""

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length

from wordle_web.game.puzzles.challenge import MAX_HINT, MAX_NAME
from wordle_web.game.puzzles.puzzles import POOLS
from wordle_web.parsing import printable
from wordle_web.web.http.security import FOREIGN
from wordle_web.web.http.sessions import has_cookie
from wordle_web.web.ui.i18n import LANGUAGES, catalogue, gettext, language
from wordle_web.web.ui.i18n import lazy_gettext as _

MAX_TYPED = 64
MISSING = _("Choose an option.")
TOO_LONG = _("Use up to %(max)d characters.")


class Messages:
    """The messages of WTForms in the reader's language."""

    marked = (_("Not a valid choice."),)
    gettext = staticmethod(gettext)

    @staticmethod
    def ngettext(singular: str, plural: str, num: int) -> str:
        """Return a message for a number of things, its facts not yet filled in."""
        return catalogue(language()).ngettext(singular, plural, num)


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form of this site."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # likewise
        """Fills a form from the fields that were sent, whatever else was."""

        def get_translations(self, form: FlaskForm) -> type["Messages"]:
            """Return what words the messages of WTForms itself."""
            return Messages

        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> MultiDict[str, str] | None:
            """Return the fields to fill the form from; None for a page that shows it."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return request.form if request.method == "POST" else None


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
    """A word to be sealed for somebody."""

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


class SettingsForm(PageForm):
    """The choices of a player."""

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
        choices=[
            SelectChoice("normal", _("System default")),
            SelectChoice("reduced", _("None")),
        ],
    )
    hard = BooleanField(
        _("Hard mode"),
        description=_(
            "Any revealed hints must be used in subsequent guesses. Turn it on before "
            "your first guess; turn it off at any time."
        ),
    )
    layout = RadioField(
        _("Keyboard layout"),
        choices=[
            SelectChoice("qwerty", "QWERTY"),
            SelectChoice("qwertz", "QWERTZ"),
            SelectChoice("azerty", "AZERTY"),
            SelectChoice("dvorak", "Dvorak"),
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
    language = RadioField(
        _("Language"),
        choices=[
            SelectChoice("browser", _("Browser default")),
            *(SelectChoice(tag, name, {"lang": tag}) for tag, name in LANGUAGES.items()),
        ],
    )


class DayForm(PageForm):
    """A day of the archive, by its number or its date."""

    class Meta(PageForm.Meta):
        """It only leads to another page."""

        csrf = False

    day = StringField(_("Puzzle number or date"), description=_("For example, 31 or 2025-12-31."))


def typed_text(text: str) -> str:
    """Return what was typed as it may be shown again: short, and without control characters."""
    return printable(text, MAX_TYPED)


def typed_letters(text: str, length: int) -> str:
    """Return the letters of what was typed, as the board shows them."""
    return "".join(filter(str.isalpha, text.lower()))[:length]


def expired_text(error: CSRFError) -> str:
    """Return why the token of a form was refused, and what to do about it."""
    if error.description == FOREIGN:
        return gettext(
            "This request came from another site and was not counted. Send it again from this page."
        )
    if not has_cookie():
        return gettext(
            "Your browser sent no cookie, and your games are saved in one. Allow cookies "
            "for this site, then send this again."
        )
    return gettext("This page expired. Please send it again.")
