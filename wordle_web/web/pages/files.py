"""Files for programs: feeds, web app manifest, icons, service worker, security.txt, robots.txt.

A feed is the same for all readers, so its days follow the site's zone, which it names. It reveals a
word only after its day has ended everywhere. Browsers fetch the manifest, the service worker and
the offline page without cookies, so their addresses contain the language if the player has chosen
one.
"""

import json
import struct
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TypedDict

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from wordle_web.game.puzzles.days import seconds_to_midnight
from wordle_web.web.http.paths import variant_of_request
from wordle_web.web.http.static import SITE, TOOLS, static_files
from wordle_web.web.play.days import midnight_text
from wordle_web.web.services import CODES, services
from wordle_web.web.ui.formatting import daily_text, date_text, day_date, shared_name
from wordle_web.web.ui.i18n import LANGUAGES, gettext, language, preferred_language, set_language
from wordle_web.web.ui.spelling import written

feeds_bp = Blueprint("feeds", __name__)

DAYS = 30  # number of days in a feed


@feeds_bp.get("/feed.xml")
def atom() -> Response:
    """Return the last days as an Atom feed: RFC 4287."""
    # Rendered without the context of pages, since a feed is the same for all readers.
    template = current_app.jinja_env.get_template("pages/feed.xml")
    site, feed = services(), _feed(".atom")
    updated = max(
        (item["date_modified"] for item in feed["items"]),
        default=_midnight(site.settings.first_day, site.settings.zone),
    )
    return _answer(template.render(feed=feed, updated=updated), "application/atom+xml")


@feeds_bp.get("/feed.json")
def json_feed() -> Response:
    """Return the last days as a JSON Feed, version 1.1."""
    feed = _feed(".json_feed")
    return _answer(json.dumps(feed, ensure_ascii=False, indent=1), "application/feed+json")


class FeedItem(TypedDict):
    """A day in a feed, with the field names of JSON Feed."""

    id: str
    url: str
    title: str
    content_text: str
    date_published: str
    date_modified: str


class JsonFeed(TypedDict):
    """A feed as JSON Feed, version 1.1."""

    version: str
    title: str
    description: str
    home_page_url: str
    feed_url: str
    language: str
    items: list[FeedItem]


def _feed(endpoint: str) -> JsonFeed:
    set_language(preferred_language(CODES.get(services().language, "")))
    site = services()
    items: list[FeedItem] = []
    today, ended = site.day_in(site.settings.zone), site.last_day_ended
    for number in range(today, max(0, today - DAYS), -1):
        published = modified = _midnight(day_date(number), site.settings.zone)
        url = url_for("play.game", kind="daily", token=number, _external=True)
        text = gettext("A new word is ready")
        if number <= ended:
            (answer,) = site.daily_answers(number, variant_of_request())
            text = gettext("The word was %(word)s.", word=written(answer, site.lexicon()))
            modified = _midnight(day_date(number + 1), site.last_zone)
        item: FeedItem = {
            "id": url,
            "url": url,
            "title": f"{daily_text(number)} · {date_text(day_date(number))}",
            "content_text": text,
            "date_published": published,
            "date_modified": modified,
        }
        items.append(item)
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": shared_name(),
        "description": midnight_text(site.settings.zone),
        "home_page_url": url_for("play.today", _external=True),
        "feed_url": url_for(endpoint, _external=True),
        "language": language(),
        "items": items,
    }


def _midnight(day: date, zone: tzinfo) -> str:
    return datetime.combine(day, time(), zone).astimezone(UTC).isoformat()


def _answer(text: str, mimetype: str) -> Response:
    site = services()
    response = Response(text, mimetype=mimetype)
    # The feed changes when a day begins and when a day has ended everywhere.
    zones = (site.settings.zone, site.last_zone)
    seconds = min(seconds_to_midnight(site.now, zone) for zone in zones)
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    response.make_conditional(request)
    return response


pwa_bp = Blueprint("pwa", __name__)

PAPER = "#ffffff"
ICO_HEADER_BYTES = 6 + 16  # size of the header of a directory with one entry
ICONS = (
    ("icons/favicon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)


@pwa_bp.before_request
def take_language() -> None:
    """Use the language in the address, if there is one."""
    set_language(request.args.get("language", ""))


@pwa_bp.get("/site.webmanifest")
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
        "icons": [
            {
                "src": url_for("static", filename=path),
                "sizes": sizes,
                "type": kind,
                "purpose": purpose,
            }
            for path, sizes, kind, purpose in ICONS
        ],
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


@pwa_bp.get("/favicon.ico")
def favicon() -> Response:
    """Return the icon for programs that look for it at the root."""
    picture = static_files().contents["icons/icon-192.png"]
    # An icon file with one picture (ICONDIR, ICONDIRENTRY). The picture may be a PNG since Windows
    # Vista.
    entry = struct.pack("<4B2H2L", 192, 192, 0, 0, 1, 32, len(picture), ICO_HEADER_BYTES)
    return _icon(struct.pack("<3H", 0, 1, 1) + entry + picture, "image/x-icon")


@pwa_bp.get("/apple-touch-icon.png")
@pwa_bp.get("/apple-touch-icon-precomposed.png")
def apple_touch_icon() -> Response:
    """Return the icon that iOS looks for at the root."""
    return _icon(static_files().contents["icons/apple-touch-icon.png"], "image/png")


def _icon(content: bytes, mimetype: str) -> Response:
    response = Response(content, mimetype=mimetype)
    response.headers["Cache-Control"] = "public, max-age=86400"
    response.add_etag()
    response.make_conditional(request)
    return response


@pwa_bp.get("/service-worker.js")
def service_worker() -> Response:
    """Return the service worker, with the addresses of the files that it stores."""
    files = static_files()
    chosen = request.args.get("language", "")
    tag = chosen if chosen in LANGUAGES else None
    facts = {
        "RELEASE": f"{files.digest}?language={tag}" if tag else files.digest,
        "OFFLINE": url_for("pwa.offline", language=tag),
        "FILES": [
            url_for("static", filename=path)
            for path in (*files.styles[SITE], *files.styles[TOOLS], "icons/favicon.svg")
        ],
    }
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in facts.items()]
    script = files.contents["js/service-worker.js"].decode()
    return _revalidated("".join(lines) + script, "text/javascript")


@pwa_bp.get("/offline")
def offline() -> ResponseReturnValue:
    """Return the page that the service worker shows if there is no connection."""
    return render_template("pages/offline.html")


def _revalidated(text: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype, headers={"Cache-Control": "no-cache"})
    response.vary.add("Accept-Language")
    return response


well_known_bp = Blueprint("well_known", __name__)

# The time from the day of the request until the file expires. RFC 9116 recommends less than a year.
VALID_FOR = timedelta(days=180)


@well_known_bp.get("/.well-known/security.txt")
def security_txt() -> Response:
    """Return a file with the contact that the host has set; 404 if there is none."""
    site = services()
    if not site.settings.security_contact:
        abort(404)
    day = site.clock().astimezone(UTC).date()
    expires = day + min(VALID_FOR, date.max - day)
    text = f"Contact: {site.settings.security_contact}\nExpires: {expires}T00:00:00Z\n"
    return Response(text, mimetype="text/plain", headers={"Cache-Control": "no-cache"})


# Crawlers must not fetch players' games and analyses, or addresses with a query, of which there are
# infinitely many. The crawlers of large search engines support the asterisk.
ROBOTS = """User-agent: *
Disallow: /*?
Disallow: /api/
Disallow: /challenge/
Disallow: /picture/
Disallow: /random/
Disallow: /series/
"""


@well_known_bp.get("/robots.txt")
def robots_txt() -> Response:
    """Return the rules for crawlers: RFC 9309."""
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(ROBOTS, mimetype="text/plain", headers=headers)
