"""What all forms have in common, and why one is refused."""

from typing import Any

from flask import request
from wtforms import Form
from wtforms.meta import DefaultMeta

from wordle_web.web.http.security import FOREIGN, CSRFError
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


class PageForm(Form):  # type: ignore[misc]  # WTForms has no types
    """A form of this site; `check_form` has checked its token."""

    class Meta(DefaultMeta):  # type: ignore[misc]  # likewise
        """Words WTForms' own messages."""

        def get_translations(self, form: Form) -> type["Messages"]:
            """Return the translations of WTForms' own messages."""
            return Messages

    def __init__(self, **values: Any) -> None:
        """Fill the form from what was sent; on a page that shows it, from `values` or an `obj`."""
        super().__init__(request.form if request.method == "POST" else None, **values)


def expired_text(error: CSRFError) -> str:
    """Return why the CSRF token was refused, and what to do now."""
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
