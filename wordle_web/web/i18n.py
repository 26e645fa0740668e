"""The language of a page: the player's setting, else what the browser asks for.

English is the language of the source; catalogues lie in `wordle_web/translations`. The
functions here are Flask-Babel's, typed, and named so that its extractor finds the messages.
"""

import flask_babel
from flask import Flask, request

LANGUAGES = ("en",)


def init_i18n(app: Flask) -> None:
    """Set up Flask-Babel."""
    app.config.update(BABEL_DEFAULT_LOCALE=LANGUAGES[0], BABEL_DEFAULT_TIMEZONE="UTC")
    flask_babel.Babel(app, locale_selector=chosen_language)


def chosen_language() -> str:
    """Return the language of the answer to this request."""
    if len(LANGUAGES) == 1:
        return LANGUAGES[0]
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def language() -> str:
    """Return the language tag of the answer to this request."""
    return str(flask_babel.get_locale() or LANGUAGES[0])


def gettext(message: str, **facts: object) -> str:
    """Return a message in the reader's language, with its facts filled in."""
    return str(flask_babel.gettext(message, **facts))


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Return a message for a number of things; the number is the fact `num`."""
    return str(flask_babel.ngettext(singular, plural, num, **facts))
