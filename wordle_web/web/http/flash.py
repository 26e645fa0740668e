"""News of what a form has done, told by the page that it leads to.

The news stands in the address, since the session changes with a game alone; and with a seal,
since anybody can write an address. A seal counts in the browser it was made for, on its page.
"""

import hmac
from urllib.parse import urlencode

from flask import request

from wordle_web.web.http.sessions import seal_of
from wordle_web.web.ui.layout import address

SEAL = "seal"


def with_news(path: str, name: str, value: str = "1") -> str:
    """Return the address of the page at `path` that tells this browser a piece of news."""
    facts = {name: value, SEAL: seal_of(_news(path, name, value))}
    return f"{address(path)}?{urlencode(facts)}"


def news(name: str) -> str:
    """Return the news of that name in the address of this request; empty where it is not ours."""
    value, seal = request.args.get(name, ""), request.args.get(SEAL, "")
    if not value or not seal.isascii():
        return ""
    return value if hmac.compare_digest(seal, seal_of(_news(request.path, name, value))) else ""


def _news(path: str, name: str, value: str) -> str:
    """Return what is sealed."""
    return f"{path}?{name}={value}"
