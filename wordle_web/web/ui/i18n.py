"""The language of a page: the player's setting, or the browser's language.

Texts in the source are English. Catalogs of other languages, in `wordle_web/translations`, are
compiled in memory, so no compiled file can be missing or outdated. Dates and numbers follow the
visitor's region.
"""

import contextlib
import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from babel import Locale, UnknownLocaleError, numbers
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.support import LazyProxy
from flask import Flask, has_request_context, request, request_started

from wordle_web.engine.datafiles import MENDING
from wordle_web.parsing import linear_pattern
from wordle_web.web.http.responses import qualities
from wordle_web.web.http.sessions import preferences

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English",
        "de": "Deutsch",
        "es": "Español",
        "fr": "Français",
        "pt-BR": "Português (Brasil)",
    }
)
SOURCE = "en"
MAX_ACCEPTED = 200  # characters of Accept-Language that are read; browsers send fewer
_REGIONAL = linear_pattern("[a-z]{2}-([a-z]{2}|[0-9]{3})", re.IGNORECASE)
FOLDER = Path(__file__).resolve().parents[2] / "translations"


class UserLocale(NamedTuple):
    """The language of a page's texts, and the locale of its dates and numbers: `en_GB`."""

    language: str = SOURCE  # one of `LANGUAGES`
    locale: str = SOURCE


# Pages read this dozens of times, and a context variable is twenty times faster than `g`.
_LOCALE: ContextVar[UserLocale | None] = ContextVar("locale", default=None)


def init_app(app: Flask) -> None:
    """Set up the language of pages, in views and in templates."""
    app.config["WTF_I18N_ENABLED"] = False
    request_started.connect(_forget, app)
    app.teardown_request(_forget)
    app.jinja_env.globals.update(_=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext)


def user_locale() -> UserLocale:
    """Return the language and the region of the response."""
    chosen = _LOCALE.get()
    if chosen is None and has_request_context():
        accepted = request.headers.get("Accept-Language", "")[:MAX_ACCEPTED]
        chosen = chosen_locale(preferences().language, accepted)
        _LOCALE.set(chosen)
    return chosen or UserLocale()


def language() -> str:
    """Return the language tag of this request; outside of requests, that of the source."""
    return user_locale().language


def locale() -> str:
    """Return the name of the locale for dates and numbers in this request."""
    return user_locale().locale


def set_language(tag: str) -> None:
    """Use the language with this tag for the request, if the site has it."""
    if tag in LANGUAGES:
        _LOCALE.set(UserLocale(tag, locale_name(tag)))


def _forget(*_: object, **__: object) -> None:
    _LOCALE.set(None)


def gettext(message: str, **facts: object) -> str:
    """Return a message in the visitor's language, with its placeholders filled in."""
    text = catalog(language()).gettext(message)
    return text % facts if facts else text


def pgettext(context: str, message: str) -> str:
    """Return a message, translated according to a context, in the visitor's language."""
    return catalog(language()).pgettext(context, message)


def translator(tag: str = "") -> Callable[[str], str]:
    """Return a function that translates plain messages, by default into the visitor's language."""
    return catalog(tag or language()).gettext


def ngettext(singular: str, plural: str, num: int, **facts: object) -> str:
    """Return the singular or plural message for a number, which also replaces `%(num)s`."""
    shown = decimal_in(locale(), num)
    return catalog(language()).ngettext(singular, plural, num) % {"num": shown, **facts}


# Without this cache, the lab takes 60 % longer. 4,096 entries of 0.35 kB take at most 1.4 MB.
@functools.lru_cache(maxsize=4096)
def decimal_in(locale: str, number: float, pattern: str | None = None) -> str:
    """Format a number in a locale, by a Unicode number pattern.

    >>> decimal_in("es", 1832), decimal_in("es", 18320), decimal_in("de", 1832)
    ('1832', '18.320', '1.832')
    """
    # In Spanish, only numbers of five digits or more are grouped, which Babel does not support.
    is_grouped = not locale.startswith("es") or abs(number) >= 10_000
    return numbers.format_decimal(number, pattern, locale, group_separator=is_grouped)


def lazy_gettext(message: str, **facts: object) -> LazyProxy:
    """Return a message that is translated when it is rendered."""
    return LazyProxy(gettext, message, enable_cache=False, **facts)


def locale_name(tag: str) -> str:
    """Return the locale name for a language tag: `pt_BR` for `pt-BR`."""
    return tag.replace("-", "_")


class CatalogFile(NamedTuple):
    """The contents of a catalog file."""

    translations: NullTranslations  # empty for the source language, or if the file is damaged
    size: int = 0  # number of texts
    problem: str = ""  # the reason why the file cannot be read; empty if it can


def catalog(tag: str) -> NullTranslations:
    """Return the messages of a language.

    The source language needs no catalog. If a catalog is damaged, texts are in the source language.
    """
    return _read_catalog(tag).translations


def damaged_catalogs() -> Iterator[str]:
    """Yield a sentence for each catalog that is unreadable, or lacks texts that others have."""
    catalogs = {_path(tag): _read_catalog(tag) for tag in LANGUAGES if tag != SOURCE}
    most = max(file.size for file in catalogs.values())
    for path, file in catalogs.items():
        if file.problem:
            yield f"{path}: cannot be read ({file.problem}), so its texts are English; {MENDING}"
        elif file.size < most:
            yield f"{path}: lacks {most - file.size} of {most} texts; {MENDING}"


def _path(tag: str) -> Path:
    return FOLDER / locale_name(tag) / "LC_MESSAGES" / "messages.po"


@functools.cache
def _read_catalog(tag: str) -> CatalogFile:
    if tag == SOURCE:
        return CatalogFile(NullTranslations())
    compiled = BytesIO()
    try:
        with _path(tag).open("rb") as file:
            read = read_po(file, locale=locale_name(tag), abort_invalid=True)
        write_mo(compiled, read)
    except (OSError, ValueError, PoFileError) as error:
        return CatalogFile(NullTranslations(), problem=str(error))
    compiled.seek(0)
    return CatalogFile(GNUTranslations(compiled), len(read))


def chosen_locale(chosen: str, accepted: str) -> UserLocale:
    """Return the language and region for a player's setting and a header `Accept-Language`.

    >>> chosen_locale("en", "de-DE, en-GB;q=0.7").locale, chosen_locale("pt-BR", "en-GB").locale
    ('en_GB', 'pt_BR')
    """
    languages = _languages(accepted)
    tag = chosen if chosen in LANGUAGES else _preferred(languages)
    for wanted in languages:
        is_regional = _primary(wanted) == _primary(tag) and _REGIONAL.fullmatch(wanted)
        if is_regional and (name := _regional_name(wanted)):
            return UserLocale(tag, name)
    return UserLocale(tag, locale_name(tag))


# Without this cache, a short page takes 3 % longer. 512 short tags take at most 0.1 MB.
@functools.lru_cache(maxsize=512)
def _regional_name(tag: str) -> str:
    """Return the locale name for a tag such as `de-at`; empty if there is none."""
    with contextlib.suppress(UnknownLocaleError):
        return str(Locale.parse(tag, sep="-"))
    return ""


def preferred_language(accepted: str) -> str:
    """Return the best of the site's languages for a header `Accept-Language`.

    A language of another region counts as the same language.

    >>> preferred_language("pt-PT, pt;q=0.9, en;q=0.5"), preferred_language("la, *;q=0.1")
    ('pt-BR', 'en')
    """
    return _preferred(_languages(accepted))


def _languages(accepted: str) -> list[str]:
    weights = qualities(accepted)
    return sorted(filter(weights.get, weights), key=weights.__getitem__, reverse=True)


def _preferred(languages: Sequence[str]) -> str:
    for wanted in languages:
        same = [tag for tag in LANGUAGES if _primary(tag) == _primary(wanted)]
        if same:
            return next((tag for tag in same if tag.lower() == wanted), same[0])
    return SOURCE


def _primary(tag: str) -> str:
    return tag.partition("-")[0].lower()
