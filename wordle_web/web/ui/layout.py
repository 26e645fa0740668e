"""What every page has: site name, preferences, active menu item, notices."""

import contextlib
import functools
import re
from dataclasses import dataclass

from flask import Flask, g, request
from markupsafe import Markup, escape
from werkzeug.exceptions import SecurityError

from wordle_web.engine.words.letters import capitals
from wordle_web.web.http.sessions import Preferences, has_cookie, preferences
from wordle_web.web.services import code_of, services, sites
from wordle_web.web.ui.formatting import own_name, tag_of
from wordle_web.web.ui.i18n import language

# Languages that are written from right to left, by their tags.
RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))
REQUESTED_WITH, SCRIPT = "X-Requested-With", "fetch"


@dataclass(frozen=True, slots=True)
class WordsLanguage:
    """A language that the words can be in: its code in addresses, its own name and its tag."""

    code: str
    label: str
    tag: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class Site:
    """What every page needs besides its own context.

    Attributes:
        chosen: What the player has chosen: theme, contrast and so on.
        active: Name of the page that is shown, as in the menu; empty for none of them.
        messages: Sentences to show above the page.
        root_url: The site's address with scheme and host, for pictures in the previews of links.
        has_cookie: Whether the browser has been here before; a first visit is to stay small.
        frame: The template of what is around the page, for pages that our script requests.
        languages: That the words can be in; none where there is only one.
    """

    name: str
    language: str
    chosen: Preferences
    active: str
    messages: tuple[str, ...]
    root_url: str
    has_cookie: bool
    frame: str
    languages: tuple[WordsLanguage, ...]


def init_layout(app: Flask) -> None:
    """Give every template its `site`."""
    app.context_processor(lambda: {"site": site()})
    app.jinja_env.globals["words_lang"] = words_lang
    app.jinja_env.globals["words_dir"] = words_dir
    app.jinja_env.filters["with_words"] = with_words
    app.jinja_env.filters["upper"] = capitals


def notify(text: str) -> None:
    """Show a sentence above the page that answers this request."""
    g.messages = (*g.get("messages", ()), text)


def set_active(name: str) -> None:
    """Mark this page as the one named `name` in the menu, where its blueprint has another name."""
    g.active = name


def is_script() -> bool:
    """Return whether a script of ours sent this request, which is answered without redirecting.

    The answer to a form sent by the browser itself is a redirection, so that reloading the page
    does not send the form again.
    """
    return request.headers.get(REQUESTED_WITH) == SCRIPT


def site() -> Site:
    """Return the `site` of the page that answers this request."""
    chosen = preferences()
    return Site(
        name=services().settings.site_name,
        language=language(),
        chosen=chosen,
        active=g.get("active", request.blueprint or ""),
        messages=g.get("messages", ()),
        root_url=_root_url(),
        has_cookie=has_cookie(),
        frame="fragments.html" if is_script() else "base.html",
        languages=_languages(tuple(site.language for site in sites()), services().language),
    )


# One for each language of a site: 16 of 1 kB.
@functools.lru_cache(maxsize=16)
def _languages(names: tuple[str, ...], selected: str) -> tuple[WordsLanguage, ...]:
    if len(names) == 1:
        return ()
    return tuple(
        WordsLanguage(
            code=code_of(name) if name != names[0] else "",
            label=own_name(name),
            tag=tag_of(name),
            is_selected=name == selected,
        )
        for name in names
    )


def words_tag() -> str:
    """Return the tag of the words' language; empty where the texts are in the same."""
    tag = tag_of(services().language)
    return "" if tag == language().partition("-")[0] else tag


def words_lang() -> Markup:
    """Return the `lang` attribute of words that are in another language than the texts."""
    tag = words_tag()
    return (Markup(' lang="{}"').format(tag) if tag else Markup("")) + words_dir()


def words_dir() -> Markup:
    """Return the `dir` attribute of words that are written from right to left."""
    is_right_to_left = tag_of(services().language) in RIGHT_TO_LEFT
    return Markup(' dir="rtl"') if is_right_to_left else Markup("")


def with_words(text: str, *words: str) -> Markup:
    """Return a sentence about words, with a `lang` for each where they need one.

    Args:
        text: Names words in capitals, as the tiles show them.
        words: Those that it names otherwise, as people write them.
    """
    lang, escaped = words_lang(), escape(text)
    if not lang:
        return escaped
    others = tuple(str(escape(word)) for word in words if word)
    pattern = "|".join((*map(re.escape, others), r"[^\W\d_]{4,}"))

    def tagged(found: re.Match[str]) -> str:
        is_word = found[0] in others or found[0].isupper()
        return f"<span{lang}>{found[0]}</span>" if is_word else found[0]

    return Markup(re.sub(pattern, tagged, escaped))  # noqa: S704 `text` and `words` are escaped


def _root_url() -> str:
    # An error page may answer a request with an invalid or untrusted host.
    with contextlib.suppress(SecurityError):
        if request.host:
            # As `request.url_root`, which takes the address apart and puts it together again.
            return f"{request.scheme}://{request.host}{request.script_root}/"
    return f"{request.script_root}/"
