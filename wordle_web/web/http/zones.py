"""The visitor's time zone, whose name a script writes into a cookie.

The zone is a property of the browser, the same for every site. So the cookie is not signed, and has
a fixed name. Forging it has no benefit: while a day runs anywhere, all visitors may play it.
"""

import functools
from contextlib import suppress
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from flask import request

from wordle_web.web.http.sessions import preferences

ZONE_COOKIE: Final = "wordle-zone"  # the same name as in `static/js/zone.js`
MAX_ZONE: Final = 60 - len(f"{ZONE_COOKIE}=")  # characters; the longest name today has 32


def visitor_zone() -> ZoneInfo | None:
    """Return the zone of the visitor's device; None if unknown, or if the site's is preferred."""
    name = request.cookies.get(ZONE_COOKIE, "")
    if not 0 < len(name) <= MAX_ZONE or name not in zone_names():
        return None
    if preferences().midnight == "site":
        return None
    with suppress(LookupError, OSError, ValueError):
        return ZoneInfo(name)
    return None


@functools.cache
def zone_names() -> frozenset[str]:
    """Return the names of all zones, which are read from the disk once."""
    return frozenset(available_timezones())
