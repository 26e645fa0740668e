"""What stands on every page: name, navigation, looks, addresses of static files."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from flask import Flask, g, request
from werkzeug.exceptions import SecurityError

from wordle_web.web.http.sessions import has_cookie, preferences
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import LANGUAGES, gettext, language

Text = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class NavItem:
    """A page of the site; the primary ones stand in the header, the others under "More"."""

    name: str
    label: str
    url: str
    primary: bool


@dataclass(frozen=True, slots=True)
class Site:
    """What every page needs besides its own context.

    Attributes:
        name: The site's name.
        language: Language tag of the texts.
        theme: "system", "light" or "dark".
        contrast: "normal" or "high".
        motion: "normal" or "reduced".
        keys: "normal" or "large".
        active: Name of the page that is shown, as in `nav`; empty for none of them.
        nav: All pages to go to.
        messages: Sentences to show above the page.
        home: The address of today's word.
        root_url: The same with scheme and host, for pictures in the previews of links.
        service_worker: Its address; empty on a first visit, which is to stay small.
        static_url: Address of a static file, by its path in `static/`.
        integrity: Its digest, for the `integrity` attribute.
    """

    name: str
    language: str
    theme: str
    contrast: str
    motion: str
    keys: str
    active: str
    nav: tuple[NavItem, ...]
    messages: tuple[str, ...]
    home: str
    root_url: str
    service_worker: str
    static_url: Callable[[str], str]
    integrity: Callable[[str], str]


def init_site(app: Flask) -> None:
    """Give every template its `site`."""
    app.context_processor(lambda: {"site": site()})


def notify(text: str) -> None:
    """Show a sentence above the page that answers this request."""
    g.messages = (*g.get("messages", ()), text)


def show_as(name: str) -> None:
    """Mark the page that answers this request as the one named `name` in the navigation."""
    g.active = name


def address(path: str) -> str:
    """Return the address of a path of this site, wherever the site is mounted."""
    return request.script_root + path


def site() -> Site:
    """Return what stands on the page that answers this request."""
    made = services()
    chosen = preferences()
    root = request.script_root
    return Site(
        name=made.settings.site_name,
        language=language(),
        theme=chosen.theme,
        contrast=chosen.contrast,
        motion=chosen.motion,
        keys=chosen.keys,
        active=g.get("active", ""),
        nav=_nav(root, language(), made.paths),
        messages=g.get("messages", ()),
        home=f"{root}/",
        root_url=_root_url(root),
        service_worker=_service_worker(root, chosen.language) if has_cookie() else "",
        static_url=_mounted(root) if root else made.static.url,
        integrity=made.static.integrity,
    )


def pages(gettext: Text) -> tuple[NavItem, ...]:
    """Return every page there can be, with its label in the reader's language."""
    return (
        NavItem("daily", gettext("Daily"), "/", primary=True),
        NavItem("random", gettext("Random"), "/random", primary=True),
        NavItem("helper", gettext("Helper"), "/helper", primary=True),
        NavItem("history", gettext("History"), "/history", primary=True),
        NavItem("archive", gettext("Archive"), "/archive", primary=False),
        NavItem("challenge", gettext("Challenge a friend"), "/challenge", primary=False),
        NavItem("analysis", gettext("Analysis"), "/analysis", primary=False),
        NavItem("watch", gettext("Watch it solve"), "/watch", primary=False),
        NavItem("lab", gettext("Lab"), "/lab", primary=False),
        NavItem("absurd", gettext("Absurd mode"), "/absurd", primary=False),
        NavItem("how-to-play", gettext("How to play"), "/how-to-play", primary=False),
        NavItem("settings", gettext("Settings"), "/settings", primary=False),
    )


def _service_worker(root: str, chosen: str) -> str:
    """Return the address of the service worker; it brings no cookie that tells the language."""
    query = f"?language={chosen}" if chosen in LANGUAGES else ""
    return f"{root}/service-worker.js{query}"


def _root_url(root: str) -> str:
    """Return the whole address of the site; of the path alone where its host is not to be used."""
    try:
        host = request.host
    except SecurityError:
        host = ""
    return f"{request.scheme}://{host}{root}/" if host else f"{root}/"


@functools.lru_cache(maxsize=32)
def _nav(root: str, language: str, paths: frozenset[str]) -> tuple[NavItem, ...]:
    """Return the pages that are served, under the path where the site is mounted."""
    return tuple(replace(item, url=root + item.url) for item in pages(gettext) if item.url in paths)


@functools.lru_cache(maxsize=32)
def _mounted(root: str) -> Callable[[str], str]:
    """Return what finds static files under the path where the site is mounted."""
    return lambda path: root + services().static.url(path)
