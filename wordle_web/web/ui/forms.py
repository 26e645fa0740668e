"""Forms: fields, token, and the page that is shown after a refused form.

Flask-WTF reads the fields, and checks the CSRF token before any view (`http/security.py`). If the
token is invalid, the page of the form is shown again, with the reason and the typed values.
"""

from collections.abc import Mapping
from threading import Event
from types import MappingProxyType
from typing import cast

from flask import Flask, Response, current_app, g, make_response, request
from flask.globals import request_ctx
from flask_wtf import FlaskForm
from flask_wtf.csrf import CSRFError, generate_csrf
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from werkzeug.routing import MapAdapter
from wtforms import Form

from wordle_web.game.errors import HistoryError
from wordle_web.web.http.security import FOREIGN, is_without_https
from wordle_web.web.http.sessions import CSRF, has_cookie
from wordle_web.web.ui.i18n import catalog, gettext, language
from wordle_web.web.ui.i18n import lazy_gettext as _

# Endpoints that receive forms but show no page, and the endpoints of the pages with these forms.
PAGES: Mapping[str, str] = MappingProxyType(
    {
        "earlier.remove": "earlier.earlier",
        "history.restore": "history.games",
        "kept_table.add": "play.today",
        "kept_table.add_here": "league.league",
        "kept_table.leave": "league.league",
        "league.change_person": "league.league",
        "league.edit": "league.league",
        "league.keep": "league.league",
        "pages.choose_language": "pages.settings",
        "unread.close": "unread.show",
    }
)


class Messages:
    """WTForms' own messages in the visitor's language."""

    # Not used, but marks a message of WTForms for the extraction of texts.
    marked = (_("Not a valid choice."),)
    gettext = staticmethod(gettext)

    @staticmethod
    def ngettext(singular: str, plural: str, num: int) -> str:
        """Return the singular or plural message for a number, with placeholders."""
        return catalog(language()).ngettext(singular, plural, num)


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """A form that is filled from the request."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # likewise
        """Options: our translations of WTForms' messages, and no fields from files or JSON."""

        def get_translations(self, form: Form) -> type[Messages]:
            """Return the translations of WTForms' own messages."""
            return Messages

        def wrap_formdata(self, form: Form, formdata: object) -> object:
            """Return the fields of the form; files and JSON are ignored."""
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return request.form if request.method == "POST" else None


def init_app(app: Flask) -> None:
    """Give templates `csrf_field`, and handle forms with an invalid token."""

    @app.template_global()
    def csrf_field() -> Markup:
        """Return the hidden field with the token, which all POST forms need."""
        # `Markup.format` would take 1 % of the time of a page.
        return Markup(f'<input type="hidden" name="{CSRF}" value="{escape(generate_csrf())}">')  # noqa: S704  # escaped

    is_warned = Event()

    @app.errorhandler(CSRFError)
    def show_again(error: CSRFError) -> Response:
        """Return the page of a form whose token is invalid, with advice."""
        reason = gettext("This form expired. Send it again.")
        if error.description == FOREIGN:
            reason = gettext(
                "This request came from another site and wasn’t counted. Send it again from this "
                "page."
            )
        elif not has_cookie() and is_without_https():
            if not is_warned.is_set():
                is_warned.set()
                app.logger.warning(
                    "A form came by HTTP and without the cookie, which browsers send by HTTPS "
                    "only. Serve the site by HTTPS with a proxy that sets X-Forwarded-Proto, or "
                    "at home set WORDLE_WEB_HTTPS=off"
                )
            reason = gettext(
                "This site is set up for HTTPS, but this page came without it, so your browser "
                "can’t save your game. Open it with https://. If that doesn’t help, the proxy "
                "doesn’t tell the site about HTTPS; tell its host."
            )
        elif not has_cookie():
            reason = gettext(
                "Your games are saved in a cookie, but your browser didn’t send it. Allow cookies "
                "for this site, then send this again."
            )
        return refuse(reason, 400)

    @app.errorhandler(HistoryError)
    def show_unsaved(error: HistoryError) -> Response:
        """Return the page that says that the history could not be saved."""
        return refuse(HistoryError("unsaved").message(gettext))


def refuse(reason: str, status: int = 422) -> Response:
    """Show the page of a refused form again, with the reason.

    The view for GET finds the typed values in `request.form`. The reason is shown above the page
    unless the view calls `refusal()`.
    """
    g.refusal = reason
    try:
        if page := PAGES.get(request.endpoint or ""):
            shown = current_app.view_functions[page]()
        else:
            adapter = cast(MapAdapter, request_ctx.url_adapter)
            endpoint, values = adapter.match(method="GET")
            shown = current_app.view_functions[endpoint](**values)
    except Exception as fault:  # Flask doesn't handle exceptions that are raised in error handlers
        shown = current_app.handle_user_exception(fault)
    response = make_response(shown)
    if response.status_code < 300 or response.status_code == 422:
        response.status_code = status
    return response


def refusal() -> str:
    """Return the reason why the form was refused, for pages that show it next to the form.

    The reason is then not shown above the page.
    """
    return str(g.pop("refusal", ""))
