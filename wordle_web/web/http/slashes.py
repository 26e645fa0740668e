"""Addresses with a slash too many: `/helper/` leads to `/helper`."""

from urllib.parse import quote

from flask import Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException


def init_slashes(app: Flask) -> None:
    """Lead from the address of each page with a slash after it to the page."""
    app.before_request(without_slash)


def without_slash() -> ResponseReturnValue | None:
    """Return the way to the page that the address names but for its last slash, if there is one."""
    path = request.path.rstrip("/")
    if request.method != "GET" or path in {"", request.path}:
        return None
    # A browser takes `/random/..` for another page.
    if "/." in path or not _is_page(path):
        return None
    query = request.query_string.decode(errors="replace")
    return redirect(f"{request.script_root}{quote(path)}{'?' if query else ''}{query}", 308)


def _is_page(path: str) -> bool:
    try:
        current_app.url_map.bind("localhost").match(path, "GET")
    except HTTPException:
        return False
    return True
