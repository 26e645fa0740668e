"""Every page is at most three taps from the first page, by links and buttons alone."""

from urllib.parse import urlencode

from flask import Flask
from web_visitor import Visitor, answer_of_day
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

TAPS = 3
FILES = {"lab.openers_file"}  # one tap beyond the page with its table
# Endpoints for programs, and endpoints reached only by a friend's link, a bookmark or a form.
NO_PAGES = {"static", "api", "feeds", "health", "pwa", "previews", "well_known"}
LED_TO = {
    "archive.archive",  # an address that people type
    "today.boards",
    "today.unknown",
    "bookmark.read",
    "series.series",
    "helper.clear_start",
    "history.restore_start",
    "unread.show",
}


def page_of(app: Flask, address: str) -> tuple[str, str]:
    """Return the endpoint of an address and its kind of game; both empty if it has no page."""
    try:
        name, values = app.url_map.bind("localhost").match(address.partition("?")[0], method="GET")
    except (HTTPException, RequestRedirect):
        return "", ""
    return name, values.get("kind", "")


def reached(visitor: Visitor, app: Flask) -> set[str]:
    pages, level = {("play.today", "")}, ["/"]
    for _ in range(TAPS):
        addresses = list[str]()
        for page in map(visitor.get, level):
            forms = (form for form in page.forms if form.method == "get")
            addresses += [link.address for link in page.links]
            addresses += [f"{form.action}?{urlencode(form.fields)}" for form in forms]
        level = []
        for address in addresses:
            if (page := page_of(app, address)) not in pages:
                pages.add(page)
                level += [address] if page[0] else []
    return {name for name, _ in pages}


def test_every_page_is_at_most_three_taps_away(shipped: Flask) -> None:
    rules = (rule for rule in shipped.url_map.iter_rules() if "GET" in (rule.methods or ()))
    pages = {rule.endpoint for rule in rules if rule.endpoint.split(".")[0] not in NO_PAGES}
    visitor = Visitor(shipped)
    first = reached(visitor, shipped)
    visitor.guess(answer_of_day(shipped))
    visitor.begin()
    assert pages - LED_TO - FILES - first - reached(visitor, shipped) == set()
