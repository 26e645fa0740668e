"""What all forms have in common, and why one is refused."""

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError
from werkzeug.datastructures import MultiDict

from wordle_web.web.http.security import FOREIGN
from wordle_web.web.http.sessions import has_cookie
from wordle_web.web.ui.i18n import catalog, gettext, language
from wordle_web.web.ui.i18n import lazy_gettext as _


class Messages:
    """WTForms' own messages in the visitor's language."""

    marked = (_("Not a valid choice."),)
    gettext = staticmethod(gettext)

    @staticmethod
    def ngettext(singular: str, plural: str, num: int) -> str:
        """Return a message for a number of things, its facts not yet filled in."""
        return catalog(language()).ngettext(singular, plural, num)


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form of this site."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # likewise
        """Fills a form from form fields alone; Flask-WTF would also take JSON and files."""

        def get_translations(self, form: FlaskForm) -> type["Messages"]:
            """Return the translations of WTForms' own messages."""
            return Messages

        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> MultiDict[str, str] | None:
            """Return the fields to fill the form from; None for a page that shows it."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return request.form if request.method == "POST" else None


def expired_text(error: CSRFError) -> str:
    """Return why the CSRF token was refused, and what to do now."""
    if error.description == FOREIGN:
        return gettext(
            "This request came from another site and wasn’t counted. Send it again from this page."
        )
    if not has_cookie():
        return gettext(
            "Your browser sent no cookie, and your games are saved in one. Allow cookies "
            "for this site, then send this again."
        )
    return gettext("This form expired. Send it again.")
