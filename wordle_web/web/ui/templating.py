"""Faster rendering of templates: plain globals, and cached pieces.

Templates write `cached(macro, value, …)` for `macro(value, …)` where the values are hashable and
recur: an empty row, a keyboard before the first guess, the header.
"""

import functools
from collections.abc import Callable, Hashable, MutableMapping
from typing import Any

from flask import Flask, request
from flask.templating import Environment
from markupsafe import Markup

from wordle_web.engine.feedback import marks_of
from wordle_web.engine.knowledge import Turn
from wordle_web.engine.words.letters import capitals
from wordle_web.game.board import TileRow, played_row
from wordle_web.web.ui.addresses import variant_url
from wordle_web.web.ui.formatting import (
    boards_text,
    clock_text,
    decimal,
    format_decimal,
    mean_text,
    milliseconds_text,
    month_text,
    number_text,
    ordinal_text,
    percent,
    percent_text,
    short_date_text,
    weekday_text,
    words_left_text,
    words_text,
)
from wordle_web.web.ui.i18n import gettext, language
from wordle_web.web.ui.queries import mark_names, marks_text

MAX_CACHED = 768


def tile_row(turn: Turn, number: int) -> TileRow:
    """Return the row of tiles of a turn; `number` counts from 1."""
    return played_row(turn, number, gettext)


# Formats that templates use as filters, by the names of their functions.
FILTERS = (
    boards_text,
    capitals,
    clock_text,
    decimal,
    mark_names,
    marks_of,
    marks_text,
    format_decimal,
    mean_text,
    milliseconds_text,
    month_text,
    number_text,
    ordinal_text,
    percent,
    percent_text,
    tile_row,
    words_left_text,
    short_date_text,
    weekday_text,
    words_text,
)


class PageEnvironment(Environment):
    """Jinja's environment, with the globals of each template in one plain dictionary.

    Every import of a macro compares their keys, which a chain of mappings answers slowly: it
    took a sixth of the time of a page. Globals have to be set before the first template loads.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template."""
        return {**self.globals, **(d or {})}


def init_templating(app: Flask) -> None:
    """Give templates `cached`, the addresses of variants, and formats as filters."""
    app.jinja_env.globals.update(cached=cached, variant_url=variant_url)
    app.jinja_env.filters.update({each.__name__: each for each in FILTERS})


def cached(macro: Callable[..., Markup], *values: Hashable) -> Markup:
    """Return what `macro` renders of `values` in the language of this request.

    Values may not be longer than a row of the longest word of this site, or a keyboard.
    """
    return _rendered(macro, language(), request.script_root, values)


# The output also depends on the language, and on the path that the site is mounted at. The largest
# is a keyboard, 9 kB with the values that it was made of: 7 MB at most.
@functools.lru_cache(MAX_CACHED)
def _rendered(
    macro: Callable[..., Markup], language: str, root: str, values: tuple[Hashable, ...]
) -> Markup:
    return macro(*values)
