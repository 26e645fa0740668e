"""What lets the site be installed as an application: manifest, service worker, offline page.

All three set no cookie, and are fetched without one. So the language stands in the address where
a player has chosen one; else it is the browser's.
"""

import json
from typing import Any

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from wordle_web.web.services import services
from wordle_web.web.ui.i18n import LANGUAGES, gettext, language, speak
from wordle_web.web.ui.layout import address

bp = Blueprint("installable", __name__)

OFFLINE = "/offline"
SERVICE_WORKER = "/service-worker.js"
OFFLINE_FILES = ("css/site.css", "icons/favicon.svg")
PAPER = "#ffffff"
ICONS = (
    ("icons/favicon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@bp.before_request
def take_language() -> None:
    """Answer in the language that the address names."""
    speak(request.args.get("language", ""))


@bp.get("/site.webmanifest")
def manifest() -> Response:
    """Return what a browser needs to know to install the site."""
    home = address("/")
    facts = {
        "name": services().settings.site_name,
        "short_name": services().settings.site_name,
        "description": gettext(
            "A word game in the browser: one word a day, random words, and a helper that thinks "
            "along."
        ),
        "lang": language(),
        "dir": "ltr",
        "id": home,
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "categories": ["games"],
        "icons": [_icon(*icon) for icon in ICONS],
        "shortcuts": [
            {"name": gettext("Random word"), "url": address("/random")},
            {"name": gettext("Helper"), "url": address("/helper")},
            {"name": gettext("History"), "url": address("/history")},
        ],
    }
    return _fresh(json.dumps(facts, ensure_ascii=False), "application/manifest+json")


@bp.get(SERVICE_WORKER)
def service_worker() -> Response:
    """Return the script that answers when there is no connection."""
    static = services().static
    asked = request.args.get("language", "")
    query = f"?language={asked}" if asked in LANGUAGES else ""
    facts = {
        "RELEASE": f"{static.digest}{query}",
        "OFFLINE": address(f"{OFFLINE}{query}"),
        "FILES": [address(static.url(path)) for path in OFFLINE_FILES],
    }
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in facts.items()]
    script = static.contents["js/service-worker.js"].decode()
    return _fresh("".join(lines) + script, "text/javascript")


@bp.get(OFFLINE)
def offline() -> ResponseReturnValue:
    """Show the page that the service worker keeps for when there is no connection."""
    return render_template("http/offline.html")


def _icon(path: str, sizes: str, kind: str, purpose: str) -> dict[str, Any]:
    """Return an icon as a manifest describes it."""
    url = address(services().static.url(path))
    return {"src": url, "sizes": sizes, "type": kind, "purpose": purpose}


def _fresh(text: str, mimetype: str) -> Response:
    """Return a text that a browser asks for again each time."""
    response = Response(text, mimetype=mimetype, headers={"Cache-Control": "no-cache"})
    response.vary.add("Accept-Language")
    return response
