"""Paths: language prefixes, boards, the mount path, and trailing slashes.

`/boards/4/in-turn/daily/12` is a daily game of four boards. `/pt/helper` is `/helper` with
Portuguese words, and `/helper/` redirects to `/helper`.

The language prefix becomes part of the mount path, so views need not handle it, and all links of a
page keep its language. Routes that are the same in all languages have no prefix.
"""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter

from wordle_web.engine.hard_mode import HardMode
from wordle_web.game.puzzles.variants import COUNT_PATTERN, HOME, Variant, read_variant
from wordle_web.game.rules import Game
from wordle_web.parsing import linear_pattern
from wordle_web.web.services import LANGUAGE_CODE, Services, first_services, request_code, services

# The values of hard modes in addresses, which leave out the default, `OFF`.
HARD_MODES: Final = {HardMode.ON: "1", HardMode.ULTRA: "ultra"}
# Endpoints without a language prefix: static files, and what browsers need to install the site.
SHARED = frozenset({"static", "pwa.manifest", "pwa.service_worker", "pwa.offline"})


# The header in which a proxy sends the mount path: `/words`, or nothing. With `//evil.example`,
# every link would lead to another site.
PREFIX = "HTTP_X_FORWARDED_PREFIX"
_PATH = linear_pattern(r"(/[\w.~-]{1,200}){0,20}/?", re.ASCII)


class ForwardedPrefix:
    """Ignores a proxy's mount path unless it is valid."""

    def __init__(self, application: WSGIApplication) -> None:
        """Wrap `application`."""
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass the request on."""
        # Each proxy in a chain appends its own prefix after a comma.
        prefixes = environ.get(PREFIX, "").split(",")
        if not all(_PATH.fullmatch(prefix.strip()) for prefix in prefixes):
            del environ[PREFIX]
        return self.application(environ, start_response)


class LanguagePrefix:
    """Moves the language code of a request from its path to the mount path."""

    def __init__(self, application: WSGIApplication, codes: Collection[str]) -> None:
        """Wrap `application`; `codes` are the codes of all languages except the first."""
        self.application = application
        self.codes = frozenset(codes)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Pass the request on."""
        code, path = split_language(environ.get("PATH_INFO", ""), self.codes)
        # A GET of `/pt` is passed on too: Flask redirects it to the front page, `/pt/`.
        if code and (path or environ["REQUEST_METHOD"] in {"GET", "HEAD"}):
            environ[LANGUAGE_CODE] = code
            environ["SCRIPT_NAME"] = f"{environ.get('SCRIPT_NAME', '')}/{code}"
            environ["PATH_INFO"] = path
        return self.application(environ, start_response)


def split_language(path: str, codes: Collection[str]) -> tuple[str, str]:
    """Split a path into the language code at its start (empty if there is none) and the rest.

    >>> split_language("/pt/helper", {"pt"}), split_language("/helper", {"pt"})
    (('pt', '/helper'), ('', '/helper'))
    """
    code, slash, rest = path[1:].partition("/")
    return (code, slash + rest) if code in codes else ("", path)


def mount_path() -> str:
    """Return the path at which the site is mounted, without a language: empty, or `/games`."""
    code = request_code()
    return request.script_root.removesuffix(f"/{code}") if code else request.script_root


def language_url(code: str, path: str = "/") -> str:
    """Return the address of a page in a language; an empty code is the site's first language."""
    return mount_path() + (f"/{code}" if code else "") + path


def in_language(site: Services, url: str) -> str:
    """Return an address with the language of `site` instead of the request's."""
    if site is services():
        return url
    code = "" if site is first_services() else site.code
    return language_url(code, url.removeprefix(request.script_root))


def joined(url: str, query: str) -> str:
    """Return an address with a string appended to its query; the string may be empty.

    >>> joined("/helper", "hard=1"), joined("/helper?hard=1", "draft=cr"), joined("/helper", "")
    ('/helper?hard=1', '/helper?hard=1&draft=cr', '/helper')
    """
    return f"{url}{'&' if '?' in url else '?'}{query}" if query else url


def with_query(url: str) -> str:
    """Return an address with the query of this request appended."""
    return joined(url, request.query_string.decode(errors="replace"))


def without_slash() -> ResponseReturnValue | None:
    """Redirect a GET with a trailing slash to the address without it, if a page is there."""
    path = request.path.rstrip("/")
    if request.method != "GET" or path in {"", request.path}:
        return None
    # Don't redirect to `/random/..`, which browsers would resolve to another page.
    if "/." in path:
        return None
    try:
        current_app.url_map.bind("localhost").match(path, "GET")
    except HTTPException:
        return None
    return redirect(with_query(f"{request.script_root}{quote(path)}"), 308)


class BoardsConverter(BaseConverter):
    """A URL converter for the number of boards and their order: `4`, `4/in-turn`."""

    regex = rf"(?:{COUNT_PATTERN})(?:/in-turn)?"
    part_isolating = False

    def to_python(self, value: str) -> Variant:
        """Return the variant, without a language."""
        return read_boards(value) or HOME

    def to_url(self, value: Variant) -> str:
        """Return the number of boards and their order, as in addresses."""
        return boards_part(value)


def read_boards(text: str) -> Variant | None:
    """Parse the number of boards and their order: `4`, `4/in-turn`; None for any other text."""
    return read_variant(f"boards/{text}/")


def boards_part(variant: Variant) -> str:
    """Return the part of an address that `read_boards` reads; empty for a single board."""
    return replace(variant, language="").path.removeprefix("boards/").rstrip("/")


def variant_of_request(boards: Variant = HOME) -> Variant:
    """Return the variant with these boards, in the language of the request."""
    code = request_code()
    return boards if boards.language == code else replace(boards, language=code)


def variant_url(endpoint: str, variant: Variant, **values: Any) -> str:
    """Return the address of a page of a variant, in its language.

    `_external` is only for variants in the language of the request.
    """
    if variant.boards > 1:
        values["boards"] = replace(variant, language="")
    url = url_for(endpoint, **values)
    if variant.language == request_code() or "_external" in values:
        return url
    return language_url(variant.language, url.removeprefix(request.script_root))


def analysis_url(game: Game, mode: str) -> str:
    """Return the address of the analysis of a game; `mode` names the answers' word list."""
    is_one = not game.others
    return url_for(
        "analysis.analysis",
        answer=" ".join(game.answers),
        guess=game.guesses if is_one else " ".join(game.guesses),
        mode=mode if mode != "real" else None,
        order="in-turn" if game.in_turn else None,
        hard=HARD_MODES.get(game.hard) if is_one else None,
        hints=game.hint_count or None,
        hint=[f"{hint.guesses}.{hint.hints}" for hint in game.past_hints] if is_one else None,
        named=" ".join(map(str, game.named)) or None,
    )


def is_offered(variant: Variant) -> bool:
    """Return whether this site has words in the language of a variant."""
    return not variant.language or variant.language in first_services().others
