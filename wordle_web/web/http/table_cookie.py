"""The cookie with a player's table of friends.

`wordle_web.game.league.kept` packs the table, and signs the check marks in it. Before a browser
keeps a table, the cookie can contain an invitation to one. Later it can also contain results of
opened links that the player hasn't added yet (`wordle_web.web.kept_table`). The
cookie's name depends on the current key, like that of the session's cookie. A cookie of a fallback
key is read, and replaced at the next change.
"""

from typing import Final

from flask import request
from werkzeug.wrappers import Response

from wordle_web.web.http.cookies import TABLE_SUFFIX, expire_cookie, own_names, set_cookie

MAX_TABLE_BYTES: Final = 880  # size of the whole cookie, including its name


def table_room() -> int:
    """Return the maximum length of the text, in characters."""
    return MAX_TABLE_BYTES - len(_names()[0]) - len("=")


def read_table() -> str:
    """Return the text in the request's cookie; empty if it is missing or too long."""
    texts = (request.cookies.get(name, "") for name in _names())
    return next((text for text in texts if 0 < len(text) <= MAX_TABLE_BYTES), "")


def write_table(response: Response, text: str) -> None:
    """Set the cookie of `response`, or tell the browser to delete it if the text is empty."""
    name, *earlier = _names()
    if text:
        set_cookie(response, name, text)
    for unused in (*earlier, *([] if text else [name])):
        if unused in request.cookies:
            expire_cookie(response, unused)


def _names() -> list[str]:
    return [f"{name}{TABLE_SUFFIX}" for name in own_names()]
