"""The language of a page: the player's setting, else what the browser asks for.

English is the language of the source; catalogues lie in `wordle_web/translations`. Flask-Babel
formats dates and numbers. Messages are looked up here, in catalogues that are read and compiled
once a process, at its start: there is no compiled file that could be missing or out of date.
"""

import functools
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from flask import Flask, has_request_context, request, request_started
from flask_babel import Babel
from flask_babel import get_locale as get_locale
from flask_babel.speaklater import LazyString
from werkzeug.http import parse_accept_header

from wordle_web.web.sessions import preferences

LANGUAGES: Mapping[str, str] = MappingProxyType({"en": "English", "pt-BR": "Português (Brasil)"})
SOURCE = "en"
FOLDER = Path(__file__).resolve().parent.parent / "translations"

# A page asks for its language dozens of times: this is answered twenty times sooner than by `g`.
_KNOWN: ContextVar[str] = ContextVar("language", default="")


def init_i18n(app: Flask) -> None:
    """Set up the language of pages, in views and in templates."""
    for tag in LANGUAGES:
        catalogue(tag)
    app.config.update(
        BABEL_DEFAULT_LOCALE=SOURCE,
        BABEL_DEFAULT_TIMEZONE="UTC",
        WTF_I18N_ENABLED=False,
    )
    request_started.connect(_forget, app)
    app.teardown_request(_forget)
    Babel(app, locale_selector=lambda: locale_name(language()))
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext)


def language() -> str:
    """Return the language tag of the answer to this request; outside one, the source's."""
    known = _KNOWN.get()
    if not known and has_request_context():
        known = _chosen_language()
        _KNOWN.set(known)
    return known or SOURCE


def speak(tag: str) -> None:
    """Answer this request in the language of a tag, where it is one of ours."""
    if tag in LANGUAGES:
        _KNOWN.set(tag)


def _forget(*_: object, **__: object) -> None:
    """Forget the language of the last request, before the next one and after this one."""
    _KNOWN.set("")


def gettext(message: str, **facts: object) -> str:
    """Return a message in the reader's language, with its facts filled in."""
    found = catalogue(language()).gettext(message)
    return found % facts if facts else found


def translator() -> Callable[[str], str]:
    """Return what looks up plain messages in the reader's language, for many at once."""
    return catalogue(language()).gettext


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Return a message for a number of things; the number is the fact `num`."""
    tag = language()
    shown = format_decimal(num, locale=locale_name(tag))
    return catalogue(tag).ngettext(singular, plural, num) % {"num": shown, **facts}


def lazy_gettext(message: str, **facts: object) -> LazyString:
    """Return a message that is put into the reader's language when it is shown."""
    return LazyString(gettext, message, **facts)


def locale_name(tag: str) -> str:
    """Return the name of the locale of a language tag: `pt_BR` for `pt-BR`."""
    return tag.replace("-", "_")


@functools.cache
def catalogue(tag: str) -> GNUTranslations:
    """Return the messages of a language, read from its catalogue and compiled in memory."""
    path = FOLDER / locale_name(tag) / "LC_MESSAGES" / "messages.po"
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=locale_name(tag), abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def _chosen_language() -> str:
    """Return the language that the player has chosen, else the one that the browser prefers."""
    chosen = preferences().language
    if chosen in LANGUAGES:
        return chosen
    return preferred_language(request.headers.get("Accept-Language", ""))


@functools.lru_cache(256)
def preferred_language(accepted: str) -> str:
    """Return the language for a reader who accepts those of a header `Accept-Language`.

    A reader of another region's form of a language gets the one there is.

    >>> preferred_language("pt-PT, pt;q=0.9, en;q=0.5"), preferred_language("de, *;q=0.1")
    ('pt-BR', 'en')
    """
    for wanted, quality in parse_accept_header(accepted):
        same = [tag for tag in LANGUAGES if _primary(tag) == _primary(wanted)]
        if same and quality > 0:
            return next((tag for tag in same if tag.lower() == wanted.lower()), same[0])
    return SOURCE


def _primary(tag: str) -> str:
    """Return a language tag without its region."""
    return tag.partition("-")[0].lower()
