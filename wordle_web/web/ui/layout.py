"""Common variables, filters and cached macros of all templates.

Templates call `cached(macro, value, …)` instead of `macro(value, …)` if the values are hashable and
often the same: an empty row, a keyboard before the first guess, the header.
"""

import contextlib
import functools
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, g, request
from flask.templating import Environment
from markupsafe import Markup, escape
from werkzeug.exceptions import SecurityError

from wordle_web.engine.feedback import marks_of
from wordle_web.engine.letters import ordinal
from wordle_web.game.board import MARKS, Mark
from wordle_web.web.http.paths import variant_url
from wordle_web.web.http.sessions import Preferences, Unread, has_cookie, preferences, unread
from wordle_web.web.services import services
from wordle_web.web.ui.formatting import FILTERS, capitals, tag_of
from wordle_web.web.ui.i18n import gettext, language

# Languages that are written from right to left, by their tags.
RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))
# The menu entries of kinds of games, and of blueprints that have no entry with their name.
SECTIONS: Mapping[str, str] = {
    "daily": "today",
    "archive": "history",
    "absurd": "random",
    "challenge": "make",
    "series": "make",
    "bookmark": "helper",
    "analysis": "study",
    "skill": "study",
    "watch": "study",
    "lab": "study",
}
# The header by which our script identifies itself, and its value.
REQUESTED_WITH, SCRIPT = "X-Requested-With", "fetch"

MAX_CACHED = 768


class PageEnvironment(Environment):
    """Jinja's environment, with the globals of each template in one plain dictionary.

    Every import of a macro compares the keys of globals. With a chain of mappings, this would
    take a tenth of the time of a game's page. Globals must be set before the first template is
    loaded.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def init_app(app: Flask) -> None:
    """Give every template `site`, and shared functions and filters like `formatting.FILTERS`."""
    app.context_processor(lambda: {"site": site()})
    app.jinja_env.globals.update(
        variant_url=variant_url,
        words_lang=words_lang,
        words_dir=words_dir,
        is_loopback=is_loopback,
    )
    app.jinja_env.filters.update(
        FILTERS,
        upper=capitals,
        marks_of=marks_of,
        ordinal_text=lambda number: ordinal(number, gettext),
        with_words=with_words,
    )

    @app.template_global()
    def cached(macro: Callable[..., Markup], *values: Hashable) -> Markup:
        """Return the output of `macro` for `values` in the language of this request.

        To bound the memory of the cache, no value may be larger than a row with the site's longest
        word, or than a keyboard.
        """
        return _rendered(macro, language(), request.script_root, values)

    @app.template_filter()
    def marks_text(marks: Iterable[int]) -> str:
        """Return marks from 0 to 2 as labels of tiles: `absent, present, correct`."""
        names = (gettext("absent"), gettext("present"), gettext("correct"))
        return ", ".join(names[mark] for mark in marks)

    @app.template_filter()
    def mark_names(marks: Iterable[int]) -> tuple[Mark, ...]:
        """Return marks from 0 to 2 as values of `data-mark`."""
        return tuple(MARKS[mark] for mark in marks)


# The output also depends on the language and on the mount path. Without this cache, a page of a
# game takes 70 % longer. The largest entry is a keyboard, 9 kB with its values: at most 7 MB.
@functools.lru_cache(MAX_CACHED)
def _rendered(
    macro: Callable[..., Markup], language: str, root: str, values: tuple[Hashable, ...]
) -> Markup:
    return macro(*values)


def notify(text: str) -> None:
    """Show a sentence above the page of this response."""
    g.messages = (*g.get("messages", ()), text)


def set_active(name: str) -> None:
    """Set the current menu entry to `name`, an entry or a key of `SECTIONS`."""
    g.active = name


def section() -> str:
    """Return the menu entry to which the page of this request belongs."""
    name = g.get("active", request.blueprint or "")
    return SECTIONS.get(name, name)


def is_script() -> bool:
    """Return whether our script sent this request.

    Our script gets the page as the response. A form from the browser itself gets a redirect, so
    that reloading does not send the form again.
    """
    return request.headers.get(REQUESTED_WITH) == SCRIPT


@dataclass(frozen=True, slots=True)
class SiteContext:
    """The context that all pages share, as `site`."""

    name: str  # the site's name
    language: str  # the tag of the texts' language
    chosen: Preferences
    active: str  # the current menu entry
    messages: tuple[str, ...]  # shown above the page
    root_url: str  # with scheme and host, for pictures in link previews
    zone: str  # the visitor's time zone; empty if days begin at the site's midnight
    has_cookie: bool  # if not, the page loads fewer files
    unread: Unread
    frame: str  # the template around a page, or around the fragments for our script


def site() -> SiteContext:
    """Return the shared context of this response's page."""
    root_url = f"{request.script_root}/"
    # The host may be invalid or untrusted if this is an error page.
    with contextlib.suppress(SecurityError):
        if request.host:  # `request.root_url` gives the same, but takes twice as long
            root_url = f"{request.scheme}://{request.host}{root_url}"
    chosen = services()
    is_of_site = chosen.has_one_midnight or preferences().midnight == "site"
    return SiteContext(
        name=chosen.settings.site_name,
        language=language(),
        chosen=preferences(),
        active=section(),
        messages=(*g.get("messages", ()), *filter(None, [g.get("refusal", "")])),
        root_url=root_url,
        zone="" if is_of_site else str(chosen.zone),
        has_cookie=has_cookie(),
        unread=unread(),
        frame="fragments.html" if is_script() else "base.html",
    )


def is_loopback() -> bool:
    """Return whether this request uses a loopback address, which other devices cannot open."""
    host = urlsplit(f"//{request.host}").hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    with contextlib.suppress(ValueError):
        return ip_address(host).is_loopback
    return False


def words_tag() -> str:
    """Return the tag of the words' language; empty if the texts are in the same language."""
    tag = tag_of(services().language)
    return "" if tag == language().partition("-")[0] else tag


def words_lang() -> Markup:
    """Return the attributes of words: `lang` if the texts are in another language, and `dir`."""
    tag = words_tag()
    return (Markup(' lang="{}"').format(tag) if tag else Markup("")) + words_dir()


def words_dir() -> Markup:
    """Return the `dir` attribute for words that are written from right to left."""
    is_right_to_left = tag_of(services().language) in RIGHT_TO_LEFT
    return Markup(' dir="rtl"') if is_right_to_left else Markup("")


def with_words(text: str, *words: str) -> Markup:
    """Return a sentence in which words have a `lang` attribute if their language needs it.

    Words in capitals are recognized; `words` are others, spelled as in the sentence.
    """
    lang, escaped = words_lang(), escape(text)
    if not lang:
        return escaped
    others = tuple(str(escape(word)) for word in words if word)
    pattern = "|".join((*map(re.escape, others), r"[^\W\d_]{4,40}"))

    def tagged(match: re.Match[str]) -> str:
        is_word = match[0] in others or match[0].isupper()
        return f"<span{lang}>{match[0]}</span>" if is_word else match[0]

    return Markup(re.sub(pattern, tagged, escaped))  # noqa: S704 `text` and `words` are escaped
