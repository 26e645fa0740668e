"""The language of a page: the player's setting, else what the browser asks for.

English is the language of the source; catalogues lie in `wordle_web/translations`. Flask-Babel
chooses the language and formats dates and numbers. Messages are looked up here, in catalogues
that are read once a process, since a page has a hundred of them.
"""

import functools
import gettext as catalogues
from collections.abc import Callable
from pathlib import Path

from flask import Flask, g, request
from flask_babel import Babel
from flask_babel import get_locale as get_locale
from flask_babel.speaklater import LazyString

LANGUAGES = ("en",)
FOLDER = Path(__file__).resolve().parent.parent / "translations"
DOMAIN = "messages"


def init_i18n(app: Flask) -> None:
    """Set up the language of pages, in views and in templates."""
    app.config.update(
        BABEL_DEFAULT_LOCALE=LANGUAGES[0],
        BABEL_DEFAULT_TIMEZONE="UTC",
        WTF_I18N_ENABLED=False,
    )
    Babel(app, locale_selector=language)
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext)


def language() -> str:
    """Return the language tag of the answer to this request."""
    try:
        known: str = g.language
    except AttributeError:
        known = g.language = _chosen_language()
    return known


def gettext(message: str, **facts: object) -> str:
    """Return a message in the reader's language, with its facts filled in."""
    found = _catalogue(language()).gettext(message)
    return found % facts if facts else found


def translator() -> Callable[[str], str]:
    """Return what looks up plain messages in the reader's language, for many at once."""
    return _catalogue(language()).gettext


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Return a message for a number of things; the number is the fact `num`."""
    found = _catalogue(language()).ngettext(singular, plural, num)
    return found % {"num": num, **facts}


def lazy_gettext(message: str, **facts: object) -> LazyString:
    """Return a message that is put into the reader's language when it is shown."""
    return LazyString(gettext, message, **facts)


def _chosen_language() -> str:
    """Return the language that suits the reader best."""
    if len(LANGUAGES) == 1:
        return LANGUAGES[0]
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


@functools.cache
def _catalogue(language: str) -> catalogues.NullTranslations:
    """Return the messages of a language; English needs none."""
    return catalogues.translation(DOMAIN, FOLDER, [language], fallback=True)
