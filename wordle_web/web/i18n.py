"""The language of a page: the player's setting, else what the browser asks for.

English is the language of the source; catalogues lie in `wordle_web/translations`.
"""

from flask import Flask, request
from flask_babel import Babel

LANGUAGES = ("en",)


def init_i18n(app: Flask) -> None:
    """Set up Flask-Babel."""
    app.config.update(BABEL_DEFAULT_LOCALE=LANGUAGES[0], BABEL_DEFAULT_TIMEZONE="UTC")
    Babel(app, locale_selector=chosen_language)


def chosen_language() -> str:
    """Return the language of the answer to this request."""
    if len(LANGUAGES) == 1:
        return LANGUAGES[0]
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
