"""What makes the site installable: manifest, service worker, offline page.

Browsers fetch these without cookies, so the address names the language if the player chose one.
"""

import json
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.web.http.static import static_files
from wordle_web.web.services import services
from wordle_web.web.ui.i18n import LANGUAGES, gettext, language, set_language

bp = Blueprint("pwa", __name__)

OFFLINE_FILES = ("css/site.css", "css/tools.css", "icons/favicon.svg")
PAPER = "#ffffff"
ICONS = (
    ("icons/favicon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@bp.before_request
def take_language() -> None:
    """Use the language that the address names."""
    set_language(request.args.get("language", ""))


@bp.get("/site.webmanifest")
def manifest() -> Response:
    """Return the web app manifest."""
    home = url_for("play.today")
    facts = {
        "name": services().settings.site_name,
        "short_name": services().settings.site_name,
        "description": gettext(
            "A word game in your browser: a daily word, random words, and a helper that "
            "finds the best guess."
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
        "share_target": {
            "action": url_for("screenshot.share"),
            "method": "POST",
            "enctype": "multipart/form-data",
            "params": {"text": "text", "files": [{"name": "screenshot", "accept": ["image/*"]}]},
        },
        "shortcuts": [
            {"name": gettext("Random word"), "url": url_for("new_game.random")},
            {"name": gettext("Helper"), "url": url_for("helper.helper")},
            {"name": gettext("History"), "url": url_for("history.games")},
        ],
    }
    return _revalidated(json.dumps(facts, ensure_ascii=False), "application/manifest+json")


@bp.get("/service-worker.js")
def service_worker() -> Response:
    """Return the script that answers when there is no connection."""
    files = static_files()
    chosen = request.args.get("language", "")
    tag = chosen if chosen in LANGUAGES else None
    facts = {
        "RELEASE": f"{files.digest}?language={tag}" if tag else files.digest,
        "OFFLINE": url_for("pwa.offline", language=tag),
        "FILES": [url_for("static", filename=path) for path in OFFLINE_FILES],
    }
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in facts.items()]
    script = files.contents["js/service-worker.js"].decode()
    return _revalidated("".join(lines) + script, "text/javascript")


@bp.get("/offline")
def offline() -> ResponseReturnValue:
    """Show the page that the service worker keeps for when there is no connection."""
    return render_template("pages/offline.html")


def _icon(path: str, sizes: str, kind: str, purpose: str) -> dict[str, Any]:
    url = url_for("static", filename=path)
    return {"src": url, "sizes": sizes, "type": kind, "purpose": purpose}


def _revalidated(text: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype, headers={"Cache-Control": "no-cache"})
    response.vary.add("Accept-Language")
    return response
