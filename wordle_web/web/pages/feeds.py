"""Feeds of the daily word: the last days, and a word only once nobody plays it any more."""

import json
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from flask import Blueprint, Response, current_app, request, url_for

from wordle_web.game.puzzles.dates import seconds_to_midnight
from wordle_web.game.puzzles.variants import HOME
from wordle_web.web.play.games import daily_puzzle
from wordle_web.web.services import CODES, services
from wordle_web.web.ui.addresses import variant_of_request
from wordle_web.web.ui.formatting import daily_text, date_text, day_date, shared_name
from wordle_web.web.ui.i18n import gettext, language, preferred_language, set_language
from wordle_web.web.ui.spelling import written

bp = Blueprint("feeds", __name__)

DAYS = 30
TOLD_AFTER = 2  # days: until then a word is played in the archive and in other zones


@bp.get("/feed.xml")
def atom() -> Response:
    """Return the last days as Atom: RFC 4287."""
    # Without what pages have: a feed is the same for everybody.
    template = current_app.jinja_env.get_template("pages/feed.xml")
    return _answer(template.render(feed=_feed(".atom")), "application/atom+xml")


@bp.get("/feed.json")
def json_feed() -> Response:
    """Return the last days as a JSON Feed, version 1.1."""
    feed = _feed(".json_feed")
    del feed["updated"]
    return _answer(json.dumps(feed, ensure_ascii=False, indent=1), "application/feed+json")


def _feed(endpoint: str) -> dict[str, Any]:
    set_language(preferred_language(CODES.get(services().language, "")))
    today = services().today
    items = [_item(number) for number in range(today, max(0, today - DAYS), -1)]
    changed = [each["date_modified"] for each in items]
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": shared_name(),
        "home_page_url": url_for("play.today", _external=True),
        "feed_url": url_for(endpoint, _external=True),
        "language": language(),
        "updated": max(changed, default=_midnight(services().settings.first_day)),
        "items": items,
    }


def _item(number: int) -> dict[str, str]:
    day = day_date(number)
    is_told = number <= services().today - TOLD_AFTER
    url = url_for("play.game", kind="daily", token=number, _external=True)
    text = gettext("A new word is ready")
    if is_told:
        puzzle = daily_puzzle(number, variant=variant_of_request(HOME))
        text = gettext("The word was %(word)s.", word=written(puzzle.answer, puzzle.lexicon))
    return {
        "id": url,
        "url": url,
        "title": f"{daily_text(number)} · {date_text(day)}",
        "content_text": text,
        "date_published": _midnight(day),
        "date_modified": _midnight(day + timedelta(days=TOLD_AFTER * is_told)),
    }


def _midnight(day: date) -> str:
    return datetime.combine(day, time(), services().settings.zone).astimezone(UTC).isoformat()


def _answer(text: str, mimetype: str) -> Response:
    site = services()
    response = Response(text, mimetype=mimetype)
    seconds = seconds_to_midnight(site.clock(), site.settings.zone)
    response.headers["Cache-Control"] = f"public, max-age={seconds}"
    response.add_etag()
    response.make_conditional(request)
    return response
